// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The row of Explore's six predicted figures, 64 high, with the Start button at its right and before it the one that pins
// the plan as A of a comparison, or ends it. Where the plan cannot be started, the reason stands beside the buttons.
#pragma once

#include "core/evaluate.h"
#include "ui/kit/hover_card.h"
#include "ui/kit/paint.h"
#include "ui/state/hall.h"
#include "ui/window/start_check.h"

#include <QWidget>

#include <vector>

namespace ui {

class Button;
class CommandSet;
class Label;

struct Figure {
    QString label, number, unit;
    Role role = Role::Text;
    HoverContent explanation;
    QString pinned{}, change{};  // plan A's value, "A 2.91 s", and by how much this one differs
    Role changeRole = Role::Text2;
};
[[nodiscard]] std::vector<Figure> planFigures(const core::Snapshot& snapshot);
// Exact and textbook memory side by side, and why they differ.
[[nodiscard]] HoverContent memoryExplanation(const core::Snapshot& snapshot);

// The same with what plan A has for each of them.
[[nodiscard]] std::vector<Figure> planFigures(const core::Snapshot& snapshot, const core::Snapshot& pinned);

// The figures themselves, painted; hovering explains.
class FigureStrip : public QWidget {
    Q_OBJECT
public:
    explicit FigureStrip(QWidget* parent = nullptr);
    void setFigures(std::vector<Figure> figures);
    [[nodiscard]] const std::vector<Figure>& figures() const { return m_figures; }
    [[nodiscard]] const HoverCard& card() const { return m_card; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] std::vector<QRectF> boxes() const;

    std::vector<Figure> m_figures;
    HoverCard m_card;
};

class FiguresRow : public QWidget {
    Q_OBJECT
public:
    FiguresRow(const Hall& hall, CommandSet& commands, QWidget* parent = nullptr);

    // Where the plan cannot be started, or only after a question, the reason stands beside the button, and
    // where the value of one field is the cause, the value that mends it.
    void setStart(const StartCheck& check);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showFigures();
    void showPin();

    const Hall& m_hall;
    FigureStrip* m_strip;
    Label* m_reason;
    Button *m_mend, *m_pin, *m_start;
    StartCheck m_check;
};

}  // namespace ui
