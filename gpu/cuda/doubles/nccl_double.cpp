// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A double of NCCL for tests, a library that is loaded by name: ranks are threads of one process, card memory is the host's.
// A collective is work on its ranks' streams, done when all of them have come to it. Nothing blocks but what NCCL says may:
// calls are in progress until they have been asked after, and are on their stream only then; an end waits for the other
// ranks' ends. Errors and hangs are planted by the name of the function. Like NCCL it sums 16-bit numbers in 16 bits from
// rank to rank, and refuses two ranks of one communicator that say the same rank.
#include "gpu/cuda/doubles/machine_double.h"
#include "gpu/device/element.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using gpu::cuda::doubles::StreamPlace;
using Clock = std::chrono::steady_clock;

constexpr int kSuccess = 0, kInvalidArgument = 4, kInvalidUsage = 5, kRemoteError = 6, kInProgress = 7;
constexpr auto kNotices = std::chrono::milliseconds(300);  // the network notices later than the culprit
constexpr auto kEnds = std::chrono::seconds(20);

struct Id {
    char internal[128];
};
struct Config {
    std::size_t size;
    unsigned int magic, version;
    int blocking;
};

// One collective of all ranks.
struct Round {
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    std::vector<std::function<std::vector<std::byte>(const Round&)>> bodies;  // by rank: what it gets
    std::vector<std::optional<StreamPlace>> places;
    int arrived = 0;
    bool done = false;
};

struct Group {
    int ranks = 0, joined = 0, finalized = 0, ended = 0;
    bool hangs = false;                      // from the round that was planted on
    std::optional<Clock::time_point> broken;  // a rank's call has failed: the others' never end well
    std::vector<bool> present;
    std::vector<std::unique_ptr<Round>> rounds;
};

// What work on streams keeps alive.
struct Member {
    std::shared_ptr<Group> group;
    int rank = 0;
    std::size_t calls = 0;
    int looks = 0;  // at the call that is in progress
    bool starts = true, finalizes = false, aborted = false;
    std::vector<std::function<void()>> pending;  // put on the stream when the call is over
};

std::mutex mutex;
std::condition_variable changed;
std::map<std::string, std::shared_ptr<Group>> groups;
std::map<std::string, int> planted, hangs, calls;
StreamPlace (*putWork)(void* stream, std::function<bool()>) = nullptr;
void (*advanceWork)(const StreamPlace&) = nullptr;
int ids = 0;

