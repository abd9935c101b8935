// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// TensorCanvas: the cuts are found by asking the shard map for the rank of the first element of each row and column.
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/activities/weight_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace ui {

namespace {

constexpr double kMargin = 20, kTop = 34, kBottom = 16;

}  // namespace

TensorCanvas::TensorCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("The tensor and its cuts"));
    setMinimumHeight(150);
}

void TensorCanvas::setTensor(const core::ShardMap& shards, int tp, const core::WeightPlace& place) {
    const core::ModelTensor& tensor = shards.tensors()[std::size_t(place.tensor)];
    m_name = qs(tensor.name);
    m_rows = tensor.rows;
    m_columns = tensor.columns;
    m_tp = tp;
    m_place = place;
    m_parts.clear();
    if (tensor.split == core::TensorSplit::Replicated || tp == 1) {
        m_parts.push_back({0, m_rows, 0, m_columns, -1});
    } else {
        for (const core::LocalTensor& local : shards.locals(tensor.unit)) {
            if (local.tensor != place.tensor) continue;
            for (int rank = 0; rank < tp; ++rank) {
                std::int64_t next = -2;  // row that would go on with the part
                for (std::int64_t row = 0; row < local.rows; ++row) {
                    const std::int64_t at = shards.globalIndex(local, rank, row, 0);
                    if (at == core::ShardMap::kPadding) continue;
                    if (at / m_columns == next && m_parts.back().tp == rank)
                        ++m_parts.back().rows;
                    else
                        m_parts.push_back({at / m_columns, 1, at % m_columns, local.columns, rank});
                    next = at / m_columns + 1;
                }
            }
        }
    }
    resetItems();
}

QRectF TensorCanvas::area() const {
    const Theme& theme = themeOf(*this);
    return {theme.px(kMargin), theme.px(kTop), width() - theme.px(2 * kMargin), height() - theme.px(kTop + kBottom)};
}

QRectF TensorCanvas::rectOf(const Part& part) const {
    const QRectF all = area();
    const double high = all.height() / double(m_rows), wide = all.width() / double(m_columns);
    return {all.left() + double(part.column) * wide, all.top() + double(part.row) * high, double(part.columns) * wide,
            double(part.rows) * high};
}

QPointF TensorCanvas::position(std::int64_t row, std::int64_t column) const {
    return rectOf({row, 1, column, 1, 0}).center();
}

QRectF TensorCanvas::itemRect(int item) const { return rectOf(m_parts[std::size_t(item)]); }

int TensorCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent TensorCanvas::hoverContent(int item) const {
    const Part& part = m_parts[std::size_t(item)];
    HoverContent content;
    content.title = part.tp < 0 ? tr("On every tensor rank") : tr("On tensor rank %1").arg(part.tp);
    content.numbers = tr("rows %1 to %2, columns %3 to %4")
                          .arg(part.row)
                          .arg(part.row + part.rows - 1)
                          .arg(part.column)
                          .arg(part.column + part.columns - 1);
    return content;
}

Table TensorCanvas::table() const {
    Table table{{tr("Tensor rank"), tr("Rows"), tr("Columns")}, {}};
    for (const Part& part : m_parts)
        table.rows.push_back({part.tp < 0 ? tr("all") : QString::number(part.tp),
                              QStringLiteral("%1–%2").arg(part.row).arg(part.row + part.rows - 1),
                              QStringLiteral("%1–%2").arg(part.column).arg(part.column + part.columns - 1)});
    return table;
}

void TensorCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    drawText(painter, QRectF(theme.px(kMargin), theme.px(6), size.width() - theme.px(2 * kMargin), theme.px(22)),
             tr("%1, %2 rows × %3 columns; click a scalar, or walk with the arrows").arg(m_name).arg(m_rows).arg(m_columns),
             theme.font(FontUse::Label), theme.color(Role::Text2));
    for (const Part& part : m_parts) {
        const QRectF rect = rectOf(part);
        const QColor fill = part.tp < 0 ? theme.color(Role::Card) : theme.axisTint(Axis::Tensor, part.tp, m_tp);
        drawBox(painter, rect, 0, fill, theme.color(Role::CardEdge));
        if (part.tp >= 0 && rect.height() > theme.px(14) && rect.width() > theme.px(40))
            drawText(painter, rect, tr("tensor rank %1").arg(part.tp), theme.font(FontUse::Axis),
                     part.tp * 2 >= m_tp ? QColor(Qt::white) : theme.color(Role::Text), Qt::AlignHCenter);
    }
    const QPointF at = position(m_place.row, m_place.column);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Role::Canvas), 4));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, theme.px(6), theme.px(6));
    painter.setPen(QPen(theme.color(Role::Accent), 2));
    painter.drawEllipse(at, theme.px(6), theme.px(6));
}

void TensorCanvas::mouseReleaseEvent(QMouseEvent* event) {
    Canvas::mouseReleaseEvent(event);
    const QRectF all = area();
    if (!all.contains(event->position())) return;
    emit chosen(qint64((event->position().y() - all.top()) / all.height() * double(m_rows)),
                qint64((event->position().x() - all.left()) / all.width() * double(m_columns)));
}

void TensorCanvas::keyPressEvent(QKeyEvent* event) {
    const std::int64_t far = event->modifiers() & Qt::ShiftModifier ? 16 : 1;
    std::int64_t row = m_place.row, column = m_place.column;
    switch (event->key()) {
    case Qt::Key_Left: column -= far; break;
    case Qt::Key_Right: column += far; break;
    case Qt::Key_Up: row -= far; break;
    case Qt::Key_Down: row += far; break;
    default: return Canvas::keyPressEvent(event);
    }
    emit chosen(std::clamp<std::int64_t>(row, 0, m_rows - 1), std::clamp<std::int64_t>(column, 0, m_columns - 1));
}

}  // namespace ui
