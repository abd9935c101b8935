// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names what stands in a view: swatches of meanings, lines, the bubble; in a row (short names, then swatches
// alone where the room is short; no entry is dropped) or in columns. Painted, so that the same code serves
// exports.
#pragma once

#include "ui/kit/paint.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ui {

enum class Swatch { Box, WideBox, Line, FaintLine, DashedLine, DottedLine, RingLine, Bubble };

struct LegendEntry {
    Swatch swatch = Swatch::Box;
    QString name;
    Meaning meaning = Meaning::Framework;
    NumberKind kind = NumberKind::Predicted;  // pale or solid boxes
    // Lines of an axis or a role instead of a meaning.
    std::optional<Axis> axis;
    std::optional<Role> role;
    QString shortName{};  // where the whole names have no room
};

// Legends of the memory categories and of the op kinds.
[[nodiscard]] std::vector<LegendEntry> memoryLegend(NumberKind kind);
enum class OpLegend { Pipeline, WithTail };
[[nodiscard]] std::vector<LegendEntry> opLegend(NumberKind kind, OpLegend which, bool splitBackward = false);
[[nodiscard]] QString nameOf(core::MemoryCategory category);
[[nodiscard]] QString nameOf(core::SpanKind kind);

class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr, int columns = 0);  // 0 = one row

    void setEntries(std::vector<LegendEntry> entries);
    [[nodiscard]] const std::vector<LegendEntry>& entries() const { return m_entries; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] double entryWidth(const LegendEntry& entry) const;

    std::vector<LegendEntry> m_entries;
    int m_columns;
};

// Draws the entries from `at` to the right, at most `width` wide; returns the width used.
double drawLegend(QPainter& painter, const QPointF& at, double width, const Theme& theme,
                  const std::vector<LegendEntry>& entries);

}  // namespace ui
