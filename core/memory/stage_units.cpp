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
    const bool block = unit > 0 && unit <= shards.blocks();
    units.plain += count * (block ? shards.vectorElements(unit) : elements);
}

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Adapters alone are trained; or all but the embedding and the first blocks is.
void freeze(StageUnits& units, const Plan& plan, const ShardMap& shards, Stage stage) {
    if (plan.lora.rank > 0) {
        units.frozen = units.elements;
        units.frozenExperts = units.experts;
        const std::int64_t added = (units.blocks - units.expertBlocks) * adapterElements(plan, false) +
                                   units.expertBlocks * adapterElements(plan, true);
        units.elements += added;
        units.parts += ceilDivide(added, units.dataSize);
        return;
    }
    units.frozenBlocks = frozenBlocks(plan, shards, stage);
    if (plan.frozenBlocks > 0 && units.first) units.frozen += shards.unitElements(0);
    for (int block = 0; block < units.frozenBlocks; ++block) {
        const int unit = shards.firstBlock(stage) + block + 1;
        units.frozen += shards.unitElements(unit);
        units.frozenExperts += shards.expertElements(unit);
    }
}

}  // namespace

int frozenBlocks(const Plan& plan, const ShardMap& shards, Stage stage) {
    return plan.lora.rank > 0 ? 0 : std::clamp(plan.frozenBlocks - shards.firstBlock(stage), 0, shards.blockCount(stage));
}

std::int64_t adapterElements(const Plan& plan, bool expertBlock) {
    const ModelSpec& model = plan.model;
    const std::int64_t tp = plan.layout.tp, r = plan.lora.rank, h = model.hidden, head = model.headSize();
    const auto matrix = [&](std::int64_t whole, std::int64_t divided) { return r * (whole + ceilDivide(divided, tp)); };
    const std::int64_t queries = model.heads * head, keys = model.kvHeads * head;
    std::int64_t elements = 2 * matrix(h, queries) + 2 * matrix(h, keys);
    if (plan.lora.targets == LoraTargets::Attention || expertBlock) return elements;
    const std::int64_t matrices = detailsOf(model).mlp == MlpKind::Gated ? 3 : 2;
    return elements + matrices * matrix(h, model.ffn);
}

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
    freeze(units, plan, shards, stage);
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
        all.frozenBlocks += chunk.frozenBlocks;
        all.frozen += chunk.frozen;
        all.frozenExperts += chunk.frozenExperts;
        all.plain += chunk.plain;
        all.parts += chunk.parts;
        all.largest = std::max(all.largest, chunk.largest);
        all.chunk = std::max(all.chunk, chunk.chunk);
        all.sharedHead += chunk.sharedHead;
        all.sharedHeadPart += chunk.sharedHeadPart;
    }
    return all;
}

}  // namespace core
