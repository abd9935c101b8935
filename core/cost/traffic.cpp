// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls of a step, group by group.
#include "core/cost/pass_traffic.h"

#include "core/layout/norm_tensors.h"
#include "core/memory/framework_states.h"
#include "core/memory/live_parameters.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"

#include <map>
#include <utility>

namespace core {

namespace {

using enum CollectiveKind;

// What all members hand in, for `bytes` of a whole buffer.
Bytes payloadOf(CollectiveKind kind, int members, Bytes bytes) {
    return kind == AllReduce || kind == ReduceScatter ? bytes * std::int64_t(members) : bytes;
}

class Counter {
public:
    Counter(const Plan& plan, const ShardMap& shards, const Schedule& schedule)
        : m_plan(plan)
        , m_shards(shards)
        , m_schedule(schedule)
        , m_layout(plan.layout)
        , m_replicas(plan.layout.dp * plan.layout.cp)
        , m_tokens(std::int64_t(plan.batch.micro) * plan.sequence() / plan.layout.cp)
        , m_stream(m_tokens * plan.model.hidden * parameterBytes(plan)) {}

    Traffic count() {
        for (int rank = 0; rank < m_schedule.stages; ++rank) {
            for (const Op& op : m_schedule.ranks[std::size_t(rank)]) {
                addTensor(op);
                addMessage(op);
            }
            addData(rank);
            addNorms(rank);
        }
        addTable();
        addScalars();
        return sums();
    }

    Traffic countOps(Pass pass) {
        for (const std::vector<Op>& ops : m_schedule.ranks)
            for (const Op& op : ops) {
                if ((op.kind == OpKind::Forward) != (pass == Pass::Forward)) continue;
                addTensor(op);
                addMessage(op);
            }
        return sums();
    }

private:
    [[nodiscard]] Traffic sums() const {
        Traffic traffic;
        for (const auto& [key, sums] : m_sums) traffic.rows.push_back({key.first, key.second, sums.first, sums.second});
        return traffic;
    }
    void add(GroupKind group, CollectiveKind kind, int members, std::int64_t bytes, std::int64_t times) {
        if (members < 2 || bytes == 0 || times == 0) return;
        auto& [payload, wire] = m_sums[{group, kind}];
        payload += payloadOf(kind, members, Bytes(bytes)) * times;
        wire += wireBytes(kind, members, Bytes(bytes)) * times;
    }
    // Per tensor group of a pipeline rank, of which there is one a replica.
    void tensor(CollectiveKind kind, std::int64_t bytes, std::int64_t times) {
        add(GroupKind::Tensor, kind, m_layout.tp, bytes, times * m_replicas);
    }
    // Per data group of a pipeline rank, of which there is one a tensor rank.
    void data(CollectiveKind kind, std::int64_t bytes, std::int64_t times) {
        add(GroupKind::Data, kind, m_replicas, bytes, times * m_layout.tp);
    }

    void addTensor(const Op& op) {
        const int blocks = m_shards.blockCount(op.stage);
        const int first = op.stage.value == 0, last = op.stage.value == m_shards.stages() - 1;
        const int again = m_plan.recompute == Recompute::Full ? recomputedBlocks(m_plan, blocks) : 0;
        const bool split = rowParts(m_plan) > 1;
        if (op.kind == OpKind::Forward) {
            tensor(split ? ReduceScatter : AllReduce, m_stream, 2 * blocks + first);
            if (split) tensor(AllGather, m_stream, 2 * blocks + last);
            const std::int64_t perToken = sumBytes() * m_tokens;  // maximum; then sum and target
            if (last) tensor(AllReduce, perToken, 1);
            if (last) tensor(AllReduce, 2 * perToken, 1);
            return;
        }
        if (op.kind != OpKind::WeightGradient) {
            tensor(split ? ReduceScatter : AllReduce, m_stream, 2 * (blocks + again) + last);
            if (split) tensor(AllGather, m_stream, 2 * (blocks + again));
        }
        if (!split || op.kind == OpKind::InputGradient) return;
        const int perBlock = op.kind == OpKind::WeightGradient ? 4 : 2;
        tensor(AllGather, m_stream, perBlock * blocks + first + last);
    }

    void addMessage(const Op& op) {
        const auto receiver = m_schedule.receiverOf(op);
        if (!receiver || m_schedule.rankOf(*receiver) == m_schedule.rankOf(op.stage)) return;
        add(GroupKind::Pipeline, Send, m_layout.pp, m_stream / rowParts(m_plan),
            std::int64_t(m_layout.tp) * m_replicas);
    }

