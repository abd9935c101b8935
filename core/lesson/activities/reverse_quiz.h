// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Reverse quiz": a picture that core computes from one of four plans (the memory of a card over a step, a timeline, or
// the traffic of a step); which plan made it? Drawn by a seed; the four pictures differ from each other.
#pragma once

#include "core/evaluate.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace core {

enum class PictureKind { Memory, Timeline, Traffic };

struct ReverseQuestion {
    PictureKind kind{};
    std::vector<Plan> choices;  // four
    std::size_t right = 0;
};
// The same seed, the same question.
[[nodiscard]] ReverseQuestion drawReverse(PictureKind kind, std::uint64_t seed);

// What a card of a pipeline rank holds over one step, from each moment on: its states and buffers, and the saved
// activations that ops add and free (core/memory/liveness.h). At the last moment, the end of the step.
struct MemoryTrace {
    Bytes states;  // what is there all the time
    std::vector<std::pair<Seconds, Bytes>> steps;
    [[nodiscard]] Bytes peak() const;
};
// The snapshot must be whole (no errors) and the plan dense.
[[nodiscard]] MemoryTrace memoryTrace(const Snapshot& snapshot, int pipelineRank);

// What an answer can be told from. Only what the kind of picture shows is filled in.
struct PictureSigns {
    Bytes states, peak;
    Timeline timeline;
    std::vector<TrafficRow> traffic;
    bool operator==(const PictureSigns&) const = default;
};
[[nodiscard]] PictureSigns signsOf(PictureKind kind, const Snapshot& snapshot);

}  // namespace core
