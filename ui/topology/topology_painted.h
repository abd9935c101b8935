// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology as a painted widget: what shows where OpenGL cannot be used, or where the reader prefers it.
#pragma once

#include "ui/topology/scene_input.h"

#include <QWidget>

namespace ui {

class TopologyPainted : public QWidget {
    Q_OBJECT
public:
    explicit TopologyPainted(QWidget* parent = nullptr);

    void setScene(ScenePtr scene, const Theme& theme) { m_input.setScene(std::move(scene), theme); }
    [[nodiscard]] SceneInput& input() { return m_input; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    SceneInput m_input;
};

}  // namespace ui
