// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cooperative end of a run: asked between ops and inside every wait. One token per run, shared by its rank
// threads.
#pragma once

#include <atomic>
#include <stdexcept>

namespace gpu {

// Thrown in a rank thread when the run is being stopped or another rank has failed; unwinds to the trainer.
class Cancelled : public std::runtime_error {
public:
    Cancelled()
        : std::runtime_error("cancelled") {}
};

class CancelToken {
public:
    void cancel() { m_cancelled.store(true, std::memory_order_release); }
    [[nodiscard]] bool cancelled() const { return m_cancelled.load(std::memory_order_acquire); }
    void throwIfCancelled() const {
        if (cancelled()) throw Cancelled();
    }

private:
    std::atomic<bool> m_cancelled{false};
};

}  // namespace gpu
