// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/cell_delegate.h"

#include "ui/kit/paint.h"
#include "ui/kit/style.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"

#include <QPainter>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kBarHeight = 10, kMark = 18, kSortMark = 9;

// Narrow windows get narrower gaps and bars.
double padding(const QWidget& view) { return themeOf(view).px(ViewHeader::isNarrow(view) ? 5 : 8); }
double barWidth(const QWidget& view) { return themeOf(view).px(ViewHeader::isNarrow(view) ? 14 : 44); }
double deltaWidth(const QWidget& view) { return themeOf(view).px(ViewHeader::isNarrow(view) ? 84 : 120); }

void drawMarkOf(QPainter& painter, const QRectF& rect, CellMark mark, const Theme& theme) {
    const QPointF centre = rect.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (mark == CellMark::Front) {
        const double r = theme.px(4.5);
        painter.setPen(QPen(theme.color(Role::Accent), theme.px(1.4)));
        painter.setBrush(theme.color(Role::Canvas));
        painter.drawPolygon(QPolygonF({centre - QPointF(0, r), centre + QPointF(r, 0), centre + QPointF(0, r), centre - QPointF(r, 0)}));
    } else if (mark == CellMark::A || mark == CellMark::B) {
        const bool b = mark == CellMark::B;
        const double r = theme.px(8);
        painter.setPen(QPen(b ? theme.color(Role::AccentFill) : theme.color(Role::Text), theme.px(1.4)));
        painter.setBrush(b ? theme.color(Role::AccentFill) : theme.color(Role::Canvas));
        painter.drawEllipse(centre, r, r);
        drawText(painter, QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r), b ? QStringLiteral("B") : QStringLiteral("A"),
                 theme.font(FontUse::Axis), b ? theme.color(Role::OnAccent) : theme.color(Role::Text), Qt::AlignHCenter);
    }
    painter.restore();
}

void drawShare(QPainter& painter, const QRectF& rect, double share, const Theme& theme) {
    drawBox(painter, rect, theme.px(2), theme.color(Role::Canvas), theme.color(Role::Border));
    const double width = std::clamp(share, 0.0, 1.0) * rect.width();
    if (width >= 1) {
        const QColor fill = share > 1 ? theme.color(Role::Danger) : mix(theme.color(Role::Strong), theme.color(Role::Canvas), 0.45);
        drawBox(painter, QRectF(rect.left(), rect.top(), width, rect.height()), theme.px(2), fill,
                share > 1 ? theme.color(Role::Danger) : theme.color(Role::Strong));
    }
}

void drawDelta(QPainter& painter, const QRectF& rect, double delta, const QColor& color, const Theme& theme) {
    const double middle = std::round(rect.center().x()), half = rect.width() / 2;
    const double width = std::max(1.0, std::min(1.0, std::abs(delta)) * half);
    const double height = theme.px(kBarHeight), top = rect.center().y() - height / 2;
    painter.fillRect(QRectF(delta < 0 ? middle - width : middle, top, width, height), color);
    painter.fillRect(QRectF(middle, rect.top() + 4, 1, rect.height() - 8), theme.color(Role::Border));
}

}  // namespace

