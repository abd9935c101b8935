// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planner's Search page: form · table of layouts | time against memory, below them the comparison of a chosen layout
// with this plan and the formula of a chosen row. A layout is taken over by a button, a double click or Enter: one undo
// entry.
#pragma once

#include "ui/kit/format.h"
#include "ui/kit/splitter.h"
#include "ui/planner/plan_search.h"
#include "ui/state/hall.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QStackedLayout;

namespace ui {

class Button;
class CellTable;
class CompareView;
class ComparedPlans;
class EmptyState;
class FormulaCard;
class SearchForm;
class TimeMemoryChart;
class ViewHeader;

class SearchPage : public QWidget {
    Q_OBJECT
public:
    SearchPage(const Hall& hall, ComparedPlans& plans, QWidget* parent = nullptr);

    [[nodiscard]] PlanSearch& search() const { return *m_search; }
    [[nodiscard]] SearchForm& form() const { return *m_form; }
    [[nodiscard]] CellTable& table() const { return *m_table; }
    [[nodiscard]] TimeMemoryChart& chart() const { return *m_chart; }
    [[nodiscard]] const std::vector<core::FoundPlan>& layouts() const { return m_layouts; }
    [[nodiscard]] std::vector<core::FoundPlan> ranked() const;  // by what was searched for: fastest or smallest first
    [[nodiscard]] QList<Splitter*> splitters() const { return m_splitters; }

    void choose(int layout);
    void apply(int layout);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeLayouts();
    [[nodiscard]] QWidget* makeChart();
    void takeResult();
    [[nodiscard]] ByteUnit memoryUnit() const;
    void fillTable();
    [[nodiscard]] std::vector<int> tellingColumns() const;
    void fillChart();
    void showState();
    void showMarks();
    void ask(const QString& quantity);  // its formula, of B
    void explain();
    [[nodiscard]] QString staleness() const;

    const Hall m_hall;
    ComparedPlans& m_plans;
    PlanSearch* m_search;
    SearchForm* m_form;
    ViewHeader *m_header, *m_chartHeader;
    QStackedLayout* m_stack;
    EmptyState *m_empty, *m_chartEmpty;
    CellTable* m_table;
    QLineEdit* m_filter;
    Button* m_apply;
    TimeMemoryChart* m_chart;
    QStackedLayout* m_chartStack;
    CompareView* m_compare;
    FormulaCard* m_formula;
    std::vector<core::FoundPlan> m_layouts;  // table rows and points, by number
    int m_chosen = -1;
    QString m_asked;  // quantity whose formula is shown
    QList<Splitter*> m_splitters;
};

// `plan` with the layout, batch, sharding, schedule and recomputation of `found`; all else stays.
[[nodiscard]] core::Plan withLayoutOf(const core::Plan& plan, const core::Plan& found);

}  // namespace ui
