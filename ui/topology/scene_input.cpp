// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/scene_input.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <QWheelEvent>

#include <array>
#include <cmath>

namespace ui {
namespace {

constexpr double kClickSlop = 4;  // pixels
constexpr float kDegreesPerPixel = 0.35f;
constexpr float kArrowDegrees = 6;
constexpr float kZoomStep = 1.15f;
constexpr float kNearest = 0.12f, kFarthest = 3;  // of the fitted distance
constexpr int kGlideMs = 220;

bool reducedMotion() { return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0; }

// Cards, stages and nodes: with other ones the reader's own camera would look past them.
std::array<int, 3> gridOf(const Scene& scene) {
    if (scene.empty()) return {};
    const SceneItem& last = scene.items.back();
    return {int(scene.items.size()), last.stage, last.node};
}

}  // namespace

SceneInput::SceneInput(QObject* parent)
    : QObject(parent)
    , m_scene(std::make_shared<Scene>()) {
    m_glide.setStartValue(0.0);
    m_glide.setEndValue(1.0);
    m_glide.setDuration(kGlideMs);
    m_glide.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, this, [this](const QVariant& share) {
        m_camera = between(m_from, m_to, share.toFloat());
        emit cameraChanged();
    });
}

void SceneInput::setScene(ScenePtr scene, const Theme& theme) {
    const bool another = scene->home != m_scene->home || gridOf(*scene) != gridOf(*m_scene);
    m_scene = std::move(scene);
    m_theme = theme;
    if (another) m_automatic = true;
    if (m_automatic)
        show(fitted(*m_scene, home(), m_viewport, m_theme), Motion::Jump);
    else
        emit cameraChanged();
}

void SceneInput::setViewport(const QSizeF& viewport) {
    if (viewport == m_viewport || viewport.isEmpty()) return;
    m_viewport = viewport;
    if (m_automatic)
        show(fitted(*m_scene, home(), m_viewport, m_theme), Motion::Jump);
    else
        emit cameraChanged();
}

void SceneInput::fit(Motion motion) {
    m_automatic = true;
    show(fitted(*m_scene, home(), m_viewport, m_theme), motion);
}

void SceneInput::aim(const std::optional<Angles>& angles, Motion motion) {
    m_aim = angles;
    fit(motion);
}

OrbitCamera SceneInput::home() const {
    OrbitCamera camera = m_scene->home;
    if (!m_aim) return camera;
    camera.azimuth = m_aim->azimuth;
    camera.elevation = m_aim->elevation;
    return camera;
}

void SceneInput::show(const OrbitCamera& camera, Motion motion) {
    m_glide.stop();
    if (m_automatic) m_fittedDistance = camera.distance;
    if (motion == Motion::Jump || reducedMotion()) {
        m_camera = camera;
        emit cameraChanged();
        return;
    }
    m_from = m_camera;
    m_to = camera;
    m_glide.start();
}

void SceneInput::moveBy(const OrbitCamera& camera) {
    m_automatic = false;
    m_glide.stop();
    m_camera = camera;
    emit cameraChanged();
}

std::optional<int> SceneInput::itemAt(const QPointF& position) const {
    return pick(*m_scene, Projector(m_camera, m_viewport).ray(position));
}

bool SceneInput::handle(QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return release(*static_cast<QMouseEvent*>(event));
    case QEvent::Wheel:
        return wheel(*static_cast<QWheelEvent*>(event));
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent*>(event));
    case QEvent::Leave:
        m_hovered = -1;
        emit hovered(-1, {});
        return false;
    default:
        return false;
    }
}

bool SceneInput::press(const QMouseEvent& event) {
    m_pressed = m_last = event.position();
    const bool pan = event.button() != Qt::LeftButton || event.modifiers().testFlag(Qt::ShiftModifier);
    m_drag = pan ? Drag::Pan : Drag::Pressed;
    return true;
}

bool SceneInput::move(const QMouseEvent& event) {
    if (m_drag == Drag::None || event.buttons() == Qt::NoButton) {
        hoverAt(event.position(), event.globalPosition().toPoint());
        return true;
    }
    if (m_drag == Drag::Pressed && (event.position() - m_pressed).manhattanLength() >= kClickSlop) {
        m_drag = Drag::Orbit;
        emit hovered(-1, {});
    }
    const QPointF by = event.position() - m_last;
    m_last = event.position();
    if (m_drag == Drag::Orbit)
        moveBy(m_camera.orbited(float(-by.x()) * kDegreesPerPixel, float(by.y()) * kDegreesPerPixel));
    if (m_drag == Drag::Pan) moveBy(m_camera.panned(by, m_viewport));
    return true;
}

bool SceneInput::release(const QMouseEvent& event) {
    const bool click = m_drag == Drag::Pressed;
    m_drag = Drag::None;
    if (click)
        emit picked(itemAt(event.position()).value_or(-1));
    else
        emit cameraChanged();  // let whoever draws coarsely while dragging draw finely again
    return true;
}

bool SceneInput::wheel(const QWheelEvent& event) {
    zoomAt(event.position(), std::pow(kZoomStep, float(event.angleDelta().y()) / 120));
    return true;
}

void SceneInput::zoomAt(const QPointF& position, float factor) {
    const OrbitCamera near =
        m_camera.zoomed(factor, m_fittedDistance * kNearest, m_fittedDistance * kFarthest);
    const double grown = double(m_camera.distance / near.distance);
    const QPointF fromCentre = position - QPointF(m_viewport.width() / 2, m_viewport.height() / 2);
    moveBy(near.panned(fromCentre * (1 - grown), m_viewport));
}

bool SceneInput::key(const QKeyEvent& event) {
    const QPointF centre(m_viewport.width() / 2, m_viewport.height() / 2);
    const bool walk = event.modifiers().testFlag(Qt::ControlModifier);
    switch (event.key()) {
    case Qt::Key_Left:
        walk ? emit walked(-1) : moveBy(m_camera.orbited(kArrowDegrees, 0));
        return true;
    case Qt::Key_Right:
        walk ? emit walked(1) : moveBy(m_camera.orbited(-kArrowDegrees, 0));
        return true;
    case Qt::Key_Up:
        walk ? emit walked(-1) : moveBy(m_camera.orbited(0, kArrowDegrees));
        return true;
    case Qt::Key_Down:
        walk ? emit walked(1) : moveBy(m_camera.orbited(0, -kArrowDegrees));
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(centre, kZoomStep);
        return true;
    case Qt::Key_Minus:
        zoomAt(centre, 1 / kZoomStep);
        return true;
    case Qt::Key_0:
        fit(Motion::Glide);
        return true;
    default:
        return false;
    }
}

void SceneInput::hoverAt(const QPointF& position, const QPoint& global) {
    const int item = itemAt(position).value_or(-1);
    if (item == m_hovered) return;
    m_hovered = item;
    emit hovered(item, global);
}

}  // namespace ui
