// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing and reading safetensors headers.
#include "core/checkpoint/safetensors.h"

#include "core/checkpoint/crc32c.h"
#include "core/checkpoint/file_io.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace core {

template <>
std::span<const std::pair<StoredType, std::string_view>> enumNames<StoredType>() {
    static constexpr std::array<std::pair<StoredType, std::string_view>, 4> kNames{
        {{StoredType::F64, "F64"}, {StoredType::F32, "F32"}, {StoredType::Bf16, "BF16"}, {StoredType::F16, "F16"}}};
    return kNames;
}

static_assert(std::endian::native == std::endian::little, "tensors are stored as they lie in memory");

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kLengthBytes = 8;
constexpr std::int64_t kMostHeaderBytes = 100'000'000;  // the limit of the format's own readers

tl::unexpected<Problems> broken(const std::filesystem::path& file, std::string detail) {
    return refuse({Severity::Error, "checkpoint.bad-shard", file.string(), {{"detail", std::move(detail)}}});
}

float fromBf16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t(bits) << 16); }

float fromHalf(std::uint16_t bits) {
    const std::uint32_t sign = std::uint32_t(bits & 0x8000u) << 16, exponent = (bits >> 10) & 0x1Fu,
                        fraction = bits & 0x3FFu;
    if (exponent == 0) {  // zero and subnormals: fraction · 2⁻²⁴
        const float small = float(fraction) * 0x1p-24f;
        return sign != 0 ? -small : small;
    }
    const std::uint32_t wide = exponent == 0x1F ? 0xFFu : exponent + 112;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// A sign, an exponent with this bias and a fraction, in 16 bits. Fractions are counted with the leading bit, which
// carries into the exponent where rounding makes one more of it, and is absent in subnormal numbers.
std::uint16_t rounded(double value, int fractionBits, int bias) {
    const std::uint32_t infinity = 0x7FFFu >> fractionBits << fractionBits, sign = std::signbit(value) ? 0x8000u : 0u;
    if (std::isnan(value)) return std::uint16_t(sign | infinity | 1u << (fractionBits - 1));
    if (std::isinf(value)) return std::uint16_t(sign | infinity);
    const double magnitude = std::abs(value);
    const int exponent = std::max(magnitude > 0 ? std::ilogb(magnitude) : 1 - bias, 1 - bias);
    if (exponent > bias) return std::uint16_t(sign | infinity);
    const auto fraction = std::uint32_t(std::nearbyint(std::ldexp(magnitude, fractionBits - exponent)));
    return std::uint16_t(sign | ((std::uint32_t(exponent + bias - 1) << fractionBits) + fraction));
}

template <class T, class Convert>
std::optional<double> storeAll(std::span<const double> values, std::span<std::byte> into, StoredType type,
                               Convert convert) {
    std::optional<double> beyond;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T stored = convert(values[i]);
        std::memcpy(into.data() + i * sizeof stored, &stored, sizeof stored);
        double back = 0;
        toDoubles(type, std::as_bytes(std::span(&stored, 1)), std::span(&back, 1));
        if (!beyond && std::isinf(back) && !std::isinf(values[i])) beyond = values[i];
    }
    return beyond;
}

template <class T, class Convert>
void convertAll(std::span<const std::byte> stored, std::span<double> into, Convert convert) {
    for (std::size_t i = 0; i < into.size(); ++i) {
        T value{};
        std::memcpy(&value, stored.data() + i * sizeof value, sizeof value);
        into[i] = double(convert(value));
    }
}

// Throws nlohmann's exceptions where something is missing or of another type.
StoredTensor tensorFrom(const std::string& name, const Json& json) {
    StoredTensor tensor{name, {}, json.at("shape").get<std::vector<std::int64_t>>(), 0, 0};
    const auto type = fromText<StoredType>(json.at("dtype").get<std::string>());
    if (!type) throw std::runtime_error("the dtype " + json.at("dtype").dump() + " of " + name + " is not read here");
    tensor.type = *type;
    const auto offsets = json.at("data_offsets").get<std::array<std::int64_t, 2>>();
    tensor.begin = offsets[0];
    tensor.bytes = offsets[1] - offsets[0];
    std::int64_t expected = bytesOf(*type);
    for (const std::int64_t size : tensor.shape)
        if (size < 0 || __builtin_mul_overflow(expected, size, &expected))
            throw std::runtime_error("the shape of " + name + " is not possible");
    if (expected != tensor.bytes) throw std::runtime_error("the place of " + name + " does not fit its shape");
    return tensor;
}

