// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The camera of the topology: it orbits a target with y up. A plain value; the 3D scene, the painted grid and
// the tests project through the same one. Angles in degrees, lengths in scene units, pixels from the upper
// left corner.
#pragma once

#include <QMatrix4x4>
#include <QPointF>
#include <QSizeF>
#include <QVector3D>

namespace ui {

struct Ray {
    QVector3D origin, direction;
};

struct OrbitCamera {
    static constexpr float kFieldOfView = 16;  // vertical
    static constexpr float kMinElevation = 8, kMaxElevation = 80;

    QVector3D target;
    float distance = 26;
    float azimuth = -27;
    float elevation = 25;

    [[nodiscard]] QVector3D eye() const;
    [[nodiscard]] OrbitCamera orbited(float azimuthBy, float elevationBy) const;
    [[nodiscard]] OrbitCamera zoomed(float factor, float nearest, float farthest) const;
    // Moves the target so that the scene follows the pointer by `pixels`.
    [[nodiscard]] OrbitCamera panned(const QPointF& pixels, const QSizeF& viewport) const;
    bool operator==(const OrbitCamera&) const = default;
};

// Between two cameras, share 0..1; the azimuth takes the short way round.
[[nodiscard]] OrbitCamera between(const OrbitCamera& from, const OrbitCamera& to, float share);

// A camera with its axes worked out once, for projecting many points into one viewport.
class Projector {
public:
    Projector(const OrbitCamera& camera, const QSizeF& viewport);

    [[nodiscard]] QPointF operator()(const QVector3D& point) const;
    [[nodiscard]] float
    depth(const QVector3D& point) const;  // along the view direction; not positive = behind the eye
    [[nodiscard]] Ray ray(const QPointF& pixel) const;
    [[nodiscard]] float pixelsPerUnit(const QVector3D& at) const;
    [[nodiscard]] const QVector3D& eye() const { return m_eye; }
    [[nodiscard]] const QVector3D& right() const { return m_right; }
    [[nodiscard]] const QVector3D& up() const { return m_up; }
    [[nodiscard]] const QSizeF& viewport() const { return m_viewport; }

private:
    QVector3D m_eye, m_right, m_up, m_forward;
    QSizeF m_viewport;
    float m_focal = 1;  // pixels
};

}  // namespace ui
