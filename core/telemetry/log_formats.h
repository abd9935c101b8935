// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line formats of foreign training logs, one function each, tried in the order of the table. Units are made
// ours here: milliseconds, bytes, tokens of the whole job. A format is its function and its row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace core {

struct LogRecord {
    enum class Kind { Step, Validation, Memory, Overflow, Shape, OutOfMemory, Traceback };
    Kind kind = Kind::Step;
    std::int64_t step = 0;
    std::optional<double> loss, lr, gradNorm, lossScale, stepMs;
    std::optional<double> globalBatch;  // sequences
    std::optional<double> sequence;     // tokens
    std::optional<double> stepTokens;   // where the format counts in tokens itself
    std::optional<double> tokensPerSecond, tokensPerSecondPerCard, samplesPerSecond, consumedTokens, consumedSamples;
    std::optional<double> mfu;          // as the log says it, 0..1
    std::optional<std::int64_t> totalSteps;  // of the run, where the line says it
    bool skipped = false;
    bool partial = false;  // another line of the same step says the rest
    bool hasLoss = true;                // the format prints the loss: its absence means NaN
    int rank = 0;
    std::optional<double> allocatedBytes, peakBytes;
    // Of a dump of arguments.
    std::optional<double> worldSize, layers, hidden, heads, vocabulary;
};

struct LogFormat {
    std::string_view name;
    std::string_view token;  // in every line of the format, so most lines are turned away by it; empty = none is needed
    std::optional<LogRecord> (*read)(std::string_view line);
    char mark = ':';  // stands in every line of the format, too, and is found faster still
};

[[nodiscard]] std::span<const LogFormat> logFormats();

// Megatron-LM old and new, Megatron-DeepSpeed, BLOOM, nanotron: "iteration 1/ 1000 | name: value | …"
[[nodiscard]] std::optional<LogRecord> iterationLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> validationLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> megatronMemoryLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> argumentLine(std::string_view line);
// DeepSpeed's own lines.
[[nodiscard]] std::optional<LogRecord> deepSpeedStepLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> deepSpeedPipelineLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> deepSpeedThroughputLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> deepSpeedMemoryLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> overflowLine(std::string_view line);
// How a program of PyTorch ends before its time.
[[nodiscard]] std::optional<LogRecord> outOfMemoryLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> tracebackLine(std::string_view line);
// llm.c on the terminal and in main.log, torchtitan, picotron.
[[nodiscard]] std::optional<LogRecord> llmcLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> llmcFileLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> torchtitanLine(std::string_view line);
[[nodiscard]] std::optional<LogRecord> picotronLine(std::string_view line);

}  // namespace core
