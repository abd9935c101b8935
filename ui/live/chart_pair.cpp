// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/chart_pair.h"

#include "ui/kit/button.h"
#include "ui/live/live_chart.h"

#include <QStackedLayout>

namespace ui {

ChartPair::ChartPair(LiveChart* first, LiveChart* second, QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedLayout(this)) {
    for (LiveChart* chart : {first, second}) {
        m_stack->addWidget(chart);
        LiveChart* other = chart == first ? second : first;
        Button* button = chart->addHeaderButton(Icon::Swap, tr("Show: %1").arg(other->title()));
        connect(button, &Button::clicked, this, &ChartPair::swap);
    }
}

LiveChart* ChartPair::shown() const { return static_cast<LiveChart*>(m_stack->currentWidget()); }

void ChartPair::swap() { m_stack->setCurrentIndex(1 - m_stack->currentIndex()); }

}  // namespace ui
