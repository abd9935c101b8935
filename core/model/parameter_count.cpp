// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exact parameter counts. h hidden, q = heads · head size, k = key-value heads · head size, f ffn, E experts:
//   attention   h(q + 2k) + q·h; latent: h·r_q + r_q·a(n+r) + h(r_kv + r) + r_kv·a(n+v) + a·v·h
//   MLP         gates·h·f; experts E·gates·h·f_e + gates·h·f_shared, router E·h
//   norm        h a norm, twice that with a bias; on queries and keys 2·d, or q + k
#include "core/model/model_spec.h"

#include <algorithm>

namespace core {

namespace {

// Number: an integer for exact counts, a double for shapes that no integer holds.
template <class Number>
class Counter {
public:
    explicit Counter(const ModelSpec& spec)
        : m_spec(spec)
        , m_details(detailsOf(spec))
        , h(Number(spec.hidden))
        , a(Number(spec.heads))
        , d(Number(spec.headSize()))
        , q(a * d)
        , k(Number(spec.kvHeads) * d) {}

    [[nodiscard]] Number attention() const {
        const LatentAttention& l = m_details.latent;
        const Number outWidth = l.kvRank > 0 ? a * Number(l.value) : q;
        const Number out = outWidth * h + (m_details.attentionBias ? h : Number(0));
        const Number sinks = m_details.sinks ? a : Number(0);
        if (l.kvRank == 0) {
            const Number width = q + Number(2) * k;
            return width * h + (m_details.qkvBias ? width : Number(0)) + out + sinks;
        }
        const Number query = a * (Number(l.nope) + Number(l.rope)), latent = Number(l.kvRank) + Number(l.rope);
        const Number queryRank(l.queryRank), bias(m_details.qkvBias ? 1 : 0);
        const Number queries = l.queryRank > 0 ? queryRank * (h + query + bias) : h * query;
        return queries + latent * (h + bias) + Number(l.kvRank) * a * (Number(l.nope) + Number(l.value)) + out + sinks;
    }

    [[nodiscard]] Number mlp(int width, bool bias) const {
        const Number f(width), gates(m_details.mlp == MlpKind::Gated ? 3 : 2);
        return gates * h * f + (bias ? (gates - Number(1)) * f + h : Number(0));
    }
    [[nodiscard]] Number expert() const { return mlp(m_details.experts.ffn, m_details.experts.bias); }
    [[nodiscard]] Number expertMlp() const {
        const ExpertSpec& e = m_details.experts;
        Number all = Number(e.count) * expert();
        if (e.sharedFfn > 0) all += mlp(e.sharedFfn, false) + (e.sharedGate ? h : Number(0));
        return all;
    }
    [[nodiscard]] Number router() const {
        const ExpertSpec& e = m_details.experts;
        return Number(e.count) * (h + Number(e.routerBias ? 1 : 0));
    }

    [[nodiscard]] Number norm(Number width) const {
        if (m_details.norm == NormKind::Bare) return Number(0);
        return width * Number(m_details.normBias ? 2 : 1);
    }
    [[nodiscard]] Number blockNorms() const {
        Number sum = Number(m_details.normsPerBlock) * norm(h);
        const LatentAttention& l = m_details.latent;
        if (l.kvRank > 0) sum += Number(l.kvRank) + Number(l.queryRank);
        if (m_details.qkNorm == QkNorm::PerHead) sum += norm(d) + norm(d);
        if (m_details.qkNorm == QkNorm::Whole) sum += norm(q) + norm(k);
        return sum;
    }

    [[nodiscard]] Number embedding() const {
        Number rows(m_spec.vocabulary);
        if (m_details.positions == PositionKind::Learned)
            rows += Number(m_spec.maxSequence) + Number(m_details.positionOffset);
        return rows * h;
    }
    [[nodiscard]] Number head() const {
        const Number rows(m_spec.vocabulary);
        return (m_spec.embeddings == Embeddings::Untied ? rows * h : Number(0)) +
               (m_details.headBias ? rows : Number(0));
    }
    // Modules of several-token prediction share embedding and head; they end like the model's last block.
    [[nodiscard]] Number mtp() const {
        if (m_details.mtpLayers == 0) return Number(0);
        const bool experts = m_spec.layers > 0 && m_spec.hasExperts(m_spec.layers - 1);
        const Number block = attention() + blockNorms() +
                             (experts ? expertMlp() + router() : mlp(m_spec.ffn, m_details.mlpBias));
        return Number(m_details.mtpLayers) * (block + Number(2) * h * h + Number(3) * norm(h));
    }

    [[nodiscard]] Number norms() const {
        const Number outside((m_details.embeddingNorm ? 1 : 0) + (m_details.finalNorm ? 1 : 0));
        return Number(m_spec.layers) * blockNorms() + outside * norm(h);
    }
    [[nodiscard]] Number mlps() const {
        const int routed = m_spec.expertBlocks();
        return Number(m_spec.layers - routed) * mlp(m_spec.ffn, m_details.mlpBias) +
               (routed > 0 ? Number(routed) * expertMlp() : Number(0));
    }
    [[nodiscard]] Number routers() const { return Number(m_spec.expertBlocks()) * router(); }
    [[nodiscard]] Number total() const {
        return embedding() + Number(m_spec.layers) * attention() + mlps() + norms() + routers() + head();
    }
    [[nodiscard]] Number unvisited() const {
        const ExpertSpec& e = m_details.experts;
        return Number(m_spec.expertBlocks()) * Number(std::max(0, e.count - e.perToken)) * expert();
    }

private:
    const ModelSpec& m_spec;
    const ModelDetails& m_details;
    Number h, a, d, q, k;
};

}  // namespace

int ModelSpec::expertBlocks() const {
    const ExpertSpec& e = details.experts;
    if (e.count <= 0 || e.every <= 0 || e.offset < 0 || layers <= e.firstDense) return 0;
    // Multiples of `every` plus `offset` in [firstDense, layers).
    const auto below = [&](int end) { return end > e.offset ? (end - e.offset - 1) / e.every + 1 : 0; };
    return below(layers) - below(e.firstDense);
}

namespace {

bool isSound(const ModelSpec& spec) {
    const ModelDetails& d = detailsOf(spec);
    const ExpertSpec& e = d.experts;
    const LatentAttention& l = d.latent;
    const int sizes[] = {spec.layers, spec.hidden, spec.heads, spec.kvHeads, spec.ffn, spec.vocabulary, spec.maxSequence,
                         d.headSize, d.normsPerBlock, d.positionOffset, d.mtpLayers, l.kvRank, l.queryRank, l.nope,
                         l.rope, l.value, e.count, e.perToken, e.ffn, e.sharedFfn};
    return std::ranges::all_of(sizes, [](int size) { return size >= 0; });
}

}  // namespace

ParameterCount countParameters(const ModelSpec& spec) {
    constexpr double kMost = 0x1p62;
    ParameterCount count;
    const double size = approximateParameters(spec);
    if (!(size >= 0 && size < kMost) || !isSound(spec)) return count;
    const Counter<std::int64_t> counter(spec);
    count.embedding = counter.embedding();
    count.attention = spec.layers * counter.attention();
    count.mlp = counter.mlps();
    count.norm = counter.norms();
    count.router = counter.routers();
    count.head = counter.head();
    count.total = counter.total();
    count.active = count.total - counter.unvisited();
    count.mtp = counter.mtp();
    return count;
}

double approximateParameters(const ModelSpec& spec) {
    const Counter<double> counter(spec);
    return counter.total() + counter.mtp();
}

}  // namespace core
