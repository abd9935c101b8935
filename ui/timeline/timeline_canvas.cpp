// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where things lie, and which box a pixel or a key means; the drawing is in timeline_draw.cpp.
#include "ui/timeline/timeline_canvas.h"

#include "ui/kit/paint.h"
#include "ui/kit/row_scroll.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kMargin = 14, kLaneGap = 3, kReach = 4;

// As many rows as have room, at least one: none is cut in half.
double wholeRows(double room, double pitch) { return std::max(1.0, std::floor(room / pitch)) * pitch; }

double roundedUp(double value, double step) { return std::ceil(value / step - 1e-9) * step; }

}  // namespace

TimelineCanvas::TimelineCanvas(TimelineForm form, QWidget* parent)
    : MarkedCanvas(parent)
    , m_form(form) {
    setAccessibleName(tr("Timeline of one step"));
}

void TimelineCanvas::setPicture(TimelinePicture picture) {
    m_picture = std::move(picture);
    m_lanes.clear();
    m_items = 0;
    for (int r = 0; r < int(m_picture.rows.size()); ++r) {
        const TimelineRow& row = m_picture.rows[std::size_t(r)];
        if (row.pinned) {
            m_lanes.push_back({r, NumberKind::Predicted, m_items, LanePlan::Pinned});
            m_items += int(row.pinned->boxes.size());
        }
        m_lanes.push_back({r, NumberKind::Predicted, m_items});
        m_items += int(row.predicted.boxes.size());
        if (!row.measured) continue;
        m_lanes.push_back({r, row.measured->kind, m_items});
        m_items += int(row.measured->boxes.size());
    }
    if (m_viewTo > axisEnd()) m_viewFrom = m_viewTo = 0;
    placeScroll();
    resetItems();
}

double TimelineCanvas::axisEnd() const {
    const double end = std::max({m_picture.predictedEnd, m_picture.measuredEnd, m_picture.pinnedEnd, 1e-9});
    if (m_form == TimelineForm::Explore) return end;
    // The measured end trembles from step to step; a round one keeps the picture still.
    const double unit = secondsIn(m_picture.unit);
    return roundedUp(end / unit, niceStep(end / unit, 8)) * unit;
}

TimelineCanvas::Geometry TimelineCanvas::geometry(const Theme& theme, const QSizeF& size) const {
    Geometry g;
    const bool explore = m_form == TimelineForm::Explore;
    const double rows = double(m_picture.rows.size());
    double label = 0;
    for (const TimelineRow& row : m_picture.rows)
        label = std::max(label, textWidth(theme.font(FontUse::BodyStrong), row.name));
    if (explore) label = std::max(label, textWidth(theme.font(FontUse::Label), tr("Memory")));
    g.textRight = size.width() - theme.px(kMargin) - rowScroll().barWidth();
    g.idleWidth =
        textWidth(theme.font(FontUse::BodyStrong),
                  explore ? QStringLiteral("100.0 %") : tr("%1 bubble").arg(QStringLiteral("100.0 %")));
    const double columns = explore ? g.idleWidth + theme.px(72) : g.idleWidth + theme.px(18);
    const double left = theme.px(kMargin) + label + theme.px(!explore ? 46 : m_picture.hasPinned() ? 28 : 16);
    const double width = std::max(60.0, g.textRight - columns - left);
    const double head = theme.px(explore ? 20 : 12);
    const double axis = theme.px(24);
    const double least = explore && m_picture.memory ? theme.px(54) : 0;
    const double room = size.height() - head - axis - least;
    if (explore) {
        g.pinned = m_picture.hasPinned() ? theme.px(12) : 0;
        const double above = g.pinned > 0 ? g.pinned + theme.px(kLaneGap) : 0;
        const bool compact = rows * (theme.px(41) + above) > room;
        g.predicted = theme.px(compact ? 25 : 32);
        g.pitch = theme.px(compact ? 33 : 41) + above;
    } else {
        // Many stages in a low pane: thinner lanes before a scroll bar.
        g.pitch = rows > 0 ? std::clamp(room / rows, theme.px(34), theme.px(61)) : theme.px(61);
        g.predicted = theme.px(18) * g.pitch / theme.px(61);
        g.measured = theme.px(26) * g.pitch / theme.px(61);
    }
    g.contentHeight = rows * g.pitch;
    const double shown = g.contentHeight <= room ? g.contentHeight : wholeRows(room, g.pitch);
    g.area = QRectF(0, head, size.width(), shown);
    if (least > 0) g.curveHeight = theme.px(36) + std::clamp(room - shown, 0.0, theme.px(54));
    g.curveTop = g.area.bottom() + theme.px(10);
    g.axisTop = g.curveHeight > 0 ? g.curveTop + g.curveHeight : g.area.bottom() + theme.px(2);
    const double from = m_viewTo > 0 ? m_viewFrom : 0, to = m_viewTo > 0 ? m_viewTo : axisEnd();
    g.scale = TimeScale(from, to, left, width);
    return g;
}

