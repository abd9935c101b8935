// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gradients stand on a logarithmic axis: sound layouts end at its left, faults reach far to the right.
#include "ui/learn/activities/hunt_canvas.h"

#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kName = 250, kSize = 92, kTop = 30, kRow = 22, kLeft = 58, kSide = 20;
constexpr double kLeastError = 1e-9, kMostError = 10;

QString powerText(double value) {
    return value <= 0 ? QStringLiteral("0") : QString::number(value, 'e', 1).replace(QLatin1Char('-'), QChar(0x2212));
}

// 0 … 1 on the logarithmic axis of differences.
double shareOf(double difference) {
    const double from = std::log10(kLeastError), to = std::log10(kMostError);
    return std::clamp((std::log10(std::max(difference, kLeastError)) - from) / (to - from), 0.0, 1.0);
}

}  // namespace

HuntCanvas::HuntCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("Instrument"));
}

void HuntCanvas::setReport(const core::HuntReport& report) {
    m_report = report;
    updateGeometry();
    resetItems();
}

void HuntCanvas::clear() {
    m_report.reset();
    updateGeometry();
    resetItems();
}

void HuntCanvas::setInstrument(Instrument instrument) {
    m_instrument = instrument;
    updateGeometry();
    resetItems();
}

QSize HuntCanvas::sizeHint() const {
    const Theme& theme = themeOf(*this);
    const int rows = isCurve() ? 14 : itemCount() + 1;
    return {theme.ipx(720), theme.ipx(kTop + kRow * rows + 16)};
}

int HuntCanvas::itemCount() const {
    if (!m_report || isCurve()) return 0;
    return int(m_instrument == Instrument::Gradients ? m_report->tensors.size() : m_report->copies.size());
}

QRectF HuntCanvas::itemRect(int item) const {
    const Theme& theme = themeOf(*this);
    return {0, theme.px(kTop) + item * theme.px(kRow), double(width()), theme.px(kRow)};
}

int HuntCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent HuntCanvas::hoverContent(int item) const {
    HoverContent content;
    if (m_instrument == Instrument::Gradients) {
        const core::TensorReading& row = m_report->tensors[std::size_t(item)];
        content.title = qs(row.tensor);
        content.value = powerText(row.difference);
        content.symbols = tr("‖g − g of one rank‖ / ‖g of one rank‖, same weights, same batch");
        content.lines = {{NumberKind::Measured, tr("%1 times as large as one rank's").arg(fixedDigits(row.size, 3))}};
    } else {
        const core::CopyReading& row = m_report->copies[std::size_t(item)];
        content.title = qs(row.tensor);
        content.value = tr("%1 of %2 copies differ").arg(row.different).arg(row.copies);
        content.lines = {{NumberKind::Measured, tr("by %1 of the tensor's root mean square").arg(powerText(row.difference))}};
    }
    return content;
}

Table HuntCanvas::table() const {
    if (!m_report) return {};
    if (m_instrument == Instrument::Copies) {
        Table table{{tr("Tensor"), tr("Copies"), tr("Different"), tr("Difference")}, {}};
        for (const auto& row : m_report->copies)
            table.rows.push_back({qs(row.tensor), QString::number(row.copies), QString::number(row.different), powerText(row.difference)});
        return table;
    }
    if (m_instrument == Instrument::Gradients) {
        Table table{{tr("Tensor"), tr("Difference"), tr("Size")}, {}};
        for (const auto& row : m_report->tensors)
            table.rows.push_back({qs(row.tensor), powerText(row.difference), fixedDigits(row.size, 3)});
        return table;
    }
    const bool loss = m_instrument == Instrument::Loss;
    Table table{{tr("Update"), tr("This run"), tr("One rank")}, {}};
    const auto& own = loss ? m_report->losses : m_report->norms;
    const auto& right = loss ? m_report->rightLosses : m_report->rightNorms;
    for (std::size_t i = 0; i < std::min(own.size(), right.size()); ++i)
        table.rows.push_back({QString::number(i + 1), fixedDigits(own[i], 4), fixedDigits(right[i], 4)});
    return table;
}

void HuntCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (!m_report) {
        drawText(painter, QRectF(0, 0, size.width(), size.height()), tr("What the instruments measured stands here after the run"),
                 theme.font(FontUse::Body), theme.color(Role::Text2), Qt::AlignHCenter);
        return;
    }
    if (isCurve()) drawCurves(painter, theme, size);
    if (m_instrument == Instrument::Gradients) drawGradients(painter, theme, size);
    if (m_instrument == Instrument::Copies) drawCopies(painter, theme, size);
}

