// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZeRO-3: which units of a rank are gathered when, and where they lie in the buffer of live parameters. One value type,
// driven by the engine as it runs and by the traffic model on paper. The op table fixes the order in which a step uses
// its units, so a unit in the way gives place by Belady's rule: the one whose next use is farthest. A unit that still
// lies there when it is used again is not gathered again. Prefetch gathers the next units of the order ahead of their
// use, as long as they find room without displacing what is used before them.
//   capacity   max(largest unit, max_live_parameters) elements; without max_live_parameters: prefetch + the largest unit,
//              under looped BFS the largest chunk, which is then gathered once a pass for all micro-batches
// Outside a step (validation, sampling) there is no order: whatever is not in use gives place, nothing is prefetched.
#pragma once

#include "core/layout/shard_map.h"
#include "core/memory/stage_units.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace core {

// Elements of the buffer; 0 below stage 3. The engine's; never more than the rank's units.
[[nodiscard]] std::int64_t liveParameterElements(const Plan& plan, const StageUnits& units);

// Units in the order in which one step of a pipeline rank uses their parameters.
[[nodiscard]] std::vector<int> parameterUses(const Plan& plan, const ShardMap& shards, const Schedule& schedule, int rank);

class LiveParameters {
public:
    struct Settings {
        std::int64_t capacity = 0;  // elements, at least those of the largest unit
        std::int64_t prefetch = 0;  // elements gathered and not yet used, at most
        std::map<int, std::int64_t> elements;  // by unit
    };
    explicit LiveParameters(Settings settings);

    // The order of a step begins, or there is none.
    void begin(std::vector<int> uses);
    void end() { begin({}); }
    // Everything gathered is stale.
    void forget();

    struct Gather {
        int unit = 0;
        std::int64_t offset = 0;  // elements from the start of the buffer
    };
    struct Use {
        std::int64_t offset = 0;
        std::optional<Gather> gather;   // first, where the unit was not there
        std::vector<Gather> prefetches;  // then, beside the computing
    };
    // Uses nest; during a step they follow its order (std::logic_error otherwise).
    [[nodiscard]] Use acquire(int unit);
    void release(int unit);

private:
    struct Live {
        std::int64_t offset = 0, elements = 0;
        int users = 0;
        bool used = false;  // since it was gathered
    };
    // Of its uses from m_at on the first; m_uses.size() where there is none.
    [[nodiscard]] std::size_t nextUse(int unit);
    // Offset of a gap of so many elements, after displacing units whose next use lies behind `before`.
    std::optional<std::int64_t> makeRoom(std::int64_t elements, std::size_t before);
    [[nodiscard]] std::optional<std::int64_t> findGap(std::int64_t elements) const;
    [[nodiscard]] std::int64_t waiting() const;  // elements prefetched and not yet used
    void prefetch(std::vector<Gather>& gathers);

    Settings m_settings;
    struct Positions {
        std::vector<std::size_t> at;  // in m_uses
        std::size_t next = 0;         // index of the first that may lie ahead
    };

    std::vector<int> m_uses;
    std::map<int, Positions> m_positions;
    std::size_t m_at = 0;
    std::map<int, Live> m_live;
};

// Of the units of a pipeline rank.
[[nodiscard]] LiveParameters::Settings liveSettings(const Plan& plan, const ShardMap& shards, int rank);

}  // namespace core
