// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/telemetry/tensorboard.h"

#include "core/checkpoint/crc32c.h"

#include <algorithm>
#include <bit>

namespace core {

namespace {

constexpr std::size_t kHead = 12, kFoot = 4, kLargest = std::size_t{16} << 20;

template <class Number>
Number littleEndian(std::string_view bytes) {
    Number value = 0;
    for (std::size_t i = sizeof(Number); i > 0; --i) value = Number(value << 8 | std::uint8_t(bytes[i - 1]));
    return value;
}

template <class Number>
void appendLittleEndian(std::string& out, Number value) {
    for (std::size_t i = 0; i < sizeof(Number); ++i) out += char(value >> (8 * i) & 0xFF);
}

std::uint32_t maskedCrc(std::string_view bytes) {
    const std::uint32_t crc = crc32c(bytes);
    return (crc >> 15 | crc << 17) + 0xa282ead8U;
}

// One field of a protobuf message: its number, and either a number or bytes.
struct Field {
    std::uint64_t number = 0, value = 0;
    std::string_view bytes;
    int wire = 0;
};

class Message {
public:
    explicit Message(std::string_view bytes)
        : m_bytes(bytes) {}

    // False at the end, and where the bytes are no message.
    bool next(Field& field) {
        std::uint64_t key = 0;
        if (m_bytes.empty() || !varint(key)) return false;
        field = {key >> 3, 0, {}, int(key & 7)};
        switch (field.wire) {
        case 0:
            return varint(field.value);
        case 1:
            return fixed(8, field);
        case 5:
            return fixed(4, field);
        case 2: {
            std::uint64_t length = 0;
            if (!varint(length) || length > m_bytes.size()) return false;
            field.bytes = m_bytes.substr(0, std::size_t(length));
            m_bytes.remove_prefix(std::size_t(length));
            return true;
        }
        default:
            return false;
        }
    }

private:
    bool varint(std::uint64_t& value) {
        value = 0;
        for (int shift = 0; shift < 64 && !m_bytes.empty(); shift += 7) {
            const auto byte = std::uint8_t(m_bytes.front());
            m_bytes.remove_prefix(1);
            value |= std::uint64_t(byte & 0x7F) << shift;
            if ((byte & 0x80) == 0) return true;
        }
        return false;
    }
    bool fixed(std::size_t size, Field& field) {
        if (m_bytes.size() < size) return false;
        field.value = size == 8 ? littleEndian<std::uint64_t>(m_bytes) : littleEndian<std::uint32_t>(m_bytes);
        m_bytes.remove_prefix(size);
        return true;
    }
    std::string_view m_bytes;
};

double doubleOf(std::uint64_t bits) { return std::bit_cast<double>(bits); }
double floatOf(std::uint64_t bits) { return double(std::bit_cast<float>(std::uint32_t(bits))); }

// TensorProto: dtype 1 = float, 2 = double; content, or packed values.
std::optional<double> scalarOf(std::string_view tensor) {
    Message message(tensor);
    std::uint64_t type = 0;
    std::optional<double> value;
    std::string_view content;
    for (Field field; message.next(field);) {
        if (field.number == 1) type = field.value;
        if (field.number == 4) content = field.bytes;
        if (field.number == 5 && field.wire == 5) value = floatOf(field.value);
        if (field.number == 5 && field.bytes.size() == 4) value = floatOf(littleEndian<std::uint32_t>(field.bytes));
        if (field.number == 6 && field.wire == 1) value = doubleOf(field.value);
        if (field.number == 6 && field.bytes.size() == 8) value = doubleOf(littleEndian<std::uint64_t>(field.bytes));
    }
    if (type == 1 && content.size() == 4) return floatOf(littleEndian<std::uint32_t>(content));
    if (type == 2 && content.size() == 8) return doubleOf(littleEndian<std::uint64_t>(content));
    return value;
}

void readEvent(std::string_view bytes, const TensorBoardReader::Sink& sink) {
    TensorBoardScalar scalar;
    std::vector<std::string_view> values;
    Message event(bytes);
    for (Field field; event.next(field);) {
        if (field.number == 1 && field.wire == 1) scalar.wallTime = doubleOf(field.value);
        if (field.number == 2 && field.wire == 0) scalar.step = std::int64_t(field.value);
        if (field.number != 5 || field.wire != 2) continue;
        Message summary(field.bytes);
        for (Field value; summary.next(value);)
            if (value.number == 1 && value.wire == 2) values.push_back(value.bytes);
    }
    for (const std::string_view value : values) {
        std::optional<double> number;
        Message message(value);
        scalar.tag.clear();
        for (Field field; message.next(field);) {
            if (field.number == 1 && field.wire == 2) scalar.tag = field.bytes;
            if (field.number == 2 && field.wire == 5) number = floatOf(field.value);
            if (field.number == 8 && field.wire == 2) number = scalarOf(field.bytes);
        }
        if (!number) continue;
        scalar.value = *number;
        sink(scalar);
    }
}

void appendVarint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += char((value & 0x7F) | 0x80);
    out += char(value);
}

void appendBytes(std::string& out, int number, std::string_view bytes) {
    appendVarint(out, std::uint64_t(number) << 3 | 2);
    appendVarint(out, bytes.size());
    out += bytes;
}

std::string recordOf(std::string_view data) {
    std::string record;
    appendLittleEndian<std::uint64_t>(record, data.size());
    appendLittleEndian<std::uint32_t>(record, maskedCrc(record));
    record += data;
    appendLittleEndian<std::uint32_t>(record, maskedCrc(data));
    return record;
}

std::string eventAt(double wallTime) {
    std::string event;
    appendVarint(event, 1 << 3 | 1);
    appendLittleEndian<std::uint64_t>(event, std::bit_cast<std::uint64_t>(wallTime));
    return event;
}

constexpr std::pair<std::string_view, ScalarMeaning> kTags[] = {
    {"lm loss", ScalarMeaning::Loss},
    {"lm-loss-training/lm loss", ScalarMeaning::Loss},
    {"Train/Samples/train_loss", ScalarMeaning::Loss},
    {"train/loss", ScalarMeaning::Loss},
    {"loss_metrics/global_avg_loss", ScalarMeaning::Loss},
    {"loss", ScalarMeaning::Loss},
    {"lm loss validation", ScalarMeaning::ValidationLoss},
    {"lm-loss-validation/lm loss validation", ScalarMeaning::ValidationLoss},
    {"eval/loss", ScalarMeaning::ValidationLoss},
    {"learning-rate", ScalarMeaning::LearningRate},
    {"learning-rate/learning-rate", ScalarMeaning::LearningRate},
    {"Train/Samples/lr", ScalarMeaning::LearningRate},
    {"train/learning_rate", ScalarMeaning::LearningRate},
    {"lr", ScalarMeaning::LearningRate},
    {"grad-norm", ScalarMeaning::GradientNorm},
    {"grad-norm/grad-norm", ScalarMeaning::GradientNorm},
    {"train/grad_norm", ScalarMeaning::GradientNorm},
    {"grad_norm", ScalarMeaning::GradientNorm},
    {"loss-scale", ScalarMeaning::LossScale},
    {"loss-scale/loss-scale", ScalarMeaning::LossScale},
    {"Train/Samples/loss_scale", ScalarMeaning::LossScale},
    {"iteration-time", ScalarMeaning::StepSeconds},
    {"iteration-time/iteration-time", ScalarMeaning::StepSeconds},
    {"time_metrics/end_to_end(s)", ScalarMeaning::StepSeconds},
    {"tokens-per-second", ScalarMeaning::TokensPerSecond},
    {"iteration-time/tokens per sec", ScalarMeaning::TokensPerSecond},
};

}  // namespace

