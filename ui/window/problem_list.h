// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that is wrong or could be better, in sentences, below the problem chip. "Show" leads to the
// field; where another value of the field mends the problem, a button takes it.
#pragma once

#include "core/evaluate.h"

#include <QFrame>

#include <functional>

class QHBoxLayout;
class QVBoxLayout;

namespace ui {

struct Hall;

class ProblemList : public QFrame {
    Q_OBJECT
public:
    ProblemList(const core::Snapshot& snapshot, const Hall& hall, QWidget* window);
    // `use` is the word of the button that does it; empty = there is none.
    void addSuggestion(const QString& text, const QString& use, const std::function<void()>& act);
    void openBelow(const QWidget& chip);  // deletes itself when closed

signals:
    void show(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void add(const core::Plan& plan, const core::Problem& problem);
    QHBoxLayout* addText(const QString& text, core::Severity severity);
    void addButton(QHBoxLayout& row, const QString& text, const std::function<void()>& act);

    const Hall& m_hall;
    QVBoxLayout* m_rows;
};

}  // namespace ui
