// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names, shapes and splits follow Megatron-LM: projections into heads and MLP by rows, out of them by columns; norms,
// routers and the narrow projections of latent attention on every tensor rank.
#include "core/layout/model_tensors.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using enum TensorSplit;
using Parts = std::vector<std::int64_t>;

class TensorList {
public:
    TensorList(const ModelSpec& model, int positions)
        : m_model(model)
        , m_details(detailsOf(model))
        , m_positions(positions)
        , m_hidden(model.hidden) {}

    std::vector<ModelTensor> of(UnitKind kind) {
        switch (kind) {
        case UnitKind::Embedding: addEmbedding(); break;
        case UnitKind::Block: addBlock(false); break;
        case UnitKind::ExpertBlock: addBlock(true); break;
        case UnitKind::End: addEnd(); break;
        }
        return std::move(m_tensors);
    }

private:
    void add(std::string_view name, std::int64_t rows, std::int64_t columns, TensorSplit split, Parts parts = {}) {
        m_tensors.push_back({m_prefix + std::string(name), 0, rows, columns, split, std::move(parts)});
    }

    void addNorm(const std::string& name, std::int64_t width, TensorSplit split = Replicated) {
        if (m_details.norm == NormKind::Bare) return;
        add(name + ".weight", width, 1, split);
        if (m_details.normBias) add(name + ".bias", width, 1, split);
    }

    // The bias of a row-parallel linear is added after the reduction.
    void addLinear(const std::string& name, std::int64_t out, std::int64_t in, TensorSplit split, bool bias,
                   const Parts& parts = {}) {
        add(name + ".weight", out, in, split, parts);
        if (bias) add(name + ".bias", out, 1, split == Columns ? Replicated : split, parts);
    }

    void addEmbedding() {
        m_prefix = "embedding.";
        add("token", m_model.vocabulary, m_hidden, Rows);
        if (m_details.positions == PositionKind::Learned)
            add("position", m_positions + m_details.positionOffset, m_hidden, Replicated);
        if (m_details.embeddingNorm) addNorm("norm", m_hidden);
    }

    void addAttention() {
        const LatentAttention& latent = m_details.latent;
        const std::int64_t heads = m_model.heads, size = m_model.headSize(), query = heads * size;
        if (latent.kvRank > 0) {
            addLatent(latent, heads);
        } else {
            const std::int64_t keyValue = m_model.kvHeads * size;
            addLinear("attention.qkv", query + 2 * keyValue, m_hidden, QkvRows, m_details.qkvBias,
                      {query, keyValue, keyValue});
            addQkNorm(size, query, keyValue);
        }
        if (m_details.sinks) add("attention.sinks", heads, 1, Rows);
        addLinear("attention.out", m_hidden, latent.kvRank > 0 ? heads * latent.value : query, Columns,
                  m_details.attentionBias);
    }

    void addQkNorm(std::int64_t size, std::int64_t query, std::int64_t keyValue) {
        const bool whole = m_details.qkNorm == QkNorm::Whole;
        if (m_details.qkNorm == QkNorm::None) return;
        addNorm("attention.query_norm", whole ? query : size, whole ? Rows : Replicated);
        addNorm("attention.key_norm", whole ? keyValue : size, whole ? Rows : Replicated);
    }

    void addLatent(const LatentAttention& l, std::int64_t heads) {
        const std::int64_t query = heads * (std::int64_t(l.nope) + l.rope);
        if (l.queryRank > 0) {
            addLinear("attention.query_down", l.queryRank, m_hidden, Replicated, m_details.qkvBias);
            add("attention.query_norm.weight", l.queryRank, 1, Replicated);
            addLinear("attention.query_up", query, l.queryRank, Rows, false);
        } else {
            addLinear("attention.query", query, m_hidden, Rows, false);
        }
        addLinear("attention.latent_down", std::int64_t(l.kvRank) + l.rope, m_hidden, Replicated, m_details.qkvBias);
        add("attention.latent_norm.weight", l.kvRank, 1, Replicated);
        addLinear("attention.latent_up", heads * (std::int64_t(l.nope) + l.value), l.kvRank, Rows, false);
    }

    void addMlp(const std::string& prefix, std::int64_t ffn, bool bias) {
        if (m_details.mlp == MlpKind::Gated) addLinear(prefix + "gate", ffn, m_hidden, Rows, bias);
        addLinear(prefix + "up", ffn, m_hidden, Rows, bias);
        addLinear(prefix + "down", m_hidden, ffn, Columns, bias);
    }

