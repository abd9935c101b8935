// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels of memory ledger entries and sentences about memory.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> memorySentences() {
    static constexpr Sentence kRows[] = {
        {"memory.does-not-fit", "stage {stage} needs {needed} but a card has {capacity}"},
        {"ledger.parameters", "Weights"},
        {"ledger.fp8-copies", "8-bit copies of the weights and their transposes"},
        {"ledger.gradients", "Gradients"},
        {"ledger.tied-head-gradient", "Gradient of the tied head, kept apart from the embedding's"},
        {"ledger.master-weights", "Master weights (fp32)"},
        {"ledger.gradient-copy", "fp32 copy of the gradients"},
        {"ledger.adam-moments", "Adam moments m and v (fp32)"},
        {"ledger.rotary-table", "cosines and sines of rotary positions"},
        {"ledger.sgd-momentum", "momentum of SGD (fp32)"},
        {"ledger.on-host", "Kept in host memory"},
        {"ledger.scratch", "Scratch of the layers"},
        {"ledger.gradient-bucket", "Gradient bucket"},
        {"ledger.gathered-parameters", "Gathered weights"},
        {"ledger.reduce-bucket", "Reduction bucket"},
        {"ledger.gather-bucket", "All-gather bucket"},
        {"ledger.step-gradients", "fp32 gradients during the update"},
        {"ledger.compute-copy", "16-bit copy of the weights for computing"},
        {"ledger.pipeline-messages", "Messages between pipeline stages"},
        {"ledger.activations-blocks", "Activations of the blocks"},
        {"ledger.activations-embedding", "Activations of the embedding"},
        {"ledger.activations-final-norm", "Activations of the final norm"},
        {"ledger.activations-head", "Logits and head input"},
        {"ledger.activations-pending", "Layer inputs and output gradients until the weight gradient"},
        {"ledger.activations-passing", "Recomputed and passing activations of the running op"},
        {"ledger.context", "Device context and modules"},
        {"ledger.communicators", "Communicators"},
        {"fix.memory.way", "{flags} is the smallest change that fits"},
        {"fix.memory.nothing-fits", "no change that is tried here fits, and no two of them: use more or larger cards, "
                                    "or a smaller model"},
        {"fix.memory.does-not-fit", "use a smaller micro-batch, a higher ZeRO stage, more tensor or pipeline "
                                    "parallelism, or cards with more memory"},
        {"ledger.muon-momentum", "Muon momentum of the matrices"},
        {"ledger.moment-scales", "scales of the 8-bit moments"},
        {"ledger.moments-bf16", "moments of the optimizer (bf16)"},
        {"ledger.moments-int8", "moments of the optimizer (8 bits)"},
        {"ledger.activations-sent", "Outputs that the pipeline holds until their gradients return"},
        {"ledger.flat-gradients", "Gradients laid end to end for the update"},
    };
    return kRows;
}

}  // namespace core
