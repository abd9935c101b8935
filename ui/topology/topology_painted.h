// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology as a painted canvas: what shows where OpenGL cannot be used or the reader prefers it, and what
// every export draws. Mouse, wheel and keys are those of the 3D window (SceneInput), not the canvas' own.
#pragma once

#include "ui/kit/canvas.h"
#include "ui/topology/scene_input.h"

#include <functional>

namespace ui {

class TopologyPainted : public Canvas {
    Q_OBJECT
public:
    // `sceneFor` makes the scene in another theme, for exports; `tableOf` its table.
    using SceneFor = std::function<Scene(const Theme&)>;
    using TableOf = std::function<Table()>;
    TopologyPainted(SceneFor sceneFor, TableOf tableOf, QWidget* parent = nullptr);

    void setScene(ScenePtr scene, const Theme& theme) { m_input.setScene(std::move(scene), theme); }
    [[nodiscard]] SceneInput& input() { return m_input; }

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override { return m_tableOf(); }
    [[nodiscard]] int itemCount() const override {
        return 0;
    }  // items are picked and marked by the scene itself
    [[nodiscard]] int itemAt(const QPointF&) const override { return -1; }
    [[nodiscard]] QRectF itemRect(int) const override { return {}; }
    [[nodiscard]] HoverContent hoverContent(int) const override { return {}; }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    SceneFor m_sceneFor;
    TableOf m_tableOf;
    SceneInput m_input;
};

}  // namespace ui
