// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ValidationPage: computed once, beside the window, when it is first shown.
#include "ui/kit/format.h"
#include "ui/kit/splitter.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/planner_pages.h"

#include <QVBoxLayout>

namespace ui {

namespace {

QString wordsOf(const core::PublishedWords& words) {
    return sentence({core::Severity::Info, words.code, {}, words.params});
}

QWidget* paneOf(QWidget* parent, ViewHeader* header, CellTable* table) {
    auto* pane = new QWidget(parent);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(table, 1);
    return pane;
}

}  // namespace

ValidationPage::ValidationPage(QWidget* parent)
    : QWidget(parent)
    , m_table(new CellTable(CellSorting::ByHeader, this))
    , m_rows(new CellTable(CellSorting::ByHeader, this))
    , m_header(new ViewHeader(tr("Published tables, recomputed"), this))
    , m_rowHeader(new ViewHeader({}, this))
    , m_jobs(QStringLiteral("validation")) {
    m_header->setNote(tr("computing"));
    m_table->setObjectName(QStringLiteral("validationTable"));
    m_table->setAccessibleName(tr("Published tables, recomputed"));
    m_table->setColumns({{tr("Table"), Qt::AlignLeft, 1, {}},
                         {tr("Rows"), Qt::AlignRight, 0, {}},
                         {tr("Median error"), Qt::AlignRight, 0, {}},
                         {tr("90 % within"), Qt::AlignRight, 0, {}},
                         {tr("Worst"), Qt::AlignRight, 0, {}},
                         {tr("Source"), Qt::AlignLeft, 0, {}}});
    m_rows->setObjectName(QStringLiteral("validationRows"));
    m_rows->setColumns({{tr("Row"), Qt::AlignLeft, 1, {}},
                        {tr("Published"), Qt::AlignRight, 0, {}},
                        {tr("○ Computed"), Qt::AlignRight, 0, {}},
                        {tr("Error"), Qt::AlignRight, 0, {}}});
    auto* split = new Splitter(Qt::Vertical, this);
    split->addWidget(paneOf(this, m_header, m_table));
    split->addWidget(paneOf(this, m_rowHeader, m_rows));
    split->setSizes({320, 400});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(split);
    connect(m_table, &CellTable::chosen, this, &ValidationPage::showRows);
}

void ValidationPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_asked) return;
    m_asked = true;
    m_jobs.submit([this]() -> LatestJob::Delivery {
        auto tables = core::recomputePublishedTables();
        return [this, tables = std::move(tables)] { take(tables); };
    });
}

void ValidationPage::take(std::vector<core::PublishedTable> tables) {
    m_tables = std::move(tables);
    m_header->setNote(tr("nothing is fitted to a row"));
    std::vector<CellRow> rows;
    for (const core::PublishedTable& table : m_tables) {
        CellRow& row = rows.emplace_back();
        const double median = table.medianError(), most = table.p90Error(), worst = table.worst().error();
        row.cells = {{wordsOf(table.title)},
                     {wholeNumber(qint64(table.rows.size())), double(table.rows.size())},
                     {percentText(median), median, Role::Text, CellWeight::Strong},
                     {percentText(most), most},
                     {percentText(worst), worst},
                     {wordsOf(table.source), 0, Role::Text2}};
        row.cells[4].toolTip = qs(table.worst().label);
    }
    m_table->setRows(std::move(rows));
    m_table->sortBy(0, Qt::AscendingOrder);
    const int first = m_table->rowAt(0);
    m_table->setCurrent(first);
    showRows(first);
}

void ValidationPage::showRows(int table) {
    if (table < 0 || table >= int(m_tables.size())) return;
    const core::PublishedTable& chosen = m_tables[std::size_t(table)];
    m_rowHeader->setTitle(wordsOf(chosen.title));
    m_rowHeader->setNote(qs(chosen.unit));
    std::vector<CellRow> rows;
    for (const core::PublishedRow& entry : chosen.rows) {
        const double change = entry.computed / entry.published - 1;
        CellRow& row = rows.emplace_back();
        row.cells = {{qs(entry.label)},
                     {threeDigits(entry.published), entry.published},
                     {threeDigits(entry.computed), entry.computed, Role::Text, CellWeight::Strong},
                     {signedPercentText(change), change}};
    }
    m_rows->setRows(std::move(rows));
}

}  // namespace ui
