// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a LineChart looks: pens, axes, and what is painted over the curves.
#include "ui/kit/line_chart.h"

#include "ui/kit/chart_frame.h"
#include "ui/kit/paint.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <iterator>

namespace ui {

namespace {
constexpr int kNewestDot = 7;  // across
}

QPen LineChart::penOf(const Line& line, std::size_t number) const {
    const Theme& theme = themeOf(*this);
    QColor color = line.spec.stroke == Stroke::Predicted ? theme.color(Role::Text2)
                                                         : theme.meaning(line.spec.meaning).line;
    if (line.spec.stroke == Stroke::Raw) color.setAlphaF(0.45F);
    if (m_highlighted >= 0 && std::size_t(m_highlighted) != number) color.setAlphaF(color.alphaF() * 0.35F);
    QPen pen(color);
    pen.setJoinStyle(Qt::RoundJoin);
    switch (line.spec.stroke) {
    case Stroke::Measured:
        pen.setWidthF(theme.px(2));
        break;
    case Stroke::Raw:
        pen.setWidthF(theme.px(1));
        break;
    case Stroke::Sparse:
        pen.setWidthF(theme.px(1.5));
        break;
    case Stroke::Predicted:
        pen.setWidthF(theme.px(1.25));
        pen.setDashPattern({5, 4});
        break;
    }
    return pen;
}

void LineChart::restyle() {
    const Theme& theme = themeOf(*this);
    setBackgroundBrush(theme.color(Role::Canvas));
    styleAxes(*m_x, *m_y, theme);
    for (std::size_t i = 0; i < m_lines.size(); ++i) m_lines[i].series->setPen(penOf(m_lines[i], i));
    for (Band& band : m_bands) {
        QColor color = theme.meaning(band.meaning).line;
        color.setAlpha(56);
        band.series->setBrush(color);
    }
    viewport()->update();
}

namespace {

// On the ground of the canvas: a curve may run behind it.
void drawLabel(QPainter& painter, const Theme& theme, const QRectF& label, const QString& text, FontUse use,
               const QColor& color, Qt::Alignment alignment = Qt::AlignLeft) {
    if (label.isNull()) return;
    painter.fillRect(label.adjusted(-theme.px(2), 0, theme.px(2), 0), theme.color(Role::Canvas));
    drawText(painter, label, text, theme.font(use), color, alignment);
}

}  // namespace

void LineChart::drawForeground(QPainter* painter, const QRectF&) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(plotArea().adjusted(-4, -4, 4, 4));
    drawEventLines(*painter);
    drawReferences(*painter);
    drawSparse(*painter);
    painter->setClipping(false);
    drawLabel(*painter, themeOf(*this), captionLabel(), m_caption, FontUse::Axis, themeOf(*this).color(Role::Text2));
    drawEvents(*painter);
    drawNewest(*painter);
    painter->restore();
}

namespace {
bool overAny(const QRectF& label, const std::vector<QRectF>& others) {
    return std::any_of(others.begin(), others.end(),
                       [&](const QRectF& other) { return !other.isNull() && other.intersects(label); });
}
}  // namespace

// The dot of the newest value, and of each curve the pieces above the label's width; points are in the order of x.
bool LineChart::liesOverCurve(const QRectF& label) const {
    const auto above = [&](const std::vector<QPointF>& points) {
        const auto behind = std::partition_point(points.begin(), points.end(),
                                                 [&](const QPointF& p) { return position(p).x() < label.left(); });
        for (auto next = behind == points.begin() ? behind : std::prev(behind); next != points.end(); ++next) {
            const QPointF from = position(*next);
            if (from.x() > label.right()) break;
            const QPointF to = std::next(next) == points.end() ? from : position(*std::next(next));
            if (label.intersects(QRectF(from, to).normalized().adjusted(-1, -1, 1, 1))) return true;
        }
        return false;
    };
    if (m_newestLine >= 0 && !m_lines[std::size_t(m_newestLine)].points.empty()) {
        const double dot = themeOf(*this).px(kNewestDot) / 2 + 1;
        const QPointF at = position(m_lines[std::size_t(m_newestLine)].points.back());
        if (label.intersects(QRectF(at - QPointF(dot, dot), QSizeF(2 * dot, 2 * dot)))) return true;
    }
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const Line& line) { return above(line.points); });
}

QRectF LineChart::captionLabel() const {
    const Theme& theme = themeOf(*this);
    if (m_caption.isEmpty()) return {};
    return {plotArea().left() + 4, plotArea().top() - theme.px(20),
            textWidth(theme.font(FontUse::Axis), m_caption) + 1, theme.px(14)};
}

std::vector<QRectF> LineChart::referenceLabels() const {
    const Theme& theme = themeOf(*this);
    const QRectF area = plotArea();
    std::vector<QRectF> labels;
    for (const Reference& reference : m_references) {
        const double width = textWidth(theme.font(FontUse::Axis), reference.name) + 1;
        const double y = position({m_x->min(), reference.y}).y();
        const QRectF above(area.right() - 2 - width, y - theme.px(16), width, theme.px(14));
        const QRectF below = above.translated(0, theme.px(18));
        const bool cut = above.top() < area.top() - theme.px(4);
        const auto isTaken = [&](const QRectF& at) {
            return overAny(at, labels) || at.intersects(captionLabel()) || (cut && at.top() < area.top());
        };
        QRectF label = isTaken(above) ? below : above;
        while (overAny(label, labels)) label.translate(-width - theme.px(10), 0);  // beside the others
        for (double left = 0; liesOverCurve(label) && left < area.width() - width; left += theme.px(12)) {
            const QRectF one = above.translated(-left, 0), other = below.translated(-left, 0);
            for (const QRectF& at : {one, other})
                if (liesOverCurve(label) && !isTaken(at) && !liesOverCurve(at)) label = at;
        }
        labels.push_back(label);
    }
    return labels;
}

