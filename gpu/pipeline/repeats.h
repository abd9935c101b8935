// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps whose passes are recorded once and then played again by the card (CUDA graphs), which spares the host a call for
// every kernel. The first step runs as it is, so that every block of memory and every algorithm has been found; the second is
// recorded while it runs; later ones are played. They are recorded anew when the loss scale or what else lies in the card's
// memory has changed. Only for passes that wait for nobody: whyNot(). Called by the rank's thread only.
#pragma once

#include "core/plan/plan.h"
#include "gpu/device/arena.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpu {

class Repeats {
public:
    using Input = std::span<const std::byte>;
    using Inputs = std::vector<Input>;  // what a pass copies to the card, in this order; empty ones do not count

    explicit Repeats(Arena& arena)
        : m_arena(arena)
        , m_device(arena.device()) {}

    // Why passes of this plan cannot be recorded; empty: they can.
    [[nodiscard]] static std::string whyNot(const core::Plan& plan);

    // `scale`: a number that passes hold.
    void beginStep(double scale);
    template <class Body>
    void pass(const Inputs& inputs, Body&& body) {
        switch (m_mode) {
        case Mode::Plain:
            return body();
        case Mode::Record:
            m_device.beginRecording();
            body();
            m_recordings.push_back(m_device.endRecording());
            return;
        case Mode::Play:
            return play(inputs);
        }
    }
    void endStep();

    // Steps that were played since the beginning.
    [[nodiscard]] std::int64_t played() const { return m_played; }

private:
    enum class Mode { Plain, Record, Play };
    struct Key {
        double scale = 0;
        std::uint64_t blocks = 0;
        [[nodiscard]] bool operator==(const Key&) const = default;
    };
    void play(const Inputs& inputs);

    Arena& m_arena;
    Device& m_device;
    Mode m_mode = Mode::Plain;
    bool m_warm = false;
    Key m_key;                      // of the step under way
    std::optional<Key> m_recorded;  // of the recordings
    std::vector<int> m_recordings;  // by pass
    std::size_t m_next = 0;
    std::int64_t m_played = 0;
};

}  // namespace gpu
