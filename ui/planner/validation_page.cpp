// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ValidationPage: computed once, beside the window, when it is first shown.
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/splitter.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/planner_pages.h"

#include <QVBoxLayout>

#include <cmath>

namespace ui {

namespace {

QString wordsOf(const core::PublishedWords& words) {
    if (words.code.empty()) return {};
    return sentence({core::Severity::Info, words.code, {}, words.params});
}

QString labelOf(const core::PublishedRow& row) {
    QStringList parts;
    for (const core::PublishedWords& words : row.words()) {
        QString part = words.code.empty() ? qs(words.text()) : wordsOf(words);
        // Behind a comma a sentence begins small.
        if (!parts.isEmpty() && !words.code.empty() && !part.isEmpty()) part[0] = part[0].toLower();
        parts << part;
    }
    return parts.join(ValidationPage::tr(", "));
}

QWidget* paneOf(QWidget* parent, const QList<QWidget*>& parts) {
    auto* pane = new QWidget(parent);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget* part : parts) column->addWidget(part, part == parts.back() ? 1 : 0);
    return pane;
}

// Counts are written out: they are exact or they are wrong.
QString valueText(const core::PublishedTable& table, double value) {
    constexpr double kCount = 1e4;
    return table.unit.empty() && std::abs(value) >= kCount ? wholeNumber(qint64(std::llround(value))) : threeDigits(value);
}

std::vector<CellColumn> rowColumns(const QString& unit) {
    const auto head = [&](const QString& title) { return unit.isEmpty() ? title : QStringLiteral("%1, %2").arg(title, unit); };
    return {{ValidationPage::tr("Row"), Qt::AlignLeft, 1, {}},
            {head(ValidationPage::tr("Published")), Qt::AlignRight, 0, {}},
            {head(ValidationPage::tr("○ Computed")), Qt::AlignRight, 0, {}},
            {ValidationPage::tr("Error"), Qt::AlignRight, 0, {}}};
}

}  // namespace

ValidationPage::ValidationPage(QWidget* parent)
    : QWidget(parent)
    , m_table(new CellTable(CellSorting::ByHeader, this))
    , m_rows(new CellTable(CellSorting::ByHeader, this))
    , m_header(new ViewHeader(tr("Published tables, recomputed"), this))
    , m_rowHeader(new ViewHeader({}, this))
    , m_constants(new Label({}, FontUse::Label, Role::Text2, this))
    , m_jobs(QStringLiteral("validation")) {
    m_header->setNote(tr("computing"));
    m_table->setObjectName(QStringLiteral("validationTable"));
    m_table->setAccessibleName(tr("Published tables, recomputed"));
    m_table->setColumns({{tr("Table"), Qt::AlignLeft, 0, {}},
                         {tr("Rows"), Qt::AlignRight, 0, {}},
                         {tr("Median error"), Qt::AlignRight, 0, {}},
                         {tr("90 % within"), Qt::AlignRight, 0, {}},
                         {tr("Worst"), Qt::AlignRight, 0, {}},
                         {tr("Source"), Qt::AlignLeft, 1, {}}});
    m_rows->setObjectName(QStringLiteral("validationRows"));
    m_rows->setAccessibleName(tr("Rows of the chosen table"));
    m_rows->setColumns(rowColumns({}));
    m_constants->setWrapped();
    m_constants->setContentsMargins(14, 8, 14, 8);
    auto* split = new Splitter(Qt::Vertical, this);
    split->addWidget(paneOf(this, {m_header, m_table}));
    split->addWidget(paneOf(this, {m_rowHeader, m_constants, m_rows}));
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
        row.cells[4].toolTip = labelOf(table.worst());
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
    m_constants->setText(wordsOf(chosen.constants));
    m_constants->setVisible(!chosen.constants.code.empty());
    m_rows->setColumns(rowColumns(qs(chosen.unit)));
    std::vector<CellRow> rows;
    for (const core::PublishedRow& entry : chosen.rows) {
        const double change = entry.computed / entry.published - 1;
        CellRow& row = rows.emplace_back();
        row.cells = {{labelOf(entry)},
                     {valueText(chosen, entry.published), entry.published},
                     {valueText(chosen, entry.computed), entry.computed, Role::Text, CellWeight::Strong},
                     {signedPercentText(change), std::abs(change)}};
    }
    m_rows->setRows(std::move(rows));
    m_rows->sortBy(3, Qt::DescendingOrder);  // the worst first
}

}  // namespace ui
