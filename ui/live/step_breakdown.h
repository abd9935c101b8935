// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a step of the mean card goes: forward, backward, idle, communication and optimizer as shares of the
// step (core/cost/step_breakdown.h), simulated from measured costs above predicted, and both as a table; below, what all
// cards sent in the step, counted, by the kind of group when pointed at.
#pragma once

#include "core/cost/step_breakdown.h"
#include "core/cost/traffic.h"
#include "core/telemetry/events.h"
#include "ui/kit/canvas.h"
#include "ui/state/hall.h"

#include <QTimer>

#include <array>
#include <optional>
#include <vector>

class QStackedLayout;

namespace ui {

class EmptyState;
class ViewHeader;

inline constexpr int kStepParts = 5;
enum class StepPart { Forward, Backward, Idle, Communication, Optimizer };
[[nodiscard]] QString nameOf(StepPart part);

struct StepShares {
    std::array<double, kStepParts> seconds{};
    [[nodiscard]] double total() const;
    [[nodiscard]] double share(StepPart part) const;  // of the total; 0 when there is none
};
[[nodiscard]] StepShares
sharesOf(const core::StepBreakdown& breakdown);  // predicted or simulated: one definition

// What all groups of a kind sent in a step, whole job.
struct GroupTraffic {
    core::GroupKind group{};
    core::Bytes measured;
    std::optional<core::Bytes> predicted;
};
// Of the groups that send something, or should; in the order of core::GroupKind.
[[nodiscard]] std::vector<GroupTraffic> trafficOf(const core::StepEvent& step,
                                                  const std::optional<core::Traffic>& predicted);

class StepBars : public Canvas {
    Q_OBJECT
public:
    using Canvas::Canvas;
    void setShares(const std::optional<StepShares>& simulated, const std::optional<StepShares>& predicted);
    void setTraffic(std::vector<GroupTraffic> traffic);
    // Of the communication, what crosses the link between card and host; predicted. 0 = nothing is offloaded.
    void setOffload(core::Seconds offload) { m_offload = offload; }

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return kStepParts + (showsTraffic() ? 1 : 0); }
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    [[nodiscard]] QRectF rowRect(int row, const Theme& theme, const QSizeF& size) const;
    void drawBar(QPainter& painter, const Theme& theme, const QRectF& rect, const StepShares& shares,
                 NumberKind kind) const;
    void drawRow(QPainter& painter, const Theme& theme, const QRectF& rect, StepPart part) const;
    void drawTraffic(QPainter& painter, const Theme& theme, const QRectF& rect) const;
    [[nodiscard]] HoverContent trafficContent() const;
    [[nodiscard]] bool showsTraffic() const;  // there is some, and room below the parts

    std::optional<StepShares> m_simulated, m_predicted;
    std::vector<GroupTraffic> m_traffic;
    core::Seconds m_offload;
};

class StepBreakdownView : public QWidget {
    Q_OBJECT
public:
    explicit StepBreakdownView(const Hall& hall, QWidget* parent = nullptr);
    [[nodiscard]] StepBars& bars() { return *m_bars; }
    [[nodiscard]] bool showsData() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    const Hall m_hall;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    StepBars* m_bars;
    QTimer m_tick;
};

}  // namespace ui
