// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/compare_view.h"

#include "ui/kit/empty_state.h"
#include "ui/kit/format.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/quantity_words.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr std::string_view kHeadlines[] = {"step_seconds",
                                           "tokens_per_second",
                                           "mfu",
                                           "bubble_fraction",
                                           "tensor_communication_seconds",
                                           "data_communication_seconds",
                                           "memory_bytes",
                                           "optimizer_bytes",
                                           "activations_bytes",
                                           "days",
                                           "cost"};

bool isHeadline(std::string_view name) { return std::ranges::find(kHeadlines, name) != std::end(kHeadlines); }

Role roleOf(const core::PlanQuantity& quantity, double difference) {
    if (quantity.better == core::BetterWhen::Neither || difference == 0) return Role::Text;
    return (difference < 0) == (quantity.better == core::BetterWhen::Less) ? Role::Ok : Role::Warn;
}

QString signedNumber(const UnitScale& scale, double difference) {
    const QString number = scale.number(std::abs(difference));
    if (number.startsWith(QLatin1Char('<'))) return QStringLiteral("≈\u202f0");
    return difference == 0 ? number : (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + number;
}

CellRow rowOf(const core::PlanQuantity& quantity, const core::Snapshot& a, const core::Snapshot& b) {
    const auto valueOf = [&](const core::Snapshot& s) { return isMeant(quantity, s.plan) ? quantity.of(s) : std::optional<double>(); };
    const auto left = valueOf(a), right = valueOf(b);
    const UnitScale scale = scaleFor(quantity.unit, std::max(std::abs(left.value_or(0)), std::abs(right.value_or(0))));
    const auto number = [&](std::optional<double> value) {
        return value ? scale.number(*value) : quantity.name == "cost" ? CompareView::tr("no price") : QStringLiteral("–");
    };
    const bool both = left && right;
    const double difference = both ? *right - *left : 0;
    const auto change = core::relativeChange(left, right);
    CellRow row;
    row.cells = {{codeText(quantity.title)}, {number(left)}, {number(right)}, {scale.unit}, {both ? signedNumber(scale, difference) : QStringLiteral("–")}, {}};
    row.cells[2].weight = CellWeight::Strong;
    row.cells[3].role = Role::Text2;
    Cell& last = row.cells[5];
    last.text = changeText(quantity, left, right);
    last.role = roleOf(quantity, difference);
    if (both) last.delta = quantity.unit == core::QuantityUnit::Share ? difference * 2 : change.value_or(0);
    return row;
}

}  // namespace

CompareView::CompareView(ComparedPlans& plans, CompareRows rows, QWidget* parent)
    : QWidget(parent)
    , m_plans(plans)
    , m_rows(rows)
    , m_header(new ViewHeader(tr("Compare"), this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(tr("Two plans will stand here side by side: this one and a layout chosen in the table."), this))
    , m_table(new CellTable(CellSorting::Fixed, this)) {
    m_header->setKinds({{NumberKind::Predicted, tr("predicted")}});
    m_table->setAccessibleName(tr("Compare"));
    m_table->setColumns({{tr("Quantity"), Qt::AlignLeft, 1, {}},
                         {tr("A"), Qt::AlignRight, 0, {}},
                         {tr("B"), Qt::AlignRight, 0, {}},
                         {tr("Unit"), Qt::AlignLeft, 0, {}},
                         {tr("B − A"), Qt::AlignRight, 0, {}},
                         {tr("B against A"), Qt::AlignRight, 0, {}}});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addLayout(m_stack, 1);
    connect(&plans, &ComparedPlans::changed, this, [this] {
        if (isVisible()) refresh();
    });
    connect(m_table, &CellTable::chosen, this, [this](int row) {
        emit quantityChosen(QString::fromUtf8(m_quantities[std::size_t(row)]->name.data()));
    });
}

std::string CompareView::quantity() const {
    const int row = m_table->current();
    return row >= 0 ? std::string(m_quantities[std::size_t(row)]->name) : std::string();
}

void CompareView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void CompareView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) update();
}

void CompareView::refresh() {
    const ComparedPlan a = m_plans.a(), b = m_plans.b();
    m_stack->setCurrentIndex(a.snapshot && b.snapshot ? 1 : 0);
    if (!a.snapshot || !b.snapshot) return m_header->setNote({});
    if (m_rows == CompareRows::Headlines) m_header->setNote(tr("A %1   B %2").arg(a.name, b.name));
    m_quantities.clear();
    std::vector<CellRow> rows;
    for (const core::PlanQuantity& quantity : core::planQuantities()) {
        if (m_rows == CompareRows::Headlines && !isHeadline(quantity.name)) continue;
        if (!isMeant(quantity, a.snapshot->plan) && !isMeant(quantity, b.snapshot->plan)) continue;
        m_quantities.push_back(&quantity);
        rows.push_back(rowOf(quantity, *a.snapshot, *b.snapshot));
    }
    m_table->setRows(std::move(rows));
    if (m_rows == CompareRows::All) m_header->setNote(inVirtualTime(a.snapshot->plan) || inVirtualTime(b.snapshot->plan) ? whyNoEnergy() : QString());
}

}  // namespace ui
