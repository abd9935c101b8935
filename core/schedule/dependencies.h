// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an op waits for, and when it is done: the one rule shared by the deadlock check and the replay.
//   F(s,m) waits for F(s−1,m); B(s,m) and I(s,m) for the gradient of stage s+1; W(s,m) for I(s,m).
#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <vector>

namespace core {

class DoneOps {
public:
    explicit DoneOps(const Schedule& schedule)
        : m_stages(schedule.stages * schedule.chunks)
        , m_microBatches(schedule.microBatches)
        , m_done(3 * std::size_t(m_stages) * std::size_t(m_microBatches)) {}

    struct Done {
        double end = -1;  // seconds; negative = not done
        int rank = 0;
    };

    // Slot of what `op` waits for; none for the first forward. A backward of the last stage waits for its own
    // forward.
    [[nodiscard]] std::optional<std::size_t> awaited(const Op& op) const {
        const int s = op.stage.value, m = op.microBatch.value;
        switch (op.kind) {
        case OpKind::Forward:
            return s == 0 ? std::nullopt : std::optional(slot(kForward, s - 1, m));
        case OpKind::WeightGradient:
            return slot(kGradient, s, m);
        case OpKind::Backward:
        case OpKind::InputGradient:
            break;
        }
        return s == m_stages - 1 ? slot(kForward, s, m) : slot(kGradient, s + 1, m);
    }
    [[nodiscard]] std::size_t own(const Op& op) const {
        const int what = op.kind == OpKind::Forward          ? kForward
                         : op.kind == OpKind::WeightGradient ? kWeight
                                                             : kGradient;
        return slot(what, op.stage.value, op.microBatch.value);
    }
    [[nodiscard]] bool inTable(const Op& op) const {
        return op.stage.value >= 0 && op.stage.value < m_stages && op.microBatch.value >= 0 &&
               op.microBatch.value < m_microBatches;
    }
    [[nodiscard]] Stage stageOf(std::size_t slot) const {
        return Stage(int(slot / std::size_t(m_microBatches) % std::size_t(m_stages)));
    }
    [[nodiscard]] std::size_t size() const { return m_done.size(); }
    [[nodiscard]] Done& at(std::size_t index) { return m_done[index]; }
    [[nodiscard]] bool done(std::size_t index) const { return m_done[index].end >= 0; }

private:
    enum { kForward, kGradient, kWeight };
    [[nodiscard]] std::size_t slot(int what, int stage, int microBatch) const {
        return (std::size_t(what) * std::size_t(m_stages) + std::size_t(stage)) *
                   std::size_t(m_microBatches) +
               std::size_t(microBatch);
    }
    int m_stages, m_microBatches;
    std::vector<Done> m_done;
};

}  // namespace core
