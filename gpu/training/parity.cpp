// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reference, comparison, fingerprint.
#include "gpu/training/parity.h"

#include "gpu/device/precision.h"
#include "gpu/kernels/elements.h"
#include "gpu/training/parity_probes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace gpu {

namespace {

bool isCheckpoint(std::int64_t update) {
    return std::ranges::find(kParityCheckpoints, update) != std::end(kParityCheckpoints);
}

double relative(double value, double right) { return std::abs(value - right) / std::abs(right); }

bool within(double error, double tolerance) { return error <= tolerance; }

// What is not a number is the largest error of all.
void keepLarger(double& worst, double error) {
    worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
}

// FNV-1a over 64-bit words.
class Fingerprint {
public:
    void add(std::uint64_t word) { m_hash = (m_hash ^ word) * 0x100000001B3u; }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(const TensorValues& values) {
        for (const std::vector<double>& tensor : values)
            for (const double value : tensor) add(value);
    }
    [[nodiscard]] std::uint64_t value() const { return m_hash; }

private:
    std::uint64_t m_hash = 0xCBF29CE484222325u;
};

class Progress {
public:
    Progress(const ParityProgress& report, std::int64_t of)
        : m_report(report)
        , m_of(of) {}
    void advance(const RankWorker& worker) {
        if (m_report && worker.rank().value == 0) m_report(++m_done, m_of);
    }

private:
    ParityProgress m_report;
    std::int64_t m_of;
    std::int64_t m_done = 0;
};

struct FreeRun {
    std::vector<double> losses;  // written by rank 0
    TensorValues parameters;
};

void runFreely(RankWorker& worker, std::int64_t updates, const SampleSource& source, FreeRun& run,
               Progress& progress) {
    for (std::int64_t update = 0; update < updates; ++update) {
        const double loss = worker.computeFiniteGradients(update, source);
        (void)worker.applyGradients(update, loss);
        if (worker.rank().value == 0) run.losses.push_back(loss);
        progress.advance(worker);
    }
    collect(worker, Quantity::Parameters, run.parameters);
}

std::uint64_t fingerprintOf(const FreeRun& run) {
    Fingerprint fingerprint;
    for (const double loss : run.losses) fingerprint.add(loss);
    fingerprint.add(run.parameters);
    return fingerprint.value();
}

// ‖W − right‖ / ‖right − start‖ over the whole model.
double weightError(const TensorValues& weights, const TensorValues& right, const TensorValues& start) {
    double difference = 0, way = 0;
    for (std::size_t tensor = 0; tensor < right.size(); ++tensor)
        for (std::size_t i = 0; i < right[tensor].size(); ++i) {
            const double delta = weights[tensor][i] - right[tensor][i];
            const double moved = right[tensor][i] - start[tensor][i];
            difference += delta * delta;
            way += moved * moved;
        }
    return std::sqrt(difference / way);
}

// What the same-weights tier sees at one checkpoint.
struct Comparison {
    DifferenceSums differences;
    double loss = 0, norm = 0;  // written by rank 0
};

// By probe: the error of a difference whose square is given.
std::vector<double> errorsOf(const Probes& probes, const std::vector<double>& differences,
                             const TensorValues& right) {
    const std::vector<double> squares = probes.squares(right);
    const double all = std::accumulate(squares.begin(), squares.end(), 0.0);
    std::int64_t elements = 0;
    for (const Probe& probe : probes.all()) elements += probe.elements;
    std::vector<double> errors(squares.size());
    for (std::size_t i = 0; i < squares.size(); ++i) {
        const double floor = 1e-3 * std::sqrt(all * double(probes.all()[i].elements) / double(elements));
        keepLarger(errors[i], std::sqrt(differences[i]) / (std::sqrt(squares[i]) + floor));
    }
    return errors;
}

std::vector<TensorError> tensorErrors(const Probes& probes, const Comparison& comparison,
                                      const ParityReference& reference, std::int64_t update) {
    const std::vector<double> errors = errorsOf(probes, comparison.differences.worst(probes.all().size()),
                                                reference.gradients.at(update));
    const auto own = reference.ownErrors.find(update);
    std::vector<TensorError> tensors;
    for (std::size_t i = 0; i < errors.size(); ++i)
        tensors.push_back({probes.all()[i].name, errors[i], update,
                           own == reference.ownErrors.end() ? 0 : own->second[i]});
    return tensors;
}

void keepWorst(std::vector<TensorError>& worst, const std::vector<TensorError>& tensors) {
    if (worst.empty()) worst = tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (tensors[i].error > worst[i].error) worst[i] = tensors[i];
}

core::Plan inFp32(core::Plan plan) {
    plan.precision = core::Precision::Fp32;
    plan.gradientDtype.reset();
    plan.lossScale = {};
    return plan;
}

void forEachElement(TensorValues& values, const TensorValues& others, const auto& visit) {
    for (std::size_t tensor = 0; tensor < values.size(); ++tensor)
        for (std::size_t i = 0; i < values[tensor].size(); ++i) visit(values[tensor][i], others[tensor][i]);
}

// As they are stored: what a forward pass sees of master weights.
void roundTo(DType type, TensorValues& values) {
    for (std::vector<double>& tensor : values) {
        std::vector<std::byte> bytes(tensor.size() * std::size_t(bytesOf(type)));
        const Vector rounded(bytes.data(), std::int64_t(tensor.size()), type);
        convertElements(tensor, rounded);
        convertElements(rounded, tensor);
    }
}

double worstLossError(const std::vector<double>& losses, const std::vector<double>& right) {
    double worst = 0;
    for (std::size_t update = 0; update < losses.size(); ++update)
        keepLarger(worst, relative(losses[update], right[update]));
    return worst;
}

// How far one rank's 16-bit gradients are from fp32 with the same (rounded) weights, and its losses from those of a
// free run in fp32.
void measureOwnErrors(const core::Plan& plan, const SampleSource& source, ParityReference& reference) {
    Job job(inFp32(onOneRank(plan)));
    const Probes probes(job.shards());
    FreeRun wide{{}, zeroValues(job.shards())};
    Progress silent({}, kParityUpdates);
    const auto failure = job.run([&](RankWorker& worker) {
        for (const auto& [update, state] : reference.states) {
            ModelState rounded = state;
            roundTo(precisionsOf(plan).stored, rounded.parameters);
            rounded.lossScale = {};
            loadState(worker, rounded);
            (void)worker.computeGradients(update, source);
            TensorValues right = zeroValues(job.shards()), difference = reference.gradients.at(update);
            collect(worker, Quantity::Gradients, right);
            forEachElement(difference, right,
                           [&](double& own, double exact) { own = own / state.lossScale.scale - exact; });
            reference.ownErrors[update] = errorsOf(probes, probes.squares(difference), right);
        }
        ModelState start = reference.states.at(0);
        start.lossScale = {};
        loadState(worker, start);
        runFreely(worker, kParityUpdates, source, wide, silent);
    });
    if (failure) throw std::runtime_error(core::describe(problemOf(*failure)));
    reference.ownFreeLossError = worstLossError(reference.losses, wide.losses);
}

}  // namespace

