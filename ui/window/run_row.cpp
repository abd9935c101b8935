// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls of the run row; its numbers are in run_figures.cpp.
#include "ui/window/run_row.h"

#include "ui/kit/button.h"
#include "ui/kit/chip.h"
#include "ui/kit/format.h"
#include "ui/state/command_set.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/window/engine_words.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace ui {

namespace {
constexpr int kHeight = 72, kProgressWidth = 206, kFigurePadding = 12, kFigureMin = 120, kNarrowWindow = 1360;
QString dash() { return QStringLiteral("–"); }
}  // namespace

void RunFigures::setFigures(std::vector<RunFigure> figures) {
    m_figures = std::move(figures);
    QStringList words;
    for (const RunFigure& figure : m_figures)
        words << QStringList{figure.label, figure.number, figure.unit, figure.predicted, figure.difference}
                     .join(QLatin1Char(' '));
    setAccessibleName(words.join(QLatin1String(", ")));
    updateGeometry();
    update();
}

namespace {

double figureWidth(const RunFigure& figure, const Theme& theme) {
    const double mark = theme.px(15);
    const double value =
        textWidth(theme.font(FontUse::RunFigure), figure.number.isEmpty() ? dash() : figure.number) +
        theme.px(5) + textWidth(theme.font(FontUse::Label), figure.unit);
    const double below = textWidth(theme.font(FontUse::Label), figure.predicted) + theme.px(8) +
                         textWidth(theme.font(FontUse::Label), figure.difference);
    const double label = textWidth(theme.font(FontUse::Label), figure.label);
    return std::max({label, mark + value, mark + below, theme.px(kFigureMin)}) + 2 * theme.px(kFigurePadding);
}

void paintFigure(QPainter& painter, const QRectF& box, const RunFigure& figure, const Theme& theme) {
    const QColor quiet = theme.color(Role::Text2);
    painter.fillRect(QRectF(box.left(), theme.px(10), 1, box.height() - theme.px(20)),
                     theme.color(Role::Border));
    const double x = box.left() + theme.px(kFigurePadding), mark = theme.px(15);
    const QFont label = theme.font(FontUse::Label), big = theme.font(FontUse::RunFigure);
    drawText(painter, QRectF(x, theme.px(9), box.width(), theme.px(16)), figure.label, label, quiet);
    const QRectF middle(x, theme.px(26), box.width(), theme.px(22)),
        below(x, theme.px(48), box.width(), theme.px(16));
    if (figure.number.isEmpty()) {
        drawText(painter, middle, dash(), big, theme.color(Role::Text));
    } else {
        const QColor ink = theme.color(figure.role);
        drawKindMark(painter, {x + theme.px(5), middle.center().y()}, figure.kind, ink, theme.px(10));
        drawText(painter, middle.translated(mark, 0), figure.number, big, ink);
        drawText(painter, middle.translated(mark + textWidth(big, figure.number) + theme.px(5), theme.px(1)),
                 figure.unit, label, quiet);
    }
    if (figure.predicted.isEmpty()) return;
    double at = x;
    if (figure.hasPrediction) {
        drawKindMark(painter, {x + theme.px(5), below.center().y()}, NumberKind::Predicted, quiet,
                     theme.px(10));
        at += mark;
    }
    drawText(painter, below.translated(at - x, 0), figure.predicted, label, quiet);
    at += textWidth(label, figure.predicted) + theme.px(8);
    drawText(painter, below.translated(at - x, 0), figure.difference, label, quiet);
}

}  // namespace

QSize RunFigures::sizeHint() const {
    const Theme& theme = themeOf(*this);
    double wide = 0;
    for (const RunFigure& figure : m_figures) wide += figureWidth(figure, theme);
    return {int(wide), theme.ipx(kHeight) - 1};
}

std::vector<std::pair<QRectF, const RunFigure*>> RunFigures::boxes() const {
    const Theme& theme = themeOf(*this);
    std::vector<std::pair<QRectF, const RunFigure*>> boxes;
    double right = width();
    for (auto figure = m_figures.rbegin(); figure != m_figures.rend(); ++figure) {
        const double wide = figureWidth(*figure, theme);
        if (right - wide < -1) break;
        boxes.emplace_back(QRectF(right - wide, 0, wide, height()), &*figure);
        right -= wide;
    }
    return boxes;
}

