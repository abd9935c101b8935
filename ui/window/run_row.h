// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first row of Run, 72 high: pause, step, stop; state, and the file where the run is a recording;
// progress; five figures, each measured or simulated value over its prediction with the difference.
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
    QString explanation{};  // tooltip
};
[[nodiscard]] std::vector<RunFigure> runFigures(const RunStore& run, const core::Snapshot& plan);
[[nodiscard]] QString timeLeft(const RunStore& run);  // by the wall clock, measured; empty: unknown

// "Step 312 of 1,000", what remains, and the bar.
struct ProgressState {
    QString step;  // "Step 312", or "In step 1" where that step failed
    std::int64_t done = 0, steps = 0;
    QString left;             // "11 min left"
    bool isExpected = false;  // `left` is predicted, not measured
    bool isLive = false;
    bool operator==(const ProgressState&) const = default;
};
[[nodiscard]] ProgressState progressOf(const RunStore& run, const core::Snapshot& plan);

class RunFigures : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setFigures(std::vector<RunFigure> figures);
    [[nodiscard]] const std::vector<RunFigure>& figures() const { return m_figures; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;  // tooltips
    void paintEvent(QPaintEvent* event) override;

private:
    // From the right; what has no room is left out.
    [[nodiscard]] std::vector<std::pair<QRectF, const RunFigure*>> boxes() const;

    std::vector<RunFigure> m_figures;
};

class RunProgress : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void show(const ProgressState& state);
    using QWidget::show;
    [[nodiscard]] const ProgressState& state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ProgressState m_state;
};

class RunRow : public QWidget {
    Q_OBJECT
public:
    RunRow(const Hall& hall, CommandSet& commands, QWidget* parent = nullptr);
    [[nodiscard]] const std::vector<RunFigure>& figures() const { return m_figures->figures(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void bind(Button& button, CommandSet& commands, const QString& id);
    void refresh();
    void showRecording();
    void showWatched();

    const Hall& m_hall;
    CommandSet& m_commands;
    Button *m_go, *m_train, *m_step, *m_stop;  // m_train stands in for m_go beside a recording
    Chip *m_state, *m_recording;
    RunProgress* m_progress;
    RunFigures* m_figures;
};

}  // namespace ui
