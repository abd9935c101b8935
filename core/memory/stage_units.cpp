// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums over the units of a stage. Blocks have one of two shapes, so one of each is measured.
#include "core/memory/stage_units.h"

#include <algorithm>

namespace core {

namespace {

void addUnits(StageUnits& units, const ShardMap& shards, int unit, int count) {
    const std::int64_t elements = shards.unitElements(unit), part = shards.partElements(unit);
    units.elements += count * elements;
    units.parts += count * part;
    units.experts += count * shards.expertElements(unit);
    units.largest = std::max(units.largest, elements);
}

}  // namespace

std::int64_t reduceBucketElements(const Plan& plan, const StageUnits& units) {
    if (plan.zero.stage < 2) return 0;
    return std::max(units.largest, std::min(plan.zero.reduceBucketSize, units.elements + units.sharedHead));
}

StageUnits stageUnits(const Plan& plan, const ShardMap& shards, Stage stage) {
    StageUnits units{.first = stage.value == 0,
                     .last = stage.value == shards.stages() - 1,
                     .blocks = shards.blockCount(stage),
                     .expertBlocks = shards.expertBlockCount(stage),
                     .dataSize = plan.layout.dp * plan.layout.cp,
                     .expertDataSize = std::max(1, plan.layout.dp * plan.layout.cp / plan.layout.ep)};
    const bool tied = plan.model.embeddings == Embeddings::Tied;
    if (units.first) addUnits(units, shards, 0, 1);
    if (units.blocks > units.expertBlocks)
        addUnits(units, shards, shards.denseUnit(), units.blocks - units.expertBlocks);
    if (units.expertBlocks > 0) addUnits(units, shards, shards.expertUnit(), units.expertBlocks);
    if (units.last) addUnits(units, shards, shards.blocks() + 1, 1);
    if (units.last && tied) {
        if (plan.layout.pp > 1) {
            addUnits(units, shards, ShardMap::kTiedHead, 1);
        } else {
            units.sharedHead = shards.unitElements(ShardMap::kTiedHead);
            units.sharedHeadPart = shards.partElements(ShardMap::kTiedHead);
        }
    }
    units.chunk = units.elements;
    return units;
}

StageUnits rankUnits(const Plan& plan, const ShardMap& shards, int pipelineRank) {
    StageUnits all{.dataSize = plan.layout.dp * plan.layout.cp,
                   .expertDataSize = std::max(1, plan.layout.dp * plan.layout.cp / plan.layout.ep)};
    for (const Stage stage : shards.stagesOf(pipelineRank)) {
        const StageUnits chunk = stageUnits(plan, shards, stage);
        all.first |= chunk.first;
        all.last |= chunk.last;
        all.blocks += chunk.blocks;
        all.expertBlocks += chunk.expertBlocks;
        all.elements += chunk.elements;
        all.experts += chunk.experts;
        all.parts += chunk.parts;
        all.largest = std::max(all.largest, chunk.largest);
        all.chunk = std::max(all.chunk, chunk.chunk);
        all.sharedHead += chunk.sharedHead;
        all.sharedHeadPart += chunk.sharedHeadPart;
    }
    return all;
}

}  // namespace core
