// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arguments that describe the model, and whether they describe all of it.
#include "core/config/kit_parts.h"

#include "core/config/layer_pattern.h"
#include "core/config/mega_model.h"

#include <algorithm>

namespace core {

namespace {

class ModelArguments {
public:
    ModelArguments(const Plan& plan, Framework framework)
        : m_plan(plan)
        , m_model(plan.model)
        , m_details(detailsOf(plan.model))
        , m_deepspeed(framework == Framework::DeepSpeed) {}

    KitArguments take() {
        const bool latent = m_details.latent.kvRank > 0;
        whole("num-layers", m_model.layers);
        whole("hidden-size", m_model.hidden);
        whole("ffn-hidden-size", m_model.ffn);
        whole("num-attention-heads", m_model.heads);
        if (!latent && m_model.headSize() * m_model.heads != m_model.hidden) whole("kv-channels", m_model.headSize());
        if (m_model.kvHeads != m_model.heads) {
            if (!m_deepspeed) flag("group-query-attention");
            whole(m_deepspeed ? "num-key-value-heads" : "num-query-groups", m_model.kvHeads);
        }
        whole("seq-length", m_plan.sequence());
        whole("max-position-embeddings", std::max(m_model.maxSequence, m_plan.sequence()));
        if (m_model.family == Family::Llama) llama();
        if (m_model.family == Family::Other) other();
        if (m_model.embeddings == Embeddings::Untied) flag("untie-embeddings-and-output-weights");
        text("tokenizer-type", "NullTokenizer");
        whole("vocab-size", m_model.vocabulary);
        whole("make-vocab-size-divisible-by", 128);
        attention();
        return std::move(m_arguments);
    }

private:
    void flag(const char* name) { m_arguments.emplace_back(name, std::vector<std::string>{}); }
    void text(const char* name, std::string value) {
        m_arguments.emplace_back(name, std::vector<std::string>{std::move(value)});
    }
    void whole(const char* name, std::int64_t value) { text(name, std::to_string(value)); }

    // Plans know no dropout, Megatron drops a tenth. Transformer Engine chooses its attention unless told; only its
    // flash and fused ones know context parallelism.
    void attention() {
        whole("hidden-dropout", 0);
        whole("attention-dropout", 0);
        const bool flash = m_plan.attention == AttentionKind::Flash;
        if (!m_deepspeed && (flash || m_plan.layout.cp == 1)) text("attention-backend", flash ? "flash" : "unfused");
        if (m_deepspeed && flash) flag("use-flash-attn-v2");
    }

    void llama() {
        flag("swiglu");
        text("normalization", m_deepspeed ? "rmsnorm" : "RMSNorm");
        flag("disable-bias-linear");
        if (m_deepspeed) {
            flag("use-rotary-position-embeddings");
            if (m_model.ropeTheta != 10000) whole("rotary-position-embeddings-theta", std::int64_t(m_model.ropeTheta));
            return;
        }
        rotary();
    }

    void rotary() {
        text("position-embedding-type", "rope");
        whole("rotary-base", std::int64_t(m_model.ropeTheta));
        if (m_details.rotaryShare != 1) text("rotary-percent", exactNumber(m_details.rotaryShare));
        if (m_model.ropeFactor == 1) return;
        flag("use-rope-scaling");
        text("rope-scaling-factor", exactNumber(m_model.ropeFactor));
    }

    // Of Megatron-LM only.
    void other() {
        text("normalization", m_details.norm == NormKind::Rms ? "RMSNorm" : "LayerNorm");
        if (m_details.mlp == MlpKind::Gated) flag("swiglu");
        if (m_details.activation == Activation::Squared) flag("squared-relu");
        if (!m_details.mlpBias) flag("disable-bias-linear");
        if (m_details.qkvBias && !m_details.mlpBias) flag("add-qkv-bias");
        if (m_details.positions == PositionKind::Rotary)
            rotary();
        else
            text("position-embedding-type", m_details.positions == PositionKind::None ? "none" : "learned_absolute");
        // Of latent attention this norms what queries, keys and values are rebuilt from.
        if (m_details.qkNorm == QkNorm::PerHead || m_details.latent.kvRank > 0) flag("qk-layernorm");
        if (m_details.latent.kvRank > 0) latent();
        if (m_details.mtpLayers > 0) whole("mtp-num-layers", m_details.mtpLayers);
        if (m_details.experts.count > 0) experts();
    }

    void latent() {
        const LatentAttention& latent = m_details.latent;
        flag("multi-latent-attention");
        if (latent.queryRank > 0) whole("q-lora-rank", latent.queryRank);
        whole("kv-lora-rank", latent.kvRank);
        whole("qk-head-dim", latent.nope);
        whole("qk-pos-emb-head-dim", latent.rope);
        whole("v-head-dim", latent.value);
    }

    void experts() {
        const ExpertSpec& e = m_details.experts;
        whole("num-experts", e.count);
        whole("moe-router-topk", e.perToken);
        whole("moe-ffn-hidden-size", e.ffn);
        if (e.sharedFfn > 0) whole("moe-shared-expert-intermediate-size", e.sharedFfn);
        if (e.sharedGate) flag("moe-shared-expert-gate");
        if (m_model.expertBlocks() < m_model.layers) text("moe-layer-freq", layerPatternText(m_model));
        if (e.routerBias) {
            flag("moe-router-enable-expert-bias");
            text("moe-router-score-function", "sigmoid");  // the only one that takes the bias
        }
        text("moe-token-dispatcher-type", "alltoall");
        const bool half = m_plan.precision == Precision::Bf16 || m_plan.precision == Precision::Fp8;
        if (!e.bias && half) flag("moe-grouped-gemm");
        if (m_plan.layout.ep > 1) whole("expert-model-parallel-size", m_plan.layout.ep);
    }

    const Plan& m_plan;
    const ModelSpec& m_model;
    const ModelDetails& m_details;
    bool m_deepspeed;
    KitArguments m_arguments;
};

// What a shape is, whatever family it is counted to and whether a usual width is written out.
ModelDetails comparable(const ModelSpec& model) {
    ModelDetails details = detailsOf(model);
    details.headSize = model.headSize();
    details.dropout = false;
    const ExpertSpec none;
    ExpertSpec& e = details.experts;
    e.firstDense = none.firstDense;
    e.every = none.every;
    e.offset = none.offset;
    if (details.positions != PositionKind::Rotary) details.rotaryShare = 1;
    details.globalLayers = 0;  // goes with the window, which is warned about
    return details;
}

}  // namespace

KitArguments kitModelArguments(const Plan& plan, Framework framework) { return ModelArguments(plan, framework).take(); }

bool megatronSaysAll(const Plan& plan) {
    MegaArgs args;
    for (const auto& [name, values] : kitModelArguments(plan, Framework::Megatron)) {
        MegaValue value;
        for (const std::string& word : values) value.values.emplace_back(word, TextPosition{});
        args.set(name, std::move(value));
    }
    const MegaModel read = megaModel(args, MegaFlavour::MegatronLm);
    if (hasErrors(read.problems) || comparable(read.spec) != comparable(plan.model)) return false;
    for (int block = 0; block < plan.model.layers; ++block)
        if (read.spec.hasExperts(block) != plan.model.hasExperts(block)) return false;
    return read.spec.kvHeads == plan.model.kvHeads && read.spec.embeddings == plan.model.embeddings;
}

}  // namespace core
