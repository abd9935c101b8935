// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accelerators as JSON, and the catalogue that is built in.
#include "core/cluster/cluster.h"

#include "core/base/embedded.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

enum class Needed { Yes, No };

// Number keys: the unit in the file and what it is in ours.
struct NumberKey {
    const char* key;
    double Accelerator::*member;
    double unit;
    Needed needed;
};
constexpr NumberKey kNumbers[] = {
    {"bf16_tflops", &Accelerator::peakFlopsBf16, 1e12, Needed::No},
    {"fp16_tflops", &Accelerator::peakFlops16, 1e12, Needed::Yes},
    {"fp8_tflops", &Accelerator::peakFlops8, 1e12, Needed::No},
    {"fp32_tflops", &Accelerator::peakFlops32, 1e12, Needed::Yes},
    {"memory_gb_per_s", &Accelerator::memoryBandwidth, 1e9, Needed::Yes},
    {"node_gb_per_s", &Accelerator::intraNodeBandwidth, 1e9, Needed::Yes},
    {"network_gb_per_s", &Accelerator::interNodeBandwidth, 1e9, Needed::Yes},
    {"node_microseconds", &Accelerator::intraNodeLatency, 1e-6, Needed::Yes},
    {"network_microseconds", &Accelerator::interNodeLatency, 1e-6, Needed::Yes},
    {"watts", &Accelerator::powerWatts, 1, Needed::Yes},
    {"price_per_gpu_hour", &Accelerator::pricePerHour, 1, Needed::No},
};
// Shares of the data sheet; where a key is missing the default stands.
struct EfficiencyKey {
    const char* key;
    double Efficiency::*member;
    double unit, most;
};
constexpr double kMostMicroseconds = 1e6;
constexpr EfficiencyKey kEfficiencies[] = {
    {"product_efficiency", &Efficiency::products, 1, 1},
    {"memory_efficiency", &Efficiency::memory, 1, 1},
    {"node_efficiency", &Efficiency::node, 1, 1},
    {"network_efficiency", &Efficiency::network, 1, 1},
    {"kernel_microseconds", &Efficiency::kernelSeconds, 1e-6, kMostMicroseconds},
    {"host_microseconds", &Efficiency::hostSeconds, 1e-6, kMostMicroseconds},
};
constexpr const char* kMemory = "memory_gib";
constexpr double kMost = 1e18;  // of any number in the file's units

class Reader {
public:
    Reader(const JsonText& json, const std::string& pointer)
        : m_json(json)
        , m_object(json.root.at(Json::json_pointer(pointer)))
        , m_pointer(pointer) {}