CellDelegate::CellDelegate(const CellModel* model, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_model(model) {}

QFont CellDelegate::fontOf(const Cell& cell, const Theme& theme) {
    return theme.font(cell.weight == CellWeight::Strong ? FontUse::BodyStrong : FontUse::Body);
}

int CellDelegate::widthOf(int column, const QWidget& view) const {
    const Theme& theme = themeOf(view);
    const CellColumn& head = m_model->columns()[std::size_t(column)];
    double width = textWidth(theme.font(FontUse::LabelStrong), head.title);
    for (const CellRow& row : m_model->rows()) {
        const Cell& cell = row.cells[std::size_t(column)];
        double wanted = textWidth(fontOf(cell, theme), cell.text);
        if (cell.share) wanted += barWidth(view) + theme.px(14);
        if (cell.delta) wanted += deltaWidth(view);
        if (cell.mark != CellMark::None) wanted = std::max(wanted, theme.px(kMark));
        width = std::max(width, wanted);
    }
    return int(std::ceil(width + 2 * padding(view)));
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* shown = static_cast<const QSortFilterProxyModel*>(index.model());
    const QModelIndex source = shown->mapToSource(index);
    const Cell& cell = m_model->cell(source);
    const CellColumn& column = m_model->columns()[std::size_t(source.column())];
    const Theme& theme = themeOf(*option.widget);
    const QRectF rect(option.rect);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setClipRect(rect);
    painter->fillRect(rect, theme.color(selected ? Role::AccentSoft : Role::Canvas));
    painter->fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color(Role::Grid));
    if (selected && index.column() == 0)
        painter->fillRect(QRectF(rect.left(), rect.top(), theme.px(3), rect.height() - 1), theme.color(Role::Accent));
    QRectF inner = rect.adjusted(padding(*option.widget), 0, -padding(*option.widget), 0);
    if (cell.mark != CellMark::None)
        drawMarkOf(*painter, QRectF(inner.left(), inner.top(), theme.px(kMark), inner.height()), cell.mark, theme);
    if (cell.share) {
        const double height = theme.px(kBarHeight), numbers = textWidth(fontOf(cell, theme), QStringLiteral("0000.0"));
        drawShare(*painter,
                  QRectF(inner.left(), std::round(rect.center().y() - height / 2), std::max(theme.px(14), inner.width() - numbers - theme.px(6)), height),
                  *cell.share, theme);
    }
    if (cell.delta) {
        const double numbers = inner.width() - deltaWidth(*option.widget);
        drawDelta(*painter, QRectF(inner.left(), inner.top(), deltaWidth(*option.widget) - 10, inner.height()), *cell.delta,
                  theme.color(cell.role == Role::Text ? Role::Strong : cell.role), theme);
        inner.setLeft(inner.right() - numbers);
    }
    const QColor ink = theme.color(cell.delta ? Role::Text : cell.role);
    drawText(*painter, inner, cell.text, fontOf(cell, theme), ink, column.align);
    if (option.state.testFlag(QStyle::State_HasFocus) && hasKeyboardFocus(*option.widget) && index.column() == 0)
        drawFocusRing(*painter, rect.adjusted(4, 4, -3, -5), theme, 2);
    painter->restore();
}

CellHeader::CellHeader(const CellModel* model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_model(model) {}

void CellHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    if (section >= int(m_model->columns().size())) return;
    const Theme& theme = themeOf(*this);
    const CellColumn& column = m_model->columns()[std::size_t(section)];
    const QFont font = theme.font(FontUse::LabelStrong);
    painter->save();
    painter->fillRect(rect, theme.color(Role::Panel));
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color(Role::Border));
    const QRectF inner = QRectF(rect).adjusted(padding(*this), 0, -padding(*this), 0);
    drawText(*painter, inner, column.title, font, theme.color(Role::Text2), column.align);
    if (isSortIndicatorShown() && sectionsClickable() && section == sortIndicatorSection() && !column.title.isEmpty()) {
        const double size = theme.px(3.5), width = textWidth(font, column.title), gap = theme.px(kSortMark) / 2 + 1;
        const double x = column.align == Qt::AlignRight ? inner.right() - width - gap : inner.left() + width + gap;
        const double up = sortIndicatorOrder() == Qt::AscendingOrder ? -1 : 1, y = rect.center().y() + 0.5;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.color(Role::Text2));
        painter->drawPolygon(QPolygonF({QPointF(x - size, y - up * size / 2), QPointF(x + size, y - up * size / 2), QPointF(x, y + up * size / 2)}));
    }
    painter->restore();
}

}  // namespace ui
