// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two jobs, one after the other.
#include "gpu/training/bug_hunt.h"

#include "gpu/kernels/elements.h"
#include "gpu/training/parity.h"
#include "gpu/training/parity_probes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>

namespace gpu {

namespace {

struct Reference {
    ModelState state;        // before update kReadAt
    TensorValues gradients;  // of it
};

struct Curves {
    std::vector<double> losses, norms;
};

void takeStep(RankWorker& worker, std::int64_t update, double loss, Curves& curves) {
    const StepResult step = worker.applyGradients(update, loss);
    if (worker.rank().value != 0) return;
    curves.losses.push_back(loss);
    curves.norms.push_back(step.gradNorm);
}

void mustSucceed(const std::optional<RankFailure>& failure) {
    if (failure) throw std::runtime_error(core::describe(problemOf(*failure)));
}

Reference runOneRank(const core::Plan& plan, const SampleSource& source, Curves& curves) {
    Job job(onOneRank(plan));
    const TensorValues zero = zeroValues(job.shards());
    Reference reference{{zero, zero, zero, {}}, zero};
    mustSucceed(job.run([&](RankWorker& worker) {
        worker.initialise();
        for (std::int64_t update = 0; update < plan.run.steps; ++update) {
            if (update == kReadAt) {
                collect(worker, Quantity::Parameters, reference.state.parameters);
                collect(worker, Quantity::FirstMoments, reference.state.firstMoments);
                collect(worker, Quantity::SecondMoments, reference.state.secondMoments);
            }
            const double loss = worker.computeGradients(update, source);
            if (update == kReadAt) collect(worker, Quantity::Gradients, reference.gradients);
            takeStep(worker, update, loss, curves);
        }
    }));
    return reference;
}

// Σ Δ² and Σ g² by probe and copy (tensor rank of a replicated tensor, replica that owns all, embedding or tied head), apart
// for every rank, so that they are added in the same order whoever comes first.
class CopySums {
public:
    void add(const Probes& probes, RankWorker& worker, const TensorValues& right) {
        const core::ShardMap& shards = worker.job().shards();
        const int replica = worker.store().ownership() == Ownership::Whole ? worker.at().dp : 0;
        const std::lock_guard lock(m_mutex);
        for (const AdamW::Owned& part : worker.optimizer().owned())
            for (const Segment& segment : part.segments) {
                const auto tensor = std::size_t(segment.tensor.tensor);
                const bool replicated = shards.tensors()[tensor].split == core::TensorSplit::Replicated;
                forEachRun(shards, segment.tensor, worker.at().tp, segment.inTensor, segment.elements, [&](const ElementRun& run) {
                    std::vector<double> values(std::size_t(run.elements));
                    convertElements(part.gradients.part(segment.begin + run.local, run.elements), Vector(values));
                    const Copy copy{probes.of(segment.tensor.tensor, run.global), replicated ? worker.at().tp : 0, replica,
                                    part.unit == core::ShardMap::kTiedHead};
                    Sums& sums = m_sums[copy][worker.rank().value];
                    for (std::size_t i = 0; i < values.size(); ++i) {
                        const double delta = values[i] - right[tensor][std::size_t(run.global) + i];
                        sums.difference += delta * delta;
                        sums.size += values[i] * values[i];
                    }
                });
            }
    }

    // The copy that differs most stands for its tensor.
    [[nodiscard]] std::vector<core::TensorReading> readings(const Probes& probes, const TensorValues& right) const {
        const std::vector<double> squares = probes.squares(right);
        const double all = std::accumulate(squares.begin(), squares.end(), 0.0);
        std::int64_t elements = 0;
        for (const Probe& probe : probes.all()) elements += probe.elements;
        std::vector<core::TensorReading> readings;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            Sums worst{-1, 0};
            for (const auto& [copy, ranks] : m_sums) {
                if (std::get<0>(copy) != i) continue;
                Sums whole;
                for (const auto& [rank, sums] : ranks) {
                    whole.difference += sums.difference;
                    whole.size += sums.size;
                }
                if (whole.difference > worst.difference) worst = whole;
            }
            const double floor = 1e-3 * std::sqrt(all * double(probes.all()[i].elements) / double(elements));
            readings.push_back({probes.all()[i].name,
                                std::sqrt(std::max(worst.difference, 0.0)) / (std::sqrt(squares[i]) + floor),
                                (std::sqrt(worst.size) + floor) / (std::sqrt(squares[i]) + floor)});
        }
        return readings;
    }

private:
    struct Sums {
        double difference = 0, size = 0;
    };
    std::mutex m_mutex;
    using Copy = std::tuple<std::size_t, int, int, bool>;
    std::map<Copy, std::map<int, Sums>> m_sums;
};

// Weights as the forward pass of each rank sees them, by tensor and slice.
class Copies {
public:
    void add(RankWorker& worker) {
        for (const int unit : worker.job().shards().rankUnits(worker.at().pp)) {
            const ConstVector seen = worker.store().acquire(unit);
            std::vector<double> values(std::size_t(seen.elements));
            convertElements(seen, Vector(values));
            worker.store().release(unit);
            add(worker, unit, values);
            if (worker.job().plan().zero.stage < 3 || !worker.store().units().holds(unit)) continue;
            const UnitPlace& place = worker.store().units().of(unit);
            convertElements(worker.store().ownedParameters(unit), ownPart(Vector(values), place));
            add(worker, unit, values);
        }
    }

