// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exact and textbook memory of the plan side by side, and why they differ, with the plan's own numbers.
#pragma once

#include "core/evaluate.h"

#include <QFrame>

namespace ui {

class MemoryNote : public QFrame {
    Q_OBJECT
public:
    static MemoryNote* open(const core::Snapshot& snapshot, QWidget* window);  // deletes itself when closed
    // The paragraphs, the first of them a headline.
    [[nodiscard]] static QStringList paragraphs(const core::Snapshot& snapshot);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    MemoryNote(const core::Snapshot& snapshot, QWidget* window);
};

}  // namespace ui
