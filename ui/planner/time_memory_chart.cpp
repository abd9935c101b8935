// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/time_memory_chart.h"

#include "ui/kit/chart_frame.h"
#include "ui/kit/format.h"
#include "ui/kit/style.h"

#include <QChart>
#include <QKeyEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>

namespace ui {

namespace {

constexpr double kLeft = 42, kRight = 18, kTop = 18, kBottom = 40, kReach = 14;

}  // namespace

TimeMemoryChart::TimeMemoryChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_others(new QScatterSeries)
    , m_front(new QScatterSeries)
    , m_steps(new QLineSeries)
    , m_card(new QLineSeries)
    , m_bound(new QLineSeries)
    , m_x(new QValueAxis)
    , m_y(new QValueAxis)
    , m_hover(new HoverCard(this)) {
    frameChart(*this, *m_x, *m_y);
    for (QXYSeries* series : std::initializer_list<QXYSeries*>{m_card, m_bound, m_steps, m_others, m_front}) {
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }
    m_others->setMarkerShape(QScatterSeries::MarkerShapeCircle);
    m_front->setMarkerShape(QScatterSeries::MarkerShapeRotatedRectangle);
    setProperty(kOwnFocusRing, true);
    setMouseTracking(true);
    setMinimumSize(220, 160);
    setAccessibleName(tr("Memory against time"));
    restyle();
}

void TimeMemoryChart::setPoints(std::vector<TimeMemoryPoint> points, core::Bytes capacity, core::Bytes limit) {
    m_points = std::move(points);
    m_memoryUnit = unitFor(capacity);
    m_capacity = capacity;
    m_limit = limit;
    m_current = m_hovered = -1;
    fill();
}

void TimeMemoryChart::setA(std::optional<TimeMemoryPoint> a) {
    m_a = a;
    if (!m_points.empty()) fill();
}

void TimeMemoryChart::setCurrent(int point) {
    m_current = point < int(m_points.size()) ? point : -1;
    viewport()->update();
}

void TimeMemoryChart::fill() {
    double least = 1e300, most = 0, top = level(m_capacity);
    for (const TimeMemoryPoint& point : m_points) least = std::min(least, point.seconds);
    // Points far to the right would press the rest into a corner; they are counted at the edge.
    constexpr double kFar = 2.5;
    m_outside = 0;
    const auto widen = [&](const TimeMemoryPoint& point, int count) {
        if (!m_points.empty() && point.seconds > kFar * least) {
            m_outside += count;
            return;
        }
        least = std::min(least, point.seconds);
        most = std::max(most, point.seconds);
        top = std::max(top, level(point.memory));
    };
    for (const TimeMemoryPoint& point : m_points) widen(point, 1);
    if (m_a) widen(*m_a, 0);
    const TimeUnit unit = timeUnitFor(most > 0 ? most : 1);
    m_scale = secondsIn(unit);
    m_unit = nameOf(unit);
    QList<QPointF> others, front, steps;
    std::vector<TimeMemoryPoint> sorted;
    for (const TimeMemoryPoint& point : m_points) {
        const QPointF value(point.seconds / m_scale, level(point.memory));
        (point.kind == PointKind::Front ? front : others) << value;
        if (point.kind == PointKind::Front) sorted.push_back(point);
    }
    std::ranges::sort(sorted, {}, &TimeMemoryPoint::seconds);
    if (most <= 0) least = 0, most = 1;
    const double low = least / m_scale, high = most / m_scale, margin = std::max((high - low) * 0.08, high * 0.01);
    spanAxis(*m_x, std::max(0.0, low - margin), high + margin, niceStep(high - low + 2 * margin, 5));
    const double step = niceBinaryStep(top, 5);
    spanAxis(*m_y, 0, top * 1.04, step);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i > 0) steps << QPointF(sorted[i].seconds / m_scale, level(sorted[i - 1].memory));
        steps << QPointF(sorted[i].seconds / m_scale, level(sorted[i].memory));
    }
    if (!sorted.empty()) {
        steps.prepend(QPointF(steps.front().x(), top * 1.04));
        steps << QPointF(high + margin, steps.back().y());
    }
    m_others->replace(others);
    m_front->replace(front);
    m_steps->replace(steps);
    const double left = m_x->min(), right = m_x->max();
    const auto across = [&](core::Bytes memory) { return QList<QPointF>{{left, level(memory)}, {right, level(memory)}}; };
    m_card->replace(across(m_capacity));
    m_bound->replace(m_limit < m_capacity ? across(m_limit) : QList<QPointF>{});
    place();
    viewport()->update();
}

