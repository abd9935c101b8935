// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that is wrong or could be better, in sentences, below the problem chip. "Show" leads to the
// field.
#pragma once

#include "core/evaluate.h"

#include <QFrame>

#include <optional>

class QVBoxLayout;

namespace ui {

class RunStore;

// The plan keeps the rules but its heaviest card is too small: a warning, since virtual cards may be tried.
[[nodiscard]] std::optional<core::Problem> tooSmallCard(const core::Snapshot& snapshot);

class ProblemList : public QFrame {
    Q_OBJECT
public:
    ProblemList(const core::Snapshot& snapshot, const RunStore& run, QWidget* window);
    void openBelow(const QWidget& chip);  // deletes itself when closed

signals:
    void show(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void add(const core::Problem& problem);
    void addText(const QString& text, const QString& pointer, core::Severity severity);

    QVBoxLayout* m_rows;
};

}  // namespace ui
