// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule of one step: as predicted, and during a run the measured one under it, in virtual time or by
// the wall clock. Told what to show by setters, says what the user points at by signals; bind() connects both
// to the hall.
#pragma once

#include "ui/state/selection.h"
#include "ui/timeline/timeline_picture.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace ui {

class EmptyState;
class KindMarks;
class Legend;
class Segmented;
class TimelineCanvas;
class ViewHeader;
struct Hall;

enum class TimelinePlace { Explore, Run };

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(TimelinePlace place, QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const core::Snapshot> snapshot);
    void setMeasured(MeasuredSpans measured);
    void setSelection(const SelectedItem& item);
    void setHovered(const SelectedItem& item);
    void setClock(TimelineClock clock);
    [[nodiscard]] TimelineClock clock() const { return m_question.clock; }
    [[nodiscard]] TimelineCanvas* canvas() const { return m_canvas; }

    // Follows the hall: in Explore the plan, in Run the run (before the first one: the plan).
    void bind(const Hall& hall);

signals:
    void selectionRequested(const ui::SelectedItem& item);
    void hoverRequested(const ui::SelectedItem& item);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void buildRunHeader();
    void refresh();
    void refreshHeader();
    [[nodiscard]] QString emptySentence() const;

    TimelinePlace m_place;
    std::shared_ptr<const core::Snapshot> m_snapshot;
    MeasuredSpans m_measured;
    TimelineQuestion m_question;
    SelectedItem m_selected, m_hovered;
    std::function<void()> m_pull;  // takes the newest data from the hall; only while visible, and when shown
    ViewHeader* m_header;
    Legend* m_legend;
    KindMarks* m_kinds = nullptr;  // Run only
    Segmented* m_clockChoice = nullptr;
    TimelineCanvas* m_canvas;
    EmptyState* m_empty;
};

}  // namespace ui
