// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A and B quantity by quantity: values in one unit a row, the signed difference, how much more or less; green for better,
// amber for worse. A row chosen is a quantity to explain.
#pragma once

#include "core/planner/quantities.h"
#include "ui/planner/compared_plans.h"

#include <QWidget>

#include <string>
#include <vector>

class QStackedLayout;

namespace ui {

class CellTable;
class EmptyState;
class ViewHeader;

enum class CompareRows { Headlines, All };

class CompareView : public QWidget {
    Q_OBJECT
public:
    CompareView(ComparedPlans& plans, CompareRows rows, QWidget* parent = nullptr);

    [[nodiscard]] CellTable& table() const { return *m_table; }
    [[nodiscard]] ViewHeader& header() const { return *m_header; }
    // Name of the quantity that is chosen; empty = none.
    [[nodiscard]] std::string quantity() const;
    [[nodiscard]] EmptyState& emptyState() const { return *m_empty; }

signals:
    void quantityChosen(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ComparedPlans& m_plans;
    CompareRows m_rows;
    std::vector<const core::PlanQuantity*> m_quantities;
    ViewHeader* m_header;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    CellTable* m_table;
};

}  // namespace ui
