// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/topology_view.h"

#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/exporters.h"
#include "ui/kit/hover_card.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/segmented.h"
#include "ui/kit/view_header.h"
#include "ui/state/pinned_plan.h"
#include "ui/state/selection.h"
#include "ui/state/spotlight.h"
#include "ui/state/sentences.h"
#include "ui/topology/rank_facts.h"
#include "ui/topology/scene_painter.h"
#include "ui/topology/topology_3d.h"
#include "ui/topology/topology_painted.h"

#include <QEvent>
#include <QEventLoop>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPointer>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace ui {
namespace {

constexpr int kRunRefreshMs = 400;  // measured memory moves slowly; a frame costs a software renderer much
constexpr int kGrabMs = 2000;
constexpr double kPaperLegend = 30, kPaperMargin = 14;

std::vector<LegendEntry> groupLegend() {
    const auto line = [](const QString& name, const QString& shortName, Axis axis) {
        LegendEntry entry;
        entry.swatch = Swatch::Line;
        entry.name = name;
        entry.shortName = shortName;
        entry.axis = axis;
        return entry;
    };
    LegendEntry network;
    network.swatch = Swatch::DottedLine;
    network.name = TopologyView::tr("network");
    network.shortName = TopologyView::tr("net");
    network.role = Role::Text2;
    return {line(TopologyView::tr("Tensor"), QString(), Axis::Tensor),
            line(TopologyView::tr("Pipeline"), TopologyView::tr("Pipe."), Axis::Pipeline),
            line(TopologyView::tr("Data"), QString(), Axis::Data), network};
}

std::vector<LegendEntry> stateLegend() {
    std::vector<LegendEntry> entries = memoryLegend(NumberKind::Measured);
    entries.resize(3);  // parameters, gradients, optimizer
    return entries;
}

}  // namespace

TopologyView::TopologyView(const Hall& hall, QWidget* parent, TopologyForm form)
    : QWidget(parent)
    , m_hall(hall)
    , m_snapshot(hall.evaluator.snapshot())
    , m_form(form)
    , m_scene(std::make_shared<Scene>())
    , m_header(new ViewHeader(tr("Topology"), this))
    , m_stage(new QWidget(this))
    , m_stack(new QStackedLayout(m_stage))
    , m_empty(new EmptyState({}, m_stage))
    , m_facts(new FactsLine(this))
    , m_hoverCard(new HoverCard(this)) {
    buildHeader();
    m_stack->addWidget(m_empty);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_stage, 1);
    column->addWidget(m_facts);

    m_rebuild.setSingleShot(true);
    connect(&m_rebuild, &QTimer::timeout, this, &TopologyView::rebuild);
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this](const SnapshotPtr& snapshot) {
        m_snapshot = snapshot;
        later();
    });
    connect(&hall.selection, &Selection::changed, this, &TopologyView::later);
    connect(&hall.selection, &Selection::hoverChanged, this, &TopologyView::later);
    connect(&Spotlight::of(hall.selection), &Spotlight::changed, this, &TopologyView::later);
    connect(&PinnedPlan::of(hall.evaluator), &PinnedPlan::changed, this, &TopologyView::later);
    connect(&hall.run, &RunStore::stateChanged, this, &TopologyView::later);
    connect(&hall.run, &RunStore::tick, this, [this] {
        if (m_form == TopologyForm::Compact && !m_rebuild.isActive()) m_rebuild.start(kRunRefreshMs);
    });
    arrangeForm();
}

TopologyView::~TopologyView() = default;

void TopologyView::buildHeader() {
    m_modes = m_header->addSegmented({tr("Groups"), tr("Stage"), tr("Memory"), tr("ZeRO")});
    connect(m_modes, &Segmented::chosen, this, [this](int index) { setMode(TopologyMode(index)); });
    m_legend = m_header->addRightLegend();
    m_rank = new RankWords(m_header);
    m_header->addRight(m_rank);
    m_fit = m_header->addIconButton(Icon::Fit, tr("Show everything (0)"));
    m_more = m_header->addIconButton(Icon::More, tr("More about the topology"));
    connect(m_fit, &Button::clicked, this, [this] {
        if (SceneInput* in = input()) in->fit(Motion::Glide);
    });
    connect(m_more, &Button::clicked, this, &TopologyView::openMenu);
}

