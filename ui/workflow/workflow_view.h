// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How Megatron and DeepSpeed work together in one step: the steps in their order, what the chosen one does and sends, its
// groups lit on the topology. In Run the steps follow the spans of the newest measured step.
#pragma once

#include "core/telemetry/events.h"
#include "ui/state/hall_view.h"

#include <QElapsedTimer>
#include <QTimer>

#include <map>

class QBoxLayout;

namespace ui {

class Button;
class EmptyState;
class Label;
class Spotlight;
class ViewHeader;
class WorkflowCanvas;

class WorkflowView : public HallView {
    Q_OBJECT
public:
    explicit WorkflowView(ViewPlace place, QWidget* parent = nullptr);
    void bind(const Hall& hall);

    [[nodiscard]] WorkflowCanvas& canvas() { return *m_canvas; }
    void choose(int step);  // −1 = none
    void go(int direction);
    [[nodiscard]] QString explanation() const;  // what stands beside the steps

protected:
    void refresh() override;
    void takeRun(const RunStore& run) override;
    bool follow(const SelectedItem& selected) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QBoxLayout* textBelow();
    [[nodiscard]] QBoxLayout* textBeside();
    [[nodiscard]] QString pinnedNote() const;
    void explain();
    void light();
    void play();
    [[nodiscard]] std::vector<core::Group> groupsOfChosen() const;

    ViewHeader* m_header;
    WorkflowCanvas* m_canvas;
    Label *m_title, *m_call, *m_how, *m_bytes, *m_who;
    Button *m_back, *m_next;
    Spotlight* m_spotlight = nullptr;
    std::map<int, core::SpansEvent> m_spans;
    std::map<core::GroupKind, core::Bytes> m_measured;  // of the newest step, by kind of group
    std::int64_t m_playedStep = -1;
    double m_playSeconds = 1;
    QElapsedTimer m_clock;
    QTimer m_frame;
};

}  // namespace ui
