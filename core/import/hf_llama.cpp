// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From LLaMA: RMSNorm, rotary positions, gated MLPs without biases unless said otherwise.
#include "core/import/hf_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace core {

namespace {

void readLlama(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
}

void readMistral(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readSlidingWindow(config, spec, 0);
}

void readQwen2(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.qkvBias = true;
    if (config.flagOr("use_sliding_window", false)) readSlidingWindow(config, spec, 0);
}

void readQwen3(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.headSize = config.sizeOr({"head_dim"}, 128);
    spec.details.qkNorm = QkNorm::PerHead;
    if (config.flagOr("use_sliding_window", false)) readSlidingWindow(config, spec, 0);
}

// The first Qwen: intermediate_size counts gate and value together.
void readQwen(ConfigReader& config, ModelSpec& spec) {
    spec.layers = config.size({"num_hidden_layers", "n_layer"});
    spec.hidden = config.size({"hidden_size", "n_embd"});
    spec.heads = spec.kvHeads = config.size({"num_attention_heads", "n_head"});
    const int both = config.size({"intermediate_size"});
    if (both % 2 != 0) config.refuse("hf.odd-size", "intermediate_size", {{"found", fmt::to_string(both)}});
    spec.ffn = std::max(1, both / 2);
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({"max_position_embeddings", "seq_length"});
    spec.details.headSize = config.sizeOr({"kv_channels"}, 0);
    readTied(config, spec, Embeddings::Untied);
    readRotary(config, spec);
    spec.details.rotaryShare = config.numberOr("rotary_pct", 1);
    spec.details.qkvBias = true;
    spec.details.attentionBias = spec.details.mlpBias = !config.flagOr("no_bias", true);
}

// ALiBi in the 13B models, whose configuration has no max_position_embeddings.
void readBaichuan(ConfigReader& config, ModelSpec& spec) {
    const bool alibi = !config.has("max_position_embeddings");
    spec.layers = config.size({"num_hidden_layers"});
    spec.hidden = config.size({"hidden_size"});
    spec.heads = spec.kvHeads = config.size({"num_attention_heads"});
    spec.ffn = config.size({"intermediate_size"});
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({alibi ? "model_max_length" : "max_position_embeddings"});
    readTied(config, spec, Embeddings::Untied);
    readActivation(config, spec, "hidden_act", "silu");
    if (alibi)
        spec.details.positions = PositionKind::Alibi;
    else
        readRotary(config, spec);
}

void readInternLm(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.qkvBias = spec.details.attentionBias = config.flagOr("bias", true);
}

void readInternLm2(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.qkvBias = spec.details.attentionBias = config.flagOr("bias", false);
}

void readInternLm3(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.qkvBias = config.flagOr("qkv_bias", false);
    spec.details.attentionBias = spec.details.mlpBias = config.flagOr("bias", false);
}

// Embeddings times √h, weights of the norms are added to 1.
void readGemma(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec, Embeddings::Tied);
    readBiases(config, spec);
    spec.details.multipliers = true;
    spec.details.headSize = config.sizeOr({"head_dim"}, 256);
    // "gelu" in the first configurations was meant as its tanh form.
    readActivation(config, spec, config.has("hidden_activation") ? "hidden_activation" : "hidden_act", "gelu_pytorch_tanh");
}

// A norm before and behind each half of a block; sliding and full attention take turns.
void readGemma2(ConfigReader& config, ModelSpec& spec) {
    readGemma(config, spec);
    spec.details.normsPerBlock = 4;
    readSlidingWindow(config, spec, 2);
}

// The published files name only what differs from the class: its own sizes fill the rest.
void readGemma3(ConfigReader& config, ModelSpec& spec) {
    spec.layers = config.sizeOr({"num_hidden_layers"}, 26);
    spec.hidden = config.sizeOr({"hidden_size"}, 2304);
    spec.heads = config.sizeOr({"num_attention_heads"}, 8);
    spec.kvHeads = config.sizeOr({"num_key_value_heads"}, 4);
    spec.ffn = config.sizeOr({"intermediate_size"}, 9216);
    spec.vocabulary = config.sizeOr({"vocab_size"}, 262208);
    spec.maxSequence = config.sizeOr({"max_position_embeddings"}, 131072);
    readTied(config, spec, Embeddings::Tied);
    readRotary(config, spec);
    readBiases(config, spec);
    readActivation(config, spec, "hidden_activation", "gelu_pytorch_tanh");
    ModelDetails& d = spec.details;
    d.headSize = config.sizeOr({"head_dim"}, 256);
    d.normsPerBlock = 4;
    d.qkNorm = QkNorm::PerHead;
    d.multipliers = true;
    readSlidingWindow(config, spec, config.sizeOr({"sliding_window_pattern", "_sliding_window_pattern"}, 6));
}