    void addExpertLinear(const std::string& name, std::int64_t out, std::int64_t in, TensorSplit split) {
        const ExpertSpec& e = m_details.experts;
        const Parts parts{e.count};
        add(name + ".weight", e.count * out, in, split, parts);
        if (e.bias) add(name + ".bias", e.count * out, 1, split == ExpertColumns ? Experts : split, parts);
    }

    void addExperts() {
        const ExpertSpec& e = m_details.experts;
        addLinear("router", e.count, m_hidden, Replicated, e.routerBias);
        if (m_details.mlp == MlpKind::Gated) addExpertLinear("experts.gate", e.ffn, m_hidden, ExpertRows);
        addExpertLinear("experts.up", e.ffn, m_hidden, ExpertRows);
        addExpertLinear("experts.down", m_hidden, e.ffn, ExpertColumns);
        if (e.sharedFfn == 0) return;
        addMlp("shared.", e.sharedFfn, false);
        if (e.sharedGate) add("shared.weight", 1, m_hidden, Replicated);
    }

    void addBlock(bool experts) {
        if (m_details.normsPerBlock > 0) addNorm("norm1", m_hidden);
        addAttention();
        for (int norm = 2; norm <= m_details.normsPerBlock; ++norm) addNorm(fmt::format("norm{}", norm), m_hidden);
        if (experts)
            addExperts();
        else
            addMlp("mlp.", m_model.ffn, m_details.mlpBias);
    }

    void addEnd() {
        if (m_details.finalNorm) addNorm("final_norm", m_hidden);
        if (m_model.embeddings == Embeddings::Untied) add("head.weight", m_model.vocabulary, m_hidden, Rows);
        if (m_details.headBias) add("head.bias", m_model.vocabulary, 1, Rows);
        for (int module = 0; module < m_details.mtpLayers; ++module) {
            m_prefix = fmt::format("mtp.{}.", module);
            addNorm("embedding_norm", m_hidden);
            addNorm("hidden_norm", m_hidden);
            add("projection", m_hidden, 2 * m_hidden, Rows);
            addBlock(m_model.hasExperts(m_model.layers - 1));
            addNorm("final_norm", m_hidden);
        }
    }

    const ModelSpec& m_model;
    const ModelDetails& m_details;
    std::int64_t m_positions, m_hidden;
    std::vector<ModelTensor> m_tensors;
    std::string m_prefix;
};

}  // namespace

std::vector<ModelTensor> modelTensors(const ModelSpec& model, int positions) {
    return ModelTensors(model, positions).all();
}

ModelTensors::ModelTensors(const ModelSpec& model, int positions)
    : m_expertBlocksBefore{0} {
    for (int block = 0; block < model.layers; ++block) {
        m_hasExperts.push_back(model.hasExperts(block));
        m_expertBlocksBefore.push_back(m_expertBlocksBefore.back() + (m_hasExperts.back() ? 1 : 0));
    }
    const int experts = m_expertBlocksBefore.back();
    for (const UnitKind kind : {UnitKind::Embedding, UnitKind::Block, UnitKind::ExpertBlock, UnitKind::End}) {
        const bool absent = (kind == UnitKind::Block && experts == blocks()) || (kind == UnitKind::ExpertBlock && experts == 0);
        if (!absent) m_kinds[std::size_t(kind)] = TensorList(model, positions).of(kind);
    }
}

UnitKind ModelTensors::kindOf(int unit) const {
    if (unit == 0) return UnitKind::Embedding;
    if (unit > blocks()) return UnitKind::End;
    return hasExperts(unit - 1) ? UnitKind::ExpertBlock : UnitKind::Block;
}

int ModelTensors::firstTensor(int unit) const {
    if (unit == 0) return 0;
    const std::size_t before = std::size_t(std::min(unit - 1, blocks()));
    const std::size_t experts = std::size_t(m_expertBlocksBefore[before]);
    return int(of(UnitKind::Embedding).size() + (before - experts) * of(UnitKind::Block).size() +
               experts * of(UnitKind::ExpertBlock).size());
}

const std::vector<ModelTensor>& ModelTensors::all() const {
    if (!m_written.load(std::memory_order_acquire)) std::call_once(m_once, [this] { writeAll(); });
    return m_all;
}

void ModelTensors::writeAll() const {
    for (int unit = 0; unit <= blocks() + 1; ++unit) {
        const bool block = unit > 0 && unit <= blocks();
        const std::string prefix = block ? fmt::format("block.{}.", unit - 1) : std::string();
        for (const ModelTensor& tensor : of(kindOf(unit))) {
            ModelTensor& named = m_all.emplace_back(tensor);
            named.unit = unit;
            named.name = prefix + tensor.name;
        }
    }
    m_written.store(true, std::memory_order_release);
}

}  // namespace core
