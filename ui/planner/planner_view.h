// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Plan workspace: a row with the plan's name, the switch of the pages and the report, and one page at a time. A page
// is added by one line, addPage().
#pragma once

#include "ui/kit/splitter.h"
#include "ui/state/hall.h"

#include <QWidget>

class QStackedWidget;

namespace ui {

class Button;
class ComparePage;
class ComparedPlans;
class FitStrip;
class FormulasPage;
class Label;
class RivalsPage;
class SearchPage;
class Segmented;
class Settings;
class TrialPage;
class ValidationPage;

class PlannerView : public QWidget {
    Q_OBJECT
public:
    PlannerView(const Hall& hall, Settings& settings, QWidget* parent = nullptr);

    // `id` names the page in commands: "search". Pages stand in the order in which they are added.
    void addPage(const QString& id, const QString& title, QWidget* page);
    void showPage(const QString& id);
    [[nodiscard]] QString page() const;
    [[nodiscard]] QStringList pages() const { return m_ids; }

    [[nodiscard]] SearchPage& search() const { return *m_search; }
    [[nodiscard]] TrialPage& trial() const { return *m_trial; }
    [[nodiscard]] ComparePage& compare() const { return *m_compare; }
    [[nodiscard]] FormulasPage& formulas() const { return *m_formulas; }
    [[nodiscard]] RivalsPage& rivals() const { return *m_rivals; }
    [[nodiscard]] ValidationPage& validation() const { return *m_validation; }
    [[nodiscard]] FitStrip& fit() const { return *m_fit; }
    [[nodiscard]] ComparedPlans& plans() const { return *m_plans; }
    [[nodiscard]] QList<Splitter*> splitters() const;

signals:
    void reportRequested();
    void pageShown(const QString& id);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showPlan();
    void arrange();

    const Hall m_hall;
    ComparedPlans* m_plans;
    QWidget* m_row;
    Label* m_title;
    Segmented* m_switch;
    FitStrip* m_fit;
    QStackedWidget* m_stack;
    QStringList m_ids, m_titles;
    SearchPage* m_search;
    TrialPage* m_trial;
    ComparePage* m_compare;
    FormulasPage* m_formulas;
    RivalsPage* m_rivals;
    ValidationPage* m_validation;
};

}  // namespace ui
