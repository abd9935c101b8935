// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A machine with NVIDIA GPUs that tests make up: a double of CUDA's runtime whose card memory is the host's, counted and
// capped per card, and whose streams have done each call when it returns. Errors are planted by the name of the function.
// With a double of cuBLASLt (plain loops) and the kernels on the emulator (gpu/cuda/emulation) the back end's own sources
// run without a GPU. Not doubled: speed, asynchrony, what a kernel's launch refuses.
#pragma once

#include <cstdint>
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
// From the `records`-th record of an event on, streams that are not the first of their thread (those of communicators) get
// no further, nor does what waits for them: a collective hangs.
void plantHang(int records);

// Now, over all cards: what was allocated and not freed; streams and events; pinned pieces of host memory.
[[nodiscard]] std::int64_t bytesHeld();
[[nodiscard]] int objectsHeld();
// Since install(): calls of a function, most bytes of one card.
[[nodiscard]] int callsOf(const std::string& function);
[[nodiscard]] std::int64_t peakOf(int card);

}  // namespace gpu::cuda::doubles
