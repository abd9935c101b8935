// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// HolderCanvas: columns are pipeline stages and tensor ranks, rows are replicas.
#include "ui/kit/paint.h"
#include "ui/learn/activities/weight_canvas.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double kMargin = 20, kTop = 30, kGap = 8, kStageGap = 12;

Meaning meaningOf(core::WeightPart part) {
    return part == core::WeightPart::Weight     ? Meaning::Parameters
           : part == core::WeightPart::Gradient ? Meaning::Gradients
                                                : Meaning::Optimizer;
}

QString nameOf(core::WeightPart part) {
    switch (part) {
    case core::WeightPart::Weight: return HolderCanvas::tr("weight, 2 bytes");
    case core::WeightPart::Gradient: return HolderCanvas::tr("gradient, 2 bytes");
    case core::WeightPart::Master: return HolderCanvas::tr("master weight, 4 bytes");
    case core::WeightPart::FirstMoment: return HolderCanvas::tr("first moment, 4 bytes");
    case core::WeightPart::SecondMoment: break;
    }
    return HolderCanvas::tr("second moment, 4 bytes");
}

QString whenText(core::Holding holding) {
    switch (holding) {
    case core::Holding::Always: return HolderCanvas::tr("always");
    case core::Holding::UntilReduced: return HolderCanvas::tr("its share, until it is summed over the replicas");
    case core::Holding::WhileUsed: return HolderCanvas::tr("gathered while its layer computes");
    case core::Holding::Never: break;
    }
    return HolderCanvas::tr("never");
}

}  // namespace

HolderCanvas::HolderCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("Cards and what they hold of the scalar"));
    setMinimumHeight(220);
}

void HolderCanvas::setTrace(const core::Layout& layout, const core::WeightTrace& trace) {
    m_spec = layout.spec();
    m_trace = trace;
    m_cards.clear();
    for (int rank = 0; rank < layout.ranks(); ++rank) m_cards.push_back({core::Rank(rank), layout.coordinates(core::Rank(rank)), {}});
    for (const core::WeightHolder& holder : trace.holders) m_cards[std::size_t(holder.rank.value)].holders.push_back(holder);
    resetItems();
}

QRectF HolderCanvas::itemRect(int item) const {
    const Theme& theme = themeOf(*this);
    const core::Coordinates& at = m_cards[std::size_t(item)].at;
    const double gaps = theme.px(kStageGap) * (m_spec.pp - 1);
    const double wide = (width() - theme.px(2 * kMargin) - gaps) / (m_spec.pp * m_spec.tp);
    const double high = std::min((height() - theme.px(kTop + 8)) / m_spec.dp, theme.px(120));
    return {theme.px(kMargin) + at.pp * (m_spec.tp * wide + theme.px(kStageGap)) + at.tp * wide, theme.px(kTop) + at.dp * high,
            wide - theme.px(kGap), high - theme.px(kGap)};
}

int HolderCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent HolderCanvas::hoverContent(int item) const {
    const Card& card = m_cards[std::size_t(item)];
    HoverContent content;
    content.title = tr("Rank %1: stage %2, replica %3, tensor rank %4").arg(card.rank.value).arg(card.at.pp).arg(card.at.dp).arg(card.at.tp);
    if (card.holders.empty()) content.symbols = tr("holds nothing of this scalar");
    for (const core::WeightHolder& holder : card.holders) {
        if (holder.tiedCopy) content.symbols = tr("copy of the token table for the head");
        for (int part = 0; part < core::kWeightParts; ++part)
            content.lines.push_back({NumberKind::Predicted, tr("%1: %2").arg(nameOf(core::WeightPart(part)),
                                                                              whenText(holder.of(core::WeightPart(part))))});
    }
    return content;
}

Table HolderCanvas::table() const {
    Table table{{tr("Rank"), tr("Stage"), tr("Replica"), tr("Tensor rank")}, {}};
    for (int part = 0; part < core::kWeightParts; ++part) table.header << nameOf(core::WeightPart(part));
    for (const Card& card : m_cards)
        for (const core::WeightHolder& holder : card.holders) {
            QStringList row{QString::number(card.rank.value), QString::number(card.at.pp), QString::number(card.at.dp),
                            QString::number(card.at.tp)};
            for (int part = 0; part < core::kWeightParts; ++part) row << whenText(holder.of(core::WeightPart(part)));
            table.rows.push_back(row);
        }
    return table;
}

void HolderCanvas::drawCard(QPainter& painter, const Theme& theme, const QRectF& rect, const Card& card) const {
    const bool holds = !card.holders.empty();
    drawBox(painter, rect, theme.px(4), theme.color(holds ? Role::Raised : Role::Panel), theme.color(holds ? Role::Strong : Role::Border));
    drawText(painter, rect.adjusted(theme.px(8), theme.px(2), 0, theme.px(22) - rect.height()), tr("rank %1").arg(card.rank.value),
             theme.font(FontUse::Axis), theme.color(holds ? Role::Text : Role::Text2));
    constexpr double kBytes = 16;
    const double left = rect.left() + theme.px(8), byte = (rect.width() - theme.px(16)) / kBytes;
    const double room = rect.height() - theme.px(30), high = std::min(room / double(std::max<std::size_t>(1, card.holders.size())) - 2, theme.px(34));
    double top = rect.top() + theme.px(22);
    for (const core::WeightHolder& holder : card.holders) {
        double x = left;
        for (int part = 0; part < core::kWeightParts; ++part) {
            const double wide = byte * core::bytesOf(core::WeightPart(part));
            const QRectF box(x + 0.5, top, wide - 1, high);
            const core::Holding holding = holder.of(core::WeightPart(part));
            const Meaning meaning = meaningOf(core::WeightPart(part));
            if (holding == core::Holding::Always) {
                drawDatum(painter, box, 1.5, theme, meaning, NumberKind::Measured);
            } else if (holding != core::Holding::Never) {
                drawBox(painter, box, 1.5, theme.meaning(meaning).pale, Qt::transparent);
                painter.setPen(QPen(theme.meaning(meaning).line, 1.25, Qt::DashLine));
                painter.setBrush(Qt::NoBrush);
                painter.drawRoundedRect(box, 1.5, 1.5);
            } else {
                drawBox(painter, box, 1.5, Qt::transparent, theme.color(Role::Border));
            }
            x += wide;
        }
        top += high + 2;
    }
}

void HolderCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_cards.empty()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    for (int stage = 0; stage < m_spec.pp; ++stage)
        for (int item = 0; item < itemCount(); ++item) {
            const core::Coordinates& at = m_cards[std::size_t(item)].at;
            if (at.pp != stage || at.dp != 0 || at.tp != 0) continue;
            const QRectF first = itemRect(item);
            drawText(painter, QRectF(first.left(), theme.px(6), first.width() * m_spec.tp, theme.px(20)), tr("stage %1").arg(stage),
                     theme.font(FontUse::Label), theme.color(Role::Text2));
        }
    for (int item = 0; item < itemCount(); ++item) drawCard(painter, theme, itemRect(item), m_cards[std::size_t(item)]);
}

}  // namespace ui
