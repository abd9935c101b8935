// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Megatron and its relatives. Time per iteration is in milliseconds, at BLOOM in seconds; "MB" is MiB; nanotron writes
// numbers as 14.2K and its global batch in sequences or, newer, in tokens.
#include "core/telemetry/log_formats.h"
#include "core/telemetry/log_line.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

constexpr double kMiB = 1 << 20;

// Compares a field's name with '_' and ' ' as the same.
bool isName(std::string_view written, std::string_view name) {
    if (written.size() != name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (written[i] != name[i] && !(written[i] == '_' && name[i] == ' ')) return false;
    return true;
}

struct FieldRow {
    std::string_view name;
    std::optional<double> LogRecord::* member;
    double factor = 1;
};

constexpr FieldRow kFields[] = {
    {"lm loss", &LogRecord::loss},
    {"loss", &LogRecord::loss},
    {"learning rate", &LogRecord::lr},
    {"lr", &LogRecord::lr},
    {"loss scale", &LogRecord::lossScale},
    {"grad norm", &LogRecord::gradNorm},
    {"global batch size", &LogRecord::globalBatch},
    {"elapsed time per iteration (ms)", &LogRecord::stepMs},
    {"elapsed time per iteration (s)", &LogRecord::stepMs, 1e3},
    {"elapsed time per iteration ms", &LogRecord::stepMs},
    {"time per iteration ms", &LogRecord::stepMs},
    {"consumed samples", &LogRecord::consumedSamples},
    {"consumed tokens", &LogRecord::consumedTokens},
    {"actual seqlen", &LogRecord::sequence},
    {"samples per second", &LogRecord::samplesPerSecond},
    {"tokens per gpu per second (tgs)", &LogRecord::tokensPerSecondPerCard},
    {"tokens per sec", &LogRecord::tokensPerSecond},
    {"tokens per sec per gpu", &LogRecord::tokensPerSecondPerCard},
};

void field(LogRecord& record, std::string_view name, std::string_view value) {
    for (const FieldRow& row : kFields) {
        if (!isName(name, row.name)) continue;
        if (const auto number = numberAt(value)) record.*row.member = *number * row.factor;
        return;
    }
    if (isName(name, "number of skipped iterations") || isName(name, "number of nan iterations"))
        record.skipped = record.skipped || numberAt(value).value_or(0) > 0;
}

std::optional<std::int64_t> takeWhole(std::string_view& text) {
    text = trimmed(text);
    std::int64_t value = 0;
    std::size_t digits = 0;
    while (digits < text.size() && digits < 15 && text[digits] >= '0' && text[digits] <= '9')
        value = value * 10 + (text[digits++] - '0');
    text.remove_prefix(digits);
    return digits > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<LogRecord> iterationLine(std::string_view line) {
    std::string_view rest = behind(line, "iteration");
    if (rest.starts_with(':')) rest.remove_prefix(1);
    LogRecord record;
    const auto step = takeWhole(rest);
    if (!step) return std::nullopt;
    record.step = *step;
    rest = trimmed(rest);
    if (!rest.starts_with('/')) return std::nullopt;
    rest.remove_prefix(1);
    record.totalSteps = takeWhole(rest);
    if (!record.totalSteps) return std::nullopt;
    rest = trimmed(rest);
    if (!rest.starts_with('|')) return std::nullopt;
    bool nanotron = false;
    while (!rest.empty()) {
        rest.remove_prefix(1);  // the |
        const std::size_t end = std::min(rest.find('|'), rest.size());
        const std::string_view piece = rest.substr(0, end);
        if (const std::size_t colon = piece.find(':'); colon != piece.npos) {
            const std::string_view name = trimmed(piece.substr(0, colon));
            nanotron = nanotron || name == "lm_loss";
            field(record, name, piece.substr(colon + 1));
        }
        rest.remove_prefix(end);
    }
    // Newer nanotron counts its batch in tokens.
    if (nanotron && record.globalBatch && *record.globalBatch > 100'000) record.stepTokens = std::exchange(record.globalBatch, {});
    return record;
}

std::optional<LogRecord> validationLine(std::string_view line) {
    std::string_view rest = behind(line, "validation loss at iteration");
    LogRecord record;
    record.kind = LogRecord::Kind::Validation;
    const auto step = takeWhole(rest);
    record.loss = numberBehind(rest, "lm loss value:");
    if (!step || !record.loss) return std::nullopt;
    record.step = *step;
    return record;
}

std::optional<LogRecord> megatronMemoryLine(std::string_view line) {
    LogRecord record;
    record.kind = LogRecord::Kind::Memory;
    const auto rank = numberBehind(line, "[Rank ");
    const std::string_view rest = behind(line, "memory (MB)");
    const auto allocated = numberBehind(rest, "| allocated:"), peak = numberBehind(rest, "max allocated:");
    if (!rank || *rank < 0 || *rank > 1e7 || !allocated || !peak) return std::nullopt;
    record.rank = int(*rank);
    record.allocatedBytes = *allocated * kMiB;
    record.peakBytes = *peak * kMiB;
    return record;
}

// "  seq_length ...................................... 2048"
std::optional<LogRecord> argumentLine(std::string_view line) {
    static constexpr std::pair<std::string_view, std::optional<double> LogRecord::*> kNames[] = {
        {"seq_length", &LogRecord::sequence},        {"global_batch_size", &LogRecord::globalBatch},
        {"world_size", &LogRecord::worldSize},       {"num_layers", &LogRecord::layers},
        {"hidden_size", &LogRecord::hidden},         {"num_attention_heads", &LogRecord::heads},
        {"padded_vocab_size", &LogRecord::vocabulary}};
    const std::size_t dots = line.find(" ....");
    if (dots == line.npos) return std::nullopt;
    std::string_view name = trimmed(line.substr(0, dots));
    name = name.substr(name.find_last_of(" :]") + 1);
    for (const auto& [known, member] : kNames) {
        if (name != known) continue;
        std::string_view value = line.substr(dots);
        value.remove_prefix(std::min(value.find_first_not_of(" ."), value.size()));
        LogRecord record;
        record.kind = LogRecord::Kind::Shape;
        record.*member = numberAt(value);
        return record.*member ? std::optional(record) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace core
