// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers are computed at once when a step is entered, and again for every plan that the evaluator delivers.
#include "ui/learn/lesson_player.h"

namespace ui {

LessonPlayer::LessonPlayer(LessonHall& hall, QObject* parent)
    : QObject(parent)
    , m_hall(hall) {
    connect(&hall.evaluator, &Evaluator::evaluated, this, &LessonPlayer::followPlan);
}

void LessonPlayer::setLanguage(core::Language language) {
    if (m_language == language) return;
    m_language = language;
    if (!m_lesson) return;
    poseQuestion();
    emit stepChanged();
}

void LessonPlayer::open(const core::Lesson& lesson, int step) {
    if (m_lesson != &lesson) m_given.clear();
    m_lesson = &lesson;
    m_step = qBound(0, step, stepCount() - 1);
    enter();
}

void LessonPlayer::close() {
    m_lesson = nullptr;
    m_question.reset();
}

bool LessonPlayer::canGoOn() const { return m_lesson && phase() != Phase::Predict; }

void LessonPlayer::goOn() {
    if (!canGoOn()) return;
    if (m_step + 1 >= stepCount()) {
        emit finished();
        return;
    }
    ++m_step;
    enter();
}

void LessonPlayer::goBack() {
    if (!canGoBack()) return;
    --m_step;
    enter();
}

Phase LessonPlayer::phase() const {
    if (!m_question) return Phase::Act;
    return given() ? Phase::Reveal : Phase::Predict;
}

const core::GivenAnswer* LessonPlayer::given() const {
    const auto found = m_given.find(m_step);
    return found == m_given.end() ? nullptr : &found->second;
}

core::Mark LessonPlayer::answer(const core::GivenAnswer& answer) {
    if (!m_question) return {};
    m_given[m_step] = answer;
    const core::Mark result = core::mark(*m_question, answer);
    mark();
    emit answered(result);
    return result;
}

void LessonPlayer::reveal() {
    if (phase() != Phase::Predict) return;
    core::GivenAnswer right;
    right.number = m_question->answer;
    for (const core::PosedChoice& choice : m_question->choices)
        if (choice.right) right.chosen.push_back(choice.id);
    m_given[m_step] = right;
    mark();
    emit stepChanged();
}

void LessonPlayer::enter() {
    const core::Plan plan = core::planOfStep(*m_lesson, std::size_t(m_step));
    m_hall.document.open(plan, {});
    if (auto scope = core::scopeOf(plan, step().others, {}, m_hall.evaluator.calibration())) m_scope = std::move(*scope);
    poseQuestion();
    mark();
    emit stepChanged();
}

void LessonPlayer::mark() {
    const core::Highlight marked =
        step().highlight.when == core::MarkWhen::Answered && phase() == Phase::Predict ? core::Highlight{} : step().highlight;
    m_hall.selection.select({marked.rank, marked.stage, marked.microBatch, marked.category}, this);
}

void LessonPlayer::poseQuestion() {
    m_question.reset();
    if (!step().question) return;
    core::Question question = *step().question;
    question.others.insert(step().others.begin(), step().others.end());
    const auto draws = core::drawsOf(question);
    if (!draws) return;
    auto posed = core::pose(question, core::planOfStep(*m_lesson, std::size_t(m_step)), draws->front(), m_language);
    if (posed) m_question = std::move(*posed);
}

void LessonPlayer::followPlan() {
    const SnapshotPtr snapshot = m_hall.evaluator.snapshot();
    if (!m_lesson || snapshot->plan == m_scope.plan->plan) return;
    auto scope = core::scopeOf(snapshot->plan, step().others, {}, snapshot->calibration);
    if (!scope) return;
    m_scope = std::move(*scope);
    m_scope.plan = snapshot;
    emit numbersChanged();
}

// Where a plan has no such number, because the learner has broken a rule, the numbers of the step's own plan stand.
core::Prose LessonPlayer::rendered(const core::Localised<core::Prose>& prose) const {
    if (auto text = core::renderProse(prose.in(m_language), m_scope, m_language)) return std::move(*text);
    const auto own = core::scopeOf(core::planOfStep(*m_lesson, std::size_t(m_step)), step().others);
    auto text = own ? core::renderProse(prose.in(m_language), *own, m_language) : core::Result<core::Prose>();
    return text ? std::move(*text) : core::Prose{};
}

core::Plan LessonPlayer::runPlan() const {
    const core::Plan& plan = m_hall.document.plan();
    return step().run ? core::patched(plan, step().run->plan).value_or(plan) : plan;
}

}  // namespace ui
