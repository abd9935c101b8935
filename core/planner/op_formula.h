// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the length of one op of the predicted timeline comes from: a pass of a micro-batch through a stage is its layers by
// the roofline of the card (core/cost/speed.h) and the collectives that are not hidden behind them; the tail of the step is
// what core/planner/derivations.h says of it. A test holds the terms' sum to the op's length. Pure.
//
// Symbols: n layers of a kind, F FLOPs of their products, B bytes moved, k kernels, R peak of a card, β memory bandwidth, η and
// η_m the shares of them that are reached, t_k gap between kernels, t_h launch by the host, e software factor (1 where the
// plan says none); of virtual cards F½ and B½ the work that runs at half speed.
#pragma once

#include "core/planner/derivations.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

struct OpFormula {
    Seconds length;
    std::string formula, numbers;
    std::vector<DerivedTerm> terms;
    std::string source;
};

// `stage` is that of the span: the model chunk of a pass, the pipeline rank of the tail. None where the snapshot has no
// timeline, or its stages no such op.
[[nodiscard]] std::optional<OpFormula> opFormula(const Snapshot& snapshot, SpanKind kind, Stage stage);

}  // namespace core