void TopologyView::setForm(TopologyForm form) {
    if (form == m_form) return;
    m_form = form;
    arrangeForm();
    later();
}

void TopologyView::arrangeForm() {
    const bool full = m_form == TopologyForm::Full;
    m_modes->setVisible(full);
    m_legend->setVisible(full);
    m_fit->setVisible(full);
    m_facts->setVisible(full);
    m_rank->setVisible(!full);
    m_header->setNote(full ? QString() : tr("gauge: memory"));
    if (!full) setMode(TopologyMode::Groups);
    m_legend->setEntries(m_mode == TopologyMode::Zero ? stateLegend() : groupLegend());
}

void TopologyView::setMode(TopologyMode mode) {
    m_modes->setCurrent(int(mode));
    if (mode == m_mode) return;
    m_mode = mode;
    m_legend->setVisible(m_form == TopologyForm::Full &&
                         (mode == TopologyMode::Groups || mode == TopologyMode::Zero));
    m_legend->setEntries(mode == TopologyMode::Zero ? stateLegend() : groupLegend());
    later();
}

void TopologyView::aim(const std::optional<SceneInput::Angles>& angles) {
    m_aim = angles;
    if (SceneInput* in = input()) in->aim(angles, Motion::Glide);
}

void TopologyView::setDrawing(TopologyDrawing drawing) {
    if (drawing == m_drawing) return;
    m_drawing = drawing;
    if (QWidget* old = canvas()) {
        m_3d = nullptr;
        m_painted = nullptr;
        m_stack->setCurrentWidget(m_empty);
        delete old;
    }
    later();
}

// Made when first needed: a hidden view costs no OpenGL context.
void TopologyView::setUpCanvas() {
    if (canvas()) return;
    if (m_drawing == TopologyDrawing::Automatic && openGlUsable()) {
        m_3d = new Topology3D(m_stage);
        connectInput(m_3d->input());
    } else {
        m_painted = makePainted();
        connectInput(m_painted->input());
    }
    m_stack->addWidget(canvas());
    setTabOrder(m_more, canvas());
}

void TopologyView::connectInput(SceneInput& input) {
    connect(&input, &SceneInput::picked, this, &TopologyView::pick);
    connect(&input, &SceneInput::hovered, this, &TopologyView::hover);
    connect(&input, &SceneInput::walked, this, &TopologyView::walk);
    if (m_aim) input.aim(m_aim, Motion::Jump);
}

QWidget* TopologyView::canvas() const { return m_3d ? static_cast<QWidget*>(m_3d) : m_painted; }

SceneInput* TopologyView::input() const {
    return m_3d ? &m_3d->input() : m_painted ? &m_painted->input() : nullptr;
}

const core::Snapshot& TopologyView::snapshot() const {
    const bool ofRun = m_form == TopologyForm::Compact && m_hall.run.hasRun();
    return ofRun ? *m_hall.run.prediction() : *m_snapshot;
}

std::optional<int> TopologyView::failedRank() const {
    if (m_form == TopologyForm::Full || m_hall.run.state() != EngineState::Failed || !m_hall.run.problem())
        return {};
    const core::ProblemEvent& problem = *m_hall.run.problem();
    return problem.outOfMemory ? std::optional(problem.outOfMemory->rank) : problem.rank;
}

