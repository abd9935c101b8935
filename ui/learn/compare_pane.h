// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan of the step beside those it compares with: layout, memory, times. Columns of plans that a question asks about
// stay hidden until the answer.
#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/quantities.h"

#include <QWidget>

namespace ui {

class PlainScroll;

enum class OtherColumns { Shown, Hidden };

class ComparePane : public QWidget {
    Q_OBJECT
public:
    explicit ComparePane(QWidget* parent);
    // `patches`: what the other plans are made of; their columns are named by it.
    void show(const core::QuantityScope& scope, const core::OtherPlans& patches, OtherColumns others);
    // "Tensor parallel 8, data parallel 1" in the language of the window.
    [[nodiscard]] static QString nameOf(const core::PlanPatch& patch, const core::Plan& plan);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] static QString tokensText(std::int64_t tokens);
    void rebuild();

    core::QuantityScope m_scope;
    core::OtherPlans m_patches;
    OtherColumns m_others = OtherColumns::Shown;
    QWidget* m_table = nullptr;
    PlainScroll* m_scroll;
};

// What the plan's rules say about the lesson's plan, one below the other.
enum class RulesShown { Now, Later };  // Later: they would answer the open question

class ProblemsPane : public QWidget {
    Q_OBJECT
public:
    explicit ProblemsPane(QWidget* parent);
    void show(const core::Snapshot& snapshot, RulesShown shown);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* m_list = nullptr;
};

}  // namespace ui
