// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZB-H1 op order.
#include "core/schedule/zb_h1.h"

namespace core::zbH1 {

namespace {

// Takes the next micro-batch of each kind, as long as there is one.
class Rank {
public:
    Rank(std::vector<Op>& ops, Stage stage, int microBatches)
        : m_ops(ops)
        , m_stage(stage)
        , m_microBatches(microBatches) {}

    void forward() { take(OpKind::Forward, m_forward); }
    void inputGradient() { take(OpKind::InputGradient, m_inputGradient); }
    void weightGradient() { take(OpKind::WeightGradient, m_weightGradient); }
    [[nodiscard]] bool done() const { return m_weightGradient == m_microBatches; }

private:
    void take(OpKind kind, int& next) {
        if (next < m_microBatches) m_ops.push_back({kind, m_stage, MicroBatch(next++)});
    }

    std::vector<Op>& m_ops;
    Stage m_stage;
    int m_microBatches;
    int m_forward = 0, m_inputGradient = 0, m_weightGradient = 0;
};

}  // namespace

void generate(Schedule& schedule) {
    for (int r = 0; r < schedule.stages; ++r) {
        Rank rank(schedule.ranks[std::size_t(r)], Stage(r), schedule.microBatches);
        for (int i = 0; i < schedule.stages - r - 1; ++i) rank.forward();
        for (int i = 0; i < r; ++i) {
            rank.forward();
            rank.inputGradient();
        }
        while (!rank.done()) {
            rank.forward();
            rank.inputGradient();
            rank.weightGradient();
        }
    }
}

}  // namespace core::zbH1
