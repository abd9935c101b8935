// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about checkpoints: written, damaged, resumed.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> checkpointSentences() {
    static constexpr Sentence kRows[] = {
        {"checkpoint.cannot-read", "this part of the checkpoint cannot be read ({reason})"},
        {"checkpoint.cannot-write", "the checkpoint cannot be written ({reason})"},
        {"checkpoint.folder-in-use", "another run writes its checkpoints here"},
        {"checkpoint.not-found", "there is no checkpoint here"},
        {"checkpoint.no-manifest", "the checkpoint has no manifest.json"},
        {"checkpoint.not-a-manifest", "this is not the manifest of a checkpoint"},
        {"checkpoint.other-version", "the checkpoint has version {version}; this program reads version {known}"},
        {"checkpoint.truncated-manifest", "the manifest is not whole: its JSON breaks off or is damaged at byte {byte}"},
        {"checkpoint.altered-manifest", "the manifest was altered: its checksum is {found}, not {stated}"},
        {"checkpoint.bad-manifest", "the manifest does not describe a checkpoint ({detail})"},
        {"checkpoint.not-covered", "the checkpoint is not whole ({detail})"},
        {"checkpoint.missing-shard", "the file of rank {rank} is missing"},
        {"checkpoint.truncated", "the file has {bytes} bytes instead of {expected}"},
        {"checkpoint.bad-shard", "the file is damaged ({detail})"},
        {"checkpoint.foreign-shard", "the file belongs to another checkpoint, of step {found}; this one is of step {step}"},
        {"checkpoint.damaged-slice", "{slice} is damaged: its checksum is {found}, not {stated}"},
        {"checkpoint.other-optimizer", "the checkpoint was written with {checkpoint}, the plan trains with {plan}: they keep "
                                       "different moments"},
        {"checkpoint.other-model", "the checkpoint is of another model: its {name} is {checkpoint}, the plan's is {plan}"},
        {"checkpoint.other-batch", "the checkpoint counts in batches of {checkpoint} sequences, the plan in batches of {plan}"},
        {"checkpoint.other-seed", "the checkpoint was trained with seed {checkpoint}, the plan says {plan}: the order of the samples is another from here on"},
        {"checkpoint.other-sequence", "the checkpoint was trained on sequences of {checkpoint} tokens, the plan has {plan}: the samples are others from here on"},
        {"checkpoint.other-text", "the training text is not the one of the checkpoint ({checkpoint})"},
        {"checkpoint.nothing-left", "the checkpoint is of step {step}; the plan ends at step {steps}"},
        {"checkpoint.stopped-unsaved", "the run was stopped before its last checkpoint was taken"},
        {"checkpoint.overtaken", "the checkpoint of step {step} was left out: the disk was still busy when that of step {newer} was due"},
        {"checkpoint.folder-not-empty", "the folder is not empty"},
        {"checkpoint.needs-plan", "this is a Hugging Face folder"},
        {"checkpoint.no-plan", "this is not a Hugging Face folder: it has no config.json"},
        {"checkpoint.one-dtype", "a checkpoint keeps weights in the type in which they come"},
        {"checkpoint.hf-type", "models of the type {found} are not converted; gpt2 and llama are"},
        {"checkpoint.hf-no-weights", "there is neither model.safetensors nor model.safetensors.index.json"},
        {"checkpoint.hf-index", "the index does not say where the tensors are ({detail})"},
        {"checkpoint.hf-missing", "{tensor} ({expected}) is missing"},
        {"checkpoint.hf-shape", "{tensor} is {found}, in the plan's model {expected}"},
        {"checkpoint.hf-extra", "{tensor} ({found}) has no place in the plan's model"},
        {"checkpoint.hf-more", "{count} further tensors do not fit"},
        {"checkpoint.hf-field", "{name} is {found} in {file}, in the plan's model {plan}"},
        {"checkpoint.hf-computes", "the model was trained with {key} {found}; this program computes with {expected}"},
        {"checkpoint.hf-epsilon", "the norms of the model add {found}, those of this program {here}: losses differ slightly"},
        {"checkpoint.hf-tokens", "the model has {vocabulary} tokens of a tokenizer of its own; this program trains on bytes, which are tokens 0 to 255 to it"},
        {"checkpoint.hf-beyond", "{tensor} holds {value}, which {dtype} does not reach"},
        {"fix.checkpoint.folder-not-empty", "name a new or an empty folder with --to"},
        {"fix.checkpoint.needs-plan", "name the plan that is to train it with --plan"},
        {"fix.checkpoint.no-plan", "name the model's folder; to convert a checkpoint to Hugging Face, leave out --plan"},
        {"fix.checkpoint.one-dtype", "leave out --dtype"},
        {"fix.checkpoint.cannot-convert", "make room or name another folder with --to"},
        {"fix.checkpoint.hf-no-weights", "save the model with save_pretrained(…, safe_serialization=True)"},
        {"fix.checkpoint.hf-shape", "make the plan's model, {model}, the one of config.json: shardscope-cli model CONFIG shows it"},
        {"fix.checkpoint.hf-field", "set {name} of the plan's model to {found}"},
        {"fix.checkpoint.hf-beyond", "write fp32 or bf16"},
        {"fix.checkpoint.cannot-write", "make room or name another folder (/run/checkpoint/directory, --checkpoint-dir)"},
        {"fix.checkpoint.cannot-read", "check the path and its permissions"},
        {"fix.checkpoint.folder-in-use", "name another folder with --checkpoint-dir"},
        {"fix.checkpoint.not-found", "name the folder of one checkpoint, or a folder of checkpoints"},
        {"fix.checkpoint.overtaken", "save less often"},
        {"fix.checkpoint.other-optimizer", "set the optimizer's kind to {checkpoint}, with the same momentum"},
        {"fix.checkpoint.other-model", "set {name} to {checkpoint}, or resume without a plan"},
        {"fix.checkpoint.other-batch", "set the global batch to {checkpoint}"},
        {"fix.checkpoint.other-seed", "set the seed to {checkpoint} to go on in the same order"},
        {"fix.checkpoint.nothing-left", "give --steps more than {step}"},
        {"fix.checkpoint.previous", "resume from {previous}, of step {previous_step}"},
        {"fix.checkpoint.no-previous", "there is no other sound checkpoint beside it"},
        {"checkpoint.other-decay", "the checkpoint's learning rate runs over {checkpoint} updates, this plan's over {plan}: the rates are others from here on"},
        {"fix.checkpoint.other-decay", "to keep the rates, set the length of the schedule, /lr_schedule/total, to {checkpoint}"},
    };
    return kRows;
}

}  // namespace core
