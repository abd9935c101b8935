// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts as points, time of a step against memory of the heaviest card: those on the front as diamonds joined by steps,
// the others grey; the memory of a card as a line; A and B as letters. A click chooses the nearest point, arrows walk the
// points by time.
#pragma once

#include "ui/kit/format.h"
#include "ui/kit/hover_card.h"

#include <QChartView>

#include <functional>
#include <optional>
#include <vector>

class QLineSeries;
class QScatterSeries;
class QValueAxis;

namespace ui {

enum class PointKind { Other, Front };
struct TimeMemoryPoint {
    double seconds = 0;
    core::Bytes memory;
    PointKind kind = PointKind::Other;
};

class TimeMemoryChart : public QChartView {
    Q_OBJECT
public:
    explicit TimeMemoryChart(QWidget* parent = nullptr);

    // `capacity`: of a card; `limit`: what of it may be used (equal: one line). The capacity chooses the axis's unit.
    void setPoints(std::vector<TimeMemoryPoint> points, core::Bytes capacity, core::Bytes limit);
    void setA(std::optional<TimeMemoryPoint> a);
    void setCurrent(int point);  // B; −1 = none
    void setExplanation(std::function<HoverContent(int point)> explain) { m_explain = std::move(explain); }
    [[nodiscard]] QPoint position(int point) const;  // widget pixels
    [[nodiscard]] int nearest(const QPointF& at) const;  // −1 = none within reach

signals:
    void chosen(int point);

protected:
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void restyle();
    void place();
    void fill();
    [[nodiscard]] QPointF at(const TimeMemoryPoint& point) const;
    void step(int by);

    std::vector<TimeMemoryPoint> m_points;
    std::optional<TimeMemoryPoint> m_a;
    [[nodiscard]] double level(core::Bytes memory) const { return inUnit(memory, m_memoryUnit); }

    core::Bytes m_capacity, m_limit;
    ByteUnit m_memoryUnit = ByteUnit::GiB;
    double m_scale = 1;  // seconds in one unit of the axis
    QString m_unit;
    int m_current = -1, m_hovered = -1;
    int m_outside = 0;  // points beyond the right edge
    QScatterSeries *m_others, *m_front;
    QLineSeries *m_steps, *m_card, *m_bound;
    QValueAxis *m_x, *m_y;
    HoverCard* m_hover;
    std::function<HoverContent(int)> m_explain;
};

}  // namespace ui
