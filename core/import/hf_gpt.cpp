// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From GPT-2: LayerNorm, plain MLPs of four times the width unless said otherwise.
#include "core/import/hf_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace core {

namespace {

int fourTimes(int hidden) { return int(std::min<std::int64_t>(std::int64_t{4} * hidden, std::numeric_limits<int>::max())); }

// LayerNorm with bias, biases everywhere, learned positions, tied: GPT-2 itself.
void gptDetails(ModelSpec& spec) {
    spec.details = {};
    spec.details.norm = NormKind::Layer;
    spec.details.normBias = true;
    spec.details.mlp = MlpKind::Plain;
    spec.details.activation = Activation::Gelu;
    spec.details.positions = PositionKind::Learned;
    spec.details.qkvBias = spec.details.attentionBias = spec.details.mlpBias = true;
}

// In the words of GPT-2's configurations.
void readGpt2Shape(ConfigReader& config, ModelSpec& spec) {
    gptDetails(spec);
    spec.layers = config.size({"n_layer", "num_hidden_layers"});
    spec.hidden = config.size({"n_embd", "hidden_size"});
    spec.heads = spec.kvHeads = config.size({"n_head", "num_attention_heads"});
    spec.ffn = config.sizeOr({"n_inner"}, fourTimes(spec.hidden));
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({"n_positions", "max_position_embeddings"});
    readActivation(config, spec, "activation_function", "gelu_new");
}

// In the words of the later ones, but for the width of the MLP.
void readGptSizes(ConfigReader& config, ModelSpec& spec) {
    gptDetails(spec);
    spec.layers = config.size({"num_hidden_layers"});
    spec.hidden = config.size({"hidden_size"});
    spec.heads = spec.kvHeads = config.size({"num_attention_heads"});
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({"max_position_embeddings"});
}

void readGpt2(ConfigReader& config, ModelSpec& spec) {
    readGpt2Shape(config, spec);
    readTied(config, spec, Embeddings::Tied);
    spec.details.dropout = readDropout(config, {"attn_pdrop", "embd_pdrop", "resid_pdrop"}, 0.1);
    if (config.flagOr("add_cross_attention", false)) config.refuse("hf.unsupported", "add_cross_attention", {{"what", "cross attention"}});
}

// Multi-query attention: one key-value head.
void readGptBigCode(ConfigReader& config, ModelSpec& spec) {
    readGpt2(config, spec);
    if (config.flagOr("multi_query", true)) spec.kvHeads = 1;
}

void readGptNeo(ConfigReader& config, ModelSpec& spec) {
    gptDetails(spec);
    spec.layers = config.size({"num_layers", "num_hidden_layers"});
    spec.hidden = config.size({"hidden_size"});
    spec.heads = spec.kvHeads = config.size({"num_heads", "num_attention_heads"});
    spec.ffn = config.sizeOr({"intermediate_size"}, fourTimes(spec.hidden));
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({"max_position_embeddings"});
    readActivation(config, spec, "activation_function", "gelu_new");
    readTied(config, spec, Embeddings::Tied);
    spec.details.qkvBias = false;
    // attention_types: every second block looks back `window_size` tokens only.
    spec.slidingWindow = config.sizeOr({"window_size"}, 256);
    spec.details.globalLayers = (spec.layers + 1) / 2;
    if (config.has("attention_layers")) {
        const std::vector<std::string> kinds = config.texts("attention_layers");
        spec.details.globalLayers = int(std::ranges::count(kinds, "global"));
    }
    spec.details.dropout = readDropout(config, {"attention_dropout", "embed_dropout", "resid_dropout"}, 0);
}

// Attention and MLP read one norm; the head has a bias. CodeGen has the same shape.
void readGptJ(ConfigReader& config, ModelSpec& spec) {
    readGpt2Shape(config, spec);
    readTied(config, spec, Embeddings::Untied);
    ModelDetails& d = spec.details;
    d.qkvBias = d.attentionBias = false;
    d.headBias = d.parallel = true;
    d.normsPerBlock = 1;
    d.positions = PositionKind::Rotary;
    if (config.has("rotary_dim"))
        d.rotaryShare = double(config.size({"rotary_dim"})) * spec.heads / spec.hidden;
    d.dropout = readDropout(config, {"attn_pdrop", "embd_pdrop", "resid_pdrop"}, 0);
}

void readGptNeoX(ConfigReader& config, ModelSpec& spec) {
    readGptSizes(config, spec);
    spec.ffn = config.size({"intermediate_size"});
    readActivation(config, spec, "hidden_act", "gelu");
    readTied(config, spec, Embeddings::Untied);
    ModelDetails& d = spec.details;
    d.qkvBias = d.attentionBias = config.flagOr("attention_bias", true);
    d.parallel = config.flagOr("use_parallel_residual", true);
    d.positions = PositionKind::Rotary;
    d.rotaryShare = config.numberOr("rotary_pct", 0.25);
    d.dropout = readDropout(config, {"attention_dropout", "hidden_dropout"}, 0);
}

void readOpt(ConfigReader& config, ModelSpec& spec) {
    readGptSizes(config, spec);
    spec.ffn = config.size({"ffn_dim"});
    readActivation(config, spec, "activation_function", "relu");
    readTied(config, spec, Embeddings::Tied);
    ModelDetails& d = spec.details;
    d.positionOffset = 2;  // the first two rows of the table are never read
    d.qkvBias = d.attentionBias = d.mlpBias = config.flagOr("enable_bias", true);
    if (!config.flagOr("layer_norm_elementwise_affine", true)) d.norm = NormKind::Bare;
    d.finalNorm = config.flagOr("do_layer_norm_before", true) && !config.flagOr("_remove_final_layer_norm", false);
    d.dropout = readDropout(config, {"dropout", "attention_dropout"}, 0.1);
    if (config.sizeOr({"word_embed_proj_dim"}, spec.hidden) != spec.hidden)
        config.refuse("hf.unsupported", "word_embed_proj_dim", {{"what", "an embedding narrower than the model"}});
}

void readBloom(ConfigReader& config, ModelSpec& spec) {
    gptDetails(spec);
    spec.layers = config.size({"n_layer", "num_hidden_layers"});
    spec.hidden = config.size({"hidden_size", "n_embed"});
    spec.heads = spec.kvHeads = config.size({"n_head", "num_attention_heads"});
    spec.ffn = fourTimes(spec.hidden);
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.sizeOr({"seq_length"}, 2048);  // ALiBi has no longest sequence: the trained one
    readTied(config, spec, Embeddings::Tied);
    spec.details.positions = PositionKind::Alibi;
    spec.details.embeddingNorm = true;
    spec.details.dropout = readDropout(config, {"attention_dropout", "hidden_dropout"}, 0);
}

// Falcon 7B: one norm for attention and MLP, one key-value head. 40B and 180B (new_decoder_architecture): one norm
// each. Falcon-RW: one after the other, ALiBi.
void readFalconShape(ConfigReader& config, ModelSpec& spec, bool isNewByDefault) {
    gptDetails(spec);
    spec.layers = config.size({"num_hidden_layers", "n_layer"});
    spec.hidden = config.size({"hidden_size"});
    spec.heads = config.size({"num_attention_heads", "n_head"});
    spec.ffn = config.sizeOr({"ffn_hidden_size"}, fourTimes(spec.hidden));
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.sizeOr({"max_position_embeddings"}, 2048);
    readActivation(config, spec, "activation", "gelu");
    // The 180B checkpoint is published with a head of its own, 179,522,565,120 elements in all; its configuration does
    // not say so.
    const bool is180b = spec.layers == 80 && spec.hidden == 14848;
    readTied(config, spec, is180b ? Embeddings::Untied : Embeddings::Tied);
    ModelDetails& d = spec.details;
    const bool isNew = config.flagOr("new_decoder_architecture", isNewByDefault);
    spec.kvHeads = isNew                                  ? config.sizeOr({"num_kv_heads", "n_head_kv"}, spec.heads)
                   : config.flagOr("multi_query", true) ? 1
                                                          : spec.heads;
    d.parallel = isNew || config.flagOr("parallel_attn", true);
    d.normsPerBlock = isNew ? config.sizeOr({"num_ln_in_parallel_attn"}, 2) : d.parallel ? 1 : 2;
    d.qkvBias = d.attentionBias = d.mlpBias = config.flagOr("bias", false);
    d.positions = config.flagOr("alibi", false) ? PositionKind::Alibi : PositionKind::Rotary;
    d.dropout = readDropout(config, {"attention_dropout", "hidden_dropout"}, 0);
    if (d.positions == PositionKind::Rotary) readRotary(config, spec);
}

void readFalcon(ConfigReader& config, ModelSpec& spec) { readFalconShape(config, spec, false); }
// What the 40B checkpoint called itself at first.
void readRefinedWeb(ConfigReader& config, ModelSpec& spec) { readFalconShape(config, spec, true); }

void readMpt(ConfigReader& config, ModelSpec& spec) {
    gptDetails(spec);
    spec.layers = config.size({"n_layers"});
    spec.hidden = config.size({"d_model"});
    spec.heads = spec.kvHeads = config.size({"n_heads"});
    const double ratio = config.numberOr("expansion_ratio", 4), ffn = ratio * spec.hidden;
    if (ffn < 1 || ffn > std::numeric_limits<int>::max() || ffn != double(int(ffn)))
        config.refuse("hf.not-whole", "expansion_ratio", {{"found", fmt::to_string(ratio)}, {"width", fmt::to_string(spec.hidden)}});
    else
        spec.ffn = int(ffn);
    spec.vocabulary = config.size({"vocab_size"});
    spec.maxSequence = config.size({"max_seq_len"});
    readTied(config, spec, Embeddings::Tied);
    ModelDetails& d = spec.details;
    const bool biases = !config.flagOr("no_bias", true);
    d.normBias = d.qkvBias = d.attentionBias = d.mlpBias = biases;
    d.dropout = readDropout(config, {"emb_pdrop", "resid_pdrop"}, 0);
    d.positions = PositionKind::Alibi;
    auto attention = config.below("attn_config");
    if (!attention) return;
    const std::string kind = attention->textOr("attn_type", "multihead_attention");
    if (kind == "multiquery_attention")
        spec.kvHeads = 1;
    else if (kind == "grouped_query_attention")
        spec.kvHeads = attention->size({"kv_n_heads"});
    else if (kind != "multihead_attention")
        attention->refuse(
            "hf.unknown-value", "attn_type",
            {{"found", kind}, {"choices", "multihead_attention, multiquery_attention or grouped_query_attention"}});
    if (!attention->flagOr("alibi", true))
        d.positions = attention->flagOr("rope", false)              ? PositionKind::Rotary
                      : config.flagOr("learned_pos_emb", true) ? PositionKind::Learned
                                                                    : PositionKind::None;
    if (attention->flagOr("qk_ln", false)) d.qkNorm = QkNorm::Whole;
    config.take(std::move(*attention));
}

void readStarCoder2(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec, Embeddings::Tied);
    ModelDetails& d = spec.details;
    d.norm = NormKind::Layer;
    d.normBias = true;
    d.mlp = MlpKind::Plain;
    readActivation(config, spec, "hidden_act", "gelu_pytorch_tanh");
    d.qkvBias = d.attentionBias = d.mlpBias = config.flagOr("use_bias", true);
    d.dropout = readDropout(config, {"attention_dropout", "residual_dropout", "embedding_dropout"}, 0);
    readSlidingWindow(config, spec, 0);
}