void HuntCanvas::drawCurves(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    const bool loss = m_instrument == Instrument::Loss;
    const auto& own = loss ? m_report->losses : m_report->norms;
    const auto& right = loss ? m_report->rightLosses : m_report->rightNorms;
    const QRectF plot(theme.px(kLeft), theme.px(kTop), size.width() - theme.px(kLeft + kSide + 60),
                      size.height() - theme.px(kTop + 34));
    double most = 0;
    for (const double value : own) most = std::max(most, value);
    for (const double value : right) most = std::max(most, value);
    most *= 1.08;
    const double step = niceStep(most, 4);
    for (double value = 0; value <= most; value += step) {
        const double y = plot.bottom() - value / most * plot.height();
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.color(value > 0 ? Role::Grid : Role::Strong));
        drawText(painter, QRectF(0, y - theme.px(8), theme.px(kLeft - 8), theme.px(16)), stepLabel(value, step),
                 theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignRight);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const auto curve = [&](const std::vector<double>& values, const QPen& pen) {
        QPainterPath path;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const QPointF at(plot.left() + double(i) / double(std::max<std::size_t>(1, values.size() - 1)) * plot.width(),
                             plot.bottom() - values[i] / most * plot.height());
            i == 0 ? path.moveTo(at) : path.lineTo(at);
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        painter.drawPath(path);
    };
    const MeaningColors colors = theme.meaning(loss ? Meaning::Parameters : Meaning::Gradients);
    QPen dashed(theme.color(Role::Text2), 1.25);
    dashed.setDashPattern({5, 4});
    curve(own, QPen(colors.line, 2));
    curve(right, dashed);
    const auto name = [&](const QString& text, double value, const QColor& ink, double shift) {
        const double y = plot.bottom() - value / most * plot.height() + shift;
        drawText(painter, QRectF(plot.right() + 6, y - theme.px(8), size.width() - plot.right() - 8, theme.px(16)), text,
                 theme.font(FontUse::Axis), ink);
    };
    name(tr("this run"), own.back(), colors.line, own.back() >= right.back() ? -theme.px(8) : theme.px(8));
    name(tr("one rank"), right.back(), theme.color(Role::Text2), own.back() >= right.back() ? theme.px(8) : -theme.px(8));
    drawText(painter, QRectF(plot.left(), plot.bottom() + theme.px(8), plot.width(), theme.px(16)),
             tr("updates 1 to %1").arg(own.size()), theme.font(FontUse::Axis), theme.color(Role::Text2));
}

void HuntCanvas::drawGradients(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    const double left = theme.px(kName), right = size.width() - theme.px(kSize + 64);
    const double sound = left + shareOf(core::kHuntSound) * (right - left);
    const QRectF head(0, theme.px(6), size.width(), theme.px(20));
    drawText(painter, head.adjusted(theme.px(14), 0, 0, 0), tr("tensor"), theme.font(FontUse::Axis), theme.color(Role::Text2));
    drawText(painter, QRectF(right, head.top(), theme.px(64), head.height()), tr("difference"), theme.font(FontUse::Axis),
             theme.color(Role::Text2), Qt::AlignRight);
    drawText(painter, head.adjusted(0, 0, -theme.px(kSide), 0), tr("size"), theme.font(FontUse::Axis), theme.color(Role::Text2),
             Qt::AlignRight);
    for (int item = 0; item < itemCount(); ++item) {
        const core::TensorReading& row = m_report->tensors[std::size_t(item)];
        const QRectF line = itemRect(item);
        const bool faulty = row.difference > core::kHuntSound;
        const QFont font = theme.font(faulty ? FontUse::LabelStrong : FontUse::Label);
        const QColor ink = theme.color(faulty ? Role::Text : Role::Text2);
        drawText(painter, QRectF(theme.px(14), line.top(), left - theme.px(20), line.height()), qs(row.tensor), font, ink);
        const QRectF bar(left, line.top() + theme.px(5), std::max(1.0, shareOf(row.difference) * (right - left)), theme.px(11));
        drawDatum(painter, bar, 1.5, theme, faulty ? Meaning::WeightGradient : Meaning::Framework, NumberKind::Measured);
        drawText(painter, QRectF(right, line.top(), theme.px(64), line.height()), powerText(row.difference), font, ink, Qt::AlignRight);
        drawText(painter, QRectF(0, line.top(), size.width() - theme.px(kSide), line.height()),
                 QStringLiteral("× ") + fixedDigits(row.size, 2), font, ink, Qt::AlignRight);
    }
    const double bottom = theme.px(kTop) + itemCount() * theme.px(kRow);
    painter.setPen(QPen(theme.color(Role::Ok), 1.25, Qt::DashLine));
    painter.drawLine(QPointF(sound, theme.px(kTop)), QPointF(sound, bottom));
    drawText(painter, QRectF(left, head.top(), sound - left - 4, head.height()), tr("sound"), theme.font(FontUse::Axis),
             theme.color(Role::Ok), Qt::AlignRight);
}

void HuntCanvas::drawCopies(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    drawText(painter, QRectF(theme.px(14), theme.px(6), size.width(), theme.px(20)),
             tr("tensors that several ranks hold, after the run"), theme.font(FontUse::Axis), theme.color(Role::Text2));
    for (int item = 0; item < itemCount(); ++item) {
        const core::CopyReading& row = m_report->copies[std::size_t(item)];
        const QRectF line = itemRect(item);
        const bool differs = row.different > 0;
        const QFont font = theme.font(differs ? FontUse::LabelStrong : FontUse::Label);
        drawText(painter, QRectF(theme.px(14), line.top(), theme.px(kName), line.height()), qs(row.tensor), font,
                 theme.color(differs ? Role::Text : Role::Text2));
        const QString words = differs ? tr("%1 of %2 differ, by %3").arg(row.different).arg(row.copies).arg(powerText(row.difference))
                                      : tr("%1 copies, equal bit by bit").arg(row.copies);
        drawText(painter, QRectF(theme.px(kName + 14), line.top(), size.width() - theme.px(kName + 28), line.height()), words, font,
                 theme.color(differs ? Role::Danger : Role::Text2));
    }
}

}  // namespace ui
