// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_score.h"

#include "app/cli/bench_turns.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/planner/speed_bars.h"

#include <fmt/format.h>

namespace app {

Reply benchScore(int rounds) {
    std::vector<Contestant> contestants;
    for (const core::SpeedBar& row : core::speedBars()) contestants.push_back({row.name, [&row] { return row.measure() * row.scale; }});
    takeTurns(contestants, rounds, [](int) {});
    Answer answer;
    answer.json = {{"name", "score"}, {"value", nullptr}, {"unit", "µs"}, {"ratio", nullptr}, {"peer", "limit"},
                   {"peer_version", SHARDSCOPE_VERSION}, {"rounds", rounds}, {"rows", Json::array()}};
    std::vector<TableRow> lines{{"", "● median", "limit", "limit / median"}};
    double least = 0;
    for (std::size_t i = 0; i < contestants.size(); ++i) {
        const core::SpeedBar& row = core::speedBars()[i];
        const double value = contestants[i].median();
        const double ratio = row.ratio(value);
        least = i == 0 ? ratio : std::min(least, ratio);
        answer.json["rows"].push_back({{"name", row.name}, {"value", value}, {"unit", row.unit}, {"limit", row.limit}, {"ratio", ratio}});
        lines.push_back({row.name, fmt::format("{:.4g} {}", value, row.unit), fmt::format("{:g} {}", row.limit, row.unit),
                         fmt::format("{:.2f} ×", ratio)});
    }
    answer.json["value"] = contestants.front().median();
    answer.json["ratio"] = least;
    answer.text = fmt::format("Processor time of one core, medians of {}\n\n", core::counted(rounds, "round")) + table(lines);
    return answer;
}

}  // namespace app
