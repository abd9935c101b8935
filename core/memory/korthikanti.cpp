// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The paper's terms, tensor by tensor, and what other shapes keep in their place.
#include "core/memory/korthikanti.h"

#include <utility>

namespace core {

namespace {

class Terms {
public:
    explicit Terms(const Plan& plan)
        : m_details(detailsOf(plan.model))
        , m_flash(plan.attention == AttentionKind::Flash)
        , m_width(plan.precision == Precision::Fp32 ? 4 : 2)
        , m_tp(plan.layout.tp)
        , m_replicas(plan.sequenceParallel == SequenceParallel::On ? plan.layout.tp : 1)
        , m_tokens(std::int64_t(plan.batch.micro) * plan.sequence() / plan.layout.cp)
        , m_sequence(plan.sequence())
        , m_model(plan.model) {}

    // The input comes first: it is what full recomputation keeps.
    std::vector<SavedTensor> block(bool experts) {
        stream("block.input");
        stream("norm1.output");
        if (m_details.latent.kvRank > 0)
            latentAttention();
        else
            attention();
        if (m_details.dropout) mask("attention.dropout-mask");
        for (int norm = 2; norm <= m_details.normsPerBlock; ++norm) {
            if (!m_details.parallel) stream("norm2.input");  // beside attention it is the block's own
            if (norm == 2) stream("norm2.output");
        }
        if (experts)
            expertMlp();
        else
            mlp("mlp.", m_model.ffn);
        if (m_details.dropout) mask("mlp.dropout-mask");
        return std::move(m_tensors);
    }

    std::vector<SavedTensor> embedding() {
        add("embedding.tokens", "8 · n", 8 * m_tokens);
        if (m_details.dropout) mask("embedding.dropout-mask");
        return std::move(m_tensors);
    }
    std::vector<SavedTensor> finalNorm() {
        stream("final_norm.input");
        return std::move(m_tensors);
    }
    // Every module that predicts a further token: two inputs of its projection, a block, a norm, logits of its own.
    std::vector<SavedTensor> head() {
        stream("head.input");
        split("head.logits", "4 · n·V/t", 4 * m_tokens * m_model.vocabulary);
        const bool experts = m_model.layers > 0 && m_model.hasExperts(m_model.layers - 1);
        for (int module = 0; module < m_details.mtpLayers; ++module) {
            stream("mtp.embedding");
            stream("mtp.hidden");
            std::vector<SavedTensor> before = std::exchange(m_tensors, {});
            std::vector<SavedTensor> inside = block(experts);
            m_tensors = std::move(before);
            m_tensors.insert(m_tensors.end(), inside.begin(), inside.end());
            stream("mtp.norm-input");
            stream("mtp.head-input");
            split("mtp.logits", "4 · n·V/t", 4 * m_tokens * m_model.vocabulary);
        }
        return std::move(m_tensors);
    }

private:
    void add(std::string name, std::string formula, std::int64_t bytes) {
        m_tensors.push_back({std::move(name), std::move(formula), Bytes(bytes)});
    }
    // Outside the tensor-parallel region: whole on every tensor rank, or split along the sequence.
    void stream(const char* name) {
        add(name, m_replicas > 1 ? "w · n·h/t" : "w · n·h", m_tokens * m_model.hidden * m_width / m_replicas);
    }
    void mask(const char* name) {
        add(name, m_replicas > 1 ? "n·h/t" : "n·h", m_tokens * m_model.hidden / m_replicas);
    }
    void split(std::string name, const char* formula, std::int64_t bytes) {
        add(std::move(name), formula, bytes / m_tp);
    }
    [[nodiscard]] std::int64_t tensor(std::int64_t features) const { return m_tokens * features * m_width; }

