// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The header of a safetensors file: eight bytes of length (little-endian), then JSON that gives every tensor its
// dtype, shape and place in the data that follow without gaps. Files written by this room can be opened by the
// safetensors packages of other languages. Format: huggingface.co/docs/safetensors.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

enum class StoredType { F64, F32, Bf16, F16 };
template <>
std::span<const std::pair<StoredType, std::string_view>> enumNames<StoredType>();  // "F32", as the format names it
[[nodiscard]] std::int64_t bytesOf(StoredType type);
// `stored` holds `into.size()` elements.
void toDoubles(StoredType type, std::span<const std::byte> stored, std::span<double> into);
// The other way, rounded to nearest even. The first finite number that the type cannot hold is returned; it and its
// like are stored as infinite.
[[nodiscard]] std::optional<double> fromDoubles(StoredType type, std::span<const double> values,
                                                std::span<std::byte> into);

struct StoredTensor {
    std::string name;
    StoredType type{};
    std::vector<std::int64_t> shape;
    std::int64_t begin = 0, bytes = 0;  // in the data
    bool operator==(const StoredTensor&) const = default;
};

struct SafetensorsHeader {
    std::map<std::string, std::string> metadata;
    std::vector<StoredTensor> tensors;  // in the order of the data
    bool operator==(const SafetensorsHeader&) const = default;
};

// The bytes before the data, padded so that the data begin at a multiple of eight.
[[nodiscard]] std::string encode(const SafetensorsHeader& header);

struct OpenedSafetensors {
    SafetensorsHeader header;
    std::int64_t dataBegin = 0;  // from the start of the file
    std::int64_t fileBytes = 0;  // as the header says; may differ from what is there
    std::uint32_t headerChecksum = 0;
};
// Reads and checks the header alone: lengths, shapes, no gaps, no overlaps.
[[nodiscard]] Result<OpenedSafetensors> openSafetensors(const std::filesystem::path& file);

}  // namespace core
