// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colours of relaxed JSON, shell and batch scripts, YAML and hostfiles, in the theme's meanings: keys and names blue,
// texts green, numbers and words of the language purple, comments quiet.
#pragma once

#include "ui/kit/theme.h"

#include <QSyntaxHighlighter>

namespace ui {

enum class CodeLanguage { Json, Shell, Yaml, Hosts };
// By the ending, else by the first characters.
[[nodiscard]] CodeLanguage languageOf(const QString& fileName, const QString& text);

class CodeHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    CodeHighlighter(CodeLanguage language, QTextDocument* document);
    [[nodiscard]] CodeLanguage language() const { return m_language; }
    void setTheme(const Theme& theme);

protected:
    void highlightBlock(const QString& text) override;

private:
    enum State { Plain = 0, BlockComment = 1, LongText = 2 };
    void highlightJson(const QString& text);
    void highlightShell(const QString& text);
    void highlightYaml(const QString& text);
    void highlightHosts(const QString& text);
    // From `at` to the closing quote; the position behind it.
    int quoted(const QString& text, int at, const QColor& color);

    CodeLanguage m_language;
    QColor m_key, m_text, m_number, m_comment, m_word;
};

}  // namespace ui
