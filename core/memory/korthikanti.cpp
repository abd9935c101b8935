// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The paper's terms, tensor by tensor.
#include "core/memory/korthikanti.h"

namespace core {

namespace {

class Terms {
public:
    explicit Terms(const Plan& plan)
        : m_gpt(plan.model.family == Family::Gpt)
        , m_width(plan.precision == Precision::Fp32 ? 4 : 2)
        , m_tp(plan.layout.tp)
        , m_replicas(plan.sequenceParallel == SequenceParallel::On ? plan.layout.tp : 1)
        , m_tokens(std::int64_t(plan.batch.micro) * plan.sequence() / plan.layout.cp)
        , m_sequence(plan.sequence())
        , m_model(plan.model) {}

    // The input comes first: it is what full recomputation keeps.
    std::vector<SavedTensor> block() {
        stream("block.input");
        stream("norm1.output");
        const std::int64_t keyValue = std::int64_t(m_model.kvHeads) * m_model.headSize();
        split("attention.query", "w · n·h/t", m_tokens * m_model.hidden * m_width);
        split("attention.key", "w · n·k/t", m_tokens * keyValue * m_width);
        split("attention.value", "w · n·k/t", m_tokens * keyValue * m_width);
        scores();
        split("attention.output", "w · n·h/t", m_tokens * m_model.hidden * m_width);
        if (m_gpt) mask("attention.dropout-mask");
        stream("norm2.input");
        stream("norm2.output");
        mlp();
        if (m_gpt) mask("mlp.dropout-mask");
        return std::move(m_tensors);
    }

    std::vector<SavedTensor> embedding() {
        add("embedding.tokens", "8 · n", 8 * m_tokens);
        if (m_gpt) mask("embedding.dropout-mask");
        return std::move(m_tensors);
    }
    std::vector<SavedTensor> finalNorm() {
        stream("final_norm.input");
        return std::move(m_tensors);
    }
    std::vector<SavedTensor> head() {
        stream("head.input");
        split("head.logits", "4 · n·V/t", 4 * m_tokens * m_model.vocabulary);
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
    void split(const char* name, const char* formula, std::int64_t bytes) {
        add(name, formula, bytes / m_tp);
    }

    void scores() {
        const std::int64_t scores = m_tokens * m_model.heads * m_sequence;
        split("attention.probabilities", "w · n·a·s/t", scores * m_width);
        if (!m_gpt) return;
        split("attention.probabilities-mask", "n·a·s/t", scores);
        split("attention.probabilities-dropped", "w · n·a·s/t", scores * m_width);
    }
    void mlp() {
        const std::int64_t wide = m_tokens * m_model.ffn * m_width;
        if (!m_gpt) split("mlp.gate", "w · n·f/t", wide);
        split("mlp.hidden", "w · n·f/t", wide);
        split("mlp.activated", "w · n·f/t", wide);
    }

    bool m_gpt;
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
        return terms.block();
    case LayerKind::FinalNorm:
        return terms.finalNorm();
    case LayerKind::Head:
        break;
    }
    return terms.head();
}

}  // namespace core
