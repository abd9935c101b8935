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
    // What the view knows and the canvas must ask for.
    struct Source {
        std::function<Scene(const Theme&)> scene;  // in another theme, for exports
        std::function<Table()> table;
        std::function<HoverContent(int item)> hover;
    };
    explicit TopologyPainted(Source source, QWidget* parent = nullptr);

    void setScene(ScenePtr scene, const Theme& theme) { m_input.setScene(std::move(scene), theme); }
    [[nodiscard]] SceneInput& input() { return m_input; }

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override { return m_source.table(); }
    [[nodiscard]] int itemCount() const override { return int(m_input.scene().items.size()); }
    [[nodiscard]] int itemAt(const QPointF& at) const override { return m_input.itemAt(at).value_or(-1); }
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override { return m_source.hover(item); }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Source m_source;
    SceneInput m_input;
};

}  // namespace ui
