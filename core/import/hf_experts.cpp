// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families with experts: which blocks have them, how many, how wide, and what every token visits besides.
#include "core/import/hf_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace core {

namespace {

int product(ConfigReader& config, const char* key, int a, int b) {
    const std::int64_t all = std::int64_t(a) * b;
    if (all <= std::numeric_limits<int>::max()) return int(all);
    config.refuse("hf.out-of-range", key,
                  {{"found", fmt::to_string(all)}, {"least", "0"}, {"most", fmt::to_string(std::numeric_limits<int>::max())}});
    return 0;
}

void readRouted(ConfigReader& config, ModelSpec& spec, ConfigReader::Keys count, ConfigReader::Keys perToken) {
    ExpertSpec& e = spec.details.experts;
    e.count = config.size(count);
    e.perToken = config.size(perToken);
    if (e.perToken > e.count)
        config.refuse("hf.too-many-visited", *perToken.begin(),
                      {{"visited", fmt::to_string(e.perToken)}, {"experts", fmt::to_string(e.count)}});
}

// Every block has experts, and intermediate_size is the width of one.
void readEveryBlock(ConfigReader& config, ModelSpec& spec) {
    readRouted(config, spec, {"num_local_experts", "num_experts"}, {"num_experts_per_tok"});
    spec.details.experts.ffn = spec.ffn;
}

void readMixtral(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readSlidingWindow(config, spec, 0);
    readEveryBlock(config, spec);
    if (config.countOr({"moe_frequency"}, 1) != 1)
        config.refuse("hf.unsupported", "moe_frequency", {{"what", "experts in some blocks of a Mixtral"}});
}

void readPhiMoe(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.norm = NormKind::Layer;
    spec.details.normBias = true;
    spec.details.headBias = config.flagOr("lm_head_bias", false);
    readSlidingWindow(config, spec, 0);
    readEveryBlock(config, spec);
}

void readOlmoe(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.qkNorm = QkNorm::Whole;
    readEveryBlock(config, spec);
}

void readGptOss(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.headSize = config.sizeOr({"head_dim"}, 64);
    spec.details.qkvBias = spec.details.attentionBias = config.flagOr("attention_bias", true);
    spec.details.sinks = true;
    readSlidingWindow(config, spec, 2);
    readEveryBlock(config, spec);
    spec.details.experts.bias = spec.details.experts.routerBias = true;
}

// Blocks i with (i + 1) mod step = 0 have experts. mlp_only_layers may only repeat what the step says.
void readQwenBlocks(ConfigReader& config, ModelSpec& spec, const char* step, const char* dense) {
    ExpertSpec& e = spec.details.experts;
    e.every = config.sizeOr({step}, 1);
    e.offset = e.every - 1;
    std::vector<int> without = config.numbers(dense);
    std::ranges::sort(without);
    int leading = 0;
    for (const int block : without)
        if (block == leading) ++leading;
    if (leading != int(without.size()))
        config.refuse("hf.unsupported", dense, {{"what", "dense blocks elsewhere than at the beginning"}});
    else
        e.firstDense = leading;
}

void readQwen2Moe(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.qkvBias = config.flagOr("qkv_bias", true);
    readRouted(config, spec, {"num_experts"}, {"num_experts_per_tok"});
    ExpertSpec& e = spec.details.experts;
    e.ffn = config.size({"moe_intermediate_size"});
    e.sharedFfn = config.countOr({"shared_expert_intermediate_size"}, 0);
    e.sharedGate = e.sharedFfn > 0;
    readQwenBlocks(config, spec, "decoder_sparse_step", "mlp_only_layers");
}

void readQwen3Moe(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    spec.details.qkNorm = QkNorm::PerHead;
    readRouted(config, spec, {"num_experts"}, {"num_experts_per_tok"});
    spec.details.experts.ffn = config.size({"moe_intermediate_size"});
    readQwenBlocks(config, spec, "decoder_sparse_step", "mlp_only_layers");
}

// Experts from block first_k_dense_replace on, in every moe_layer_freq-th; shared ones are as wide as routed ones.
void readDeepSeekExperts(ConfigReader& config, ModelSpec& spec) {
    if (!config.has("n_routed_experts")) return;
    readRouted(config, spec, {"n_routed_experts"}, {"num_experts_per_tok"});
    ExpertSpec& e = spec.details.experts;
    e.ffn = config.size({"moe_intermediate_size"});
    e.sharedFfn = product(config, "n_shared_experts", config.countOr({"n_shared_experts"}, 0), e.ffn);
    e.firstDense = config.countOr({"first_k_dense_replace"}, 0);
    e.every = config.sizeOr({"moe_layer_freq"}, 1);
    spec.details.mtpLayers = config.countOr({"num_nextn_predict_layers"}, 0);
}

void readLatent(ConfigReader& config, ModelSpec& spec) {
    LatentAttention& l = spec.details.latent;
    l.kvRank = config.size({"kv_lora_rank"});
    l.queryRank = config.countOr({"q_lora_rank"}, 0);
    l.nope = config.size({"qk_nope_head_dim"});
    l.rope = config.size({"qk_rope_head_dim"});
    l.value = config.size({"v_head_dim"});
    spec.details.headSize = int(std::min<std::int64_t>(std::int64_t{l.nope} + l.rope, std::numeric_limits<int>::max()));
    spec.kvHeads = spec.heads;
}

// The first DeepSeekMoE: ordinary attention.
void readDeepSeek(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    readDeepSeekExperts(config, spec);
}

void readDeepSeek2(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    readLatent(config, spec);
    readDeepSeekExperts(config, spec);
}

// DeepSeek-V3: a learned bias an expert balances the load.
void readDeepSeek3(ConfigReader& config, ModelSpec& spec) {
    readDeepSeek2(config, spec);
    spec.details.experts.routerBias = config.textOr("topk_method", "noaux_tc") == "noaux_tc";
}

void readGlm4Moe(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    spec.details.headSize = config.sizeOr({"head_dim"}, 0);
    spec.details.qkvBias = config.flagOr("attention_bias", false);
    spec.details.rotaryShare = config.numberOr("partial_rotary_factor", 0.5);
    if (config.flagOr("use_qk_norm", false)) spec.details.qkNorm = QkNorm::PerHead;
    readDeepSeekExperts(config, spec);
    spec.details.experts.routerBias = true;
}

// Experts of width intermediate_size, one of that width for every token; dense blocks are wider. The norm of queries
// and keys has no weights.
void readLlama4(ConfigReader& config, ModelSpec& spec) {
    readLlamaShape(config, spec);
    readBiases(config, spec);
    readRouted(config, spec, {"num_local_experts"}, {"num_experts_per_tok"});
    ExpertSpec& e = spec.details.experts;
    e.ffn = e.sharedFfn = spec.ffn;
    spec.ffn = config.sizeOr({"intermediate_size_mlp"}, spec.ffn);
    e.every = config.sizeOr({"interleave_moe_layer_step"}, 1);
    e.offset = e.every - 1;
    spec.details.otherScaling = true;  // every fourth block has no rotary positions
    if (!config.has("moe_layers")) return;
    const std::vector<int> listed = config.numbers("moe_layers");
    std::vector<int> stepped;
    for (int block = e.offset; block < spec.layers && stepped.size() <= listed.size(); block += e.every)
        stepped.push_back(block);
    if (listed != stepped) config.refuse("hf.unsupported", "moe_layers", {{"what", "experts in other blocks than the step says"}});
}

}  // namespace

std::span<const HfFamily> hfExpertFamilies() {
    static constexpr std::array kRows{
        HfFamily{"mixtral", readMixtral},
        HfFamily{"phimoe", readPhiMoe},
        HfFamily{"olmoe", readOlmoe},
        HfFamily{"gpt_oss", readGptOss},
        HfFamily{"qwen2_moe", readQwen2Moe},
        HfFamily{"qwen3_moe", readQwen3Moe},
        HfFamily{"deepseek", readDeepSeek},
        HfFamily{"deepseek_v2", readDeepSeek2},
        HfFamily{"deepseek_v3", readDeepSeek3},
        HfFamily{"kimi_k2", readDeepSeek3},
        HfFamily{"glm4_moe", readGlm4Moe},
        HfFamily{"llama4_text", readLlama4},
    };
    return kRows;
}

}  // namespace core