    Result<Accelerator> read() {
        if (!m_object.is_object()) return core::refuse({Severity::Error, "cluster.not-an-object", m_json.where(m_pointer)});
        Accelerator card;
        card.name = text("name", Needed::Yes);
        card.title = text("title", Needed::No);
        if (card.title.empty()) card.title = card.name;
        card.source = text("source", Needed::No);
        card.memory = gibibytes(number(kMemory, Needed::Yes));
        for (const NumberKey& row : kNumbers) card.*row.member = number(row.key, row.needed) * row.unit;
        for (const EfficiencyKey& row : kEfficiencies) readEfficiency(row, card.efficiency);
        refuseUnknown();
        if (!m_problems.empty()) return tl::make_unexpected(std::move(m_problems));
        return card;
    }

private:
    void refuse(const char* code, const std::string& key, std::map<std::string, std::string> params, const char* fix) {
        params["key"] = key;
        m_problems.push_back({Severity::Error, code, m_json.where(m_pointer + "/" + pointerToken(key)), std::move(params), fix});
    }
    const Json* find(const char* key, Needed needed) {
        m_known.emplace_back(key);
        const auto at = m_object.find(key);
        if (at != m_object.end()) return &*at;
        if (needed == Needed::Yes) refuse("cluster.missing-key", key, {}, "");
        return nullptr;
    }
    std::string text(const char* key, Needed needed) {
        const Json* value = find(key, needed);
        if (value == nullptr) return {};
        if (value->is_string() && (needed == Needed::No || !value->get<std::string>().empty())) return value->get<std::string>();
        refuse("cluster.wrong-type", key, {{"expected", "a text"}}, "");
        return {};
    }
    double number(const char* key, Needed needed) {
        const Json* value = find(key, needed);
        if (value == nullptr) return 0;
        const double most = key == kMemory ? double(std::int64_t{1} << 32) : kMost;
        const double found = value->is_number() ? value->get<double>() : -1;
        const bool sound = std::isfinite(found) && (needed == Needed::Yes ? found > 0 : found >= 0) && found <= most;
        if (sound) return found;
        refuse("cluster.wrong-type", key, {{"expected", needed == Needed::Yes ? "a number above 0" : "a number of at least 0"}}, "");
        return 0;
    }
    void readEfficiency(const EfficiencyKey& row, Efficiency& efficiency) {
        const Json* value = find(row.key, Needed::No);
        if (value == nullptr) return;
        const double found = value->is_number() ? value->get<double>() : 0;
        if (found > 0 && found <= row.most)
            efficiency.*row.member = found * row.unit;
        else
            refuse("cluster.wrong-type", row.key, {{"expected", fmt::format("a number above 0 and at most {}", row.most)}}, "");
    }
    void refuseUnknown() {
        for (const auto& [key, value] : m_object.items()) {
            if (std::ranges::find(m_known, key) != m_known.end()) continue;
            const auto nearest = nearestWord(key, m_known);
            refuse("cluster.unknown-key", key, {{"nearest", nearest.value_or("")}, {"choices", joinedByAnd(m_known)}},
                   nearest ? "fix.plan.did-you-mean-key" : "fix.plan.keys");
        }
    }

    const JsonText& m_json;
    const Json& m_object;
    const std::string& m_pointer;
    std::vector<std::string> m_known;
    Problems m_problems;
};

std::vector<Accelerator> catalogueRows() {
    const Result<JsonText> json = readJson(embeddedAccelerators(), "resources/accelerators.json");
    if (!json) throw std::runtime_error(describe(json.error().front()));
    std::vector<Accelerator> rows;
    for (std::size_t i = 0; i < json->root.size(); ++i) {
        Result<Accelerator> row = readAccelerator(*json, fmt::format("/{}", i));
        if (!row) throw std::runtime_error(describe(row.error().front()));
        rows.push_back(std::move(*row));
    }
    return rows;
}

}  // namespace

const std::vector<Accelerator>& accelerators() {
    static const std::vector<Accelerator> rows = catalogueRows();
    return rows;
}

const Accelerator* findAccelerator(std::string_view name) {
    const auto found = std::ranges::find(accelerators(), name, &Accelerator::name);
    return found == accelerators().end() ? nullptr : &*found;
}

Result<Accelerator> readAccelerator(const JsonText& json, const std::string& pointer) {
    return Reader(json, pointer).read();
}

Result<Accelerator> loadAccelerator(const std::filesystem::path& file) {
    constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;
    const Result<std::string> text = readTextFile(file, kMostBytes);
    if (!text) return tl::make_unexpected(text.error());
    const Result<JsonText> json = readJson(*text, file.string());
    if (!json) return tl::make_unexpected(json.error());
    if (!json->duplicates.empty()) return tl::make_unexpected(json->duplicates);
    return readAccelerator(*json, "");
}

nlohmann::ordered_json toJson(const Accelerator& card) {
    Json json{{"name", card.name},
              {"title", card.title},
              {kMemory, double(card.memory.value()) / double(kGiB)},
              {"source", card.source}};
    for (const NumberKey& row : kNumbers)
        if (const double value = card.*row.member; row.needed == Needed::Yes || value > 0) json[row.key] = value / row.unit;
    for (const EfficiencyKey& row : kEfficiencies)
        if (card.efficiency.*row.member != Efficiency{}.*row.member) json[row.key] = card.efficiency.*row.member / row.unit;
    return json;
}

}  // namespace core
