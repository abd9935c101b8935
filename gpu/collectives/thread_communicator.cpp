// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Direct collectives between threads.
#include "gpu/collectives/thread_communicator.h"

#include "gpu/device/block_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace gpu {

namespace {

constexpr int kInteger = -1;  // the element type of a call beside DType's

struct Range {
    std::size_t begin = 0, end = 0;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

Range partOf(std::size_t elements, std::size_t part, int member) {
    return {std::min(elements, part * std::size_t(member)),
            std::min(elements, part * std::size_t(member + 1))};
}

// What a member reduces for all: whole cache lines.
Range sliceOf(std::size_t elements, int members, int member) {
    const std::size_t slice = (elements + std::size_t(members) - 1) / std::size_t(members);
    return partOf(elements, (slice + 15) / 16 * 16, member);
}

core::Bytes bytesOf(std::size_t elements, std::size_t size) {
    return core::Bytes(std::int64_t(elements * size));
}

ConstVector viewOf(const void* data, const Vector& like) {
    return {static_cast<const std::byte*>(data), like.elements, like.type};
}

double secondsBetween(WallClock::time_point from, WallClock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

WallClock::duration wallTime(double seconds) {
    return std::chrono::duration_cast<WallClock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

ThreadCommunicator::ThreadCommunicator(ThreadGroup::Shared& group, int member, VirtualClock& clock, Device& device)
    : m_group(group)
    , m_member(member)
    , m_clock(clock)
    , m_device(device)
    , m_inputs(std::size_t(group.size()))
    , m_outputs(std::size_t(group.size())) {
    for (const std::uint64_t call : {0, 1}) {
        group.slot(call, member).ready = device.makeMark();
        group.slot(call, member).done = device.makeMark();
    }
}

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

void ThreadCommunicator::assembleOnCard(core::Bytes linkBytes) {
    m_device.record(own().ready.get());
    assemble(linkBytes);
    for (int member = 0; member < size(); ++member)
        if (member != m_member) m_device.waitFor(of(member).ready.get());
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

void ThreadCommunicator::disperseOnCard() {
    m_device.record(own().done.get());
    m_group.meet(m_member, ++m_meeting);
    for (int member = 0; member < size(); ++member)
        if (member != m_member) m_device.waitFor(of(member).done.get());
    leave();
}

void ThreadCommunicator::reduceInputs(DType type, std::size_t begin, std::size_t elements, Reduce op,
                                      std::span<void* const> outputs) {
    if (elements == 0) return;
    const std::size_t offset = begin * std::size_t(gpu::bytesOf(type));
    for (int member = 0; member < size(); ++member)
        m_inputs[std::size_t(member)] = static_cast<const std::byte*>(of(member).input) + offset;
    m_device.reduce({type, op, m_inputs, outputs, std::int64_t(elements)});
}

template <class T>
void ThreadCommunicator::allReduceSmall(std::span<T> data, Reduce op) {
    std::memcpy(own().small.data(), data.data(), data.size_bytes());
    assemble(bytesOf(data.size(), sizeof(T)));
    BlockSumOf<T> sum[sizeof(CallSlot::small) / sizeof(T)];
    takeBlock(sum, reinterpret_cast<const T*>(of(0).small.data()), data.size());
    for (int member = 1; member < size(); ++member)
        accumulateBlock(sum, reinterpret_cast<const T*>(of(member).small.data()), data.size(), op);
    giveBlock(sum, data.data(), data.size());
    leave();
}

template <class T>
void ThreadCommunicator::allReduceSlice(std::span<T> data, Reduce op) {
    assemble(bytesOf(data.size(), sizeof(T)));
    const Range range = sliceOf(data.size(), size(), m_member);
    for (int member = 0; member < size(); ++member) {
        m_inputs[std::size_t(member)] = static_cast<const T*>(of(member).input) + range.begin;
        m_outputs[std::size_t(member)] = static_cast<T*>(of(member).output) + range.begin;
    }
    reduceBlocks<T>(m_inputs, m_outputs, range.size(), op);
    disperse();
}

void ThreadCommunicator::allReduceOnCard(Vector data, Reduce op) {
    if (size() == 1) return;
    CallSlot& slot = enter(core::CollectiveKind::AllReduce, int(data.type), std::size_t(data.elements), int(op));
    slot.input = data.data;
    slot.output = data.data;
    assembleOnCard(data.bytes());
    const Range range = sliceOf(std::size_t(data.elements), size(), m_member);
    const std::size_t offset = range.begin * std::size_t(gpu::bytesOf(data.type));
    for (int member = 0; member < size(); ++member)
        m_outputs[std::size_t(member)] = static_cast<std::byte*>(of(member).output) + offset;
    reduceInputs(data.type, range.begin, range.size(), op, m_outputs);
    disperseOnCard();
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
    if (!m_device.isDirect()) return allReduceOnCard(data, op);
    visitType(data.type, [&]<class T>(TypeTag<T>) { allReduceOf(data.as<T>(), int(data.type), op); });
}
void ThreadCommunicator::allReduceOnHost(std::span<double> data, Reduce op) {
    allReduceOf(data, int(DType::F64), op);
}
void ThreadCommunicator::allReduce(std::span<std::int64_t> data, Reduce op) {
    allReduceOf(data, kInteger, op);
}

void ThreadCommunicator::reduceScatter(ConstVector input, Vector output, std::int64_t part) {
    const Range range = partOf(std::size_t(input.elements), std::size_t(part), m_member);
    if (output.elements != std::int64_t(range.size()) || output.type != input.type)
        throw std::logic_error("reduce-scatter: output is not this member's part");
    if (size() == 1) return m_device.copy(input, output);
    enter(core::CollectiveKind::ReduceScatter, int(input.type), std::size_t(input.elements), int(part))
        .input = input.data;
    assembleOnCard(input.bytes());
    void* const place = output.data;
    reduceInputs(input.type, range.begin, range.size(), Reduce::Sum, {&place, 1});
    disperseOnCard();
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
        assembleOnCard(core::Bytes(elements * gpu::bytesOf(input.type)));
    }
    for (const Piece& piece : pieces) {
        const Range range = partOf(std::size_t(piece.elements), std::size_t(piece.part), m_member);
        void* const place = piece.output.data;
        if (size() > 1)
            reduceInputs(input.type, std::size_t(piece.begin) + range.begin, range.size(), Reduce::Sum, {&place, 1});
        else
            m_device.copy(input.part(piece.begin, piece.elements), piece.output);
    }
    if (size() > 1) disperseOnCard();
}

void ThreadCommunicator::allGather(ConstVector input, Vector output, std::int64_t part) {
    const Range mine = partOf(std::size_t(output.elements), std::size_t(part), m_member);
    if (input.elements != std::int64_t(mine.size()) || output.type != input.type)
        throw std::logic_error("all-gather: input is not this member's part");
    if (size() > 1) {
        enter(core::CollectiveKind::AllGather, int(input.type), std::size_t(output.elements), int(part))
            .input = input.data;
        assembleOnCard(output.bytes());
    }
    for (int member = 0; member < size(); ++member) {
        const Range range = partOf(std::size_t(output.elements), std::size_t(part), member);
        const Vector to = output.part(std::int64_t(range.begin), std::int64_t(range.size()));
        m_device.copy(viewOf(member == m_member ? input.data : of(member).input, to), to);
    }
    if (size() > 1) disperseOnCard();
}

void ThreadCommunicator::broadcast(Vector data, int root) {
    if (size() == 1) return;
    enter(core::CollectiveKind::Broadcast, int(data.type), std::size_t(data.elements), root).input =
        data.data;
    assembleOnCard(data.bytes());
    if (m_member != root) m_device.copy(viewOf(of(root).input, data), data);
    disperseOnCard();
}

void ThreadCommunicator::broadcastOnHost(std::span<double> data, int root) {
    if (size() == 1) return;
    enter(core::CollectiveKind::Broadcast, int(DType::F64), data.size(), root).input = data.data();
    assemble(core::Bytes(std::int64_t(data.size_bytes())));
    if (m_member != root) std::ranges::copy(std::span(static_cast<const double*>(of(root).input), data.size()), data.begin());
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
    m_group.mailbox(m_member, peer).post(m_device, data, m_clock.now());
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
    if (message.bytes != data.bytes() || message.type != data.type)
        throw CollectiveError(from,
                              fmt::format("rank {} is out of step: it sent {} bytes where {} were expected",
                                          from, message.bytes.value(), data.bytes().value()));
    m_device.waitFor(message.sent.get());
    m_device.copy(message.values(), data);
    const double link =
        core::collectiveSeconds(core::CollectiveKind::Send, 2, data.bytes(), m_group.options().link).value();
    const double delay = std::max(0.0, message.sentAt + link - m_clock.now());
    m_timing = {std::max(0.0, secondsBetween(entry, message.arrival)), std::max(0.0, delay - link),
                std::min(link, delay)};
    m_clock.advanceTo(message.sentAt + link);
    waitForLink(message.arrival + wallTime(link));
    mailbox.recycle(m_device, std::move(message));
    leave();
}

}  // namespace gpu