void RunFigures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (const auto& [box, figure] : boxes()) paintFigure(painter, box, *figure, themeOf(*this));
}

bool RunFigures::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const auto& [box, figure] : boxes())
        if (box.contains(help->pos())) QToolTip::showText(help->globalPos(), figure->explanation, this);
    return true;
}

void RunProgress::show(const ProgressState& state) {
    if (state == m_state) return;
    m_state = state;
    setAccessibleName(tr("%1 of %2, %3").arg(state.step).arg(state.steps).arg(state.left));
    update();
}

QSize RunProgress::sizeHint() const {
    const Theme& theme = themeOf(*this);
    return {theme.ipx(kProgressWidth), theme.ipx(40)};
}

void RunProgress::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const QFont strong = theme.font(FontUse::BodyStrong), plain = theme.font(FontUse::Body),
                label = theme.font(FontUse::Label);
    const QColor quiet = theme.color(Role::Text2);
    const QRectF line(0, height() / 2.0 - theme.px(17), width(), theme.px(20));
    const double stepWidth = textWidth(strong, m_state.step) + theme.px(5);
    const QString of = m_state.steps > 0 ? tr("of %1").arg(wholeNumber(m_state.steps)) : QString();
    drawText(painter, line, m_state.step, strong, theme.color(Role::Text));
    drawText(painter, line.adjusted(stepWidth, 0, 0, 0), of, plain, quiet);
    const double left = textWidth(label, m_state.left), mark = m_state.isExpected ? theme.px(15) : 0;
    if (stepWidth + textWidth(plain, of) + theme.px(8) + mark + left <= width()) {
        drawText(painter, line, m_state.left, label, quiet, Qt::AlignRight);
        if (m_state.isExpected)
            drawKindMark(painter, {width() - left - theme.px(10), line.center().y()}, NumberKind::Predicted,
                         quiet, theme.px(10));
    }
    const QRectF groove(0, line.bottom() + theme.px(4), width(), theme.px(6));
    drawBox(painter, groove, theme.px(3), theme.color(Role::Sunken), theme.color(Role::Border));
    if (m_state.steps <= 0 || m_state.done <= 0) return;
    QRectF done = groove;
    done.setWidth(groove.width() * std::min(1.0, double(m_state.done) / double(m_state.steps)));
    drawBox(painter, done, theme.px(3), theme.color(m_state.isLive ? Role::Accent : Role::Strong),
            Qt::transparent);
}

RunRow::RunRow(const Hall& hall, CommandSet& commands, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_commands(commands)
    , m_go(Button::outlined(Icon::Play, tr("Start"), this))
    , m_train(new Button(ButtonKind::Normal, Icon::Play, tr("Train this plan"), this))
    , m_step(Button::outlined(Icon::Step, tr("One step"), this))
    , m_stop(Button::outlined(Icon::Stop, tr("Stop"), this))
    , m_state(new Chip(this))
    , m_recording(new Chip(this))
    , m_progress(new RunProgress(this))
    , m_figures(new RunFigures(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 0, 1);
    row->setSpacing(8);
    for (Button* button : {m_go, m_train, m_step, m_stop}) row->addWidget(button);
    row->addSpacing(6);
    row->addWidget(m_state);
    row->addWidget(m_recording);
    row->addSpacing(6);
    row->addWidget(m_progress);
    row->addStretch(1);
    row->addWidget(m_figures);
    m_state->setEmphasised();
    m_state->setFocusPolicy(Qt::NoFocus);
    m_recording->setFocusPolicy(Qt::NoFocus);
    m_recording->setObjectName(QStringLiteral("recordingMark"));
    m_train->setObjectName(QStringLiteral("trainButton"));
    m_go->setObjectName(QStringLiteral("goButton"));
    m_step->setObjectName(QStringLiteral("stepButton"));
    m_stop->setObjectName(QStringLiteral("stopButton"));
    m_progress->setMinimumWidth(themeOf(*this).ipx(120));
    m_progress->setMaximumWidth(themeOf(*this).ipx(kProgressWidth));
    m_progress->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(themeOf(*this).ipx(kHeight));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_go, &Button::clicked, this, [this] {
        const QString id =
            isLive(m_hall.run.state()) ? QStringLiteral("run.pause") : QStringLiteral("run.start");
        m_commands.action(id)->trigger();
    });
    bind(*m_train, commands, QStringLiteral("run.start"));
    bind(*m_step, commands, QStringLiteral("run.step"));
    bind(*m_stop, commands, QStringLiteral("run.stop"));
    for (const QString& id : {QStringLiteral("run.start"), QStringLiteral("run.pause")})
        connect(commands.action(id), &QAction::changed, this, &RunRow::refresh);
    connect(&hall.run, &RunStore::tick, this, &RunRow::refresh);
    connect(&hall.run, &RunStore::stateChanged, this, &RunRow::refresh);
    connect(&hall.evaluator, &Evaluator::evaluated, this, &RunRow::refresh);
    refresh();
}

