// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that is wrong or could be better, in sentences, below the problem chip. "Show" leads to the
// field.
#pragma once

#include "core/evaluate.h"

#include <QFrame>

class QVBoxLayout;

namespace ui {

class RunStore;

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
