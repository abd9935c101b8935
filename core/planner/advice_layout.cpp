// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice on how the model is split.
#include "core/plan/cards.h"
#include "core/planner/advice_parts.h"
#include "core/planner/search.h"

#include <algorithm>

namespace core {

namespace {

using S = Snapshot;
using Mended = std::optional<Plan>;
using enum Severity;

constexpr double kFastLink = 100e9;      // bytes/s: below it is PCIe
constexpr double kLongBubble = 0.2;      // of the pipeline's time
constexpr double kBubbleWorthChunks = 0.08;
constexpr double kHeavyLast = 1.15;      // of the mean stage's time
constexpr int kNarrow = 1024, kWidthGrain = 64;  // features of a rank
constexpr int kShortContext = 4096;      // tokens of a context rank
constexpr double kDataShare = 0.05;      // of the step

int largestTensor(const Plan& plan, int most) {
    for (int tp = std::min(plan.layout.tp, most); tp > 1; --tp)
        if (plan.layout.tp * plan.layout.dp % tp == 0 && plan.model.heads % tp == 0) return tp;
    return 1;
}

bool tensorAcrossNodes(const S& s) { return onGpus(s) && s.plan.layout.tp > s.plan.cluster.gpusPerNode; }
Mended tensorInNode(const S& s) { return withTensor(s.plan, largestTensor(s.plan, s.plan.cluster.gpusPerNode)); }

bool tensorOverPcie(const S& s) {
    const Accelerator* card = acceleratorOf(s.plan.cluster);
    return onGpus(s) && card != nullptr && s.plan.layout.tp > 1 &&
           plannedLink(s.plan, *card, LinkClass::WithinNode).bandwidth < kFastLink;
}
Mended withoutTensor(const S& s) { return withTensor(s.plan, 1); }

bool tensorTooThin(const S& s) { return onGpus(s) && s.plan.layout.tp > 1 && s.plan.model.hidden / s.plan.layout.tp < kNarrow; }
Mended thickerTensor(const S& s) { return withTensor(s.plan, largestTensor(s.plan, s.plan.model.hidden / kNarrow)); }

bool ragged(const Plan& plan, int tp) { return plan.model.hidden / tp % kWidthGrain != 0 || plan.model.ffn / tp % kWidthGrain != 0; }
bool raggedTensor(const S& s) { return onGpus(s) && s.plan.layout.tp > 1 && ragged(s.plan, s.plan.layout.tp) && !ragged(s.plan, 1); }
Mended evenTensor(const S& s) {
    for (int tp = s.plan.layout.tp - 1; tp >= 1; --tp)
        if (s.plan.layout.tp * s.plan.layout.dp % tp == 0 && s.plan.model.heads % tp == 0 && !ragged(s.plan, tp))
            return withTensor(s.plan, tp);
    return std::nullopt;
}

bool withoutSequenceParallel(const S& s) {
    const bool has = s.plan.framework == Framework::Megatron || s.plan.framework == Framework::DeepSpeed;
    return has && s.plan.layout.tp > 1 && s.plan.sequenceParallel == SequenceParallel::Off && s.plan.sequence() % s.plan.layout.tp == 0 &&
           s.plan.schedule != ScheduleKind::ZbH1;
}
Mended sequenceParallel(const S& s) {
    Plan plan = s.plan;
    plan.sequenceParallel = SequenceParallel::On;
    return plan;
}

bool pipelineInOneNode(const S& s) {
    const LayoutSpec& l = s.plan.layout;
    return onGpus(s) && s.plan.cluster.nodes == 1 && l.pp > 1 && !tensorOverPcie(s) && s.plan.model.heads % (l.tp * l.pp) == 0 &&
           l.tp * l.pp <= s.plan.cluster.gpusPerNode && s.plan.model.hidden / (l.tp * l.pp) >= kNarrow &&
           !ragged(s.plan, l.tp * l.pp) && s.plan.model.kvHeads % (l.tp * l.pp) == 0;
}
Mended tensorInstead(const S& s) {
    Plan plan = s.plan;
    plan.layout.tp *= plan.layout.pp;
    plan.layout.pp = plan.layout.virtualStages = 1;
    plan.layout.stageLayers.clear();
    plan.schedule = ScheduleKind::OneFOneB;
    return plan;
}

bool replicasNotWhole(const S& s) {
    const LayoutSpec& l = s.plan.layout;
    const std::int64_t replica = std::int64_t(l.tp) * l.cp * l.pp, cards = cardsOf(s.plan.cluster);
    return replica > 0 && cards > replica && cards % replica != 0;
}
Mended wholeReplicas(const S& s) {
    Plan plan = s.plan;
    LayoutSpec& l = plan.layout;
    const std::int64_t replica = std::int64_t(l.tp) * l.cp * l.pp;
    l.dp = int(cardsOf(plan.cluster) / replica);
    spreadCards(plan.cluster, replica * l.dp);
    const std::int64_t round = std::int64_t(plan.batch.micro) * l.dp;
    plan.batch.global = std::max<std::int64_t>(1, plan.batch.global / round) * round;
    return plan;
}

bool fewMicroBatches(const S& s) { return s.step && s.plan.layout.pp > 1 && s.step->bubbleFraction > kLongBubble; }
Mended moreMicroBatches(const S& s) {
    const auto advice = lessBubble(s);
    Plan plan = s.plan;
    if (advice && advice->microBatches > 0 && advice->after <= kLongBubble) return advice->plan;
    plan.batch.global = std::int64_t(plan.batch.micro) * plan.layout.dp * plan.layout.pp * 8;
    return plan;
}

bool couldInterleave(const S& s) {
    const Plan& p = s.plan;
    return s.step && p.framework == Framework::Megatron && p.layout.pp > 1 && p.schedule == ScheduleKind::OneFOneB &&
           s.step->bubbleFraction > kBubbleWorthChunks && p.microBatches() % p.layout.pp == 0 && chunkSplit(p.model.layers, p.layout.pp, 2);
}
Mended interleave(const S& s) {
    Plan plan = s.plan;
    plan.schedule = ScheduleKind::Interleaved;
    plan.layout.virtualStages = 2;
    plan.layout.stageLayers = *chunkSplit(plan.model.layers, plan.layout.pp, 2);
    return plan;
}

double lastOverMean(const S& s) {
    if (!s.timeline || s.plan.layout.pp < 2 || s.plan.layout.virtualStages > 1) return 1;
    double sum = 0, last = 0;
    for (const Seconds idle : s.timeline->idle) {
        last = (s.timeline->makespan - idle).value();
        sum += last;
    }
    return last * double(s.timeline->idle.size()) / sum;
}
bool heavyLastStage(const S& s) { return lastOverMean(s) > kHeavyLast; }
// Blocks of the last stage go to the others, one after the other, until it is no longer the heavy one.
Mended lighterLastStage(const S& s) {
    Plan plan = s.plan;
    const int pp = plan.layout.pp;
    std::vector<int>& split = plan.layout.stageLayers;
    if (split.empty()) split.assign(std::size_t(pp), plan.model.layers / pp);
    for (int moved = 0; split.back() > 1; ++moved) {
        --split.back();
        ++split[std::size_t(pp - 2 - moved % (pp - 1))];
        if (const S after = evaluate(plan, s.calibration); !heavyLastStage(after)) return plan;
    }
    return std::nullopt;
}

bool shortContext(const S& s) { return s.plan.layout.cp > 1 && s.plan.sequence() / s.plan.layout.cp < kShortContext; }
Mended withoutContext(const S& s) {
    Plan plan = s.plan;
    plan.layout.dp *= plan.layout.cp;
    plan.layout.cp = 1;
    return plan;
}

bool expertsAcrossNodes(const S& s) {
    return onGpus(s) && s.plan.layout.ep > 1 && s.plan.layout.ep * s.plan.layout.tp > s.plan.cluster.gpusPerNode;
}
Mended expertsInNode(const S& s) {
    Plan plan = s.plan;
    while (plan.layout.ep > 1 && plan.layout.ep * plan.layout.tp > plan.cluster.gpusPerNode) plan.layout.ep /= 2;
    return plan;
}

bool expertsNotExported(const S& s) {
    return s.plan.framework == Framework::DeepSpeed && detailsOf(s.plan.model).experts.count > 0;
}
Mended underMegatron(const S& s) {
    Plan plan = s.plan;
    plan.framework = Framework::Megatron;
    plan.layout.order = RankOrder::Megatron;
    plan.zero.stage = std::min(plan.zero.stage, 1);
    return plan;
}

bool dataExposed(const S& s) {
    return s.step && s.plan.framework == Framework::Megatron && s.plan.zero.overlap == Overlap::Off &&
           s.step->dataCommunication > s.step->step * kDataShare;
}
Mended overlapped(const S& s) {
    Plan plan = s.plan;
    plan.zero.overlap = Overlap::On;
    return plan;
}

constexpr AdviceRule kRules[] = {
    {"advice.tensor-across-nodes", "fix.advice.tensor-across-nodes", Warning, "/layout/tp",
     "Narayanan et al. 2021, section 3.2, takeaway 1", tensorAcrossNodes, tensorInNode},
    {"advice.tensor-over-pcie", "fix.advice.tensor-over-pcie", Warning, "/layout/tp",
     "Narayanan et al. 2021, section 5.4; bandwidths of the accelerator catalogue", tensorOverPcie, withoutTensor},
    {"advice.tensor-too-thin", "fix.advice.tensor-too-thin", Info, "/layout/tp",
     "Megatron-Bridge performance guide", tensorTooThin, thickerTensor},
    {"advice.tensor-ragged", "fix.advice.tensor-ragged", Info, "/layout/tp",
     "NVIDIA, matrix multiplication background guide", raggedTensor, evenTensor},
    {"advice.no-sequence-parallel", "fix.advice.no-sequence-parallel", Info, "/sequence_parallel",
     "Korthikanti et al. 2022, section 4.2.2", withoutSequenceParallel, sequenceParallel},
    {"advice.pipeline-in-one-node", "fix.advice.pipeline-in-one-node", Info, "/layout/pp",
     "Narayanan et al. 2021, section 3.2, takeaway 1", pipelineInOneNode, tensorInstead},
    {"advice.replicas-not-whole", "fix.advice.replicas-not-whole", Error, "/layout/dp",
     "product rule: cards = tp·cp·pp·dp", replicasNotWhole, wholeReplicas},
    {"advice.few-micro-batches", "fix.advice.few-micro-batches", Warning, "/batch/global",
     "Narayanan et al. 2021, section 2.2: bubble (p − 1)/m", fewMicroBatches, moreMicroBatches},
    {"advice.interleave", "fix.advice.interleave", Info, "/schedule",
     "Narayanan et al. 2021, section 2.2.2", couldInterleave, interleave},
    {"advice.heavy-last-stage", "fix.advice.heavy-last-stage", Info, "/layout/stage_layers",
     "BLOOM (Le Scao et al. 2022), section 3.4.1; Grattafiori et al. 2024, section 3.3.2",
     heavyLastStage, lighterLastStage},
    {"advice.short-context", "fix.advice.short-context", Info, "/layout/cp",
     "Megatron-Bridge performance guide", shortContext, withoutContext},
    {"advice.experts-across-nodes", "fix.advice.experts-across-nodes", Warning, "/layout/ep",
     "DeepSeek-AI 2024, section 3.2.2: node-limited routing", expertsAcrossNodes, expertsInNode},
    {"advice.experts-not-exported", "fix.advice.experts-not-exported", Warning, "/framework",
     "export of this program", expertsNotExported, underMegatron},
    {"advice.data-exposed", "fix.advice.data-exposed", Info, "/zero/overlap_comm",
     "Megatron-LM, --overlap-grad-reduce", dataExposed, overlapped},
};

}  // namespace

std::span<const AdviceRule> layoutAdvice() { return kRules; }

}  // namespace core
