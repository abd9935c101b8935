// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A double of NCCL for tests, a library that is loaded by name: ranks are threads of one process, card memory is the host's,
// and a call has been done by all when it returns. ncclDoubleFail() plants an error. Like NCCL it sums 16-bit numbers in
// 16 bits from rank to rank, and refuses two ranks of one communicator that say the same rank.
#include "gpu/device/element.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr int kSuccess = 0, kInvalidUsage = 5, kRemoteError = 6;

struct Id {
    char internal[128];
};

struct Group {
    int ranks = 0, arrived = 0, joined = 0;
    std::uint64_t round = 0;
    bool broken = false;  // a rank's call has failed: the others' never end well
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    std::vector<bool> present;
};

std::mutex mutex;
std::condition_variable changed;
std::map<std::string, Group> groups;
std::map<std::string, int> planted;
int ids = 0;

int failureOf(const char* function, Group* group = nullptr) {
    const std::lock_guard lock(mutex);
    const auto at = planted.find(function);
    const int error = at == planted.end() ? kSuccess : std::exchange(at->second, kSuccess);
    if (error != kSuccess && group) {
        group->broken = true;
        changed.notify_all();
    }
    return error;
}

struct Broken {};

// All ranks of the group pass together.
void meet(Group& group) {
    std::unique_lock lock(mutex);
    const std::uint64_t round = group.round;
    if (++group.arrived == group.ranks) {
        group.arrived = 0;
        ++group.round;
        changed.notify_all();
        return;
    }
    changed.wait(lock, [&] { return group.round != round || group.broken; });
    if (group.round != round) return;
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the network notices later than the culprit
    throw Broken();
}

enum class Type { Int64 = 4, Float16 = 6, Float32 = 7, Float64 = 8, Bfloat16 = 9 };

std::size_t widthOf(int type) {
    switch (Type(type)) {
    case Type::Int64:
    case Type::Float64:
        return 8;
    case Type::Float32:
        return 4;
    case Type::Float16:
    case Type::Bfloat16:
        break;
    }
    return 2;
}

template <class T>
T combined(T left, T right, int op) {
    if constexpr (gpu::Sixteen<T>) {
        const float a = gpu::load(left), b = gpu::load(right);
        gpu::store(left, op == 2 ? std::max(a, b) : a + b);
        return left;
    } else {
        return op == 2 ? std::max(left, right) : left + right;
    }
}

// Elements [begin, begin + count) of all inputs.
template <class T>
void reduceTo(const Group& group, std::size_t begin, std::size_t count, int op, T* output) {
    std::vector<T> sum(static_cast<const T*>(group.inputs[0]) + begin,
                       static_cast<const T*>(group.inputs[0]) + begin + count);
    for (std::size_t rank = 1; rank < group.inputs.size(); ++rank)
        for (std::size_t i = 0; i < count; ++i)
            sum[i] = combined(sum[i], static_cast<const T*>(group.inputs[rank])[begin + i], op);
    std::copy(sum.begin(), sum.end(), output);
}

std::vector<std::byte> reduced(const Group& group, std::size_t begin, std::size_t count, int type, int op) {
    std::vector<std::byte> result(count * widthOf(type));
    switch (Type(type)) {
    case Type::Int64:
        reduceTo(group, begin, count, op, reinterpret_cast<std::int64_t*>(result.data()));
        break;
    case Type::Float64:
        reduceTo(group, begin, count, op, reinterpret_cast<double*>(result.data()));
        break;
    case Type::Float32:
        reduceTo(group, begin, count, op, reinterpret_cast<float*>(result.data()));
        break;
    case Type::Float16:
        reduceTo(group, begin, count, op, reinterpret_cast<gpu::Fp16*>(result.data()));
        break;
    case Type::Bfloat16:
        reduceTo(group, begin, count, op, reinterpret_cast<gpu::Bf16*>(result.data()));
        break;
    }
    return result;
}

thread_local int nesting = 0;
thread_local std::vector<std::function<void()>> waiting;

int runOrWait(std::function<void()> call) {
    if (nesting > 0) {
        waiting.push_back(std::move(call));
        return kSuccess;
    }
    try {
        call();
    } catch (const Broken&) {
        return kRemoteError;
    }
    return kSuccess;
}

}  // namespace

struct ncclComm {
    Group* group = nullptr;
    int rank = 0;
};

