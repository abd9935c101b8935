// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A slider over a list of stops: integer 0 … n−1, one dot per stop. A stop that breaks a rule given the other
// fields is hollow and can still be chosen. Arrows = next stop, Home/End = first/last. For one undo entry per
// drag: sliderPressed() … valueChanged() … sliderReleased(); a key or a click on the groove changes the value
// outside of a press.
#pragma once

#include <QSlider>
#include <QStringList>

#include <vector>

namespace ui {

enum class StopState { Valid, Refused };

class StopSlider : public QSlider {
    Q_OBJECT
public:
    explicit StopSlider(QWidget* parent = nullptr);

    // Names are read out by assistive technology; the current index stays where it is still in range.
    void setStops(const QStringList& names, const std::vector<StopState>& states);
    [[nodiscard]] int stopCount() const { return int(m_states.size()); }
    // Pixel position of a stop inside the widget.
    [[nodiscard]] QPointF stopPosition(int index) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] int stopAt(double x) const;

    QStringList m_names;
    std::vector<StopState> m_states;
};

}  // namespace ui
