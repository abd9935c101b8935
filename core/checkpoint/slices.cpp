// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of a run, joined into boxes.
#include "core/checkpoint/slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace core {

namespace {

// The sub-parameter (q, k, v) of a row; 0 where there are none.
std::size_t partOf(const ModelTensor& tensor, std::int64_t row) {
    std::size_t part = 0;
    for (std::int64_t end = 0; part < tensor.parts.size(); ++part)
        if (row < (end += tensor.parts[part])) break;
    return part;
}

bool continues(const Slice& slice, const Slice& row, const ModelTensor& tensor) {
    const Box& box = slice.box;
    return row.box.row == box.row + box.rows && row.box.column == box.column &&
           row.box.columns == box.columns && row.local == slice.local + box.elements() &&
           box.elements() + row.box.elements() <= kMostSliceElements &&
           partOf(tensor, row.box.row) == partOf(tensor, box.row);
}

bool readNumber(std::string_view& text, std::int64_t& number, char end) {
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = std::size_t(after - text.data());
    if (error != std::errc() || length >= text.size() || text[length] != end) return false;
    text.remove_prefix(length + 1);
    return number >= 0;
}

}  // namespace

std::optional<Box> intersection(const Box& a, const Box& b) {
    Box both;
    both.row = std::max(a.row, b.row);
    both.rows = std::min(a.row + a.rows, b.row + b.rows) - both.row;
    both.column = std::max(a.column, b.column);
    both.columns = std::min(a.column + a.columns, b.column + b.columns) - both.column;
    if (both.rows <= 0 || both.columns <= 0) return std::nullopt;
    return both;
}

std::string toText(const Box& box) {
    return fmt::format("[{}:{},{}:{}]", box.row, box.row + box.rows, box.column, box.column + box.columns);
}

std::optional<Box> boxFromText(std::string_view text) {
    std::int64_t rowEnd = 0, columnEnd = 0;
    Box box;
    if (text.empty() || text.front() != '[') return std::nullopt;
    text.remove_prefix(1);
    if (!readNumber(text, box.row, ':') || !readNumber(text, rowEnd, ',') ||
        !readNumber(text, box.column, ':') || !readNumber(text, columnEnd, ']') || !text.empty())
        return std::nullopt;
    box.rows = rowEnd - box.row;
    box.columns = columnEnd - box.column;
    if (box.rows <= 0 || box.columns <= 0) return std::nullopt;
    return box;
}

std::vector<Slice> slicesOf(const ShardMap& shards, const LocalTensor& local, int tensorRank,
                            std::int64_t from, std::int64_t count, Copies copies) {
    const ModelTensor& tensor = shards.tensors()[std::size_t(local.tensor)];
    std::vector<Slice> slices;
    for (std::int64_t at = from; at < from + count;) {
        const std::int64_t row = at / local.columns, column = at % local.columns, begin = at - from;
        const std::int64_t elements = std::min(local.columns - column, from + count - at);
        at += elements;
        const std::int64_t global = shards.globalIndex(local, tensorRank, row, column);
        if (global == ShardMap::kPadding) continue;
        if (copies == Copies::Single && tensorRank > 0 &&
            shards.globalIndex(local, tensorRank - 1, row, column) == global)
            continue;
        const std::int64_t globalColumn = global % tensor.columns;
        const Slice next{
            {global / tensor.columns, 1, globalColumn, std::min(elements, tensor.columns - globalColumn)},
            begin};
        if (!slices.empty() && continues(slices.back(), next, tensor))
            ++slices.back().box.rows;
        else
            slices.push_back(next);
    }
    return slices;
}

}  // namespace core
