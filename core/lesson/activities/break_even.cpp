// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers are those of the step estimate, for one block.
#include "core/lesson/activities/break_even.h"

#include "core/cost/group_links.h"
#include "core/cost/layer_work.h"
#include "core/cost/speed.h"
#include "core/layout/shard_map.h"
#include "core/memory/framework_states.h"
#include "core/model/model_spec.h"

#include <algorithm>

namespace core {

namespace {

constexpr int kCards = 64, kCardsPerNode = 8, kLongestSequence = 4096;
constexpr int kTokenStep = 64, kMostTokens = 1 << 17;

}  // namespace

Plan dialPlan(const DialSetting& setting) {
    Plan plan;
    plan.name = "break-even";
    plan.model = *findModelPreset("llama-2-7b");
    plan.cluster = {.gpu = "a100-80gb", .nodes = kCards / kCardsPerNode, .gpusPerNode = kCardsPerNode};
    plan.cluster.links.interNodeBandwidth = setting.betweenNodes;
    plan.layout.tp = setting.tp;
    plan.layout.dp = kCards / setting.tp;
    plan.zero.stage = 3;
    plan.framework = Framework::DeepSpeed;
    plan.precision = Precision::Bf16;
    plan.attention = AttentionKind::Flash;
    // As many sequences as make the tokens, none longer than the model's longest.
    plan.batch.micro = std::max(1, (setting.tokens + kLongestSequence - 1) / kLongestSequence);
    plan.sequenceLength = setting.tokens / plan.batch.micro;
    plan.batch.global = std::int64_t(plan.batch.micro) * plan.layout.dp;
    return plan;
}

const std::vector<int>& dialTokens() {
    static const std::vector<int> stops{256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    return stops;
}

const std::vector<double>& dialLinks() {
    static const std::vector<double> stops{1.25e9, 3.125e9, 6.25e9, 12.5e9, 25e9, 50e9};
    return stops;
}

const std::vector<int>& dialTensorSizes() {
    static const std::vector<int> stops{1, 2, 4, 8, 16};
    return stops;
}

DialReading readDial(const DialSetting& setting) {
    const Plan plan = dialPlan(setting);
    const Accelerator& card = *findAccelerator(plan.cluster.gpu);
    const auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode);
    DialReading reading;
    if (!layout) return reading;
    const GroupLinks links = groupLinks(plan, *layout, card);
    const ShardMap shards(plan.model, plan.layout, plan.sequence());
    const Bytes weights(parameterBytes(plan) * shards.unitElements(shards.denseUnit()));
    const Bytes stream(std::int64_t(parameterBytes(plan)) * plan.batch.micro * plan.sequence() * plan.model.hidden);
    reading.compute = CardSpeed(plan, card, {}).seconds(layerWork(plan, LayerKind::Block).forward);
    reading.gather = collectiveSeconds(CollectiveKind::AllGather, plan.layout.dp, weights, links.data);
    reading.exposed = std::max(Seconds(0), reading.gather - reading.compute);
    reading.sums = 2.0 * collectiveSeconds(CollectiveKind::AllReduce, plan.layout.tp, stream, links.tensor);
    reading.tensorCrossesNodes = layout->crossesNodes(layout->groupOf(GroupKind::Tensor, Rank(0)));
    return reading;
}

std::optional<int> breakEvenTokens(const DialSetting& setting) {
    const auto hidden = [&](int steps) {
        DialSetting at = setting;
        at.tokens = steps * kTokenStep;
        return readDial(at).exposed.value() <= 0;
    };
    int low = 0, high = kMostTokens / kTokenStep;
    if (!hidden(high)) return std::nullopt;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (hidden(middle) ? high : low) = middle;
    }
    return high * kTokenStep;
}

}  // namespace core
