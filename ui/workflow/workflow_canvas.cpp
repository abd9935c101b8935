// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workflow/workflow_canvas.h"

#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"

#include <QKeyEvent>

#include <algorithm>

namespace ui {

namespace {

constexpr double kMargin = 14, kTop = 24, kGap = 6, kBytes = 15, kPadding = 4;

QString saidBy(const std::string& code, const core::WorkflowStep& step) {
    core::Problem problem;
    problem.code = code;
    problem.params = step.params;
    QString text = sentence(problem);
    const QString first = text.section(QLatin1Char(' '), 0, 0);
    if (!text.isEmpty() && !first.contains(QLatin1Char('_'))) text[0] = text[0].toUpper();
    return text;
}

Meaning meaningOfStep(const core::WorkflowStep& step) {
    if (step.group && *step.group != core::GroupKind::Tensor) return Meaning::Temporary;
    return step.spans.empty() ? Meaning::Framework : meaningOf(step.spans.front());
}

QString phaseName(core::WorkflowPhase phase) {
    switch (phase) {
    case core::WorkflowPhase::Start:
        return WorkflowCanvas::tr("once");
    case core::WorkflowPhase::Step:
        return WorkflowCanvas::tr("every step");
    case core::WorkflowPhase::Save:
        return WorkflowCanvas::tr("when due");
    }
    return {};
}

}  // namespace

QString workflowTitle(const core::WorkflowStep& step) { return saidBy(step.title, step); }
QString workflowHow(const core::WorkflowStep& step) { return saidBy(step.how, step); }

WorkflowCanvas::WorkflowCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("Steps of one training step"));
}

void WorkflowCanvas::setWorkflow(core::Workflow workflow) {
    if (workflow.steps == m_workflow.steps && workflow.lane == m_workflow.lane) return;
    m_workflow = std::move(workflow);
    m_columns.clear();
    int pipeline = 0, zero = 0;  // free columns of the two lanes
    for (const core::WorkflowStep& step : m_workflow.steps) {
        if (step.lane == core::WorkflowLane::Both) pipeline = zero = std::max(pipeline, zero);
        m_columns.push_back(step.lane == core::WorkflowLane::Zero ? zero : pipeline);
        if (step.lane != core::WorkflowLane::Zero) ++pipeline;
        if (step.lane != core::WorkflowLane::Pipeline) ++zero;
    }
    m_columnCount = std::max(1, std::max(pipeline, zero));
    m_active.assign(m_workflow.steps.size(), false);
    if (m_current >= itemCount()) m_current = -1;
    resetItems();
    update();
}

void WorkflowCanvas::setPinned(core::Workflow pinned) {
    m_pinned = std::move(pinned);
    update();
}

const core::WorkflowStep* WorkflowCanvas::pinnedTwin(int step) const {
    const std::string& title = m_workflow.steps[std::size_t(step)].title;
    const auto twin = std::ranges::find(m_pinned.steps, title, &core::WorkflowStep::title);
    return twin != m_pinned.steps.end() && m_pinned.isOwn(*twin) ? &*twin : nullptr;
}

std::vector<core::WorkflowStep> WorkflowCanvas::onlyPinned() const {
    std::vector<core::WorkflowStep> steps;
    for (const core::WorkflowStep& step : m_pinned.steps)
        if (m_pinned.isOwn(step) && std::ranges::find(m_workflow.steps, step.title, &core::WorkflowStep::title) == m_workflow.steps.end())
            steps.push_back(step);
    return steps;
}

void WorkflowCanvas::setCurrent(int step) {
    m_current = step;
    update();
}

void WorkflowCanvas::setActive(std::vector<bool> active) {
    if (active == m_active) return;
    m_active = std::move(active);
    update();
}

int WorkflowCanvas::ownStep(int from, int direction) const {
    for (int step = from + direction; step >= 0 && step < itemCount(); step += direction)
        if (m_workflow.isOwn(m_workflow.steps[std::size_t(step)])) return step;
    return -1;
}

