// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small painting helpers shared by the style, the controls and the painted views: crisp outlines, fills by
// kind of number, hatches, selection and hover, kind marks, text.
#pragma once

#include "ui/kit/theme.h"

#include <QPainter>

namespace ui {

enum class NumberKind { Predicted, Measured, Simulated };  // ○ ● ◐

// A filled shape with an outline of `width` that lies inside `rect`.
void drawBox(QPainter& painter, const QRectF& rect, double corner, const QColor& fill, const QColor& line,
             double width = 1);
// Predicted: pale with a 1.25 px outline. Measured and simulated: solid, with its line where the fill alone
// is too close to the ground. Adds the hatch of the meaning when the theme asks for patterns.
void drawDatum(QPainter& painter, const QRectF& rect, double corner, const Theme& theme, Meaning meaning,
               NumberKind kind);
[[nodiscard]] QColor textOn(const Theme& theme, Meaning meaning, NumberKind kind);
[[nodiscard]] Qt::BrushStyle patternOf(Meaning meaning);

void drawBubble(QPainter& painter, const QRectF& rect,
                const Theme& theme);  // idle: 45° lines, dotted outline
void drawUnknown(QPainter& painter, const QRectF& rect, const Theme& theme);  // hidden: the same, dashed
void drawOverLimit(QPainter& painter, const QRectF& rect, const Theme& theme);

// A row of a list or a painted view: soft ground and a bar of 3 px at its left.
void drawSelectedRow(QPainter& painter, const QRectF& rect, const Theme& theme);
void drawFailedRow(QPainter& painter, const QRectF& rect, const Theme& theme);
void drawSelectedOutline(QPainter& painter, const QRectF& rect, const Theme& theme, double corner = 1.5);
void drawHoverOutline(QPainter& painter, const QRectF& rect, const Theme& theme, double corner = 1.5);
// 2 px ring, 1 px outside `rect`.
void drawFocusRing(QPainter& painter, const QRectF& rect, const Theme& theme, double corner = 4);

void drawKindMark(QPainter& painter, const QPointF& centre, NumberKind kind, const QColor& color,
                  double box = 10);
void drawDot(QPainter& painter, const QPointF& centre, double diameter, const QColor& color);

// One line in a box, vertically centred, cut with … where it does not fit.
void drawText(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font,
              const QColor& color, Qt::Alignment alignment = Qt::AlignLeft);

}  // namespace ui
