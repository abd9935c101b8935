// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A card on the emulator, and the check of its kernels against their CPU twins: both get the same numbers; on the card
// threads take turns forwards and backwards, which must not change a bit.
#pragma once

#include "gpu/cuda/emulation/machine.h"
#include "gpu/cuda/kernels/cuda_kernels.h"
#include "gpu/kernels/cpu_kernels.h"
#include "tests/support/numbers.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace test {

class EmulatedCard {
public:
    explicit EmulatedCard(std::int64_t workspaceBytes = 1 << 20)
        : m_memory(std::size_t(workspaceBytes / 64))
        , m_gemm(gpu::cuda::makeTiledGemm(nullptr))
        , m_kernels(makeKernels()) {}

    [[nodiscard]] gpu::Kernels& kernels() { return *m_kernels; }
    // Of their own, on this card's workspace.
    [[nodiscard]] std::unique_ptr<gpu::Kernels> makeKernels() {
        return gpu::cuda::makeCudaKernels(nullptr, *m_gemm,
                                          {m_memory.data()->bytes, std::int64_t(m_memory.size() * 64)});
    }

private:
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> m_memory;
    std::unique_ptr<gpu::cuda::Gemm> m_gemm;
    std::unique_ptr<gpu::Kernels> m_kernels;
};

using Buffers = std::vector<Numbers>;
using Op = std::function<void(gpu::Kernels&, Buffers&)>;

// What is wrong, or nothing. `tolerance` in roundings of each buffer's type; 0: to the last bit.
inline std::string compareWithTwin(const Buffers& start, const Op& op, double tolerance = 1) {
    static const std::unique_ptr<gpu::Kernels> twin = gpu::makeCpuKernels(1);
    EmulatedCard card;
    Buffers expected = start, forward = start, reverse = start;
    op(*twin, expected);
    {
        const gpu::emulation::OrderScope order(gpu::emulation::Order::Forward);
        op(card.kernels(), forward);
    }
    {
        const gpu::emulation::OrderScope order(gpu::emulation::Order::Reverse);
        op(card.kernels(), reverse);
    }
    for (std::size_t i = 0; i < start.size(); ++i) {
        if (!(forward[i] == reverse[i])) return "buffer " + std::to_string(i) + " depends on the order of threads";
        if (tolerance == 0) {
            if (!(forward[i] == expected[i])) return "buffer " + std::to_string(i) + " has other bits";
            continue;
        }
        const double error = distance(forward[i], expected[i]);
        if (!(error <= tolerance * roundingOf(start[i].type())))
            return "buffer " + std::to_string(i) + " (" + nameOf(start[i].type()) + ") is off by " +
                   std::to_string(error);
    }
    return {};
}

}  // namespace test
