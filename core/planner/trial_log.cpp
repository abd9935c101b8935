// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/trial_log.h"

#include "core/cluster/cluster.h"
#include "core/telemetry/codec.h"
#include "core/telemetry/log_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace core {

namespace {

// Caches fill, kernels are chosen and connections open in the first updates.
constexpr std::int64_t kWarmUpShare = 5;
std::int64_t warmUp(std::int64_t steps) {
    return std::min((steps + kWarmUpShare - 1) / kWarmUpShare, std::max<std::int64_t>(0, steps - 1));
}

class Collector {
public:
    void take(const Event& event) {
        if (const auto* step = std::get_if<StepEvent>(&event.body)) {
            const bool clock = step->virtualMs > 0;
            const double milliseconds = clock ? step->virtualMs : step->stepMs;
            m_log.simulated = m_log.simulated || clock;
            if (!step->skipped && std::isfinite(milliseconds) && milliseconds > 0) m_log.steps.push_back(milliseconds / 1000);
        } else if (const auto* memory = std::get_if<MemoryEvent>(&event.body)) {
            m_log.peak = std::max(m_log.peak, memory->peak);
        } else if (const auto* phase = std::get_if<PhaseEvent>(&event.body)) {
            m_log.failed = m_log.failed || phase->phase == RunPhase::Failed;
        }
    }
    TrialLog log(bool failed) {
        m_log.failed = m_log.failed || failed;
        return std::move(m_log);
    }

private:
    TrialLog m_log;
};

TrialLog ownEvents(std::ifstream& in) {
    Collector collector;
    std::string line;
    while (std::getline(in, line)) {
        if (line.size() > kMaxLineBytes) continue;
        if (const auto event = decodeEvent(line); event && *event) collector.take(**event);
    }
    return collector.log(false);
}

TrialLog foreignLog(std::ifstream& in, const std::string& name, const Plan& plan) {
    LogSettings settings{.name = name, .sequence = double(plan.sequence()), .cards = double(plan.layout.cards()), .model = &plan.model};
    if (const Accelerator* card = acceleratorOf(plan.cluster)) settings.peakFlops = card->peakFlops16;
    Collector collector;
    LogReader reader(settings, [&](const Event& event) { collector.take(event); });
    std::vector<char> buffer(std::size_t{1} << 16);
    while (in.read(buffer.data(), std::streamsize(buffer.size())) || in.gcount() > 0)
        reader.feed({buffer.data(), std::size_t(in.gcount())});
    reader.finish();
    return collector.log(reader.failed());
}

}  // namespace

std::int64_t TrialLog::counted() const { return std::int64_t(steps.size()) - warmUp(std::int64_t(steps.size())); }

Seconds TrialLog::median() const {
    std::vector<double> sorted(steps.begin() + warmUp(std::int64_t(steps.size())), steps.end());
    if (sorted.empty()) return Seconds(0);
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return Seconds(sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
}

TrialLog readTrialLog(const std::filesystem::path& file, const Plan& plan) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return {};
    if (in.peek() == '{') return ownEvents(in);
    return foreignLog(in, file.filename().string(), plan);
}

}  // namespace core
