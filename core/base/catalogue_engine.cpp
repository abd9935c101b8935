// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about what the training engine of this build does not run, and about runs that went wrong.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> engineSentences() {
    static constexpr Sentence kRows[] = {
        {"engine.precision", "the engine trains in fp32, bf16 or fp16; {precision} is planned only"},
        {"engine.gradient-dtype", "beside {precision} the engine keeps gradients in {precision} or fp32; {dtype} gradients are planned only"},
        {"engine.model", "{model} is planned only; the engine trains GPT and LLaMA shapes: no experts, no latent attention, no other "
                         "norms, biases or positions than theirs"},
        {"fix.engine.model", "choose a model of one of these two shapes"},
        {"engine.attention", "flash attention is planned only; the engine keeps its scores"},
        {"fix.engine.attention", "set attention to materialised"},
        {"engine.shared-kv-heads", "tp={tp} exceeds the {kv_heads} key-value heads; the engine gives every tensor rank whole "
                                   "ones of its own"},
        {"engine.sliding-window", "attention over a window of {window} tokens is planned only; the sequence has {sequence}"},
        {"engine.context-parallel", "cp={cp} is planned only; the engine has no context parallelism"},
        {"engine.expert-parallel", "ep={ep} is planned only; the engine has no expert parallelism"},
        {"engine.schedule", "the schedule {schedule} is planned only"},
        {"engine.framework", "the plan describes framework {framework}; its memory is {framework}'s, not this engine's"},
        {"engine.cuda", "this build has no CUDA backend"},
        {"engine.accelerator", "no {gpu} is here; the engine runs this plan on virtual cards"},
        {"engine.too-many-ranks", "{ranks} ranks are planned only; the engine runs up to {limit} on one machine"},
        {"engine.vocabulary", "the engine reads bytes: its vocabulary needs at least 256 entries, the model has {vocabulary}"},
        {"engine.host-memory", "{cards} would take {needed} of this machine's memory, {available} are free"},
        {"engine.out-of-memory", "rank {rank} is out of memory: {tensor} needs {requested} more, the card holds {held} "
                                 "of {capacity}"},
        {"engine.loss-scale-at-minimum", "step {step} overflows at the smallest loss scale, {scale}"},
        {"fix.engine.loss-scale-at-minimum",
         "lower the learning rate, use bf16 or fp32, or set loss_scale.minimum lower"},
        {"engine.not-a-number", "the loss or the gradient norm of step {step} is not a finite number"},
        {"engine.rank-failed", "rank {rank} failed: {reason}"},
        {"engine.rank-out-of-step", "{reason}"},
        {"engine.unknown-command", "the line is no command: {line}"},
        {"engine.leave-alone", "a run that goes on by itself needs a run file and a control file, and this one lacks {lacks}"},
        {"fix.engine.leave-alone", "start it with --record and --control-file"},
        {"fix.engine.host-memory", "train a smaller model, a smaller micro-batch or shorter sequences here"},
        {"fix.engine.go-on", "mend what is named here, then start again, or go on from a checkpoint with --resume"},
        {"engine.offload-folder", "the folder {folder} cannot take what is offloaded ({reason})"},
        {"engine.offload-room", "what is offloaded takes {needed}, {folder} has {available} free"},
        {"fix.engine.offload-folder", "name a folder of this machine that can be written and has room in /zero/offload_directory, or offload to cpu"},
        {"parity.same-weights", "from the same weights {what} is {error} away from one rank, beyond the {tolerance} of rounding"},
        {"parity.free-run", "in the free run {what} is {error} away from one rank, beyond the {tolerance} of rounding"},
        {"parity.bitwise", "{layout} does not end in the same bits, although it sums in the same order"},
        {"fix.parity.report", "do not trust runs of this layout, and report the plan with this answer: the fault is this program's"},
        {"fix.engine.out-of-memory", "give the cards more memory, split the model further (tp, pp), raise the ZeRO stage "
                                     "or take smaller micro-batches"},
        {"fix.engine.not-a-number", "lower the learning rate, lengthen the warm-up or clip the gradients"},
        {"fix.engine.precision", "set precision to bf16, fp16 or fp32"},
        {"fix.engine.unknown-command", "send pause, resume, step_once, checkpoint, stop or leave as {example}"},
        {"fix.engine.gradient-dtype", "leave gradient_dtype out or set it to fp32"},
        {"fix.engine.shared-kv-heads", "use a tp that divides {kv_heads}"},
        {"fix.engine.sliding-window", "use a sequence of at most {window}"},
        {"fix.engine.vocabulary", "set vocabulary to 256 or more"},
        {"fix.engine.accelerator", "set gpu to virtual-card for predictions about this machine"},
        {"fix.engine.one", "set it to 1"},
        {"fix.engine.schedule", "use {nearest}"},
        {"fix.engine.offload", "set it to none"},
        {"fix.engine.framework", "set framework to engine to compare prediction and measurement"},
        {"fix.engine.cuda", "set the backend to auto or cpu"},
        {"fix.engine.fewer-ranks", "use at most {limit} cards"},
        {"engine.adapters", "the engine trains all parameters: no adapters (rank {rank}), no frozen blocks ({blocks})"},
        {"fix.engine.adapters", "set lora.rank and frozen_blocks to 0"},
        {"engine.optimizer", "the engine has no optimizer {kind} with moments in {moments}"},
        {"fix.engine.optimizer", "use adamw, adam or sgd with moments in fp32"},
        {"engine.batch-ramp", "the engine trains with one global batch, without a ramp"},
        {"fix.engine.batch-ramp", "leave batch.ramp out"},
        {"engine.uneven-chunks", "the engine splits the layers of several chunks a rank evenly"},
        {"fix.engine.uneven-chunks", "leave stage_layers out, or set virtual_stages to 1"},
    };
    return kRows;
}

}  // namespace core
