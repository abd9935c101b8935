// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of the field registry.
#include "core/plan/fields.h"

#include "core/plan/cards.h"
#include "core/plan/field_stops.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

struct Naming {
    const char* pointer;
    const char* flag;
    const char* label;
    const char* unit = "";
};

Field row(const Naming& naming, FieldKind kind) {
    Field field;
    field.pointer = naming.pointer;
    field.flag = naming.flag;
    field.label = naming.label;
    field.unit = naming.unit;
    field.kind = kind;
    field.stops = [pointer = field.pointer](const Plan& plan) {
        return fieldStops(plan, pointer, CardsPolicy::Follow);
    };
    return field;
}

// `member` maps a plan, const or not, to a reference.
template <class Member>
Field integerField(const Naming& naming, Member member) {
    Field field = row(naming, FieldKind::Integer);
    field.get = [member](const Plan& plan) { return FieldValue(std::int64_t(member(plan))); };
    field.set = [member](Plan& plan, const FieldValue& value) {
        using Number = std::remove_reference_t<decltype(member(plan))>;
        const auto* number = std::get_if<std::int64_t>(&value);
        if (number == nullptr) return;
        // A seed uses all its 64 bits; everything else ends where its type ends, and validate() refuses it
        // there.
        if constexpr (sizeof(Number) == sizeof(std::int64_t))
            member(plan) = Number(*number);
        else
            member(plan) = Number(std::clamp<std::int64_t>(*number, std::numeric_limits<Number>::min(),
                                                           std::numeric_limits<Number>::max()));
    };
    return field;
}

template <class Member>
Field realField(const Naming& naming, Member member) {
    Field field = row(naming, FieldKind::Real);
    field.get = [member](const Plan& plan) { return FieldValue(double(member(plan))); };
    field.set = [member](Plan& plan, const FieldValue& value) {
        if (const auto* number = std::get_if<double>(&value)) member(plan) = *number;
        if (const auto* whole = std::get_if<std::int64_t>(&value)) member(plan) = double(*whole);
    };
    return field;
}

template <class Member>
Field textField(const Naming& naming, Member member) {
    Field field = row(naming, FieldKind::Text);
    field.get = [member](const Plan& plan) { return FieldValue(std::string(member(plan))); };
    field.set = [member](Plan& plan, const FieldValue& value) {
        if (const auto* text = std::get_if<std::string>(&value)) member(plan) = *text;
    };
    return field;
}

template <class Member>
Field choiceField(const Naming& naming, Member member) {
    Field field = row(naming, FieldKind::Choice);
    field.get = [member](const Plan& plan) { return FieldValue(std::string(toText(member(plan)))); };
    field.set = [member](Plan& plan, const FieldValue& value) {
        using E = std::remove_reference_t<decltype(member(plan))>;
        const auto* text = std::get_if<std::string>(&value);
        if (const auto known = text == nullptr ? std::nullopt : fromText<E>(*text)) member(plan) = *known;
    };
    return field;
}

Field modelField() {
    Field field = row({"/model", "--model", "Model"}, FieldKind::Choice);
    field.get = [](const Plan& plan) { return FieldValue(plan.model.name); };
    field.set = [](Plan& plan, const FieldValue& value) {
        const auto* name = std::get_if<std::string>(&value);
        if (const ModelSpec* preset = name == nullptr ? nullptr : findModelPreset(*name))
            plan.model = *preset;
    };
    return field;
}

Field gpuField() {
    Field field = textField(
        {"/cluster/gpu", "--gpu", "Accelerator"}, [](auto& p) -> auto& { return p.cluster.gpu; });
    field.kind = FieldKind::Choice;
    const auto rename = field.set;
    field.set = [rename](Plan& plan, const FieldValue& value) {
        if (value == FieldValue(plan.cluster.gpu)) return;  // hardware of one's own keeps its numbers
        plan.cluster.own.reset();
        rename(plan, value);
    };
    return field;
}

Field cardsField() {
    Field field = row({"/cluster/cards", "--cards", "Cards", "cards"}, FieldKind::Integer);
    field.get = [](const Plan& plan) { return FieldValue(cardsOf(plan.cluster)); };
    field.set = [](Plan& plan, const FieldValue& value) {
        if (const auto* cards = std::get_if<std::int64_t>(&value)) spreadCards(plan.cluster, *cards);
    };
    return field;
}

