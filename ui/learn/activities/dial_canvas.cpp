// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/dial_canvas.h"

#include "ui/kit/format.h"
#include "ui/kit/paint.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kLeft = 92, kSide = 96, kBars = 150, kBottom = 42;

}  // namespace

DialCanvas::DialCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("Computing and gather of a block"));
    setMinimumHeight(340);
    connect(this, &Canvas::itemSelected, this, [this](int item) { emit tokensChosen(m_curve[std::size_t(item)].tokens); });
}

void DialCanvas::setSetting(const core::DialSetting& setting) {
    m_setting = setting;
    m_now = core::readDial(setting);
    m_breakEven = core::breakEvenTokens(setting);
    m_curve.clear();
    m_least = 1;
    m_most = 0;
    for (const int tokens : core::dialTokens()) {
        core::DialSetting at = setting;
        at.tokens = tokens;
        m_curve.push_back({tokens, core::readDial(at)});
        for (const core::Seconds time : {m_curve.back().reading.compute, m_curve.back().reading.gather}) {
            m_least = std::min(m_least, time.value());
            m_most = std::max(m_most, time.value());
        }
    }
    resetItems();
}

QRectF DialCanvas::plotOf(const Theme& theme, const QSizeF& size) const {
    const double top = theme.px(kBars + 26);
    return {theme.px(kLeft), top, size.width() - theme.px(kLeft + kSide), size.height() - top - theme.px(kBottom)};
}

double DialCanvas::xOf(const QRectF& plot, double tokens) const {
    const double from = std::log2(core::dialTokens().front()), to = std::log2(core::dialTokens().back());
    return plot.left() + (std::log2(tokens) - from) / (to - from) * plot.width();
}

double DialCanvas::yOf(const QRectF& plot, double seconds) const {
    const double from = std::log(m_least * 0.7), to = std::log(m_most * 1.4);
    return plot.bottom() - (std::log(std::max(seconds, m_least * 0.7)) - from) / (to - from) * plot.height();
}

QRectF DialCanvas::itemRect(int item) const {
    const QRectF plot = plotOf(themeOf(*this), size());
    const double x = xOf(plot, m_curve[std::size_t(item)].tokens), half = plot.width() / double(2 * m_curve.size());
    return {x - half, plot.top(), 2 * half, plot.height()};
}

int DialCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent DialCanvas::hoverContent(int item) const {
    const Point& point = m_curve[std::size_t(item)];
    HoverContent content;
    content.title = tr("%1 tokens a micro-batch").arg(wholeNumber(point.tokens));
    content.value = tr("%1 exposed").arg(timeText(point.reading.exposed.value()));
    content.lines = {{NumberKind::Predicted, tr("computing %1").arg(timeText(point.reading.compute.value()))},
                     {NumberKind::Predicted, tr("gather %1").arg(timeText(point.reading.gather.value()))},
                     {NumberKind::Predicted, tr("tensor sums %1").arg(timeText(point.reading.sums.value()))}};
    return content;
}

Table DialCanvas::table() const {
    Table table{{tr("Tokens"), tr("Computing"), tr("Gather"), tr("Exposed"), tr("Tensor sums")}, {}};
    for (const Point& point : m_curve)
        table.rows.push_back({wholeNumber(point.tokens), timeText(point.reading.compute.value()), timeText(point.reading.gather.value()),
                              timeText(point.reading.exposed.value()), timeText(point.reading.sums.value())});
    return table;
}

void DialCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_curve.empty()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    drawBars(painter, theme, size);
    drawCurves(painter, theme, plotOf(theme, size));
}

