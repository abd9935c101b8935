// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two rank orders of the same cards side by side: stages from left to right, replicas from above, tensor ranks within. A
// rank that stands elsewhere in the other order is red; of a chosen rank both of its groups of one kind are outlined, and
// the rank with which the other library would exchange wrong data.
#pragma once

#include "core/layout/layout.h"
#include "ui/kit/canvas.h"

#include <optional>

namespace ui {

struct GroupsPicture {
    std::optional<core::Layout> first, second;  // of the same sizes
    QString firstName, secondName;
    core::GroupKind kind = core::GroupKind::Data;
    std::vector<core::Misalignment> misaligned;  // of every kind
};

// Two ranks that the second order puts into one group and the first does not: what they would add up does not belong
// together.
struct WrongPair {
    core::GroupKind kind{};
    core::Rank a, b;
    bool operator==(const WrongPair&) const = default;
};
[[nodiscard]] std::optional<WrongPair> wrongPair(const core::Misalignment& misalignment);

class GroupsCanvas : public Canvas {
    Q_OBJECT
public:
    explicit GroupsCanvas(QWidget* parent = nullptr);

    void setPicture(GroupsPicture picture);
    [[nodiscard]] const GroupsPicture& picture() const { return m_picture; }
    void setRank(std::optional<int> rank);
    // Where a rank stands in the first (0) or second (1) order; empty = not drawn.
    [[nodiscard]] QRectF rankRect(int order, int rank) const;
    [[nodiscard]] bool standsElsewhere(int rank) const;

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    [[nodiscard]] const core::Layout& layoutOf(int order) const { return order == 0 ? *m_picture.first : *m_picture.second; }
    [[nodiscard]] QRectF panel(int order, const QSizeF& size) const;
    [[nodiscard]] QRectF rectIn(int order, int rank, const QSizeF& size) const;
    void drawOrder(QPainter& painter, const Theme& theme, int order, const QSizeF& size) const;
    void drawGroup(QPainter& painter, const Theme& theme, int order, const QSizeF& size) const;

    GroupsPicture m_picture;
    std::optional<int> m_rank;
};

}  // namespace ui
