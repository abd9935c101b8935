// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// FormulasPage: every quantity that the plan has, the chosen one explained.
#include "ui/kit/plan_facts.h"
#include "ui/kit/splitter.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/formula_card.h"
#include "ui/planner/planner_pages.h"
#include "ui/planner/quantity_words.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ui {

FormulasPage::FormulasPage(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_header(new ViewHeader(tr("Numbers of this plan"), this))
    , m_table(new CellTable(CellSorting::Fixed, this))
    , m_card(new FormulaCard(tr("Choose a number to see where it comes from."), this)) {
    auto* left = new QWidget(this);
    m_header->setKinds({{NumberKind::Predicted, tr("predicted")}});
    m_table->setObjectName(QStringLiteral("formulaTable"));
    m_table->setAccessibleName(tr("Numbers of this plan"));
    m_table->setColumns({{tr("Number"), Qt::AlignLeft, 0, {}},
                         {tr("Value"), Qt::AlignRight, 0, {}},
                         {tr("Unit"), Qt::AlignLeft, 0, {}},
                         {tr("Formula"), Qt::AlignLeft, 1, {}}});
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_table, 1);
    auto* split = new Splitter(Qt::Horizontal, this);
    split->addWidget(left);
    split->addWidget(m_card);
    split->setStretchFactor(0, 1);
    split->setSizes({860, 560});
    left->setMinimumWidth(480);
    m_card->setMinimumWidth(320);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(split);
    connect(m_table, &CellTable::chosen, this, [this](int row) { m_card->show(m_derivations[std::size_t(row)]); });
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this] {
        if (isVisible()) refresh();
    });
}

void FormulasPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void FormulasPage::refresh() {
    const core::Plan& plan = m_hall.evaluator.snapshot()->plan;
    m_derivations = core::deriveAll(*m_hall.evaluator.snapshot());
    std::erase_if(m_derivations, [&](const core::Derivation& d) { return !isMeant(*d.quantity, plan); });
    const core::Problems& problems = m_hall.evaluator.snapshot()->problems;
    const auto broken = std::ranges::find(problems, core::Severity::Error, &core::Problem::severity);
    m_header->setNote(broken != problems.end()   ? tr("no more than these, for the plan breaks a rule: %1").arg(sentence(*broken))
                      : inVirtualTime(plan) ? whyNoEnergy()
                                            : QString());
    std::vector<CellRow> rows;
    for (const core::Derivation& d : m_derivations) {
        const UnitScale scale = scaleFor(d.quantity->unit, d.value);
        CellRow& row = rows.emplace_back();
        const QString formula = d.formula == "Σ" ? tr("sum of %1 terms").arg(d.terms.size()) : qs(d.formula);
        row.cells = {{codeText(d.quantity->title)}, {scale.number(d.value)}, {scale.unit}, {formula}};
        row.cells[1].weight = CellWeight::Strong;
        row.cells[2].role = row.cells[3].role = Role::Text2;
    }
    const bool first = m_table->current() < 0;
    m_table->setRows(std::move(rows));
    if (first && !m_derivations.empty()) {
        m_table->setCurrent(0);
        constexpr std::string_view kFirst = "step_seconds";
        for (std::size_t i = 0; i < m_derivations.size(); ++i)
            if (m_derivations[i].quantity->name == kFirst) m_table->setCurrent(int(i));
    }
    const int row = m_table->current();
    m_card->show(row >= 0 ? std::optional(m_derivations[std::size_t(row)]) : std::nullopt);
}

}  // namespace ui