SceneRequest TopologyView::request() const {
    const bool compact = m_form == TopologyForm::Compact;
    SceneRequest request{.snapshot = snapshot(),
                         .theme = themeOf(*this),
                         .mode = m_mode,
                         .detail = compact ? SceneDetail::Compact : SceneDetail::Full,
                         .selected = m_hall.selection.current(),
                         .hovered = m_hall.selection.hovered()};
    if (compact && m_hall.run.hasRun()) request.measured = &m_hall.run.memory();
    if (!compact) request.pinned = PinnedPlan::of(m_hall.evaluator).snapshot().get();
    request.failedRank = failedRank();
    request.lit = &Spotlight::of(m_hall.selection).lit();
    return request;
}

void TopologyView::later() {
    if (isVisible()) m_rebuild.start(0);
}

void TopologyView::showEvent(QShowEvent*) { rebuild(); }

void TopologyView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) later();
}

void TopologyView::rebuild() {
    const SceneRequest request = this->request();
    m_scene = std::make_shared<Scene>(buildScene(request));
    showRank();
    showFacts(*m_facts, request);
    if (request.isLit())
        m_facts->setFacts(request.theme.color(Role::Accent), {{request.lit->words, request.theme.color(Role::Text), FontUse::Label}}, {});
    if (m_form == TopologyForm::Full) m_header->setNote(request.pinned && m_mode == TopologyMode::Zero ? tr("thin bars: A") : QString());
    if (m_scene->empty()) return showProblem();
    setUpCanvas();
    if (m_3d)
        m_3d->setScene(m_scene, request.theme);
    else
        m_painted->setScene(m_scene, request.theme);
    m_stack->setCurrentWidget(canvas());
}

void TopologyView::showProblem() {
    for (const core::Problem& problem : snapshot().problems)
        if (problem.severity == core::Severity::Error) {
            m_empty->setSentence(wholeSentence(problem));
            m_stack->setCurrentWidget(m_empty);
            return;
        }
    m_empty->setSentence(tr("The cards of the plan, as a grid of stages, replicas and tensor ranks."));
    m_stack->setCurrentWidget(m_empty);
}

void TopologyView::showRank() {
    const auto& layout = snapshot().layout;
    const auto failed = failedRank();
    const auto rank = failed ? failed : m_hall.selection.current().rank;
    if (!layout || !rank || *rank >= layout->ranks()) return m_rank->setRank({}, {}, Role::Text2);
    m_rank->setRank(tr("Rank %1").arg(*rank), coordinatesText(*layout, *rank),
                    failed ? Role::Danger : Role::AccentFill);
}

void TopologyView::pick(int item) {
    m_hoverCard->dismiss();
    if (item < 0) return m_hall.selection.clear(this);
    const SceneItem& picked = m_scene->items[std::size_t(item)];
    SelectedItem selected;
    selected.stage = picked.stage;
    if (picked.kind != SceneItem::Kind::Stage) selected.rank = picked.firstRank;
    selected.microBatch = m_hall.selection.current().microBatch;
    m_hall.selection.select(selected, this);
}

void TopologyView::hover(int item, const QPoint& globalPosition) {
    SelectedItem hovered;
    if (item < 0 || std::size_t(item) >= m_scene->items.size()) {
        m_hoverCard->dismiss();
    } else {
        const SceneItem& under = m_scene->items[std::size_t(item)];
        hovered.stage = under.stage;
        if (under.kind != SceneItem::Kind::Stage) hovered.rank = under.firstRank;
        m_hoverCard->schedule(hoverContent(under, request()), globalPosition);
    }
    m_hall.selection.hover(hovered, this);
}

void TopologyView::walk(int steps) {
    if (!snapshot().layout) return;
    const int ranks = snapshot().layout->ranks();
    const int from = m_hall.selection.current().rank.value_or(steps > 0 ? -1 : 0);
    const int to = (from + steps % ranks + ranks) % ranks;
    SelectedItem selected = m_hall.selection.current();
    selected.rank = to;
    selected.stage = snapshot().layout->coordinates(core::Rank(to)).pp;
    m_hall.selection.select(selected, this);
}

