// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Capture, instantiation, launch.
#include "gpu/cuda/runtime/cuda_recordings.h"

#include "gpu/cuda/runtime/cuda_check.h"

#include <cstring>
#include <stdexcept>
#include <string>

namespace gpu::cuda {

void CudaRecordings::fail(cudaError_t error, const char* call) const {
    throw DeviceError("card " + std::to_string(m_ordinal) + ": " + call + ": " + describeError(error) +
                      "; SHARDSCOPE_CUDA_GRAPHS=0 trains without graphs");
}

// Relaxed: memory may be allocated in between, by this thread or others; none of it is ordered by a stream.
void CudaRecordings::begin(cudaStream_t stream) {
    if (m_open) throw std::logic_error("a recording within a recording");
    const cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    if (error != cudaSuccess) fail(error, "cudaStreamBeginCapture");
    m_graphs.emplace_back();
    m_open = true;
}

std::byte* CudaRecordings::forInput(const void* host, std::size_t bytes) {
    Graph& graph = m_graphs.back();
    std::byte* const place = graph.pinned.emplace_back(m_ordinal, bytes).data();
    std::memcpy(place, host, bytes);
    graph.inputs.emplace_back(place, bytes);
    return place;
}

std::byte* CudaRecordings::forOutput(void* host, std::size_t bytes) {
    Graph& graph = m_graphs.back();
    std::byte* const place = graph.pinned.emplace_back(m_ordinal, bytes).data();
    graph.outputs.push_back({place, host, bytes});
    return place;
}

int CudaRecordings::end(cudaStream_t stream) {
    m_open = false;
    cudaGraph_t graph = nullptr;
    cudaError_t error = cudaStreamEndCapture(stream, &graph);
    if (error != cudaSuccess) fail(error, "cudaStreamEndCapture");
    error = cudaGraphInstantiate(&m_graphs.back().program, graph, 0);
    cudaGraphDestroy(graph);
    if (error != cudaSuccess) fail(error, "cudaGraphInstantiate");
    error = cudaGraphLaunch(m_graphs.back().program, stream);
    if (error != cudaSuccess) fail(error, "cudaGraphLaunch");
    return count() - 1;
}

void CudaRecordings::launch(int number, cudaStream_t stream, std::span<const std::span<const std::byte>> inputs) {
    Graph& graph = m_graphs.at(std::size_t(number));
    if (inputs.size() != graph.inputs.size()) throw std::logic_error("a recording is played with other inputs");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].size() != graph.inputs[i].size()) throw std::logic_error("a recording's input has another size");
        std::memcpy(graph.inputs[i].data(), inputs[i].data(), inputs[i].size());
    }
    const cudaError_t error = cudaGraphLaunch(graph.program, stream);
    if (error != cudaSuccess) fail(error, "cudaGraphLaunch");
}

void CudaRecordings::drop() noexcept {
    for (const Graph& graph : m_graphs)
        if (graph.program) cudaGraphExecDestroy(graph.program);
    m_graphs.clear();
}

}  // namespace gpu::cuda
