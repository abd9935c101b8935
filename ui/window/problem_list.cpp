// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ProblemList: errors of the run, of the plan, what keeps the engine from running it, then warnings.
#include "ui/window/problem_list.h"

#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/state/run_store.h"
#include "ui/state/sentences.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {
constexpr int kWidth = 420;
}

std::optional<core::Problem> tooSmallCard(const core::Snapshot& snapshot) {
    if (!snapshot.memory || snapshot.memory->fits) return std::nullopt;
    const core::MemoryEstimate& memory = *snapshot.memory;
    const auto heaviest =
        std::max_element(memory.stages.begin(), memory.stages.end(), [](const auto& a, const auto& b) {
            return a.ledger.total() < b.ledger.total();
        });
    const ByteUnit unit = unitFor(memory.capacity);
    core::Problem problem;
    problem.severity = core::Severity::Warning;
    problem.code = "memory.does-not-fit";
    problem.where = "/run/card_memory_bytes";
    problem.params = {{"stage", std::to_string(heaviest->stage.value)},
                      {"needed", bytesText(memory.peak(), unit).toStdString()},
                      {"capacity", bytesText(memory.capacity, unit).toStdString()}};
    return problem;
}

ProblemList::ProblemList(const core::Snapshot& snapshot, const RunStore& run, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint)
    , m_rows(new QVBoxLayout(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFixedWidth(themeOf(*this).ipx(kWidth));
    m_rows->setContentsMargins(14, 12, 14, 12);
    m_rows->setSpacing(10);
    if (run.state() == EngineState::Failed) addText(run.detail(), {}, core::Severity::Error);
    for (const core::Problem& problem : snapshot.problems) add(problem);
    for (const core::Problem& problem : snapshot.engineProblems) add(problem);
    if (const auto problem = tooSmallCard(snapshot)) add(*problem);
    if (m_rows->isEmpty())
        m_rows->addWidget(new Label(tr("This plan keeps every rule and can be trained here."), FontUse::Body,
                                    Role::Text2, this));
}

void ProblemList::add(const core::Problem& problem) {
    addText(wholeSentence(problem), QString::fromStdString(problem.where), problem.severity);
}

void ProblemList::addText(const QString& text, const QString& pointer, core::Severity severity) {
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    auto* label =
        new Label(text, FontUse::Body, severity == core::Severity::Error ? Role::Danger : Role::Text, this);
    label->setWrapped();
    row->addWidget(label, 1);
    if (pointer.startsWith(QLatin1Char('/'))) {
        auto* button = new Button(ButtonKind::Text, tr("Show"), this);
        button->setSize(ButtonSize::Small);
        connect(button, &Button::clicked, this, [this, pointer] {
            emit show(pointer);
            close();
        });
        row->addWidget(button);
    }
    m_rows->addLayout(row);
}

void ProblemList::openBelow(const QWidget& chip) {
    adjustSize();
    const QPoint corner = chip.mapToGlobal(QPoint(chip.width(), chip.height() + 6));
    move(corner - QPoint(width(), 0));
    QFrame::show();
}

void ProblemList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, QRectF(rect()), 0, theme.color(Role::Raised), theme.color(Role::Strong));
}

}  // namespace ui
