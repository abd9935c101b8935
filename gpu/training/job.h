// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan on the cards of a back end: what its ranks share, and one thread per rank to run something on all of them. The
// first rank that fails ends the run for all and is named.
#pragma once

#include "core/base/problem.h"
#include "core/layout/layout.h"
#include "core/layout/shard_map.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"
#include "core/telemetry/events.h"
#include "gpu/device/cancel.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/training/backend.h"
#include "gpu/training/process_groups.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace gpu {

class RankWorker;

struct RankFailure {
    enum class Kind { OutOfMemory, OutOfStep, Unexpected };
    Kind kind{};
    int rank = 0;  // the rank at fault, which need not be the one that noticed
    std::string text;
    std::optional<core::OutOfMemory> outOfMemory;
};
[[nodiscard]] core::Problem problemOf(const RankFailure& failure);

class Job {
public:
    // `plan` must be valid and within engineLimits(). `backend`: null = virtual cards.
    explicit Job(core::Plan plan, Fault fault = Fault::None, std::shared_ptr<Backend> backend = {});
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    [[nodiscard]] const core::Plan& plan() const { return m_plan; }
    [[nodiscard]] const core::Layout& layout() const { return m_layout; }
    [[nodiscard]] const core::ShardMap& shards() const { return m_shards; }
    [[nodiscard]] const core::Schedule& schedule() const { return m_schedule; }
    [[nodiscard]] Fault fault() const { return m_fault; }
    [[nodiscard]] CancelToken& cancel() { return m_cancel; }
    [[nodiscard]] ProcessGroups& groups() { return m_groups; }
    [[nodiscard]] Backend& backend() const { return *m_backend; }
    [[nodiscard]] core::DeviceInfo card(core::Rank rank) const { return m_backend->cardOf(rank, m_plan); }
    // In the rank's thread, once: its card.
    [[nodiscard]] Device& openCard(core::Rank rank);

    // Runs `body` on every rank in a thread of its own, with a worker built in that thread, and waits for
    // all. Nothing: all ended well or the run was cancelled from outside. Once per job.
    [[nodiscard]] std::optional<RankFailure> run(const std::function<void(RankWorker&)>& body);

private:
    void runRank(core::Rank rank, const std::function<void(RankWorker&)>& body);
    void fail(RankFailure failure);

    core::Plan m_plan;
    Fault m_fault;
    std::shared_ptr<Backend> m_backend;
    core::Layout m_layout;
    core::ShardMap m_shards;
    core::Schedule m_schedule;
    CancelToken m_cancel;
    std::vector<std::unique_ptr<Device>> m_cards;  // by rank; groups hold memory of them
    ProcessGroups m_groups;
    std::vector<std::unique_ptr<RankWorker>> m_workers;  // by rank, while run() lasts
    std::mutex m_mutex;
    std::optional<RankFailure> m_failure;
};

}  // namespace gpu
