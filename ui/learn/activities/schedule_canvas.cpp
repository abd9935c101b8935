// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Geometry, mouse and keys; how it looks is in schedule_canvas_draw.cpp.
#include "ui/learn/activities/schedule_canvas.h"

#include "ui/kit/to_qt.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace ui {

namespace {

constexpr double kLabels = 92, kRight = 18, kTray = 56, kAxis = 28, kTile = 44, kTileHeight = 28, kTileGap = 10;
constexpr double kTallestPitch = 132;
constexpr int kMostUndo = 200;

}  // namespace

ScheduleCanvas::ScheduleCanvas(QWidget* parent)
    : Canvas(parent) {
    setObjectName(QStringLiteral("scheduleBoard"));
    setAccessibleName(tr("Board of the pipeline"));
    setMinimumHeight(360);
}

void ScheduleCanvas::change(const core::ScheduleBoard& board) {
    m_before.push_back(m_board);
    if (int(m_before.size()) > kMostUndo) m_before.erase(m_before.begin());
    m_board = board;
    m_measured.clear();
    m_place = std::min(m_place, int(m_board.row(m_row).size()));
    resetItems();
    emit boardChanged();
}

void ScheduleCanvas::setBoard(const core::ScheduleBoard& board) {
    change(board);
    m_place = int(m_board.row(m_row).size());
}

void ScheduleCanvas::undo() {
    if (m_before.empty()) return;
    m_board = m_before.back();
    m_before.pop_back();
    m_measured.clear();
    m_place = std::min(m_place, int(m_board.row(m_row).size()));
    resetItems();
    emit boardChanged();
}

void ScheduleCanvas::setMeasured(std::map<int, core::SpansEvent> spans) {
    m_measured = std::move(spans);
    m_measuredEnd = 0;
    for (const auto& [rank, event] : m_measured)
        for (const core::OpSpan& span : event.spans)
            if (span.microBatch >= 0) m_measuredEnd = std::max(m_measuredEnd, span.virtualEnd);
    update();
}

ScheduleCanvas::Frame ScheduleCanvas::frameOf(const Theme& theme, const QSizeF& size) const {
    Frame frame{};
    frame.left = theme.px(kLabels);
    frame.right = size.width() - theme.px(kRight);
    frame.top = theme.px(kTray);
    const double room = size.height() - frame.top - theme.px(kAxis);
    frame.pitch = std::clamp(room / m_board.stages(), 40.0, theme.px(kTallestPitch));
    frame.box = std::min(theme.px(30), frame.pitch * 0.34);
    frame.held = frame.pitch * 0.34;
    double end = 3.0 * m_board.microBatches() + 2.0 * m_board.stages();
    for (int row = 0; row < m_board.stages(); ++row)
        if (const auto spans = times(row); !spans.empty()) end = std::max(end, spans.back().second + 1);
    frame.slot = (frame.right - frame.left) / end;
    return frame;
}

// Ops that run stand where they run; behind them the others, one slot each.
std::vector<std::pair<double, double>> ScheduleCanvas::times(int row) const {
    std::vector<std::pair<double, double>> spans;
    double end = 0;
    for (const core::ScheduleBoard::Placed& placed : m_board.placed(row)) {
        const bool runs = placed.state == core::ScheduleBoard::State::Runs;
        spans.emplace_back(runs ? placed.start : end, runs ? placed.end : end + 1);
        end = spans.back().second;
    }
    return spans;
}

QRectF ScheduleCanvas::opRect(const Frame& frame, const Ref& ref) const {
    const auto [start, end] = times(ref.row)[std::size_t(ref.index)];
    return {frame.left + start * frame.slot, frame.top + ref.row * frame.pitch + 6, (end - start) * frame.slot, frame.box};
}

QRectF ScheduleCanvas::tileRect(const Theme& theme, core::OpKind kind) const {
    const int place = kind == core::OpKind::Forward ? 0 : kind == core::OpKind::InputGradient ? 1 : 2;
    return {theme.px(kLabels) + place * theme.px(kTile + kTileGap), theme.px(14), theme.px(kTile), theme.px(kTileHeight)};
}