Field microBatchesField() {
    Field field = row({"/batch/micro_batches", "", "Micro-batches", "micro-batches"}, FieldKind::Integer);
    field.get = [](const Plan& plan) { return FieldValue(std::int64_t(plan.microBatches())); };
    field.set = [](Plan& plan, const FieldValue& value) {
        const auto* count = std::get_if<std::int64_t>(&value);
        const std::int64_t perRound = std::int64_t(plan.batch.micro) * plan.layout.dp;
        if (count != nullptr && !__builtin_mul_overflow(*count, perRound, &plan.batch.global)) return;
        if (count != nullptr) plan.batch.global = std::numeric_limits<std::int64_t>::max();
    };
    return field;
}

Field gradientDtypeField() {
    Field field = row({"/gradient_dtype", "--gradient-dtype", "Gradient type"}, FieldKind::Choice);
    field.get = [](const Plan& plan) {
        return FieldValue(plan.gradientDtype ? std::string(toText(*plan.gradientDtype))
                                             : std::string(kOwnDtype));
    };
    field.set = [](Plan& plan, const FieldValue& value) {
        const auto* text = std::get_if<std::string>(&value);
        if (text == nullptr) return;
        if (*text == kOwnDtype)
            plan.gradientDtype.reset();
        else if (const auto dtype = fromText<Precision>(*text))
            plan.gradientDtype = *dtype;
    };
    return field;
}

Field cardMemoryField() {
    Field field =
        row({"/run/card_memory_bytes", "--card-memory", "Card memory", "bytes"}, FieldKind::Integer);
    field.get = [](const Plan& plan) { return FieldValue(plan.run.cardMemory.value()); };
    field.set = [](Plan& plan, const FieldValue& value) {
        if (const auto* bytes = std::get_if<std::int64_t>(&value)) plan.run.cardMemory = Bytes(*bytes);
    };
    return field;
}

#define SHARDSCOPE_MEMBER(path)                                                                              \
    [](auto& p) -> auto& { return p.path; }

