// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans as text: the walk over plan_members.h with a reader or a writer.
#include "core/plan/plan_codec.h"

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/plan/model_json.h"
#include "core/plan/plan_members.h"
#include "core/plan/plan_reader.h"

#include <fmt/format.h>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

class PlanWriter {
public:
    [[nodiscard]] Json take() { return std::move(m_json); }

    void version() { m_json["version"] = kPlanVersion; }
    void text(const char* key, const std::string& member) { m_json[key] = member; }
    void real(const char* key, double member) { m_json[key] = member; }
    void bytes(const char* key, Bytes member) { m_json[key] = member.value(); }

    template <class E>
    void flag(const char* key, E member) {
        m_json[key] = member == E::On;
    }
    void toggle(const char* key, bool member) { m_json[key] = member; }
    template <class Number>
    void integer(const char* key, Number member) {
        m_json[key] = member;
    }
    template <class E>
    void choice(const char* key, E member) {
        m_json[key] = toText(member);
    }
    template <class E>
    void optionalChoice(const char* key, const std::optional<E>& member) {
        if (member) choice(key, *member);
    }
    void list(const char* key, const std::vector<int>& member) {
        if (!member.empty()) m_json[key] = member;
    }

    void lines(const char* key, const std::vector<std::string>& member) {
        if (!member.empty()) m_json[key] = member;
    }

    bool preset(const ModelSpec& model) {
        const ModelSpec* known = findModelPreset(model.name);
        const bool same = known != nullptr && *known == model;
        if (same) m_json["preset"] = model.name;
        return same;
    }

    void accelerator(const char* key, const ClusterSpec& cluster) {
        if (cluster.own)
            m_json[key] = toJson(*cluster.own);
        else
            m_json[key] = cluster.gpu;
    }
    // A model that was read from another program's file is written out: the plan stands on its own.
    static bool config(const ModelSpec&) { return false; }

    template <class Member, class Body>
    void detail(const char* key, const Member& member, Body body) {
        if (member != Member{}) section(key, body);
    }

    template <class Body>
    void section(const char* key, Body body) {
        Json outer = std::exchange(m_json, Json::object());
        body();
        outer[key] = std::move(m_json);
        m_json = std::move(outer);
    }

private:
    Json m_json = Json::object();
};

}  // namespace

Result<Plan> planFromText(std::string_view text, std::string_view fileName) {
    const Result<JsonText> json = readJson(text, fileName);
    if (!json) return tl::make_unexpected(json.error());
    if (!json->root.is_object())
        return refuse({Severity::Error,
                       "plan.wrong-type",
                       json->where(""),
                       {{"key", "plan"}, {"expected", "an object"}, {"found", shortText(json->root)}},
                       "fix.plan.wrong-type"});
    if (!json->root.contains("version") && (json->root.contains("model_type") || json->root.contains("architectures")))
        return refuse({Severity::Error, "plan.is-a-model", json->where(""), {{"file", std::string(fileName)}}, "fix.plan.is-a-model"});
    Plan plan;
    PlanReader reader(*json);
    visitPlan(reader, plan);
    reader.finish(plan.model);
    Problems problems = json->duplicates;
    const Problems faults = reader.takeProblems();
    problems.insert(problems.end(), faults.begin(), faults.end());
    if (!problems.empty()) return tl::make_unexpected(std::move(problems));
    return plan;
}

nlohmann::ordered_json modelToJson(const ModelSpec& model) {
    PlanWriter writer;
    visitShape(writer, model);
    return writer.take();
}

nlohmann::ordered_json planToJson(const Plan& plan) {
    PlanWriter writer;
    visitPlan(writer, plan);
    return writer.take();
}

std::string planToText(const Plan& plan) {
    constexpr int kIndent = 2;
    return planToJson(plan).dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Plan> loadPlan(const std::filesystem::path& file) {
    constexpr std::int64_t kMostBytes = std::int64_t{4} << 20;
    const Result<std::string> text = readTextFile(file, kMostBytes);
    if (!text) return tl::make_unexpected(text.error());
    return planFromText(*text, file.string());
}

Plan namedAfter(Plan plan, const std::filesystem::path& file) {
    if (plan.name != Plan().name) return plan;
    std::filesystem::path stem = file.filename();
    for (const char* ending : {".json", ".shardscope"})
        if (stem.extension() == ending) stem = stem.stem();
    plan.name = stem.string();
    return plan;
}

Result<void> savePlan(const Plan& plan, const std::filesystem::path& file) {
    return writeFileAtomically(file, planToText(plan));
}

Problems placedInText(Problems problems, std::string_view text, std::string_view fileName) {
    const Result<JsonText> json = readJson(text, fileName);
    if (!json) return problems;
    for (Problem& problem : problems)
        if (problem.where.starts_with('/')) problem.where = json->where(problem.where);
    return problems;
}

}  // namespace core
