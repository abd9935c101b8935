// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fibers by Boost.Context. A fiber lives for one launch and runs its thread of one block after the other.
#include "gpu/cuda/emulation/machine.h"

#include <boost/context/fiber.hpp>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gpu::emulation {
namespace {

namespace context = boost::context;

// Kernels keep arrays of a few KiB; sanitizers pad them.
constexpr std::size_t kStackBytes = 128 * 1024;

// Stacks outlive launches: a launch of 256 threads would otherwise map and fault 32 MiB each time.
class StackPool {
public:
    ~StackPool() {
        for (void* memory : m_free) std::free(memory);
    }
    void* take() {
        if (m_free.empty()) {
            void* const memory = std::malloc(kStackBytes);
            if (!memory) throw std::bad_alloc();
            return memory;
        }
        void* const memory = m_free.back();
        m_free.pop_back();
        return memory;
    }
    void give(void* memory) { m_free.push_back(memory); }

private:
    std::vector<void*> m_free;
};
thread_local StackPool stacks;

struct PooledStack {
    context::stack_context allocate() {
        context::stack_context stack;
        stack.size = kStackBytes;
        stack.sp = static_cast<std::byte*>(stacks.take()) + kStackBytes;
        return stack;
    }
    void deallocate(context::stack_context& stack) noexcept {
        stacks.give(static_cast<std::byte*>(stack.sp) - kStackBytes);
    }
};

struct Copy {
    void* to;
    const void* from;
    std::size_t bytes;
};

enum class Wait { Nothing, Warp, Block, Ended };

struct Thread {
    Place place;
    Wait wait = Wait::Nothing;
    unsigned shows = 0;  // parity: which of the warp's two boards is next
    std::vector<Copy> open;
    std::deque<std::vector<Copy>> groups;
    context::fiber fiber, caller;
};

std::string describe(const Place& place) {
    return "block (" + std::to_string(place.block.x) + ", " + std::to_string(place.block.y) + ", " +
           std::to_string(place.block.z) + ")";
}

class Machine {
public:
    Machine(const Index3& grid, unsigned threads, std::size_t sharedBytes, const std::function<void()>& kernel,
            Order order)
        : m_order(order)
        , m_kernel(kernel)
        , m_threads(threads)
        , m_boards(threads / kWarp)
        , m_shared((sharedBytes + sizeof(Block16) - 1) / sizeof(Block16)) {
        for (unsigned i = 0; i < threads; ++i) {
            m_threads[i].place = {{i, 0, 0}, {}, {threads, 1, 1}, grid};
            m_threads[i].fiber = context::fiber(std::allocator_arg, PooledStack(), [this, i](context::fiber&& caller) {
                return life(m_threads[i], std::move(caller));
            });
        }
    }

    ~Machine() {
        m_over = true;
        // A thread that waits at a barrier unwinds when its fiber is destroyed; the others end by themselves.
        for (Thread& thread : m_threads)
            if (thread.fiber && thread.wait == Wait::Ended) resume(thread);
    }
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    void runBlock(const Index3& block) {
        static thread_local std::uint64_t serials = 0;
        m_serial = ++serials;
        if (!m_shared.empty())
            std::memset(static_cast<void*>(m_shared.data()), 0xff, m_shared.size() * sizeof(Block16));
        for (Thread& thread : m_threads) {
            thread.place.block = block;
            thread.wait = Wait::Nothing;
            thread.open.clear();
            thread.groups.clear();
        }
        const unsigned warps = unsigned(m_boards.size());
        for (;;) {
            for (unsigned w = 0; w < warps; ++w) runWarp(inOrder(w, warps));
            std::size_t ended = 0;
            for (const Thread& thread : m_threads) ended += thread.wait == Wait::Ended;
            if (ended == m_threads.size()) return;
            if (ended > 0)
                throw std::logic_error(describe(m_threads[0].place) + ": " + std::to_string(ended) + " of " +
                                       std::to_string(m_threads.size()) +
                                       " threads have ended and the others wait at a block barrier");
            for (Thread& thread : m_threads) thread.wait = Wait::Nothing;
        }
    }

    [[nodiscard]] Thread& current() { return *m_current; }
    [[nodiscard]] std::byte* shared() { return reinterpret_cast<std::byte*>(m_shared.data()); }
    [[nodiscard]] std::uint64_t serial() const { return m_serial; }

    void pause(Wait wait) {
        Thread& thread = *m_current;
        thread.wait = wait;
        thread.caller = std::move(thread.caller).resume();
    }

    const Shown* show(const void* bytes, std::size_t count) {
        Thread& thread = *m_current;
        const unsigned index = thread.place.thread.x;
        auto& board = m_boards[index / kWarp][thread.shows++ % 2];
        std::memcpy(board[index % kWarp].bytes.data(), bytes, count);
        pause(Wait::Warp);
        return board.data();
    }

private:
    struct alignas(16) Block16 {
        std::array<std::byte, 16> bytes;
    };
    using Board = std::array<Shown, kWarp>;