std::vector<Field> planRows() {
    return {
        textField({"/name", "", "Name"}, SHARDSCOPE_MEMBER(name)),
        modelField(),
        gpuField(),
        integerField({"/cluster/nodes", "--nodes", "Nodes", "nodes"}, SHARDSCOPE_MEMBER(cluster.nodes)),
        integerField({"/cluster/gpus_per_node", "--gpus-per-node", "Cards per node", "cards"},
                     SHARDSCOPE_MEMBER(cluster.gpusPerNode)),
        cardsField(),
        realField({"/cluster/links/intra_node_bandwidth", "", "Bandwidth within a node", "bytes/s"},
                  SHARDSCOPE_MEMBER(cluster.links.intraNodeBandwidth)),
        realField({"/cluster/links/intra_node_latency", "", "Latency within a node", "s"},
                  SHARDSCOPE_MEMBER(cluster.links.intraNodeLatency)),
        realField({"/cluster/links/inter_node_bandwidth", "", "Bandwidth between nodes", "bytes/s"},
                  SHARDSCOPE_MEMBER(cluster.links.interNodeBandwidth)),
        realField({"/cluster/links/inter_node_latency", "", "Latency between nodes", "s"},
                  SHARDSCOPE_MEMBER(cluster.links.interNodeLatency)),
        integerField({"/layout/tp", "--tp", "Tensor"}, SHARDSCOPE_MEMBER(layout.tp)),
        integerField({"/layout/cp", "--cp", "Context"}, SHARDSCOPE_MEMBER(layout.cp)),
        integerField({"/layout/ep", "--ep", "Expert"}, SHARDSCOPE_MEMBER(layout.ep)),
        integerField({"/layout/dp", "--dp", "Data"}, SHARDSCOPE_MEMBER(layout.dp)),
        integerField({"/layout/pp", "--pp", "Pipeline"}, SHARDSCOPE_MEMBER(layout.pp)),
        integerField({"/layout/virtual_stages", "--virtual-stages", "Chunks per rank", "chunks"},
                     SHARDSCOPE_MEMBER(layout.virtualStages)),
        choiceField({"/layout/order", "--order", "Rank order"}, SHARDSCOPE_MEMBER(layout.order)),
        integerField({"/zero/stage", "--zero", "ZeRO stage"}, SHARDSCOPE_MEMBER(zero.stage)),
        choiceField({"/zero/offload_optimizer", "--offload-optimizer", "Offload optimizer"},
                    SHARDSCOPE_MEMBER(zero.offloadOptimizer)),
        choiceField({"/zero/offload_parameters", "--offload-parameters", "Offload parameters"},
                    SHARDSCOPE_MEMBER(zero.offloadParameters)),
        textField({"/zero/offload_directory", "", "Offload folder"}, SHARDSCOPE_MEMBER(zero.offloadDirectory)),
        integerField({"/zero/reduce_bucket_size", "", "Gradient bucket", "elements"},
                     SHARDSCOPE_MEMBER(zero.reduceBucketSize)),
        integerField({"/zero/prefetch_bucket_size", "", "Prefetch", "elements"},
                     SHARDSCOPE_MEMBER(zero.prefetchBucketSize)),
        integerField({"/zero/max_live_parameters", "", "Live parameters", "elements"},
                     SHARDSCOPE_MEMBER(zero.maxLiveParameters)),
        choiceField({"/zero/overlap_comm", "", "Overlap"}, SHARDSCOPE_MEMBER(zero.overlap)),
        choiceField({"/framework", "--framework", "Framework"}, SHARDSCOPE_MEMBER(framework)),
        integerField({"/batch/micro", "--micro-batch", "Micro-batch", "sequences"},
                     SHARDSCOPE_MEMBER(batch.micro)),
        integerField({"/batch/global", "--global-batch", "Global batch", "sequences"},
                     SHARDSCOPE_MEMBER(batch.global)),
        microBatchesField(),
        integerField({"/batch/ramp/start", "", "Batch ramp from", "sequences"}, SHARDSCOPE_MEMBER(batch.ramp.start)),
        integerField({"/batch/ramp/increment", "", "Batch ramp by", "sequences"}, SHARDSCOPE_MEMBER(batch.ramp.increment)),
        integerField({"/batch/ramp/samples", "", "Batch ramp over", "sequences"}, SHARDSCOPE_MEMBER(batch.ramp.samples)),
        integerField({"/sequence_length", "--seq", "Sequence", "tokens"}, SHARDSCOPE_MEMBER(sequenceLength)),
        choiceField({"/precision", "--precision", "Precision"}, SHARDSCOPE_MEMBER(precision)),
        gradientDtypeField(),
        choiceField({"/loss_scale/rules", "", "Loss scale"}, SHARDSCOPE_MEMBER(lossScale.rules)),
        realField({"/loss_scale/initial", "", "First loss scale"}, SHARDSCOPE_MEMBER(lossScale.initial)),
        integerField({"/loss_scale/window", "", "Loss scale grows after", "updates"},
                     SHARDSCOPE_MEMBER(lossScale.window)),
        integerField({"/loss_scale/hysteresis", "", "Loss scale shrinks after", "overflows"},
                     SHARDSCOPE_MEMBER(lossScale.hysteresis)),
        choiceField({"/loss_scale/consecutive_hysteresis", "", "Only overflows in a row"},
                    SHARDSCOPE_MEMBER(lossScale.consecutive)),
        realField({"/loss_scale/minimum", "", "Least loss scale"}, SHARDSCOPE_MEMBER(lossScale.minimum)),
        choiceField({"/schedule", "--schedule", "Schedule"}, SHARDSCOPE_MEMBER(schedule)),
        choiceField({"/recompute", "--recompute", "Recompute"}, SHARDSCOPE_MEMBER(recompute)),
        choiceField({"/recompute_method", "--recompute-method", "Recompute method"},
                    SHARDSCOPE_MEMBER(recomputeMethod)),
        integerField({"/recompute_layers", "--recompute-layers", "Recompute layers", "layers"},
                     SHARDSCOPE_MEMBER(recomputeLayers)),
        choiceField({"/sequence_parallel", "--sequence-parallel", "Sequence parallel"},
                    SHARDSCOPE_MEMBER(sequenceParallel)),
        choiceField({"/attention", "--attention", "Attention"}, SHARDSCOPE_MEMBER(attention)),
        integerField({"/lora/rank", "--lora-rank", "LoRA rank"}, SHARDSCOPE_MEMBER(lora.rank)),
        choiceField({"/lora/targets", "--lora-targets", "LoRA matrices"}, SHARDSCOPE_MEMBER(lora.targets)),
        integerField({"/frozen_blocks", "--frozen-blocks", "Frozen blocks", "layers"}, SHARDSCOPE_MEMBER(frozenBlocks)),
        choiceField({"/optimizer/kind", "--optimizer", "Optimizer"}, SHARDSCOPE_MEMBER(optimizer.kind)),
        choiceField({"/optimizer/moments", "--moments", "Moments kept as"}, SHARDSCOPE_MEMBER(optimizer.moments)),
        realField({"/optimizer/lr", "", "Peak learning rate"}, SHARDSCOPE_MEMBER(optimizer.lr)),
        realField({"/optimizer/beta1", "", "Adam β1"}, SHARDSCOPE_MEMBER(optimizer.beta1)),
        realField({"/optimizer/beta2", "", "Adam β2"}, SHARDSCOPE_MEMBER(optimizer.beta2)),
        realField({"/optimizer/eps", "", "Adam ε"}, SHARDSCOPE_MEMBER(optimizer.eps)),
        realField({"/optimizer/momentum", "", "SGD momentum"}, SHARDSCOPE_MEMBER(optimizer.momentum)),
        realField({"/optimizer/weight_decay", "", "Weight decay"}, SHARDSCOPE_MEMBER(optimizer.weightDecay)),
        choiceField({"/optimizer/weight_decay_exempt", "", "Not decayed"},
                    SHARDSCOPE_MEMBER(optimizer.decayExempt)),
        realField({"/optimizer/clip", "", "Gradient clipping"}, SHARDSCOPE_MEMBER(optimizer.clip)),
        choiceField({"/lr_schedule/kind", "", "Learning-rate schedule"}, SHARDSCOPE_MEMBER(lrSchedule.kind)),
        integerField({"/lr_schedule/warmup", "", "Warm-up", "updates"}, SHARDSCOPE_MEMBER(lrSchedule.warmup)),
        integerField({"/lr_schedule/total", "", "Schedule length", "updates"},
                     SHARDSCOPE_MEMBER(lrSchedule.total)),
        realField({"/lr_schedule/min_ratio", "", "Final share of the rate"},
                  SHARDSCOPE_MEMBER(lrSchedule.minRatio)),
        realField({"/lr_schedule/start_ratio", "", "First share of the rate"},
                  SHARDSCOPE_MEMBER(lrSchedule.startRatio)),
        choiceField({"/lr_schedule/warmup_type", "", "Form of the warm-up"},
                    SHARDSCOPE_MEMBER(lrSchedule.warmupType)),
        integerField({"/lr_schedule/one_cycle/first_stairs", "", "Stairs up", "stairs"},
                     SHARDSCOPE_MEMBER(lrSchedule.oneCycle.firstStairs)),
        integerField({"/lr_schedule/one_cycle/second_stairs", "", "Stairs down", "stairs"},
                     SHARDSCOPE_MEMBER(lrSchedule.oneCycle.secondStairs)),
        integerField({"/lr_schedule/one_cycle/decay_step", "", "Decay step", "updates"},
                     SHARDSCOPE_MEMBER(lrSchedule.oneCycle.decayStep)),
        realField({"/lr_schedule/one_cycle/decay_rate", "", "Decay rate"},
                  SHARDSCOPE_MEMBER(lrSchedule.oneCycle.decayRate)),
        choiceField({"/lr_schedule/one_cycle/momentum", "", "Cycled momentum"},
                    SHARDSCOPE_MEMBER(lrSchedule.oneCycle.momentum)),
        realField({"/lr_schedule/one_cycle/min_momentum", "", "Least momentum"},
                  SHARDSCOPE_MEMBER(lrSchedule.oneCycle.minMomentum)),
        realField({"/lr_schedule/one_cycle/max_momentum", "", "Most momentum"},
                  SHARDSCOPE_MEMBER(lrSchedule.oneCycle.maxMomentum)),
        realField({"/lr_schedule/one_cycle/momentum_decay_rate", "", "Growth of the momentum"},
                  SHARDSCOPE_MEMBER(lrSchedule.oneCycle.momentumDecayRate)),
        integerField({"/lr_schedule/range_test/step_size", "", "Range-test step", "updates"},
                     SHARDSCOPE_MEMBER(lrSchedule.rangeTest.stepSize)),
        realField({"/lr_schedule/range_test/step_rate", "", "Growth per step"},
                  SHARDSCOPE_MEMBER(lrSchedule.rangeTest.stepRate)),
        choiceField({"/lr_schedule/range_test/staircase", "", "Staircase"},
                    SHARDSCOPE_MEMBER(lrSchedule.rangeTest.staircase)),
        integerField({"/lr_schedule/wsd/updates", "", "Annealing", "updates"},
                     SHARDSCOPE_MEMBER(lrSchedule.wsd.updates)),
        choiceField({"/lr_schedule/wsd/tail", "", "Form of the annealing"},
                    SHARDSCOPE_MEMBER(lrSchedule.wsd.tail)),
        integerField({"/budget/tokens", "--tokens", "Training tokens", "tokens"},
                     SHARDSCOPE_MEMBER(budgetTokens)),
        realField({"/assumptions/mfu", "--mfu", "Assumed MFU"}, SHARDSCOPE_MEMBER(assumptions.mfu)),
        realField({"/assumptions/efficiency", "--efficiency", "Software efficiency"},
                  SHARDSCOPE_MEMBER(assumptions.efficiency)),
        realField({"/assumptions/failures_per_card_year", "--failures", "Failures per card and year"},
                  SHARDSCOPE_MEMBER(assumptions.failuresPerCardYear)),
        realField({"/assumptions/checkpoint_seconds", "--checkpoint-seconds", "Pause for a checkpoint", "s"},
                  SHARDSCOPE_MEMBER(assumptions.checkpointSeconds)),
        realField({"/assumptions/restart_seconds", "--restart-seconds", "Restart after a failure", "s"},
                  SHARDSCOPE_MEMBER(assumptions.restartSeconds)),
        realField({"/assumptions/price_per_gpu_hour", "--price", "Price per card-hour"},
                  SHARDSCOPE_MEMBER(assumptions.pricePerGpuHour)),
        realField({"/assumptions/power_watts", "", "Power per card", "W"},
                  SHARDSCOPE_MEMBER(assumptions.powerWatts)),
        textField({"/data/path", "--data", "Training text"}, SHARDSCOPE_MEMBER(data.path)),
        realField({"/data/held_out_fraction", "", "Held-out share"}, SHARDSCOPE_MEMBER(data.heldOutFraction)),
        choiceField({"/run/backend", "--backend", "Backend"}, SHARDSCOPE_MEMBER(run.backend)),
        integerField({"/run/steps", "--steps", "Steps", "updates"}, SHARDSCOPE_MEMBER(run.steps)),
        integerField({"/run/seed", "--seed", "Seed"}, SHARDSCOPE_MEMBER(run.seed)),
        integerField({"/run/threads_per_rank", "--threads-per-rank", "Threads per rank", "threads"},
                     SHARDSCOPE_MEMBER(run.threadsPerRank)),
        cardMemoryField(),
        integerField({"/run/validate_every", "", "Validate every", "updates"},
                     SHARDSCOPE_MEMBER(run.validateEvery)),
        textField({"/run/sample/prompt", "", "Prompt"}, SHARDSCOPE_MEMBER(run.sample.prompt)),
        integerField({"/run/sample/every", "", "Sample every", "updates"},
                     SHARDSCOPE_MEMBER(run.sample.every)),
        integerField({"/run/sample/length", "", "Sample length", "bytes"},
                     SHARDSCOPE_MEMBER(run.sample.length)),
        realField({"/run/collective_timeout_seconds", "", "Collective timeout", "s"},
                  SHARDSCOPE_MEMBER(run.collectiveTimeoutSeconds)),
        textField({"/run/checkpoint/directory", "--checkpoint-dir", "Checkpoint folder"},
                  SHARDSCOPE_MEMBER(run.checkpoint.directory)),
        integerField({"/run/checkpoint/every", "--checkpoint-every", "Checkpoint every", "updates"},
                     SHARDSCOPE_MEMBER(run.checkpoint.every)),
        integerField({"/run/checkpoint/keep", "--checkpoint-keep", "Checkpoints kept", "checkpoints"},
                     SHARDSCOPE_MEMBER(run.checkpoint.keep)),
        choiceField({"/run/checkpoint/at_stop", "--checkpoint-at-stop", "Checkpoint when stopped"},
                    SHARDSCOPE_MEMBER(run.checkpoint.atStop)),
        choiceField({"/run/simulated_links/delay", "", "Simulated links delay"},
                    SHARDSCOPE_MEMBER(run.simulatedLinks.delay)),
    };
}

#undef SHARDSCOPE_MEMBER

}  // namespace

const std::vector<Field>& planFields() {
    static const std::vector<Field> fields = planRows();
    return fields;
}

const Field* findField(std::string_view pointer) {
    const auto found = std::ranges::find(planFields(), pointer, &Field::pointer);
    return found == planFields().end() ? nullptr : &*found;
}

}  // namespace core
