// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Wires the parts together.
#include "ui/learn/learn_view.h"

#include "ui/kit/format.h"
#include "ui/kit/splitter.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/lesson_list.h"
#include "ui/learn/lesson_stage.h"
#include "ui/learn/lesson_strip.h"
#include "ui/learn/quiz_page.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kStrip = 392, kLeastStrip = 340, kStage = 1048;

}  // namespace

LearnView::LearnView(LessonHall& hall, LearnViews views, core::CourseReading course, const core::Plan& activityPlan,
                     Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_course(std::move(course))
    , m_progress(settings)
    , m_hall(hall)
    , m_player(new LessonPlayer(hall, this))
    , m_pages(new QStackedWidget(this))
    , m_list(new LessonList(m_course, m_progress, this))
    , m_strip(new LessonStrip(*m_player, this))
    , m_stage(new LessonStage(hall, *m_player, std::move(views), this))
    , m_quiz(new QuizPage(m_course, m_progress, this))
    , m_activities(new Activities(activityPlan, hall.hall.run, this)) {
    auto* lesson = new Splitter(Qt::Horizontal, this);
    m_strip->setMinimumWidth(kLeastStrip);
    lesson->addWidget(m_strip);
    lesson->addWidget(m_stage);
    lesson->setStretchFactor(1, 1);
    lesson->setSizes({kStrip, kStage});
    m_pages->addWidget(m_list);
    m_pages->addWidget(lesson);
    m_pages->addWidget(m_quiz);
    m_pages->addWidget(m_activities);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_strip->setVoice(m_progress.kitchenVoice() ? Voice::Kitchen : Voice::Plain);
    connect(m_strip, &LessonStrip::voiceChanged, this,
            [this] { m_progress.setKitchenVoice(m_strip->voice() == Voice::Kitchen); });
    connect(m_list, &LessonList::lessonChosen, this, [this](const QString& id) { openLesson(id); });
    connect(m_list, &LessonList::quizChosen, this, &LearnView::showQuiz);
    connect(m_list, &LessonList::activityChosen, this, &LearnView::openActivity);
    connect(m_activities, &Activities::left, this, &LearnView::showList);
    connect(m_activities, &Activities::runRequested, this, &LearnView::runRequested);
    connect(m_activities, &Activities::stopRequested, this, &LearnView::stopRequested);
    connect(m_activities, &Activities::huntRequested, this, &LearnView::huntRequested);
    connect(m_strip, &LessonStrip::listRequested, this, &LearnView::showList);
    connect(m_strip, &LessonStrip::linkActivated, this, &LearnView::follow);
    connect(m_quiz, &QuizPage::linkActivated, this, &LearnView::follow);
    connect(m_quiz, &QuizPage::left, this, &LearnView::showList);
    connect(m_player, &LessonPlayer::stepChanged, this, [this] {
        const QString step = QStringLiteral("%1/%2").arg(qs(m_player->lesson()->id)).arg(m_player->stepIndex());
        if (step != m_runsOf) {
            m_started = false;
            m_earlierRuns.clear();
            m_runsOf = step;
            showRuns();
        }
        m_progress.saw(*m_player->lesson(), m_player->stepIndex());
        showRunState();
        emit progressed();
    });
    connect(m_player, &LessonPlayer::finished, this, [this] {
        m_progress.finished(*m_player->lesson());
        emit progressed();
        showList();
    });
    connect(m_strip, &LessonStrip::runRequested, this, &LearnView::startRun);
    connect(m_strip, &LessonStrip::stopRequested, this, &LearnView::stopRequested);
    connect(&hall.hall.run, &RunStore::stateChanged, this, &LearnView::showRunState);
    connect(&hall.hall.run, &RunStore::tick, this, &LearnView::showRunState);
    m_list->show(m_player->language());
}

void LearnView::setLanguage(core::Language language) {
    m_player->setLanguage(language);
    m_quiz->setLanguage(language);
    m_list->show(language);
}

bool LearnView::openLesson(const QString& id) {
    const auto found = std::ranges::find(m_course.lessons, id.toStdString(), &core::Lesson::id);
    if (found == m_course.lessons.end()) return false;
    openLesson(*found, m_progress.stepToResume(*found));
    return true;
}

void LearnView::openLesson(const core::Lesson& lesson, int step) {
    m_player->open(lesson, step);
    m_pages->setCurrentIndex(1);
}

void LearnView::showList() {
    m_list->show(m_player->language());
    m_pages->setCurrentIndex(0);
}

void LearnView::showQuiz() { m_pages->setCurrentIndex(2); }

void LearnView::openActivity(ActivityKind kind) {
    m_activities->open(kind);
    m_pages->setCurrentWidget(m_activities);
}

const core::Lesson* LearnView::shownLesson() const { return m_pages->currentIndex() == 1 ? m_player->lesson() : nullptr; }

void LearnView::setPresenting(bool presenting) { m_strip->setPresenting(presenting); }

void LearnView::startRun() {
    if (m_started)
        if (auto record = LessonRunRecord::of(m_hall.hall.run)) m_earlierRuns.push_back(std::move(*record));
    while (m_earlierRuns.size() + 1 > kMostLessonRuns) m_earlierRuns.erase(m_earlierRuns.begin());
    m_started = true;
    std::vector<core::Series> curves;
    for (const LessonRunRecord& run : m_earlierRuns) curves.push_back(run.loss);
    m_stage->showEarlierLoss(std::move(curves));
    emit runRequested(m_player->runPlan());
}

void LearnView::showRuns() {
    std::vector<LessonRunRecord> runs = m_earlierRuns;
    const EngineState state = m_hall.hall.run.state();
    const bool ended = state == EngineState::Finished || state == EngineState::Stopped || state == EngineState::Failed;
    if (m_started && ended)
        if (auto record = LessonRunRecord::of(m_hall.hall.run)) runs.push_back(std::move(*record));
    m_strip->runTable().setRuns(runs);
    if (runs.empty()) m_stage->showEarlierLoss({});
}

void LearnView::follow(const QString& target) {
    if (target.startsWith(QLatin1String("lesson:")))
        openLesson(target.mid(7));
    else if (target.startsWith(QLatin1String("help:")))
        emit helpRequested(target.mid(5));
}

void LearnView::showRunState() {
    if (!m_player->lesson() || !m_player->step().run) return;
    const RunStore& run = m_hall.hall.run;
    const EngineState state = run.state();
    const bool live = state == EngineState::Starting || state == EngineState::Training || state == EngineState::Paused ||
                      state == EngineState::Validating || state == EngineState::Stopping;
    if (!m_started) {
        m_strip->setRunState(live ? tr("Another run is going on.") : QString(), live);
        return;
    }
    if (run.hasRun() && live) m_stage->showRun();
    QString words;
    if (state == EngineState::Failed)
        words = run.detail();
    else if (const auto& step = run.lastStep())
        words = tr("Step %1 of %2, loss %3")
                    .arg(step->step)
                    .arg(run.plan().run.steps)
                    .arg(QLocale().toString(step->loss, 'f', 3));
    else if (live)
        words = tr("Starting");
    m_strip->setRunState(words, live);
    showRuns();
}

}  // namespace ui
