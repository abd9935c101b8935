// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Streams, events and graphs of the runtime's double. The first look at an event never finds it reached, as on a card that
// has just been given work. A capture takes what one stream is given; events are not captured.
#include "gpu/cuda/doubles/cuda_handles_double.h"
#include "gpu/cuda/doubles/machine_double.h"

#include <atomic>
#include <thread>
#include <utility>

// What a handle points at.
struct CUstream_st {
    std::shared_ptr<gpu::cuda::doubles::Queue> queue;
};
struct CUevent_st {
    std::shared_ptr<gpu::cuda::doubles::Record> last;
};
struct CUgraph_st {
    std::vector<gpu::cuda::doubles::Attempt> tasks;
};
struct CUgraphExec_st {
    std::vector<gpu::cuda::doubles::Attempt> tasks;
};

namespace gpu::cuda::doubles {

namespace {

std::atomic<bool> waitsAreForgotten{false};

}  // namespace

const std::shared_ptr<Queue>& queueOf(cudaStream_t stream) { return stream->queue; }

void forgetWaits(bool forget) { waitsAreForgotten = forget; }

StreamPlace putOnStream(void* stream, std::function<bool()> attempt) {
    const auto& queue = static_cast<cudaStream_t>(stream)->queue;
    return {queue, put(*queue, std::move(attempt))};
}

void advanceStream(const StreamPlace& place) { advance(*static_cast<Queue*>(place.queue.get()), place.serial); }

}  // namespace gpu::cuda::doubles

using namespace gpu::cuda::doubles;

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
    if (const cudaError_t error = entered("cudaStreamCreateWithFlags"); error != cudaSuccess) return error;
    *stream = new CUstream_st{makeQueue()};
    countObject(1);
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (!stream) return cudaSuccess;
    advance(*stream->queue, stream->queue->put);
    countObject(-1);
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (const cudaError_t error = entered("cudaStreamSynchronize"); error != cudaSuccess) return error;
    if (stream->queue->captures) return refused(cudaErrorStreamCaptureUnsupported);
    while (!advance(*stream->queue, stream->queue->put)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
    if (const cudaError_t error = entered("cudaStreamWaitEvent"); error != cudaSuccess) return error;
    const std::lock_guard lock(orderOfWork());
    if (stream->queue->captures) return refused(cudaErrorStreamCaptureUnsupported);
    if (event->last && !waitsAreForgotten) wait(*stream->queue, event->last);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) {
    if (const cudaError_t error = entered("cudaEventCreateWithFlags"); error != cudaSuccess) return error;
    *event = new CUevent_st;
    countObject(1);
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (event) countObject(-1);
    const std::lock_guard lock(orderOfWork());
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (const cudaError_t error = entered("cudaEventRecord"); error != cudaSuccess) return error;
    const std::lock_guard lock(orderOfWork());
    if (stream->queue->captures) return refused(cudaErrorStreamCaptureUnsupported);
    event->last = record(stream->queue);
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (const cudaError_t error = entered("cudaEventQuery"); error != cudaSuccess) return error;
    const std::lock_guard lock(orderOfWork());
    if (!event->last || event->last->reached) return cudaSuccess;
    if (event->last->looks++ == 0) return refused(cudaErrorNotReady);
    advance(*event->last->queue, event->last->serial);
    return event->last->reached ? cudaSuccess : refused(cudaErrorNotReady);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (const cudaError_t error = entered("cudaEventElapsedTime"); error != cudaSuccess) return error;
    const std::lock_guard lock(orderOfWork());
    if (!from->last || !to->last || !from->last->reached || !to->last->reached) return refused(cudaErrorNotReady);
    *milliseconds = std::chrono::duration<float, std::milli>(to->last->time - from->last->time).count();
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    if (const cudaError_t error = entered("cudaStreamBeginCapture"); error != cudaSuccess) return error;
    const std::lock_guard lock(orderOfWork());
    stream->queue->captures = true;
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    if (const cudaError_t error = entered("cudaStreamEndCapture"); error != cudaSuccess) return error;
    const std::lock_guard lock(orderOfWork());
    stream->queue->captures = false;
    *graph = new CUgraph_st{std::exchange(stream->queue->captured, {})};
    countObject(1);
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* program, cudaGraph_t graph, unsigned long long) {
    if (const cudaError_t error = entered("cudaGraphInstantiate"); error != cudaSuccess) return error;
    *program = new CUgraphExec_st{graph->tasks};
    countObject(1);
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (graph) countObject(-1);
    delete graph;
    return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t program, cudaStream_t stream) {
    if (const cudaError_t error = entered("cudaGraphLaunch"); error != cudaSuccess) return error;
    for (const Attempt& task : program->tasks) put(*stream->queue, task);
    return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t program) {
    if (program) countObject(-1);
    delete program;
    return cudaSuccess;
}

}  // extern "C"