namespace {

// Shows this rank's buffers, lets `body` compute what it writes from everybody's, and writes it when all have read.
void together(ncclComm* comm, const void* input, void* output, const std::function<std::vector<std::byte>()>& body) {
    Group& group = *comm->group;
    group.inputs[std::size_t(comm->rank)] = input;
    group.outputs[std::size_t(comm->rank)] = output;
    meet(group);
    const std::vector<std::byte> result = body();
    meet(group);
    if (!result.empty()) std::memcpy(output, result.data(), result.size());
    meet(group);
}

}  // namespace

extern "C" {

// The next call of the function returns the error.
void ncclDoubleFail(const char* function, int error) {
    const std::lock_guard lock(mutex);
    planted[function] = error;
}

int ncclGetVersion(int* version) {
    *version = 22809;
    return kSuccess;
}
int ncclGetUniqueId(Id* id) {
    if (const int error = failureOf("ncclGetUniqueId")) return error;
    const std::lock_guard lock(mutex);
    *id = {};
    const std::string text = "group " + std::to_string(++ids);
    std::copy(text.begin(), text.end(), id->internal);
    return kSuccess;
}
int ncclCommInitRank(ncclComm** comm, int ranks, Id id, int rank) {
    Group* group = nullptr;
    {
        const std::lock_guard lock(mutex);
        group = &groups[id.internal];
        group->ranks = ranks;
        group->inputs.resize(std::size_t(ranks));
        group->outputs.resize(std::size_t(ranks));
        group->present.resize(std::size_t(ranks));
        if (group->present[std::size_t(rank)]) return kInvalidUsage;
        group->present[std::size_t(rank)] = true;
    }
    if (const int error = failureOf("ncclCommInitRank", group)) return error;
    try {
        meet(*group);
    } catch (const Broken&) {
        return kRemoteError;
    }
    *comm = new ncclComm{group, rank};
    return kSuccess;
}
int ncclCommDestroy(ncclComm* comm) {
    delete comm;
    return kSuccess;
}
int ncclCommAbort(ncclComm* comm) { return ncclCommDestroy(comm); }
int ncclCommGetAsyncError(ncclComm*, int* error) {
    *error = failureOf("ncclCommGetAsyncError");
    return kSuccess;
}
const char* ncclGetErrorString(int) { return "planted in a double"; }
const char* ncclGetLastError(ncclComm*) { return ""; }

int ncclGroupStart() {
    ++nesting;
    return kSuccess;
}
int ncclGroupEnd() {
    if (--nesting > 0) return kSuccess;
    const auto calls = std::exchange(waiting, {});
    return runOrWait([&] {
        for (const auto& call : calls) call();
    });
}

int ncclAllReduce(const void* send, void* receive, std::size_t count, int type, int op, ncclComm* comm, void*) {
    if (const int error = failureOf("ncclAllReduce", comm->group)) return error;
    return runOrWait([=] { together(comm, send, receive, [=] { return reduced(*comm->group, 0, count, type, op); }); });
}
int ncclReduce(const void* send, void* receive, std::size_t count, int type, int op, int root, ncclComm* comm, void*) {
    if (const int error = failureOf("ncclReduce", comm->group)) return error;
    return runOrWait([=] {
        together(comm, send, receive, [=]() -> std::vector<std::byte> {
            if (comm->rank != root) return {};
            return reduced(*comm->group, 0, count, type, op);
        });
    });
}
int ncclReduceScatter(const void* send, void* receive, std::size_t count, int type, int op, ncclComm* comm, void*) {
    if (const int error = failureOf("ncclReduceScatter", comm->group)) return error;
    return runOrWait([=] {
        together(comm, send, receive,
                 [=] { return reduced(*comm->group, count * std::size_t(comm->rank), count, type, op); });
    });
}
int ncclAllGather(const void* send, void* receive, std::size_t count, int type, ncclComm* comm, void*) {
    if (const int error = failureOf("ncclAllGather", comm->group)) return error;
    return runOrWait([=] {
        together(comm, send, receive, [=] {
            const std::size_t bytes = count * widthOf(type);
            std::vector<std::byte> all(bytes * comm->group->inputs.size());
            for (std::size_t rank = 0; rank < comm->group->inputs.size(); ++rank)
                std::memcpy(all.data() + rank * bytes, comm->group->inputs[rank], bytes);
            return all;
        });
    });
}
int ncclBroadcast(const void* send, void* receive, std::size_t count, int type, int root, ncclComm* comm, void*) {
    if (const int error = failureOf("ncclBroadcast", comm->group)) return error;
    return runOrWait([=] {
        together(comm, send, receive, [=] {
            std::vector<std::byte> values(count * widthOf(type));
            std::memcpy(values.data(), comm->group->inputs[std::size_t(root)], values.size());
            return values;
        });
    });
}

}  // extern "C"