QRectF WorkflowCanvas::boxOf(int item, const QSizeF& size) const {
    const double column = (size.width() - 2 * kMargin) / m_columnCount, width = std::min(150.0, column - kGap);
    const double lane = (size.height() - kTop - kMargin) / 3;
    const double below = hasPinned() ? 2 * kBytes : kBytes;
    const double height = std::clamp(lane - below - 1, 22.0, 52.0);
    const core::WorkflowLane where = m_workflow.steps[std::size_t(item)].lane;
    const int row = where == core::WorkflowLane::Pipeline ? 0 : where == core::WorkflowLane::Both ? 1 : 2;
    return {kMargin + m_columns[std::size_t(item)] * column, kTop + row * lane + (lane - below - height) / 2, width,
            height};
}

int WorkflowCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent WorkflowCanvas::hoverContent(int item) const {
    const core::WorkflowStep& step = m_workflow.steps[std::size_t(item)];
    HoverContent content;
    content.title = workflowTitle(step);
    content.symbols = qs(step.call);
    content.lines.push_back({{}, workflowHow(step)});
    if (step.wire().value() > 0)
        content.lines.push_back(
            {NumberKind::Predicted, tr("%1 on the wires of the whole job").arg(bytesText(step.wire()))});
    if (const core::WorkflowStep* twin = hasPinned() ? pinnedTwin(item) : nullptr; twin && twin->wire() != step.wire())
        content.lines.push_back({NumberKind::Predicted, tr("A: %1").arg(bytesText(twin->wire()))});
    return content;
}

Table WorkflowCanvas::table() const {
    Table table;
    table.header = {tr("step"), tr("engine"), tr("call"), tr("groups"), tr("predicted bytes"), tr("what happens")};
    if (hasPinned()) table.header << tr("A, predicted bytes");
    for (int item = 0; item < itemCount(); ++item) {
        const core::WorkflowStep& step = m_workflow.steps[std::size_t(item)];
        table.rows.push_back({workflowTitle(step),
                              step.lane == core::WorkflowLane::Both       ? tr("both")
                              : step.lane == core::WorkflowLane::Pipeline ? QStringLiteral("PipelineEngine")
                                                                          : QStringLiteral("DeepSpeedEngine"),
                              qs(step.call), step.group ? qs(core::toText(*step.group)) : QString(),
                              QString::number(step.wire().value()), workflowHow(step)});
        if (!hasPinned()) continue;
        const core::WorkflowStep* twin = pinnedTwin(item);
        table.rows.back() << (twin ? QString::number(twin->wire().value()) : QString());
    }
    return table;
}

void WorkflowCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), size), theme.color(Role::Canvas));
    if (m_workflow.steps.empty()) return;
    std::optional<core::WorkflowPhase> phase;
    for (int item = 0; item < itemCount(); ++item) {
        const core::WorkflowPhase next = m_workflow.steps[std::size_t(item)].phase;
        if (phase == next) continue;
        const double left = boxOf(item, size).left();
        drawText(painter, QRectF(left, 4, 160, 18), phaseName(next), theme.font(FontUse::LabelStrong),
                 theme.color(Role::Text2));
        if (phase)
            painter.fillRect(QRectF(left - kGap / 2, kTop - 4, 1, size.height() - kTop), theme.color(Role::Grid));
        phase = next;
    }
    drawLinks(painter, theme, size);
    for (int item = 0; item < itemCount(); ++item) drawStep(painter, theme, item, size);
}

