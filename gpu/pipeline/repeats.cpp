// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which steps are recorded and which are played.
#include "gpu/pipeline/repeats.h"

#include <stdexcept>

namespace gpu {

namespace {

constexpr std::int64_t kMostMicroBatches = 32;  // two recordings each

}  // namespace

std::string Repeats::whyNot(const core::Plan& plan) {
    const core::LayoutSpec& layout = plan.layout;
    if (layout.pp > 1) return "stages of a pipeline wait for each other's messages within a step";
    if (layout.tp > 1) return "ranks of a tensor group meet within every layer";
    if (plan.zero.stage > 1) return "ZeRO 2 and 3 move gradients and parameters within the passes";
    const std::int64_t microBatches = plan.batch.global / plan.batch.micro / layout.dp;
    if (microBatches > kMostMicroBatches)
        return "a step has " + std::to_string(microBatches) + " micro-batches; up to " + std::to_string(kMostMicroBatches) +
               " are recorded";
    return {};
}

void Repeats::beginStep(double scale) {
    m_next = 0;
    m_key = {scale, m_arena.layoutOfBlocks()};
    const bool kept = m_recorded && m_device.recordings() == int(m_recordings.size());
    if (kept && *m_recorded == m_key) {
        m_mode = Mode::Play;
        return;
    }
    m_device.dropRecordings();
    m_recordings.clear();
    m_recorded.reset();
    m_mode = m_warm ? Mode::Record : Mode::Plain;
}

void Repeats::play(const Inputs& inputs) {
    if (m_next >= m_recordings.size()) throw std::logic_error("a step has more passes than its recording");
    Inputs given;
    for (const Input& input : inputs)
        if (!input.empty()) given.push_back(input);
    m_device.replay(m_recordings[m_next++], given);
}

void Repeats::endStep() {
    if (m_mode == Mode::Record) m_recorded = m_key;
    m_played += m_mode == Mode::Play;
    m_mode = Mode::Plain;
    m_warm = true;
}

}  // namespace gpu
