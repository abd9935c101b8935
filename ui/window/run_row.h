// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first row of Run, 72 high: pause, step, stop; state; progress; five figures, each measured or simulated
// value over its prediction with the difference.
#pragma once

#include "core/evaluate.h"
#include "ui/kit/paint.h"
#include "ui/state/hall.h"

#include <QWidget>

#include <vector>

namespace ui {

class Button;
class Chip;
class CommandSet;
class RunStore;

struct RunFigure {
    QString label;
    NumberKind kind = NumberKind::Measured;
    QString number, unit;  // empty number: nothing measured yet
    QString predicted;     // beside a ○; or plain words where `hasPrediction` is false
    QString difference;
    bool hasPrediction = true;
    Role role = Role::Text;
};
[[nodiscard]] std::vector<RunFigure> runFigures(const RunStore& run, const core::Snapshot& plan);
[[nodiscard]] QString timeLeft(const RunStore& run);  // empty: unknown

class RunFigures : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setFigures(std::vector<RunFigure> figures);
    [[nodiscard]] const std::vector<RunFigure>& figures() const { return m_figures; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<RunFigure> m_figures;
};

class RunProgress : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void show(std::int64_t step, std::int64_t steps, const QString& left, bool live);
    using QWidget::show;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t m_step = 0, m_steps = 0;
    QString m_left;
    bool m_live = false;
};

class RunRow : public QWidget {
    Q_OBJECT
public:
    RunRow(const Hall& hall, CommandSet& commands, QWidget* parent = nullptr);
    [[nodiscard]] const std::vector<RunFigure>& figures() const { return m_figures->figures(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void bind(Button& button, CommandSet& commands, const QString& id);
    void refresh();

    const Hall& m_hall;
    CommandSet& m_commands;
    Button *m_go, *m_step, *m_stop;
    Chip* m_state;
    RunProgress* m_progress;
    RunFigures* m_figures;
};

}  // namespace ui
