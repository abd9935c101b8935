// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scalars of TensorBoard event files, in and out. The file is a row of TFRecords (length, masked CRC-32C of it, data, masked
// CRC-32C of the data, numbers little-endian; tensorflow/core/lib/io/record_writer.h), each a protobuf Event with wall_time,
// step and a Summary of values (tensorflow/core/util/event.proto, framework/summary.proto). Scalars stand in simple_value or
// in a tensor of one float or double. The reader takes a file that still grows, and one that was cut.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace core {

struct TensorBoardScalar {
    double wallTime = 0;  // seconds since 1970
    std::int64_t step = 0;
    std::string tag;  // "lm loss", "Train/Samples/lr"
    double value = 0;
    bool operator==(const TensorBoardScalar&) const = default;
};

// Whether bytes begin like a record: 12 are enough.
[[nodiscard]] bool looksLikeTensorBoard(std::string_view bytes);

class TensorBoardReader {
public:
    using Sink = std::function<void(const TensorBoardScalar&)>;
    explicit TensorBoardReader(Sink sink)
        : m_sink(std::move(sink)) {}

    // Bytes may come cut anywhere; records above 16 MiB and histograms and pictures are passed over.
    void feed(std::string_view bytes);
    [[nodiscard]] std::int64_t records() const { return m_records; }
    // A checksum was wrong: nothing behind it is read.
    [[nodiscard]] bool isDamaged() const { return m_damaged; }
    // Bytes of a record whose end has not come.
    [[nodiscard]] std::size_t unfinished() const { return m_rest.size(); }

private:
    Sink m_sink;
    std::string m_rest;
    std::uint64_t m_skip = 0;  // bytes of a large record still to come
    std::int64_t m_records = 0;
    bool m_damaged = false;
};

class TensorBoardWriter {
public:
    // The first record, which names the version of the format.
    explicit TensorBoardWriter(double wallTime);
    void add(const TensorBoardScalar& scalar);
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

// By the names that Megatron, DeepSpeed, Hugging Face and torchtitan write.
enum class ScalarMeaning { Loss, ValidationLoss, LearningRate, GradientNorm, LossScale, StepSeconds, TokensPerSecond };
[[nodiscard]] std::optional<ScalarMeaning> meaningOfTag(std::string_view tag);
// The tag that our own exports use.
[[nodiscard]] std::string_view tagOf(ScalarMeaning meaning);

}  // namespace core
