// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes checkpoints while training goes on: ranks leave copies of what they own, a thread writes them. Nobody
// waits for the disk. At most two checkpoints are in memory: one being written, one waiting; a newer one takes
// the place of the waiting one, and that is said. What cannot be written is said too, and the run goes on.
#pragma once

#include "core/checkpoint/checkpoint_folder.h"
#include "core/telemetry/events.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace gpu {

class CheckpointSaver {
public:
    struct Options {
        std::filesystem::path folder;                  // opened when the first checkpoint is written,
        std::optional<core::CheckpointFolder> opened;  // unless it is open already
        int keep = 0;
        int ranks = 1;
        core::Manifest manifest;  // without position, id, savedAt and files
    };
    using Report = std::function<void(core::EventBody)>;  // called by the writer thread and by ranks

    CheckpointSaver(Options options, Report report);
    ~CheckpointSaver();  // finishes
    CheckpointSaver(const CheckpointSaver&) = delete;
    CheckpointSaver& operator=(const CheckpointSaver&) = delete;

    // Each rank, once per checkpoint. Ranks may not be one checkpoint ahead of another; a step's collectives
    // see to that.
    void leave(const core::TrainingPosition& position, core::RankShard shard);
    // The state asked for is the one that was saved last: says where it is, now or as soon as it is there.
    // Otherwise that one could not be written, and the ranks have to leave it again.
    enum class Answer { Given, SaveAgain };
    [[nodiscard]] Answer repeat();
    // Something that all ranks have left is not on disk yet.
    [[nodiscard]] bool isBusy() const;
    // Until everything that all ranks have left is on disk.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        core::TrainingPosition position;
        std::vector<core::RankShard> shards;
        Clock::time_point begin;
    };
    void writeAll();
    void write(const Job& job);
    void warn(core::Problem problem) const;

    Options m_options;
    Report m_report;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    Job m_collecting;
    std::optional<Job> m_waiting;
    std::optional<core::CheckpointEvent> m_last;
    bool m_writing = false, m_finished = false;
    std::thread m_writer;
};

}  // namespace gpu
