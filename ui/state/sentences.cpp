// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers follow the locale.
#include "ui/state/sentences.h"

#include "ui/kit/format.h"
#include "ui/kit/to_qt.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace ui {

QString wholeSentence(const core::Problem& problem) { return sentences(problem); }

QString wholeSentences(const core::Problems& problems) {
    QStringList lines;
    for (const core::Problem& problem : problems) lines << wholeSentence(problem);
    return lines.join(QLatin1Char('\n'));
}

QString mendText(const core::FieldMend& mend) {
    const core::Field* field = core::findField(mend.pointer);
    return field ? QCoreApplication::translate("ui::Sentences", "Use %1").arg(valueText(*field, mend.value))
                 : QString();
}

QString valueText(const core::Field& field, const core::FieldValue& value) {
    if (field.unit == "bytes" && std::holds_alternative<std::int64_t>(value))
        return bytesText(core::Bytes(std::get<std::int64_t>(value)));
    if (const auto* number = std::get_if<std::int64_t>(&value)) return QLocale().toString(qlonglong(*number));
    if (const auto* real = std::get_if<double>(&value)) return QLocale().toString(*real, 'g', 4);
    return QString::fromStdString(std::get<std::string>(value));
}

}  // namespace ui
