// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Direct collectives between threads.
#include "gpu/collectives/thread_communicator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace gpu {

namespace {

constexpr std::size_t kBlockBytes = 8192;  // a block of the sum stays in the first-level cache
constexpr int kFloat = 0, kInteger = 10, kDouble = 20;

struct Range {
    std::size_t begin = 0, end = 0;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

Range partOf(std::size_t elements, std::size_t part, int member) {
    return {std::min(elements, part * std::size_t(member)),
            std::min(elements, part * std::size_t(member + 1))};
}

template <class T>
void accumulate(T* sum, const T* values, std::size_t count, Reduce op) {
    if (op == Reduce::Sum)
        for (std::size_t i = 0; i < count; ++i) sum[i] += values[i];
    else
        for (std::size_t i = 0; i < count; ++i) sum[i] = std::max(sum[i], values[i]);
}

core::Bytes bytesOf(std::size_t elements, std::size_t size) {
    return core::Bytes(std::int64_t(elements * size));
}

double secondsBetween(WallClock::time_point from, WallClock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

CallSlot& ThreadCommunicator::enter(core::CollectiveKind kind, std::size_t elements, int detail) {
    m_clock.addCompute();
    ++m_call;
    CallSlot& slot = own();
    slot.kind = kind;
    slot.detail = detail;
    slot.elements = elements;
    slot.virtualTime = m_clock.now();
    slot.arrival = WallClock::now();
    return slot;
}

void ThreadCommunicator::assemble(core::Bytes linkBytes) {
    m_group.meet(m_member, ++m_meeting);
    m_group.checkAgreement(m_call);
    double latest = 0;
    WallClock::time_point lastArrival{};
    for (int member = 0; member < size(); ++member) {
        latest = std::max(latest, of(member).virtualTime);
        lastArrival = std::max(lastArrival, of(member).arrival);
    }
    m_timing.waitSeconds = secondsBetween(own().arrival, lastArrival);
    m_timing.virtualWaitSeconds = latest - m_clock.now();
    m_timing.linkSeconds =
        core::collectiveSeconds(own().kind, size(), linkBytes, m_group.options().link).value();
    m_clock.advanceTo(latest);
    m_clock.add(m_timing.linkSeconds);
}

void ThreadCommunicator::disperse() {
    m_group.meet(m_member, ++m_meeting);
    leave();
}

template <class T>
void ThreadCommunicator::allReduceSmall(std::span<T> data, Reduce op) {
    std::memcpy(own().small.data(), data.data(), data.size_bytes());
    assemble(bytesOf(data.size(), sizeof(T)));
    std::memcpy(data.data(), of(0).small.data(), data.size_bytes());
    for (int member = 1; member < size(); ++member)
        accumulate(data.data(), reinterpret_cast<const T*>(of(member).small.data()), data.size(), op);
    leave();
}

template <class T>
void ThreadCommunicator::allReduceSlice(std::span<T> data, Reduce op) {
    assemble(bytesOf(data.size(), sizeof(T)));
    constexpr std::size_t kBlock = kBlockBytes / sizeof(T);
    alignas(64) T sum[kBlock];
    const std::size_t slice = (data.size() + std::size_t(size()) - 1) / std::size_t(size());
    const Range range = partOf(data.size(), (slice + 15) / 16 * 16, m_member);
    for (std::size_t at = range.begin; at < range.end; at += kBlock) {
        const std::size_t count = std::min(kBlock, range.end - at);
        std::copy_n(static_cast<const T*>(of(0).input) + at, count, sum);
        for (int member = 1; member < size(); ++member)
            accumulate(sum, static_cast<const T*>(of(member).input) + at, count, op);
        for (int member = 0; member < size(); ++member)
            std::copy_n(sum, count, static_cast<T*>(of(member).output) + at);
    }
    disperse();
}

template <class T>
void ThreadCommunicator::allReduceOf(std::span<T> data, Reduce op, int typeDetail) {
    if (size() == 1) return;
    CallSlot& slot = enter(core::CollectiveKind::AllReduce, data.size(), typeDetail + int(op));
    slot.input = data.data();
    slot.output = data.data();
    if (data.size_bytes() <= slot.small.size())
        allReduceSmall(data, op);
    else
        allReduceSlice(data, op);
}

void ThreadCommunicator::allReduce(std::span<float> data, Reduce op) { allReduceOf(data, op, kFloat); }
void ThreadCommunicator::allReduce(std::span<std::int64_t> data, Reduce op) {
    allReduceOf(data, op, kInteger);
}
void ThreadCommunicator::allReduce(std::span<double> data, Reduce op) { allReduceOf(data, op, kDouble); }

void ThreadCommunicator::reduceScatter(std::span<const float> input, std::span<float> output,
                                       std::int64_t part) {
    const Range range = partOf(input.size(), std::size_t(part), m_member);
    if (output.size() != range.size())
        throw std::logic_error("reduce-scatter: output is not this member's part");
    if (size() == 1) {
        if (output.data() != input.data()) std::copy(input.begin(), input.end(), output.begin());
        return;
    }
    enter(core::CollectiveKind::ReduceScatter, input.size(), int(part)).input = input.data();
    assemble(bytesOf(input.size(), sizeof(float)));
    constexpr std::size_t kBlock = kBlockBytes / sizeof(float);
    alignas(64) float sum[kBlock];
    for (std::size_t at = range.begin; at < range.end; at += kBlock) {
        const std::size_t count = std::min(kBlock, range.end - at);
        std::copy_n(static_cast<const float*>(of(0).input) + at, count, sum);
        for (int member = 1; member < size(); ++member)
            accumulate(sum, static_cast<const float*>(of(member).input) + at, count, Reduce::Sum);
        std::copy_n(sum, count, output.data() + (at - range.begin));
    }
    disperse();
}

void ThreadCommunicator::allGather(std::span<const float> input, std::span<float> output, std::int64_t part) {
    const Range mine = partOf(output.size(), std::size_t(part), m_member);
    if (input.size() != mine.size()) throw std::logic_error("all-gather: input is not this member's part");
    if (size() > 1) {
        enter(core::CollectiveKind::AllGather, output.size(), int(part)).input = input.data();
        assemble(bytesOf(output.size(), sizeof(float)));
    }
    for (int member = 0; member < size(); ++member) {
        const Range range = partOf(output.size(), std::size_t(part), member);
        const auto* from = member == m_member ? input.data() : static_cast<const float*>(of(member).input);
        float* to = output.data() + range.begin;
        if (from != to) std::copy_n(from, range.size(), to);
    }
    if (size() > 1) disperse();
}

void ThreadCommunicator::broadcast(std::span<float> data, int root) {
    if (size() == 1) return;
    enter(core::CollectiveKind::Broadcast, data.size(), root).input = data.data();
    assemble(bytesOf(data.size(), sizeof(float)));
    if (m_member != root) std::copy_n(static_cast<const float*>(of(root).input), data.size(), data.data());
    disperse();
}

void ThreadCommunicator::barrier() {
    if (size() == 1) return;
    enter(core::CollectiveKind::Barrier, 0, 0);
    assemble(core::Bytes(0));
    leave();
}

void ThreadCommunicator::send(std::span<const float> data, int peer) {
    m_clock.addCompute();
    m_group.mailbox(m_member, peer).post(data, m_clock.now());
    m_timing = {};
    leave();
}

void ThreadCommunicator::receive(std::span<float> data, int peer) {
    m_clock.addCompute();
    const auto entry = WallClock::now();
    const auto timeout = std::chrono::duration<double>(m_group.options().timeoutSeconds);
    const int from = m_group.globalRank(peer).value;
    Mailbox& mailbox = m_group.mailbox(peer, m_member);
    Message message;
    if (mailbox.take(message, m_group.cancel(),
                     entry + std::chrono::duration_cast<WallClock::duration>(timeout)) ==
        WaitResult::TimedOut)
        throw CollectiveError(from, fmt::format("rank {} sent no message to rank {} within {:g} s", from,
                                                m_group.globalRank(m_member).value,
                                                m_group.options().timeoutSeconds));
    if (message.data.size() != data.size())
        throw CollectiveError(
            from, fmt::format("rank {} is out of step: it sent {} elements where {} were expected", from,
                              message.data.size(), data.size()));
    std::copy(message.data.begin(), message.data.end(), data.begin());
    const double link = core::collectiveSeconds(core::CollectiveKind::Send, 2,
                                                bytesOf(data.size(), sizeof(float)), m_group.options().link)
                            .value();
    const double delay = std::max(0.0, message.sentAt + link - m_clock.now());
    m_timing = {std::max(0.0, secondsBetween(entry, message.arrival)), std::max(0.0, delay - link),
                std::min(link, delay)};
    m_clock.advanceTo(message.sentAt + link);
    mailbox.recycle(std::move(message));
    leave();
}

}  // namespace gpu
