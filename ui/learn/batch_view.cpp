// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Boxes become bars where they would be thinner than a few pixels; the numbers at the right stay.
#include "ui/learn/batch_view.h"

#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/view_header.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kMostRows = 8;
constexpr double kTop = 16, kWords = 34, kSide = 20, kLabels = 132, kFigures = 128, kGap = 10, kMostHeight = 78;
constexpr double kLeastBox = 3, kLeastSequence = 4, kLeastNumber = 22;

}  // namespace

BatchCanvas::BatchCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("The global batch, shared out"));
}

void BatchCanvas::setPlan(const core::Plan& plan, Accumulation shown) {
    m_shown = shown;
    m_replicas = plan.layout.dp;
    m_microBatches = plan.microBatches();
    m_microBatch = plan.batch.micro;
    m_global = plan.batch.global;
    m_cardsOfReplica = plan.layout.cards() / std::max(1, m_replicas);
    resetItems();
    update();
}

int BatchCanvas::rowsShown() const { return std::min(m_replicas, kMostRows); }

BatchCanvas::Places BatchCanvas::places(const Theme& theme, const QSizeF& size) const {
    const double top = theme.px(kTop), room = size.height() - top - theme.px(kWords);
    const double rows = rowsShown() + (m_replicas > kMostRows ? 0.6 : 0.0), gap = theme.px(kGap);
    const double pitch = std::min(theme.px(kMostHeight) + gap, room / std::max(1.0, rows));
    return {theme.px(kSide + kLabels), size.width() - theme.px(kFigures), top, pitch, std::max(4.0, pitch - gap)};
}

QRectF BatchCanvas::itemRect(int item) const {
    const Places at = places(themeOf(*this), size());
    return {at.left, at.top + item * at.pitch, at.right - at.left, at.height};
}

int BatchCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

QString BatchCanvas::share() const {
    if (m_shown == Accumulation::Hidden) return QStringLiteral("? × %1").arg(wholeNumber(m_microBatch));
    return QStringLiteral("%1 × %2 = %3")
        .arg(wholeNumber(m_microBatches), wholeNumber(m_microBatch), wholeNumber(qint64(m_microBatches) * m_microBatch));
}

HoverContent BatchCanvas::hoverContent(int item) const {
    HoverContent content;
    content.title = tr("Replica %1").arg(item);
    content.value = share();
    content.symbols = tr("micro-batches × sequences in each");
    content.numbers = tr("all cards of the replica work on the same ones");
    return content;
}

Table BatchCanvas::table() const {
    Table table{{tr("Replica"), tr("Micro-batches"), tr("Sequences in each"), tr("Sequences")}, {}};
    if (m_shown == Accumulation::Hidden) return table;
    for (int replica = 0; m_microBatches > 0 && replica < m_replicas; ++replica)
        table.rows.push_back({QString::number(replica), QString::number(m_microBatches), QString::number(m_microBatch),
                              QString::number(qint64(m_microBatches) * m_microBatch)});
    return table;
}

void BatchCanvas::drawMicroBatch(QPainter& painter, const Theme& theme, const QRectF& box, int replica, int number) const {
    const QColor tint = theme.axisTint(Axis::Data, replica, std::max(2, m_replicas));
    drawBox(painter, box, 1.5, theme.color(Role::Panel), theme.color(Role::Strong));
    const QRectF inner = box.adjusted(2, 2, -2, -2);
    // Sequences side by side in as many rows as make them about square.
    const int columns = std::clamp(int(std::ceil(std::sqrt(m_microBatch * inner.width() / std::max(1.0, inner.height())))), 1, m_microBatch);
    const int rows = (m_microBatch + columns - 1) / columns;
    const double wide = inner.width() / columns, high = inner.height() / rows;
    if (wide < theme.px(kLeastSequence) || high < theme.px(kLeastSequence)) {
        painter.fillRect(inner, tint);
    } else {
        for (int i = 0; i < m_microBatch; ++i)
            drawBox(painter, QRectF(inner.left() + (i % columns) * wide, inner.top() + (i / columns) * high, wide - 1, high - 1), 0,
                    tint, theme.color(Role::CardEdge));
    }
    if (m_microBatch == 1 && box.width() >= theme.px(kLeastNumber))
        drawText(painter, box, QString::number(number), theme.font(FontUse::Axis), theme.color(Role::Text), Qt::AlignHCenter);
}

void BatchCanvas::drawRow(QPainter& painter, const Theme& theme, const Places& at, int replica) const {
    const double y = at.top + replica * at.pitch, side = theme.px(kSide);
    const QColor ink = theme.color(Role::Text), faint = theme.color(Role::Text2);
    drawText(painter, QRectF(side, y, at.left - side - theme.px(8), at.height),
             m_cardsOfReplica == 1 ? tr("Replica %1").arg(replica) : tr("Replica %1, %2 cards").arg(replica).arg(m_cardsOfReplica),
             theme.font(FontUse::Label), faint);
    drawText(painter, QRectF(at.right + theme.px(10), y, theme.px(kFigures) - side, at.height), share(), theme.font(FontUse::Body), ink);
    const double pitch = (at.right - at.left) / std::max(1, m_microBatches);
    if (m_shown == Accumulation::Hidden) {
        drawUnknown(painter, QRectF(at.left, y, at.right - at.left, at.height), theme);
        drawText(painter, QRectF(at.left, y, at.right - at.left, at.height), QStringLiteral("?"), theme.font(FontUse::Title), faint,
                 Qt::AlignHCenter);
    } else if (pitch < theme.px(kLeastBox)) {
        drawBox(painter, QRectF(at.left, y, at.right - at.left, at.height), 1.5,
                theme.axisTint(Axis::Data, replica, std::max(2, m_replicas)), theme.color(Role::Strong));
    } else {
        const double widest = std::min(pitch - 1, theme.px(160));
        for (int number = 0; number < m_microBatches; ++number)
            drawMicroBatch(painter, theme, QRectF(at.left + number * std::min(pitch, widest + 1), y, widest, at.height), replica, number + 1);
    }
}

QString BatchCanvas::sentence() const {
    if (m_microBatches == 0) return tr("%1 sequences cannot be shared out evenly.").arg(wholeNumber(m_global));
    const QString left = m_shown == Accumulation::Hidden ? QStringLiteral("?") : wholeNumber(m_microBatches);
    return tr("micro-batch %1 × accumulation %2 × dp %3 = %4 sequences for one update")
        .arg(wholeNumber(m_microBatch), left, wholeNumber(m_replicas), wholeNumber(m_global));
}

void BatchCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_global == 0) return;
    const Places at = places(theme, size);
    for (int replica = 0; replica < itemCount(); ++replica) drawRow(painter, theme, at, replica);
    const double under = at.top + itemCount() * at.pitch;
    if (m_microBatches > 0 && m_replicas > kMostRows)
        drawText(painter, QRectF(theme.px(kSide), under, size.width() - theme.px(2 * kSide), at.pitch * 0.6),
                 tr("… and so on, %1 replicas in all").arg(wholeNumber(m_replicas)), theme.font(FontUse::Label), theme.color(Role::Text2));
    drawText(painter, QRectF(theme.px(kSide), size.height() - theme.px(28), size.width() - theme.px(2 * kSide), theme.px(20)), sentence(),
             theme.font(FontUse::Label), theme.color(Role::Text2));
}

BatchView::BatchView(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new BatchCanvas(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(tr("The global batch, shared out"), this);
    header->setNote(tr("one row a replica, one box a micro-batch"));
    column->addWidget(header);
    column->addWidget(m_canvas, 1);
}

}  // namespace ui
