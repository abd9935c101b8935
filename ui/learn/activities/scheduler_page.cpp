// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/scheduler_page.h"

#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/learn/activities/schedule_canvas.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr std::int64_t kUpdates = 12;

bool isLive(EngineState state) {
    return state == EngineState::Starting || state == EngineState::Training || state == EngineState::Paused ||
           state == EngineState::Validating || state == EngineState::Stopping;
}

QString goalText(const QString& name, core::ScheduleKind kind, const core::ScheduleBoard& board) {
    const core::BoardGoal goal = core::goalOf(kind, board.stages(), board.microBatches());
    return SchedulerPage::tr("%1: %2 slots, bubble %3, keeps %4")
        .arg(name)
        .arg(int(goal.makespan))
        .arg(percentText(goal.bubbleFraction))
        .arg(goal.peakHeld);
}

// Most micro-batches that a rank kept at a time, by the order in which the engine ran its ops.
int keptAtMost(const core::SpansEvent& event) {
    int held = 0, most = 0;
    for (const core::OpSpan& span : event.spans) {
        if (span.microBatch < 0) continue;
        if (span.kind == core::SpanKind::Forward) most = std::max(most, ++held);
        if (span.kind == core::SpanKind::WeightGradient || span.kind == core::SpanKind::Backward) --held;
    }
    return most;
}

}  // namespace

SchedulerPage::SchedulerPage(const core::Plan& base, RunStore& run, QWidget* parent)
    : ActivityPage(tr("Be the scheduler"),
                   tr("Four cards hold four stages of a model; eight micro-batches wait. Lay every forward pass F, input "
                      "gradient I and weight gradient W so that all of it runs, early and with little memory. F of a stage "
                      "waits for F of the stage before; I waits for I of the stage behind; W only needs its own I."),
                   parent)
    , m_base(base)
    , m_store(run)
    , m_canvas(new ScheduleCanvas(this)) {
    auto* header = new ViewHeader(tr("Four stages, eight micro-batches"), this);
    header->setKinds({{NumberKind::Predicted, tr("as the table says")}, {NumberKind::Simulated, tr("engine, virtual time")}});
    stage().addWidget(header);
    stage().addWidget(m_canvas, 1);
    buildStrip();
    connect(m_canvas, &ScheduleCanvas::boardChanged, this, &SchedulerPage::showBoard);
    connect(&run, &RunStore::tick, this, &SchedulerPage::showRun);
    connect(&run, &RunStore::stateChanged, this, &SchedulerPage::showRun);
    showBoard();
    showRun();
}

void SchedulerPage::buildStrip() {
    auto* from = new QHBoxLayout;
    const auto start = [&](const QString& text, const char* name, auto act) {
        auto* button = new Button(ButtonKind::Normal, text, this);
        button->setSize(ButtonSize::Small);
        button->setObjectName(QString::fromLatin1(name));
        connect(button, &Button::clicked, this, act);
        from->addWidget(button);
    };
    const auto fill = [this](core::ScheduleKind kind) {
        return [this, kind] {
            core::ScheduleBoard board;
            board.fill(kind);
            m_canvas->setBoard(board);
        };
    };
    start(tr("Empty"), "boardEmpty", [this] { m_canvas->setBoard(core::ScheduleBoard()); });
    start(QStringLiteral("GPipe"), "boardGPipe", fill(core::ScheduleKind::GPipe));
    start(QStringLiteral("1F1B"), "board1F1B", fill(core::ScheduleKind::OneFOneB));
    start(QStringLiteral("ZB-H1"), "boardZbH1", fill(core::ScheduleKind::ZbH1));
    from->addStretch(1);
    strip().addLayout(from);
    m_undo = new Button(ButtonKind::Normal, Icon::Undo, tr("Undo"), this);
    m_undo->setSize(ButtonSize::Small);
    m_undo->setObjectName(QStringLiteral("boardUndo"));
    connect(m_undo, &Button::clicked, this, [this] { m_canvas->undo(); });
    strip().addWidget(m_undo, 0, Qt::AlignLeft);
    m_figures = addText({}, FontUse::Title);
    const core::ScheduleBoard board;
    addText(goalText(QStringLiteral("GPipe"), core::ScheduleKind::GPipe, board) + QLatin1Char('\n') +
                goalText(QStringLiteral("1F1B"), core::ScheduleKind::OneFOneB, board) + QLatin1Char('\n') +
                goalText(QStringLiteral("ZB-H1"), core::ScheduleKind::ZbH1, board),
            FontUse::Label, Role::Text2);
    m_state = addText({}, FontUse::Body);
    m_state->setObjectName(QStringLiteral("boardState"));
    m_run = new Button(ButtonKind::Primary, Icon::Play, tr("Run it on the engine"), this);
    m_run->setObjectName(QStringLiteral("runBoard"));
    strip().addWidget(m_run, 0, Qt::AlignLeft);
    m_engine = addText({}, FontUse::Label, Role::Text2);
    m_engine->setObjectName(QStringLiteral("boardEngine"));
    strip().addStretch(1);
    connect(m_run, &Button::clicked, this, [this] {
        if (m_live) {
            emit stopRequested();
        } else if (const auto plan = core::planOfBoard(m_canvas->board(), m_base, kUpdates)) {
            emit runRequested(*plan);
        }
    });
}

