// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes at 1440 × 900 and minima are those of the design language, section 2.
#include "ui/window/workspaces.h"

#include "ui/kit/callout.h"
#include "ui/learn/learn_view.h"
#include "ui/planner/planner_view.h"
#include "ui/state/settings.h"
#include "ui/window/figures_row.h"
#include "ui/window/out_of_memory_panel.h"
#include "ui/window/plan_panel.h"
#include "ui/window/run_row.h"

#include <QVBoxLayout>

namespace ui {

namespace {

QVBoxLayout* flush(QVBoxLayout* column) {
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

// A stack is as high as its highest page, shown or not; one that asks for nothing does not count.
const QSizePolicy kHiddenPage(QSizePolicy::Ignored, QSizePolicy::Ignored);

void atLeast(QWidget* view, int width, int height) { view->setMinimumSize(width, height); }

}  // namespace

ViewSlot::ViewSlot(QWidget* parent)
    : QWidget(parent) {
    flush(new QVBoxLayout(this));
}

void ViewSlot::hold(QWidget* view) {
    layout()->addWidget(view);
    view->show();
}

Workspace::Workspace(QWidget* parent)
    : QWidget(parent)
    , m_banner(new Banner(this))
    , m_topology(new ViewSlot(this)) {
    m_banner->hide();
}

void Workspace::showBanner(const std::optional<BannerMessage>& message) {
    m_banner->setVisible(message.has_value());
    if (!message) return;
    m_banner->setMessage(message->tone, message->icon, message->headline, message->text);
    QList<Button*> buttons;
    for (const BannerAction& action : message->actions) {
        auto* button = action.kind == ButtonKind::Primary ? new Button(action.kind, Icon::Play, action.text)
                                                          : new Button(action.kind, action.text);
        connect(
            button, &Button::clicked, this, [run = action.run] { run(); }, Qt::QueuedConnection);
        buttons << button;
    }
    m_banner->setButtons(buttons);
}

Splitter* Workspace::keep(Splitter* splitter, const QString& name, const QList<int>& sizes) {
    splitter->setObjectName(name);
    splitter->setSizes(sizes);
    m_kept << Kept{splitter, name, sizes};
    return splitter;
}

void Workspace::saveSplitters(Settings& settings) const {
    for (const Kept& kept : m_kept) settings.setSplitter(kept.name, kept.splitter->saveState());
}

void Workspace::restoreSplitters(const Settings& settings) {
    for (const Kept& kept : m_kept)
        if (const QByteArray state = settings.splitter(kept.name); !state.isEmpty())
            kept.splitter->restoreState(state);
}

void Workspace::resetSplitters() {
    for (const Kept& kept : m_kept) kept.splitter->setSizes(kept.sizes);
}

ExploreWorkspace::ExploreWorkspace(const Hall& hall, CommandSet& commands, const Views& views,
                                   QWidget* parent)
    : Workspace(parent)
    , m_panel(new PlanPanel(hall, commands, this))
    , m_figures(new FiguresRow(hall, commands, this)) {
    atLeast(m_topology, 480, 240);
    atLeast(views.memory, 360, 240);
    atLeast(views.timeline, 480, 238);
    auto* top = new Splitter(Qt::Horizontal);
    top->addWidget(m_topology);
    top->addWidget(views.memory);
    top->setStretchFactor(0, 1);
    top->setStretchFactor(1, 0);
    auto* main = new Splitter(Qt::Vertical);
    main->addWidget(top);
    main->addWidget(views.timeline);
    main->setStretchFactor(0, 0);
    main->setStretchFactor(1, 1);
    keep(top, QStringLiteral("explore.top"), {724, 420});
    keep(main, QStringLiteral("explore.main"), {456, 310});
    auto* right = flush(new QVBoxLayout);
    right->addWidget(m_figures);
    right->addWidget(main, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_panel);
    row->addLayout(right, 1);
    auto* all = flush(new QVBoxLayout(this));
    all->addWidget(m_banner);
    all->addLayout(row, 1);
}

RunWorkspace::RunWorkspace(const Hall& hall, CommandSet& commands, const Views& views, QWidget* parent)
    : Workspace(parent)
    , m_row(new RunRow(hall, commands, this))
    , m_outOfMemory(new OutOfMemoryPanel(hall, this))
    , m_top(new QStackedWidget(this)) {
    atLeast(m_topology, 380, 160);
    atLeast(views.memory, 380, 160);
    atLeast(views.loss, 320, 160);
    atLeast(views.sample, 260, 160);
    atLeast(views.timeline, 480, 150);
    auto* left = new Splitter(Qt::Vertical);
    left->addWidget(m_topology);
    left->addWidget(views.memory);
    auto* curves = new Splitter(Qt::Horizontal);
    curves->addWidget(views.loss);
    curves->addWidget(views.sample);
    curves->setStretchFactor(0, 1);
    m_top->addWidget(curves);
    m_top->addWidget(m_outOfMemory);
    auto* charts = new Splitter(Qt::Horizontal);
    for (QWidget* chart : views.charts) {
        atLeast(chart, 170, 140);
        charts->addWidget(chart);
    }
    m_right = new Splitter(Qt::Vertical);
    Splitter* right = m_right;
    right->addWidget(m_top);
    right->addWidget(charts);
    auto* upper = new Splitter(Qt::Horizontal);
    upper->addWidget(left);
    upper->addWidget(right);
    upper->setStretchFactor(1, 1);
    m_main = new Splitter(Qt::Vertical);
    Splitter* main = m_main;
    main->addWidget(upper);
    main->addWidget(views.timeline);
    main->setStretchFactor(0, 1);
    keep(left, QStringLiteral("run.left"), {291, 254});
    keep(curves, QStringLiteral("run.curves"), {604, 400});
    keep(charts, QStringLiteral("run.charts"), QList<int>(views.charts.size(), 251));
    keep(right, QStringLiteral("run.right"), {291, 254});
    keep(upper, QStringLiteral("run.upper"), {436, 1004});
    keep(main, QStringLiteral("run.main"), {545, 212});
    auto* all = flush(new QVBoxLayout(this));
    all->addWidget(m_row);
    all->addWidget(m_banner);
    all->addWidget(main, 1);
    m_outOfMemory->setSizePolicy(kHiddenPage);
}

PlannerWorkspace::PlannerWorkspace(PlannerView* view, QWidget* parent)
    : Workspace(parent)
    , m_view(view) {
    m_topology->hide();
    const QList<Splitter*> splitters = view->splitters();
    const QList<int> sizes[] = {{728, 416}, {728, 416}, {438, 336}};
    for (qsizetype i = 0; i < splitters.size(); ++i) keep(splitters[i], splitters[i]->objectName(), sizes[i]);
    auto* all = flush(new QVBoxLayout(this));
    all->addWidget(m_banner);
    all->addWidget(m_view, 1);
}

LearnWorkspace::LearnWorkspace(LearnView* view, QWidget* parent)
    : Workspace(parent)
    , m_view(view) {
    m_topology->hide();
    auto* all = flush(new QVBoxLayout(this));
    all->addWidget(m_banner);
    all->addWidget(m_view, 1);
}

void RunWorkspace::showTop(Top top) {
    if (top == this->top()) return;
    const bool explains = top == Top::OutOfMemory;
    if (explains) {  // what was never shown has no sizes yet
        m_rightSizes = isVisible() ? m_right->sizes() : QList<int>();
        m_mainSizes = isVisible() ? m_main->sizes() : QList<int>();
    }
    m_outOfMemory->setSizePolicy(explains ? QSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred) : kHiddenPage);
    m_top->setCurrentIndex(explains ? 1 : 0);
    if (explains || m_mainSizes.isEmpty()) return;
    m_top->layout()->activate();
    m_right->setSizes(m_rightSizes);
    m_main->setSizes(m_mainSizes);
}

RunWorkspace::Top RunWorkspace::top() const {
    return m_top->currentIndex() == 1 ? Top::OutOfMemory : Top::Charts;
}

}  // namespace ui