    [[nodiscard]] unsigned inOrder(unsigned i, unsigned count) const {
        return m_order == Order::Forward ? i : count - 1 - i;
    }

    context::fiber life(Thread& thread, context::fiber&& caller) {
        thread.caller = std::move(caller);
        while (!m_over) {
            try {
                m_kernel();
            } catch (const context::detail::forced_unwind&) {
                throw;
            } catch (...) {
                m_error = std::current_exception();
            }
            pause(Wait::Ended);
        }
        return std::move(thread.caller);
    }

    void resume(Thread& thread) {
        m_current = &thread;
        thread.fiber = std::move(thread.fiber).resume();
        if (m_error) std::rethrow_exception(std::exchange(m_error, nullptr));
    }

    // Until every thread of it has ended or waits for the block.
    void runWarp(unsigned warp) {
        Thread* const lanes = m_threads.data() + std::size_t(warp) * kWarp;
        for (;;) {
            for (unsigned i = 0; i < kWarp; ++i)
                if (Thread& thread = lanes[inOrder(i, kWarp)]; thread.wait == Wait::Nothing) resume(thread);
            unsigned waiting = 0, ended = 0;
            for (unsigned i = 0; i < kWarp; ++i) {
                waiting += lanes[i].wait == Wait::Warp;
                ended += lanes[i].wait == Wait::Ended;
            }
            if (waiting == 0) {
                if (ended != 0 && ended != kWarp) diverged(lanes[0].place, warp, ended, "have ended");
                return;
            }
            if (waiting != kWarp) diverged(lanes[0].place, warp, waiting, "are at a warp barrier or exchange");
            for (unsigned i = 0; i < kWarp; ++i) lanes[i].wait = Wait::Nothing;
        }
    }

    [[noreturn]] static void diverged(const Place& place, unsigned warp, unsigned lanes, const char* what) {
        throw std::logic_error(describe(place) + ", warp " + std::to_string(warp) + ": " + std::to_string(lanes) +
                               " of 32 threads " + what + ", the others wait elsewhere");
    }

    Order m_order;
    const std::function<void()>& m_kernel;
    std::vector<Thread> m_threads;
    std::vector<std::array<Board, 2>> m_boards;  // by warp
    std::vector<Block16> m_shared;
    std::uint64_t m_serial = 0;
    Thread* m_current = nullptr;
    std::exception_ptr m_error;
    bool m_over = false;
};

thread_local Machine* machine = nullptr;
thread_local Order chosenOrder = Order::Forward;

Machine& running() {
    if (!machine) throw std::logic_error("device code was called outside a launch");
    return *machine;
}

void arrive(const std::vector<Copy>& copies) {
    for (const Copy& copy : copies) {
        if (copy.from)
            std::memcpy(copy.to, copy.from, copy.bytes);
        else
            std::memset(copy.to, 0, copy.bytes);
    }
}

}  // namespace

const Place& here() { return running().current().place; }

OrderScope::OrderScope(Order order)
    : m_before(std::exchange(chosenOrder, order)) {}
OrderScope::~OrderScope() { chosenOrder = m_before; }

void run(const Index3& grid, unsigned threadsPerBlock, std::size_t sharedBytes, const std::function<void()>& kernel) {
    if (machine) throw std::logic_error("a kernel was launched from a kernel");
    Machine own(grid, threadsPerBlock, sharedBytes, kernel, chosenOrder);
    struct Running {
        explicit Running(Machine& m) { machine = &m; }
        ~Running() { machine = nullptr; }
    } const running(own);
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) own.runBlock({x, y, z});
}

namespace {
std::atomic<Keeper> keeperOfLaunches{nullptr};
}

void keepLaunches(Keeper keeper) { keeperOfLaunches = keeper; }

void runOn(CUstream_st* stream, Work work) {
    if (const Keeper keeper = keeperOfLaunches)
        keeper(stream, std::move(work));
    else
        work();
}

void blockBarrier() { running().pause(Wait::Block); }
void warpBarrier() { running().pause(Wait::Warp); }

const Shown* show(const void* bytes, std::size_t count) { return running().show(bytes, count); }

std::byte* dynamicShared() { return running().shared(); }
std::uint64_t blockSerial() { return running().serial(); }

void copyLater(void* to, const void* from, std::size_t bytes) { running().current().open.push_back({to, from, bytes}); }

void commitCopies() {
    Thread& thread = running().current();
    thread.groups.push_back(std::exchange(thread.open, {}));
}

void waitForCopies(unsigned pending) {
    Thread& thread = running().current();
    while (thread.groups.size() > pending) {
        arrive(thread.groups.front());
        thread.groups.pop_front();
    }
}

}  // namespace gpu::emulation