// Under the lock.
int failureOf(const char* function, Group* group = nullptr) {
    const auto at = planted.find(function);
    const int error = at == planted.end() ? kSuccess : std::exchange(at->second, kSuccess);
    if (error != kSuccess && group && !group->broken) group->broken = Clock::now();
    return error;
}
bool hangsNow(const char* function) {
    const auto at = hangs.find(function);
    return at != hangs.end() && at->second > 0 && --at->second == 0;
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
void reduceTo(const Round& group, std::size_t begin, std::size_t count, int op, T* output) {
    std::vector<T> sum(static_cast<const T*>(group.inputs[0]) + begin,
                       static_cast<const T*>(group.inputs[0]) + begin + count);
    for (std::size_t rank = 1; rank < group.inputs.size(); ++rank)
        for (std::size_t i = 0; i < count; ++i)
            sum[i] = combined(sum[i], static_cast<const T*>(group.inputs[rank])[begin + i], op);
    std::copy(sum.begin(), sum.end(), output);
}

std::vector<std::byte> reduced(const Round& group, std::size_t begin, std::size_t count, int type, int op) {
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

}  // namespace

struct ncclComm {
    std::shared_ptr<Member> member;
};

namespace {

thread_local int nesting = 0;
thread_local std::vector<std::shared_ptr<Member>> nested;

using Body = std::function<std::vector<std::byte>(const Round&)>;

// On the stream of one rank: it has come to the round, and brings the others' streams there.
bool attempt(const std::shared_ptr<Member>& member, std::size_t index, bool& arrived) {
    std::vector<StreamPlace> others;
    {
        const std::lock_guard lock(mutex);
        if (member->aborted) return true;
        Round& round = *member->group->rounds[index];
        if (!std::exchange(arrived, true)) ++round.arrived;
        if (round.done) return true;
        if (member->group->hangs || member->group->broken) return false;
        if (round.arrived == member->group->ranks) {
            std::vector<std::vector<std::byte>> results;
            for (const Body& body : round.bodies) results.push_back(body(round));
            for (std::size_t rank = 0; rank < results.size(); ++rank)
                if (!results[rank].empty()) std::memcpy(round.outputs[rank], results[rank].data(), results[rank].size());
            return round.done = true;
        }
        for (std::size_t rank = 0; rank < round.places.size(); ++rank)
            if (int(rank) != member->rank && round.places[rank]) others.push_back(*round.places[rank]);
    }
    for (const StreamPlace& other : others) advanceWork(other);
    const std::lock_guard lock(mutex);
    return member->group->rounds[index]->done;
}

int collective(const char* function, ncclComm* comm, const void* input, void* output, void* stream, Body body) {
    const std::lock_guard lock(mutex);
    ++calls[function];
    const std::shared_ptr<Member> member = comm->member;
    Group& group = *member->group;
    if (member->starts || (nesting == 0 && !member->pending.empty())) return kInvalidUsage;  // something is in progress
    if (const int error = failureOf(function, &group)) return error;
    group.hangs |= hangsNow(function);
    const std::size_t index = member->calls++;
    if (group.rounds.size() <= index) {
        auto round = std::make_unique<Round>();
        const auto ranks = std::size_t(group.ranks);
        round->inputs.resize(ranks);
        round->outputs.resize(ranks);
        round->bodies.resize(ranks);
        round->places.resize(ranks);
        group.rounds.push_back(std::move(round));
    }
    Round& round = *group.rounds[index];
    const auto rank = std::size_t(member->rank);
    round.inputs[rank] = input;
    round.outputs[rank] = output;
    round.bodies[rank] = std::move(body);
    member->looks = 0;
    member->pending.push_back([member, index, stream] {
        const auto arrived = std::make_shared<bool>(false);
        const StreamPlace place = putWork(stream, [member, index, arrived] { return attempt(member, index, *arrived); });
        const std::lock_guard inner(mutex);
        member->group->rounds[index]->places[std::size_t(member->rank)] = place;
    });
    if (nesting > 0) nested.push_back(member);
    return nesting > 0 ? kSuccess : kInProgress;
}

void leave(Member& member, bool aborted) {
    std::unique_lock lock(mutex);
    member.aborted |= aborted;
    ++member.group->ended;
    changed.notify_all();
    const std::shared_ptr<Group> group = member.group;
    if (!aborted) changed.wait_for(lock, kEnds, [&] { return group->ended >= group->ranks; });
}

}  // namespace

extern "C" {

void ncclDoubleUse(StreamPlace (*put)(void*, std::function<bool()>), void (*advance)(const StreamPlace&)) {
    putWork = put;
    advanceWork = advance;
}
// The next call of the function returns the error.
void ncclDoubleFail(const char* function, int error) {
    const std::lock_guard lock(mutex);
    planted[function] = error;
}
// The `calls`-th call of the function from now on (1 = the next) never ends, nor does what follows it in its communicator.
void ncclDoubleHang(const char* function, int calls) {
    const std::lock_guard lock(mutex);
    hangs[function] = calls;
}

// Of a collective, since the library was loaded.
int ncclDoubleCalls(const char* function) {
    const std::lock_guard lock(mutex);
    return calls[function];
}

int ncclGetVersion(int* version) {
    *version = 22809;
    return kSuccess;
}
int ncclGetUniqueId(Id* id) {
    const std::lock_guard lock(mutex);
    if (const int error = failureOf("ncclGetUniqueId")) return error;
    *id = {};
    const std::string text = "group " + std::to_string(++ids);
    std::copy(text.begin(), text.end(), id->internal);
    return kSuccess;
}
int ncclCommInitRankConfig(ncclComm** comm, int ranks, Id id, int rank, Config* config) {
    if (config->size < sizeof(Config) || config->magic != 0xcafebeef || config->blocking != 0) return kInvalidArgument;
    const std::lock_guard lock(mutex);
    std::shared_ptr<Group>& group = groups[id.internal];
    if (!group) group = std::make_shared<Group>();
    group->ranks = ranks;
    group->present.resize(std::size_t(ranks));
    if (group->present[std::size_t(rank)]) return kInvalidUsage;
    group->present[std::size_t(rank)] = true;
    if (const int error = failureOf("ncclCommInitRankConfig", group.get())) return error;
    if (!hangsNow("ncclCommInitRankConfig")) ++group->joined;
    *comm = new ncclComm{std::make_shared<Member>(Member{.group = group, .rank = rank})};
    return kInProgress;
}
int ncclCommFinalize(ncclComm* comm) {
    const std::lock_guard lock(mutex);
    comm->member->finalizes = true;
    ++comm->member->group->finalized;
    return kInProgress;
}
int ncclCommDestroy(ncclComm* comm) {
    leave(*comm->member, false);
    delete comm;
    return kSuccess;
}
int ncclCommAbort(ncclComm* comm) {
    leave(*comm->member, true);
    delete comm;
    return kSuccess;
}
int ncclCommGetAsyncError(ncclComm* comm, int* error) {
    std::vector<std::function<void()>> pending;
    {
        const std::lock_guard lock(mutex);
        Member& member = *comm->member;
        Group& group = *member.group;
        *error = failureOf("ncclCommGetAsyncError", &group);
        if (*error != kSuccess) return kSuccess;
        if (group.broken && Clock::now() - *group.broken > kNotices) {
            *error = kRemoteError;
            return kSuccess;
        }
        if (member.finalizes) {
            *error = group.finalized >= group.ranks ? kSuccess : kInProgress;
            return kSuccess;
        }
        if (member.starts) {
            member.starts = group.joined < group.ranks;
            *error = member.starts ? kInProgress : kSuccess;
            return kSuccess;
        }
        if (!member.pending.empty() && member.looks++ == 0) {
            *error = kInProgress;
            return kSuccess;
        }
        pending = std::exchange(member.pending, {});
    }
    for (const auto& work : pending) work();
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
    return std::exchange(nested, {}).empty() ? kSuccess : kInProgress;
}

int ncclAllReduce(const void* send, void* receive, std::size_t count, int type, int op, ncclComm* comm, void* stream) {
    return collective("ncclAllReduce", comm, send, receive, stream,
                      [=](const Round& round) { return reduced(round, 0, count, type, op); });
}
int ncclReduce(const void* send, void* receive, std::size_t count, int type, int op, int root, ncclComm* comm,
               void* stream) {
    const int rank = comm->member->rank;
    return collective("ncclReduce", comm, send, receive, stream, [=](const Round& round) -> std::vector<std::byte> {
        if (rank != root) return {};
        return reduced(round, 0, count, type, op);
    });
}
int ncclReduceScatter(const void* send, void* receive, std::size_t count, int type, int op, ncclComm* comm, void* stream) {
    const auto rank = std::size_t(comm->member->rank);
    return collective("ncclReduceScatter", comm, send, receive, stream,
                      [=](const Round& round) { return reduced(round, count * rank, count, type, op); });
}
int ncclAllGather(const void* send, void* receive, std::size_t count, int type, ncclComm* comm, void* stream) {
    return collective("ncclAllGather", comm, send, receive, stream, [=](const Round& round) {
        const std::size_t bytes = count * widthOf(type);
        std::vector<std::byte> all(bytes * round.inputs.size());
        for (std::size_t rank = 0; rank < round.inputs.size(); ++rank)
            std::memcpy(all.data() + rank * bytes, round.inputs[rank], bytes);
        return all;
    });
}
int ncclBroadcast(const void* send, void* receive, std::size_t count, int type, int root, ncclComm* comm, void* stream) {
    return collective("ncclBroadcast", comm, send, receive, stream, [=](const Round& round) {
        std::vector<std::byte> values(count * widthOf(type));
        std::memcpy(values.data(), round.inputs[std::size_t(root)], values.size());
        return values;
    });
}

}  // extern "C"
