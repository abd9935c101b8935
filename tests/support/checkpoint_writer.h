// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checkpoints without an engine: what the ranks of a plan would own, filled with numbers that say where they
// belong. Who owns what follows from the shard map and ZeRO alone.
#pragma once

#include "core/checkpoint/checkpoint_folder.h"
#include "core/layout/shard_map.h"
#include "tests/support/plans.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

namespace support {

using ValueAt = std::function<float(core::StateKind, int tensor, std::int64_t globalIndex)>;

inline core::Manifest manifestOf(const core::Plan& plan, std::int64_t step) {
    core::Manifest manifest;
    manifest.build = "test";
    manifest.position = {step, step * plan.batch.global};
    manifest.text = {"a text", 1000, 42};
    manifest.plan = plan;
    manifest.tensors = core::ShardMap(plan.model, plan.layout, plan.model.maxSequence).tensors();
    return manifest;
}

inline void appendSlice(core::RankShard& shard, const core::SliceId& id, std::int64_t columns, const ValueAt& valueAt) {
    const core::Box& box = id.box;
    core::RankShard::Entry entry{id, core::StoredType::F32, std::int64_t(shard.data.size()), 4 * box.elements()};
    shard.data.resize(shard.data.size() + std::size_t(entry.bytes));
    std::byte* to = shard.data.data() + entry.begin;
    for (std::int64_t r = box.row; r < box.row + box.rows; ++r)
        for (std::int64_t c = box.column; c < box.column + box.columns; ++c, to += 4) {
            const float value = valueAt(id.kind, id.tensor, r * columns + c);
            std::memcpy(to, &value, 4);
        }
    shard.entries.push_back(entry);
}

inline std::vector<core::RankShard> shardsOf(const core::Plan& plan, const ValueAt& valueAt) {
    const core::ShardMap map(plan.model, plan.layout, plan.model.maxSequence);
    std::vector<core::RankShard> shards;
    for (int pp = 0; pp < plan.layout.pp; ++pp)
        for (int dp = 0; dp < plan.layout.dp; ++dp)
            for (int tp = 0; tp < plan.layout.tp; ++tp) {
                core::RankShard& shard = shards.emplace_back();
                shard.rank = int(shards.size()) - 1;
                if (plan.zero.stage == 0 && dp > 0) continue;
                for (const auto& [kind, name] : core::enumNames<core::StateKind>())
                    for (const int unit : map.units(core::Stage(pp))) {
                        if (unit == core::ShardMap::kTiedHead) continue;
                        const std::int64_t part = plan.zero.stage == 0 ? map.unitElements(unit) : map.partElements(unit);
                        const std::int64_t begin = plan.zero.stage == 0 ? 0 : part * dp;
                        for (const core::LocalTensor& local : map.locals(unit)) {
                            const std::int64_t from = std::max(begin, local.offset) - local.offset;
                            const std::int64_t to =
                                std::min(begin + part, local.offset + local.elements()) - local.offset;
                            if (from >= to) continue;
                            for (const core::Slice& slice :
                                 core::slicesOf(map, local, tp, from, to - from, core::Copies::Single))
                                appendSlice(shard, {kind, local.tensor, slice.box},
                                            map.tensors()[std::size_t(local.tensor)].columns, valueAt);
                        }
                    }
            }
    return shards;
}

inline core::Plan tinyPlan() {
    core::Plan plan = planOf(gptOf(1, 8, 2, 16, 8), {.tp = 2}, core::Framework::Engine);
    plan.name = "tiny";
    return plan;
}
inline core::Manifest tinyManifest(std::int64_t step) { return manifestOf(tinyPlan(), step); }
// Every number is the step.
inline std::vector<core::RankShard> tinyShards(std::int64_t step) {
    return shardsOf(tinyPlan(), [step](core::StateKind, int, std::int64_t) { return float(step); });
}

}  // namespace support
