// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words from the left and from the right, parted by lines; what does not fit between them is left out from
// the middle.
#include "ui/window/status_line.h"

#include "ui/engine/engine_client.h"
#include "ui/kit/format.h"
#include "ui/kit/kind_mark.h"
#include "ui/kit/paint.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/window/engine_words.h"

#include <QFileInfo>
#include <QPainter>

namespace ui {

namespace {

constexpr int kHeight = 26, kMargin = 12, kGap = 12, kDot = 8;
constexpr int kAgeMilliseconds = 500;

QString ageText(double seconds) {
    if (seconds < 60)
        return StatusLine::tr("last message %1 s ago")
            .arg(QLocale().toString(seconds, 'f', seconds < 10 ? 1 : 0));
    return StatusLine::tr("last message %1 min ago").arg(int(seconds / 60));
}

// Whose speed the predictions beside a recording assume.
QString predictionBasis(const RunStore& run) {
    return run.hello() && run.hello()->calibration
               ? StatusLine::tr("predicted with the recorded speed")
               : StatusLine::tr("predicted with this machine's speed: the recording has none");
}

}  // namespace

StatusLine::StatusLine(const Hall& hall, const EngineClient& client, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_client(client)
    , m_marks(new KindMarks({{NumberKind::Predicted, nameOf(NumberKind::Predicted)},
                             {NumberKind::Measured, nameOf(NumberKind::Measured)},
                             {NumberKind::Simulated, nameOf(NumberKind::Simulated)}},
                            this)) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_age.setInterval(kAgeMilliseconds);
    connect(&m_age, &QTimer::timeout, this, &StatusLine::refresh);
    connect(&hall.run, &RunStore::tick, this, &StatusLine::refresh);
    connect(&hall.run, &RunStore::stateChanged, this, &StatusLine::refresh);
    connect(&hall.evaluator, &Evaluator::evaluated, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setAbout(About about) {
    m_about = about;
    m_marks->setVisible(about == About::Plan);
    refresh();
}

void StatusLine::refresh() {
    if (isLive(m_hall.run.state()))
        m_age.start();
    else
        m_age.stop();
    setAccessibleName((leftWords() + rightWords()).join(QLatin1String(", ")));
    update();
}

QSize StatusLine::sizeHint() const { return {0, themeOf(*this).ipx(kHeight)}; }

QStringList StatusLine::liveWords() const {
    const RunStore& run = m_hall.run;
    QStringList words;
    if (const auto& step = run.lastStep()) {
        words << tr("step %1").arg(wholeNumber(step->step));
        words
            << tr("%1tokens/s by the wall clock").arg(shortNumber(step->tokensPerSecond) + QLatin1Char(' '));
    }
    if (!run.recording().isEmpty()) words << tr("recording %1").arg(QFileInfo(run.recording()).fileName());
    if (isLive(run.state()) && run.hello()) words << ageText(run.secondsSinceLastMessage());
    if (run.hello()) words << tr("%1 ranks on %2 cores").arg(run.hello()->ranks).arg(run.hello()->cores);
    if (run.droppedEvents() > 0) words << tr("%1 events dropped").arg(wholeNumber(run.droppedEvents()));
    return words;
}

QStringList StatusLine::offWords() const {
    return {m_client.command().usable() ? tr("virtual cards can run here") : tr("engine program not found")};
}

QStringList StatusLine::leftWords() const {
    const EngineState state = m_hall.run.state();
    const QString word = state == EngineState::Off ? tr("Engine off") : stateWord(state).word;
    return QStringList{word} + (m_hall.run.hasRun() ? liveWords() : offWords());
}

QStringList StatusLine::rightWords() const {
    if (m_about == About::Run && m_hall.run.hasRun()) {
        QStringList words;
        if (m_client.isRunning() && m_client.recordedBytes() > 0)
            words << tr("recording, %1").arg(bytesText(core::Bytes(m_client.recordedBytes())));
        if (!m_hall.run.recording().isEmpty()) words << predictionBasis(m_hall.run);
        return words << planLine(m_hall.run.plan());
    }
    const core::Snapshot& snapshot = *m_hall.evaluator.snapshot();
    return {tr("evaluated in %1 ms").arg(threeDigits(m_hall.evaluator.lastMilliseconds())),
            acceleratorLine(m_hall.document.plan(), snapshot.calibration)};
}

void StatusLine::resizeEvent(QResizeEvent*) { placeMarks(); }

void StatusLine::placeMarks() {
    const QSize size = m_marks->sizeHint();
    m_marks->setGeometry(width() - themeOf(*this).ipx(kMargin) - size.width(),
                         (height() - size.height()) / 2 + 1, size.width(), size.height());
}

// Where the words at the right end: before the marks, if these are shown.
double StatusLine::wordsEnd() const {
    const Theme& theme = themeOf(*this);
    return m_about == About::Plan ? m_marks->x() - 2 * theme.px(kGap) : width() - theme.px(kMargin);
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Window));
    painter.fillRect(QRect(0, 0, width(), 1), theme.color(Role::Border));
    const QFont font = theme.font(FontUse::Label);
    const double gap = theme.px(kGap);
    const auto rule = [&](double x) {
        painter.fillRect(QRectF(x, (height() - theme.px(12)) / 2, 1, theme.px(12)),
                         theme.color(Role::Border));
    };
    double right = wordsEnd();
    const QStringList rightSide = rightWords();
    for (qsizetype i = rightSide.size() - 1; i >= 0; --i) {
        const double wide = textWidth(font, rightSide[i]);
        if (right - wide < width() * 0.45) break;
        if (right < wordsEnd() || m_about == About::Plan) rule(right + gap);
        drawText(painter, QRectF(right - wide, 1, wide + 1, height() - 1), rightSide[i], font,
                 theme.color(Role::Text2));
        right -= wide + 2 * gap;
    }
    double x = theme.px(kMargin);
    const Tone tone = stateWord(m_hall.run.state()).tone;
    drawDot(painter, {x + theme.px(kDot / 2.0), height() / 2.0 + 0.5}, theme.px(kDot),
            theme.color(tone == Tone::Neutral ? Role::Disabled : inkOf(tone)));
    x += theme.px(kDot + 6);
    for (const QString& word : leftWords()) {
        const double wide = textWidth(font, word);
        if (x + wide > right) break;
        if (x > theme.px(kMargin + kDot + 6)) rule(x - gap);
        drawText(painter, QRectF(x, 1, wide + 1, height() - 1), word, font,
                 theme.color(x < theme.px(kMargin + kDot + 8) ? Role::Text : Role::Text2));
        x += wide + 2 * gap;
    }
}

}  // namespace ui