bool looksLikeTensorBoard(std::string_view bytes) {
    return bytes.size() >= kHead && littleEndian<std::uint32_t>(bytes.substr(8)) == maskedCrc(bytes.substr(0, 8));
}

void TensorBoardReader::feed(std::string_view bytes) {
    if (m_damaged) return;
    const auto passed = std::size_t(std::min<std::uint64_t>(m_skip, bytes.size()));
    m_skip -= passed;
    m_rest += bytes.substr(passed);
    std::size_t at = 0;
    while (m_rest.size() - at >= kHead && m_skip == 0) {
        const std::string_view head = std::string_view(m_rest).substr(at, kHead);
        if (!looksLikeTensorBoard(head)) {
            m_damaged = true;
            break;
        }
        const auto length = littleEndian<std::uint64_t>(head);
        const std::size_t here = m_rest.size() - at - kHead;
        if (length > kLargest) {
            const std::uint64_t whole = length + kFoot;
            const auto now = std::size_t(std::min<std::uint64_t>(whole, here));
            m_skip = whole - now;
            at += kHead + now;
            ++m_records;
            continue;
        }
        if (here < length + kFoot) break;
        const std::string_view data = std::string_view(m_rest).substr(at + kHead, std::size_t(length));
        if (littleEndian<std::uint32_t>(std::string_view(m_rest).substr(at + kHead + data.size())) != maskedCrc(data)) {
            m_damaged = true;
            break;
        }
        readEvent(data, m_sink);
        ++m_records;
        at += kHead + data.size() + kFoot;
    }
    m_rest.erase(0, at);
    if (m_damaged) m_rest.clear();
}

TensorBoardWriter::TensorBoardWriter(double wallTime) {
    std::string event = eventAt(wallTime);
    appendBytes(event, 3, "brain.Event:2");
    m_bytes = recordOf(event);
}

void TensorBoardWriter::add(const TensorBoardScalar& scalar) {
    std::string value, summary, event = eventAt(scalar.wallTime);
    appendBytes(value, 1, scalar.tag);
    appendVarint(value, 2 << 3 | 5);
    appendLittleEndian<std::uint32_t>(value, std::bit_cast<std::uint32_t>(float(scalar.value)));
    appendBytes(summary, 1, value);
    appendVarint(event, 2 << 3);
    appendVarint(event, std::uint64_t(scalar.step));
    appendBytes(event, 5, summary);
    m_bytes += recordOf(event);
}

std::optional<ScalarMeaning> meaningOfTag(std::string_view tag) {
    const auto row = std::ranges::find(kTags, tag, [](const auto& each) { return each.first; });
    return row == std::end(kTags) ? std::nullopt : std::optional(row->second);
}

std::string_view tagOf(ScalarMeaning meaning) {
    if (meaning == ScalarMeaning::TokensPerSecond) return "tokens-per-second";
    return std::ranges::find(kTags, meaning, [](const auto& each) { return each.second; })->first;
}

}  // namespace core
