// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/topology_painted.h"

#include "ui/topology/scene_painter.h"

#include <QPainter>
#include <QPolygonF>
#include <QResizeEvent>

namespace ui {
namespace {
constexpr std::size_t kCoarseBoxes =
    512;  // more than these are drawn without smoothing while they are being turned
}

TopologyPainted::TopologyPainted(Source source, QWidget* parent)
    : Canvas(parent)
    , m_source(std::move(source)) {
    setAccessibleName(tr("Grid of cards"));
    connect(&m_input, &SceneInput::cameraChanged, this, [this] { update(); });
}

bool TopologyPainted::event(QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress) setFocus(Qt::MouseFocusReason);
    if (m_input.handle(event)) {
        event->accept();
        return true;
    }
    return Canvas::event(event);
}

void TopologyPainted::resizeEvent(QResizeEvent* event) { m_input.setViewport(event->size()); }

QRectF TopologyPainted::itemRect(int item) const {
    const SceneBox& box = m_input.scene().boxes[std::size_t(item)];
    const Projector project(m_input.camera(), m_input.viewport());
    QPolygonF corners;
    for (int corner = 0; corner < 8; ++corner) {
        const QVector3D sign(corner & 1 ? 0.5f : -0.5f, corner & 2 ? 0.5f : -0.5f, corner & 4 ? 0.5f : -0.5f);
        corners << project(box.center + box.size * sign);
    }
    return corners.boundingRect();
}

void TopologyPainted::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) {
    if (medium == Medium::Screen) {
        const bool coarse = m_input.dragging() && m_input.scene().boxes.size() > kCoarseBoxes;
        paintScene(painter, m_input.scene(), m_input.camera(), size, theme,
                   coarse ? Smoothing::Off : Smoothing::On);
        return;
    }
    const Scene scene = m_source.scene(theme);
    const OrbitCamera angles = m_input.scene().empty() ? scene.home : m_input.camera();
    paintScene(painter, scene, fitted(scene, angles, size, theme), size, theme);
}

}  // namespace ui
