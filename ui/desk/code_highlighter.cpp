// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/code_highlighter.h"

#include <QRegularExpression>

namespace ui {

namespace {

bool isWordChar(QChar c) {
    return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('-') || c == QLatin1Char('.');
}

bool isNumber(QStringView word) {
    bool ok = false;
    (void)word.toDouble(&ok);
    return ok;
}

bool isLiteral(QStringView word) {
    for (const char* literal : {"true", "false", "null", "True", "False", "auto"})
        if (word == QLatin1String(literal)) return true;
    return isNumber(word);
}

bool isShellWord(QStringView word) {
    for (const char* name : {"if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "case", "esac",
                             "function", "export", "unset", "source", "local", "exit"})
        if (word == QLatin1String(name)) return true;
    return false;
}

}  // namespace

CodeLanguage languageOf(const QString& fileName, const QString& text) {
    const auto ends = [&](std::initializer_list<const char*> endings) {
        return std::any_of(endings.begin(), endings.end(), [&](const char* ending) {
            return fileName.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
        });
    };
    if (ends({".json", ".hjson"})) return CodeLanguage::Json;
    if (ends({".yml", ".yaml"})) return CodeLanguage::Yaml;
    if (ends({".sh", ".sbatch", ".slurm", ".bash", ".txt", ".args"})) return CodeLanguage::Shell;
    const QString begin = text.left(4096).trimmed();
    if (begin.startsWith(QLatin1Char('{'))) return CodeLanguage::Json;
    if (begin.contains(QLatin1String("slots="))) return CodeLanguage::Hosts;
    return CodeLanguage::Shell;
}

CodeHighlighter::CodeHighlighter(CodeLanguage language, QTextDocument* document)
    : QSyntaxHighlighter(document)
    , m_language(language) {}

void CodeHighlighter::setTheme(const Theme& theme) {
    m_key = theme.meaning(Meaning::Parameters).line;
    m_text = theme.color(Role::Ok);
    m_number = theme.meaning(Meaning::Optimizer).line;
    m_word = theme.color(Role::Accent);
    m_comment = theme.color(Role::Text2);
    rehighlight();
}

void CodeHighlighter::highlightBlock(const QString& text) {
    setCurrentBlockState(Plain);
    switch (m_language) {
    case CodeLanguage::Json:
        return highlightJson(text);
    case CodeLanguage::Shell:
        return highlightShell(text);
    case CodeLanguage::Yaml:
        return highlightYaml(text);
    case CodeLanguage::Hosts:
        return highlightHosts(text);
    }
}

int CodeHighlighter::quoted(const QString& text, int at, const QColor& color) {
    const QChar quote = text[at];
    int end = at + 1;
    while (end < text.size() && text[end] != quote) end += text[end] == QLatin1Char('\\') ? 2 : 1;
    end = std::min<int>(end + 1, int(text.size()));
    setFormat(at, end - at, color);
    return end;
}

void CodeHighlighter::highlightJson(const QString& text) {
    int at = 0;
    if (previousBlockState() == BlockComment) {
        const auto end = text.indexOf(QLatin1String("*/"));
        at = end < 0 ? int(text.size()) : int(end) + 2;
        setFormat(0, at, m_comment);
        if (end < 0) return setCurrentBlockState(BlockComment);
    }
    while (at < text.size()) {
        const QChar c = text[at];
        const QStringView rest = QStringView(text).mid(at);
        if (c == QLatin1Char('#') || rest.startsWith(QLatin1String("//"))) {
            setFormat(at, int(text.size()) - at, m_comment);
            return;
        }
        if (rest.startsWith(QLatin1String("/*"))) {
            const auto end = text.indexOf(QLatin1String("*/"), at + 2);
            setFormat(at, end < 0 ? int(text.size()) - at : int(end) + 2 - at, m_comment);
            if (end < 0) return setCurrentBlockState(BlockComment);
            at = int(end) + 2;
            continue;
        }
        const bool quotes = c == QLatin1Char('"') || c == QLatin1Char('\'');
        if (!quotes && !isWordChar(c)) {
            ++at;
            continue;
        }
        int end = at;
        if (quotes)
            end = quoted(text, at, m_text);
        else
            while (end < text.size() && isWordChar(text[end])) ++end;
        int colon = end;
        while (colon < text.size() && text[colon].isSpace()) ++colon;
        if (colon < text.size() && text[colon] == QLatin1Char(':'))
            setFormat(at, end - at, m_key);
        else if (!quotes)
            setFormat(at, end - at, isLiteral(QStringView(text).mid(at, end - at)) ? m_number : m_text);
        at = end;
    }
}

void CodeHighlighter::highlightShell(const QString& text) {
    const QString trimmed = text.trimmed();
    if (trimmed.startsWith(QLatin1String("#SBATCH"))) {
        setFormat(0, int(text.size()), m_key);
        return;
    }
    for (int at = 0; at < text.size();) {
        const QChar c = text[at];
        const bool wordBegins = at == 0 || text[at - 1].isSpace();
        if (c == QLatin1Char('#') && wordBegins) {
            setFormat(at, int(text.size()) - at, m_comment);
            return;
        }
        if (c == QLatin1Char('\'')) {
            at = quoted(text, at, m_text);
            continue;
        }
        if (c == QLatin1Char('$')) {
            int end = at + 1;
            if (end < text.size() && text[end] == QLatin1Char('{')) {
                const auto close = text.indexOf(QLatin1Char('}'), end);
                end = close < 0 ? int(text.size()) : int(close) + 1;
            } else {
                while (end < text.size() && (text[end].isLetterOrNumber() || text[end] == QLatin1Char('_'))) ++end;
            }
            setFormat(at, std::max(1, end - at), m_number);
            at = std::max(at + 1, end);
            continue;
        }
        if (!isWordChar(c)) {
            if (c == QLatin1Char('"')) setFormat(at, 1, m_text);
            ++at;
            continue;
        }
        int end = at;
        while (end < text.size() && isWordChar(text[end])) ++end;
        const QStringView word = QStringView(text).mid(at, end - at);
        if (word.startsWith(QLatin1String("--")) || (end < text.size() && text[end] == QLatin1Char('=') && wordBegins))
            setFormat(at, end - at, m_key);
        else if (isNumber(word))
            setFormat(at, end - at, m_number);
        else if (wordBegins && isShellWord(word))
            setFormat(at, end - at, m_word);
        at = end;
    }
}

void CodeHighlighter::highlightYaml(const QString& text) {
    static const QRegularExpression key(QStringLiteral("^\\s*(?:-\\s+)?(\"[^\"]*\"|'[^']*'|[\\w.-]+)\\s*:"));
    if (text.trimmed().startsWith(QLatin1Char('{')) || text.contains(QLatin1String("\":"))) return highlightJson(text);
    const auto found = key.match(text);
    int at = 0;
    if (found.hasMatch()) {
        setFormat(int(found.capturedStart(1)), int(found.capturedLength(1)), m_key);
        at = int(found.capturedEnd(1));
    }
    while (at < text.size()) {
        const QChar c = text[at];
        if (c == QLatin1Char('#') && (at == 0 || text[at - 1].isSpace())) {
            setFormat(at, int(text.size()) - at, m_comment);
            return;
        }
        if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
            at = quoted(text, at, m_text);
            continue;
        }
        if (!isWordChar(c)) {
            ++at;
            continue;
        }
        int end = at;
        while (end < text.size() && isWordChar(text[end])) ++end;
        if (isLiteral(QStringView(text).mid(at, end - at))) setFormat(at, end - at, m_number);
        at = end;
    }
}

void CodeHighlighter::highlightHosts(const QString& text) {
    static const QRegularExpression line(QStringLiteral("^\\s*(\\S+)\\s+(slots)=(\\d+)"));
    const auto found = line.match(text);
    if (found.hasMatch()) {
        setFormat(int(found.capturedStart(1)), int(found.capturedLength(1)), m_key);
        setFormat(int(found.capturedStart(3)), int(found.capturedLength(3)), m_number);
    }
    if (const auto comment = text.indexOf(QLatin1Char('#')); comment >= 0)
        setFormat(int(comment), int(text.size() - comment), m_comment);
}

}  // namespace ui
