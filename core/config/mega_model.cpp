// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/mega_model.h"

#include "core/config/layer_pattern.h"

#include <algorithm>
#include <array>
#include <limits>

namespace core {

namespace {

class Reader {
public:
    Reader(const MegaArgs& args, MegaFlavour flavour)
        : m_args(args)
        , m_flavour(flavour) {}

    MegaModel run() {
        ModelSpec& model = m_read.spec;
        const bool llama = isLlama(), other = isOther();
        model.family = other ? Family::Other : llama ? Family::Llama : Family::Gpt;
        model.name = "imported";
        model.layers = needed("num-layers");
        model.hidden = needed("hidden-size");
        model.heads = needed("num-attention-heads");
        model.kvHeads = given("num-query-groups", given("num-key-value-heads", model.heads));
        if (const std::int64_t width = given("kv-channels", 0); width * model.heads != model.hidden)
            model.details.headSize = int(width);
        model.ffn = given("ffn-hidden-size", defaultWidth(model));
        model.maxSequence = given("max-position-embeddings", given("seq-length", 0));
        if (model.maxSequence == 0) m_read.missing.emplace_back("--seq-length");
        model.embeddings = has("untie-embeddings-and-output-weights") ? Embeddings::Untied : Embeddings::Tied;
        if (llama || (other && m_args.text("position-embedding-type") == "rope"))
            model.ropeTheta =
                m_args.real("rotary-base").value_or(m_args.real("rotary-position-embeddings-theta").value_or(10000));
        vocabulary();
        if (other) details();
        return std::move(m_read);
    }

private:
    [[nodiscard]] bool has(std::string_view name) const { return m_args.has(name); }

    int needed(std::string_view name) {
        const int value = given(name, 0);
        if (value > 0) return value;
        m_read.missing.push_back("--" + std::string(name));
        return 1;
    }

    [[nodiscard]] int given(std::string_view name, int otherwise) const {
        const auto value = m_args.whole(name);
        return value && *value >= 1 && *value <= std::numeric_limits<int>::max() ? int(*value) : otherwise;
    }

    [[nodiscard]] bool isLlama() const {
        const auto norm = m_args.text("normalization");
        return has("swiglu") || norm == "RMSNorm" || norm == "rmsnorm" ||
               (m_flavour == MegaFlavour::NeoX && has("ffn-hidden-size"));
    }

    // Arguments of Megatron-LM that neither family has.
    [[nodiscard]] bool isOther() const {
        if (m_flavour != MegaFlavour::MegatronLm) return false;
        if (given("num-experts", 1) > 1 || given("mtp-num-layers", 0) > 0) return true;
        if (const auto share = m_args.real("rotary-percent"); share && *share < 1) return true;
        return std::ranges::any_of(std::array{"multi-latent-attention", "add-qkv-bias", "qk-layernorm", "squared-relu"},
                                   [&](const char* name) { return has(name); });
    }

    static int defaultWidth(const ModelSpec& model) {
        const double width = 4.0 * model.hidden;
        if (model.family == Family::Gpt) return int(std::min(width, 2e9));
        return int(std::min(width * 2 / 3, 2e9)) / 64 * 64;
    }

    void vocabulary() {
        constexpr int kGpt2 = 50257;
        m_read.spec.vocabulary = given("vocab-size", 0);
        if (m_read.spec.vocabulary > 0) return;
        m_read.spec.vocabulary = kGpt2;
        m_read.problems.push_back({Severity::Warning, "import.vocabulary", m_args.place,
                                   {{"vocabulary", std::to_string(kGpt2)}}, "fix.import.vocabulary"});
    }

    void details() {
        ModelDetails& d = m_read.spec.details;
        const bool rms = m_args.text("normalization") == "RMSNorm", biased = !has("disable-bias-linear");
        d.norm = rms ? NormKind::Rms : NormKind::Layer;
        d.normBias = !rms;
        d.mlp = has("swiglu") ? MlpKind::Gated : MlpKind::Plain;
        d.activation = has("swiglu") ? Activation::Silu : has("squared-relu") ? Activation::Squared : Activation::Gelu;
        const std::string positions = m_args.text("position-embedding-type").value_or("learned_absolute");
        d.positions = positions == "rope"   ? PositionKind::Rotary
                      : positions == "none" ? PositionKind::None
                                            : PositionKind::Learned;
        d.rotaryShare = d.positions == PositionKind::Rotary ? m_args.real("rotary-percent").value_or(1) : 1;
        d.qkvBias = biased || has("add-qkv-bias");
        d.attentionBias = d.mlpBias = biased;
        d.mtpLayers = given("mtp-num-layers", 0);
        if (has("multi-latent-attention"))
            latent();
        else if (has("qk-layernorm"))
            d.qkNorm = QkNorm::PerHead;
        if (given("num-experts", 1) > 1) experts(biased);
    }

    void latent() {
        ModelSpec& model = m_read.spec;
        constexpr int kRank = 32, kHead = 128, kRotary = 64;  // Megatron's own where nothing is given
        model.details.latent = {given("kv-lora-rank", kRank), given("q-lora-rank", 0), given("qk-head-dim", kHead),
                                given("qk-pos-emb-head-dim", kRotary), given("v-head-dim", kHead)};
        const std::int64_t width = std::int64_t(model.details.latent.nope) + model.details.latent.rope;
        model.details.headSize = int(std::min<std::int64_t>(width, std::numeric_limits<int>::max()));
        model.kvHeads = model.heads;
    }

    void experts(bool biased) {
        ExpertSpec& e = m_read.spec.details.experts;
        e.count = given("num-experts", 1);
        e.perToken = given("moe-router-topk", 2);
        e.ffn = given("moe-ffn-hidden-size", m_read.spec.ffn);
        e.sharedFfn = given("moe-shared-expert-intermediate-size", 0);
        e.sharedGate = e.sharedFfn > 0 && has("moe-shared-expert-gate");
        e.routerBias = has("moe-router-enable-expert-bias");
        e.bias = biased;
        const auto freq = m_args.text("moe-layer-freq");
        const auto pattern = layerPattern(freq.value_or("1"), m_read.spec.layers);
        if (!pattern || !takePattern(e, *pattern))
            m_read.problems.push_back({Severity::Error, "import.expert-blocks", m_args.where("moe-layer-freq"),
                                       {{"value", freq.value_or("1")}, {"layers", std::to_string(m_read.spec.layers)}},
                                       "fix.import.expert-blocks"});
    }

    const MegaArgs& m_args;
    MegaFlavour m_flavour;
    MegaModel m_read;
};

}  // namespace

MegaModel megaModel(const MegaArgs& args, MegaFlavour flavour) { return Reader(args, flavour).run(); }

}  // namespace core