void TimeMemoryChart::restyle() {
    const Theme& theme = themeOf(*this);
    const QColor accent = theme.color(Role::Accent);
    setBackgroundBrush(theme.color(Role::Canvas));
    for (QScatterSeries* series : {m_others, m_front}) series->setMarkerSize(theme.px(series == m_front ? 10 : 7));
    m_others->setPen(QPen(theme.color(Role::Strong), 1));
    m_others->setBrush(mix(theme.color(Role::Strong), theme.color(Role::Canvas), 0.35));
    m_front->setPen(QPen(accent, 1.4));
    m_front->setBrush(theme.color(Role::Canvas));
    m_steps->setPen(QPen(accent, 1));
    m_card->setPen(QPen(theme.color(Role::Danger), 1.5));
    QPen bound(theme.color(Role::Danger), 1);
    bound.setDashPattern({4, 4});
    m_bound->setPen(bound);
    styleAxes(*m_x, *m_y, theme);
    place();
}

void TimeMemoryChart::place() {
    const Theme& theme = themeOf(*this);
    const QRectF plot(theme.px(kLeft), theme.px(kTop), std::max(10.0, width() - theme.px(kLeft + kRight)),
                      std::max(10.0, height() - theme.px(kTop + kBottom)));
    if (chart()->plotArea() == plot) return;
    chart()->setPlotArea({});  // a rectangle that was set before would be taken for done
    chart()->setPlotArea(plot);
    // Series and axes that were laid out while hidden follow a change of the range only.
    for (QValueAxis* axis : {m_x, m_y}) {
        const double end = axis->max();
        axis->setMax(end * 1.001);
        axis->setMax(end);
    }
}

QPointF TimeMemoryChart::at(const TimeMemoryPoint& point) const {
    return chart()->mapToPosition(QPointF(point.seconds / m_scale, level(point.memory)), m_others);
}

QPoint TimeMemoryChart::position(int point) const { return at(m_points[std::size_t(point)]).toPoint(); }

int TimeMemoryChart::nearest(const QPointF& where) const {
    int found = -1;
    double least = themeOf(*this).px(kReach);
    const QRectF plot = chart()->plotArea().adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (!plot.contains(at(m_points[i]))) continue;
        const double distance = QLineF(at(m_points[i]), where).length();
        if (distance >= least) continue;
        least = distance;
        found = int(i);
    }
    return found;
}

