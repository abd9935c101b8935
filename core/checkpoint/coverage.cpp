// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Disjoint boxes inside a tensor whose sizes add up to it cover it.
#include "core/checkpoint/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

std::string stateName(StateKind kind, const ModelTensor& tensor) {
    return fmt::format("{} of {}", toText(kind), tensor.name);
}

std::optional<std::string> tilingFault(const ModelTensor& tensor, std::vector<Box>& boxes) {
    std::ranges::sort(boxes, {}, &Box::row);
    std::int64_t elements = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Box& box = boxes[i];
        if (box.row + box.rows > tensor.rows || box.column + box.columns > tensor.columns)
            return fmt::format("{} lies outside", toText(box));
        for (std::size_t later = i + 1; later < boxes.size() && boxes[later].row < box.row + box.rows; ++later)
            if (intersection(box, boxes[later]))
                return fmt::format("{} and {} overlap", toText(box), toText(boxes[later]));
        elements += box.elements();
    }
    if (elements == tensor.elements()) return std::nullopt;
    return fmt::format("{} of {} elements are there", elements, tensor.elements());
}

}  // namespace

std::optional<std::string> coverageFault(const Manifest& manifest) {
    const auto kinds = enumNames<StateKind>();
    std::vector<std::vector<Box>> boxes(kinds.size() * manifest.tensors.size());
    for (const StoredFile& file : manifest.files)
        for (const StoredSlice& slice : file.slices)
            boxes[std::size_t(slice.id.kind) * manifest.tensors.size() + std::size_t(slice.id.tensor)].push_back(
                slice.id.box);
    // Parameters, and as many moments as the optimizer keeps; before the first update all of these are zero, and may be
    // left out together.
    const auto firstMoment = boxes.begin() + std::ptrdiff_t(manifest.tensors.size());
    const bool without = manifest.position.step == 0 && std::all_of(firstMoment, boxes.end(), [](const auto& b) { return b.empty(); });
    const auto kept = kinds.first(without ? 1 : std::size_t(1 + manifest.plan.optimizer.states()));
    for (const auto& [kind, name] : kept)
        for (std::size_t t = 0; t < manifest.tensors.size(); ++t)
            if (const auto fault =
                    tilingFault(manifest.tensors[t], boxes[std::size_t(kind) * manifest.tensors.size() + t]))
                return stateName(kind, manifest.tensors[t]) + ": " + *fault;
    return std::nullopt;
}

}  // namespace core