QPointF ScheduleCanvas::tilePosition(core::OpKind kind) const { return tileRect(themeOf(*this), kind).center(); }

QPointF ScheduleCanvas::placePosition(int row, int place) const {
    const Frame f = frame();
    const auto spans = times(row);
    const double slot = place == 0 ? (spans.empty() ? 0 : spans.front().first)
                                   : spans[std::size_t(std::min(place, int(spans.size())) - 1)].second;
    return {f.left + slot * f.slot, f.top + row * f.pitch + 6 + f.box / 2};
}

int ScheduleCanvas::itemCount() const {
    int count = 0;
    for (int row = 0; row < m_board.stages(); ++row) count += int(m_board.row(row).size());
    return count;
}

std::optional<ScheduleCanvas::Ref> ScheduleCanvas::refOf(int item) const {
    if (item < 0) return std::nullopt;
    for (int row = 0; row < m_board.stages(); item -= int(m_board.row(row).size()), ++row)
        if (item < int(m_board.row(row).size())) return Ref{row, item};
    return std::nullopt;
}

int ScheduleCanvas::itemAt(const QPointF& at) const {
    const Frame f = frame();
    int item = 0;
    for (int row = 0; row < m_board.stages(); ++row)
        for (int index = 0; index < int(m_board.row(row).size()); ++index, ++item)
            if (opRect(f, {row, index}).contains(at)) return item;
    return -1;
}

QRectF ScheduleCanvas::itemRect(int item) const {
    const auto ref = refOf(item);
    return ref ? opRect(frame(), *ref) : QRectF();
}

HoverContent ScheduleCanvas::hoverContent(int item) const {
    const auto ref = refOf(item);
    if (!ref) return {};
    const core::Op& op = m_board.row(ref->row)[std::size_t(ref->index)];
    const auto& placed = m_board.placed(ref->row)[std::size_t(ref->index)];
    HoverContent content;
    content.title = tr("%1 of micro-batch %2, stage %3")
                        .arg(op.kind == core::OpKind::Forward         ? tr("Forward")
                             : op.kind == core::OpKind::InputGradient ? tr("Input gradient")
                                                                      : tr("Weight gradient"))
                        .arg(op.microBatch.value)
                        .arg(op.stage.value);
    content.meaning = meaningOf(op.kind);
    using State = core::ScheduleBoard::State;
    switch (placed.state) {
    case State::Runs: content.numbers = tr("runs in slot %1").arg(int(placed.start) + 1); break;
    case State::Waits: content.numbers = tr("does not run: what it or an op before it waits for never comes"); break;
    case State::InCycle: content.numbers = tr("stands in a circle of waits"); break;
    case State::OutOfOrder:
        content.numbers = op.kind == core::OpKind::WeightGradient ? tr("stands before its input gradient")
                                                                  : tr("stands before its own forward pass");
    }
    return content;
}

Table ScheduleCanvas::table() const {
    Table table{{tr("Stage"), tr("Ops"), tr("Kept at most")}, {}};
    const auto lines = m_board.tableLines();
    for (int row = 0; row < m_board.stages(); ++row)
        table.rows.push_back(
            {QString::number(row), qs(lines[std::size_t(row)]), QString::number(m_board.peakHeld(row))});
    return table;
}

std::optional<int> ScheduleCanvas::rowAt(const QPointF& at) const {
    const Frame f = frame();
    const int row = int((at.y() - f.top) / f.pitch);
    return at.y() >= f.top && row < m_board.stages() ? std::optional(row) : std::nullopt;
}

int ScheduleCanvas::placeAt(int row, double x) const {
    const Frame f = frame();
    int place = 0;
    for (const auto& [start, end] : times(row))
        if (f.left + (start + end) / 2 * f.slot < x) ++place;
    return place;
}

void ScheduleCanvas::put(core::OpKind kind, int row, int place) {
    const auto op = m_board.nextOf(row, kind);
    core::ScheduleBoard board = m_board;
    if (!op || !board.place(*op, place)) return;
    m_row = row;
    change(board);
    m_place = std::min(place + 1, int(m_board.row(row).size()));
    update();
}

