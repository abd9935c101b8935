// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planner's other pages: Compare (A and B in full), Formulas (every number of this plan and where it comes from),
// Other tools (what they say for this plan, and the term that makes each differ), Validation (published tables,
// recomputed). Each is filled when it is shown.
#pragma once

#include "core/planner/derivations.h"
#include "core/planner/rivals.h"
#include "core/validation/published.h"
#include "ui/planner/compared_plans.h"

#include <QWidget>

#include <vector>

class QStackedLayout;

namespace ui {

class Button;
class CellTable;
class CompareView;
class FormulaCard;
class Label;
class Settings;
class ViewHeader;

class ComparePage : public QWidget {
    Q_OBJECT
public:
    ComparePage(ComparedPlans& plans, Settings& settings, QWidget* parent = nullptr);
    [[nodiscard]] CompareView& view() const { return *m_view; }
    // Reads B from a file; false: refused, the reason stands in the page.
    bool openOther(const QString& file);

private:
    void askForFile();
    void showState();
    void explain();

    ComparedPlans& m_plans;
    Settings& m_settings;
    CompareView* m_view;
    FormulaCard* m_formula;
    Button *m_pin, *m_drop;
    Label *m_a, *m_b, *m_problem;
};

class FormulasPage : public QWidget {
    Q_OBJECT
public:
    explicit FormulasPage(const Hall& hall, QWidget* parent = nullptr);
    [[nodiscard]] CellTable& table() const { return *m_table; }
    [[nodiscard]] FormulaCard& card() const { return *m_card; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    const Hall m_hall;
    std::vector<core::Derivation> m_derivations;
    ViewHeader* m_header;
    CellTable* m_table;
    FormulaCard* m_card;
};

class RivalsPage : public QWidget {
    Q_OBJECT
public:
    explicit RivalsPage(const Hall& hall, QWidget* parent = nullptr);
    [[nodiscard]] CellTable& table() const { return *m_table; }
    [[nodiscard]] CellTable& terms() const { return *m_terms; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void explain(int rival);

    const Hall m_hall;
    std::vector<core::RivalEstimate> m_rivals;
    core::Ledger m_ours;  // of the heaviest card
    ViewHeader *m_header, *m_termHeader;
    CellTable *m_table, *m_terms;
    Label *m_remark, *m_source;
    QStackedLayout* m_stack;
};

class ValidationPage : public QWidget {
    Q_OBJECT
public:
    explicit ValidationPage(QWidget* parent = nullptr);
    [[nodiscard]] CellTable& table() const { return *m_table; }
    [[nodiscard]] CellTable& rows() const { return *m_rows; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void take(std::vector<core::PublishedTable> tables);
    void showRows(int table);

    std::vector<core::PublishedTable> m_tables;
    CellTable *m_table, *m_rows;
    ViewHeader *m_header, *m_rowHeader;
    Label* m_constants;
    bool m_asked = false;
    LatestJob m_jobs;
};

}  // namespace ui
