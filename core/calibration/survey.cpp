// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/survey.h"

#include "core/base/json_text.h"

#include <fmt/format.h>

#include <cmath>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kMost = 1e18;
constexpr std::size_t kMostRows = 10'000;

class Reader {
public:
    explicit Reader(const JsonText& json)
        : m_json(json) {}

    Result<Survey> read() {
        Survey survey;
        if (!m_json.root.is_object()) refuse("survey.wrong-type", "", {{"key", "survey"}, {"expected", "an object"}});
        if (m_problems.empty()) fill(survey);
        if (m_problems.empty() && (survey.products.empty() || survey.passes.empty()))
            refuse("survey.too-little", "", {});
        if (!m_problems.empty()) return tl::make_unexpected(std::move(m_problems));
        return survey;
    }

private:
    void refuse(const char* code, const std::string& pointer, std::map<std::string, std::string> params) {
        m_problems.push_back({Severity::Error, code, m_json.where(pointer), std::move(params), "fix.survey"});
    }

    void fill(Survey& survey) {
        static constexpr std::string_view kKeys[] = {"version",  "machine",   "cores",  "memory_bytes",
                                                     "products", "attention", "passes", "collectives"};
        for (const auto& [key, value] : m_json.root.items())
            if (std::ranges::find(kKeys, key) == std::end(kKeys)) refuse("survey.unknown-key", "/" + pointerToken(key), {{"key", key}});
        constexpr double kMostCores = 1 << 20, kVersion = 1;
        if (number(m_json.root, "", "version") != kVersion && m_problems.empty())
            refuse("survey.wrong-type", "/version", {{"key", "version"}, {"expected", "1"}});
        if (const auto at = m_json.root.find("machine"); at != m_json.root.end() && at->is_string())
            survey.machine = at->get<std::string>();
        survey.cores = int(std::min(kMostCores, number(m_json.root, "", "cores")));
        survey.memory = Bytes(std::int64_t(number(m_json.root, "", "memory_bytes")));
        rows("products", [&](const Json& row, const std::string& at) {
            survey.products.push_back({number(row, at, "m"), number(row, at, "n"), number(row, at, "k"), number(row, at, "seconds")});
        });
        rows("attention", [&](const Json& row, const std::string& at) {
            survey.attention.push_back({number(row, at, "flops"), number(row, at, "seconds")});
        });
        rows("passes", [&](const Json& row, const std::string& at) {
            survey.passes.push_back({number(row, at, "bytes"), number(row, at, "seconds")});
        });
        rows("collectives", [&](const Json& row, const std::string& at) { collective(survey, row, at); });
    }

    void collective(Survey& survey, const Json& row, const std::string& at) {
        const auto named = row.find("kind");
        const auto kind = named != row.end() && named->is_string() ? fromText<CollectiveKind>(named->get<std::string>()) : std::nullopt;
        if (!kind) return refuse("survey.wrong-type", at + "/kind", {{"key", "kind"}, {"expected", "a collective such as all-reduce"}});
        constexpr double kMostRanks = 1 << 20;
        const int ranks = int(std::min(kMostRanks, number(row, at, "ranks")));
        const SweepPoint point{number(row, at, "bytes"), number(row, at, "seconds")};
        for (CollectiveSweep& sweep : survey.collectives)
            if (sweep.kind == *kind && sweep.ranks == ranks) return sweep.points.push_back(point);
        survey.collectives.push_back({*kind, ranks, 1, {point}});
    }

    template <class Take>
    void rows(const char* key, Take take) {
        const auto at = m_json.root.find(key);
        if (at == m_json.root.end()) return;
        const std::string pointer = std::string("/") + key;
        if (!at->is_array() || at->size() > kMostRows) return refuse("survey.wrong-type", pointer, {{"key", key}, {"expected", "a list"}});
        for (std::size_t i = 0; i < at->size() && m_problems.size() < 20; ++i) {
            const std::string place = fmt::format("{}/{}", pointer, i);
            if ((*at)[i].is_object())
                take((*at)[i], place);
            else
                refuse("survey.wrong-type", place, {{"key", std::to_string(i)}, {"expected", "an object"}});
        }
    }

    double number(const Json& object, const std::string& pointer, const char* key) {
        const auto at = object.find(key);
        const double value = at != object.end() && at->is_number() ? at->get<double>() : 0;
        if (value > 0 && value <= kMost && std::isfinite(value)) return value;
        refuse("survey.wrong-type", pointer + "/" + key, {{"key", key}, {"expected", "a number above 0"}});
        return 1;
    }

    const JsonText& m_json;
    Problems m_problems;
};

}  // namespace

Result<Survey> readSurvey(std::string_view text, std::string_view file) {
    const Result<JsonText> json = readJson(text, file);
    if (!json) return tl::make_unexpected(json.error());
    if (!json->duplicates.empty()) return tl::make_unexpected(json->duplicates);
    return Reader(*json).read();
}

Json toJson(const Survey& survey) {
    Json json{{"version", 1}, {"machine", survey.machine}, {"cores", survey.cores}, {"memory_bytes", survey.memory.value()}};
    for (const char* key : {"products", "attention", "passes", "collectives"}) json[key] = Json::array();
    for (const TimedProduct& row : survey.products)
        json["products"].push_back({{"m", row.m}, {"n", row.n}, {"k", row.k}, {"seconds", row.seconds}});
    for (const TimedAttention& row : survey.attention) json["attention"].push_back({{"flops", row.flops}, {"seconds", row.seconds}});
    for (const SweepPoint& row : survey.passes) json["passes"].push_back({{"bytes", row.bytes}, {"seconds", row.seconds}});
    for (const CollectiveSweep& sweep : survey.collectives)
        for (const SweepPoint& point : sweep.points)
            json["collectives"].push_back({{"kind", toText(sweep.kind)},
                                           {"ranks", sweep.ranks},
                                           {"bytes", point.bytes},
                                           {"seconds", point.seconds}});
    return json;
}

}  // namespace core
