// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a TimelinePicture. Explore: one lane of 32 per stage, plan A's of 12 in outlines above it, in-flight and idle
// columns, the memory of a card below. Run: predicted 18 above measured 26. Items are the boxes, idle time included, in
// reading order, then the moments of the memory curve.
#pragma once

#include "ui/kit/time_scale.h"
#include "ui/state/marked_canvas.h"
#include "ui/timeline/timeline_picture.h"

namespace ui {

enum class TimelineForm { Explore, Run };

class TimelineCanvas : public MarkedCanvas {
    Q_OBJECT
public:
    explicit TimelineCanvas(TimelineForm form, QWidget* parent = nullptr);

    void setPicture(TimelinePicture picture);
    [[nodiscard]] const TimelinePicture& picture() const { return m_picture; }
    [[nodiscard]] SelectedItem itemMeaning(int item) const override;
    // First box of this stage, lane and micro-batch with that kind of op; −1 = none.
    [[nodiscard]] int itemOf(int stage, NumberKind lane, core::SpanKind kind, int microBatch) const;
    [[nodiscard]] TimeScale scale() const;
    // The op that an item is; none for idle time, which nothing costs, and for moments.
    struct OpPlace {
        int stage = 0;  // as in core::TimedSpan
        core::SpanKind kind{};
        NumberKind lane{};
        LanePlan plan{};
    };
    [[nodiscard]] std::optional<OpPlace> opOf(int item) const;
    // The moment of the memory curve that an item is, and back; the curve may have no room.
    [[nodiscard]] std::optional<std::size_t> momentOf(int item) const;
    [[nodiscard]] int itemOfMoment(std::size_t moment) const { return m_items + int(moment); }
    void fit() override;

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override { return timelineTable(m_picture); }
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

protected:
    [[nodiscard]] int neighbour(int item, Qt::Key key) const override;
    void zoom(double factor, const QPointF& anchor) override;
    void pan(const QPointF& pixels) override;
    [[nodiscard]] bool canPan() const override { return true; }
    void reveal(int item) override;
    void placeScroll() override;

private:
    struct Geometry {
        TimeScale scale;
        QRectF area;           // where rows show, whole width
        double pitch = 0;      // of rows
        double predicted = 0;  // lane heights
        double measured = 0, pinned = 0;
        double curveTop = 0, curveHeight = 0;  // 0 = not shown
        double axisTop = 0;
        double contentHeight = 0;
        double textRight = 0, idleWidth = 0;
    };
    struct LaneRef {
        int row;
        NumberKind kind;
        int firstItem;
        LanePlan plan = LanePlan::Shown;
    };
    struct BoxRef {
        const LaneRef* lane = nullptr;
        const TimelineBox* box = nullptr;
        int index = 0;
    };

    [[nodiscard]] double axisEnd() const;  // seconds
    [[nodiscard]] Geometry geometry(const Theme& theme, const QSizeF& size) const;
    [[nodiscard]] const TimelineLane& laneOf(const LaneRef& ref) const;
    [[nodiscard]] QRectF laneRect(const Geometry& g, const LaneRef& ref) const;
    [[nodiscard]] QRectF boxRect(const Geometry& g, const LaneRef& ref, const TimelineBox& box) const;
    [[nodiscard]] BoxRef boxOf(int item) const;
    [[nodiscard]] int laneItemAt(std::size_t lane, double seconds) const;  // −1: the lane is empty
    void revealTime(double from, double to);
    [[nodiscard]] bool isMarked(const TimelineRow& row, const TimelineBox& box, const SelectedItem& by) const;

    void drawGrid(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawRow(QPainter& painter, const Theme& theme, const Geometry& g, const TimelineRow& row) const;
    void drawLane(QPainter& painter, const Theme& theme, const Geometry& g, const LaneRef& ref) const;
    void drawBox(QPainter& painter, const Theme& theme, const Geometry& g, const LaneRef& ref,
                 const TimelineBox& box) const;
    void drawIdle(QPainter& painter, const Theme& theme, const QRectF& rect, const TimelineBox& box) const;
    void drawColumns(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawRowText(QPainter& painter, const Theme& theme, const Geometry& g, const TimelineRow& row) const;
    void drawFailure(QPainter& painter, const Theme& theme, const Geometry& g, const TimelineRow& row) const;
    void drawPinnedBox(QPainter& painter, const Theme& theme, const QRectF& rect, const TimelineBox& box) const;
    void drawPinnedMarks(QPainter& painter, const Theme& theme, const Geometry& g) const;

    // memory_curve_draw.cpp
    [[nodiscard]] static double curveTop(const MemoryCurve& curve);  // bytes
    [[nodiscard]] double curveY(const Geometry& g, core::Bytes bytes) const;
    [[nodiscard]] QRectF momentRect(const Geometry& g, std::size_t moment) const;
    void drawMemory(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawSteady(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawPinnedCurve(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawCurveText(QPainter& painter, const Theme& theme, const Geometry& g) const;

    TimelineForm m_form;
    TimelinePicture m_picture;
    std::vector<LaneRef> m_lanes;
    int m_items = 0;    // boxes
    int m_moments = 0;  // of the curve, where it shows
    double m_viewFrom = 0, m_viewTo = 0;  // 0, 0 = all
};

}  // namespace ui
