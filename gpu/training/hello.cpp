// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Facts about a run.
#include "gpu/training/hello.h"

#include "core/cost/group_links.h"
#include "core/plan/plan_codec.h"

#include <ctime>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace gpu {

namespace {

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::optional<core::SimulatedLinks> linksOf(const core::Plan& plan) {
    const core::Accelerator* accelerator = core::findAccelerator(plan.cluster.gpu);
    if (!accelerator) return std::nullopt;
    const core::Link within = core::plannedLink(plan, *accelerator, core::LinkClass::WithinNode),
                     between = core::plannedLink(plan, *accelerator, core::LinkClass::BetweenNodes);
    return core::SimulatedLinks{within.bandwidth, within.latency, between.bandwidth, between.latency,
                                plan.run.simulatedLinks.delay};
}

}  // namespace

int usableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    return std::max(1, int(std::thread::hardware_concurrency()));
}

core::HelloEvent helloEvent(const Job& job, const Corpus& corpus) {
    core::HelloEvent hello;
    hello.build = SHARDSCOPE_VERSION;
    hello.startedAt = utcNow();
    hello.ranks = job.layout().ranks();
    for (int rank = 0; rank < hello.ranks; ++rank)
        hello.devices.push_back(job.card(core::Rank(rank)));
    hello.cores = usableCores();
    hello.processId = ::getpid();
    hello.planText = core::planToText(job.plan());
    hello.corpus = corpus.description();
    hello.corpusBytes = std::int64_t(corpus.training().size() + corpus.heldOut().size());
    hello.unigramEntropy = corpus.unigramEntropy();
    hello.bigramEntropy = corpus.bigramEntropy();
    if (job.backend().links() == Links::Simulated) hello.simulatedLinks = linksOf(job.plan());
    return hello;
}

}  // namespace gpu
