// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a plan to its recipe, and what recomputation leaves of it.
#include "core/memory/saved_tensors.h"

#include "core/memory/engine_recipe.h"
#include "core/memory/korthikanti.h"

#include <algorithm>

namespace core {

namespace {

bool isScore(const SavedTensor& tensor) { return tensor.name.starts_with("attention.probabilities"); }

Bytes total(const std::vector<SavedTensor>& tensors) {
    Bytes bytes;
    for (const SavedTensor& tensor : tensors) bytes += tensor.bytes;
    return bytes;
}

}  // namespace

std::vector<SavedTensor> allSavedTensors(const Plan& plan, LayerKind layer) {
    return plan.framework == Framework::Engine ? engineSavedTensors(plan, layer)
                                               : korthikantiTensors(plan, layer);
}

std::vector<SavedTensor> savedTensors(const Plan& plan, LayerKind layer) {
    std::vector<SavedTensor> tensors = allSavedTensors(plan, layer);
    if (layer != LayerKind::Block && layer != LayerKind::ExpertBlock) return tensors;
    if (plan.recompute == Recompute::Full) tensors.resize(1);
    if (plan.recompute == Recompute::Selective) std::erase_if(tensors, isScore);
    return tensors;
}

int rowParts(const Plan& plan) {
    return plan.sequenceParallel == SequenceParallel::On ? std::max(1, plan.layout.tp) : 1;
}

Bytes savedBytes(const Plan& plan, LayerKind layer) { return total(savedTensors(plan, layer)); }

int recomputedBlocks(const Plan& plan, int blocks) {
    if (plan.recompute == Recompute::None) return 0;
    const bool some = plan.recompute == Recompute::Full && plan.recomputeMethod == RecomputeMethod::Block;
    return some ? std::min(plan.recomputeLayers, blocks) : blocks;
}

int recomputeGroup(const Plan& plan) {
    const bool grouped = plan.recompute == Recompute::Full && plan.recomputeMethod == RecomputeMethod::Uniform;
    return grouped ? plan.recomputeLayers : 1;
}

Bytes recomputedBytes(const Plan& plan) {
    if (plan.recompute == Recompute::None) return Bytes(0);
    return total(allSavedTensors(plan, LayerKind::Block)) - savedBytes(plan, LayerKind::Block);
}

}  // namespace core
