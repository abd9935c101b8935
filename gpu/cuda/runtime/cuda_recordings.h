// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUDA graphs of a device's stream. Each has pinned memory of its own for what the host gives and gets when it is launched.
// Used by the rank's thread only.
#pragma once

#include "gpu/cuda/runtime/cuda_staging.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <vector>

namespace gpu::cuda {

// What the host gets from pinned memory when the card's work is done.
struct Download {
    const std::byte* from = nullptr;
    void* host = nullptr;
    std::size_t bytes = 0;
};

class CudaRecordings {
public:
    explicit CudaRecordings(int ordinal)
        : m_ordinal(ordinal) {}
    ~CudaRecordings() { drop(); }
    CudaRecordings(const CudaRecordings&) = delete;
    CudaRecordings& operator=(const CudaRecordings&) = delete;

    [[nodiscard]] bool open() const { return m_open; }
    [[nodiscard]] int count() const { return int(m_graphs.size()); }
    void begin(cudaStream_t stream);
    // While open: pinned memory of the recording, for a copy that is put on the stream next.
    [[nodiscard]] std::byte* forInput(const void* host, std::size_t bytes);
    [[nodiscard]] std::byte* forOutput(void* host, std::size_t bytes);
    // Launches the recording. Returns its number.
    int end(cudaStream_t stream);
    // Earlier launches of the recording are done.
    void launch(int number, cudaStream_t stream, std::span<const std::span<const std::byte>> inputs);
    [[nodiscard]] const std::vector<Download>& downloadsOf(int number) const { return m_graphs[std::size_t(number)].outputs; }
    void drop() noexcept;

private:
    struct Graph {
        cudaGraphExec_t program = nullptr;
        std::vector<PinnedBlock> pinned;
        std::vector<std::span<std::byte>> inputs;
        std::vector<Download> outputs;
    };
    [[noreturn]] void fail(cudaError_t error, const char* call) const;

    int m_ordinal;
    bool m_open = false;
    std::vector<Graph> m_graphs;  // the last is being recorded while open
};

}  // namespace gpu::cuda
