// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_view.h"

#include "ui/kit/button.h"
#include "ui/kit/canvas_menu.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/segmented.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/memory/memory_canvas.h"
#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/run_store.h"

#include <QEvent>
#include <QMenu>
#include <QVBoxLayout>

namespace ui {
namespace {

// More rows than this show the heaviest first, because not all of them can be seen.
constexpr int kRowsInOrder = 16;

}  // namespace

MemoryView::MemoryView(MemoryPlace place, QWidget* parent)
    : QWidget(parent)
    , m_place(place) {
    m_question.grouping = place == MemoryPlace::Explore ? MemoryGrouping::Stages : MemoryGrouping::Cards;
    m_question.zero = place == MemoryPlace::Explore ? ZeroComparison::Shown : ZeroComparison::Hidden;
    build();
    connect(m_mode, &Segmented::chosen, this, [this](int entry) { setGrouping(groupingAt(entry)); });
    connect(m_canvas, &MemoryCanvas::itemSelected, this,
            [this](int item) { emit selectionRequested(m_canvas->itemMeaning(item)); });
    connect(m_canvas, &MemoryCanvas::itemHovered, this,
            [this](int item) { emit hoverRequested(m_canvas->itemMeaning(item)); });
    connect(m_canvas, &MemoryCanvas::cleared, this, [this] { emit selectionRequested({}); });
    arrange();
    refresh();
}

void MemoryView::build() {
    m_header = new ViewHeader(tr("Memory"), this);
    const QStringList entries = m_place == MemoryPlace::Explore ? QStringList{tr("Stages"), tr("Cards")}
                                                                : QStringList{tr("Cards"), tr("Stages")};
    m_mode = m_header->addRightSegmented(entries);
    m_mode->setAccessibleName(tr("Memory rows"));
    m_canvas =
        new MemoryCanvas(m_place == MemoryPlace::Explore ? MemoryDensity::Roomy : MemoryDensity::Tight, this);
    m_empty = new EmptyState({}, this);
    m_legendPane = new QWidget(this);
    m_legend = new Legend(m_legendPane, 3);
    m_legend->setEntries(memoryLegend(NumberKind::Predicted));
    auto* legendRow = new QVBoxLayout(m_legendPane);
    legendRow->addWidget(m_legend, 0, Qt::AlignLeft);
    buildMenu(*m_header->addIconButton(Icon::More, tr("More about memory")));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_canvas, 1);
    column->addWidget(m_empty, 1);
    column->addWidget(m_legendPane);
}

void MemoryView::buildMenu(Button& more) {
    QMenu* menu = addCanvasMenu(more, *m_canvas, [this] {
        return ExportText{tr("Memory"), m_snapshot ? planLine(*m_snapshot) : QString()};
    });
    auto* sort = new QAction(tr("Heaviest first"), menu);
    sort->setCheckable(true);
    connect(sort, &QAction::toggled, this, [this](bool on) {
        m_question.order = on ? MemoryOrder::HeaviestFirst : MemoryOrder::ByNumber;
        refresh();
    });
    menu->insertAction(menu->actions().front(), sort);
    menu->insertSeparator(menu->actions().at(1));
}

MemoryGrouping MemoryView::groupingAt(int entry) const {
    const bool first = entry == 0;
    return first == (m_place == MemoryPlace::Explore) ? MemoryGrouping::Stages : MemoryGrouping::Cards;
}

void MemoryView::setGrouping(MemoryGrouping grouping) {
    m_question.grouping = grouping;
    m_mode->setCurrent(groupingAt(0) == grouping ? 0 : 1);
    refresh();
}

void MemoryView::setSnapshot(std::shared_ptr<const core::Snapshot> snapshot) {
    if (snapshot == m_snapshot) return;
    m_snapshot = std::move(snapshot);
    refresh();
}

void MemoryView::setMeasured(MeasuredMemory measured) {
    m_measured = std::move(measured);
    refresh();
}

void MemoryView::setSelection(const SelectedItem& item) {
    m_selected = item;
    if (item.rank && !item.stage && m_snapshot) m_selected.stage = stageOfRank(*m_snapshot, *item.rank);
    const int stage = m_selected.stage.value_or(0);
    if (m_question.zero == ZeroComparison::Shown && stage != m_question.stage) {
        m_question.stage = stage;
        refresh();
    }
    m_canvas->setMarks(m_selected, m_hovered);
}

