// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/table.h"

#include <algorithm>

namespace ui {
namespace {

QString csvField(QString field) {
    // Narrow spaces and the true minus are for reading; programs want plain numbers.
    field.replace(QChar(0x202F), QLatin1Char(' ')).replace(QChar(0x2212), QLatin1Char('-'));
    static const QString kSpecial = QStringLiteral(",\"\r\n");
    const bool quoted = std::any_of(field.begin(), field.end(), [](QChar c) { return kSpecial.contains(c); });
    return quoted
               ? QLatin1Char('"') + field.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"')
               : field;
}

QString csvLine(const QStringList& fields) {
    QStringList out;
    for (const QString& field : fields) out << csvField(field);
    return out.join(QLatin1Char(',')) + QStringLiteral("\r\n");
}

}  // namespace

QString Table::toCsv() const {
    QString text = csvLine(header);
    for (const QStringList& row : rows) text += csvLine(row);
    return text;
}

}  // namespace ui
