// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Direct collectives between threads.
#include "gpu/collectives/thread_communicator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace gpu {

namespace {

constexpr std::size_t kBlockBytes = 8192;  // a block of the sum stays in the first-level cache
constexpr int kInteger = -1;               // the element type of a call beside DType's

struct Range {
    std::size_t begin = 0, end = 0;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

Range partOf(std::size_t elements, std::size_t part, int member) {
    return {std::min(elements, part * std::size_t(member)),
            std::min(elements, part * std::size_t(member + 1))};
}

// What a block of numbers is reduced in.
template <class T>
struct BlockSum {
    using type = T;
    static T get(T value) { return value; }
    static void put(T& place, T value) { place = value; }
};
template <Stored T>
struct BlockSum<T> {
    using type = SumOf<T>;
    static type get(T value) { return load(value); }
    static void put(T& place, type value) { store(place, value); }
};
template <class T>
using Sum = typename BlockSum<T>::type;

template <class T>
void take(Sum<T>* sum, const T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sum[i] = BlockSum<T>::get(values[i]);
}

template <class T>
void accumulate(Sum<T>* sum, const T* values, std::size_t count, Reduce op) {
    if (op == Reduce::Sum)
        for (std::size_t i = 0; i < count; ++i) sum[i] += BlockSum<T>::get(values[i]);
    else
        for (std::size_t i = 0; i < count; ++i) sum[i] = std::max(sum[i], BlockSum<T>::get(values[i]));
}

template <class T>
void give(const Sum<T>* sum, T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) BlockSum<T>::put(values[i], sum[i]);
}

core::Bytes bytesOf(std::size_t elements, std::size_t size) {
    return core::Bytes(std::int64_t(elements * size));
}

void copyBytes(const void* from, std::byte* to, core::Bytes bytes) {
    if (from != to && bytes.value() > 0) std::memcpy(to, from, std::size_t(bytes.value()));
}

double secondsBetween(WallClock::time_point from, WallClock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

WallClock::duration wallTime(double seconds) {
    return std::chrono::duration_cast<WallClock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

CallSlot& ThreadCommunicator::enter(core::CollectiveKind kind, int type, std::size_t elements, int detail) {
    m_clock.addCompute();
    ++m_call;
    CallSlot& slot = own();
    slot.kind = kind;
    slot.type = type;
    slot.detail = detail;
    slot.elements = elements;
    slot.virtualTime = std::max(m_clock.now(), channelFree());
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
    const double link = core::collectiveSeconds(own().kind, size(), linkBytes, m_group.options().link).value();
    m_timing = {.waitSeconds = secondsBetween(own().arrival, lastArrival)};
    if (m_overlaps) {
        m_timing.hiddenSeconds = link;
        m_channel = {latest + link, lastArrival + wallTime(link)};
        m_channelStep = m_clock.restarts();
        return;
    }
    m_timing.virtualWaitSeconds = latest - m_clock.now();
    m_timing.linkSeconds = link;
    m_clock.advanceTo(latest);
    m_clock.add(link);
    waitForLink(lastArrival + wallTime(link));
}

double ThreadCommunicator::channelFree() {
    return m_channelStep == m_clock.restarts() ? m_channel.virtualEnd : 0;
}

Communicator::Ticket ThreadCommunicator::endOverlap() {
    m_overlaps = false;
    return {channelFree(), m_channel.wallEnd};
}

void ThreadCommunicator::await(const Ticket& ticket) {
    m_clock.addCompute();
    m_timing = {.linkSeconds = std::max(0.0, ticket.virtualEnd - m_clock.now())};
    m_clock.advanceTo(ticket.virtualEnd);
    waitForLink(ticket.wallEnd);
    leave();
}

void ThreadCommunicator::waitForLink(WallClock::time_point end) const {
    constexpr auto kSlice = std::chrono::milliseconds(50);  // a cancelled run is noticed within one
    if (m_group.options().delay == core::LinkDelay::Virtual) return;
    for (auto now = WallClock::now(); now < end; now = WallClock::now()) {
        m_group.cancel().throwIfCancelled();
        std::this_thread::sleep_until(std::min<WallClock::time_point>(end, now + kSlice));
    }
}

void ThreadCommunicator::disperse() {
    m_group.meet(m_member, ++m_meeting);
    leave();
}

template <class T>
void ThreadCommunicator::allReduceSmall(std::span<T> data, Reduce op) {
    std::memcpy(own().small.data(), data.data(), data.size_bytes());
    assemble(bytesOf(data.size(), sizeof(T)));
    Sum<T> sum[sizeof(CallSlot::small) / sizeof(T)];
    take(sum, reinterpret_cast<const T*>(of(0).small.data()), data.size());
    for (int member = 1; member < size(); ++member)
        accumulate(sum, reinterpret_cast<const T*>(of(member).small.data()), data.size(), op);
    give(sum, data.data(), data.size());
    leave();
}

template <class T, class Visit>
void ThreadCommunicator::forReducedBlocks(std::size_t begin, std::size_t end, Reduce op, const Visit& visit) {
    constexpr std::size_t kBlock = kBlockBytes / sizeof(Sum<T>);
    alignas(64) Sum<T> sum[kBlock];
    for (std::size_t at = begin; at < end; at += kBlock) {
        const std::size_t count = std::min(kBlock, end - at);
        take(sum, static_cast<const T*>(of(0).input) + at, count);
        for (int member = 1; member < size(); ++member)
            accumulate(sum, static_cast<const T*>(of(member).input) + at, count, op);
        visit(sum, at, count);
    }
}

template <class T>
void ThreadCommunicator::allReduceSlice(std::span<T> data, Reduce op) {
    assemble(bytesOf(data.size(), sizeof(T)));
    const std::size_t slice = (data.size() + std::size_t(size()) - 1) / std::size_t(size());
    const Range range = partOf(data.size(), (slice + 15) / 16 * 16, m_member);
    forReducedBlocks<T>(range.begin, range.end, op,
                        [&](const Sum<T>* sum, std::size_t at, std::size_t count) {
                            for (int member = 0; member < size(); ++member)
                                give(sum, static_cast<T*>(of(member).output) + at, count);
                        });
    disperse();
}

template <class T>
void ThreadCommunicator::allReduceOf(std::span<T> data, int type, Reduce op) {
    if (size() == 1) return;
    CallSlot& slot = enter(core::CollectiveKind::AllReduce, type, data.size(), int(op));
    slot.input = data.data();
    slot.output = data.data();
    if (data.size_bytes() <= slot.small.size())
        allReduceSmall(data, op);
    else
        allReduceSlice(data, op);
}

void ThreadCommunicator::allReduce(Vector data, Reduce op) {
    visitType(data.type, [&]<class T>(TypeTag<T>) { allReduceOf(data.as<T>(), int(data.type), op); });
}
void ThreadCommunicator::allReduce(std::span<std::int64_t> data, Reduce op) {
    allReduceOf(data, kInteger, op);
}

void ThreadCommunicator::reduceScatter(ConstVector input, Vector output, std::int64_t part) {
    const Range range = partOf(std::size_t(input.elements), std::size_t(part), m_member);
    if (output.elements != std::int64_t(range.size()) || output.type != input.type)
        throw std::logic_error("reduce-scatter: output is not this member's part");
    if (size() == 1) return copyElements(input, output);
    enter(core::CollectiveKind::ReduceScatter, int(input.type), std::size_t(input.elements), int(part))
        .input = input.data;
    assemble(input.bytes());
    scatterSums(input.type, range.begin, range.end, output);
    disperse();
}

void ThreadCommunicator::scatterSums(DType type, std::size_t begin, std::size_t end, Vector output) {
    visitType(type, [&]<class T>(TypeTag<T>) {
        T* const out = output.as<T>().data();
        forReducedBlocks<T>(begin, end, Reduce::Sum, [&](const Sum<T>* sum, std::size_t at, std::size_t count) {
            give(sum, out + (at - begin), count);
        });
    });
}

void ThreadCommunicator::reduceScatter(ConstVector input, std::span<const Piece> pieces) {
    std::int64_t elements = 0, parts = 0;
    for (const Piece& piece : pieces) {
        const Range range = partOf(std::size_t(piece.elements), std::size_t(piece.part), m_member);
        if (piece.output.elements != std::int64_t(range.size()) || piece.output.type != input.type)
            throw std::logic_error("reduce-scatter: an output is not this member's part");
        elements += piece.elements;
        parts += piece.part;
    }
    if (size() > 1) {
        enter(core::CollectiveKind::ReduceScatter, int(input.type), std::size_t(elements), int(parts)).input = input.data;
        assemble(core::Bytes(elements * gpu::bytesOf(input.type)));
    }
    for (const Piece& piece : pieces) {
        const Range range = partOf(std::size_t(piece.elements), std::size_t(piece.part), m_member);
        if (size() > 1)
            scatterSums(input.type, std::size_t(piece.begin) + range.begin, std::size_t(piece.begin) + range.end,
                        piece.output);
        else
            copyElements(input.part(piece.begin, piece.elements), piece.output);
    }
    if (size() > 1) disperse();
}

void ThreadCommunicator::allGather(ConstVector input, Vector output, std::int64_t part) {
    const Range mine = partOf(std::size_t(output.elements), std::size_t(part), m_member);
    if (input.elements != std::int64_t(mine.size()) || output.type != input.type)
        throw std::logic_error("all-gather: input is not this member's part");
    if (size() > 1) {
        enter(core::CollectiveKind::AllGather, int(input.type), std::size_t(output.elements), int(part))
            .input = input.data;
        assemble(output.bytes());
    }
    for (int member = 0; member < size(); ++member) {
        const Range range = partOf(std::size_t(output.elements), std::size_t(part), member);
        const Vector to = output.part(std::int64_t(range.begin), std::int64_t(range.size()));
        copyBytes(member == m_member ? input.data : of(member).input, to.data, to.bytes());
    }
    if (size() > 1) disperse();
}

void ThreadCommunicator::broadcast(Vector data, int root) {
    if (size() == 1) return;
    enter(core::CollectiveKind::Broadcast, int(data.type), std::size_t(data.elements), root).input =
        data.data;
    assemble(data.bytes());
    if (m_member != root) copyBytes(of(root).input, data.data, data.bytes());
    disperse();
}

void ThreadCommunicator::barrier() {
    if (size() == 1) return;
    enter(core::CollectiveKind::Barrier, kInteger, 0, 0);
    assemble(core::Bytes(0));
    leave();
}

void ThreadCommunicator::send(ConstVector data, int peer) {
    m_clock.addCompute();
    m_group.mailbox(m_member, peer).post(data, m_clock.now());
    m_timing = {};
    leave();
}

void ThreadCommunicator::receive(Vector data, int peer) {
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
    if (std::int64_t(message.data.size()) != data.bytes().value() || message.type != data.type)
        throw CollectiveError(from,
                              fmt::format("rank {} is out of step: it sent {} bytes where {} were expected",
                                          from, message.data.size(), data.bytes().value()));
    copyBytes(message.data.data(), data.data, data.bytes());
    const double link =
        core::collectiveSeconds(core::CollectiveKind::Send, 2, data.bytes(), m_group.options().link).value();
    const double delay = std::max(0.0, message.sentAt + link - m_clock.now());
    m_timing = {std::max(0.0, secondsBetween(entry, message.arrival)), std::max(0.0, delay - link),
                std::min(link, delay)};
    m_clock.advanceTo(message.sentAt + link);
    waitForLink(message.arrival + wallTime(link));
    mailbox.recycle(std::move(message));
    leave();
}

}  // namespace gpu
