// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trial loop in the planner: the best layouts of the search written as short runs into a folder, the logs that these
// runs left there read back, predicted beside measured, ranked again by what was measured. Nothing is started from here:
// each row says what starts it. Logs are read beside the window.
#pragma once

#include "core/planner/trial.h"
#include "ui/state/hall.h"
#include "ui/state/latest_job.h"

#include <QWidget>

#include <optional>

class QStackedLayout;

namespace ui {

class Button;
class CellTable;
class EmptyState;
class Label;
class NumberField;
class SearchPage;
class Settings;
class ViewHeader;

class TrialPage : public QWidget {
    Q_OBJECT
public:
    TrialPage(const Hall& hall, SearchPage& search, Settings& settings, QWidget* parent = nullptr);

    // The best of the search as short runs into a new or empty folder, which is then open; false: refused, the reason
    // stands in the page.
    bool write(const QString& folder);
    void open(const QString& folder);  // reads its logs; the ranking arrives with ranked()
    [[nodiscard]] const std::optional<core::TrialRanking>& ranking() const { return m_ranking; }
    [[nodiscard]] QString folder() const { return m_folder; }
    [[nodiscard]] CellTable& table() const { return *m_table; }
    [[nodiscard]] QString problemText() const;  // as shown; empty = none

signals:
    void ranked();
    void searchRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] QWidget* makeFoot();
    void askWhereTo();
    void askForTrial();
    void take(const QString& folder, const core::Result<core::TrialRanking>& ranking);
    void showProblem(const QString& sentences);
    void showState();
    void choose(int run);
    void use(int run);
    [[nodiscard]] bool isUsable(int run) const;
    [[nodiscard]] QString commandOf(const core::TrialCandidate& candidate) const;  // empty: a script of one's own

    const Hall m_hall;
    SearchPage& m_search;
    Settings& m_settings;
    QString m_folder;
    std::optional<core::TrialRanking> m_ranking;
    int m_chosen = -1;
    NumberField *m_plans, *m_updates;
    Button *m_write, *m_open, *m_again, *m_use, *m_copy;
    Label *m_problem, *m_summary, *m_command;
    ViewHeader* m_header;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    CellTable* m_table;
    QWidget* m_foot;
    LatestJob m_jobs;
};

}  // namespace ui
