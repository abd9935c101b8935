// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory per stage or per card, predicted and measured, against the capacity of a card; in Explore also one
// stage under ZeRO 0 … 3.
#pragma once

#include "ui/memory/memory_picture.h"
#include "ui/state/hall_view.h"

namespace ui {

class Button;
class EmptyState;
class Legend;
class MemoryCanvas;
class Segmented;
class ViewHeader;

class MemoryView : public HallView {
    Q_OBJECT
public:
    explicit MemoryView(ViewPlace place, QWidget* parent = nullptr);

    void setMeasured(MeasuredMemory measured);
    void setGrouping(MemoryGrouping grouping);
    void setZeroComparison(ZeroComparison zero);
    [[nodiscard]] MemoryGrouping grouping() const { return m_question.grouping; }
    [[nodiscard]] MemoryCanvas* canvas() const { return m_canvas; }

protected:
    void refresh() override;
    void takeRun(const RunStore& run) override;
    bool follow(const SelectedItem& selected) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildMenu(Button& more);
    void refreshHeader(const MemoryPicture& picture);
    void arrange();
    [[nodiscard]] MemoryGrouping groupingAt(int entry) const;

    MeasuredMemory m_measured;
    MemoryQuestion m_question;
    ViewHeader* m_header;
    Segmented* m_mode;
    MemoryCanvas* m_canvas;
    EmptyState* m_empty;
    Legend* m_legend;
    QWidget* m_legendPane;
};

}  // namespace ui
