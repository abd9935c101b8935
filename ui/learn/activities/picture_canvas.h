// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of the reverse quiz, without names that would give it away: the memory of the first card over a step, the
// timeline of all stages, or what each kind of group sends in a step. Predicted.
#pragma once

#include "core/lesson/activities/reverse_quiz.h"
#include "ui/kit/canvas.h"

#include <memory>

namespace ui {

class PictureCanvas : public Canvas {
    Q_OBJECT
public:
    explicit PictureCanvas(QWidget* parent);
    void setPicture(core::PictureKind kind, std::shared_ptr<const core::Snapshot> snapshot);

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    void drawMemory(QPainter& painter, const Theme& theme, const QRectF& plot) const;
    void drawTimeline(QPainter& painter, const Theme& theme, const QRectF& plot) const;
    void drawTraffic(QPainter& painter, const Theme& theme, const QRectF& plot) const;
    [[nodiscard]] QRectF plotOf(const Theme& theme, const QSizeF& size) const;

    core::PictureKind m_kind{};
    std::shared_ptr<const core::Snapshot> m_snapshot;
    core::MemoryTrace m_memory;
};

}  // namespace ui