QRectF LineChart::newestLabel() const {
    if (m_newestLine < 0 || m_newestText.isEmpty() || m_lines[std::size_t(m_newestLine)].points.empty())
        return {};
    const Theme& theme = themeOf(*this);
    const QPointF at = position(m_lines[std::size_t(m_newestLine)].points.back());
    const double wide = textWidth(theme.font(FontUse::LabelStrong), m_newestText) + 1, high = theme.px(16);
    const double right = at.x() + theme.px(8), left = at.x() - theme.px(8) - wide;
    const double x = right + wide > width() - 2 ? left : right, otherX = x == right ? left : right;
    std::vector<QRectF> taken = referenceLabels();
    taken.push_back(captionLabel());
    // Above the point, below it, on its other side, then farther from it; where curves are everywhere, over one of them.
    constexpr int kTries = 3;
    for (const bool mayCover : {false, true})
        for (int i = 0; i < kTries; ++i)
            for (const QPointF& corner : {QPointF(x, at.y() - theme.px(18) - i * high), QPointF(x, at.y() + theme.px(3) + i * high),
                                          QPointF(otherX, at.y() - theme.px(18) - i * high),
                                          QPointF(otherX, at.y() + theme.px(3) + i * high)})
                if (const QRectF label(corner, QSizeF(wide, high)); !overAny(label, taken) && QRectF(rect()).contains(label) &&
                                                          (mayCover || !liesOverCurve(label)))
                    return label;
    return {x, at.y() - theme.px(18), wide, high};
}

void LineChart::drawReferences(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const QRectF area = plotArea();
    const QColor color = theme.color(Role::Text2);
    const std::vector<QRectF> labels = referenceLabels();
    for (std::size_t i = 0; i < m_references.size(); ++i) {
        const Reference& reference = m_references[i];
        const double y = position({m_x->min(), reference.y}).y();
        if (y < area.top() - 1 || y > area.bottom() + 1) continue;
        QPen pen(color, theme.px(reference.stroke == ReferenceStroke::Dotted ? 1 : 1.25));
        pen.setDashPattern(reference.stroke == ReferenceStroke::Dotted ? QList<qreal>{2, 4}
                                                                       : QList<qreal>{5, 4});
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        drawLabel(painter, theme, labels[i], reference.name, FontUse::Axis, color, Qt::AlignRight);
    }
}

// Below every label: none is struck through.
void LineChart::drawEventLines(QPainter& painter) const {
    const QRectF area = plotArea();
    for (const ChartEvent& event : m_events) {
        const double x = position({event.x, m_y->min()}).x();
        if (x < area.left() || x > area.right()) continue;
        QPen pen(themeOf(*this).color(event.role), 1.5);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, area.top() - themeOf(*this).px(4)), QPointF(x, area.bottom()));
    }
}

std::vector<QRectF> LineChart::eventLabels() const {
    const Theme& theme = themeOf(*this);
    const QRectF area = plotArea();
    const std::vector<QRectF> references = referenceLabels();
    std::vector<QRectF> labels;
    for (const ChartEvent& event : m_events) {
        labels.emplace_back();
        const double x = position({event.x, m_y->min()}).x();
        if (x < area.left() || x > area.right()) continue;
        const double width = textWidth(theme.font(FontUse::Axis), event.word);
        const bool leftwards = x + theme.px(6) + width > area.right();
        const double at = leftwards ? x - theme.px(6) - width : x + theme.px(6);
        QRectF label(at, area.top(), width + 1, theme.px(14));
        if (label.intersects(captionLabel())) label.moveTop(captionLabel().bottom());
        while (overAny(label, references)) label.translate(0, theme.px(14));
        labels.back() = label;
        for (; label.bottom() <= area.bottom(); label.translate(0, theme.px(14)))
            if (!overAny(label, references) && !liesOverCurve(label)) {
                labels.back() = label;
                break;
            }
    }
    return labels;
}

void LineChart::drawEvents(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const std::vector<QRectF> labels = eventLabels();
    for (std::size_t i = 0; i < m_events.size(); ++i)
        if (!labels[i].isNull())
            drawLabel(painter, theme, labels[i], m_events[i].word, FontUse::Axis, theme.color(m_events[i].role));
}

void LineChart::drawSparse(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].spec.stroke != Stroke::Sparse) continue;
        painter.setPen(QPen(penOf(m_lines[i], i).color(), theme.px(2)));
        painter.setBrush(theme.color(Role::Canvas));
        for (const QPointF& point : m_lines[i].points)
            if (point.x() >= m_x->min() && point.x() <= m_x->max())
                painter.drawEllipse(position(point), theme.px(3.5), theme.px(3.5));
    }
}

void LineChart::drawNewest(QPainter& painter) const {
    if (m_newestLine < 0 || m_lines[std::size_t(m_newestLine)].points.empty()) return;
    const Theme& theme = themeOf(*this);
    const Line& line = m_lines[std::size_t(m_newestLine)];
    const QPointF value = line.points.back();
    if (value.x() < m_x->min() || value.x() > m_x->max()) return;
    const QPointF at = position(value);
    drawDot(painter, at, theme.px(kNewestDot), theme.meaning(line.spec.meaning).line);
    if (!m_newestText.isEmpty())
        drawLabel(painter, theme, newestLabel(), m_newestText, FontUse::LabelStrong, theme.color(Role::Text));
}

}  // namespace ui
