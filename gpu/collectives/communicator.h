// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives of one process group, as seen by one member. Assumes no shared address space. Views are of card memory
// (gpu/device/device.h), spans of the host's. Calls block, or are done in the order of the device's work;
// every member must make the same calls in the same order (a sequence number per group checks it: a member
// out of step, dead or late beyond the timeout makes all others throw CollectiveError naming it). A cancelled
// run throws Cancelled. Sums run in member order 0..n−1: bitwise equal on all members and from run to run.
// A sum over 16-bit numbers runs in fp32 and is rounded once. Size 1 returns at once. Element types and
// counts are equal on all members.
#pragma once

#include "gpu/device/reduce.h"
#include "gpu/device/tensor.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace gpu {

class CollectiveError : public std::runtime_error {
public:
    CollectiveError(int rank, std::string text)
        : std::runtime_error(std::move(text))
        , m_rank(rank) {}
    [[nodiscard]] int rank() const { return m_rank; }  // global rank that is missing, dead or out of step

private:
    int m_rank;
};

using WallClock = std::chrono::steady_clock;

// How the last call spent its time.
struct CallTiming {
    double waitSeconds = 0;         // wall clock, before the last member arrived
    double virtualWaitSeconds = 0;  // virtual clock, until the last member's own time
    double linkSeconds = 0;         // modelled link time charged to the virtual clock
    double hiddenSeconds = 0;       // modelled link time beside the computing (beginOverlap)

    CallTiming& operator+=(const CallTiming& other) {
        waitSeconds += other.waitSeconds;
        virtualWaitSeconds += other.virtualWaitSeconds;
        linkSeconds += other.linkSeconds;
        hiddenSeconds += other.hiddenSeconds;
        return *this;
    }
};

class Communicator {
public:
    virtual ~Communicator() = default;
    [[nodiscard]] virtual int rank() const = 0;  // inside the group
    [[nodiscard]] virtual int size() const = 0;

    virtual void allReduce(Vector data, Reduce op) = 0;                   // in place
    virtual void allReduce(std::span<std::int64_t> data, Reduce op) = 0;  // exact, any order
    // A few numbers in host memory.
    virtual void allReduceOnHost(std::span<double> data, Reduce op) = 0;
    virtual void broadcastOnHost(std::span<double> data, int root) = 0;
    // Member r gets the sum of elements [r·part, (r+1)·part) of all inputs. Where `input` is no multiple of
    // `part`, the last outputs are shorter, down to nothing. `output` may be this member's own slice of
    // `input`.
    virtual void reduceScatter(ConstVector input, Vector output, std::int64_t part) = 0;
    // The inverse: `input` becomes elements [r·part, (r+1)·part) of everybody's output, and may be that very
    // slice of this member's own.
    virtual void allGather(ConstVector input, Vector output, std::int64_t part) = 0;
    // Several buffers in one call. Elements [begin, begin + elements) of all inputs are one of them, cut into `part`s.
    struct Piece {
        std::int64_t begin = 0, elements = 0, part = 0;
        Vector output;  // this member's part
    };
    virtual void reduceScatter(ConstVector input, std::span<const Piece> pieces) = 0;
    // The same with equal parts: `input` of the first is size · output, `output` of the second size · input.
    void reduceScatter(ConstVector input, Vector output) { reduceScatter(input, output, output.elements); }
    void allGather(ConstVector input, Vector output) { allGather(input, output, input.elements); }
    virtual void broadcast(Vector data, int root) = 0;
    virtual void send(ConstVector data, int peer) = 0;  // returns once the data may be overwritten
    virtual void receive(Vector data, int peer) = 0;
    virtual void barrier() = 0;

    // Collectives between beginOverlap() and endOverlap() run beside what this rank computes: their link time passes
    // on a channel of the group, and await() charges what of it is left when their result is needed. Results may be used,
    // and inputs overwritten, after await().
    struct Ticket {
        double virtualEnd = 0;
        WallClock::time_point wallEnd;
    };
    virtual void beginOverlap() {}
    [[nodiscard]] virtual Ticket endOverlap() { return {}; }
    virtual void await(const Ticket&) {}

    [[nodiscard]] virtual CallTiming lastCall() const { return {}; }
};

}  // namespace gpu