void readPhi3(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readSlidingWindow(config, spec, 0);
    spec.details.dropout = readDropout(config, {"attention_dropout", "resid_pdrop", "embd_pdrop"}, 0);
}

// ChatGLM2, ChatGLM3 and the GLM-4 that was published with its own code.
void readChatGlm(ConfigReader& config, ModelSpec& spec) {
    spec.layers = config.size({"num_layers"});
    spec.hidden = config.size({"hidden_size"});
    spec.heads = config.size({"num_attention_heads"});
    spec.kvHeads = config.flagOr("multi_query_attention", false) ? config.size({"multi_query_group_num"}) : spec.heads;
    spec.ffn = config.size({"ffn_hidden_size"});
    spec.vocabulary = config.size({"padded_vocab_size", "vocab_size"});
    spec.maxSequence = config.size({"seq_length"});
    readTied(config, spec, Embeddings::Untied);
    ModelDetails& d = spec.details;
    d.headSize = config.sizeOr({"kv_channels"}, 0);
    if (!config.flagOr("rmsnorm", true)) d.norm = NormKind::Layer;
    d.normBias = d.norm == NormKind::Layer;
    d.finalNorm = config.flagOr("post_layer_norm", true);
    const bool biases = config.flagOr("add_bias_linear", false);
    d.qkvBias = biases || config.flagOr("add_qkv_bias", false);
    d.attentionBias = d.mlpBias = biases;
    d.rotaryShare = 0.5;
}

void readGlm(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.headSize = config.sizeOr({"head_dim"}, 128);
    spec.details.qkvBias = config.flagOr("attention_bias", false);
    spec.details.rotaryShare = config.numberOr("partial_rotary_factor", 0.5);
}

void readGlm4(ConfigReader& config, ModelSpec& spec) {
    readGlm(config, spec);
    spec.details.normsPerBlock = 4;
}

// OLMo: LayerNorm without weights.
void readOlmo(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.norm = NormKind::Bare;
}

// OLMo 2 and 3: norms behind each half instead of before it.
void readOlmo2(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.qkNorm = QkNorm::Whole;
    readSlidingWindow(config, spec, 4);
}

// OLMo's own form: mlp_hidden_size counts gate and value together.
void readNativeOlmo(ConfigReader& config, ModelSpec& spec) {
    spec.layers = config.size({"n_layers"});
    spec.hidden = config.size({"d_model"});
    spec.heads = config.size({"n_heads"});
    spec.kvHeads = config.sizeOr({"n_kv_heads"}, config.flagOr("multi_query_attention", false) ? 1 : spec.heads);
    const double wide = config.has("mlp_hidden_size") ? config.size({"mlp_hidden_size"})
                                                      : config.numberOr("mlp_ratio", 4) * spec.hidden;
    const std::string activation = config.textOr("activation_type", "swiglu");
    ModelDetails& d = spec.details;
    d.mlp = activation == "swiglu" ? MlpKind::Gated : MlpKind::Plain;
    d.activation = activation == "swiglu" ? Activation::Silu : activation == "relu" ? Activation::Relu : Activation::Gelu;
    const double ffn = d.mlp == MlpKind::Gated ? wide / 2 : wide;
    if (ffn < 1 || ffn > std::numeric_limits<int>::max() || ffn != double(int(ffn)))
        config.refuse("hf.not-whole", "mlp_ratio", {{"found", fmt::to_string(ffn)}, {"width", fmt::to_string(spec.hidden)}});
    else
        spec.ffn = int(ffn);
    spec.vocabulary = config.sizeOr({"embedding_size"}, config.size({"vocab_size"}));
    spec.maxSequence = config.size({"max_sequence_length"});
    spec.embeddings = config.flagOr("weight_tying", true) ? Embeddings::Tied : Embeddings::Untied;
    const bool biases = config.flagOr("include_bias", true), affine = config.flagOr("layer_norm_with_affine", true);
    const bool rms = config.textOr("layer_norm_type", "default") == "rms";
    d.norm = !affine ? NormKind::Bare : rms ? NormKind::Rms : NormKind::Layer;
    d.normBias = affine && config.flagOr("bias_for_layer_norm", biases);
    d.qkvBias = d.attentionBias = d.mlpBias = biases;
    if (config.flagOr("attention_layer_norm", false)) d.qkNorm = QkNorm::Whole;
    d.positions = config.flagOr("rope", false)    ? PositionKind::Rotary
                  : config.flagOr("alibi", false) ? PositionKind::Alibi
                                                  : PositionKind::Learned;
    d.dropout = readDropout(config, {"attention_dropout", "residual_dropout", "embedding_dropout"}, 0.1);
    if (config.textOr("block_type", "sequential") != "sequential")
        config.refuse("hf.unsupported", "block_type", {{"what", "another order of a block than \"sequential\""}});
}