SafetensorsHeader headerFrom(const Json& json) {
    SafetensorsHeader header;
    for (const auto& [name, value] : json.items()) {
        if (name == "__metadata__")
            header.metadata = value.get<std::map<std::string, std::string>>();
        else
            header.tensors.push_back(tensorFrom(name, value));
    }
    std::ranges::sort(header.tensors, {}, &StoredTensor::begin);
    std::int64_t end = 0;
    for (const StoredTensor& tensor : header.tensors) {
        if (tensor.begin != end) throw std::runtime_error("there is a gap or an overlap before " + tensor.name);
        end += tensor.bytes;
    }
    return header;
}

}  // namespace

std::int64_t bytesOf(StoredType type) {
    switch (type) {
    case StoredType::F64:
        return 8;
    case StoredType::F32:
        return 4;
    case StoredType::Bf16:
    case StoredType::F16:
        return 2;
    }
    return 4;
}

void toDoubles(StoredType type, std::span<const std::byte> stored, std::span<double> into) {
    constexpr auto kSame = [](auto value) { return value; };
    switch (type) {
    case StoredType::F64:
        return convertAll<double>(stored, into, kSame);
    case StoredType::F32:
        return convertAll<float>(stored, into, kSame);
    case StoredType::Bf16:
        return convertAll<std::uint16_t>(stored, into, fromBf16);
    case StoredType::F16:
        return convertAll<std::uint16_t>(stored, into, fromHalf);
    }
}

std::optional<double> fromDoubles(StoredType type, std::span<const double> values, std::span<std::byte> into) {
    switch (type) {
    case StoredType::F64:
        return storeAll<double>(values, into, type, [](double value) { return value; });
    case StoredType::F32:
        return storeAll<float>(values, into, type, [](double value) { return float(value); });
    case StoredType::Bf16:
        return storeAll<std::uint16_t>(values, into, type, [](double value) { return rounded(value, 7, 127); });
    case StoredType::F16:
        return storeAll<std::uint16_t>(values, into, type, [](double value) { return rounded(value, 10, 15); });
    }
    return std::nullopt;
}

std::string encode(const SafetensorsHeader& header) {
    Json json = Json::object();
    if (!header.metadata.empty()) json["__metadata__"] = header.metadata;
    for (const StoredTensor& tensor : header.tensors)
        json[tensor.name] = {{"dtype", toText(tensor.type)},
                             {"shape", tensor.shape},
                             {"data_offsets", {tensor.begin, tensor.begin + tensor.bytes}}};
    std::string text = json.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const auto length = std::uint64_t(text.size());
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes + text;
}

Result<OpenedSafetensors> openSafetensors(const std::filesystem::path& file) {
    const Result<InputFile> input = InputFile::open(file);
    if (!input) return tl::make_unexpected(input.error());
    std::uint64_t length = 0;
    if (const auto read = input->readAt(0, std::as_writable_bytes(std::span(&length, 1))); !read)
        return broken(file, "it is shorter than the length of its header");
    if (length < 2 || length > std::uint64_t(kMostHeaderBytes) ||
        std::int64_t(length) > input->bytes() - kLengthBytes)
        return broken(file, "its header does not end within the file");
    std::string text(length, '\0');
    if (const auto read = input->readAt(kLengthBytes, std::as_writable_bytes(std::span(text))); !read)
        return tl::make_unexpected(read.error());
    OpenedSafetensors opened;
    Crc32c checksum;
    checksum.add(std::as_bytes(std::span(&length, 1)));
    checksum.add(text);
    opened.headerChecksum = checksum.value();
    try {
        opened.header = headerFrom(Json::parse(text));
    } catch (const Json::exception&) {
        return broken(file, "its header is not that of a safetensors file");
    } catch (const std::runtime_error& error) {
        return broken(file, error.what());
    }
    opened.dataBegin = kLengthBytes + std::int64_t(length);
    opened.fileBytes = opened.dataBegin;
    if (!opened.header.tensors.empty())
        opened.fileBytes += opened.header.tensors.back().begin + opened.header.tensors.back().bytes;
    return opened;
}

}  // namespace core
