// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_canvas.h"

#include "ui/kit/paint.h"
#include "ui/kit/row_scroll.h"

#include <QEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kPerRow = 1 + core::kMemoryCategories;
constexpr double kMargin = 14, kLeastSegment = 1.2;

int rowOfItem(int item) { return item / kPerRow; }

std::optional<core::MemoryCategory> categoryOfItem(int item) {
    const int part = item % kPerRow;
    return part == 0 ? std::nullopt : std::optional(core::MemoryCategory(part - 1));
}

}  // namespace

MemoryCanvas::MemoryCanvas(MemoryDensity density, QWidget* parent)
    : Canvas(parent), m_density(density), m_scroll(new RowScroll(this)) {
    setAccessibleName(tr("Memory bars"));
    connect(m_scroll, &RowScroll::moved, this, [this] { update(); });
}

void MemoryCanvas::setPicture(MemoryPicture picture) {
    m_picture = std::move(picture);
    m_rows.clear();
    for (int s = 0; s < int(m_picture.sections.size()); ++s)
        for (const MemoryRow& row : m_picture.sections[std::size_t(s)].rows) m_rows.push_back({&row, s});
    placeScroll();
    resetItems();
}

void MemoryCanvas::setMarks(const SelectedItem& selected, const SelectedItem& hovered) {
    if (selected == m_selected && hovered == m_hovered) return;
    m_selected = selected;
    m_hovered = hovered;
    update();
}

SelectedItem MemoryCanvas::itemMeaning(int item) const {
    SelectedItem meaning;
    if (item < 0 || item >= itemCount()) return meaning;
    const MemoryRow& row = *m_rows[std::size_t(rowOfItem(item))].row;
    meaning.rank = row.rank;
    meaning.stage = row.stage;
    meaning.category = categoryOfItem(item);
    return meaning;
}

int MemoryCanvas::itemOf(const SelectedItem& wanted) const {
    for (int r = 0; r < int(m_rows.size()); ++r)
        if (matches(*m_rows[std::size_t(r)].row, wanted))
            return r * kPerRow + (wanted.category ? 1 + int(*wanted.category) : 0);
    return -1;
}

// A row of a rank answers to its rank; a row of a stage to its stage; rows under ZeRO to the plan's own choice.
bool MemoryCanvas::matches(const MemoryRow& row, const SelectedItem& item) const {
    if (row.zero) return false;
    if (row.rank) return item.rank ? *item.rank == *row.rank : item.stage && row.stage == item.stage;
    return item.stage && row.stage == item.stage;
}

int MemoryCanvas::itemCount() const { return int(m_rows.size()) * kPerRow; }

double MemoryCanvas::labelWidth(const Theme& theme) const {
    const QFont font = theme.font(m_density == MemoryDensity::Roomy ? FontUse::BodyStrong : FontUse::LabelStrong);
    double widest = 0;
    for (const RowRef& ref : m_rows) widest = std::max(widest, textWidth(font, ref.row->name));
    return widest;
}

QString MemoryCanvas::valueText(const MemoryRow& row) const {
    if (row.isOutOfMemory)
        return tr("%1 of %2").arg(bytesNumber(row.shownTotal(), m_picture.unit),
                                  bytesText(m_picture.capacity, m_picture.unit));
    return m_picture.hasMeasured ? bytesNumber(row.shownTotal(), m_picture.unit)
                                 : bytesText(row.shownTotal(), m_picture.unit);
}

double MemoryCanvas::valueWidth(const Theme& theme) const {
    const QFont font = theme.font(m_density == MemoryDensity::Roomy ? FontUse::BodyStrong : FontUse::LabelStrong);
    double widest = 0, difference = 0;
    for (const RowRef& ref : m_rows) {
        widest = std::max(widest, textWidth(font, valueText(*ref.row)) - (ref.row->isOutOfMemory ? theme.px(48) : 0));
        if (ref.row->difference() && !ref.row->isOutOfMemory)
            difference = std::max(difference, textWidth(font, signedPercentText(*ref.row->difference())));
    }
    return widest + (difference > 0 ? difference + theme.px(12) : 0);
}

double MemoryCanvas::axisEnd() const {
    const double capacity = double(m_picture.capacity.value()), heaviest = double(m_picture.heaviest().value());
    if (capacity <= 0) return std::max(1.0, heaviest * 1.05);
    if (heaviest > capacity) return std::max(1.25 * capacity, 1.02 * heaviest);
    // Bars of a small model on a large card would be slivers: the axis ends behind them and names the capacity beyond.
    return heaviest < capacity / 8 ? heaviest * 1.15 : capacity;
}

