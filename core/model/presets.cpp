// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model presets: toys that this machine trains, then published shapes.
// Shapes: GPT-2 (Radford et al. 2019 and the released checkpoints), GPT-3 (Brown et al. 2020, table 2.1;
// its 1.3B row with 16 heads and its 13B row with hidden 5120, so that the heads divide the width), LLaMA 2
// (Touvron et al. 2023), Llama 3.1 (Grattafiori et al. 2024), Mistral 7B (Jiang et al. 2023), TinyLlama
// (Zhang et al. 2024).
#include "core/model/model_spec.h"

#include <algorithm>

namespace core {

namespace {

ModelSpec gpt(const char* name, int layers, int hidden, int heads, int vocabulary, int sequence) {
    return {.name = name,
            .family = Family::Gpt,
            .layers = layers,
            .hidden = hidden,
            .heads = heads,
            .kvHeads = heads,
            .ffn = 4 * hidden,
            .vocabulary = vocabulary,
            .maxSequence = sequence,
            .embeddings = Embeddings::Tied};
}

struct Positions {
    int maximum;
    double ropeTheta = 10000, ropeFactor = 1;
    int slidingWindow = 0;
};

ModelSpec llama(const char* name, int layers, int hidden, int heads, int kvHeads, int ffn, int vocabulary,
                const Positions& positions) {
    return {.name = name,
            .family = Family::Llama,
            .layers = layers,
            .hidden = hidden,
            .heads = heads,
            .kvHeads = kvHeads,
            .ffn = ffn,
            .vocabulary = vocabulary,
            .maxSequence = positions.maximum,
            .embeddings = Embeddings::Untied,
            .ropeTheta = positions.ropeTheta,
            .ropeFactor = positions.ropeFactor,
            .slidingWindow = positions.slidingWindow};
}

std::vector<ModelSpec> allPresets() {
    constexpr int kBytes = 256, kGptVocabulary = 50257;
    constexpr Positions kLlama31{131072, 500000, 8};
    std::vector<ModelSpec> presets = {
        gpt("tiny-gpt", 4, 128, 4, kBytes, 128),
        gpt("small-gpt", 8, 192, 8, kBytes, 128),
        gpt("byte-gpt-11m", 6, 384, 8, kBytes, 256),
        gpt("byte-gpt-26m", 8, 512, 8, kBytes, 256),
        llama("tiny-llama", 4, 128, 4, 2, 384, kBytes, {128}),
        gpt("gpt2", 12, 768, 12, kGptVocabulary, 1024),
        gpt("gpt2-medium", 24, 1024, 16, kGptVocabulary, 1024),
        gpt("gpt2-large", 36, 1280, 20, kGptVocabulary, 1024),
        gpt("gpt2-xl", 48, 1600, 25, kGptVocabulary, 1024),
        gpt("gpt3-125m", 12, 768, 12, kGptVocabulary, 2048),
        gpt("gpt3-350m", 24, 1024, 16, kGptVocabulary, 2048),
        gpt("gpt3-760m", 24, 1536, 16, kGptVocabulary, 2048),
        gpt("gpt3-1.3b", 24, 2048, 16, kGptVocabulary, 2048),
        gpt("gpt3-2.7b", 32, 2560, 32, kGptVocabulary, 2048),
        gpt("gpt3-6.7b", 32, 4096, 32, kGptVocabulary, 2048),
        gpt("gpt3-13b", 40, 5120, 40, kGptVocabulary, 2048),
        gpt("gpt3-175b", 96, 12288, 96, kGptVocabulary, 2048),
        llama("tinyllama-1.1b", 22, 2048, 32, 4, 5632, 32000, {2048}),
        llama("llama-2-7b", 32, 4096, 32, 32, 11008, 32000, {4096}),
        llama("llama-2-13b", 40, 5120, 40, 40, 13824, 32000, {4096}),
        llama("llama-2-70b", 80, 8192, 64, 8, 28672, 32000, {4096}),
        llama("mistral-7b", 32, 4096, 32, 8, 14336, 32000, {32768, 10000, 1, 4096}),
        llama("llama-3.1-8b", 32, 4096, 32, 8, 14336, 128256, kLlama31),
        llama("llama-3.1-70b", 80, 8192, 64, 8, 28672, 128256, kLlama31),
        llama("llama-3.1-405b", 126, 16384, 128, 8, 53248, 128256, kLlama31),
    };
    std::ranges::stable_sort(presets, {}, [](const ModelSpec& spec) { return countParameters(spec).total; });
    return presets;
}

}  // namespace

const std::vector<ModelSpec>& modelPresets() {
    static const std::vector<ModelSpec> presets = allPresets();
    return presets;
}

const ModelSpec* findModelPreset(std::string_view name) {
    const auto found = std::ranges::find(modelPresets(), name, &ModelSpec::name);
    return found == modelPresets().end() ? nullptr : &*found;
}

}  // namespace core