void RunRow::bind(Button& button, CommandSet& commands, const QString& id) {
    QAction* action = commands.action(id);
    connect(&button, &Button::clicked, action, &QAction::trigger);
    const auto follow = [&button, action] {
        button.setEnabled(action->isEnabled());
        button.setToolTip(action->toolTip());
    };
    connect(action, &QAction::changed, &button, follow);
    follow();
}

void RunRow::refresh() {
    const RunStore& run = m_hall.run;
    const EngineState state = run.state();
    const StateWord word = stateWord(state);
    m_state->show(word.tone, word.word);
    m_state->setToolTip(run.detail());
    const bool runs = isLive(state);
    const QAction* action =
        m_commands.action(runs ? QStringLiteral("run.pause") : QStringLiteral("run.start"));
    m_go->setIconName(runs && state != EngineState::Paused ? Icon::Pause : Icon::Play);
    m_go->setEnabled(action->isEnabled());
    m_go->setToolTip(action->toolTip());
    m_go->setAccessibleName(action->text());
    m_progress->show(progressOf(run, *m_hall.evaluator.snapshot()));
    showRecording();
    m_figures->setFigures(runFigures(run, *m_hall.evaluator.snapshot()));
}

// A replay is named, and the button beside it says that it trains, not plays. So is a log that is read.
void RunRow::showRecording() {
    const QString& file = m_hall.run.recording();
    const bool replayed = !file.isEmpty();
    if (!replayed && !m_hall.run.watched().isEmpty()) return showWatched();
    for (QWidget* live : {static_cast<QWidget*>(m_go), static_cast<QWidget*>(m_step),
                          static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_state)})
        live->setVisible(!replayed);
    m_train->setVisible(replayed);
    m_recording->setVisible(replayed);
    if (!replayed) return;
    const Theme& theme = themeOf(*this);
    const bool narrow = window()->width() < theme.px(kNarrowWindow);
    const QFontMetrics metrics(theme.font(FontUse::Label));
    const StateWord word = stateWord(m_hall.run.state());
    const QString name =
        metrics.elidedText(QFileInfo(file).fileName(), Qt::ElideMiddle, theme.ipx(narrow ? 70 : 150));
    m_recording->setToolTip(file);
    m_recording->show(word.tone == Tone::Danger ? Tone::Danger : Tone::Accent,
                      narrow ? tr("Recording: %1").arg(name) : tr("Recording, %1: %2").arg(word.word.toLower(), name),
                      Icon::File);
    m_train->setToolTip(tr("Train the plan of Explore, %1, on this machine. The recording stays as it is.")
                            .arg(QString::fromStdString(m_hall.document.plan().name)));
}

void RunRow::showWatched() {
    const bool live = isLive(m_hall.run.state());
    m_go->hide();
    m_step->hide();
    m_state->show();
    m_stop->setVisible(live);
    m_train->setVisible(!live);
    m_recording->show();
    const Theme& theme = themeOf(*this);
    const QString name = QFontMetrics(theme.font(FontUse::Label)).elidedText(m_hall.run.watched(), Qt::ElideMiddle, theme.ipx(150));
    m_recording->show(Tone::Accent, tr("Log: %1").arg(name), Icon::File);
    m_recording->setToolTip(tr("The log of another program: %1. What is predicted is that of the plan.").arg(m_hall.run.watched()));
    m_train->setToolTip(tr("Train the plan of Explore, %1, on this machine. The log stays as it is.")
                            .arg(QString::fromStdString(m_hall.document.plan().name)));
}

void RunRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showRecording();  // its words depend on the window's width
}

void RunRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Role::Border));
}

}  // namespace ui
