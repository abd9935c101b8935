// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One slot for what is being collected, one for what waits, one in the writer's hands.
#include "gpu/checkpoint/saver.h"

#include <utility>

namespace gpu {

CheckpointSaver::CheckpointSaver(Options options, Report report)
    : m_options(std::move(options))
    , m_report(std::move(report)) {
    m_writer = std::thread([this] { writeAll(); });
}

CheckpointSaver::~CheckpointSaver() { finish(); }

void CheckpointSaver::finish() {
    {
        const std::lock_guard lock(m_mutex);
        m_finished = true;
    }
    m_changed.notify_all();
    if (m_writer.joinable()) m_writer.join();
}

bool CheckpointSaver::isBusy() const {
    const std::lock_guard lock(m_mutex);
    return m_writing || m_waiting;
}

void CheckpointSaver::warn(core::Problem problem) const {
    problem.severity = core::Severity::Warning;
    m_report(core::ProblemEvent{std::move(problem), {}, {}});
}

void CheckpointSaver::leave(const core::TrainingPosition& position, core::RankShard shard) {
    std::optional<Job> overtaken;
    {
        const std::lock_guard lock(m_mutex);
        if (m_collecting.shards.empty()) m_collecting.begin = Clock::now();
        m_collecting.position = position;
        m_collecting.shards.push_back(std::move(shard));
        if (int(m_collecting.shards.size()) < m_options.ranks) return;
        overtaken = std::exchange(m_waiting, std::exchange(m_collecting, {}));
    }
    m_changed.notify_all();
    if (overtaken)
        warn({.code = "checkpoint.overtaken",
              .params = {{"step", std::to_string(overtaken->position.step)},
                         {"newer", std::to_string(position.step)}},
              .fix = "fix.checkpoint.overtaken"});
}

CheckpointSaver::Answer CheckpointSaver::repeat() {
    std::optional<core::CheckpointEvent> known;
    {
        const std::lock_guard lock(m_mutex);
        if (m_writing || m_waiting || !m_collecting.shards.empty()) return Answer::Given;  // by its own event
        known = m_last;
    }
    if (!known) return Answer::SaveAgain;
    m_report(*known);
    return Answer::Given;
}

void CheckpointSaver::writeAll() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_waiting || m_finished; });
        if (!m_waiting) return;
        const Job job = std::move(*std::exchange(m_waiting, std::nullopt));
        m_writing = true;
        m_last.reset();
        lock.unlock();
        write(job);
        lock.lock();
        m_writing = false;
    }
}

void CheckpointSaver::write(const Job& job) {
    if (!m_options.opened) {
        auto folder = core::CheckpointFolder::open(m_options.folder);
        if (!folder) return warn(folder.error().front());
        m_options.opened = std::move(*folder);
    }
    core::Manifest manifest = m_options.manifest;
    manifest.position = job.position;
    const auto written = m_options.opened->write(std::move(manifest), job.shards);
    if (!written) return warn(written.error().front());
    m_options.opened->prune(m_options.keep);
    const double seconds = std::chrono::duration<double>(Clock::now() - job.begin).count();
    core::CheckpointEvent event{job.position.step, written->path.string(), core::Bytes(written->bytes), seconds};
    {
        const std::lock_guard lock(m_mutex);
        m_last = event;
    }
    m_report(std::move(event));
}

}  // namespace gpu
