// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a rank holds of a tensor, said without its layout: as boxes (rows × columns) of the whole tensor. ZeRO
// cuts flat buffers anywhere, so a run of a local tensor is at most a part of a row, whole rows and a part of
// a row; a box never crosses from q to k to v. Every box is contiguous in the run it comes from.
#pragma once

#include "core/layout/shard_map.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct Box {
    std::int64_t row = 0, rows = 0, column = 0, columns = 0;
    [[nodiscard]] std::int64_t elements() const { return rows * columns; }
    bool operator==(const Box&) const = default;
};
[[nodiscard]] std::optional<Box> intersection(const Box& a, const Box& b);
[[nodiscard]] std::string toText(const Box& box);  // "[0:16,0:48]", as Python slices
[[nodiscard]] std::optional<Box> boxFromText(std::string_view text);

struct Slice {
    Box box;
    std::int64_t local = 0;  // its first element, counted from the start of the run
};

inline constexpr std::int64_t kMostSliceElements = std::int64_t{1} << 24;  // what is read or written at a time

// Of several tensor ranks that hold the same elements, Single leaves them to the lowest.
enum class Copies { All, Single };

// Elements [from, from + count) of a local tensor on a tensor rank; padding is left out.
[[nodiscard]] std::vector<Slice> slicesOf(const ShardMap& shards, const LocalTensor& local, int tensorRank,
                                          std::int64_t from, std::int64_t count, Copies copies);

}  // namespace core
