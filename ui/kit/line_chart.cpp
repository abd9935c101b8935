// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Points, ranges and gestures; the look is in line_chart_draw.cpp.
#include "ui/kit/line_chart.h"

#include "ui/kit/chart_frame.h"
#include "ui/kit/decimate.h"
#include "ui/kit/format.h"

#include <QAreaSeries>
#include <QChart>
#include <QKeyEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {
namespace {

constexpr int kYTicks = 4;  // about
// Half of "1,000" stands right of the plot.
constexpr double kLeft = 42, kRight = 16, kTop = 12, kCaptionTop = 24, kBottom = 24;

QList<QPointF> toList(const std::vector<QPointF>& points) { return {points.begin(), points.end()}; }

double roundedUp(double value, double step) { return std::ceil(value / step - 1e-9) * step; }
double roundedDown(double value, double step) { return std::floor(value / step + 1e-9) * step; }

}  // namespace

LineChart::LineChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_x(new QValueAxis)
    , m_y(new QValueAxis) {
    frameChart(*this, *m_x, *m_y);
    setMinimumSize(80, 60);
    showX(0, 1);
    restyle();
}

int LineChart::addLine(const LineSpec& spec) {
    auto* series = new QLineSeries;
    series->setName(spec.name);
    chart()->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
    m_lines.push_back({spec, series, {}});
    series->setPen(penOf(m_lines.back(), m_lines.size() - 1));
    return int(m_lines.size()) - 1;
}

int LineChart::addBand(Meaning meaning) {
    auto* high = new QLineSeries(this);
    auto* low = new QLineSeries(this);
    auto* area = new QAreaSeries(high, low);
    chart()->addSeries(area);
    area->attachAxis(m_x);
    area->attachAxis(m_y);
    area->setPen(Qt::NoPen);
    m_bands.push_back({meaning, area, low, high, {}});
    restyle();
    return int(m_bands.size()) - 1;
}

void LineChart::setLine(int line, std::vector<QPointF> points) {
    m_lines[std::size_t(line)].points = std::move(points);
    replaceLine(m_lines[std::size_t(line)]);
    fitY();
}

void LineChart::setBand(int band, const std::vector<BandPoint>& points) {
    m_bands[std::size_t(band)].points = points;
    replaceBand(m_bands[std::size_t(band)]);
    fitY();
}

void LineChart::replaceLine(Line& line) {
    const int columns = std::max(16, int(plotArea().width()));
    line.series->replace(toList(decimateMinMax(line.points, m_x->min(), m_x->max(), columns)));
}

void LineChart::replaceBand(Band& band) {
    std::vector<QPointF> low, high;
    for (const BandPoint& point : band.points) {
        low.emplace_back(point.x, point.low);
        high.emplace_back(point.x, point.high);
    }
    const int columns = std::max(16, int(plotArea().width()) / 2);
    band.low->replace(toList(decimateMinMax(low, m_x->min(), m_x->max(), columns)));
    band.high->replace(toList(decimateMinMax(high, m_x->min(), m_x->max(), columns)));
}

void LineChart::refresh() {
    for (Line& line : m_lines) replaceLine(line);
    for (Band& band : m_bands) replaceBand(band);
    fitY();
    viewport()->update();
}

void LineChart::setReferences(std::vector<Reference> references) {
    m_references = std::move(references);
    fitY();
    viewport()->update();
}

void LineChart::setEvents(std::vector<ChartEvent> events) {
    m_events = std::move(events);
    viewport()->update();
}

void LineChart::setNewest(int line, const QString& text) {
    m_newestLine = line;
    m_newestText = text;
    viewport()->update();
}

void LineChart::setHighlighted(int line) {
    m_highlighted = line;
    restyle();
}

void LineChart::setDataRange(double from, double to) {
    if (from == m_dataFrom && to == m_dataTo) return;
    m_dataFrom = from;
    m_dataTo = to;
    if (m_following) {
        showX(from, to);
        refresh();
    }
}

void LineChart::showX(double from, double to) {
    const double span = std::max(1e-9, to - from);
    const double step = niceStep(span, std::max(2, int(plotArea().width() / themeOf(*this).px(110))));
    // While following, the end is a round number, so that the scale does not creep with every step.
    const double end = m_following ? roundedUp(to, step) : to;
    spanAxis(*m_x, from, end > from ? end : from + step, step);
}

void LineChart::setYRange(double low, double high) {
    m_yFixed = true;
    const double step = niceStep(high - low, kYTicks);
    spanAxis(*m_y, low, high, step);
}

void LineChart::setYFit(YFloor floor) {
    m_yFixed = false;
    m_yFloor = floor;
    fitY();
}

