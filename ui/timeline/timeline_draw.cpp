// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the timeline looks. Boxes narrower than 2 px fold into one box per pixel column, in the colour of most
// of its time; folding happens while drawing, so zooming needs no second form of the data.
#include "ui/kit/paint.h"
#include "ui/kit/row_scroll.h"
#include "ui/timeline/timeline_canvas.h"

#include <QPainter>

#include <array>
#include <cmath>

namespace ui {
namespace {

constexpr double kFoldBelow = 2, kLabelFrom = 16, kIdleLabelFrom = 64;
constexpr double kRoundFrom = 12;  // corners of narrower boxes are not seen and cost a path each

// Time per meaning of the boxes folded into one pixel column.
class Fold {
public:
    Fold(QPainter& painter, const Theme& theme, const QRectF& lane, NumberKind kind)
        : m_painter(painter)
        , m_theme(theme)
        , m_lane(lane)
        , m_kind(kind) {}
    ~Fold() { flush(); }
    Fold(const Fold&) = delete;
    Fold& operator=(const Fold&) = delete;

    void add(Meaning meaning, const QRectF& box) {
        const int column = int(std::floor(box.center().x()));
        if (column != m_column) flush();
        m_column = column;
        m_time[std::size_t(meaning)] += box.width();
        m_used = true;
    }
    void flush() {
        if (!m_used) return;
        const auto most = std::max_element(m_time.begin(), m_time.end()) - m_time.begin();
        const MeaningColors colors = m_theme.meaning(Meaning(most));
        // A pale column one pixel wide vanishes; the outline's colour at half strength stays legible.
        const QColor fill =
            m_kind == NumberKind::Predicted ? mix(colors.line, colors.pale, 0.5) : colors.fill;
        m_painter.fillRect(QRectF(m_column, m_lane.top() + 0.7, 1, m_lane.height() - 1.4), fill);
        m_time.fill(0);
        m_used = false;
    }

private:
    QPainter& m_painter;
    const Theme& m_theme;
    QRectF m_lane;
    NumberKind m_kind;
    int m_column = -1;
    bool m_used = false;
    std::array<double, kMeanings> m_time{};
};

// As drawDatum() without corners, by rectangles in place of strokes: a step of many stages has thousands of boxes.
void drawSlim(QPainter& painter, const QRectF& rect, const Theme& theme, Meaning meaning, NumberKind kind) {
    constexpr double kLine = 1.25;
    const MeaningColors colors = theme.meaning(meaning);
    const bool predicted = kind == NumberKind::Predicted, outlined = predicted || theme.fillNeedsLine(meaning);
    if (outlined) painter.fillRect(rect, colors.line);
    const double inset = predicted ? kLine : outlined ? 1 : 0;
    if (rect.width() > 2 * inset)
        painter.fillRect(rect.adjusted(inset, inset, -inset, -inset), predicted ? colors.pale : colors.fill);
}

}  // namespace

bool TimelineCanvas::isMarked(const TimelineRow& row, const TimelineBox& box, const SelectedItem& by) const {
    return by.microBatch && box.microBatch == *by.microBatch && box.kind && row.stage >= 0;
}

void TimelineCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_picture.rows.empty()) return;
    const Geometry g = geometry(theme, size);
    painter.save();
    painter.setClipRect(g.area.adjusted(0, -1, 0, 1), Qt::IntersectClip);
    for (const TimelineRow& row : m_picture.rows) drawRow(painter, theme, g, row);
    painter.restore();
    drawGrid(painter, theme, g);
    painter.save();
    painter.setClipRect(QRectF(g.scale.left() - 2, g.area.top() - 1, g.scale.right() - g.scale.left() + 4,
                               g.area.height() + 2),
                        Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const LaneRef& lane : m_lanes) drawLane(painter, theme, g, lane);
    painter.restore();
    for (const TimelineRow& row : m_picture.rows)
        if (!row.failure.isEmpty()) drawFailure(painter, theme, g, row);
    if (m_form == TimelineForm::Explore) drawColumns(painter, theme, g);
    if (g.curveHeight > 0) drawMemory(painter, theme, g);
    if (g.pinned > 0) drawPinnedMarks(painter, theme, g);
}

