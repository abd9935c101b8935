// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// llm.c (train_gpt2.cu, llmc/logger.h), torchtitan (components/metrics.py: tokens per second of one card), picotron
// (train.py: batch in tokens, GB of 1e9 bytes).
#include "core/telemetry/log_formats.h"
#include "core/telemetry/log_line.h"

namespace core {

namespace {

std::optional<std::int64_t> stepOf(std::optional<double> number) {
    return number && *number >= 0 && *number < 9e15 ? std::optional(std::int64_t(*number)) : std::nullopt;
}

std::optional<double> share(std::optional<double> percent) { return percent ? std::optional(*percent / 100) : std::nullopt; }

// The number in front of a token: "3056.36 ms".
std::optional<double> numberBefore(std::string_view line, std::string_view token) {
    const std::size_t at = line.find(token);
    if (at == line.npos) return std::nullopt;
    std::size_t begin = at;
    while (begin > 0 && (line[begin - 1] == ' ')) --begin;
    while (begin > 0 && line[begin - 1] != ' ' && line[begin - 1] != '|') --begin;
    return numberAt(line.substr(begin, at - begin));
}

}  // namespace

// "step    1/18865 | loss 11.009 (+nanz)| norm 15.30 (+nanz)| lr 8.57e-07 | 3056.36 ms | 42.6% bf16 MFU | 171542 tok/s"
std::optional<LogRecord> llmcLine(std::string_view line) {
    LogRecord record;
    const auto step = stepOf(numberBehind(line, "step"));
    const auto milliseconds = numberBefore(line, " ms");
    if (!step || !milliseconds || !contains(line, "| loss")) return std::nullopt;
    record.step = *step;
    record.totalSteps = stepOf(numberBehind(behind(line, "step"), "/"));
    record.loss = numberBehind(line, "| loss");
    record.gradNorm = numberBehind(line, "| norm");
    record.lr = numberBehind(line, "| lr");
    record.stepMs = milliseconds;
    record.tokensPerSecond = numberBefore(line, " tok/s");
    record.mfu = share(numberBefore(line, "% bf16 MFU"));
    return record;
}

// "s:10 trl:9.5321 lr:0.000009 norm:3.12", "s:250 tel:6.4567"
std::optional<LogRecord> llmcFileLine(std::string_view line) {
    LogRecord record;
    if (!line.starts_with("s:")) return std::nullopt;
    const auto step = stepOf(numberAt(line.substr(2)));
    const auto training = numberBehind(line, " trl:"), validation = numberBehind(line, " tel:");
    if (!step || (!training && !validation)) return std::nullopt;
    record.step = *step;
    record.kind = training ? LogRecord::Kind::Step : LogRecord::Kind::Validation;
    record.loss = training ? training : validation;
    record.lr = numberBehind(line, " lr:");
    record.gradNorm = numberBehind(line, " norm:");
    return record;
}

// "step: 10  loss:  7.8023  grad_norm:  1.2345  memory: 30.10GiB(38.01%)  tps: 5,762  tflops: 300.12  mfu: 33.90%"
std::optional<LogRecord> torchtitanLine(std::string_view line) {
    LogRecord record;
    const auto step = stepOf(numberBehind(line, "step:"));
    if (!step || !contains(line, "tps:") || !contains(line, "memory:")) return std::nullopt;
    record.step = *step;
    record.loss = numberBehind(line, "loss:");
    record.gradNorm = numberBehind(line, "grad_norm:");
    record.tokensPerSecondPerCard = numberBehind(line, "tps:");
    record.mfu = share(numberBehind(line, "mfu:"));
    if (const auto memory = numberBehind(line, "memory:")) record.peakBytes = *memory * double(1 << 30);
    return record;
}

// "[rank 0] Step: 1     | Loss: 10.8 | Global batch size: 1.05M | Tokens/s: 12.5K | … | MFU: 38.00% | Memory usage: 12.30GB"
std::optional<LogRecord> picotronLine(std::string_view line) {
    LogRecord record;
    const auto step = stepOf(numberBehind(line, "Step:"));
    const auto loss = numberBehind(line, "| Loss:");
    if (!step || !loss) return std::nullopt;
    record.step = *step;
    record.loss = loss;
    record.stepTokens = numberBehind(line, "Global batch size:");
    record.tokensPerSecond = numberBehind(line, "Tokens/s:");
    record.mfu = share(numberBehind(line, "MFU:"));
    if (const auto memory = numberBehind(line, "Memory usage:")) record.peakBytes = *memory * 1e9;
    return record;
}

// "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB …"
std::optional<LogRecord> outOfMemoryLine(std::string_view line) {
    if (!contains(line, "CUDA out of memory") && !contains(line, "CUDA error: out of memory")) return std::nullopt;
    LogRecord record;
    record.kind = LogRecord::Kind::OutOfMemory;
    return record;
}

std::optional<LogRecord> tracebackLine(std::string_view) {
    LogRecord record;
    record.kind = LogRecord::Kind::Traceback;
    return record;
}

std::span<const LogFormat> logFormats() {
    static constexpr LogFormat kRows[] = {
        {"Megatron", "iteration", iterationLine, '|'},
        {"Megatron", "validation loss at", validationLine, '|'},
        {"Megatron", "memory (MB)", megatronMemoryLine, '|'},
        {"llm.c", " tok/s", llmcLine, '|'},
        {"picotron", "| Loss:", picotronLine, '|'},
        {"DeepSpeed", "skipped=", deepSpeedStepLine, '='},
        {"DeepSpeed", "SamplesPerSec=", deepSpeedThroughputLine, '='},
        {"Megatron", " ....", argumentLine, '.'},
        {"DeepSpeed", "Max_MA ", deepSpeedMemoryLine, '_'},
        {"DeepSpeed pipeline", "iter time (s):", deepSpeedPipelineLine},
        {"DeepSpeed", "Attempted loss scale:", overflowLine},
        {"PyTorch", "out of memory", outOfMemoryLine},
        {"PyTorch", "Traceback (most recent call last)", tracebackLine},
        {"llm.c", "", llmcFileLine},
        {"torchtitan", "tps:", torchtitanLine},
    };
    return kRows;
}

}  // namespace core