void TopologyView::openMenu() {
    QMenu menu(this);
    menu.addAction(tr("Show everything"), this, [this] {
        if (SceneInput* in = input()) in->fit(Motion::Glide);
    });
    QAction* flat = menu.addAction(tr("Paint instead of 3D"));
    flat->setCheckable(true);
    flat->setChecked(m_painted != nullptr);
    flat->setEnabled(m_3d ||
                     m_drawing == TopologyDrawing::Painted);  // nothing to choose where OpenGL is missing
    connect(flat, &QAction::toggled, this, [this](bool on) {
        setDrawing(on ? TopologyDrawing::Painted : TopologyDrawing::Automatic);
        emit drawingChanged(m_drawing);
    });
    menu.addSeparator();
    menu.addAction(tr("Save picture…"), this, &TopologyView::savePicture);
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void TopologyView::savePicture() {
    const QString fileName = QFileDialog::getSaveFileName(window(), tr("Save picture"), tr("topology.png"),
                                                          tr("Pictures (*.png *.svg *.pdf);;Table (*.csv)"));
    if (fileName.isEmpty()) return;
    if (const auto failure = exportTo(fileName)) QMessageBox::warning(window(), tr("Save picture"), *failure);
}

TopologyPainted* TopologyView::makePainted() {
    return new TopologyPainted(
        {[this](const Theme& theme) { return sceneIn(theme); }, [this] { return rankTable(request()); },
         [this](int item) { return hoverContent(m_scene->items[std::size_t(item)], request()); }},
        m_stage);
}

Scene TopologyView::sceneIn(const Theme& theme) const {
    SceneRequest request = this->request();
    request.theme = theme;
    request.hovered = {};
    return buildScene(request);
}

std::optional<QString> TopologyView::exportTo(const QString& fileName) {
    std::unique_ptr<TopologyPainted> own;
    TopologyPainted* canvas = m_painted;
    if (!canvas) {
        own.reset(makePainted());
        own->resize(m_stage->size());
        canvas = own.get();
    }
    return exportCanvas(*canvas, fileName, {tr("Topology"), planLine(snapshot())});
}

bool TopologyView::paintPlan(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    SelectedItem selected = m_hall.selection.current();
    selected.rank = selected.rank.value_or(0);
    const Scene scene = buildScene({.snapshot = *m_hall.evaluator.snapshot(), .theme = theme, .selected = selected});
    if (scene.empty()) return false;
    const double legend = theme.px(kPaperLegend), margin = theme.px(kPaperMargin);
    drawLegend(painter, {margin, margin / 2}, size.width() - 2 * margin, theme, groupLegend());
    const QSizeF below = size - QSizeF(0, legend);
    painter.translate(0, legend);
    paintScene(painter, scene, fitted(scene, scene.home, below, theme), below, theme);
    painter.translate(0, -legend);
    return true;
}

QImage TopologyView::grabPicture() {
    if (m_rebuild.isActive()) {
        m_rebuild.stop();
        rebuild();
    }
    QImage picture = grab().toImage();
    if (!m_3d || m_stack->currentWidget() != m_3d) return picture;
    const auto frame = std::make_shared<QImage>();  // the answer may come after the wait has ended
    QEventLoop loop;
    QTimer::singleShot(kGrabMs, &loop, &QEventLoop::quit);
    m_3d->capture([frame, waiting = QPointer<QEventLoop>(&loop)](const QImage& image) {
        *frame = image;
        if (waiting) waiting->quit();
    });
    loop.exec();
    QPainter painter(&picture);
    const QRect place(m_3d->mapTo(this, QPoint()), m_3d->size());
    if (!frame->isNull()) {
        painter.drawImage(place, *frame);
        return picture;
    }
    painter.translate(place.topLeft());  // no frame comes while the window is covered: paint the same scene
    paintScene(painter, *m_scene, m_3d->input().camera(), place.size(), themeOf(*this));
    return picture;
}

}  // namespace ui
