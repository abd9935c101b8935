// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board of "be the scheduler": one row a stage with its ops where they would run, below it what the stage keeps, and
// after a run the ops as the engine timed them. Ops that do not run stand dashed behind; those of a cycle of waits in red.
// Mouse: drag F, I or W from the tray into a row, drag an op within its row, double click takes it off. Keys: up and down
// choose the row, left and right the place, F I W put the next op there, Backspace and Delete take one off, Ctrl with left
// and right moves the op before the place.
#pragma once

#include "core/lesson/activities/schedule_board.h"
#include "core/telemetry/events.h"
#include "ui/kit/canvas.h"

#include <map>
#include <optional>

namespace ui {

class ScheduleCanvas : public Canvas {
    Q_OBJECT
public:
    explicit ScheduleCanvas(QWidget* parent);

    [[nodiscard]] const core::ScheduleBoard& board() const { return m_board; }
    void setBoard(const core::ScheduleBoard& board);  // what stood there can be had back
    [[nodiscard]] bool canUndo() const { return !m_before.empty(); }
    void undo();
    // Of a run of this very board, by stage; empty = none.
    void setMeasured(std::map<int, core::SpansEvent> spans);

    [[nodiscard]] int row() const { return m_row; }
    [[nodiscard]] int place() const { return m_place; }
    // Where tests and people press: a tile of the tray, a place of a row.
    [[nodiscard]] QPointF tilePosition(core::OpKind kind) const;
    [[nodiscard]] QPointF placePosition(int row, int place) const;

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

signals:
    void boardChanged();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Frame {
        double left, right, top, pitch, box, held, slot;  // pixels; slot: of one unit of time
    };
    struct Ref {
        int row = 0, index = 0;
    };
    struct Drag {
        core::OpKind kind{};
        std::optional<Ref> from;  // an op of the board; none: a tile
        QPointF at;
        bool moved = false;
    };
    [[nodiscard]] Frame frameOf(const Theme& theme, const QSizeF& size) const;
    [[nodiscard]] Frame frame() const { return frameOf(themeOf(*this), size()); }
    [[nodiscard]] std::vector<std::pair<double, double>> times(int row) const;  // slots where ops are drawn
    [[nodiscard]] QRectF opRect(const Frame& frame, const Ref& ref) const;
    [[nodiscard]] QRectF tileRect(const Theme& theme, core::OpKind kind) const;
    [[nodiscard]] std::optional<Ref> refOf(int item) const;
    [[nodiscard]] std::optional<int> rowAt(const QPointF& at) const;
    [[nodiscard]] int placeAt(int row, double x) const;
    void change(const core::ScheduleBoard& board);
    void put(core::OpKind kind, int row, int place);
    void drop();
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);

    void drawTray(QPainter& painter, const Theme& theme) const;
    void drawRow(QPainter& painter, const Theme& theme, const Frame& frame, int row, Medium medium) const;
    void drawOp(QPainter& painter, const Theme& theme, const Frame& frame, const Ref& ref) const;
    void drawHeld(QPainter& painter, const Theme& theme, const Frame& frame, int row) const;
    void drawMeasured(QPainter& painter, const Theme& theme, const Frame& frame, int row) const;
    void drawAxis(QPainter& painter, const Theme& theme, const Frame& frame) const;

    core::ScheduleBoard m_board;
    std::vector<core::ScheduleBoard> m_before;
    std::map<int, core::SpansEvent> m_measured;
    double m_measuredEnd = 0;
    int m_row = 0, m_place = 0;
    std::optional<Drag> m_drag;
};

}  // namespace ui
