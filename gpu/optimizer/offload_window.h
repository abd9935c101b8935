// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Optimizer states that rest in pinned host memory pass over the card in pieces: while one is updated the next comes in and
// the one before goes back, each way on a lane of its own beside the computing. Three pieces of card memory that no ledger
// counts. The host's memory is written when the device's later work runs. Called by the rank's thread only.
#pragma once

#include "gpu/device/device_block.h"
#include "gpu/device/tensor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gpu {

class OffloadWindow {
public:
    static constexpr std::int64_t kPieceElements = std::int64_t(1) << 22;

    // Of `runs` numbers of one type and length side by side (masters, moments), in pieces of at most `elements`.
    OffloadWindow(Device& device, int runs, DType type, std::int64_t elements);

    // The device's work so far comes first.
    void begin();
    // Calls update(views on the card, first element of the piece) for every piece of equally long runs.
    template <class Update>
    void pass(std::span<const Vector> runs, Update&& update) {
        const std::int64_t elements = runs.empty() ? 0 : runs.front().elements;
        for (std::int64_t at = 0; at < elements; at += m_elements) {
            const std::int64_t count = std::min(m_elements, elements - at);
            const std::vector<Vector> views = bring(runs, at, count);
            update(std::span<const Vector>(views), at);
            takeBack(runs, at, views);
        }
    }
    // The device's later work finds everything back.
    void end();

private:
    struct Slot {
        DeviceBlock block;
        std::unique_ptr<DeviceMark> arrived, updated, gone;
        bool used = false;
    };
    [[nodiscard]] std::vector<Vector> bring(std::span<const Vector> runs, std::int64_t at, std::int64_t count);
    void takeBack(std::span<const Vector> runs, std::int64_t at, const std::vector<Vector>& views);

    Device& m_device;
    DType m_type;
    std::int64_t m_elements;
    std::array<Slot, 3> m_slots;
    std::unique_ptr<DeviceMark> m_begun;
    std::size_t m_turn = 0;
};

}  // namespace gpu
