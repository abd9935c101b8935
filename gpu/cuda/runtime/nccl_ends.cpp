// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/runtime/nccl_ends.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace gpu::cuda {

namespace {

constexpr auto kPatience = std::chrono::seconds(10);
constexpr auto kPause = std::chrono::milliseconds(1);

// Finalising returns at once; it is over when nothing is in progress any more.
void endOrderly(const NcclLibrary& nccl, NcclComm communicator) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    int state = nccl.commFinalize(communicator);
    while (state == kNcclInProgress && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(kPause);
        if (nccl.commGetAsyncError(communicator, &state) != kNcclSuccess) break;
    }
    if (state == kNcclSuccess)
        nccl.commDestroy(communicator);
    else
        nccl.commAbort(communicator);
}

}  // namespace

struct NcclEnds::State {
    std::mutex mutex;
    std::condition_variable ended;
    int running = 0;
};

NcclEnds::NcclEnds(const NcclLibrary& library)
    : m_library(library)
    , m_state(std::make_shared<State>()) {}

NcclEnds::~NcclEnds() {
    std::unique_lock lock(m_state->mutex);
    m_state->ended.wait_for(lock, kPatience, [this] { return m_state->running == 0; });
}

void NcclEnds::end(NcclComm communicator, int card, How how) noexcept {
    {
        const std::lock_guard lock(m_state->mutex);
        ++m_state->running;
    }
    const auto body = [state = m_state, nccl = m_library, communicator, card, how] {
        cudaSetDevice(card);
        if (how == How::Orderly)
            endOrderly(nccl, communicator);
        else
            nccl.commAbort(communicator);
        const std::lock_guard lock(state->mutex);
        --state->running;
        state->ended.notify_all();
    };
    try {
        std::thread(body).detach();
    } catch (const std::system_error&) {
        body();  // no thread is to be had
    }
}

}  // namespace gpu::cuda
