// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Index line ↔ text.
#include "core/telemetry/run_index.h"

#include <nlohmann/json.hpp>

namespace core::runIndex {

std::string encode(const Line& line) {
    nlohmann::ordered_json json{{"type", "index"}, {"t", line.t}, {"previous", line.previous}};
    auto& blocks = json["blocks"] = nlohmann::ordered_json::array();
    for (const RunBlock& b : line.blocks) blocks.push_back({b.offset, b.firstTime, b.lastStep, b.lines});
    return json.dump();
}

std::optional<Line> decode(std::string_view text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("previous") || !json["previous"].is_number_integer())
        return std::nullopt;
    Line line{json.value("t", 0.0), json["previous"].get<std::int64_t>(), {}};
    const auto blocks = json.find("blocks");
    if (blocks == json.end() || !blocks->is_array()) return std::nullopt;
    for (const auto& b : *blocks) {
        if (!b.is_array() || b.size() != 4) return std::nullopt;
        for (const auto& number : b)
            if (!number.is_number()) return std::nullopt;
        line.blocks.push_back({b[0].get<std::int64_t>(), b[1].get<double>(), b[2].get<std::int64_t>(),
                               b[3].get<std::int64_t>()});
    }
    return line;
}

}  // namespace core::runIndex
