// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workflow/workflow_view.h"

#include "core/workflow/live.h"
#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/state/run_store.h"
#include "ui/state/hall.h"
#include "ui/state/spotlight.h"
#include "ui/workflow/workflow_canvas.h"

#include <algorithm>

namespace ui {

namespace {

constexpr int kFrameMs = 60, kTextWidth = 330, kTextHeight = 84;
constexpr double kShortest = 0.8, kLongest = 4;  // seconds in which a measured step is played

QString membersText(const core::Group& group) {
    constexpr std::size_t kMost = 6;
    QStringList names;
    for (std::size_t i = 0; i < std::min(kMost, group.ranks.size()); ++i)
        names << QString::number(group.ranks[i].value);
    if (group.ranks.size() > kMost) names << QStringLiteral("…");
    return QLatin1Char('{') + names.join(QStringLiteral(", ")) + QLatin1Char('}');
}

QString kindName(core::GroupKind kind) {
    switch (kind) {
    case core::GroupKind::Tensor:
        return WorkflowView::tr("tensor");
    case core::GroupKind::Context:
        return WorkflowView::tr("context");
    case core::GroupKind::Data:
        return WorkflowView::tr("data");
    case core::GroupKind::Pipeline:
        return WorkflowView::tr("pipeline");
    case core::GroupKind::Embedding:
        return WorkflowView::tr("embedding");
    case core::GroupKind::Expert:
        return WorkflowView::tr("expert");
    }
    return {};
}

}  // namespace

WorkflowView::WorkflowView(ViewPlace place, QWidget* parent)
    : HallView(place, parent)
    , m_header(new ViewHeader(tr("Order of a step"), this))
    , m_canvas(new WorkflowCanvas(this))
    , m_title(new Label({}, FontUse::BodyStrong, Role::Text, this))
    , m_call(new Label({}, FontUse::Code, Role::Accent, this))
    , m_how(new Label({}, FontUse::Body, Role::Text, this))
    , m_bytes(new Label({}, FontUse::Label, Role::Text2, this))
    , m_who(new Label({}, FontUse::Label, Role::Text2, this))
    , m_back(m_header->addIconButton(Icon::Left, tr("Step before (Left)")))
    , m_next(m_header->addIconButton(Icon::Right, tr("Next step (Right)"))) {
    m_back->setObjectName(QStringLiteral("workflowBack"));
    m_next->setObjectName(QStringLiteral("workflowNext"));
    m_header->setKinds({{NumberKind::Predicted, tr("bytes predicted")}});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addLayout(place == ViewPlace::Explore ? textBelow() : textBeside(), 1);
    connect(m_back, &Button::clicked, this, [this] { go(-1); });
    connect(m_next, &Button::clicked, this, [this] { go(1); });
    connect(m_canvas, &Canvas::itemSelected, this, &WorkflowView::choose);
    connect(m_canvas, &Canvas::cleared, this, [this] { choose(-1); });
    connect(m_canvas, &WorkflowCanvas::stepRequested, this, &WorkflowView::go);
    m_frame.setInterval(kFrameMs);
    connect(&m_frame, &QTimer::timeout, this, &WorkflowView::play);
    setFocusProxy(m_canvas);
}

// Explore is high and not wide: the text in three columns under the steps.
QBoxLayout* WorkflowView::textBelow() {
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(14, 2, 14, 8);
    strip->setSpacing(20);
    for (const auto& [labels, stretch] :
         {std::pair{QList<Label*>{m_title, m_call}, 3}, {{m_how}, 4}, {{m_bytes, m_who}, 3}}) {
        auto* part = new QVBoxLayout;
        part->setSpacing(2);
        for (Label* label : labels) {
            label->setWrapped();
            part->addWidget(label);
        }
        part->addStretch(1);
        strip->addLayout(part, stretch);
    }
    auto* holder = new QWidget(this);
    holder->setLayout(strip);
    holder->setFixedHeight(themeOf(*this).ipx(kTextHeight));
    auto* body = new QVBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_canvas, 1);
    body->addWidget(holder);
    return body;
}

// Run is wide and not high.
QBoxLayout* WorkflowView::textBeside() {
    auto* text = new QVBoxLayout;
    text->setContentsMargins(14, 8, 14, 8);
    text->setSpacing(4);
    for (Label* label : {m_title, m_call, m_how, m_bytes, m_who}) {
        label->setWrapped(kTextWidth - 28);
        text->addWidget(label);
    }
    text->addStretch(1);
    auto* side = new QWidget(this);
    side->setLayout(text);
    side->setFixedWidth(kTextWidth);
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_canvas, 1);
    body->addWidget(side);
    return body;
}

void WorkflowView::bind(const Hall& hall) {
    m_spotlight = &Spotlight::of(hall.selection);
    HallView::bind(hall);
}

void WorkflowView::refresh() {
    m_canvas->setWorkflow(snapshot() ? core::stepWorkflow(*snapshot()) : core::Workflow{});
    m_canvas->setPinned(pinned() ? core::stepWorkflow(*pinned()) : core::Workflow{});
    const bool pipeline = m_canvas->workflow().lane == core::WorkflowLane::Pipeline;
    m_header->setNote(m_canvas->workflow().steps.empty() ? errorOr(QString())
                      : pipeline                         ? tr("this plan: PipelineEngine")
                                                         : tr("this plan: DeepSpeedEngine"));
    if (m_canvas->hasPinned()) m_header->setNote(pinnedNote());
    explain();
    light();
}

QString WorkflowView::pinnedNote() const {
    QStringList titles;
    for (const core::WorkflowStep& step : m_canvas->onlyPinned()) titles << workflowTitle(step);
    return titles.isEmpty() ? tr("outline: A") : tr("outline: A, which also has: %1").arg(titles.join(QLatin1String(", ")));
}

