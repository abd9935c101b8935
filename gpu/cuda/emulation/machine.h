// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs CUDA kernels on the host, for tests: one fiber per CUDA thread, blocks one after the other on the calling OS
// thread. A thread runs until its next barrier, then the next thread of its warp does; the warp goes on when all its
// threads are there. Threads take turns forwards or backwards: a kernel that lacks a barrier gives other results in one
// of the two. What it refuses (std::logic_error naming block and threads): barriers that not all threads of a warp or
// block reach, and threads that end while others wait. Shared memory is full of NaN when a block begins; asynchronous
// copies arrive no earlier than they are waited for. Not seen: weak memory order, what a card's limits refuse, speed.
// One machine runs per OS thread; the thread-local state here is what threadIdx and its like are on a card.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

struct CUstream_st;

namespace gpu::emulation {

struct Index3 {
    unsigned x = 1, y = 1, z = 1;
};

// Of the running thread.
struct Place {
    Index3 thread{0, 0, 0}, block{0, 0, 0}, blockSize, grid;
};
[[nodiscard]] const Place& here();

enum class Order { Forward, Reverse };
// In which threads take turns in this OS thread's kernels, as long as it lives.
class OrderScope {
public:
    explicit OrderScope(Order order);
    ~OrderScope();
    OrderScope(const OrderScope&) = delete;
    OrderScope& operator=(const OrderScope&) = delete;

private:
    Order m_before;
};

inline constexpr unsigned kWarp = 32;

// Calls `kernel` once per thread of every block; returns when all have ended. Rethrows what a thread threw.
void run(const Index3& grid, unsigned threadsPerBlock, std::size_t sharedBytes, const std::function<void()>& kernel);

// What launches are on their streams: done at once, unless a double of CUDA's runtime keeps the work of streams.
using Work = std::function<void()>;
using Keeper = void (*)(CUstream_st* stream, Work work);
void keepLaunches(Keeper keeper);  // of the whole process; null = done at once
void runOn(CUstream_st* stream, Work work);

void blockBarrier();
void warpBarrier();

// What a lane shows to its warp.
struct alignas(16) Shown {
    std::array<std::byte, 32> bytes;
    template <class T>
    [[nodiscard]] T as() const {
        static_assert(sizeof(T) <= sizeof(bytes));
        T value;
        std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
    }
};
// Shows bytes to the warp; returns what its 32 lanes show in the same call. Valid until the lane's next call.
[[nodiscard]] const Shown* show(const void* bytes, std::size_t count);
template <class T>
[[nodiscard]] const Shown* show(const T& value) {
    static_assert(sizeof(T) <= sizeof(Shown));
    return show(&value, sizeof(T));
}
[[nodiscard]] inline unsigned lane() { return here().thread.x % kWarp; }

// The block's dynamic shared memory, 16-byte aligned.
[[nodiscard]] std::byte* dynamicShared();
// Changes with every block: static shared memory is filled with NaN when it does.
[[nodiscard]] std::uint64_t blockSerial();

// Asynchronous copies of the running thread: groups arrive when waitForCopies() leaves at most `pending` of them out.
// from null = zeros.
void copyLater(void* to, const void* from, std::size_t bytes);
void commitCopies();
void waitForCopies(unsigned pending);

// Storage behind SHARED_ARRAY. One per declaration and instantiation.
template <class T, std::size_t kCount>
class SharedArray {
public:
    [[nodiscard]] T* data() {
        if (m_serial != blockSerial()) {
            std::memset(static_cast<void*>(m_values), 0xff, sizeof(m_values));
            m_serial = blockSerial();
        }
        return m_values;
    }

private:
    alignas(16) T m_values[kCount];
    std::uint64_t m_serial = 0;
};

}  // namespace gpu::emulation
