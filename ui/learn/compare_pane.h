// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan of the step beside those it compares with: layout, memory, times. Columns of plans that a question asks about
// stay hidden until the answer.
#pragma once

#include "core/lesson/quantities.h"

#include <QWidget>

namespace ui {

class PlainScroll;

enum class OtherColumns { Shown, Hidden };

class ComparePane : public QWidget {
    Q_OBJECT
public:
    explicit ComparePane(QWidget* parent);
    void show(const core::QuantityScope& scope, OtherColumns others);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();

    core::QuantityScope m_scope;
    OtherColumns m_others = OtherColumns::Shown;
    QWidget* m_table = nullptr;
    PlainScroll* m_scroll;
};

// What the plan's rules say about the lesson's plan, one below the other.
class ProblemsPane : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsPane(QWidget* parent);
    void show(const core::Snapshot& snapshot);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* m_list = nullptr;
};

}  // namespace ui
