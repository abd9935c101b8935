// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// DeepSpeed's lines. Its "GB" are GiB, its samples those of the whole job; only the pipeline engine prints a loss.
#include "core/telemetry/log_formats.h"
#include "core/telemetry/log_line.h"

namespace core {

namespace {

constexpr double kGiB = double(1 << 30);

std::optional<std::int64_t> stepOf(std::optional<double> number) {
    return number && *number >= 0 && *number < 9e15 ? std::optional(std::int64_t(*number)) : std::nullopt;
}

}  // namespace

// "[Rank 0] step=40, skipped=2, lr=[5e-05], mom=[[0.9, 0.999]]"
std::optional<LogRecord> deepSpeedStepLine(std::string_view line) {
    LogRecord record;
    const auto step = stepOf(numberBehind(line, "step="));
    const auto skipped = numberBehind(line, "skipped=");
    if (!step || !skipped) return std::nullopt;
    record.step = *step;
    record.lr = numberBehind(line, "lr=[");
    record.hasLoss = false;
    record.partial = true;
    return record;
}

// "steps: 1 loss: 12.7902 iter time (s): 150.471 samples/sec: 6.805"
std::optional<LogRecord> deepSpeedPipelineLine(std::string_view line) {
    LogRecord record;
    const auto step = stepOf(numberBehind(line, "steps:"));
    const auto seconds = numberBehind(line, "iter time (s):");
    if (!step || !seconds) return std::nullopt;
    record.step = *step;
    record.loss = numberBehind(line, "loss:");
    record.stepMs = *seconds * 1e3;
    record.samplesPerSecond = numberBehind(line, "samples/sec:");
    record.partial = true;
    return record;
}

// "0/40, SamplesPerSec=83.48, MemAllocated=0.26GB, MaxMemAllocated=9.02GB", and newer with global_step= and averages.
std::optional<LogRecord> deepSpeedThroughputLine(std::string_view line) {
    LogRecord record;
    record.kind = LogRecord::Kind::Memory;
    record.samplesPerSecond = numberBehind(line, "CurrSamplesPerSec=");
    if (!record.samplesPerSecond) record.samplesPerSecond = numberBehind(line, "SamplesPerSec=");
    const auto allocated = numberBehind(line, "MemAllocated="), peak = numberBehind(line, "MaxMemAllocated=");
    if (!record.samplesPerSecond || !allocated || !peak) return std::nullopt;
    record.allocatedBytes = *allocated * kGiB;
    record.peakBytes = *peak * kGiB;
    return record;
}

// "MA 3.97 GB         Max_MA 6.02 GB         CA 9.12 GB         Max_CA 9 GB"
std::optional<LogRecord> deepSpeedMemoryLine(std::string_view line) {
    LogRecord record;
    record.kind = LogRecord::Kind::Memory;
    const auto peak = numberBehind(line, "Max_MA "), allocated = numberBehind(line, "MA ");
    if (!peak || !allocated) return std::nullopt;
    record.allocatedBytes = *allocated * kGiB;
    record.peakBytes = *peak * kGiB;
    return record;
}

// "OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768", or what hysteresis does instead.
std::optional<LogRecord> overflowLine(std::string_view line) {
    LogRecord record;
    record.kind = LogRecord::Kind::Overflow;
    record.lossScale = numberBehind(line, "Attempted loss scale:");
    return record.lossScale ? std::optional(record) : std::nullopt;
}

}  // namespace core
