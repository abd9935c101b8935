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
        {"fix.checkpoint.cannot-write", "make room or name another folder with --checkpoint-dir; training goes on"},
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
    };
    return kRows;
}

}  // namespace core
