// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/to_qt.h"

#include "core/base/catalogue.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace ui {
namespace {

using Params = std::map<std::string, std::string>;

// Catalogue sentences begin small, to be joined; standing alone they begin large, unless they begin with a
// symbol or a field ("tp=6 does not divide …").
QString standingAlone(QString text) {
    const QString first = text.section(QLatin1Char(' '), 0, 0);
    for (const QChar c : first)
        if (!c.isLetter() && c != QLatin1Char(',') && c != QLatin1Char(':')) return text;
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

// "16384 or 32768" as "16,384 or 32,768": parameters that are whole numbers, one or several.
Params grouped(Params params) {
    static const QRegularExpression several(QStringLiteral("^\\d+((?:, | or | and |×|·)\\d+)*$"));
    static const QRegularExpression number(QStringLiteral("\\d{4,18}"));
    for (auto& [name, value] : params) {
        QString text = qs(value);
        if (!several.match(text).hasMatch()) continue;
        auto found = number.globalMatch(text);
        QList<QRegularExpressionMatch> all;
        while (found.hasNext()) all.prepend(found.next());
        for (const auto& match : all)
            text.replace(match.capturedStart(), match.capturedLength(), QLocale().toString(match.captured().toLongLong()));
        value = text.toStdString();
    }
    return params;
}

// Words of ours that come as values: what joins a list, kinds of values, what a reader met and what it waited for.
Params worded(Params params) {
    const QString orWord = QCoreApplication::translate("word", "or"), andWord = QCoreApplication::translate("word", "and");
    for (const char* name : {"nearest", "choices", "keys", "missing"}) {
        const auto value = params.find(name);
        if (value == params.end()) continue;
        QString text = qs(value->second);
        text.replace(QStringLiteral(" or "), QStringLiteral(" %1 ").arg(orWord));
        text.replace(QStringLiteral(" and "), QStringLiteral(" %1 ").arg(andWord));
        value->second = text.toStdString();
    }
    for (const char* name : {"expected", "found"}) {
        const auto value = params.find(name);
        if (value == params.end()) continue;
        static const QRegularExpression met(QStringLiteral("^\"(.+)\" stands$"));
        const auto quoted = met.match(qs(value->second));
        const QString text = quoted.hasMatch()
                                 ? QCoreApplication::translate("word", "\"%1\" stands").arg(quoted.captured(1))
                                 : QCoreApplication::translate("word", value->second.c_str());
        value->second = text.toStdString();
    }
    return params;
}

QString translatedCode(const char* context, const std::string& code, const Params& given) {
    if (code.empty()) return {};
    const Params params = worded(grouped(given));
    const std::string translated = QCoreApplication::translate(context, code.c_str()).toStdString();
    if (translated != code) return standingAlone(qs(core::fillIn(translated, params)));
    const std::string_view english = core::sentence(code);
    return english.empty() ? qs(code) : standingAlone(qs(core::fillIn(english, params)));
}

}  // namespace

QString qs(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

QString sentence(const core::Problem& problem) {
    return translatedCode("problem", problem.code, problem.params);
}

QString fixSentence(const core::Problem& problem) {
    return translatedCode("fix", problem.fix, problem.params);
}

QString sentences(const core::Problem& problem) {
    const QString fix = fixSentence(problem);
    if (fix.isEmpty()) return sentence(problem);
    return QCoreApplication::translate("ui::Sentences", "%1. %2", "what is wrong, then what to do")
        .arg(sentence(problem), fix);
}

QString fieldLabel(const core::Field& field) {
    const QString translated = QCoreApplication::translate("field", field.pointer.c_str());
    return translated == qs(field.pointer) ? qs(field.label) : translated;
}

QString ledgerLabel(const std::string& code) { return translatedCode("ledger", code, {}); }

}  // namespace ui
