// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology as a Qt 3D window inside a widget. Draws on demand only. Nothing can float over it; hover
// cards are windows of their own. Make one only where openGlUsable() says so.
#pragma once

#include "ui/topology/scene_input.h"

#include <QWidget>

#include <functional>

namespace Qt3DExtras {
class Qt3DWindow;
}

namespace ui {

class SceneGraph;

// Whether an OpenGL 3.2 context can be made here. Asks the driver once per call; takes some milliseconds.
[[nodiscard]] bool openGlUsable();

class Topology3D : public QWidget {
    Q_OBJECT
public:
    explicit Topology3D(QWidget* parent = nullptr);
    ~Topology3D() override;

    void setScene(ScenePtr scene, const Theme& theme);
    [[nodiscard]] SceneInput& input() { return m_input; }
    [[nodiscard]] QWindow* window3d() const;
    // The picture of a coming frame; also works while the window is hidden behind others.
    void capture(const std::function<void(const QImage&)>& then);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    SceneInput m_input;
    Qt3DExtras::Qt3DWindow* m_window = nullptr;  // owned by the container
    SceneGraph* m_graph = nullptr;
};

}  // namespace ui