void TimelineCanvas::drawGrid(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const double unit = secondsIn(m_picture.unit);
    const QFont font = theme.font(FontUse::Axis);
    const double span = (g.scale.to() - g.scale.from()) / unit;
    const int pieces = std::max(2, int((g.scale.right() - g.scale.left()) / theme.px(150)));
    const double step = niceStep(span, pieces);
    const double first = std::ceil(g.scale.from() / unit / step - 1e-9) * step;
    const double last = std::floor(g.scale.to() / unit / step + 1e-9) * step;
    for (double value = first; value <= last + step * 1e-6; value += step) {
        const double x = std::round(g.scale.toPixel(value * unit));
        painter.fillRect(QRectF(x, g.area.top() - theme.px(4), 1, g.axisTop - g.area.top() + theme.px(4)),
                         theme.color(Role::Grid));
        painter.fillRect(QRectF(x, g.axisTop, 1, theme.px(4)), theme.color(Role::Strong));
        QString text = stepLabel(value, step);
        if (value + step > last + step * 1e-6) text = withUnit(text, nameOf(m_picture.unit));
        drawText(painter, QRectF(x - theme.px(60), g.axisTop + theme.px(5), theme.px(120), theme.px(14)),
                 text, font, theme.color(Role::Text2), Qt::AlignHCenter);
    }
}

void TimelineCanvas::drawRow(QPainter& painter, const Theme& theme, const Geometry& g,
                             const TimelineRow& row) const {
    const auto index = &row - m_picture.rows.data();
    const double top = g.area.top() + double(index) * g.pitch - rowScroll().offset();
    const QRectF rect(0, top + 1, g.area.width(), g.pitch - 2);
    if (!rect.intersects(g.area)) return;
    if (!row.failure.isEmpty()) {
        painter.fillRect(rect, mix(theme.color(Role::DangerSoft), theme.color(Role::Canvas), 0.55));
        painter.fillRect(QRectF(0, rect.top(), theme.px(3), rect.height()), theme.color(Role::Danger));
    } else if (markedSelected().stage == row.stage) {
        painter.fillRect(rect, mix(theme.color(Role::AccentSoft), theme.color(Role::Canvas), 0.55));
        painter.fillRect(QRectF(0, rect.top(), theme.px(3), rect.height()), theme.color(Role::Accent));
    }
    drawRowText(painter, theme, g, row);
}

void TimelineCanvas::drawRowText(QPainter& painter, const Theme& theme, const Geometry& g,
                                 const TimelineRow& row) const {
    const int index = int(&row - m_picture.rows.data());
    const double top = g.area.top() + index * g.pitch - rowScroll().offset();
    const bool strong = markedSelected().stage == row.stage || !row.failure.isEmpty();
    const QFont font = theme.font(strong ? FontUse::BodyStrong : FontUse::Body);
    QRectF line(theme.px(14), top, g.textRight - theme.px(14), g.pitch);
    drawText(painter, line.adjusted(0, 0, -line.width() + g.scale.left(), 0), row.name, font,
             theme.color(strong ? Role::Text : Role::Text2));
    if (m_form == TimelineForm::Explore) {
        if (row.isOnlyPinned) return;
        line = laneRect(g, {index, NumberKind::Predicted, 0});
        line.setLeft(theme.px(14));
        line.setRight(g.textRight);
        drawText(painter, line, percentText(row.predicted.idleShare), theme.font(FontUse::Body),
                 theme.color(Role::Text), Qt::AlignRight);
        drawText(painter, line.adjusted(0, 0, -g.idleWidth - theme.px(16), 0),
                 QString::number(row.peakInFlight), theme.font(FontUse::Body), theme.color(Role::Text),
                 Qt::AlignRight);
        return;
    }
    const NumberKind below = row.measured                                ? row.measured->kind
                             : m_picture.clock == TimelineClock::Virtual ? NumberKind::Simulated
                                                                         : NumberKind::Measured;
    const QRectF predicted = laneRect(g, {index, NumberKind::Predicted, 0});
    const QRectF measured = laneRect(g, {index, below, 0});
    const double mark = g.scale.left() - theme.px(17);
    drawKindMark(painter, {mark, predicted.center().y()}, NumberKind::Predicted, theme.color(Role::Text2),
                 theme.px(10));
    drawKindMark(painter, {mark, measured.center().y()}, below, theme.color(Role::Text2), theme.px(10));
    drawText(painter, QRectF(line.left(), predicted.top(), line.width(), predicted.height()),
             tr("%1 bubble").arg(percentText(row.predicted.idleShare)), theme.font(FontUse::Label),
             theme.color(Role::Text2), Qt::AlignRight);
    if (row.measured && row.failure.isEmpty()) {
        drawText(painter, QRectF(line.left(), measured.top(), line.width(), measured.height()),
                 tr("%1 bubble").arg(percentText(row.measured->idleShare)), theme.font(FontUse::BodyStrong),
                 theme.color(Role::Text), Qt::AlignRight);
    } else if (!row.measured && row.failure.isEmpty()) {
        QPen pen(theme.color(Role::Border), 1);
        pen.setDashPattern({2, 5});
        painter.setPen(pen);
        painter.drawLine(QPointF(g.scale.left(), measured.center().y()),
                         QPointF(g.scale.right(), measured.center().y()));
    }
}

