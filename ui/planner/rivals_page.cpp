// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// RivalsPage: a row a tool, below it the terms of the chosen one beside ours.
#include "ui/kit/empty_state.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/legend.h"
#include "ui/kit/splitter.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/ground.h"
#include "ui/planner/planner_pages.h"
#include "ui/planner/quantity_words.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

// How one category is counted: every entry's formula with its numbers.
QString howOf(const core::Ledger& ledger, core::MemoryCategory category) {
    QStringList ways;
    for (const core::LedgerEntry& entry : ledger.entries)
        if (entry.category == category) ways << QStringLiteral("%1 = %2").arg(qs(entry.formula), qs(entry.numbers));
    return ways.isEmpty() ? RivalsPage::tr("not counted") : ways.join(QLatin1String("; "));
}

QString differenceText(core::Bytes theirs, core::Bytes ours) {
    const core::Bytes difference = theirs - ours;
    const QString text = bytesText(core::Bytes(std::abs(difference.value())));
    return difference == core::Bytes(0) ? text : (difference < core::Bytes(0) ? QStringLiteral("−") : QStringLiteral("+")) + text;
}

}  // namespace

RivalsPage::RivalsPage(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_header(new ViewHeader(tr("What other tools say for one card of this plan"), this))
    , m_termHeader(new ViewHeader({}, this))
    , m_table(new CellTable(CellSorting::Fixed, this))
    , m_terms(new CellTable(CellSorting::Fixed, this))
    , m_remark(new Label({}, FontUse::Body, Role::Text, this))
    , m_source(new Label({}, FontUse::Label, Role::Text2, this))
    , m_stack(new QStackedLayout) {
    m_header->setKinds({{NumberKind::Predicted, tr("predicted, each by its own formula")}});
    m_table->setObjectName(QStringLiteral("rivalTable"));
    m_table->setAccessibleName(tr("What other tools say for one card of this plan"));
    m_table->setColumns({{tr("Tool"), Qt::AlignLeft, 0, {}},
                         {tr("Memory of a card"), Qt::AlignRight, 0, {}},
                         {tr("Against ours"), Qt::AlignRight, 0, {}},
                         {tr("Differs most in"), Qt::AlignLeft, 0, {}},
                         {tr("Theirs"), Qt::AlignRight, 0, {}},
                         {tr("Ours"), Qt::AlignRight, 0, {}},
                         {tr("Meant for"), Qt::AlignLeft, 1, {}}});
    m_terms->setObjectName(QStringLiteral("rivalTerms"));
    m_terms->setColumns({{tr("Term"), Qt::AlignLeft, 0, {}},
                         {tr("Theirs"), Qt::AlignRight, 0, {}},
                         {tr("Ours"), Qt::AlignRight, 0, {}},
                         {tr("Difference"), Qt::AlignRight, 0, {}},
                         {tr("How they count it"), Qt::AlignLeft, 1, {}}});
    auto* words = new Ground(Role::Canvas, this);
    auto* texts = new QVBoxLayout(words);
    texts->setContentsMargins(14, 10, 14, 10);
    for (Label* label : {m_remark, m_source}) {
        label->setWrapped();
        texts->addWidget(label);
    }
    const auto pane = [this](const QList<QWidget*>& parts) {
        auto* made = new QWidget(this);
        auto* column = new QVBoxLayout(made);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        for (QWidget* part : parts) column->addWidget(part, qobject_cast<CellTable*>(part) ? 1 : 0);
        return made;
    };
    auto* split = new Splitter(Qt::Vertical, this);
    split->addWidget(pane({m_header, m_table}));
    split->addWidget(pane({m_termHeader, words, m_terms}));
    split->setSizes({330, 360});
    m_stack->addWidget(new EmptyState(tr("Answers of seven other calculators will stand here once this plan breaks no rule."), this));
    m_stack->addWidget(split);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addLayout(m_stack);
    connect(m_table, &CellTable::chosen, this, &RivalsPage::explain);
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this] {
        if (isVisible()) refresh();
    });
}

void RivalsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void RivalsPage::refresh() {
    const SnapshotPtr snapshot = m_hall.evaluator.snapshot();
    m_stack->setCurrentIndex(snapshot->memory ? 1 : 0);
    if (!snapshot->memory) return;
    m_ours = std::ranges::max_element(snapshot->memory->stages, {}, [](const core::StageMemory& s) { return s.ledger.total(); })->ledger;
    m_rivals = core::rivalEstimates(snapshot->plan);
    const core::Bytes ours = m_ours.total();
    m_header->setFigure(tr("ours ○ %1 on the heaviest card").arg(bytesText(ours)));
    std::vector<CellRow> rows;
    for (const core::RivalEstimate& rival : m_rivals) {
        const core::Bytes theirs = rival.ledger.total();
        const core::LedgerGap gap = core::widestGap(rival.ledger, m_ours);
        CellRow& row = rows.emplace_back();
        row.cells = {{codeText(rival.title)},
                     {bytesText(theirs)},
                     {signedPercentText(theirs / ours - 1)},
                     {nameOf(gap.category)},
                     {bytesText(gap.theirs)},
                     {bytesText(gap.ours)},
                     {rival.meant == core::RivalFor::ThisPlan ? tr("any plan, this one too") : tr("another setting than this plan's")}};
        row.cells[1].weight = CellWeight::Strong;
        row.cells[6].role = Role::Text2;
    }
    const int before = std::max(0, m_table->current());
    m_table->setRows(std::move(rows));
    m_table->setCurrent(before);
    explain(before);
}

void RivalsPage::explain(int rival) {
    if (rival < 0 || rival >= int(m_rivals.size())) return;
    const core::RivalEstimate& chosen = m_rivals[std::size_t(rival)];
    const core::LedgerGap gap = core::widestGap(chosen.ledger, m_ours);
    m_termHeader->setTitle(codeText(chosen.title));
    m_termHeader->setNote(tr("%1 makes the difference: %2 there, %3 here")
                              .arg(nameOf(gap.category), bytesText(gap.theirs), bytesText(gap.ours)));
    m_remark->setText(codeText(chosen.remark));
    m_source->setText(tr("Source: %1").arg(qs(chosen.source)));
    std::vector<CellRow> rows;
    for (int i = 0; i < core::kMemoryCategories; ++i) {
        const auto category = core::MemoryCategory(i);
        const core::Bytes theirs = chosen.ledger.of(category), ours = m_ours.of(category);
        CellRow& row = rows.emplace_back();
        row.cells = {{nameOf(category)}, {bytesText(theirs)}, {bytesText(ours)}, {differenceText(theirs, ours)}, {howOf(chosen.ledger, category)}};
        if (category == gap.category)
            for (Cell& cell : row.cells) cell.weight = CellWeight::Strong;
        row.cells[4].role = Role::Text2;
        row.cells[4].toolTip = tr("Ours: %1").arg(howOf(m_ours, category));
    }
    CellRow& total = rows.emplace_back();
    total.cells = {{tr("Total")}, {bytesText(chosen.ledger.total())}, {bytesText(m_ours.total())}, {differenceText(chosen.ledger.total(), m_ours.total())}, {}};
    m_terms->setRows(std::move(rows));
}

}  // namespace ui
