// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single-producer single-consumer rings and the writer thread that turns them into lines.
#include "gpu/training/recorder.h"

#include "core/telemetry/codec.h"

#include <algorithm>
#include <map>

namespace gpu {
namespace {

constexpr std::size_t kSlots = 4096;  // per ring; a step of one rank needs about ten
constexpr auto kDrainEvery = std::chrono::milliseconds(15);

// Of several memory events of one rank in one batch only the newest says something.
void coalesce(std::vector<core::Event>& batch) {
    std::map<int, const core::Event*> newest;
    for (const core::Event& event : batch)
        if (const auto* memory = std::get_if<core::MemoryEvent>(&event.body)) newest[memory->rank] = &event;
    std::vector<core::Event> kept;
    kept.reserve(batch.size());
    for (core::Event& event : batch) {
        const auto* memory = std::get_if<core::MemoryEvent>(&event.body);
        if (!memory || newest[memory->rank] == &event) kept.push_back(std::move(event));
    }
    batch = std::move(kept);
}

}  // namespace

class Recorder::Ring {
public:
    bool push(core::Event&& event) {
        const std::size_t head = m_head.load(std::memory_order_relaxed);
        if (head - m_tail.load(std::memory_order_acquire) == kSlots) return false;
        m_slots[head % kSlots] = std::move(event);
        m_head.store(head + 1, std::memory_order_release);
        return true;
    }
    void drainInto(std::vector<core::Event>& out) {
        std::size_t tail = m_tail.load(std::memory_order_relaxed);
        const std::size_t head = m_head.load(std::memory_order_acquire);
        for (; tail != head; ++tail) out.push_back(std::move(m_slots[tail % kSlots]));
        m_tail.store(tail, std::memory_order_release);
    }

private:
    std::vector<core::Event> m_slots{kSlots};
    alignas(64) std::atomic<std::size_t> m_head{0};
    alignas(64) std::atomic<std::size_t> m_tail{0};
};

Recorder::Recorder(int ranks, Sink sink) : m_sink(std::move(sink)), m_start(std::chrono::steady_clock::now()) {
    for (int i = 0; i <= ranks; ++i) m_rings.push_back(std::make_unique<Ring>());
    m_writer = std::thread([this] { writerLoop(); });
}

Recorder::~Recorder() { finish(); }

void Recorder::finish() {
    if (!m_writer.joinable()) return;
    {
        const std::lock_guard lock(m_wakeMutex);
        m_finished = true;
    }
    m_wake.notify_one();
    m_writer.join();
}

double Recorder::now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void Recorder::record(int ring, core::EventBody body) {
    if (!m_rings[std::size_t(ring)]->push({now(), std::move(body)})) m_dropped.fetch_add(1, std::memory_order_relaxed);
}

void Recorder::writerLoop() {
    while (true) {
        const bool last = m_finished;  // read before draining: what was recorded before the end is still written
        drainOnce();
        if (last) return;
        std::unique_lock lock(m_wakeMutex);
        m_wake.wait_for(lock, kDrainEvery, [this] { return m_finished.load(); });
    }
}

void Recorder::write(const core::Event& event) {
    const std::string line = core::encode(event);
    if (line.size() <= core::kMaxLineBytes) return m_sink(event, line);
    const core::Event dropped{event.t, core::DroppedEvent{1}};  // no reader would take a line of that length
    m_sink(dropped, core::encode(dropped));
}

void Recorder::drainOnce() {
    std::vector<core::Event> batch;
    for (const auto& ring : m_rings) ring->drainInto(batch);
    std::stable_sort(batch.begin(), batch.end(), [](const auto& a, const auto& b) { return a.t < b.t; });
    coalesce(batch);
    if (const std::int64_t dropped = m_dropped.exchange(0); dropped > 0)
        batch.push_back({now(), core::DroppedEvent{dropped}});
    for (const core::Event& event : batch) write(event);
}

}  // namespace gpu
