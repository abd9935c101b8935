// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// /proc/meminfo, control groups of version 2, and the memory model.
#include "app/cli/host_memory.h"

#include "core/evaluate.h"
#include "gpu/training/parity.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace app {

namespace {

using core::Bytes;

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

// "MemAvailable:    1234 kB"
std::int64_t availableOfSystem() {
    std::ifstream info("/proc/meminfo");
    std::string key;
    for (std::int64_t kilobytes = 0; info >> key >> kilobytes; info.ignore(kUnlimited, '\n'))
        if (key == "MemAvailable:") return kilobytes * 1024;
    return kUnlimited;
}

std::int64_t numberIn(const std::string& file, std::int64_t otherwise) {
    std::ifstream stream(file);
    std::int64_t number = 0;
    return stream >> number ? number : otherwise;  // "max" is no number
}

// Of a control group: what it holds without the file cache, which gives way.
std::int64_t heldBy(const std::string& group) {
    std::int64_t held = numberIn(group + "/memory.current", 0);
    std::ifstream statistics(group + "/memory.stat");
    std::string key;
    for (std::int64_t bytes = 0; statistics >> key >> bytes;)
        if (key == "inactive_file" || key == "active_file") held -= bytes;
    return std::max<std::int64_t>(0, held);
}

// "0::/user.slice/…", the group of this process
std::string controlGroup() {
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);)
        if (line.starts_with("0::")) return "/sys/fs/cgroup" + line.substr(3);
    return {};
}

std::int64_t availableOfControlGroup() {
    std::int64_t available = kUnlimited;
    for (std::string group = controlGroup(); group.starts_with("/sys/fs/cgroup");
         group.resize(group.rfind('/'))) {
        const std::int64_t most = numberIn(group + "/memory.max", kUnlimited);
        if (most != kUnlimited) available = std::min(available, most - heldBy(group));
    }
    return std::max<std::int64_t>(0, available);
}

// Copies of every parameter that a check keeps: weights, two moments and gradients at each checkpoint, the
// final weights of both runs and a zero to start from.
constexpr double kKeptCopies = 4 * double(std::size(gpu::kParityCheckpoints)) + 3;

}  // namespace

Bytes freeHostMemory() { return Bytes(std::min(availableOfSystem(), availableOfControlGroup())); }

Bytes memoryOfCards(core::Plan plan) {
    plan.framework = core::Framework::Engine;
    // What is offloaded to host memory lies in the same memory.
    for (core::Offload* device : {&plan.zero.offloadOptimizer, &plan.zero.offloadParameters})
        if (*device == core::Offload::Cpu) *device = core::Offload::None;
    const core::Snapshot snapshot = core::evaluate(plan);
    if (!snapshot.memory) return Bytes(0);
    double bytes = 0;  // may exceed 64 bits
    for (const core::StageMemory& stage : snapshot.memory->stages)
        bytes += double(std::min(stage.ledger.total(), snapshot.memory->capacity).value()) *
                 (double(plan.layout.cards()) / plan.layout.pp);
    return Bytes(std::int64_t(std::min(bytes, 0x1p62)));
}

Bytes memoryOfParity(const core::Plan& plan) {
    const double kept = kKeptCopies * sizeof(float) * double(core::countParameters(plan.model).total);
    return std::max(memoryOfCards(plan), memoryOfCards(gpu::onOneRank(plan))) +
           Bytes(std::int64_t(std::min(kept, 0x1p62)));
}

}  // namespace app
