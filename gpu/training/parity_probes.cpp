// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums of squares per probe.
#include "gpu/training/parity_probes.h"

#include "gpu/device/host_view.h"

namespace gpu {

namespace {

double squaredDistance(ConstVector values, const double* right) {
    return visitType(values.type, [&]<class T>(TypeTag<T>) {
        double sum = 0;
        for (const T& value : values.as<T>()) {
            const double delta = double(load(value)) - *right++;
            sum += delta * delta;
        }
        return sum;
    });
}

}  // namespace

Probes::Probes(const core::ShardMap& shards) {
    constexpr const char* kParts[] = {" [q]", " [k]", " [v]"};
    for (const core::ModelTensor& tensor : shards.tensors()) {
        m_first.push_back(m_probes.size());
        m_columns.push_back(tensor.columns);
        if (tensor.parts.empty()) {
            m_probes.push_back({tensor.name, 0, tensor.rows, tensor.elements()});
            continue;
        }
        std::int64_t row = 0;
        for (std::size_t part = 0; part < tensor.parts.size(); row += tensor.parts[part++])
            m_probes.push_back(
                {tensor.name + kParts[part], row, tensor.parts[part], tensor.parts[part] * tensor.columns});
    }
}

std::size_t Probes::of(int tensor, std::int64_t globalIndex) const {
    const std::int64_t row = globalIndex / m_columns[std::size_t(tensor)];
    std::size_t probe = m_first[std::size_t(tensor)];
    while (row >= m_probes[probe].firstRow + m_probes[probe].rows) ++probe;
    return probe;
}

std::vector<double> Probes::squares(const TensorValues& values) const {
    std::vector<double> sums(m_probes.size());
    for (std::size_t tensor = 0; tensor < values.size(); ++tensor)
        for (std::size_t i = 0; i < values[tensor].size(); ++i)
            sums[of(int(tensor), std::int64_t(i))] += values[tensor][i] * values[tensor][i];
    return sums;
}

void DifferenceSums::add(const Probes& probes, RankWorker& worker, const TensorValues& referenceGradients) {
    const core::ShardMap& shards = worker.job().shards();
    const int replica = worker.store().ownership() == Ownership::Whole ? worker.at().dp : 0;
    std::map<Key, double> sums;
    for (const AdamW::Owned& part : worker.optimizer().owned()) {
        const HostView gradients(worker.arena().device(), part.gradients);
        for (const Segment& segment : part.segments) {
            const core::ModelTensor& whole = shards.tensors()[std::size_t(segment.tensor.tensor)];
            const int copy = whole.split == core::TensorSplit::Replicated ? worker.at().tp : 0;
            const std::vector<double>& right = referenceGradients[std::size_t(segment.tensor.tensor)];
            forEachRun(shards, segment.tensor, worker.at().tp, segment.inTensor, segment.elements,
                       [&](const ElementRun& run) {
                           const ConstVector values =
                               gradients.values().part(segment.begin + run.local, run.elements);
                           const double sum = squaredDistance(values, right.data() + run.global);
                           const std::size_t probe = probes.of(segment.tensor.tensor, run.global);
                           sums[{probe, copy, replica, part.unit == core::ShardMap::kTiedHead}] += sum;
                       });
        }
    }
    const std::lock_guard lock(m_mutex);
    for (const auto& [key, sum] : sums) m_sums[key] += sum;
}

std::vector<double> DifferenceSums::worst(std::size_t probes) const {
    std::vector<double> worst(probes);
    for (const auto& [key, sum] : m_sums) {
        double& largest = worst[std::get<0>(key)];
        // A sum that is no number is the worst of all.
        largest = sum <= largest ? largest : sum;
    }
    return worst;
}

}  // namespace gpu