void TimelineCanvas::placeScroll() {
    const Geometry g = geometry(themeOf(*this), size());
    rowScroll().setGeometry(g.area, g.contentHeight);
    m_moments = g.curveHeight > 0 ? int(m_picture.memory->moments.size()) : 0;
}

TimeScale TimelineCanvas::scale() const { return geometry(themeOf(*this), size()).scale; }

const TimelineLane& TimelineCanvas::laneOf(const LaneRef& ref) const {
    const TimelineRow& row = m_picture.rows[std::size_t(ref.row)];
    if (ref.plan == LanePlan::Pinned) return *row.pinned;
    return ref.kind == NumberKind::Predicted ? row.predicted : *row.measured;
}

QRectF TimelineCanvas::laneRect(const Geometry& g, const LaneRef& ref) const {
    const double top = g.area.top() + ref.row * g.pitch - rowScroll().offset();
    if (m_form == TimelineForm::Explore) {
        const double above = g.pinned > 0 ? g.pinned + kLaneGap : 0, y = top + (g.pitch - g.predicted - above) / 2;
        const bool pinned = ref.plan == LanePlan::Pinned;
        return {g.scale.left(), pinned ? y : y + above, g.scale.right() - g.scale.left(), pinned ? g.pinned : g.predicted};
    }
    const bool first = ref.kind == NumberKind::Predicted;
    const double gap = kLaneGap * g.predicted / 18;
    const double y = top + (g.pitch - g.predicted - g.measured - gap) / 2 + (first ? 0 : g.predicted + gap);
    return {g.scale.left(), y, g.scale.right() - g.scale.left(), first ? g.predicted : g.measured};
}

QRectF TimelineCanvas::boxRect(const Geometry& g, const LaneRef& ref, const TimelineBox& box) const {
    const QRectF lane = laneRect(g, ref);
    const double x = g.scale.toPixel(box.start);
    return {x, lane.top(), g.scale.toPixel(box.end) - x, lane.height()};
}

int TimelineCanvas::itemCount() const { return m_items + m_moments; }

std::optional<std::size_t> TimelineCanvas::momentOf(int item) const {
    return item >= m_items && item < itemCount() ? std::optional(std::size_t(item - m_items)) : std::nullopt;
}

TimelineCanvas::BoxRef TimelineCanvas::boxOf(int item) const {
    if (item < 0 || item >= m_items) return {};
    const auto after =
        std::upper_bound(m_lanes.begin(), m_lanes.end(), item,
                         [](int wanted, const LaneRef& lane) { return wanted < lane.firstItem; });
    const LaneRef& lane = *std::prev(after);
    const int index = item - lane.firstItem;
    return {&lane, &laneOf(lane).boxes[std::size_t(index)], index};
}

std::optional<TimelineCanvas::OpPlace> TimelineCanvas::opOf(int item) const {
    const BoxRef ref = boxOf(item);
    if (!ref.box || ref.box->isIdle()) return std::nullopt;
    const int stage = ref.box->stage >= 0 ? ref.box->stage : m_picture.rows[std::size_t(ref.lane->row)].stage;
    return OpPlace{stage, *ref.box->kind, ref.lane->kind, ref.lane->plan};
}

QRectF TimelineCanvas::itemRect(int item) const {
    const Geometry g = geometry(themeOf(*this), size());
    if (const auto moment = momentOf(item)) return momentRect(g, *moment);
    const BoxRef ref = boxOf(item);
    if (!ref.box) return {};
    return boxRect(g, *ref.lane, *ref.box)
        .intersected(QRectF(g.scale.left() - 1, 0, g.scale.right() - g.scale.left() + 2, height()));
}

int TimelineCanvas::itemAt(const QPointF& at) const {
    const Geometry g = geometry(themeOf(*this), size());
    if (at.x() < g.scale.left() || at.x() > g.scale.right()) return -1;
    const double seconds = g.scale.toSeconds(at.x());
    if (m_moments > 0 && at.y() >= g.curveTop && at.y() <= g.curveTop + g.curveHeight && seconds <= m_picture.memory->end) {
        const double reach = kReach / g.scale.perSecond();  // a peak may be a pixel wide
        return itemOfMoment(m_picture.memory->highestIn(seconds - reach, seconds + reach));
    }
    if (!g.area.contains(at)) return -1;
    for (const LaneRef& lane : m_lanes) {
        const QRectF rect = laneRect(g, lane);
        if (at.y() < rect.top() || at.y() >= rect.bottom()) continue;
        const auto& boxes = laneOf(lane).boxes;
        const auto after = std::upper_bound(boxes.begin(), boxes.end(), seconds,
                                            [](double t, const TimelineBox& box) { return t < box.start; });
        if (after == boxes.begin()) return -1;
        const auto found = std::prev(after);
        return seconds < found->end ? lane.firstItem + int(found - boxes.begin()) : -1;
    }
    return -1;
}

