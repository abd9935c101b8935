// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about plans: numbers, model, layout, batch, training options, and the text of plan files.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> planSentences() {
    static constexpr Sentence kRows[] = {
        {"number.below", "{name}={value} is below {least}"},
        {"number.not-above", "{name}={value} is not above {least}"},
        {"number.above", "{name}={value} is above what is allowed"},
        {"number.not-finite", "{name}={value} is no number to compute with"},
        {"fix.number.at-least", "use {least} or more"},
        {"fix.number.more-than", "use more than {least}"},
        {"fix.number.at-most", "use {most} or less"},
        {"fix.number.less-than", "use less than {most}"},
        {"fix.use-nearest", "use {nearest}"},
        {"fix.did-you-mean", "did you mean {nearest}?"},
        {"fix.one-of", "use {choices}"},

        {"model.heads-divide-hidden", "{heads} attention heads do not divide the hidden size {hidden}"},
        {"model.kv-heads-divide-heads", "{kv_heads} key-value heads do not divide {heads} attention heads"},

        {"layout.size-below-one", "{name}={value} is no size"},
        {"layout.order-lacks-axis", "the rank order {order} has no axis for {axis}={value}"},
        {"layout.too-many-cards", "tp·cp·dp·pp = {tp}·{cp}·{dp}·{pp} is more than {limit} cards"},
        {"layout.ep-divides-dp-cp", "ep={ep} does not divide dp·cp = {product}"},
        {"layout.ep-without-experts", "ep={ep} splits nothing: {model} has no experts"},
        {"layout.tp-divides-heads", "tp={tp} does not divide {count} attention heads"},
        {"layout.tp-divides-ffn", "tp={tp} does not divide the MLP width {count}"},
        {"layout.tp-divides-vocabulary", "tp={tp} does not divide the vocabulary of {count}, which this engine does not pad"},
        {"layout.tp-divides-sequence", "tp={tp} does not divide the sequence of {count} tokens that sequence parallelism splits"},
        {"layout.tp-and-kv-heads", "tp={tp} neither divides {kv_heads} key-value heads nor is a multiple of them"},
        {"layout.cp-divides-sequence", "2·cp = 2·{cp} does not divide the sequence of {sequence} tokens"},
        {"layout.cards", "tp·cp·dp·pp = {tp}·{cp}·{dp}·{pp} = {needed} but the cluster has {nodes}·{gpus_per_node} = {cards} cards"},
        {"layout.cards-not-whole", "{nodes}·{gpus_per_node} = {cards} cards are no multiple of tp·cp·pp = {tp}·{cp}·{pp} = {replica}"},
        {"layout.more-stages-than-layers", "pp={pp} stages are more than {layers} layers"},
        {"layout.pp-divides-layers", "pp={pp} does not divide {layers} layers"},
        {"layout.chunks-divide-layers", "pp·virtual_stages = {pp}·{virtual_stages} does not divide {layers} layers"},
        {"layout.stage-layers-count", "stage_layers has {entries} entries for pp={pp} stages"},
        {"layout.stage-layers-empty", "stage_layers leaves a stage without layers"},
        {"layout.stage-layers-sum", "stage_layers sums to {sum} but the model has {layers} layers"},
        {"layout.stage-layers-virtual", "stage_layers cannot describe stages of several chunks"},
        {"layout.tensor-crosses-nodes", "tp={tp} does not divide the {gpus_per_node} cards of a node: tensor groups cross the slow links"},
        {"layout.sequence-parallel-alone", "sequence parallelism splits nothing at tp=1"},
        {"fix.layout.one", "set it to 1"},
        {"fix.layout.one-or-more", "use 1 or more"},
        {"fix.layout.order-lacks-axis", "set {axis} to 1 or choose the order megatron"},
        {"fix.layout.fewer-cards", "use smaller sizes"},
        {"fix.layout.ep", "use a divisor of {product}"},
        {"fix.layout.cards", "set dp to {nearest} or use {needed} cards"},
        {"fix.layout.cards-not-whole", "use {nearest} cards, or sizes whose product divides {cards}"},
        {"fix.layout.pp-divides-layers", "use {nearest}, or say in stage_layers how many layers each stage has"},
        {"fix.layout.chunks", "use {nearest} stages or fewer chunks"},
        {"fix.layout.tensor-crosses-nodes", "use a tp that divides {gpus_per_node}"},
        {"fix.stage-layers-count", "give one entry for each stage"},
        {"fix.stage-layers-empty", "give each stage at least one layer"},
        {"fix.stage-layers-sum", "make the entries sum to {layers}"},
        {"fix.stage-layers-virtual", "leave stage_layers out or set virtual_stages to 1"},

        {"batch.needs-two", "of global batch, micro-batch and micro-batches fewer than two are given"},
        {"batch.contradiction", "micro-batch·micro-batches·dp = {micro}·{accumulation}·{dp} = {product} but the global batch is {global}"},
        {"batch.global-divisible", "{name}·dp = {factor}·{dp} = {product} does not divide the global batch of {global}"},
        {"batch.too-many-micro-batches", "{micro_batches} micro-batches on {pp} stages are too many to schedule"},
        {"fix.batch.needs-two", "give two of the three"},
        {"fix.batch.contradiction", "use a global batch of {product}, or micro-batch×micro-batches of {pairs}"},
        {"fix.batch.global-divisible", "use a global batch of {nearest}, or micro-batch×micro-batches of {pairs}"},
        {"fix.batch.fewer-micro-batches", "use a larger micro-batch or a smaller global batch"},
        {"plan.too-large", "{what} would not fit a 64-bit number"},
        {"fix.plan.smaller", "use smaller sizes"},

        {"sequence.beyond-model", "a sequence of {sequence} tokens is longer than the {maximum} that {model} has positions for"},
        {"fix.sequence.beyond-model", "use {maximum} or less"},

        {"schedule.chunks", "the schedule {schedule} cannot have {chunks} chunks per rank"},
        {"schedule.interleaved-multiple", "the schedule interleaved needs micro-batches in multiples of pp={pp}, here are {micro_batches}"},
        {"schedule.dualpipe-micro-batches", "the schedule {schedule} needs at least 2·pp = 2·{pp} micro-batches, here are {micro_batches}"},
        {"schedule.dualpipe-even", "the schedule dualpipe needs an even number of micro-batches, here are {micro_batches}"},
        {"schedule.dualpipe-even-stages", "the schedule dualpipe needs an even number of stages, pp={pp} is odd"},
        {"fix.schedule.chunks", "set virtual_stages to {nearest}"},
        {"fix.schedule.micro-batches", "use {nearest} micro-batches"},
        {"fix.schedule.even-stages", "use an even pp"},

        {"lr.warmup-beyond-total", "a warm-up of {warmup} updates leaves nothing of the {total} updates of the schedule"},
        {"fix.lr.warmup", "use a warm-up below {total}"},

        {"zero.offload-parameters", "parameters can be offloaded only at ZeRO stage 3, the plan has stage {stage}"},
        {"zero.offload-optimizer", "the optimizer can be offloaded only at ZeRO stage 1 or higher, the plan has stage {stage}"},
        {"zero.offload-nvme", "at ZeRO stage {stage} offloading to nvme behaves as offloading to cpu"},
        {"zero.nothing-to-shard", "ZeRO stage {stage} splits nothing: there is one replica"},
        {"fix.zero.offload-parameters", "use stage 3 or set offload_parameters to none"},
        {"fix.zero.offload-optimizer", "use stage 1 or set offload_optimizer to none"},
        {"fix.zero.offload-nvme", "use stage 3 or set offload_optimizer to cpu"},

        {"cluster.unknown-gpu", "\"{gpu}\" is no accelerator of the catalogue"},
        {"precision.not-on-card", "{gpu} computes no {precision}"},
        {"fix.precision.fp16", "set precision to fp16"},
        {"fix.precision.bf16", "set precision to bf16"},

        {"framework.schedule", "{framework} has no schedule {schedule}"},
        {"framework.deepspeed-zero-pipeline", "DeepSpeed's pipeline engine refuses ZeRO stage {stage} at pp={pp}"},
        {"framework.megatron-zero", "Megatron-LM's distributed optimizer is ZeRO stage 1; stage {stage} needs its FSDP instead"},
        {"framework.megatron-offload", "Megatron-LM does not offload parameters to {device}"},
        {"framework.fsdp-zero", "FSDP splits gradients too (stage 2) or everything (stage 3); it has no stage 1"},
        {"fix.framework.zero-at-most-one", "use stage 0 or 1"},
        {"fix.framework.fsdp-zero", "use stage 2 or 3"},

        {"plan.version", "plan version {found} is newer than the {known} that is understood here"},
        {"plan.missing-key", "the key \"{key}\" is missing"},
        {"plan.unknown-key", "the key \"{key}\" is unknown here"},
        {"plan.later-key", "the key \"{key}\" is not supported by this version"},
        {"plan.wrong-type", "\"{key}\" should be {expected}, here is {found}"},
        {"plan.out-of-range", "\"{key}\" = {found} is out of the range of its numbers"},
        {"plan.unknown-choice", "\"{found}\" is no value of \"{key}\""},
        {"plan.unknown-preset", "\"{found}\" is no model preset"},
        {"fix.plan.version", "open it with a newer release"},
        {"fix.plan.add-key", "add \"{key}\", {expected}"},
        {"fix.plan.did-you-mean-key", "did you mean \"{nearest}\"?"},
        {"fix.plan.keys", "known here: {choices}"},
        {"fix.plan.remove", "remove it"},
        {"fix.plan.model-config", "give a preset or the dimensions of the model"},

        {"field.whole-number", "\"{text}\" is no whole number"},
        {"field.too-large", "\"{text}\" is too large"},
        {"fix.field.whole-number", "write a whole number such as 4"},
    };
    return kRows;
}

}  // namespace core