void DialCanvas::drawBars(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    const double left = theme.px(kLeft), right = size.width() - theme.px(kSide), high = theme.px(28);
    const double longest = std::max(m_now.block().value(), m_now.gather.value() + m_now.sums.value());
    const double scale = (right - left) / longest;
    const auto row = [&](int line) { return theme.px(16) + line * theme.px(44); };
    const auto name = [&](int line, const QString& text) {
        drawText(painter, QRectF(theme.px(14), row(line), left - theme.px(20), high), text, theme.font(FontUse::Body), theme.color(Role::Text2));
    };
    const auto figure = [&](int line, core::Seconds time, bool strong) {
        drawText(painter, QRectF(right, row(line), theme.px(kSide - 14), high), timeText(time.value()),
                 theme.font(strong ? FontUse::BodyStrong : FontUse::Body), theme.color(Role::Text), Qt::AlignRight);
    };
    const double compute = m_now.compute.value() * scale, gather = m_now.gather.value() * scale, sums = m_now.sums.value() * scale;
    const double exposed = m_now.exposed.value() * scale;
    name(0, tr("computing"));
    drawDatum(painter, QRectF(left, row(0), compute, high), 2, theme, Meaning::Parameters, NumberKind::Predicted);
    if (exposed > 1) drawBubble(painter, QRectF(left + compute, row(0) + 1, exposed, high - 2), theme);
    if (sums > 0.5) drawDatum(painter, QRectF(left + compute + exposed, row(0), sums, high), 2, theme, Meaning::WeightGradient, NumberKind::Predicted);
    figure(0, m_now.block(), true);
    name(1, tr("gather"));
    drawDatum(painter, QRectF(left, row(1), gather, high), 2, theme, Meaning::Temporary, NumberKind::Predicted);
    if (exposed > 1) {
        const QRectF out(left + compute, row(1), exposed, high);
        painter.setPen(QPen(theme.color(Role::Danger), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(out);
        drawText(painter, out.adjusted(4, 0, -4, 0), tr("exposed"), theme.font(FontUse::LabelStrong), theme.color(Role::Text), Qt::AlignHCenter);
    }
    figure(1, m_now.gather, false);
    const QString words = m_setting.tp == 1 ? tr("no tensor parallelism: nothing to sum")
                          : m_now.tensorCrossesNodes ? tr("orange: tensor sums, across the node's edge")
                                                     : tr("orange: tensor sums, inside the node");
    drawText(painter, QRectF(left, row(2) - theme.px(4), right - left, high), words, theme.font(FontUse::Label),
             theme.color(m_now.tensorCrossesNodes ? Role::Danger : Role::Text2));
}

void DialCanvas::drawCurves(QPainter& painter, const Theme& theme, const QRectF& plot) const {
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.color(Role::Strong));
    for (double decade = std::pow(10, std::floor(std::log10(m_least))); decade < m_most * 1.4; decade *= 10) {
        if (decade < m_least * 0.7) continue;
        const double y = yOf(plot, decade);
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.color(Role::Grid));
        drawText(painter, QRectF(0, y - theme.px(8), plot.left() - theme.px(8), theme.px(16)), timeText(decade), theme.font(FontUse::Axis),
                 theme.color(Role::Text2), Qt::AlignRight);
    }
    for (const Point& point : m_curve)
        drawText(painter, QRectF(xOf(plot, point.tokens) - theme.px(34), plot.bottom() + theme.px(5), theme.px(68), theme.px(14)),
                 wholeNumber(point.tokens), theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignHCenter);
    drawText(painter, QRectF(plot.left(), plot.bottom() + theme.px(22), plot.width(), theme.px(16)), tr("tokens of a micro-batch"),
             theme.font(FontUse::Axis), theme.color(Role::Text2));
    const auto curve = [&](auto time, const QColor& ink, const QString& name, double shift) {
        QPainterPath path;
        for (const Point& point : m_curve) {
            const QPointF at(xOf(plot, point.tokens), yOf(plot, time(point.reading).value()));
            path.elementCount() == 0 ? path.moveTo(at) : path.lineTo(at);
        }
        painter.setPen(QPen(ink, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        const double y = yOf(plot, time(m_curve.back().reading).value()) + shift;
        drawText(painter, QRectF(plot.right() + theme.px(6), y - theme.px(8), theme.px(kSide - 8), theme.px(16)), name,
                 theme.font(FontUse::Axis), ink);
    };
    curve([](const core::DialReading& r) { return r.compute; }, theme.meaning(Meaning::Parameters).line, tr("computing"), -theme.px(6));
    curve([](const core::DialReading& r) { return r.gather; }, theme.meaning(Meaning::Temporary).line, tr("gather"), theme.px(6));
    const double now = xOf(plot, m_setting.tokens);
    painter.setPen(QPen(theme.color(Role::Accent), 1.5, Qt::DashLine));
    painter.drawLine(QPointF(now, plot.top()), QPointF(now, plot.bottom()));
    if (!m_breakEven || *m_breakEven > core::dialTokens().back() || *m_breakEven < core::dialTokens().front()) return;
    core::DialSetting at = m_setting;
    at.tokens = *m_breakEven;
    const QPointF meet(xOf(plot, *m_breakEven), yOf(plot, core::readDial(at).gather.value()));
    painter.setPen(QPen(theme.color(Role::Text), 1.5));
    painter.setBrush(theme.color(Role::Canvas));
    painter.drawEllipse(meet, theme.px(5), theme.px(5));
    drawText(painter, QRectF(meet.x() - theme.px(140), meet.y() - theme.px(26), theme.px(130), theme.px(16)),
             tr("break-even: %1").arg(wholeNumber(*m_breakEven)), theme.font(FontUse::LabelStrong), theme.color(Role::Text), Qt::AlignRight);
}

}  // namespace ui