SelectedItem TimelineCanvas::itemMeaning(int item) const {
    SelectedItem meaning;
    if (const auto moment = momentOf(item)) {
        meaning.stage = m_picture.memory->stage;
        if (const auto& op = m_picture.memory->moments[*moment].op) meaning.microBatch = op->microBatch.value;
        return meaning;
    }
    const BoxRef ref = boxOf(item);
    if (!ref.box || m_picture.rows[std::size_t(ref.lane->row)].isOnlyPinned) return meaning;
    meaning.stage = m_picture.rows[std::size_t(ref.lane->row)].stage;
    if (ref.box->microBatch >= 0 && ref.lane->plan == LanePlan::Shown) meaning.microBatch = ref.box->microBatch;
    return meaning;
}

int TimelineCanvas::itemOf(int stage, NumberKind kind, core::SpanKind span, int microBatch) const {
    for (const LaneRef& lane : m_lanes) {
        if (m_picture.rows[std::size_t(lane.row)].stage != stage || lane.kind != kind || lane.plan == LanePlan::Pinned)
            continue;
        const auto& boxes = laneOf(lane).boxes;
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (boxes[i].kind == span && boxes[i].microBatch == microBatch) return lane.firstItem + int(i);
    }
    return -1;
}

HoverContent TimelineCanvas::hoverContent(int item) const {
    if (const auto moment = momentOf(item)) return momentHover(*m_picture.memory, *moment, m_picture.unit);
    const BoxRef ref = boxOf(item);
    return ref.box ? timelineHover(m_picture, ref.lane->row, ref.lane->kind, ref.index, ref.lane->plan) : HoverContent();
}

// Left and right walk a lane; up and down go to the box at the same time in the next lane.
int TimelineCanvas::neighbour(int item, Qt::Key key) const {
    if (const auto moment = momentOf(item)) {
        if (key == Qt::Key_Left) return *moment > 0 ? item - 1 : item;
        if (key == Qt::Key_Right) return item + 1 < itemCount() ? item + 1 : item;
        return key == Qt::Key_Up && m_items > 0 ? laneItemAt(m_lanes.size() - 1, m_picture.memory->moments[*moment].from.value()) : item;
    }
    const BoxRef ref = boxOf(item);
    if (!ref.box) return m_items > 0 ? 0 : -1;
    const int count = int(laneOf(*ref.lane).boxes.size());
    if (key == Qt::Key_Left) return ref.index > 0 ? item - 1 : item;
    if (key == Qt::Key_Right) return ref.index + 1 < count ? item + 1 : item;
    const double middle = (ref.box->start + ref.box->end) / 2;
    const auto lane = (ref.lane - m_lanes.data()) + (key == Qt::Key_Down ? 1 : -1);
    if (lane == std::ssize(m_lanes) && m_moments > 0) return itemOfMoment(m_picture.memory->momentAt(middle));
    if (lane < 0 || lane >= std::ssize(m_lanes)) return item;
    const int found = laneItemAt(std::size_t(lane), middle);
    return found >= 0 ? found : item;
}

int TimelineCanvas::laneItemAt(std::size_t lane, double seconds) const {
    const auto& boxes = laneOf(m_lanes[lane]).boxes;
    if (boxes.empty()) return -1;
    const auto after = std::ranges::upper_bound(boxes, seconds, {}, &TimelineBox::start);
    const auto found = after == boxes.begin() ? after : std::prev(after);
    return m_lanes[lane].firstItem + int(found - boxes.begin());
}

void TimelineCanvas::zoom(double factor, const QPointF& anchor) {
    const TimeScale zoomed = scale().zoomed(factor, anchor.x(), axisEnd());
    const bool whole = zoomed.to() - zoomed.from() >= axisEnd() * 0.9999;
    m_viewFrom = whole ? 0 : zoomed.from();
    m_viewTo = whole ? 0 : zoomed.to();
    update();
}

void TimelineCanvas::pan(const QPointF& pixels) {
    if (m_viewTo <= 0) return;
    const TimeScale panned = scale().panned(pixels.x(), axisEnd());
    m_viewFrom = panned.from();
    m_viewTo = panned.to();
    update();
}

void TimelineCanvas::fit() {
    m_viewFrom = m_viewTo = 0;
    update();
}

void TimelineCanvas::reveal(int item) {
    if (const auto moment = momentOf(item))
        return revealTime(m_picture.memory->moments[*moment].from.value(), m_picture.memory->until(*moment));
    const BoxRef ref = boxOf(item);
    if (!ref.box) return;
    rowScroll().reveal(ref.lane->row * geometry(themeOf(*this), size()).pitch,
                       (ref.lane->row + 1) * geometry(themeOf(*this), size()).pitch);
    revealTime(ref.box->start, ref.box->end);
}

void TimelineCanvas::revealTime(double from, double to) {
    if (m_viewTo <= 0 || (from >= m_viewFrom && to <= m_viewTo)) return;
    const double span = m_viewTo - m_viewFrom;
    m_viewFrom = std::clamp((from + to - span) / 2, 0.0, axisEnd() - span);
    m_viewTo = m_viewFrom + span;
}

}  // namespace ui
