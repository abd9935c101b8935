// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/rich_formula.h"

#include <QRegularExpression>

namespace ui {

QString richFormula(const QString& formula) {
    static const QRegularExpression subscript(QStringLiteral("_([A-Za-z]+)"));
    return formula.toHtmlEscaped().replace(subscript, QStringLiteral("<sub>\\1</sub>"));
}

}  // namespace ui
