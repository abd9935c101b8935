// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events and commands of the engine protocol (newline-delimited JSON). Every line has "type" and monotonic "t" seconds.
// Written by gpu, read by ui and the command line. Values only; codec in core/telemetry/codec.h.
#pragma once

#include "core/base/problem.h"
#include "core/base/units.h"
#include "core/cluster/cluster.h"
#include "core/cost/step_breakdown.h"
#include "core/layout/layout.h"
#include "core/memory/ledger.h"
#include "core/plan/plan.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core {

inline constexpr int kProtocolVersion = 1;
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

// Saving: the run has ended or is told to, and a checkpoint is still being written. Left: the last line on
// standard output of a run that goes on by itself; its run file has no such line.
enum class RunPhase { Starting, Training, Paused, Validating, Stopping, Saving, Left, Finished, Failed };
template <>
std::span<const std::pair<RunPhase, std::string_view>> enumNames<RunPhase>();

struct DeviceInfo {
    std::string name;
    std::string kind;  // "virtual" | "cuda"
    Bytes memory;
    bool operator==(const DeviceInfo&) const = default;
};

// Virtual cards have no wires: the time of their messages is computed from these, bytes/s and seconds.
struct SimulatedLinks {
    double intraNodeBandwidth = 0, intraNodeLatency = 0, interNodeBandwidth = 0, interNodeLatency = 0;
    LinkDelay delay{};  // Wall: people wait for it too
    bool operator==(const SimulatedLinks&) const = default;
};

struct HelloEvent {
    int protocol = kProtocolVersion;
    std::string build, startedAt;  // ISO 8601
    std::vector<DeviceInfo> devices;
    int ranks = 0, cores = 0;
    std::string planText;  // the resolved plan, as plan JSON text
    std::string corpus;    // "fortunes, 2.4 MB, the last 5 % held out"
    std::int64_t corpusBytes = 0;
    double unigramEntropy = 0, bigramEntropy = 0;  // nat per byte of the held-out part
    std::int64_t startStep = 0;  // updates done before this run; 0 = from the beginning
    std::string resumedFrom;     // folder of the checkpoint; empty = from the beginning
    // The speed that the predictions beside this run assume; a replay predicts with it, too.
    std::optional<Calibration> calibration;
    std::int64_t processId = 0;  // of the engine, on its machine; 0 = not said
    std::optional<SimulatedLinks> simulatedLinks;  // none on cards with links of their own
    bool operator==(const HelloEvent&) const = default;
};

struct PhaseEvent {
    RunPhase phase{};
    std::string detail;
    bool operator==(const PhaseEvent&) const = default;
};

struct StepEvent {
    std::int64_t step = 0;  // 1-based count of finished updates
    double loss = 0, lr = 0, gradNorm = 0, lossScale = 1;
    bool skipped = false;
    std::int64_t tokens = 0;    // of this step
    double stepMs = 0;          // wall clock
    double virtualMs = 0;       // virtual clock: simulated from measured costs
    double tokensPerSecond = 0; // wall clock, whole job
    double mfu = 0;
    double bubbleFraction = 0;  // virtual time
    StepBreakdown breakdown;
    // What the rings of all groups of a kind sent in this step, whole job; of the prediction see core/cost/traffic.h.
    Bytes tensorWire, dataWire, pipelineWire, embeddingWire;
    bool operator==(const StepEvent&) const = default;
};

struct ValidationEvent {
    std::int64_t step = 0;
    double loss = 0;
    bool operator==(const ValidationEvent&) const = default;
};

struct MemoryEvent {
    int rank = 0;
    CategoryBytes current{};
    CategoryBytes atPeak{};  // by category at the instant of the rank's peak
    Bytes peak, capacity;
    bool operator==(const MemoryEvent&) const = default;
};

struct OpSpan {
    SpanKind kind{};
    int stage = 0, microBatch = 0;     // microBatch −1: tail of the step
    double wallStart = 0, wallEnd = 0; // seconds from the start of the step
    double cpu = 0;                    // thread CPU seconds of the op
    double virtualStart = 0, virtualEnd = 0;
    bool operator==(const OpSpan&) const = default;
};
struct SpansEvent {
    std::int64_t step = 0;
    int rank = 0;
    std::vector<OpSpan> spans;
    bool operator==(const SpansEvent&) const = default;
};

struct CollectiveEvent {  // totals of one step
    std::int64_t step = 0;
    int rank = 0;
    GroupKind group{};
    std::string op;  // "all-reduce", "reduce-scatter", "all-gather", "send", "receive"
    std::int64_t calls = 0;
    Bytes bytes;              // payload handed in by this rank
    Bytes wireBytes;          // of what a ring sends for it, this rank's share (core/cost/collectives.h)
    double seconds = 0;       // wall clock inside the call
    double waitSeconds = 0;   // of these, before the last member arrived
    double linkSeconds = 0;   // modelled link time charged to the virtual clock
    double hiddenSeconds = 0; // modelled link time that passed beside computing
    bool operator==(const CollectiveEvent&) const = default;
};

struct DeviceEvent {
    int device = 0;
    double utilisation = 0, temperature = 0, powerWatts = 0;
    bool operator==(const DeviceEvent&) const = default;
};

struct SampleEvent {
    std::int64_t step = 0;
    std::string prompt, text;  // text without the prompt; UTF-8, invalid bytes replaced by U+FFFD
    bool operator==(const SampleEvent&) const = default;
};

struct CheckpointEvent {  // a checkpoint is on disk, whole
    std::int64_t step = 0;
    std::string path;     // its folder
    Bytes bytes;
    double seconds = 0;   // from the copy at the end of the step until it was on disk; training went on meanwhile
    bool operator==(const CheckpointEvent&) const = default;
};
struct LogEvent {
    std::string text;
    bool operator==(const LogEvent&) const = default;
};

// A card ran out of memory: what it held and what was refused.
struct OutOfMemory {
    int rank = 0;
    std::int64_t step = 0;
    Bytes requested, capacity;
    std::string tensor;        // name of the refused request
    CategoryBytes held{};
    std::vector<std::pair<std::string, Bytes>> entries;  // "category: name" → bytes, largest first
    bool operator==(const OutOfMemory&) const = default;
};
struct ProblemEvent {
    Problem problem;
    std::optional<int> rank;
    std::optional<OutOfMemory> outOfMemory;
    bool operator==(const ProblemEvent&) const = default;
};
struct DroppedEvent {
    std::int64_t events = 0;
    bool operator==(const DroppedEvent&) const = default;
};
struct ByeEvent {
    int exitCode = 0;
    std::string reason;  // "finished" | "stopped" | "failed"
    std::int64_t steps = 0;
    bool operator==(const ByeEvent&) const = default;
};

using EventBody = std::variant<HelloEvent, PhaseEvent, StepEvent, ValidationEvent, MemoryEvent, SpansEvent, CollectiveEvent,
                               DeviceEvent, SampleEvent, CheckpointEvent, LogEvent, ProblemEvent, DroppedEvent, ByeEvent>;
struct Event {
    double t = 0;  // monotonic seconds since the engine started
    EventBody body;
    bool operator==(const Event&) const = default;
};

// {"type":"pause"} … Leave: go on without standard input and output; a control file takes the commands.
enum class Command { Pause, Resume, StepOnce, Checkpoint, Stop, Leave };
template <>
std::span<const std::pair<Command, std::string_view>> enumNames<Command>();

}  // namespace core
