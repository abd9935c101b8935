// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Four layouts; in each, the faults that its own features make possible.
#include "core/lesson/activities/bug_hunt.h"

#include "core/lesson/question.h"
#include "core/plan/toy_plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr std::int64_t kUpdates = 24;

Plan planToHuntIn(int tp, int pp, int dp, int zero, ScheduleKind schedule) {
    Plan plan = toyPlan(tp, pp, dp, zero, schedule);
    plan.name = plan.model.name = "bug-hunt";
    plan.model.vocabulary = 256;
    plan.model.maxSequence = 16;
    plan.batch = {.micro = 2, .global = 16};
    plan.optimizer.lr = 1e-2;
    plan.optimizer.clip = 0;  // a norm that is wrong is then seen as a norm and not as another step
    plan.run.steps = kUpdates;
    return plan;
}

struct Scene {
    int tp, pp, dp, zero;
    ScheduleKind schedule;
    Recompute recompute;
    std::vector<Suspect> suspects;
};

const std::vector<Scene>& scenes() {
    using enum Suspect;
    static const std::vector<Scene> all{
        {2, 2, 2, 1, ScheduleKind::OneFOneB, Recompute::None,
         {GradientSummedTwice, NormGradientNotReduced, StaleTiedEmbedding, NormCountedTwice}},
        {1, 2, 2, 1, ScheduleKind::ZbH1, Recompute::None, {GradientSummedTwice, StaleTiedEmbedding, WeightGradientSkipped}},
        {2, 2, 2, 2, ScheduleKind::OneFOneB, Recompute::Selective,
         {GradientSummedTwice, NormGradientNotReduced, StaleTiedEmbedding, NormCountedTwice, RecomputationSkipped}},
        {2, 2, 2, 3, ScheduleKind::OneFOneB, Recompute::None,
         {GradientSummedTwice, NormGradientNotReduced, StaleTiedEmbedding, NormCountedTwice, StaleGather}},
    };
    return all;
}

template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b, auto same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

template <>
std::span<const std::pair<Suspect, std::string_view>> enumNames<Suspect>() {
    static constexpr std::array<std::pair<Suspect, std::string_view>, 7> names{{
        {Suspect::GradientSummedTwice, "gradient-summed-twice"},
        {Suspect::NormGradientNotReduced, "norm-gradient-not-reduced"},
        {Suspect::StaleTiedEmbedding, "stale-tied-embedding"},
        {Suspect::NormCountedTwice, "norm-counted-twice"},
        {Suspect::WeightGradientSkipped, "weight-gradient-skipped"},
        {Suspect::RecomputationSkipped, "recomputation-skipped"},
        {Suspect::StaleGather, "stale-gather"},
    }};
    return names;
}

// The fault first, so that each is as likely as another; then a layout in which it can act.
Hunt drawHunt(std::uint64_t seed) {
    const auto names = enumNames<Suspect>();
    const Suspect culprit = names[drawIndex("culprit", seed, names.size())].first;
    std::vector<const Scene*> possible;
    for (const Scene& scene : scenes())
        if (std::ranges::count(scene.suspects, culprit) > 0) possible.push_back(&scene);
    const Scene& scene = *possible[drawIndex("scene", seed, possible.size())];
    Hunt hunt{seed, planToHuntIn(scene.tp, scene.pp, scene.dp, scene.zero, scene.schedule), scene.suspects, culprit};
    hunt.plan.recompute = scene.recompute;
    hunt.plan.run.seed = 1 + seed % 1000;
    return hunt;
}

bool HuntReport::operator==(const HuntReport& other) const {
    return losses == other.losses && rightLosses == other.rightLosses && norms == other.norms &&
           rightNorms == other.rightNorms &&
           equal(tensors, other.tensors,
                 [](const TensorReading& a, const TensorReading& b) {
                     return a.tensor == b.tensor && a.difference == b.difference && a.size == b.size;
                 }) &&
           equal(copies, other.copies, [](const CopyReading& a, const CopyReading& b) {
               return a.tensor == b.tensor && a.copies == b.copies && a.different == b.different &&
                      a.difference == b.difference;
           });
}

std::string toJsonText(const HuntReport& report) {
    using Json = nlohmann::ordered_json;
    Json json{{"losses", report.losses},
              {"right_losses", report.rightLosses},
              {"norms", report.norms},
              {"right_norms", report.rightNorms},
              {"tensors", Json::array()},
              {"copies", Json::array()}};
    for (const TensorReading& row : report.tensors)
        json["tensors"].push_back({{"tensor", row.tensor}, {"difference", row.difference}, {"size", row.size}});
    for (const CopyReading& row : report.copies)
        json["copies"].push_back({{"tensor", row.tensor},
                                  {"copies", row.copies},
                                  {"different", row.different},
                                  {"difference", row.difference}});
    return json.dump();
}

Result<HuntReport> huntReportFrom(std::string_view text) {
    HuntReport report;
    try {
        const auto json = nlohmann::json::parse(text);
        json.at("losses").get_to(report.losses);
        json.at("right_losses").get_to(report.rightLosses);
        json.at("norms").get_to(report.norms);
        json.at("right_norms").get_to(report.rightNorms);
        for (const auto& row : json.at("tensors"))
            report.tensors.push_back({row.at("tensor"), row.at("difference"), row.at("size")});
        for (const auto& row : json.at("copies"))
            report.copies.push_back({row.at("tensor"), row.at("copies"), row.at("different"), row.at("difference")});
    } catch (const nlohmann::json::exception& error) {
        return refuse({.code = "hunt.not-a-report", .params = {{"reason", error.what()}}, .fix = "fix.hunt.not-a-report"});
    }
    return report;
}

}  // namespace core
