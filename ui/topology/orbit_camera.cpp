// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/orbit_camera.h"

#include <QtMath>

#include <algorithm>
#include <cmath>

namespace ui {

QVector3D OrbitCamera::eye() const {
    const float a = qDegreesToRadians(azimuth), e = qDegreesToRadians(elevation);
    return target + distance * QVector3D(std::cos(e) * std::sin(a), std::sin(e), std::cos(e) * std::cos(a));
}

OrbitCamera OrbitCamera::orbited(float azimuthBy, float elevationBy) const {
    OrbitCamera camera = *this;
    camera.azimuth = std::remainder(azimuth + azimuthBy, 360.0f);
    camera.elevation = std::clamp(elevation + elevationBy, kMinElevation, kMaxElevation);
    return camera;
}

OrbitCamera OrbitCamera::zoomed(float factor, float nearest, float farthest) const {
    OrbitCamera camera = *this;
    camera.distance = std::clamp(distance / factor, nearest, farthest);
    return camera;
}

OrbitCamera OrbitCamera::panned(const QPointF& pixels, const QSizeF& viewport) const {
    const Projector projector(*this, viewport);
    const float unit = 1 / projector.pixelsPerUnit(target);
    OrbitCamera camera = *this;
    camera.target += unit * (projector.up() * float(pixels.y()) - projector.right() * float(pixels.x()));
    return camera;
}

OrbitCamera between(const OrbitCamera& from, const OrbitCamera& to, float share) {
    const auto mix = [share](auto a, auto b) { return a + (b - a) * share; };
    OrbitCamera camera;
    camera.target = mix(from.target, to.target);
    camera.distance = mix(from.distance, to.distance);
    camera.azimuth = from.azimuth + std::remainder(to.azimuth - from.azimuth, 360.0f) * share;
    camera.elevation = mix(from.elevation, to.elevation);
    return camera;
}

Projector::Projector(const OrbitCamera& camera, const QSizeF& viewport)
    : m_eye(camera.eye())
    , m_forward((camera.target - m_eye).normalized())
    , m_viewport(viewport) {
    m_right = QVector3D::crossProduct(m_forward, {0, 1, 0}).normalized();
    m_up = QVector3D::crossProduct(m_right, m_forward);
    m_focal = float(viewport.height() / 2) / std::tan(qDegreesToRadians(OrbitCamera::kFieldOfView / 2));
}

QPointF Projector::operator()(const QVector3D& point) const {
    const QVector3D d = point - m_eye;
    const float scale = m_focal / std::max(QVector3D::dotProduct(d, m_forward), 1e-3f);
    return {m_viewport.width() / 2 + double(scale * QVector3D::dotProduct(d, m_right)),
            m_viewport.height() / 2 - double(scale * QVector3D::dotProduct(d, m_up))};
}

float Projector::depth(const QVector3D& point) const {
    return QVector3D::dotProduct(point - m_eye, m_forward);
}

Ray Projector::ray(const QPointF& pixel) const {
    const float x = float(pixel.x() - m_viewport.width() / 2), y = float(m_viewport.height() / 2 - pixel.y());
    return {m_eye, (m_forward * m_focal + m_right * x + m_up * y).normalized()};
}

float Projector::pixelsPerUnit(const QVector3D& at) const { return m_focal / std::max(depth(at), 1e-3f); }

}  // namespace ui
