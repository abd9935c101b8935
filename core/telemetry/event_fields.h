// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of every event field on the wire: one list per event, walked by the writer and by the reader
// alike. `io("name", field)` is the whole interface of both.
#pragma once

#include "core/telemetry/events.h"

namespace core::wire {

template <class Io>
void fields(Io& io, DeviceInfo& e) {
    io("name", e.name);
    io("kind", e.kind);
    io("memory_bytes", e.memory);
}

template <class Io>
void fields(Io& io, Calibration& e) {
    io("virtual_card_flops", e.virtualCardFlops);
    io("virtual_card_flops_bf16", e.virtualCardFlopsBf16);
    io("virtual_card_flops_fp16", e.virtualCardFlopsFp16);
    io("virtual_card_bandwidth", e.virtualCardBandwidth);
    io("cores", e.cores);
    io("measured", e.measured);
}

template <class Io>
void fields(Io& io, SimulatedLinks& e) {
    io("intra_node_bandwidth", e.intraNodeBandwidth);
    io("intra_node_latency", e.intraNodeLatency);
    io("inter_node_bandwidth", e.interNodeBandwidth);
    io("inter_node_latency", e.interNodeLatency);
    io("delay", e.delay);
}

template <class Io>
void fields(Io& io, HelloEvent& e) {
    io("protocol", e.protocol);
    io("build", e.build);
    io("started_at", e.startedAt);
    io("devices", e.devices);
    io("ranks", e.ranks);
    io("cores", e.cores);
    io("plan", e.planText);
    io("corpus", e.corpus);
    io("corpus_bytes", e.corpusBytes);
    io("unigram_entropy", e.unigramEntropy);
    io("bigram_entropy", e.bigramEntropy);
    io("start_step", e.startStep);
    io("resumed_from", e.resumedFrom);
    io("calibration", e.calibration);
    io("process_id", e.processId);
    io("simulated_links", e.simulatedLinks);
}

template <class Io>
void fields(Io& io, PhaseEvent& e) {
    io("phase", e.phase);
    io("detail", e.detail);
}

template <class Io>
void fields(Io& io, StepBreakdown& e) {
    io("forward_seconds", e.forward);
    io("backward_seconds", e.backward);
    io("communication_seconds", e.communication);
    io("optimizer_seconds", e.optimizer);
    io("idle_seconds", e.idle);
}

template <class Io>
void fields(Io& io, StepEvent& e) {
    io("step", e.step);
    io("loss", e.loss);
    io("lr", e.lr);
    io("grad_norm", e.gradNorm);
    io("loss_scale", e.lossScale);
    io("skipped", e.skipped);
    io("tokens", e.tokens);
    io("step_ms", e.stepMs);
    io("virtual_ms", e.virtualMs);
    io("tokens_per_second", e.tokensPerSecond);
    io("mfu", e.mfu);
    io("bubble_fraction", e.bubbleFraction);
    io("breakdown", e.breakdown);
    io("tensor_wire_bytes", e.tensorWire);
    io("data_wire_bytes", e.dataWire);
    io("pipeline_wire_bytes", e.pipelineWire);
    io("embedding_wire_bytes", e.embeddingWire);
}

template <class Io>
void fields(Io& io, ValidationEvent& e) {
    io("step", e.step);
    io("loss", e.loss);
}

template <class Io>
void fields(Io& io, MemoryEvent& e) {
    io("rank", e.rank);
    io("bytes", e.current);
    io("bytes_at_peak", e.atPeak);
    io("peak_bytes", e.peak);
    io("capacity_bytes", e.capacity);
}

template <class Io>
void fields(Io& io, SpansEvent& e) {
    io("step", e.step);
    io("rank", e.rank);
    io("spans", e.spans);
}

template <class Io>
void fields(Io& io, CollectiveEvent& e) {
    io("step", e.step);
    io("rank", e.rank);
    io("group", e.group);
    io("op", e.op);
    io("calls", e.calls);
    io("bytes", e.bytes);
    io("wire_bytes", e.wireBytes);
    io("seconds", e.seconds);
    io("wait_seconds", e.waitSeconds);
    io("link_seconds", e.linkSeconds);
    io("hidden_seconds", e.hiddenSeconds);
}

template <class Io>
void fields(Io& io, DeviceEvent& e) {
    io("device", e.device);
    io("utilisation", e.utilisation);
    io("temperature", e.temperature);
    io("power_watts", e.powerWatts);
}

template <class Io>
void fields(Io& io, SampleEvent& e) {
    io("step", e.step);
    io("prompt", e.prompt);
    io("text", e.text);
}

template <class Io>
void fields(Io& io, CheckpointEvent& e) {
    io("step", e.step);
    io("path", e.path);
    io("bytes", e.bytes);
    io("seconds", e.seconds);
}

template <class Io>
void fields(Io& io, LogEvent& e) {
    io("text", e.text);
}

template <class Io>
void fields(Io& io, OutOfMemory& e) {
    io("rank", e.rank);
    io("step", e.step);
    io("requested_bytes", e.requested);
    io("capacity_bytes", e.capacity);
    io("tensor", e.tensor);
    io("held", e.held);
    io("entries", e.entries);
}

template <class Io>
void fields(Io& io, ProblemEvent& e) {
    io("problem", e.problem);
    io("rank", e.rank);
    io("out_of_memory", e.outOfMemory);
}

template <class Io>
void fields(Io& io, DroppedEvent& e) {
    io("events", e.events);
}

template <class Io>
void fields(Io& io, ByeEvent& e) {
    io("exit_code", e.exitCode);
    io("reason", e.reason);
    io("steps", e.steps);
}

// The "type" of each event, in the order of EventBody.
inline constexpr std::string_view kTypes[] = {"hello", "phase",      "step",    "validation", "memory",
                                              "spans", "collective", "device",  "sample",     "checkpoint",
                                              "log",   "problem",    "dropped", "bye"};
static_assert(std::size(kTypes) == std::variant_size_v<EventBody>);

}  // namespace core::wire
