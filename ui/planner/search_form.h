// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Left of the planner's Search page: what is searched for and what may change, the button, how far the search is, and
// why others were left out. Empty fields stand for the plan's own values.
#pragma once

#include "ui/planner/plan_search.h"
#include "ui/state/hall.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QProgressBar;
class QVBoxLayout;

namespace ui {

class Button;
class Label;
class NumberField;
class RejectionList;
class Segmented;

enum class SearchFor { Fastest, Smallest };

class SearchForm : public QWidget {
    Q_OBJECT
public:
    SearchForm(const Hall& hall, PlanSearch& search, QWidget* parent = nullptr);

    [[nodiscard]] SearchFor searchFor() const;
    [[nodiscard]] Button& button() const { return *m_button; }
    [[nodiscard]] RejectionList& rejections() const { return *m_rejections; }
    void begin();    // as the button does
    void rescale();  // the plan to the cards of the field, by the text button below it

signals:
    void searchForChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] std::optional<SearchWish> asked();  // none: a field says why
    [[nodiscard]] SearchWish wish() const;
    void showRescale();
    [[nodiscard]] NumberField* addField(QVBoxLayout& column, const QString& label, const QString& name, const QString& unit);
    void addChecks(QVBoxLayout& column);
    void showPlan();
    void showState();
    void arrange();

    const Hall m_hall;
    PlanSearch& m_search;
    Segmented* m_for;
    NumberField *m_cards = nullptr, *m_batch = nullptr, *m_reserve = nullptr;
    Label* m_problem;
    struct Check {
        QCheckBox* box;
        void (*keep)(core::SearchLimits&, const core::Plan&);  // where it is off
    };
    std::vector<Check> m_checks;
    Button *m_rescale, *m_button;
    Label *m_state, *m_summary;
    QProgressBar* m_bar;
    RejectionList* m_rejections;
};

}  // namespace ui