ParityTolerances parityTolerances(core::Precision precision) {
    switch (precision) {
    case core::Precision::Fp64:
        return {1e-12, 1e-12, 1e-11, 1e-10};
    case core::Precision::Bf16:
        return {3e-2, 1e-2, 3e-2, HUGE_VAL};
    case core::Precision::Fp16:
        return {1e-2, 2e-3, 2e-3, HUGE_VAL};
    case core::Precision::Fp32:
    case core::Precision::Fp8:  // not run
        break;
    }
    return {};
}

bool UpdateErrors::passed(const ParityTolerances& tolerances) const {
    return within(worst.error, tolerances.gradient) && within(lossError, tolerances.scalar) &&
           within(normError, tolerances.scalar);
}

bool ParityReport::sameWeightsPassed() const {
    return within(maxRelativeError(), tolerances.gradient) && within(lossError, tolerances.scalar) &&
           within(normError, tolerances.scalar);
}

bool ParityReport::freeRunPassed() const {
    return within(freeLossError, tolerances.freeLoss) && within(freeWeightError, tolerances.freeWeights);
}

core::Plan onOneRank(core::Plan plan) {
    plan.layout = {};
    plan.cluster.nodes = plan.cluster.gpusPerNode = 1;
    plan.zero = {};
    plan.sequenceParallel = core::SequenceParallel::Off;
    plan.schedule = core::ScheduleKind::OneFOneB;
    plan.scheduleTable.clear();
    plan.recompute = core::Recompute::None;
    plan.recomputeMethod = core::RecomputeMethod::Uniform;
    plan.recomputeLayers = 1;
    plan.attention = core::AttentionKind::Materialised;  // as virtual cards compute it
    plan.run.cardMemory = core::gibibytes(64);  // the comparison is about numbers, not about one card's size
    return plan;
}