QString SchedulerPage::stateText() const { return m_state->text(); }

// The cycle op by op, or the op that never comes.
QString SchedulerPage::troubleText() const {
    const core::ScheduleBoard& board = m_canvas->board();
    const core::Standstill& still = board.standstill();
    // "F0": letter and micro-batch; the stage is said beside it.
    const auto op = [](const core::Op& o) { return qs(o.toText()).mid(QString::number(o.stage.value).size()); };
    if (!still.cycle.empty()) {
        QString text = tr("Deadlock: a circle of waits.");
        for (std::size_t i = 0; i < still.cycle.size(); ++i) {
            const core::Wait& wait = still.cycle[i];
            const core::Wait& next = still.cycle[(i + 1) % still.cycle.size()];
            const QString line =
                wait.awaited == next.blocked
                    ? tr("Stage %1: %2 waits for %3 of stage %4.").arg(wait.rank).arg(op(wait.blocked), op(wait.awaited)).arg(next.rank)
                    : tr("Stage %1: %2 waits for %3 of stage %4, which stands behind %5 there.")
                          .arg(wait.rank)
                          .arg(op(wait.blocked), op(wait.awaited))
                          .arg(wait.awaited.stage.value)
                          .arg(op(next.blocked));
            text += QLatin1Char('\n') + line;
        }
        return text;
    }
    if (!still.missing.empty()) {
        const core::Wait& wait = still.missing.front();
        return tr("Stage %1: %2 waits for %3 of stage %4, which is not on the board yet.")
            .arg(wait.rank)
            .arg(op(wait.blocked), op(wait.awaited))
            .arg(wait.awaited.stage.value);
    }
    return {};
}

void SchedulerPage::showBoard() {
    const core::ScheduleBoard& board = m_canvas->board();
    int peak = 0;
    for (int stage = 0; stage < board.stages(); ++stage) peak = std::max(peak, board.peakHeld(stage));
    m_figures->setText(tr("%1 slots, bubble %2, keeps %3")
                           .arg(int(board.makespan()))
                           .arg(percentText(board.bubbleFraction()))
                           .arg(peak));
    QStringList words;
    if (const QString trouble = troubleText(); !trouble.isEmpty()) words << trouble;
    if (!board.isWhole()) words << tr("%1 of %2 ops are still to be laid.").arg(board.missingOps()).arg(3 * board.stages() * board.microBatches());
    if (board.isSound()) words << tr("All of it runs.");
    m_state->setText(words.join(QLatin1Char('\n')));
    m_state->setRole(board.isSound() ? Role::Ok : board.standstill().cycle.empty() ? Role::Text2 : Role::Danger);
    m_undo->setEnabled(m_canvas->canUndo());
    showRun();
}

bool SchedulerPage::runsThisBoard() const {
    return m_store.hasRun() && m_store.plan().schedule == core::ScheduleKind::Table &&
           m_store.plan().scheduleTable == m_canvas->board().tableLines();
}

void SchedulerPage::showRun() {
    const bool ours = runsThisBoard();
    m_live = ours && isLive(m_store.state());
    const bool other = !m_live && isLive(m_store.state());
    m_run->setText(m_live ? tr("Stop it") : tr("Run it on the engine"));
    m_run->setIconName(m_live ? Icon::Stop : Icon::Play);
    m_run->setEnabled(m_live || (m_canvas->board().isSound() && !other));
    m_run->setToolTip(m_canvas->board().isSound() ? QString() : tr("The engine takes a table that is whole and does not deadlock."));
    m_canvas->setMeasured(ours ? m_store.spans() : std::map<int, core::SpansEvent>());
    QString words = other ? tr("Another run is going on.") : QString();
    if (ours && m_store.state() == EngineState::Failed) words = m_store.detail();
    if (ours && m_store.lastStep()) {
        const core::StepEvent& step = *m_store.lastStep();
        words = tr("The engine ran your table on %1 virtual cards: step %2 of %3, loss %4, bubble %5.")
                    .arg(m_canvas->board().stages())
                    .arg(step.step)
                    .arg(m_store.plan().run.steps)
                    .arg(fixedDigits(step.loss, 3), percentText(step.bubbleFraction));
        for (const auto& [rank, event] : m_store.spans())
            words += QLatin1Char('\n') + tr("Stage %1 kept %2 micro-batches at most.").arg(rank).arg(keptAtMost(event));
    } else if (m_live) {
        words = tr("Starting");
    }
    m_engine->setText(words);
}

}  // namespace ui
