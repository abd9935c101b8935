// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same training on another number of cards: the global batch, the sequence and the way of training stay. Of the layout
// as much is kept as is possible, and the plan says how much that was. Pure.
#pragma once

#include "core/planner/search.h"

#include <optional>

namespace core {

// What a rescaled plan keeps of the layout.
enum class Kept {
    Replica,   // tp, cp, ep, pp, chunks, schedule, ZeRO and recomputation: only replicas and micro-batches change
    Split,     // tp, cp, ep and pp
    Tensor,    // tp alone
    Nothing
};
template <>
std::span<const std::pair<Kept, std::string_view>> enumNames<Kept>();  // "replica" ...

struct Rescaled {
    FoundPlan found;
    Kept kept = Kept::Replica;
};

// The fastest plan that fits, with as much kept as any plan that fits keeps. None where nothing fits, and where `watch` ended
// it: what was found by then may not be the fastest. The four ways of keeping are a quarter of the progress each.
[[nodiscard]] std::optional<Rescaled> rescale(const Plan& plan, std::int64_t cards, const SearchWatch& watch = {},
                                              const Calibration& calibration = {});

}  // namespace core
