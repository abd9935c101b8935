// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_chart.h"

#include "ui/kit/empty_state.h"
#include "ui/kit/line_chart.h"
#include "ui/kit/view_header.h"

#include <QEvent>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace ui {
namespace {
constexpr int kTickMs = 140;
}

LiveChart::LiveChart(const Hall& hall, const QString& title, const QString& emptySentence, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_title(title)
    , m_header(new ViewHeader(title, this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(emptySentence, this))
    , m_chart(new LineChart(this)) {
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_chart);
    m_chart->setAccessibleName(title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addLayout(m_stack, 1);
    m_tick.setSingleShot(true);
    connect(&m_tick, &QTimer::timeout, this, &LiveChart::update);
    connect(&hall.run, &RunStore::tick, this, &LiveChart::later);
    connect(&hall.run, &RunStore::stateChanged, this, &LiveChart::later);
}

Button* LiveChart::addHeaderButton(Icon icon, const QString& toolTip) {
    return m_header->addIconButton(icon, toolTip);
}

bool LiveChart::showsData() const { return m_stack->currentWidget() == m_chart; }

void LiveChart::later() {
    if (isVisible() && !m_tick.isActive()) m_tick.start(kTickMs);
}

void LiveChart::showEvent(QShowEvent*) { update(); }

void LiveChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) later();
}

void LiveChart::update() {
    if (!hasData()) {
        m_header->setKinds({});
        m_header->setFigureWithUnit({}, {});
        refreshEmpty();
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    m_stack->setCurrentWidget(m_chart);
    const bool failed = run().state() == EngineState::Failed && run().lastStep();
    if (failed)
        m_chart->setEvents({{double(run().lastStep()->step), tr("engine stopped"), Role::Danger}});
    else
        m_chart->setEvents({});
    refresh();
}

}  // namespace ui
