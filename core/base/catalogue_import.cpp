// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about model configurations of other programs.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> importSentences() {
    static constexpr Sentence kRows[] = {
        {"hf.not-an-object", "a model configuration is a JSON object, here is something else"},
        {"hf.no-model-type", "nothing here says what model this is: the key \"model_type\" is missing"},
        {"hf.unknown-model-type", "\"{found}\" is no kind of model that is understood here"},
        {"hf.several-models", "several language models are described here: {choices}"},
        {"hf.unwrapped", "the language model described at {pointer} is taken; what surrounds it is not counted"},
        {"hf.missing-key", "the key \"{key}\" is missing"},
        {"hf.wrong-type", "\"{key}\" should be {expected}, here is {found}"},
        {"hf.out-of-range", "\"{key}\" = {found} is not between {least} and {most}"},
        {"hf.contradiction", "\"{key}\" = {value} contradicts \"{other}\" = {other_value}"},
        {"hf.unknown-value", "\"{key}\" = \"{found}\" is not understood here; known are {choices}"},
        {"hf.unsupported", "\"{key}\" describes {what}, which is not modelled"},
        {"hf.not-whole", "\"{key}\" = {found} makes no whole number of the width {width}"},
        {"hf.odd-size", "\"{key}\" = {found} counts two halves of an MLP and is odd"},
        {"hf.layer-types-count", "\"layer_types\" has {entries} entries for {layers} layers"},
        {"hf.unknown-layer", "layers of the kind \"{found}\" are not modelled"},
        {"hf.heads-divide-hidden", "{heads} attention heads do not divide the hidden size {hidden}, and no head_dim is given"},
        {"hf.kv-heads-divide-heads", "{kv_heads} key-value heads do not divide {heads} attention heads"},
        {"hf.too-many-global", "{found} layers of full attention are more than {layers} layers"},
        {"hf.too-many-visited", "a token visits {visited} experts of {experts}"},
        {"hf.rotary-share", "a rotary share of {found} of a head's features is not between 0 and 1"},
        {"hf.rotary-base", "rotary positions of base {base} and factor {factor} are not understood: the base must be above 1, the factor at least 1"},
        {"hf.too-large", "the training states of this model would not fit a 64-bit number"},
        {"fix.hf.model-type", "give the config.json of a decoder-only language model; known are {choices}"},
        {"fix.hf.dimensions", "known are {choices}; or give the dimensions of the model in a plan"},
        {"fix.hf.several-models", "save the one to be counted as a file of its own"},
        {"nccl.bad-row", "this row of a sweep lacks one of its {columns} columns, or a number in it is no number"},
        {"fix.nccl.bad-row", "give the output of nccl-tests as it was printed"},
        {"nccl.no-rows", "there are no rows of two sizes here"},
        {"fix.nccl.no-rows", "run it over a range of sizes, such as -b 8 -e 1G -f 2"},
        {"nccl.no-ranks", "no two ranks are listed under \"Using devices\""},
        {"fix.nccl.no-ranks", "give the whole output, with its first lines"},
        {"topology.no-header", "there is no header of columns GPU0, GPU1 …"},
        {"fix.topology.no-header", "give the output of nvidia-smi topo -m as it was printed"},
        {"topology.missing-row", "{gpus} cards have {rows} rows"},
        {"topology.short-row", "the row of {row} has fewer than {columns} columns"},
        {"topology.unknown-mark", "\"{mark}\" is no way between two cards"},
        {"fix.topology.unknown-mark", "marks are X, NV and a number, PIX, PXB, PHB, NODE and SYS"},
        {"survey.wrong-type", "\"{key}\" should be {expected}"},
        {"survey.unknown-key", "the key \"{key}\" is unknown in a survey"},
        {"survey.too-little", "a survey needs products and passes"},
        {"fix.survey", "give a file that bench survey wrote"},
    };
    return kRows;
}

}  // namespace core