MemoryCanvas::Geometry MemoryCanvas::geometry(const Theme& theme, const QSizeF& size) const {
    Geometry g;
    const bool roomy = m_density == MemoryDensity::Roomy;
    const bool capacityOnTop = roomy;
    g.left = theme.px(kMargin) + labelWidth(theme) + theme.px(roomy ? 18 : 12);
    g.valueRight = size.width() - theme.px(kMargin) - (m_scroll->isNeeded() ? m_scroll->barWidth() : 0);
    g.width = std::max(40.0, g.valueRight - valueWidth(theme) - theme.px(14) - g.left);
    g.head = theme.px(capacityOnTop ? 24 : 6);
    g.foot = theme.px(22);
    g.area = QRectF(0, g.head, size.width(), std::max(1.0, size.height() - g.head - g.foot));
    const double fixed = roomy ? theme.px(24) * double(m_picture.sections.size()) : 0;
    const double room = m_rows.empty() ? 0 : (g.area.height() - fixed) / double(m_rows.size());
    g.pitch = roomy ? std::clamp(room, theme.px(28), theme.px(33)) : std::clamp(room, theme.px(20), theme.px(23));
    g.bar = theme.px(roomy ? 20 : m_picture.hasMeasured ? 17 : 15);
    double y = roomy ? 0 : theme.px(2);
    for (const MemorySection& section : m_picture.sections) {
        if (roomy) {
            g.captionY.push_back(y);
            y += theme.px(22);
        }
        for (std::size_t i = 0; i < section.rows.size(); ++i, y += g.pitch) g.rowY.push_back(y);
        y += theme.px(roomy ? 8 : 0);
    }
    g.contentHeight = y;
    g.perByte = g.width / axisEnd();
    const double capacity = double(m_picture.capacity.value());
    g.capacityX = capacity > 0 && capacity <= axisEnd() ? g.left + capacity * g.perByte : -1;
    return g;
}

void MemoryCanvas::placeScroll() {
    const Theme& theme = themeOf(*this);
    const Geometry g = geometry(theme, size());
    m_scroll->setGeometry(g.area, g.contentHeight);
}

QRectF MemoryCanvas::segmentRect(const Geometry& g, int row, core::MemoryCategory category, bool measured) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const core::CategoryBytes& bytes = measured && shown.measured ? *shown.measured : shown.predicted;
    double before = 0;
    for (int i = 0; i < int(category); ++i) before += double(bytes[std::size_t(i)].value());
    const double top = g.area.top() + g.rowY[std::size_t(row)] - m_scroll->offset() + (g.pitch - g.bar) / 2;
    const double width = double(bytes[std::size_t(category)].value()) * g.perByte;
    double y = top, height = g.bar;
    if (shown.measured) {
        // 10 over 6 with a gap of 1, in the proportions of the bar.
        height = measured ? g.bar * 10 / 17 : g.bar * 6 / 17;
        y = measured ? top : top + g.bar - height;
    }
    return {g.left + before * g.perByte, y, width, height};
}

QRectF MemoryCanvas::itemRect(int item) const {
    if (item < 0 || item >= itemCount()) return {};
    const Geometry g = geometry(themeOf(*this), size());
    const int row = rowOfItem(item);
    if (const auto category = categoryOfItem(item)) {
        const bool measured = m_rows[std::size_t(row)].row->measured.has_value();
        return segmentRect(g, row, *category, measured);
    }
    return QRectF(1, g.area.top() + g.rowY[std::size_t(row)] - m_scroll->offset(), width() - 2, g.pitch).adjusted(0, 1, 0, -1);
}

int MemoryCanvas::itemAt(const QPointF& at) const {
    const Geometry g = geometry(themeOf(*this), size());
    if (!g.area.contains(at)) return -1;
    const double y = at.y() - g.area.top() + m_scroll->offset();
    for (int r = 0; r < int(m_rows.size()); ++r) {
        if (y < g.rowY[std::size_t(r)] || y >= g.rowY[std::size_t(r)] + g.pitch) continue;
        for (int c = 0; c < core::kMemoryCategories; ++c)
            for (const bool measured : {true, false}) {
                const QRectF rect = segmentRect(g, r, core::MemoryCategory(c), measured);
                if (rect.width() >= kLeastSegment && rect.contains(at)) return r * kPerRow + 1 + c;
            }
        return r * kPerRow;
    }
    return -1;
}

