// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The problems of the desk as a list: sentence, place, remedy, what the program itself would print, source, and a button
// for each mend.
#pragma once

#include "ui/desk/desk_words.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

class Button;
class PaneScroll;
class ViewHeader;

class ProblemRow : public QWidget {
    Q_OBJECT
public:
    ProblemRow(const DeskProblem& problem, QWidget* parent);
    void setChosen(bool chosen);

signals:
    void clicked();
    void mendRequested(int which);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    core::Severity m_severity;
    bool m_chosen = false;
};

class ProblemsColumn : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsColumn(QWidget* parent = nullptr);

    enum class Files { None, Some };
    void setProblems(const std::vector<DeskProblem>& problems, Files files);
    void setChosen(int index);  // scrolls to it; −1 = none

signals:
    void chosen(int index);
    void mendRequested(int index, int which);
    void mendAllRequested();

private:
    ViewHeader* m_header;
    Button* m_all;
    PaneScroll* m_scroll;
    QList<ProblemRow*> m_rows;
};

}  // namespace ui
