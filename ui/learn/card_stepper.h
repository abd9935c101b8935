// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two small painted signs of progress: 1 predict — 2 act — 3 reveal on a question, and the dots of a lesson's steps.
#pragma once

#include <QWidget>

namespace ui {

class CardStepper : public QWidget {
    Q_OBJECT
public:
    explicit CardStepper(QWidget* parent = nullptr);
    void setPhase(int phase);  // 0, 1, 2
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_phase = 0;
};

class StepDots : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setSteps(int current, int count);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_current = 0, m_count = 0;
};

}  // namespace ui