    void attention() {
        const std::int64_t size = m_model.headSize(), query = m_model.heads * size, keyValue = m_model.kvHeads * size;
        if (m_details.qkNorm != QkNorm::None) {
            split("attention.query-norm-input", "w · n·q/t", tensor(query));
            split("attention.key-norm-input", "w · n·k/t", tensor(keyValue));
        }
        split("attention.query", "w · n·q/t", tensor(query));
        split("attention.key", "w · n·k/t", tensor(keyValue));
        split("attention.value", "w · n·k/t", tensor(keyValue));
        scores();
        split("attention.output", "w · n·q/t", tensor(query));
    }

    // DeepSeek-V2: the narrow vectors before and behind their norms are on every tensor rank, keys and values rebuilt.
    void latentAttention() {
        const LatentAttention& l = m_details.latent;
        const std::int64_t heads = m_model.heads, query = heads * (std::int64_t(l.nope) + l.rope);
        if (l.queryRank > 0) add("attention.query-latent", "2 · w · n·r_q", 2 * tensor(l.queryRank));
        add("attention.latent", "w · n·(2·r_kv + r)", tensor(2 * std::int64_t(l.kvRank) + l.rope));
        split("attention.query", "w · n·q/t", tensor(query));
        split("attention.key", "w · n·q/t", tensor(query));
        split("attention.value", "w · n·v/t", tensor(heads * l.value));
        scores();
        split("attention.output", "w · n·v/t", tensor(heads * l.value));
    }

    // Flash attention keeps one fp32 number a row in place of the scores (Dao et al. 2022).
    void scores() {
        if (m_flash) return split("attention.row-sums", "4 · n·a/t", 4 * m_tokens * m_model.heads);
        const std::int64_t scores = m_tokens * m_model.heads * m_sequence;
        split("attention.probabilities", "w · n·a·s/t", scores * m_width);
        if (!m_details.dropout) return;
        split("attention.probabilities-mask", "n·a·s/t", scores);
        split("attention.probabilities-dropped", "w · n·a·s/t", scores * m_width);
    }

    void mlp(const std::string& prefix, std::int64_t ffn) {
        if (m_details.mlp == MlpKind::Gated) split(prefix + "gate", "w · n·f/t", tensor(ffn));
        split(prefix + "hidden", "w · n·f/t", tensor(ffn));
        split(prefix + "activated", "w · n·f/t", tensor(ffn));
    }

    // T = visited experts · n tokens reach the experts of a rank when the load is even: ep divides the experts, not the
    // tokens. Their inputs are kept in the experts' order, with an index and a weight each.
    void expertMlp() {
        const ExpertSpec& e = m_details.experts;
        const std::int64_t visits = m_tokens * e.perToken;
        add("router.probabilities", "4 · n·E", 4 * m_tokens * e.count / m_replicas);
        add("experts.order", "8 · T", 8 * visits / m_replicas);
        add("experts.input", "w · T·h", visits * m_model.hidden * m_width);
        const std::int64_t wide = visits * e.ffn * m_width;
        if (m_details.mlp == MlpKind::Gated) split("experts.gate", "w · T·fₑ/t", wide);
        split("experts.hidden", "w · T·fₑ/t", wide);
        split("experts.activated", "w · T·fₑ/t", wide);
        if (e.sharedFfn > 0) mlp("shared.", e.sharedFfn);
    }

    const ModelDetails& m_details;
    bool m_flash;
    int m_width;
    std::int64_t m_tp, m_replicas, m_tokens, m_sequence;
    const ModelSpec& m_model;
    std::vector<SavedTensor> m_tensors;
};

}  // namespace

std::vector<SavedTensor> korthikantiTensors(const Plan& plan, LayerKind layer) {
    Terms terms(plan);
    switch (layer) {
    case LayerKind::Embedding:
        return terms.embedding();
    case LayerKind::Block:
        return terms.block(false);
    case LayerKind::ExpertBlock:
        return terms.block(true);
    case LayerKind::FinalNorm:
        return terms.finalNorm();
    case LayerKind::Head:
        break;
    }
    return terms.head();
}

}  // namespace core
