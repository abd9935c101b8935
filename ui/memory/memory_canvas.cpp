// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the bars lie, and which segment a pixel or a key means; the drawing is in memory_draw.cpp.
#include "ui/memory/memory_canvas.h"

#include "ui/kit/row_scroll.h"

#include <algorithm>

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
    : MarkedCanvas(parent)
    , m_density(density) {
    setAccessibleName(tr("Memory bars"));
}

void MemoryCanvas::setPicture(MemoryPicture picture) {
    m_picture = std::move(picture);
    m_rows.clear();
    for (int s = 0; s < int(m_picture.sections.size()); ++s)
        for (const MemoryRow& row : m_picture.sections[std::size_t(s)].rows) m_rows.push_back({&row, s});
    placeScroll();
    resetItems();
}

SelectedItem MemoryCanvas::itemMeaning(int item) const {
    SelectedItem meaning;
    if (item < 0 || item >= itemCount()) return meaning;
    const MemoryRow& row = *m_rows[std::size_t(rowOfItem(item))].row;
    if (row.isOnlyPinned) return meaning;
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

void MemoryCanvas::scrollTo(const SelectedItem& wanted) {
    if (const int item = itemOf(wanted); item >= 0) reveal(item);
}

// A row of a rank answers to its rank; a row of a stage to its stage; rows under ZeRO to the plan's own
// choice.
bool MemoryCanvas::matches(const MemoryRow& row, const SelectedItem& item) const {
    if (row.zero || row.isOnlyPinned) return false;
    if (row.rank) return item.rank ? *item.rank == *row.rank : item.stage && row.stage == item.stage;
    return item.stage && row.stage == item.stage;
}

int MemoryCanvas::itemCount() const { return int(m_rows.size()) * kPerRow; }

double MemoryCanvas::labelWidth(const Theme& theme) const {
    const QFont font =
        theme.font(m_density == MemoryDensity::Roomy ? FontUse::BodyStrong : FontUse::LabelStrong);
    double widest = 0;
    for (const RowRef& ref : m_rows) widest = std::max(widest, textWidth(font, ref.row->name));
    return widest;
}

QString MemoryCanvas::valueText(const MemoryRow& row) const {
    if (row.isOnlyPinned) return {};
    if (row.isOutOfMemory)
        return tr("%1 of %2")
            .arg(bytesNumber(row.shownTotal(), m_picture.unit),
                 bytesText(m_picture.capacity, m_picture.unit));
    return m_picture.hasMeasured ? bytesNumber(row.shownTotal(), m_picture.unit)
                                 : bytesText(row.shownTotal(), m_picture.unit);
}

QString MemoryCanvas::pinnedText(const MemoryRow& row) const {
    return row.pinned ? tr("A %1").arg(bytesNumber(core::sum(*row.pinned), m_picture.unit)) : QString();
}

double MemoryCanvas::valueWidth(const Theme& theme) const {
    const QFont font =
        theme.font(m_density == MemoryDensity::Roomy ? FontUse::BodyStrong : FontUse::LabelStrong);
    double widest = 0, difference = 0, pinned = 0;
    for (const RowRef& ref : m_rows) {
        pinned = std::max(pinned, textWidth(theme.font(FontUse::Label), pinnedText(*ref.row)));
        widest = std::max(widest,
                          textWidth(font, valueText(*ref.row)) - (ref.row->isOutOfMemory ? theme.px(48) : 0));
        if (ref.row->difference() && !ref.row->isOutOfMemory)
            difference = std::max(difference, textWidth(font, signedPercentText(*ref.row->difference())));
    }
    return widest + (difference > 0 ? difference + theme.px(12) : 0) + (pinned > 0 ? pinned + theme.px(10) : 0);
}

double MemoryCanvas::axisEnd() const {
    const double capacity = double(m_picture.capacity.value()),
                 heaviest = double(m_picture.heaviest().value());
    if (capacity <= 0) return std::max(1.0, heaviest * 1.05);
    if (heaviest > capacity) return std::max(1.25 * capacity, 1.02 * heaviest);
    // Bars of a small model on a large card would be slivers: the axis ends behind them and names the
    // capacity beyond.
    return heaviest < capacity / 8 ? heaviest * 1.15 : capacity;
}

MemoryCanvas::Geometry MemoryCanvas::geometry(const Theme& theme, const QSizeF& size) const {
    Geometry g;
    const bool roomy = m_density == MemoryDensity::Roomy;
    const bool capacityOnTop = roomy;
    g.left = theme.px(kMargin) + labelWidth(theme) + theme.px(roomy ? 18 : 12);
    g.valueRight = size.width() - theme.px(kMargin) - (rowScroll().isNeeded() ? rowScroll().barWidth() : 0);
    g.width = std::max(40.0, g.valueRight - valueWidth(theme) - theme.px(14) - g.left);
    g.head = theme.px(capacityOnTop ? 24 : 6);
    g.foot = theme.px(22);
    g.area = QRectF(0, g.head, size.width(), std::max(1.0, size.height() - g.head - g.foot));
    const double fixed = roomy ? theme.px(30) * double(m_picture.sections.size()) : theme.px(2);
    const double room = m_rows.empty() ? 0 : (g.area.height() - fixed) / double(m_rows.size());
    g.pitch =
        roomy ? std::clamp(room, theme.px(28), theme.px(33)) : std::clamp(room, theme.px(20), theme.px(23));
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
    rowScroll().setGeometry(g.area, g.contentHeight);
}

QRectF MemoryCanvas::segmentRect(const Geometry& g, int row, core::MemoryCategory category,
                                 bool measured) const {
    const MemoryRow& shown = *m_rows[std::size_t(row)].row;
    const core::CategoryBytes& bytes = measured && shown.measured ? *shown.measured : shown.predicted;
    double before = 0;
    for (int i = 0; i < int(category); ++i) before += double(bytes[std::size_t(i)].value());
    const double top = g.area.top() + g.rowY[std::size_t(row)] - rowScroll().offset() + (g.pitch - g.bar) / 2;
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
    return QRectF(1, g.area.top() + g.rowY[std::size_t(row)] - rowScroll().offset(), width() - 2, g.pitch)
        .adjusted(0, 1, 0, -1);
}

int MemoryCanvas::itemAt(const QPointF& at) const {
    const Geometry g = geometry(themeOf(*this), size());
    if (!g.area.contains(at)) return -1;
    const double y = at.y() - g.area.top() + rowScroll().offset();
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
    rowScroll().reveal(top, top + g.pitch);
}

}  // namespace ui