void WorkflowView::takeRun(const RunStore& run) {
    m_spans = run.spans();
    m_measured.clear();
    for (const core::CollectiveEvent& event : run.collectives()) m_measured[event.group] += event.wireBytes;
    if (m_spans.empty() || m_spans.begin()->second.step == m_playedStep) return;
    m_playedStep = m_spans.begin()->second.step;
    m_playSeconds = std::clamp(run.lastStep() ? run.lastStep()->stepMs / 1e3 : 1.0, kShortest, kLongest);
    m_clock.start();
    m_frame.start();
}

// The last measured step, over as long as a step takes.
void WorkflowView::play() {
    const double share = double(m_clock.elapsed()) / 1e3 / m_playSeconds;
    if (share >= 1 || !isVisible()) {
        m_frame.stop();
        m_canvas->setActive(std::vector<bool>(m_canvas->workflow().steps.size(), false));
        return;
    }
    m_canvas->setActive(core::activeAt(m_canvas->workflow(), m_spans, share * core::stepLength(m_spans)));
}

bool WorkflowView::follow(const SelectedItem&) {
    explain();
    light();
    return false;
}

void WorkflowView::choose(int step) {
    m_canvas->setCurrent(step);
    explain();
    light();
}

void WorkflowView::go(int direction) {
    const int from = m_canvas->current() < 0 && direction < 0 ? m_canvas->itemCount() : m_canvas->current();
    if (const int next = m_canvas->ownStep(from, direction); next >= 0) choose(next);
}

QString WorkflowView::explanation() const {
    QStringList lines;
    for (const Label* label : {m_title, m_call, m_how, m_bytes, m_who})
        if (!label->text().isEmpty()) lines << label->text();
    return lines.join(QLatin1Char('\n'));
}

// Those of the chosen step; of a selected rank its own alone.
std::vector<core::Group> WorkflowView::groupsOfChosen() const {
    const int chosen = m_canvas->current();
    if (chosen < 0 || !snapshot() || !snapshot()->layout) return {};
    const core::WorkflowStep& step = m_canvas->workflow().steps[std::size_t(chosen)];
    const core::Layout& layout = *snapshot()->layout;
    if (!step.group) return {};
    std::vector<core::Group> groups;
    if (selected().rank && *selected().rank < layout.ranks())
        groups = {layout.groupOf(*step.group, core::Rank(*selected().rank))};
    else
        groups = layout.groups(*step.group);
    std::erase_if(groups, [](const core::Group& group) { return group.ranks.size() < 2; });
    return groups;
}

void WorkflowView::explain() {
    const int chosen = m_canvas->current();
    m_back->setEnabled(chosen < 0 || m_canvas->ownStep(chosen, -1) >= 0);
    m_next->setEnabled(m_canvas->ownStep(chosen, 1) >= 0);
    const std::vector<core::Group> groups = groupsOfChosen();
    if (chosen < 0) {
        m_title->setText(tr("Choose a step, or go through them with the arrow keys."));
        for (Label* label : {m_call, m_how, m_bytes, m_who}) label->clear();
        return;
    }
    const core::WorkflowStep& step = m_canvas->workflow().steps[std::size_t(chosen)];
    m_title->setText(workflowTitle(step));
    m_call->setText(qs(step.call));
    m_how->setText(workflowHow(step) + QLatin1Char('.'));
    QStringList bytes;
    if (!m_canvas->workflow().isOwn(step)) bytes << tr("The other engine's way: this plan does not go it.");
    for (const core::TrafficRow& row : step.traffic)
        bytes << tr("○ %1, %2 a step on all wires").arg(qs(core::toText(row.op)), bytesText(row.wire));
    if (const core::WorkflowStep* twin = m_canvas->hasPinned() ? m_canvas->pinnedTwin(chosen) : nullptr)
        bytes << tr("○ A: %1").arg(bytesText(twin->wire()));
    if (step.group)
        if (const auto measured = m_measured.find(*step.group); measured != m_measured.end())
            bytes
                << tr("● all %1 groups in the newest step: %2").arg(kindName(*step.group), bytesText(measured->second));
    m_bytes->setText(bytes.join(QLatin1Char('\n')));
    QStringList names;
    for (std::size_t i = 0; i < std::min<std::size_t>(4, groups.size()); ++i) names << membersText(groups[i]);
    if (groups.size() > 4) names << QStringLiteral("…");
    m_who->setText(
        !step.group ? tr("Every rank.")
        : groups.empty()
            ? tr("Groups of one: nothing is sent.")
            : tr("%1 %2 groups: %3").arg(groups.size()).arg(kindName(*step.group), names.join(QStringLiteral(" "))));
}

void WorkflowView::light() {
    const int chosen = m_canvas->current();
    if (!m_spotlight || !isVisible()) return;
    if (chosen < 0) return m_spotlight->clear(this);
    const core::WorkflowStep& step = m_canvas->workflow().steps[std::size_t(chosen)];
    LitGroups lit;
    lit.groups = groupsOfChosen();
    lit.words = workflowTitle(step);
    if (!lit.groups.empty())
        lit.words = tr("%1: %2 %3 groups, %4 a step")
                        .arg(lit.words)
                        .arg(lit.groups.size())
                        .arg(kindName(*step.group), bytesText(step.wire()));
    m_spotlight->show(std::move(lit), this);
}

void WorkflowView::hideEvent(QHideEvent* event) {
    HallView::hideEvent(event);
    if (m_spotlight) m_spotlight->clear(this);
}

}  // namespace ui
