// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two live charts that share one place; a button in each header shows the other.
#pragma once

#include <QWidget>

class QStackedLayout;

namespace ui {

class LiveChart;

class ChartPair : public QWidget {
    Q_OBJECT
public:
    ChartPair(LiveChart* first, LiveChart* second, QWidget* parent = nullptr);  // takes both over

    [[nodiscard]] LiveChart* shown() const;
    void swap();

private:
    QStackedLayout* m_stack;
};

}  // namespace ui
