// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule of one step: as predicted, and during a run the measured one under it, in virtual time or by
// the wall clock.
#pragma once

#include "ui/state/hall_view.h"
#include "ui/timeline/timeline_picture.h"

namespace ui {

class EmptyState;
class KindMarks;
class Legend;
class Segmented;
class TimelineCanvas;
class ViewHeader;

class TimelineView : public HallView {
    Q_OBJECT
public:
    explicit TimelineView(ViewPlace place, QWidget* parent = nullptr);

    void setMeasured(MeasuredSpans measured);
    void setClock(TimelineClock clock);
    [[nodiscard]] TimelineClock clock() const { return m_question.clock; }
    [[nodiscard]] TimelineCanvas* canvas() const { return m_canvas; }
    [[nodiscard]] QString kindWords() const;  // of the header, as they stand

protected:
    void refresh() override;
    void takeRun(const RunStore& run) override;
    bool follow(const SelectedItem& selected) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void buildRunHeader();
    void refreshHeader();
    void openTensors(std::size_t moment);  // of the memory curve
    void openFormula(int item);            // of a predicted op, the plan's or A's

    MeasuredSpans m_measured;
    TimelineQuestion m_question;
    ViewHeader* m_header;
    Legend* m_legend;
    KindMarks* m_kinds = nullptr;  // Run only
    Segmented* m_clockChoice = nullptr;
    TimelineCanvas* m_canvas;
    EmptyState* m_empty;
};

}  // namespace ui