    [[nodiscard]] std::vector<core::CopyReading> readings(const core::ShardMap& shards) {
        std::map<int, core::CopyReading> byTensor;
        for (auto& [key, copies] : m_copies) {
            if (copies.size() < 2) continue;
            std::ranges::stable_sort(copies, {}, &Copy::rank);
            core::CopyReading& reading = byTensor[key.first];
            reading.tensor = shards.tensors()[std::size_t(key.first)].name;
            reading.copies += int(copies.size());
            for (const Copy& copy : copies) {
                if (copy.values == copies.front().values) continue;
                ++reading.different;
                reading.difference = std::max(reading.difference, distance(copies.front().values, copy.values));
            }
        }
        std::vector<core::CopyReading> readings;
        for (auto& [tensor, reading] : byTensor) readings.push_back(std::move(reading));
        return readings;
    }

private:
    struct Copy {
        int rank;
        std::vector<double> values;
    };
    void add(RankWorker& worker, int unit, const std::vector<double>& whole) {
        const core::ShardMap& shards = worker.job().shards();
        for (const core::LocalTensor& tensor : shards.locals(unit)) {
            const bool replicated = shards.tensors()[std::size_t(tensor.tensor)].split == core::TensorSplit::Replicated;
            const auto begin = whole.begin() + tensor.offset;
            const std::lock_guard lock(m_mutex);
            m_copies[{tensor.tensor, replicated ? -1 : worker.at().tp}].push_back(
                {worker.rank().value, {begin, begin + tensor.elements()}});
        }
    }
    static double distance(const std::vector<double>& first, const std::vector<double>& other) {
        double largest = 0, squares = 0;
        for (std::size_t i = 0; i < first.size(); ++i) {
            largest = std::max(largest, std::abs(first[i] - other[i]));
            squares += first[i] * first[i];
        }
        return squares > 0 ? largest / std::sqrt(squares / double(first.size())) : largest;
    }

    std::mutex m_mutex;
    std::map<std::pair<int, int>, std::vector<Copy>> m_copies;
};

}  // namespace

Fault faultOf(core::Suspect suspect) {
    switch (suspect) {
    case core::Suspect::GradientSummedTwice: return Fault::GradientSummedTwice;
    case core::Suspect::NormGradientNotReduced: return Fault::NormGradientNotReduced;
    case core::Suspect::StaleTiedEmbedding: return Fault::StaleTiedEmbedding;
    case core::Suspect::NormCountedTwice: return Fault::NormCountedTwice;
    case core::Suspect::WeightGradientSkipped: return Fault::WeightGradientSkipped;
    case core::Suspect::RecomputationSkipped: return Fault::RecomputationSkipped;
    case core::Suspect::StaleGather: return Fault::StaleGather;
    }
    return Fault::None;
}

SampleSource countingSamples(const core::Plan& plan) {
    constexpr std::int64_t kNumbers = 64;
    return [sequence = plan.sequence()](std::int64_t first, int samples, std::span<std::int32_t> tokens,
                                        std::span<std::int32_t> targets) {
        for (int s = 0; s < samples; ++s) {
            const auto mixed = std::uint64_t(first + s) * 0x9E3779B97F4A7C15u;
            const std::int64_t begin = std::int64_t((mixed >> 20) % std::uint64_t(kNumbers));
            const std::int64_t step = 1 + std::int64_t((mixed >> 50) % 3);
            for (std::int64_t i = 0; i < sequence; ++i) {
                const auto at = std::size_t(std::int64_t(s) * sequence + i);
                tokens[at] = std::int32_t((begin + i * step) % kNumbers);
                targets[at] = std::int32_t((begin + (i + 1) * step) % kNumbers);
            }
        }
    };
}

core::HuntReport runHunt(const core::Plan& plan, Fault fault) {
    const SampleSource source = countingSamples(plan);
    Curves right, own;
    const Reference reference = runOneRank(plan, source, right);
    Job job(plan, fault);
    const Probes probes(job.shards());
    CopySums sums;
    Copies copies;
    mustSucceed(job.run([&](RankWorker& worker) {
        worker.initialise();
        for (std::int64_t update = 0; update < plan.run.steps; ++update)
            takeStep(worker, update, worker.computeGradients(update, source), own);
        copies.add(worker);
        loadState(worker, reference.state);
        (void)worker.computeGradients(kReadAt, source);
        sums.add(probes, worker, reference.gradients);
    }));
    return {own.losses,
            right.losses,
            own.norms,
            right.norms,
            sums.readings(probes, reference.gradients),
            copies.readings(job.shards())};
}

}  // namespace gpu
