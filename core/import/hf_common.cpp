// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the readers of many model types share.
#include "core/import/hf_families.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

// Llama 3.1's stretching is described by one factor, with the other numbers that it was published with.
bool isLlama31(ConfigReader& scaling) {
    return scaling.numberOr("low_freq_factor", 1) == 1 && scaling.numberOr("high_freq_factor", 4) == 4 &&
           scaling.numberOr("original_max_position_embeddings", 8192) == 8192;
}

void readScaling(ConfigReader& config, ModelSpec& spec, const char* key) {
    auto scaling = config.below(key);
    if (!scaling) return;
    const std::string kind = scaling->textOr("rope_type", scaling->textOr("type", "default"));
    if (scaling->has("rope_theta")) spec.ropeTheta = scaling->numberOr("rope_theta", spec.ropeTheta);
    if (kind == "llama3" && isLlama31(*scaling))
        spec.ropeFactor = scaling->numberOr("factor", 1);
    else if (kind != "default")
        spec.details.otherScaling = true;
    config.take(std::move(*scaling));
}

}  // namespace

void readTied(ConfigReader& config, ModelSpec& spec, Embeddings byDefault) {
    const bool tied = config.flagOr("tie_word_embeddings", byDefault == Embeddings::Tied);
    spec.embeddings = tied ? Embeddings::Tied : Embeddings::Untied;
}

void readRotary(ConfigReader& config, ModelSpec& spec) {
    spec.ropeTheta = config.numberOr("rope_theta", 10000);
    spec.details.rotaryShare = config.numberOr("partial_rotary_factor", 1);
    readScaling(config, spec, "rope_scaling");
    readScaling(config, spec, "rope_parameters");
}

void readActivation(ConfigReader& config, ModelSpec& spec, const char* key, const char* byDefault) {
    const std::string name = config.textOr(key, byDefault);
    if (name == "silu" || name == "swish" || name == "swiglu")
        spec.details.activation = Activation::Silu;
    else if (name == "relu")
        spec.details.activation = Activation::Relu;
    else if (name == "relu2")
        spec.details.activation = Activation::Squared;
    else if (name.starts_with("gelu"))
        spec.details.activation = Activation::Gelu;
    else
        config.refuse("hf.unknown-value", key, {{"found", name}, {"choices", "silu, gelu, relu or relu2"}});
}

bool readDropout(ConfigReader& config, ConfigReader::Keys keys, double byDefault) {
    bool any = false;
    for (const char* key : keys) any |= config.numberOr(key, byDefault) > 0;
    return any;
}

void readLlamaShape(ConfigReader& config, ModelSpec& spec, Embeddings byDefault) {
    spec.layers = config.size({"num_hidden_layers"});
    spec.hidden = config.size({"hidden_size"});
    spec.heads = config.size({"num_attention_heads"});
    spec.kvHeads = config.sizeOr({"num_key_value_heads"}, spec.heads);
    spec.ffn = config.size({"intermediate_size"});
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({"max_position_embeddings"});
    spec.details.headSize = config.sizeOr({"head_dim"}, 0);
    readTied(config, spec, byDefault);
    readRotary(config, spec);
    readActivation(config, spec, config.has("hidden_activation") ? "hidden_activation" : "hidden_act", "silu");
}

void readBiases(ConfigReader& config, ModelSpec& spec) {
    spec.details.qkvBias = spec.details.attentionBias = config.flagOr("attention_bias", false);
    spec.details.mlpBias = config.flagOr("mlp_bias", false);
}

void readSlidingWindow(ConfigReader& config, ModelSpec& spec, int pattern) {
    if (!config.flagOr("use_sliding_window", true) || !config.has("sliding_window")) return;
    spec.slidingWindow = config.countOr({"sliding_window"}, 0);
    if (pattern > 0) spec.details.globalLayers = spec.layers / pattern;
    if (!config.has("layer_types")) return;
    const std::vector<std::string> kinds = config.texts("layer_types");
    spec.details.globalLayers = int(std::ranges::count(kinds, "full_attention"));
}

}  // namespace core