void TimelineCanvas::drawLane(QPainter& painter, const Theme& theme, const Geometry& g,
                              const LaneRef& ref) const {
    const QRectF rect = laneRect(g, ref);
    if (!rect.intersects(g.area)) return;
    const auto& boxes = laneOf(ref).boxes;
    auto box = std::partition_point(boxes.begin(), boxes.end(),
                                    [&](const TimelineBox& b) { return b.end <= g.scale.from(); });
    Fold fold(painter, theme, rect, ref.kind);
    for (; box != boxes.end() && box->start < g.scale.to(); ++box) {
        const QRectF shape = boxRect(g, ref, *box);
        if (box->isIdle()) {
            if (shape.width() > 3 && ref.plan == LanePlan::Shown) drawIdle(painter, theme, shape, *box);
        } else if (shape.width() < kFoldBelow) {
            fold.add(meaningOf(*box->kind), shape);
        } else {
            fold.flush();
            if (ref.plan == LanePlan::Pinned)
                drawPinnedBox(painter, theme, shape, *box);
            else
                drawBox(painter, theme, g, ref, *box);
        }
    }
}

void TimelineCanvas::drawIdle(QPainter& painter, const Theme& theme, const QRectF& rect,
                              const TimelineBox& box) const {
    // Cut to what is visible: hatching far outside the window would cost for nothing.
    const QRectF shape = rect.intersected(QRectF(0, rect.top(), width(), rect.height()));
    drawBubble(painter, shape.adjusted(1, 1.5, -1, -1.5), theme);
    if (rect.width() <= theme.px(kIdleLabelFrom) || rect.height() < theme.px(18.5)) return;
    const QString text = timeText(box.length(), m_picture.unit);
    const QFont font = theme.font(FontUse::Axis);
    const double wide = textWidth(font, text) + theme.px(8);
    if (wide > shape.width() - 4) return;
    const QRectF plate(shape.center().x() - wide / 2, shape.center().y() - theme.px(8), wide, theme.px(16));
    ui::drawBox(painter, plate, theme.px(3), theme.color(Role::Canvas), Qt::transparent);
    drawText(painter, plate, text, font, theme.color(Role::Text2), Qt::AlignHCenter);
}

void TimelineCanvas::drawBox(QPainter& painter, const Theme& theme, const Geometry& g, const LaneRef& ref,
                             const TimelineBox& box) const {
    const TimelineRow& row = m_picture.rows[std::size_t(ref.row)];
    const Meaning meaning = meaningOf(*box.kind);
    const NumberKind kind = ref.kind == NumberKind::Predicted ? NumberKind::Predicted : NumberKind::Measured;
    const QRectF rect = boxRect(g, ref, box).adjusted(0.7, 0.7, -0.7, -0.7);
    if (rect.width() < kRoundFrom && theme.patterns() == Patterns::Off)
        drawSlim(painter, rect, theme, meaning, kind);
    else
        drawDatum(painter, rect, rect.width() < kRoundFrom ? 0 : 1.5, theme, meaning, kind);
    const bool selected = isMarked(row, box, markedSelected());
    if (selected)
        drawSelectedOutline(painter, rect.adjusted(-0.7, -0.7, 0.7, 0.7), theme);
    else if (isMarked(row, box, markedHovered()))
        drawHoverOutline(painter, rect.adjusted(-0.7, -0.7, 0.7, 0.7), theme);
    if (rect.width() <= theme.px(kLabelFrom) || rect.height() < theme.px(12)) return;
    const QFont font = theme.font(FontUse::Axis);
    const QString label = box.label();
    if (textWidth(font, label) > rect.width() - 2) return;
    QFont shown = font;
    if (selected)
        shown.setWeight(theme.font(FontUse::BodyStrong).weight() >= QFont::Medium ? QFont::Bold
                                                                                  : QFont::Medium);
    drawText(painter, rect, label, shown, textOn(theme, meaning, kind), Qt::AlignHCenter);
}

