// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers come out of the expressions, evaluated with the plans of the question.
#include "core/lesson/question.h"

#include "core/lesson/lesson_json.h"
#include "core/lesson/unit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr double kEqual = 1e-9;  // relative: values of choices that are computed in two ways

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}
std::uint64_t hashOf(std::string_view text, std::uint64_t seed) {
    std::uint64_t hash = mixed(seed);
    for (const char c : text) hash = mixed(hash ^ static_cast<unsigned char>(c));
    return hash;
}

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)); }

// An expression of the question; its problem in the place of the file.
Result<double> computed(const PlacedExpression& placed, const QuantityScope& scope) {
    auto value = evaluateIn(placed.expression, scope);
    if (!value)
        for (Problem& problem : value.error())
            problem.where = placeInText(placed.where, placed.expression.source, std::stoul(problem.where));
    return value;
}

class Posing {
public:
    Posing(const Question& question, QuantityScope scope, Language language)
        : m_question(question)
        , m_scope(std::move(scope))
        , m_language(language) {}

    Result<PosedQuestion> pose() {
        PosedQuestion posed;
        posed.id = m_question.id;
        posed.kind = m_question.kind;
        posed.level = m_question.level;
        posed.unit = unitText(m_question.unit, m_language);
        posed.tolerance = m_question.tolerance;
        if (!m_question.answer.empty()) {
            const auto answer = computed(m_question.answer, m_scope);
            if (!answer) return tl::make_unexpected(answer.error());
            posed.answer = *answer;
            posed.answerText = numberText(*answer, m_question.format, m_language);
            m_scope.drawn["answer"] = *answer;
        }
        posed.prompt = rendered(m_question.prompt);
        posed.reason = rendered(m_question.reason);
        posed.hint = rendered(m_question.hint);
        for (const Choice& choice : m_question.choices) posed.choices.push_back(choiceOf(choice, posed.answer));
        posed.draw = m_scope.drawn;
        posed.draw.erase("answer");
        if (!m_problems.empty()) return tl::make_unexpected(m_problems);
        return posed;
    }

private:
    Prose rendered(const Localised<Prose>& prose) {
        auto text = renderProse(prose.in(m_language), m_scope, m_language);
        if (text) return std::move(*text);
        m_problems.insert(m_problems.end(), text.error().begin(), text.error().end());
        return {};
    }

    PosedChoice choiceOf(const Choice& choice, std::optional<double> answer) {
        PosedChoice posed{choice.id, {}, {}, false, choice.misconception};
        const bool byValue = !choice.value.empty();
        const auto value = computed(byValue ? choice.value : choice.right, m_scope);
        if (!value) {
            m_problems.insert(m_problems.end(), value.error().begin(), value.error().end());
            return posed;
        }
        posed.right = byValue ? answer && near(*value, *answer, kEqual) : *value != 0;
        m_scope.drawn["value"] = *value;
        posed.label = rendered(choice.label);
        posed.explanation = rendered(choice.explanation);
        m_scope.drawn.erase("value");
        return posed;
    }

    const Question& m_question;
    QuantityScope m_scope;
    Language m_language;
    Problems m_problems;
};

}  // namespace

Result<std::vector<Draw>> drawsOf(const Question& question) {
    std::vector<Draw> draws{{}};
    for (const DrawnNumber& number : question.draw) {
        std::vector<Draw> longer;
        for (const Draw& draw : draws)
            for (const double value : number.values) {
                longer.push_back(draw);
                longer.back()[number.name] = value;
            }
        draws = std::move(longer);
        if (draws.size() > kMostDraws)
            return refuse({Severity::Error, "course.too-many-draws", question.where,
                           {{"limit", fmt::to_string(kMostDraws)}}, "fix.course.draws"});
    }
    if (question.only.empty()) return draws;
    std::vector<Draw> passed;
    for (Draw& draw : draws) {
        QuantityScope scope;
        scope.drawn = draw;
        const auto passes = computed(question.only, scope);
        if (!passes) return tl::make_unexpected(passes.error());
        if (*passes != 0) passed.push_back(std::move(draw));
    }
    if (passed.empty())
        return refuse({Severity::Error, "course.no-draws", question.where, {}, "fix.course.draws"});
    return passed;
}

std::size_t drawIndex(std::string_view questionId, std::uint64_t seed, std::size_t draws) {
    return draws == 0 ? 0 : std::size_t(hashOf(questionId, seed) % draws);
}

Result<PosedQuestion> pose(const Question& question, const Plan& plan, const Draw& draw, Language language) {
    const auto own = patched(plan, question.plan, draw);
    if (!own) return tl::make_unexpected(own.error());
    auto scope = scopeOf(*own, question.others, draw);
    if (!scope) return tl::make_unexpected(scope.error());
    return Posing(question, std::move(*scope), language).pose();
}

void shuffleChoices(PosedQuestion& question, std::uint64_t seed) {
    std::ranges::sort(question.choices, {}, [&](const PosedChoice& choice) {
        return hashOf(question.id + '/' + choice.id, seed);
    });
}

Mark mark(const PosedQuestion& question, const GivenAnswer& answer) {
    Mark mark;
    if (question.kind == QuestionKind::Numeric) {
        constexpr double kLeast = 1e-12;
        mark.right = answer.number && question.answer &&
                     (near(*answer.number, *question.answer, std::max(question.tolerance, kEqual)) ||
                      std::abs(*answer.number - *question.answer) < kLeast);
        return mark;
    }
    for (const PosedChoice& choice : question.choices) {
        const bool chosen = std::ranges::find(answer.chosen, choice.id) != answer.chosen.end();
        if (chosen && !choice.right) mark.wronglyChosen.push_back(choice.id);
        if (!chosen && choice.right) mark.missed.push_back(choice.id);
    }
    mark.right = mark.wronglyChosen.empty() && mark.missed.empty();
    return mark;
}

}  // namespace core
