// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse, wheel and keys over a scene, whoever draws it: orbit (left drag, arrows), pan (right, middle or
// Shift drag), zoom (wheel, + and −), reset (0), pick (click), walk from card to card (Ctrl with arrows).
// Owns the camera. Until the reader moves it, the camera keeps fitting the scene to the window; another grid of cards
// is fitted again.
#pragma once

#include "ui/topology/scene.h"

#include <QObject>
#include <QVariantAnimation>

#include <memory>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace ui {

using ScenePtr = std::shared_ptr<const Scene>;

enum class Motion { Jump, Glide };

class SceneInput : public QObject {
    Q_OBJECT
public:
    explicit SceneInput(QObject* parent = nullptr);

    void setScene(ScenePtr scene, const Theme& theme);
    void setViewport(const QSizeF& viewport);
    void fit(Motion motion);  // back to the scene's own angles, or those of aim(), everything in view
    // Other angles than the scene's own, in degrees; none = its own again.
    struct Angles {
        float azimuth = 0, elevation = 0;
    };
    void aim(const std::optional<Angles>& angles, Motion motion);

    [[nodiscard]] const Scene& scene() const { return *m_scene; }  // an empty one before the first
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const OrbitCamera& camera() const { return m_camera; }
    [[nodiscard]] const QSizeF& viewport() const { return m_viewport; }
    [[nodiscard]] std::optional<int> itemAt(const QPointF& position) const;
    [[nodiscard]] bool dragging() const { return m_drag != Drag::None; }

    bool handle(QEvent* event);  // true when it was for the scene

signals:
    void cameraChanged();
    void picked(int item);                                 // −1: the empty ground
    void hovered(int item, const QPoint& globalPosition);  // −1: none
    void walked(int steps);

private:
    enum class Drag { None, Pressed, Orbit, Pan };

    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    bool key(const QKeyEvent& event);
    void hoverAt(const QPointF& position, const QPoint& global);
    void moveBy(const OrbitCamera& camera);  // by the reader: ends the automatic fitting
    void show(const OrbitCamera& camera, Motion motion);
    [[nodiscard]] OrbitCamera home() const;
    void zoomAt(const QPointF& position, float factor);

    ScenePtr m_scene;
    Theme m_theme;
    QSizeF m_viewport{1, 1};
    OrbitCamera m_camera;
    float m_fittedDistance = 26;
    bool m_automatic = true;
    std::optional<Angles> m_aim;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_last;
    int m_hovered = -1;
    QVariantAnimation m_glide;
    OrbitCamera m_from, m_to;
};

}  // namespace ui
