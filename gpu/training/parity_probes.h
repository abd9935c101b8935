// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the parity check measures apart: every tensor, and of fused q, k, v each third. A rank sums its own
// squares; the sums of one copy are put together after the ranks have ended.
#pragma once

#include "gpu/training/model_state.h"

#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace gpu {

struct Probe {
    std::string name;
    std::int64_t firstRow = 0, rows = 0;
    std::int64_t elements = 0;
};

class Probes {
public:
    explicit Probes(const core::ShardMap& shards);

    [[nodiscard]] const std::vector<Probe>& all() const { return m_probes; }
    [[nodiscard]] std::size_t of(int tensor, std::int64_t globalIndex) const;
    // Σ reference² per probe.
    [[nodiscard]] std::vector<double> squares(const TensorValues& values) const;

private:
    std::vector<Probe> m_probes;
    std::vector<std::size_t> m_first;     // by tensor
    std::vector<std::int64_t> m_columns;  // by tensor
};

// Σ Δ² of one comparison, by probe and copy. Ranks add from their own threads.
class DifferenceSums {
public:
    void add(const Probes& probes, RankWorker& worker, const TensorValues& referenceGradients);
    // Worst copy of each probe.
    [[nodiscard]] std::vector<double> worst(std::size_t probes) const;

private:
    // A copy: tensor rank of a replicated tensor, replica that owns all, embedding or tied head.
    using Key = std::tuple<std::size_t, int, int, bool>;
    std::mutex m_mutex;
    std::map<Key, double> m_sums;
};

}  // namespace gpu