void ScheduleCanvas::mousePressEvent(QMouseEvent* event) {
    Canvas::mousePressEvent(event);
    if (event->button() != Qt::LeftButton) return;
    const QPointF at = event->position();
    for (const auto kind : {core::OpKind::Forward, core::OpKind::InputGradient, core::OpKind::WeightGradient})
        if (tileRect(themeOf(*this), kind).contains(at)) m_drag = Drag{kind, std::nullopt, at, false};
    if (const auto ref = refOf(itemAt(at)))
        m_drag = Drag{m_board.row(ref->row)[std::size_t(ref->index)].kind, ref, at, false};
    if (const auto row = rowAt(at)) {
        m_row = *row;
        m_place = placeAt(*row, at.x());
        update();
    }
}

void ScheduleCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag || !(event->buttons() & Qt::LeftButton)) return Canvas::mouseMoveEvent(event);
    m_drag->moved = m_drag->moved || (event->position() - m_drag->at).manhattanLength() > QApplication::startDragDistance();
    m_drag->at = event->position();
    const auto row = rowAt(m_drag->at);
    if (row && (!m_drag->from || m_drag->from->row == *row)) {
        m_row = *row;
        m_place = placeAt(*row, m_drag->at.x());
    }
    update();
}

void ScheduleCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (m_drag && m_drag->moved) return drop();
    m_drag.reset();
    Canvas::mouseReleaseEvent(event);
}

void ScheduleCanvas::drop() {
    const Drag drag = *m_drag;
    m_drag.reset();
    const auto row = rowAt(drag.at);
    update();
    if (!drag.from) {
        if (row) put(drag.kind, *row, placeAt(*row, drag.at.x()));
        return;
    }
    core::ScheduleBoard board = m_board;
    if (!row) {
        board.remove(drag.from->row, drag.from->index);  // dragged off the board
    } else if (*row == drag.from->row) {
        const int to = placeAt(*row, drag.at.x());
        board.move(*row, drag.from->index, to > drag.from->index ? to - 1 : to);
    }
    if (board.schedule() == m_board.schedule()) return;
    change(board);
}

void ScheduleCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto ref = refOf(itemAt(event->position()));
    if (!ref) return;
    core::ScheduleBoard board = m_board;
    board.remove(ref->row, ref->index);
    m_drag.reset();
    change(board);
}

bool ScheduleCanvas::takeKey(int key, Qt::KeyboardModifiers modifiers) {
    const int length = int(m_board.row(m_row).size());
    core::ScheduleBoard board = m_board;
    const auto goTo = [this](int row, int place) {
        m_row = std::clamp(row, 0, m_board.stages() - 1);
        m_place = std::clamp(place, 0, int(m_board.row(m_row).size()));
        update();
    };
    const auto moveBy = [&](int by) {
        const int from = m_place - 1;
        if (from < 0 || from + by < 0 || from + by >= length) return;
        board.move(m_row, from, from + by);
        change(board);
        goTo(m_row, m_place + by);
    };
    const int step = key == Qt::Key_Left ? -1 : 1;
    switch (key) {
    case Qt::Key_F: put(core::OpKind::Forward, m_row, m_place); return true;
    case Qt::Key_I: put(core::OpKind::InputGradient, m_row, m_place); return true;
    case Qt::Key_W: put(core::OpKind::WeightGradient, m_row, m_place); return true;
    case Qt::Key_Up: goTo(m_row - 1, m_place); return true;
    case Qt::Key_Down: goTo(m_row + 1, m_place); return true;
    case Qt::Key_Home: goTo(m_row, 0); return true;
    case Qt::Key_End: goTo(m_row, length); return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (modifiers & Qt::ControlModifier)
            moveBy(step);
        else
            goTo(m_row, m_place + step);
        return true;
    case Qt::Key_Backspace:
        if (m_place == 0) return true;
        board.remove(m_row, m_place - 1);
        goTo(m_row, m_place - 1);
        change(board);
        return true;
    case Qt::Key_Delete:
        if (m_place == length) return true;
        board.remove(m_row, m_place);
        change(board);
        return true;
    default: return false;
    }
}

void ScheduleCanvas::keyPressEvent(QKeyEvent* event) {
    if (!takeKey(event->key(), event->modifiers())) Canvas::keyPressEvent(event);
}

}  // namespace ui
