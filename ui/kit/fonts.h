// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fonts by use. Families with equal digit widths only; where a family has no medium weight, emphasis is bold.
#pragma once

#include <QFont>

class QString;

namespace ui {

enum class FontUse {
    Axis,         // 11: axis labels, keys
    Label,        // 12: labels, legends, status
    LabelStrong,  // 12: table headers, captions of groups
    Body,         // 13: controls, text
    BodyStrong,   // 13: titles of views, selected rows
    Title,        // 15: problem titles, formulas with numbers
    Formula,      // 17: formulas in symbols
    RunFigure,    // 17: figures of a run
    Figure,       // 20: figures of a plan, lesson titles
    Number,       // 24: the one number of a formula card
    Lesson,       // 15: lesson text
    Code          // 13: fixed width
};

[[nodiscard]] QFont fontFor(FontUse use, double scale = 1.0);
[[nodiscard]] int lineHeight(FontUse use, double scale = 1.0);
[[nodiscard]] double textWidth(const QFont& font, const QString& text);

}  // namespace ui
