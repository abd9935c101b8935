// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ProblemList: errors of the run, of the plan, what keeps the engine from running it, then warnings.
#include "ui/window/problem_list.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/state/sentences.h"
#include "ui/window/start_check.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kWidth = 420;
}

ProblemList::ProblemList(const core::Snapshot& snapshot, const Hall& hall, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint)
    , m_hall(hall)
    , m_rows(new QVBoxLayout(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFixedWidth(themeOf(*this).ipx(kWidth));
    m_rows->setContentsMargins(14, 12, 14, 12);
    m_rows->setSpacing(10);
    if (hall.run.state() == EngineState::Failed) addText(hall.run.detail(), core::Severity::Error);
    for (const core::Problem& problem : snapshot.problems) add(snapshot.plan, problem);
    for (const core::Problem& problem : snapshot.engineProblems) add(snapshot.plan, problem);
    if (const auto problem = tooSmallCard(snapshot)) add(snapshot.plan, *problem);
}

void ProblemList::addSuggestion(const QString& text, const QString& use, const std::function<void()>& act) {
    QHBoxLayout* row = addText(text, core::Severity::Warning);
    if (!use.isEmpty()) addButton(*row, use, act);
}

void ProblemList::add(const core::Plan& plan, const core::Problem& problem) {
    QHBoxLayout* row = addText(wholeSentence(problem), problem.severity);
    if (const auto mend = core::mendOf(plan, problem, m_hall.document.cardsPolicy()))
        addButton(*row, mendText(*mend), [this, mend] { useMend(m_hall.document, *mend); });
    const QString pointer = QString::fromStdString(problem.where);
    if (pointer.startsWith(QLatin1Char('/')))
        addButton(*row, tr("Show"), [this, pointer] { emit show(pointer); });
}

QHBoxLayout* ProblemList::addText(const QString& text, core::Severity severity) {
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    auto* label =
        new Label(text, FontUse::Body, severity == core::Severity::Error ? Role::Danger : Role::Text, this);
    label->setWrapped();
    row->addWidget(label, 1);
    m_rows->addLayout(row);
    return row;
}

void ProblemList::addButton(QHBoxLayout& row, const QString& text, const std::function<void()>& act) {
    auto* button = new Button(ButtonKind::Text, text, this);
    button->setSize(ButtonSize::Small);
    connect(button, &Button::clicked, this, [this, act] {
        act();
        close();
    });
    row.addWidget(button);
}

void ProblemList::openBelow(const QWidget& chip) {
    if (m_rows->isEmpty())
        m_rows->addWidget(new Label(tr("This plan keeps every rule and can be trained here."), FontUse::Body,
                                    Role::Text2, this));
    m_rows->activate();
    resize(width(), m_rows->totalHeightForWidth(width()));  // adjustSize() would wrap at another width
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
