// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One card as one rank sees it: its memory, copies, the order of its work, and passes over runs of numbers that belong to
// no layer. The host's processor is such a card too (cpu_device.h): its memory is the host's and every call is done when it
// returns. Other cards work behind the caller: calls of one Device, and those of the Kernels made for it, happen in the
// order in which they were made; what the host reads was waited for. Used by the rank's thread only, but for what marks
// say. Failures of driver or hardware throw DeviceError.
#pragma once

#include "core/base/units.h"
#include "gpu/device/reduce.h"
#include "gpu/device/tensor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace gpu {

class ExactSquares;

// Driver, library or hardware refused: names the call, the error and the card.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class HostAccess { Direct, ByCopy };  // whether the host may use card memory by its address

// A point in the order of work of a device. Recorded by its rank; others may let their own devices wait for it.
class DeviceMark {
public:
    virtual ~DeviceMark() = default;
};

class Device {
public:
    virtual ~Device() = default;

    [[nodiscard]] virtual HostAccess hostAccess() const = 0;
    [[nodiscard]] bool isDirect() const { return hostAccess() == HostAccess::Direct; }

    // At least 64-byte aligned; 0 bytes have an address, too. Null where the card has no more.
    [[nodiscard]] virtual std::byte* allocate(core::Bytes bytes) = 0;
    virtual void release(std::byte* block) noexcept = 0;
    // What the driver could still give; nothing where that is not known.
    [[nodiscard]] virtual std::optional<core::Bytes> freeMemory() const { return std::nullopt; }

    // Between any two of this card, another card and the host. `from` may be overwritten when it returns, if it is the
    // host's; `to` is there, if it is the host's. Pinned memory is like the card's: used in the order of its work.
    virtual void copyBytes(const void* from, void* to, std::size_t bytes) = 0;
    // From the card to the host, which has it after the next synchronise().
    virtual void copyToHostLater(const void* card, void* host, std::size_t bytes) { copyBytes(card, host, bytes); }
    virtual void clearBytes(void* data, std::size_t bytes) = 0;
    // Equal types and lengths.
    void copy(ConstVector from, Vector to);
    void clear(Vector values);  // all zero, in every type
    virtual void synchronise() {}

    // Lets the card work on host memory where it lies, until unpin(). Throws DeviceError where it cannot.
    virtual void pin(void* /*host*/, std::size_t /*bytes*/) {}
    virtual void unpin(void* /*host*/) noexcept {}

    // Passes over card or pinned memory. Rounds where `to` is narrower; equal lengths.
    virtual void convert(ConstVector from, Vector to) = 0;
    virtual void add(ConstVector from, Vector to) = 0;  // to += from
    virtual void scale(Vector values, double factor) = 0;
    // Over all runs (gpu/kernels/exact_norm.h); they are waited for.
    [[nodiscard]] virtual std::int64_t largestMagnitude(std::span<const ConstVector> runs) = 0;
    virtual void addSquares(std::span<const ConstVector> runs, ExactSquares& squares) = 0;
    virtual void reduce(const ReduceCall& call) = 0;

    // Null where every call is done when it returns: then the other two do nothing.
    [[nodiscard]] virtual std::unique_ptr<DeviceMark> makeMark() { return nullptr; }
    virtual void record(DeviceMark* /*mark*/) {}
    virtual void waitFor(const DeviceMark* /*mark*/) {}

    // Copies between the card and pinned memory beside the order of its work: each way has an order of its own.
    enum class Lane { In, Out };
    virtual void copyBeside(Lane /*lane*/, const void* from, void* to, std::size_t bytes) { copyBytes(from, to, bytes); }
    virtual void recordBeside(Lane /*lane*/, DeviceMark* /*mark*/) {}
    virtual void waitBeside(Lane /*lane*/, const DeviceMark* /*mark*/) {}

    // Work that comes again with the same memory. What is called between the first two is kept and then done, once; nothing
    // of it may be waited for. The number is for replay(), which does it again, with what the host gave for copies in it
    // given anew, in their order and sizes. Recordings end where memory that they use is given back to the driver.
    [[nodiscard]] virtual bool canRecord() const { return false; }
    virtual void beginRecording() {}
    virtual int endRecording() { return -1; }
    virtual void replay(int /*recording*/, std::span<const std::span<const std::byte>> /*inputs*/) {}
    [[nodiscard]] virtual int recordings() const { return 0; }
    virtual void dropRecordings() {}

    // The card's own clock: points in its order of work, numbered from the last restart. A card without one says −1.
    virtual void restartTimes() {}
    [[nodiscard]] virtual int timePoint() { return -1; }
    [[nodiscard]] virtual double secondsOf(int /*point*/) { return 0; }  // since the restart; waits for the point

    // For profilers: what is called until endRange() belongs to an op of this name.
    virtual void beginRange(const char* /*name*/) {}
    virtual void endRange() {}
};

inline void Device::copy(ConstVector from, Vector to) {
    if (from.type != to.type || from.elements != to.elements)
        throw std::logic_error("a copy between views of different type or length");
    if (from.data != to.data && from.elements > 0) copyBytes(from.data, to.data, std::size_t(from.bytes().value()));
}

inline void Device::clear(Vector values) {
    if (values.elements > 0) clearBytes(values.data, std::size_t(values.bytes().value()));
}

}  // namespace gpu