void TimeMemoryChart::drawForeground(QPainter* painter, const QRectF&) {
    const Theme& theme = themeOf(*this);
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF plot = chart()->plotArea();
    const auto letter = [&](const QPointF& centre, const QString& text, const QColor& ground, const QColor& ink, const QColor& line) {
        const double r = theme.px(9);
        painter->setPen(QPen(line, theme.px(1.5)));
        painter->setBrush(ground);
        painter->drawEllipse(centre, r, r);
        drawText(*painter, QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r), text, theme.font(FontUse::Axis), ink, Qt::AlignHCenter);
    };
    if (m_hovered >= 0 && m_hovered != m_current) {
        painter->setPen(QPen(theme.color(Role::Text2), theme.px(1.5)));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(at(m_points[std::size_t(m_hovered)]), theme.px(8), theme.px(8));
    }
    if (m_a && plot.adjusted(-1, -1, 1, 1).contains(at(*m_a)))
        letter(at(*m_a), QStringLiteral("A"), theme.color(Role::Canvas), theme.color(Role::Text), theme.color(Role::Text));
    if (m_current >= 0 && plot.adjusted(-1, -1, 1, 1).contains(at(m_points[std::size_t(m_current)])))
        letter(at(m_points[std::size_t(m_current)]), QStringLiteral("B"), theme.color(Role::AccentFill), theme.color(Role::OnAccent),
               theme.color(Role::AccentFill));
    const QFont axis = theme.font(FontUse::Axis);
    drawText(*painter, QRectF(plot.left(), height() - theme.px(18), plot.width(), theme.px(16)), tr("time of a step, %1").arg(m_unit), axis,
             theme.color(Role::Text2), Qt::AlignRight);
    if (m_outside > 0)
        drawText(*painter, QRectF(plot.left(), height() - theme.px(18), plot.width(), theme.px(16)),
                 tr("%1 slower ones lie outside").arg(m_outside), axis, theme.color(Role::Text2));
    if (m_capacity > core::Bytes(0)) {
        const double y = chart()->mapToPosition(QPointF(m_x->max(), level(m_capacity)), m_others).y();
        drawText(*painter, QRectF(plot.left(), y - theme.px(16), plot.width(), theme.px(14)),
                 tr("card: %1").arg(bytesText(m_capacity, m_memoryUnit)), axis, theme.color(Role::Danger),
                 Qt::AlignRight);
    }
    if (hasKeyboardFocus(*this)) drawFocusRing(*painter, QRectF(viewport()->rect()).adjusted(4, 4, -4, -4), theme);
}

// The plot follows the pane whenever that changed: a pane that is shown for the first time is not always told its size.
void TimeMemoryChart::paintEvent(QPaintEvent* event) {
    place();
    QChartView::paintEvent(event);
}

void TimeMemoryChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    place();
}

void TimeMemoryChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

void TimeMemoryChart::mousePressEvent(QMouseEvent* event) {
    const int point = nearest(event->position());
    m_hover->dismiss();
    if (event->button() != Qt::LeftButton || point < 0) return;
    setCurrent(point);
    emit chosen(point);
}

void TimeMemoryChart::mouseMoveEvent(QMouseEvent* event) {
    const int point = nearest(event->position());
    if (point == m_hovered) return;
    m_hovered = point;
    if (point >= 0 && m_explain)
        m_hover->schedule(m_explain(point), event->globalPosition().toPoint());
    else
        m_hover->dismiss();
    viewport()->update();
}

void TimeMemoryChart::leaveEvent(QEvent* event) {
    QChartView::leaveEvent(event);
    m_hovered = -1;
    m_hover->dismiss();
    viewport()->update();
}

void TimeMemoryChart::step(int by) {
    if (m_points.empty()) return;
    std::vector<int> order(m_points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = int(i);
    std::ranges::stable_sort(order, {}, [this](int i) { return m_points[std::size_t(i)].seconds; });
    const auto now = std::ranges::find(order, m_current);
    const std::ptrdiff_t place = now == order.end() ? 0 : std::clamp<std::ptrdiff_t>(now - order.begin() + by, 0, std::ssize(order) - 1);
    setCurrent(order[std::size_t(place)]);
    emit chosen(m_current);
}

void TimeMemoryChart::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Down) return step(1);
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Up) return step(-1);
    QChartView::keyPressEvent(event);
}

void TimeMemoryChart::focusInEvent(QFocusEvent* event) {
    QChartView::focusInEvent(event);
    viewport()->update();
}

void TimeMemoryChart::focusOutEvent(QFocusEvent* event) {
    QChartView::focusOutEvent(event);
    viewport()->update();
}

}  // namespace ui