ParityReference makeReference(const core::Plan& plan, const SampleSource& source,
                              const ParityProgress& report) {
    Job job(onOneRank(plan));
    ParityReference reference;
    Progress progress(report, kParityUpdates);
    const auto failure = job.run([&](RankWorker& worker) {
        const TensorValues zero = zeroValues(job.shards());
        worker.initialise();
        for (std::int64_t update = 0; update < kParityUpdates; ++update) {
            if (isCheckpoint(update)) {
                ModelState& state = reference.states[update] = {zero, zero, zero, {}};
                collect(worker, Quantity::Parameters, state.parameters);
                collect(worker, Quantity::FirstMoments, state.firstMoments);
                collect(worker, Quantity::SecondMoments, state.secondMoments);
            }
            const double loss = worker.computeFiniteGradients(update, source);
            reference.losses.push_back(loss);
            if (isCheckpoint(update)) {
                reference.states[update].lossScale = worker.lossScale();
                collect(worker, Quantity::Gradients, reference.gradients[update] = zero);
            }
            reference.norms.push_back(worker.applyGradients(update, loss).gradNorm);
            progress.advance(worker);
        }
        collect(worker, Quantity::Parameters, reference.finalParameters = zero);
    });
    if (failure) throw std::runtime_error(core::describe(problemOf(*failure)));
    if (precisionsOf(plan).hasMasters()) measureOwnErrors(plan, source, reference);
    return reference;
}

ParityReport checkParity(const core::Plan& plan, const ParityReference& reference, const SampleSource& source,
                         Fault fault, const ParityProgress& report, std::shared_ptr<Backend> backend) {
    Job job(plan, fault, std::move(backend));
    const Probes probes(job.shards());
    std::map<std::int64_t, Comparison> comparisons;
    for (const std::int64_t update : kParityCheckpoints) comparisons[update];
    FreeRun run{{}, zeroValues(job.shards())};
    Progress progress(report, std::int64_t(comparisons.size()) + kParityUpdates);
    ParityReport result;
    result.tolerances = parityTolerances(plan.precision);
    result.ownFreeLossError = reference.ownFreeLossError;
    result.tolerances.freeLoss = std::max(result.tolerances.freeLoss, kFreeLossPerOwn * result.ownFreeLossError);
    result.failure = job.run([&](RankWorker& worker) {
        for (auto& [update, comparison] : comparisons) {
            loadState(worker, reference.states.at(update));
            const double loss = worker.computeGradients(update, source);
            comparison.differences.add(probes, worker, reference.gradients.at(update));
            const double norm = worker.globalNorm();
            if (worker.rank().value == 0) comparison.loss = loss, comparison.norm = norm;
            progress.advance(worker);
        }
        loadState(worker, reference.states.at(0));
        runFreely(worker, kParityUpdates, source, run, progress);
    });
    if (result.failure) return result;
    for (const auto& [update, comparison] : comparisons) {
        const std::vector<TensorError> tensors =
            tensorErrors(probes, comparison, reference, update);
        keepWorst(result.tensors, tensors);
        UpdateErrors errors{update, *std::ranges::max_element(tensors, {}, &TensorError::error), 0, 0};
        keepLarger(errors.lossError, relative(comparison.loss, reference.losses[std::size_t(update)]));
        keepLarger(errors.normError, relative(comparison.norm, reference.norms[std::size_t(update)]));
        keepLarger(result.lossError, errors.lossError);
        keepLarger(result.normError, errors.normError);
        result.updates.push_back(std::move(errors));
    }
    std::ranges::sort(result.tensors, std::greater(), &TensorError::error);
    result.freeLossError = worstLossError(run.losses, reference.losses);
    keepLarger(result.freeWeightError,
               weightError(run.parameters, reference.finalParameters, reference.states.at(0).parameters));
    result.fingerprint = fingerprintOf(run);
    return result;
}

std::uint64_t fingerprintOf(const core::Plan& plan, std::int64_t updates, const SampleSource& source) {
    Job job(plan);
    FreeRun run{{}, zeroValues(job.shards())};
    const ParityProgress silent;
    Progress progress(silent, updates);
    const auto failure = job.run([&](RankWorker& worker) {
        worker.initialise();
        runFreely(worker, updates, source, run, progress);
    });
    if (failure) throw std::runtime_error(core::describe(problemOf(*failure)));
    return fingerprintOf(run);
}

}  // namespace gpu