// Phi-1 and Phi-2: one norm, attention beside the MLP, biases everywhere, on the head too.
void readPhi(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    ModelDetails& d = spec.details;
    d.norm = NormKind::Layer;
    d.normBias = true;
    d.normsPerBlock = 1;
    d.parallel = true;
    d.mlp = MlpKind::Plain;
    readActivation(config, spec, "hidden_act", "gelu_new");
    d.qkvBias = d.attentionBias = d.mlpBias = d.headBias = true;
    d.rotaryShare = config.numberOr("partial_rotary_factor", 0.5);
    if (config.flagOr("qk_layernorm", false)) d.qkNorm = QkNorm::PerHead;
    d.dropout = readDropout(config, {"attention_dropout", "resid_pdrop", "embd_pdrop"}, 0);
}

void readNemotron(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    ModelDetails& d = spec.details;
    d.norm = NormKind::Layer;
    d.normBias = true;
    d.mlp = MlpKind::Plain;
    readActivation(config, spec, "hidden_act", "relu2");
    readBiases(config, spec);
    d.rotaryShare = config.numberOr("partial_rotary_factor", 0.5);
}

}  // namespace

std::span<const HfFamily> hfGptFamilies() {
    static constexpr std::array kRows{
        HfFamily{"gpt2", readGpt2},          HfFamily{"gpt_bigcode", readGptBigCode},
        HfFamily{"gpt_neo", readGptNeo},     HfFamily{"gptj", readGptJ},
        HfFamily{"codegen", readGptJ},       HfFamily{"gpt_neox", readGptNeoX},
        HfFamily{"opt", readOpt},            HfFamily{"bloom", readBloom},
        HfFamily{"falcon", readFalcon},      HfFamily{"RefinedWeb", readRefinedWeb},
        HfFamily{"RefinedWebModel", readFalcon}, HfFamily{"mpt", readMpt},
        HfFamily{"starcoder2", readStarCoder2}, HfFamily{"phi", readPhi},
        HfFamily{"nemotron", readNemotron},
    };
    return kRows;
}

}  // namespace core