// Command R: attention beside the MLP behind one LayerNorm without bias.
void readCohere(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec, Embeddings::Tied);
    spec.details.qkvBias = spec.details.attentionBias = config.flagOr("attention_bias", false);
    ModelDetails& d = spec.details;
    d.norm = NormKind::Layer;
    d.normsPerBlock = 1;
    d.parallel = d.multipliers = true;
    if (config.flagOr("use_qk_norm", false)) d.qkNorm = QkNorm::Whole;
    readSlidingWindow(config, spec, config.sizeOr({"sliding_window_pattern", "_sliding_window_pattern"}, 4));
}

void readStableLm(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    ModelDetails& d = spec.details;
    d.norm = NormKind::Layer;
    d.normBias = true;
    d.qkvBias = config.flagOr("use_qkv_bias", false);
    d.parallel = config.flagOr("use_parallel_residual", false);
    d.normsPerBlock = d.parallel ? 1 : 2;
    d.rotaryShare = config.numberOr("partial_rotary_factor", 0.25);
    if (config.flagOr("qk_layernorm", false))
        config.refuse("hf.unsupported", "qk_layernorm", {{"what", "a norm of its own for every head"}});
}

// LLaMA with fixed factors on embeddings, residuals, scores and logits.
void readGranite(ConfigReader& config, ModelSpec& spec) {
    readLlama(config, spec);
    spec.details.multipliers = true;
}

// LLaMA without rotary positions in every fourth block.
void readSmolLm3(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec, Embeddings::Tied);
    readBiases(config, spec);
    spec.details.otherScaling = true;
}

void readSeedOss(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.headSize = config.sizeOr({"head_dim"}, 128);
    spec.details.attentionBias = config.flagOr("attention_out_bias", false);
    spec.details.dropout = readDropout(config, {"residual_dropout", "attention_dropout"}, 0);
}

}  // namespace

std::span<const HfFamily> hfLlamaFamilies() {
    static constexpr std::array kRows{
        HfFamily{"llama", readLlama},
        HfFamily{"Yi", readLlama},  // what the first Yi checkpoints called themselves
        HfFamily{"mistral", readMistral},
        HfFamily{"ministral", readMistral},
        HfFamily{"qwen", readQwen},
        HfFamily{"qwen2", readQwen2},
        HfFamily{"qwen3", readQwen3},
        HfFamily{"baichuan", readBaichuan},
        HfFamily{"internlm", readInternLm},
        HfFamily{"internlm2", readInternLm2},
        HfFamily{"internlm3", readInternLm3},
        HfFamily{"gemma", readGemma},
        HfFamily{"gemma2", readGemma2},
        HfFamily{"gemma3_text", readGemma3},
        HfFamily{"phi3", readPhi3},
        HfFamily{"chatglm", readChatGlm},
        HfFamily{"glm", readGlm},
        HfFamily{"glm4", readGlm4},
        HfFamily{"olmo", readOlmo},
        HfFamily{"olmo2", readOlmo2},
        HfFamily{"olmo3", readOlmo2},
        HfFamily{"hf_olmo", readNativeOlmo},
        HfFamily{"cohere", readCohere},
        HfFamily{"cohere2", readCohere},
        HfFamily{"stablelm", readStableLm},
        HfFamily{"granite", readGranite},
        HfFamily{"smollm3", readSmolLm3},
        HfFamily{"seed_oss", readSeedOss},
    };
    return kRows;
}

}  // namespace core
