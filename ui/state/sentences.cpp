// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words for codes. Translations are looked up by the English text, with the parameters already in their
// places.
#include "ui/state/sentences.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace ui {

QString sentence(const core::Problem& problem) { return QString::fromStdString(core::message(problem)); }

QString remedy(const core::Problem& problem) { return QString::fromStdString(core::fixText(problem)); }

QString wholeSentence(const core::Problem& problem) {
    const QString fix = remedy(problem);
    QString text = sentence(problem);
    if (fix.isEmpty()) return text;
    if (!text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return text + QLatin1Char(' ') + fix;
}

QString wholeSentences(const core::Problems& problems) {
    QStringList lines;
    for (const core::Problem& problem : problems) lines << wholeSentence(problem);
    return lines.join(QLatin1Char('\n'));
}

QString fieldLabel(const core::Field& field) {
    return QCoreApplication::translate("core::Field", field.label.c_str());
}

QString valueText(const core::FieldValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return QLocale().toString(qlonglong(*number));
    if (const auto* real = std::get_if<double>(&value)) return QLocale().toString(*real, 'g', 4);
    return QString::fromStdString(std::get<std::string>(value));
}

}  // namespace ui
