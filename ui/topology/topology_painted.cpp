// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/topology_painted.h"

#include "ui/kit/paint.h"
#include "ui/kit/style.h"
#include "ui/topology/scene_painter.h"

#include <QPainter>
#include <QResizeEvent>

namespace ui {
namespace {
constexpr std::size_t kCoarseBoxes = 512;  // more than these are drawn without smoothing while they are being turned
}

TopologyPainted::TopologyPainted(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setProperty(kOwnFocusRing, true);
    setAccessibleName(tr("Grid of cards"));
    connect(&m_input, &SceneInput::cameraChanged, this, [this] { update(); });
}

bool TopologyPainted::event(QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress) setFocus(Qt::MouseFocusReason);
    if (m_input.handle(event)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void TopologyPainted::resizeEvent(QResizeEvent* event) { m_input.setViewport(event->size()); }

void TopologyPainted::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool coarse = m_input.dragging() && m_input.scene().boxes.size() > kCoarseBoxes;
    paintScene(painter, m_input.scene(), m_input.camera(), size(), m_input.theme(), coarse ? Smoothing::Off : Smoothing::On);
    if (hasKeyboardFocus(*this)) drawFocusRing(painter, rect().adjusted(3, 3, -3, -3), m_input.theme());
}

}  // namespace ui