void MemoryView::setHovered(const SelectedItem& item) {
    m_hovered = item;
    m_canvas->setMarks(m_selected, m_hovered);
}

void MemoryView::refresh() {
    MemoryQuestion question = m_question;
    if (m_snapshot && m_snapshot->layout && question.grouping == MemoryGrouping::Cards) {
        // The comparison of ZeRO stages is about one card of a stage; under many cards it would scroll out of
        // sight.
        if (m_snapshot->layout->ranks() > 4) question.zero = ZeroComparison::Hidden;
        if (m_snapshot->layout->ranks() > kRowsInOrder) question.order = MemoryOrder::HeaviestFirst;
    }
    MemoryPicture picture = m_snapshot ? memoryPicture(*m_snapshot, m_measured, question) : MemoryPicture();
    const bool empty = picture.rowCount() == 0;
    m_empty->setSentence(emptySentence());
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    refreshHeader(picture);
    m_canvas->setPicture(std::move(picture));
    m_canvas->setMarks(m_selected, m_hovered);
}

void MemoryView::refreshHeader(const MemoryPicture& picture) {
    if (m_place == MemoryPlace::Explore) {
        m_header->setKinds({{NumberKind::Predicted, nameOf(NumberKind::Predicted)}});
        return;
    }
    const QString predicted = tr("predicted, %1").arg(nameOf(picture.unit));
    std::vector<KindWord> words{{NumberKind::Predicted, predicted}};
    if (picture.hasMeasured)
        words.insert(words.begin(), {NumberKind::Measured, nameOf(NumberKind::Measured)});
    m_header->setKinds(std::move(words));
}

QString MemoryView::emptySentence() const {
    if (!m_snapshot) return tr("Bytes by category on every card, against its capacity.");
    for (const core::Problem& problem : m_snapshot->problems)
        if (problem.severity == core::Severity::Error) return sentence(problem);
    return tr("Bytes by category on every card, against its capacity.");
}

void MemoryView::arrange() {
    const Theme& theme = themeOf(*this);
    m_legendPane->layout()->setContentsMargins(theme.ipx(14), theme.ipx(4), theme.ipx(14), theme.ipx(12));
    QPalette colors = palette();
    colors.setColor(QPalette::Window, theme.color(Role::Canvas));
    m_legendPane->setPalette(colors);
    m_legendPane->setAutoFillBackground(true);
    // Bars before words: a low pane keeps its rows and drops the legend, which the hover cards repeat.
    m_legendPane->setVisible(m_place == MemoryPlace::Explore && height() > theme.px(330));
}

void MemoryView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void MemoryView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

void MemoryView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_pull) m_pull();
}

void MemoryView::bind(const Hall& hall) {
    Evaluator& evaluator = hall.evaluator;
    RunStore& run = hall.run;
    Selection& selection = hall.selection;
    connect(&selection, &Selection::changed, this, [this](const SelectedItem& item) { setSelection(item); });
    connect(&selection, &Selection::hoverChanged, this,
            [this](const SelectedItem& item) { setHovered(item); });
    connect(this, &MemoryView::selectionRequested, &selection,
            [this, &selection](const SelectedItem& item) { selection.select(item, this); });
    connect(this, &MemoryView::hoverRequested, &selection,
            [this, &selection](const SelectedItem& item) { selection.hover(item, this); });
    const auto pullIfSeen = [this] {
        if (isVisible()) m_pull();
    };
    connect(&evaluator, &Evaluator::evaluated, this, pullIfSeen);
    if (m_place == MemoryPlace::Explore) {
        m_pull = [this, &evaluator] { setSnapshot(evaluator.snapshot()); };
    } else {
        m_pull = [this, &evaluator, &run] {
            m_measured = {run.memory(), {}};
            if (run.problem()) m_measured.outOfMemory = run.problem()->outOfMemory;
            m_snapshot = run.hasRun() ? run.sharedPrediction() : evaluator.snapshot();
            refresh();
        };
        connect(&run, &RunStore::tick, this, pullIfSeen);
        connect(&run, &RunStore::stateChanged, this, pullIfSeen);
    }
    m_pull();
    setSelection(selection.current());
}

}  // namespace ui