void TimelineCanvas::drawColumns(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const QFont font = theme.font(FontUse::Axis);
    const QRectF line(0, 0, g.textRight, theme.px(18));
    drawText(painter, line, tr("bubble"), font, theme.color(Role::Text2), Qt::AlignRight);
    drawText(painter, line.adjusted(0, 0, -g.idleWidth - theme.px(16), 0), tr("in flight"), font,
             theme.color(Role::Text2), Qt::AlignRight);
}

void TimelineCanvas::drawFailure(QPainter& painter, const Theme& theme, const Geometry& g,
                                 const TimelineRow& row) const {
    const int index = int(&row - m_picture.rows.data());
    const QRectF lane = laneRect(g, {index, NumberKind::Simulated, 0});
    if (!lane.intersects(g.area)) return;
    const double x =
        std::clamp(g.scale.toPixel(row.failureAt), g.scale.left(), g.scale.right() - theme.px(20));
    const QRectF mark = QRectF(x, lane.top(), theme.px(19), lane.height()).adjusted(0.7, 0.7, -0.7, -0.7);
    drawOverLimit(painter, mark, theme);
    const QRectF text(mark.right() + theme.px(8), lane.top(), g.textRight - mark.right(), lane.height());
    drawText(painter, text, row.failure, theme.font(FontUse::LabelStrong), theme.color(Role::Danger));
}

// A's ops are outlines in their hue: nothing to be mistaken for the plan that is shown.
void TimelineCanvas::drawPinnedBox(QPainter& painter, const Theme& theme, const QRectF& rect, const TimelineBox& box) const {
    ui::drawBox(painter, rect.adjusted(0.7, 0.7, -0.7, -0.7), 1.5, Qt::transparent, theme.meaning(meaningOf(*box.kind)).line);
}

// The letter before every lane of A, its numbers at the right and where its step ends.
void TimelineCanvas::drawPinnedMarks(QPainter& painter, const Theme& theme, const Geometry& g) const {
    const QFont font = theme.font(FontUse::Axis);
    const QColor ink = theme.color(Role::Text2);
    painter.save();
    painter.setClipRect(g.area, Qt::IntersectClip);
    for (const LaneRef& lane : m_lanes) {
        if (lane.plan != LanePlan::Pinned) continue;
        const TimelineRow& row = m_picture.rows[std::size_t(lane.row)];
        const QRectF rect = laneRect(g, lane).adjusted(0, -2, 0, 2);
        drawText(painter, QRectF(g.scale.left() - theme.px(14), rect.top(), theme.px(12), rect.height()), QStringLiteral("A"), font, ink);
        const QRectF line(0, rect.top(), g.textRight, rect.height());
        drawText(painter, line, percentText(row.pinned->idleShare), font, ink, Qt::AlignRight);
        drawText(painter, line.adjusted(0, 0, -g.idleWidth - theme.px(16), 0), QString::number(row.pinnedInFlight), font, ink,
                 Qt::AlignRight);
    }
    painter.restore();
    const double end = g.scale.toPixel(m_picture.pinnedEnd);
    if (end < g.scale.left() || end > g.scale.right() + 1) return;
    QPen pen(ink, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(end, g.area.top()), QPointF(end, g.axisTop));
    const QString text = tr("A ends: %1").arg(timeText(m_picture.pinnedEnd, m_picture.unit));
    const double width = textWidth(font, text) + 2;
    const double x = std::min(end - width / 2, g.scale.right() - width);
    drawText(painter, QRectF(std::max(g.scale.left(), x), 0, width, g.area.top() - 1), text, font, ink);
}

}  // namespace ui
