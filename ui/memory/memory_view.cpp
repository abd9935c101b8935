// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_view.h"

#include "ui/kit/button.h"
#include "ui/kit/canvas_menu.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/segmented.h"
#include "ui/kit/view_header.h"
#include "ui/memory/memory_canvas.h"
#include "ui/state/run_store.h"

#include <QEvent>
#include <QMenu>
#include <QVBoxLayout>

namespace ui {
namespace {

// More rows than this show the heaviest first, because not all of them can be seen.
constexpr int kRowsInOrder = 16;

}  // namespace

MemoryView::MemoryView(ViewPlace place, QWidget* parent)
    : HallView(place, parent) {
    m_question.grouping = place == ViewPlace::Explore ? MemoryGrouping::Stages : MemoryGrouping::Cards;
    m_question.zero = place == ViewPlace::Explore ? ZeroComparison::Shown : ZeroComparison::Hidden;
    build();
    connect(m_mode, &Segmented::chosen, this, [this](int entry) { setGrouping(groupingAt(entry)); });
    watch(*m_canvas);
    arrange();
    refresh();
}

void MemoryView::build() {
    m_header = new ViewHeader(tr("Memory"), this);
    const QStringList entries = place() == ViewPlace::Explore ? QStringList{tr("Stages"), tr("Cards")}
                                                              : QStringList{tr("Cards"), tr("Stages")};
    m_mode = m_header->addRightSegmented(entries);
    m_mode->setAccessibleName(tr("Memory rows"));
    m_canvas =
        new MemoryCanvas(place() == ViewPlace::Explore ? MemoryDensity::Roomy : MemoryDensity::Tight, this);
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
    QMenu* menu = addCanvasMenu(more, *m_canvas, [this] { return ExportText{tr("Memory"), exportLine()}; });
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
    return first == (place() == ViewPlace::Explore) ? MemoryGrouping::Stages : MemoryGrouping::Cards;
}

void MemoryView::setGrouping(MemoryGrouping grouping) {
    m_question.grouping = grouping;
    m_mode->setCurrent(groupingAt(0) == grouping ? 0 : 1);
    refresh();
    m_canvas->scrollTo(selected());
}

void MemoryView::setZeroComparison(ZeroComparison zero) {
    m_question.zero = zero;
    refresh();
}

void MemoryView::setMeasured(MeasuredMemory measured) {
    m_measured = std::move(measured);
    refresh();
}

void MemoryView::takeRun(const RunStore& run) {
    m_measured = {run.memory(), {}};
    if (run.problem()) m_measured.outOfMemory = run.problem()->outOfMemory;
}

bool MemoryView::follow(const SelectedItem& selected) {
    const int stage = selected.stage.value_or(0);
    m_canvas->scrollTo(selected);
    if (m_question.zero == ZeroComparison::Hidden || stage == m_question.stage) return false;
    m_question.stage = stage;
    return true;
}

void MemoryView::refresh() {
    MemoryQuestion question = m_question;
    const auto& snapshot = this->snapshot();
    if (snapshot && snapshot->layout && question.grouping == MemoryGrouping::Cards) {
        // The comparison of ZeRO stages is about one card of a stage; under many cards it would scroll out of
        // sight.
        if (snapshot->layout->ranks() > 4) question.zero = ZeroComparison::Hidden;
        if (snapshot->layout->ranks() > kRowsInOrder) question.order = MemoryOrder::HeaviestFirst;
    }
    MemoryPicture picture = snapshot ? memoryPicture(*snapshot, m_measured, question, pinned().get()) : MemoryPicture();
    const bool empty = picture.rowCount() == 0;
    m_empty->setSentence(errorOr(tr("Bytes by category on every card, against its capacity.")));
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    refreshHeader(picture);
    m_canvas->setPicture(std::move(picture));
    mark();
}

void MemoryView::refreshHeader(const MemoryPicture& picture) {
    if (place() == ViewPlace::Explore) {
        m_header->setKinds({{NumberKind::Predicted, nameOf(NumberKind::Predicted)}});
        m_header->setNote(picture.hasPinned ? tr("outline: A") : QString());
        return;
    }
    const QString predicted = tr("predicted, %1").arg(nameOf(picture.unit));
    std::vector<KindWord> words{{NumberKind::Predicted, predicted}};
    if (picture.hasMeasured)
        words.insert(words.begin(), {NumberKind::Measured, nameOf(NumberKind::Measured)});
    m_header->setKinds(std::move(words));
}

void MemoryView::arrange() {
    const Theme& theme = themeOf(*this);
    m_legendPane->layout()->setContentsMargins(theme.ipx(14), theme.ipx(4), theme.ipx(14), theme.ipx(12));
    QPalette colors = palette();
    colors.setColor(QPalette::Window, theme.color(Role::Canvas));
    m_legendPane->setPalette(colors);
    m_legendPane->setAutoFillBackground(true);
    // Bars before words: a low pane keeps its rows and drops the legend, which the hover cards repeat.
    m_legendPane->setVisible(place() == ViewPlace::Explore && height() > theme.px(330));
}

void MemoryView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void MemoryView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