void LineChart::fitY() {
    if (m_yFixed) return;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto take = [&](double y) {
        if (!std::isfinite(y)) return;
        low = std::min(low, y);
        high = std::max(high, y);
    };
    for (const Line& line : m_lines)
        for (const QPointF& point : line.series->points())
            if (point.x() >= m_x->min() && point.x() <= m_x->max()) take(point.y());
    if (!(high >= low)) return;  // references alone do not make a scale
    for (const Reference& reference : m_references) take(reference.y);
    if (m_yFloor == YFloor::Zero) take(0);
    if (high == low) high = low + std::max(1e-9, std::abs(low) * 0.1);
    const double step = niceStep(high - low, kYTicks);
    spanAxis(*m_y, roundedDown(low, step), roundedUp(high, step), step);
}

void LineChart::setCaption(const QString& caption) {
    if (caption == m_caption) return;
    const bool moves = caption.isEmpty() != m_caption.isEmpty();
    m_caption = caption;
    if (moves) place();
    viewport()->update();
}

void LineChart::setFollowing(bool following) {
    if (following == m_following) return;
    m_following = following;
    if (following) {
        showX(m_dataFrom, m_dataTo);
        refresh();
    }
    emit followingChanged(following);
}

void LineChart::clear() {
    for (Line& line : m_lines) line.points.clear();
    for (Band& band : m_bands) band.points.clear();
    m_references.clear();
    m_events.clear();
    m_newestLine = -1;
    refresh();
}

QRectF LineChart::plotArea() const {
    const Theme& theme = themeOf(*this);
    const double top = m_caption.isEmpty() ? kTop : kCaptionTop;
    return QRectF(rect()).adjusted(theme.px(kLeft), theme.px(top), -theme.px(kRight), -theme.px(kBottom));
}

QPointF LineChart::position(const QPointF& value) const {
    const QRectF area = plotArea();
    const double x = (value.x() - m_x->min()) / (m_x->max() - m_x->min());
    const double y = (value.y() - m_y->min()) / (m_y->max() - m_y->min());
    return {area.left() + x * area.width(), area.bottom() - y * area.height()};
}

int LineChart::drawnPoints(int line) const { return int(m_lines[std::size_t(line)].series->count()); }

void LineChart::place() {
    chart()->resize(size());
    chart()->setPlotArea(plotArea());
    showX(m_following ? m_dataFrom : m_x->min(), m_following ? m_dataTo : m_x->max());
}

void LineChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    place();
    refresh();
}

void LineChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (event->type() != QEvent::StyleChange) return;
    restyle();
    place();
}

void LineChart::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(1.0015, -event->angleDelta().y());
    const double span = m_x->max() - m_x->min();
    const QRectF area = plotArea();
    const double anchor =
        m_x->min() + span * std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0);
    setFollowing(false);
    const double whole = std::max(1e-9, m_dataTo - m_dataFrom);
    const double wanted = std::clamp(span * factor, whole / 1e4, whole * 1.25);
    const double from = std::max(m_dataFrom, anchor - (anchor - m_x->min()) * wanted / span);
    showX(from, from + wanted);
    refresh();
    event->accept();
}

void LineChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_drag = event->position();
    event->accept();
}

void LineChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag) return;
    const double shift =
        (m_drag->x() - event->position().x()) / plotArea().width() * (m_x->max() - m_x->min());
    if (shift == 0) return;
    m_drag = event->position();
    setFollowing(false);
    const double span = m_x->max() - m_x->min();
    const double from = std::clamp(m_x->min() + shift, m_dataFrom - span / 2, m_dataTo - span / 2);
    showX(from, from + span);
    refresh();
}

void LineChart::mouseReleaseEvent(QMouseEvent*) { m_drag.reset(); }
void LineChart::mouseDoubleClickEvent(QMouseEvent*) { setFollowing(true); }

void LineChart::keyPressEvent(QKeyEvent* event) {
    const double span = m_x->max() - m_x->min();
    double from = m_x->min(), to = m_x->max();
    switch (event->key()) {
    case Qt::Key_Left:
        from -= span / 8;
        to -= span / 8;
        break;
    case Qt::Key_Right:
        from += span / 8;
        to += span / 8;
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        from += span / 8;
        to -= span / 8;
        break;
    case Qt::Key_Minus:
        from -= span / 8;
        to += span / 8;
        break;
    case Qt::Key_0:
    case Qt::Key_F:
        setFollowing(true);
        return;
    default:
        QChartView::keyPressEvent(event);
        return;
    }
    setFollowing(false);
    showX(from, to);
    refresh();
}

}  // namespace ui
