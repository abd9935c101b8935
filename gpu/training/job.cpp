// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank threads and their failures.
#include "gpu/training/job.h"

#include "core/base/text.h"
#include "core/schedule/table.h"
#include "gpu/training/rank_worker.h"

#include <thread>

namespace gpu {

core::Problem problemOf(const RankFailure& failure) {
    core::Problem problem;
    problem.params = {{"rank", std::to_string(failure.rank)}, {"reason", failure.text}};
    if (!failure.outOfMemory) {
        problem.code =
            failure.kind == RankFailure::Kind::OutOfStep ? "engine.rank-out-of-step" : "engine.rank-failed";
        problem.fix = "fix.engine.go-on";
        return problem;
    }
    const core::OutOfMemory& report = *failure.outOfMemory;
    problem.code = "engine.out-of-memory";
    problem.fix = "fix.engine.out-of-memory";
    problem.where = "/run/card_memory_bytes";
    problem.params["tensor"] = report.tensor;
    problem.params["requested"] = core::toText(report.requested);
    problem.params["held"] = core::toText(core::sum(report.held));
    problem.params["capacity"] = core::toText(report.capacity);
    return problem;
}

Job::~Job() = default;

namespace {

std::shared_ptr<Backend> placed(std::shared_ptr<Backend> backend, const core::Plan& plan) {
    if (!backend) backend = makeCpuBackend();
    backend->place(plan.layout.cards());
    return backend;
}

}  // namespace

Job::Job(core::Plan plan, Fault fault, std::shared_ptr<Backend> backend)
    : m_plan(std::move(plan))
    , m_fault(fault)
    , m_backend(placed(std::move(backend), m_plan))
    , m_layout(core::Layout::create(m_plan.layout, m_plan.cluster.gpusPerNode).value())
    , m_shards(m_plan.model, m_plan.layout, m_plan.model.maxSequence)
    , m_schedule(core::planSchedule(m_plan).value())
    , m_cards(std::size_t(m_layout.ranks()))
    , m_groups(m_plan, m_layout, *m_backend, m_cancel) {}

Device& Job::openCard(core::Rank rank) {
    auto& card = m_cards[std::size_t(rank.value)];
    card = m_backend->open(rank, m_cancel);
    return *card;
}

std::optional<RankFailure> Job::run(const std::function<void(RankWorker&)>& body) {
    // Workers outlive every thread: a rank that leaves a collective early must not take memory away from members that
    // are still copying out of it.
    m_workers.resize(std::size_t(m_layout.ranks()));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < m_layout.ranks(); ++rank)
        threads.emplace_back([this, rank, &body] { runRank(core::Rank(rank), body); });
    for (std::thread& thread : threads) thread.join();
    m_workers.clear();
    return m_failure;
}

void Job::runRank(core::Rank rank, const std::function<void(RankWorker&)>& body) {
    using Kind = RankFailure::Kind;
    try {
        auto& worker = m_workers[std::size_t(rank.value)];
        worker = std::make_unique<RankWorker>(*this, rank);
        body(*worker);
    } catch (const Cancelled&) {
        // Another rank has failed or the run is being stopped: nothing to report here.
    } catch (const OutOfMemoryError& error) {
        fail({Kind::OutOfMemory, rank.value, error.what(), error.report()});
    } catch (const CollectiveError& error) {
        fail({Kind::OutOfStep, error.rank(), error.what(), {}});
    } catch (const std::exception& error) {
        fail({Kind::Unexpected, rank.value, error.what(), {}});
    }
}

void Job::fail(RankFailure failure) {
    const std::lock_guard lock(m_mutex);
    if (!m_failure) m_failure = std::move(failure);
    m_cancel.cancel();
}

}  // namespace gpu
