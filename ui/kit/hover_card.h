// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a pointer rests on, explained: name and value, formula in symbols, formula with numbers, lines marked
// predicted, measured or simulated. A top-level window, so that it also shows above a 3D view; appears after
// 120 ms, 12 px from the pointer, and flips at the screen's edges.
#pragma once

#include "ui/kit/paint.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace ui {

struct HoverLine {
    std::optional<NumberKind> kind;
    QString text;  // "measured 4.89 GiB, +0.1 %"
};

struct HoverContent {
    QString title, value;
    std::optional<Meaning> meaning;  // swatch before the title
    NumberKind swatch = NumberKind::Predicted;
    QString symbols;  // "12 B × Ψ / (T · D)"
    QString numbers;  // "12 B × 1.75 × 10⁹ / (2 × 2)"
    std::vector<HoverLine> lines;

    [[nodiscard]] bool isEmpty() const { return title.isEmpty(); }
    [[nodiscard]] QString toText() const;  // what C copies
};

class HoverCard : public QWidget {
    Q_OBJECT
public:
    explicit HoverCard(QWidget* owner);

    // After the delay, or at once where a card is already open.
    void schedule(const HoverContent& content, const QPoint& globalPointer);
    void showNow(const HoverContent& content, const QPoint& globalPointer);
    void dismiss();
    [[nodiscard]] const HoverContent& content() const { return m_content; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        QString text;
        FontUse use;
        Role role;
        std::optional<NumberKind> kind;
    };
    [[nodiscard]] std::vector<Row> rows() const;
    [[nodiscard]] double titleIndent() const;
    void place();

    HoverContent m_content;
    QPoint m_pointer;
    QTimer m_delay;
};

}  // namespace ui