    void addData(int rank) {
        const StageUnits units = rankUnits(m_plan, m_shards, rank);
        // In the engine the head's use of a table on the same stage has gradients of its own.
        const bool shared = m_layout.pp == 1 && m_plan.model.embeddings == Embeddings::Tied &&
                            m_plan.framework == Framework::Engine;
        const std::int64_t gradients =
            (units.trained() + (shared ? m_shards.unitElements(ShardMap::kTiedHead) : 0)) * gradientBytes(m_plan);
        const int zero = m_plan.zero.stage;
        data(zero == 0 ? AllReduce : ReduceScatter, gradients, zero < 2 ? 1 : m_schedule.microBatches);
        if (zero == 1 || zero == 2) data(AllGather, units.trained() * parameterBytes(m_plan), 1);
        if (zero == 3)
            data(AllGather, gatheredElements(m_plan, m_shards, m_schedule, rank) * parameterBytes(m_plan), 1);
    }

    // Of the rows that a tensor rank has seen; from ZeRO-1 on a replica sums its part of them.
    void addNorms(int rank) {
        if (rowParts(m_plan) == 1) return;
        std::int64_t elements = 0;
        for (const int unit : m_shards.rankUnits(rank)) elements += normElements(m_shards, unit);
        add(GroupKind::Tensor, AllReduce, m_layout.tp, elements * gradientBytes(m_plan),
            m_plan.zero.stage > 0 ? 1 : m_replicas);
    }

    void addTable() {
        if (m_layout.pp == 1 || m_plan.model.embeddings != Embeddings::Tied || m_plan.lora.rank > 0) return;
        const std::int64_t bytes = m_shards.unitElements(ShardMap::kTiedHead) * gradientBytes(m_plan);
        add(GroupKind::Embedding, AllReduce, 2, bytes,
            std::int64_t(m_layout.tp) * (m_plan.zero.stage > 0 ? 1 : m_replicas));
    }

    void addScalars() {
        constexpr std::int64_t kLoss = 8;
        // Exact squares: the largest magnitude, then two integers (gpu/kernels/exact_norm.h).
        const std::int64_t norm = gradientBytes(m_plan) == 8 ? 8 : 8 + 16;
        const std::int64_t tp = m_layout.tp, pp = m_layout.pp, replicas = m_replicas;
        add(GroupKind::Data, AllReduce, m_replicas, kLoss + (m_plan.zero.stage > 0 ? norm : 0), tp * pp);
        add(GroupKind::Pipeline, AllReduce, m_layout.pp, kLoss + norm, tp * replicas);
        add(GroupKind::Tensor, AllReduce, m_layout.tp, norm, pp * replicas);
    }

    [[nodiscard]] std::int64_t sumBytes() const { return parameterBytes(m_plan) == 8 ? 8 : 4; }

    const Plan& m_plan;
    const ShardMap& m_shards;
    const Schedule& m_schedule;
    const LayoutSpec& m_layout;
    int m_replicas;
    std::int64_t m_tokens, m_stream;  // bytes
    std::map<std::pair<GroupKind, CollectiveKind>, std::pair<Bytes, Bytes>> m_sums;
};

}  // namespace

Bytes Traffic::wire() const {
    Bytes bytes;
    for (const TrafficRow& row : rows) bytes += row.wire;
    return bytes;
}

Bytes Traffic::wire(GroupKind group) const {
    Bytes bytes;
    for (const TrafficRow& row : rows)
        if (row.group == group) bytes += row.wire;
    return bytes;
}

std::int64_t gatheredElements(const Plan& plan, const ShardMap& shards, const Schedule& schedule, int rank) {
    if (plan.zero.stage < 3) return 0;
    LiveParameters live(liveSettings(plan, shards, rank));
    const std::vector<int> uses = parameterUses(plan, shards, schedule, rank);
    live.begin(uses);
    std::int64_t elements = 0;
    for (const int unit : uses) {
        const LiveParameters::Use use = live.acquire(unit);
        live.release(unit);
        if (use.gather) elements += shards.unitElements(use.gather->unit);
        for (const LiveParameters::Gather& ahead : use.prefetches) elements += shards.unitElements(ahead.unit);
    }
    return elements;
}

Traffic passTraffic(const Plan& plan, const ShardMap& shards, const Schedule& schedule, Pass pass) {
    return Counter(plan, shards, schedule).countOps(pass);
}

Traffic stepTraffic(const Plan& plan, const ShardMap& shards, const Schedule& schedule) {
    return Counter(plan, shards, schedule).count();
}

}  // namespace core
