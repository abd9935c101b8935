// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences by code come from core's catalogue; numbers follow the locale.
#include "ui/state/sentences.h"

#include <QLocale>
#include <QStringList>

namespace ui {

QString wholeSentence(const core::Problem& problem) {
    QString text = QString::fromStdString(core::message(problem));
    const QString fix = QString::fromStdString(core::fixText(problem));
    if (fix.isEmpty()) return text;
    if (!text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return text + QLatin1Char(' ') + fix;
}

QString wholeSentences(const core::Problems& problems) {
    QStringList lines;
    for (const core::Problem& problem : problems) lines << wholeSentence(problem);
    return lines.join(QLatin1Char('\n'));
}

QString valueText(const core::FieldValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return QLocale().toString(qlonglong(*number));
    if (const auto* real = std::get_if<double>(&value)) return QLocale().toString(*real, 'g', 4);
    return QString::fromStdString(std::get<std::string>(value));
}

}  // namespace ui
