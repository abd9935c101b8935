// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps as boxes from left to right; where DeepSpeed's engines differ the way forks, the plan's lane in full colour
// and the other one dashed. Arrow keys go a step back or on.
#pragma once

#include "core/workflow/workflow.h"
#include "ui/kit/canvas.h"

namespace ui {

class WorkflowCanvas : public Canvas {
    Q_OBJECT
public:
    explicit WorkflowCanvas(QWidget* parent = nullptr);

    void setWorkflow(core::Workflow workflow);
    [[nodiscard]] const core::Workflow& workflow() const { return m_workflow; }
    // Plan A's, behind: its bytes below the plan's, the steps that only A goes outlined. Empty = none is pinned.
    void setPinned(core::Workflow pinned);
    [[nodiscard]] bool hasPinned() const { return !m_pinned.steps.empty(); }
    [[nodiscard]] const core::WorkflowStep* pinnedTwin(int step) const;  // A's way through the same step; null: A does not go it
    [[nodiscard]] std::vector<core::WorkflowStep> onlyPinned() const;    // steps of A that have no box here
    void setCurrent(int step);  // −1 = none
    [[nodiscard]] int current() const { return m_current; }
    void setActive(std::vector<bool> active);
    [[nodiscard]] const std::vector<bool>& active() const { return m_active; }
    // The next or previous step of the plan's own lane; −1 where there is none.
    [[nodiscard]] int ownStep(int from, int direction) const;

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return int(m_workflow.steps.size()); }
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override { return boxOf(item, size()); }
    [[nodiscard]] HoverContent hoverContent(int item) const override;

signals:
    void stepRequested(int direction);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF boxOf(int item, const QSizeF& size) const;
    void drawLinks(QPainter& painter, const Theme& theme, const QSizeF& size) const;
    void drawStep(QPainter& painter, const Theme& theme, int item, const QSizeF& size) const;
    void drawPinned(QPainter& painter, const Theme& theme, int item, const QRectF& box) const;

    core::Workflow m_workflow, m_pinned;
    std::vector<int> m_columns;  // of each step
    int m_columnCount = 1, m_current = -1;
    std::vector<bool> m_active;
};

// "Reduce gradients"
[[nodiscard]] QString workflowTitle(const core::WorkflowStep& step);
[[nodiscard]] QString workflowHow(const core::WorkflowStep& step);

}  // namespace ui