HoverContent MemoryCanvas::hoverContent(int item) const {
    if (item < 0 || item >= itemCount()) return {};
    return memoryHover(m_picture, *m_rows[std::size_t(rowOfItem(item))].row, categoryOfItem(item));
}

int MemoryCanvas::neighbour(int item, Qt::Key key) const {
    if (item < 0) return itemCount() > 0 ? 0 : -1;
    const int row = rowOfItem(item), part = item % kPerRow;
    if (key == Qt::Key_Up) return row > 0 ? item - kPerRow : item;
    if (key == Qt::Key_Down) return row + 1 < int(m_rows.size()) ? item + kPerRow : item;
    const Geometry g = geometry(themeOf(*this), size());
    const int step = key == Qt::Key_Right ? 1 : -1;
    for (int next = part + step; next >= 0 && next < kPerRow; next += step) {
        // Segments too thin to be drawn are passed over.
        if (next == 0 || segmentRect(g, row, core::MemoryCategory(next - 1), true).width() >= kLeastSegment)
            return row * kPerRow + next;
    }
    return item;
}

void MemoryCanvas::reveal(int item) {
    const Geometry g = geometry(themeOf(*this), size());
    const double top = g.rowY[std::size_t(rowOfItem(item))];
    m_scroll->reveal(top, top + g.pitch);
}

void MemoryCanvas::resizeEvent(QResizeEvent* event) {
    Canvas::resizeEvent(event);
    placeScroll();
}

void MemoryCanvas::changeEvent(QEvent* event) {
    Canvas::changeEvent(event);
    if (event->type() == QEvent::StyleChange) placeScroll();
}

void MemoryCanvas::wheelEvent(QWheelEvent* event) {
    if (!m_scroll->wheel(event)) Canvas::wheelEvent(event);
}

void MemoryCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_rows.empty()) return;
    const Geometry g = geometry(theme, size);
    painter.save();
    painter.setClipRect(g.area);
    for (std::size_t s = 0; s < g.captionY.size(); ++s)
        drawText(painter,
                 QRectF(theme.px(kMargin), g.area.top() + g.captionY[s] - m_scroll->offset(),
                        g.capacityX - theme.px(kMargin + 30), theme.px(16)),
                 m_picture.sections[s].caption, theme.font(FontUse::LabelStrong), theme.color(Role::Text));
    for (int r = 0; r < int(m_rows.size()); ++r) drawRow(painter, theme, g, r);
    painter.restore();
    drawCapacity(painter, theme, g);
    drawAxis(painter, theme, g);
}

void MemoryCanvas::drawRow(QPainter& painter, const Theme& theme, const Geometry& g, int row) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const double y = g.area.top() + g.rowY[std::size_t(row)] - m_scroll->offset();
    if (y > g.area.bottom() || y + g.pitch < g.area.top()) return;
    const bool selected = shown.isChosen || matches(shown, m_selected);
    const QRectF ground(0, y + 1, g.area.width(), g.pitch - 2);
    if (shown.isOutOfMemory)
        drawFailedRow(painter, ground, theme);
    else if (selected)
        drawSelectedRow(painter, ground, theme);
    drawBar(painter, theme, g, row, NumberKind::Predicted);
    if (shown.measured) drawBar(painter, theme, g, row, NumberKind::Measured);
    if (shown.isOutOfMemory) drawRefused(painter, theme, g, row);
    for (const auto& [item, isSelection] : {std::pair(m_selected, true), std::pair(m_hovered, false)}) {
        if (!item.category || !matches(shown, item)) continue;
        const QRectF rect = segmentRect(g, row, *item.category, true).adjusted(-1, -1, 1, 1);
        if (rect.width() < kLeastSegment + 2) continue;
        if (isSelection)
            drawSelectedOutline(painter, rect, theme);
        else
            drawHoverOutline(painter, rect, theme);
    }
    drawRowText(painter, theme, g, row, selected || shown.isOutOfMemory);
}

void MemoryCanvas::drawBar(QPainter& painter, const Theme& theme, const Geometry& g, int row, NumberKind kind) const {
    for (int c = 0; c < core::kMemoryCategories; ++c) {
        const auto category = core::MemoryCategory(c);
        QRectF rect = segmentRect(g, row, category, kind == NumberKind::Measured);
        if (rect.width() < kLeastSegment) continue;
        // Half a pixel of ground between neighbours keeps two outlines from reading as one thick line.
        rect.setWidth(std::max(1.0, rect.width() - 0.6));
        drawDatum(painter, rect, 0, theme, meaningOf(category), kind);
    }
}

