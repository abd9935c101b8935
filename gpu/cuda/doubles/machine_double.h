// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A machine with NVIDIA GPUs that tests make up: a double of CUDA's runtime whose card memory is the host's, counted and
// capped per card, and whose streams do what they were given as late as possible (gpu/cuda/doubles/streams_double.h). Errors
// are planted by the name of the function.
// With a double of cuBLASLt (plain loops) and the kernels on the emulator (gpu/cuda/emulation) the back end's own sources
// run without a GPU. Not doubled: speed, two streams' work at the same moment, what a kernel's launch refuses.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace gpu::cuda::doubles {

struct MachineSpec {
    int cards = 1;
    std::int64_t memory = std::int64_t(1) << 30;  // of a card
    std::string name = "NVIDIA Double 1000";
    int major = 9, minor = 0;
    int driver = 13000;   // as cudaDriverGetVersion says; 0 = none
    int countError = 0;   // of cudaGetDeviceCount
};

// All memory must have been given back; plants are pulled.
void install(const MachineSpec& spec);

// The `calls`-th call of the function from now on (1 = the next) returns the error; a lasting one all later calls of every
// function, too, as after a fault in a kernel.
enum class Lasting { No, Yes };
void plantError(const std::string& function, int calls, int error, Lasting lasting);
// From now on no stream waits for an event that it was told to wait for, until the next install().
void forgetWaits(bool forget);

// For other doubles: work on a stream (false: it cannot be done yet), where it stands, and what brings its stream so far.
struct StreamPlace {
    std::shared_ptr<void> queue;
    std::uint64_t serial = 0;
};
StreamPlace putOnStream(void* stream, std::function<bool()> attempt);
void advanceStream(const StreamPlace& place);

// Now, over all cards: what was allocated and not freed; streams and events; pinned pieces of host memory.
[[nodiscard]] std::int64_t bytesHeld();
[[nodiscard]] int objectsHeld();
// Since install(): calls of a function, most bytes of one card.
[[nodiscard]] int callsOf(const std::string& function);
[[nodiscard]] std::int64_t peakOf(int card);

}  // namespace gpu::cuda::doubles