// From each step to the next of its lane; a fork leaves the step before it twice.
void WorkflowCanvas::drawLinks(QPainter& painter, const Theme& theme, const QSizeF& size) const {
    for (const core::WorkflowLane lane : {core::WorkflowLane::Zero, core::WorkflowLane::Pipeline}) {
        std::optional<QRectF> before;
        bool forked = false;
        for (int item = 0; item < itemCount(); ++item) {
            const core::WorkflowStep& step = m_workflow.steps[std::size_t(item)];
            if (step.lane != core::WorkflowLane::Both && step.lane != lane) continue;
            const QRectF box = boxOf(item, size);
            const bool own = lane == m_workflow.lane || (!forked && step.lane == core::WorkflowLane::Both);
            if (before) {
                painter.setPen(QPen(theme.color(own ? Role::Strong : Role::Border), own ? 1.5 : 1,
                                    own ? Qt::SolidLine : Qt::DashLine));
                const QPointF from(before->right(), before->center().y()), to(box.left(), box.center().y());
                const double turn = to.x() - kGap / 2;
                painter.drawPolyline(QPolygonF{from, {turn, from.y()}, {turn, to.y()}, to});
            }
            before = box;
            forked = step.lane != core::WorkflowLane::Both;
        }
    }
}

void WorkflowCanvas::drawStep(QPainter& painter, const Theme& theme, int item, const QSizeF& size) const {
    const core::WorkflowStep& step = m_workflow.steps[std::size_t(item)];
    const QRectF box = boxOf(item, size);
    const bool own = m_workflow.isOwn(step);
    const bool active = std::size_t(item) < m_active.size() && m_active[std::size_t(item)];
    const MeaningColors colors = theme.meaning(meaningOfStep(step));
    if (own) {
        drawBox(painter, box, 4, active ? colors.fill : colors.pale, colors.line, active ? 2 : 1.25);
    } else {
        painter.setPen(QPen(theme.color(Role::Strong), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    painter.setPen(own ? active ? colors.onFill : theme.color(Role::Text) : theme.color(Role::Text2));
    painter.setFont(theme.font(FontUse::Axis));
    QString title = workflowTitle(step);
    title.replace(QLatin1Char('_'), QString::fromUtf8("_\u200B"));  // calls break behind their underscores
    painter.drawText(box.adjusted(kPadding, 0, -kPadding, 0), Qt::AlignCenter | Qt::TextWordWrap, title);
    if (own && step.wire().value() > 0)
        drawText(painter, QRectF(box.left() - 4, box.bottom() + 1, box.width() + 8, kBytes), bytesText(step.wire()),
                 theme.font(FontUse::Axis), theme.color(Role::Text2), Qt::AlignHCenter);
    if (hasPinned()) drawPinned(painter, theme, item, box);
    if (item == m_current) drawSelectedOutline(painter, box, theme, 4);
}

// What A sends in the step, and an outline around the steps that A goes and this plan does not.
void WorkflowCanvas::drawPinned(QPainter& painter, const Theme& theme, int item, const QRectF& box) const {
    const core::WorkflowStep& step = m_workflow.steps[std::size_t(item)];
    const core::WorkflowStep* twin = pinnedTwin(item);
    const bool own = m_workflow.isOwn(step);
    const QColor ink = theme.color(Role::Text2);
    if (twin && !own) {
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    }
    QString text;
    if (!twin && own)
        text = tr("not in A");
    else if (twin && (twin->wire().value() > 0 || (own && step.wire().value() > 0)))
        text = tr("A %1").arg(bytesText(twin->wire()));
    else if (twin && !own)
        text = tr("A");
    const double down = own && step.wire().value() > 0 ? kBytes : 0;
    drawText(painter, QRectF(box.left() - 4, box.bottom() + 1 + down, box.width() + 8, kBytes), text, theme.font(FontUse::Axis), ink,
             Qt::AlignHCenter);
}

void WorkflowCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_PageDown:
        emit stepRequested(1);
        return;
    case Qt::Key_Left:
    case Qt::Key_PageUp:
        emit stepRequested(-1);
        return;
    default:
        Canvas::keyPressEvent(event);
    }
}

}  // namespace ui