void MemoryCanvas::drawRefused(QPainter& painter, const Theme& theme, const Geometry& g, int row) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const QRectF last = segmentRect(g, row, core::MemoryCategory::Framework, true);
    const double width = std::max(theme.px(7), double(shown.refused.value()) * g.perByte);
    drawOverLimit(painter, QRectF(last.right(), last.top() - 1, width, last.height() + 2), theme);
}

void MemoryCanvas::drawRowText(QPainter& painter, const Theme& theme, const Geometry& g, int row, bool strong) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const bool roomy = m_density == MemoryDensity::Roomy;
    const QFont plain = theme.font(roomy ? FontUse::Body : FontUse::Label);
    const QFont font = strong ? theme.font(roomy ? FontUse::BodyStrong : FontUse::LabelStrong) : plain;
    const double y = g.area.top() + g.rowY[std::size_t(row)] - m_scroll->offset();
    const QRectF line(theme.px(kMargin), y, g.valueRight - theme.px(kMargin), g.pitch);
    drawText(painter, line.adjusted(0, 0, -line.width() + g.left, 0), shown.name, font,
             theme.color(strong ? Role::Text : Role::Text2));
    const Role ink = shown.isOutOfMemory ? Role::Danger : Role::Text;
    double right = 0;
    if (const auto difference = shown.difference(); difference && !shown.isOutOfMemory) {
        const QString text = signedPercentText(*difference);
        drawText(painter, line, text, plain, theme.color(Role::Text2), Qt::AlignRight);
        right = theme.px(12) + std::max(theme.px(42), textWidth(plain, text));
    }
    drawText(painter, line.adjusted(0, 0, -right, 0), valueText(shown), font, theme.color(ink), Qt::AlignRight);
}

void MemoryCanvas::drawCapacity(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const QString capacity = bytesText(m_picture.capacity, m_picture.unit);
    const bool roomy = m_density == MemoryDensity::Roomy;
    const QFont font = theme.font(FontUse::Axis);
    if (g.capacityX < 0) {
        if (m_picture.capacity.value() <= 0) return;
        const QString beyond = tr("card %1, beyond the axis").arg(bytesText(m_picture.capacity));
        const double y = roomy ? 0 : g.area.bottom();
        drawText(painter, QRectF(0, y, g.valueRight, roomy ? g.head : g.foot), beyond, font, theme.color(Role::Text2),
                 Qt::AlignRight);
        return;
    }
    const double bottom = std::min(g.area.bottom(), g.area.top() + g.contentHeight);
    painter.fillRect(QRectF(g.capacityX - 0.75, g.area.top() - theme.px(2), 1.5, bottom - g.area.top() + theme.px(2)),
                     theme.color(Role::Danger));
    const double y = roomy ? theme.px(4) : bottom + theme.px(2);
    drawText(painter, QRectF(g.capacityX - theme.px(60), y, theme.px(120), theme.px(16)), capacity, font,
             theme.color(Role::Danger), Qt::AlignHCenter);
}

void MemoryCanvas::drawAxis(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const double end = axisEnd() / std::pow(1024.0, int(m_picture.unit));
    const double capacity = inUnit(m_picture.capacity, m_picture.unit);
    const bool roomy = m_density == MemoryDensity::Roomy;
    const double span = g.capacityX > 0 ? capacity : end;
    const double step = niceBinaryStep(span, 4);
    const double bottom = std::min(g.area.bottom(), g.area.top() + g.contentHeight);
    const QFont font = theme.font(FontUse::Axis);
    const double perUnit = g.width / end;
    const double avoid = g.capacityX > 0 && !roomy ? g.capacityX : 1e9;
    for (int i = 0; i * step <= end * (1 + 1e-9); ++i) {
        const double x = g.left + i * step * perUnit;
        const QString text = step == std::floor(step) ? wholeNumber(qint64(i * step)) : threeDigits(i * step);
        const double width = textWidth(font, text);
        if (std::abs(x - avoid) < width / 2 + theme.px(26)) continue;  // the capacity stands there
        if (roomy && x + width / 2 > g.left + g.width + theme.px(8)) continue;
        drawText(painter, QRectF(x - theme.px(40), bottom + theme.px(2), theme.px(80), theme.px(16)), text, font,
                 theme.color(Role::Text2), Qt::AlignHCenter);
    }
    if (roomy)
        drawText(painter, QRectF(0, bottom + theme.px(2), g.valueRight, theme.px(16)), nameOf(m_picture.unit), font,
                 theme.color(Role::Text2), Qt::AlignRight);
}

}  // namespace ui
