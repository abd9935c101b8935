// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about plans: layout, batch, model, training options, and the text of plan files.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> planSentences() {
    static constexpr Sentence kRows[] = {
        {"layout.size-below-one", "{name}={value} is no size"},
        {"layout.order-lacks-axis", "the rank order {order} has no axis for {axis}={value}"},
        {"layout.too-many-cards", "tp·cp·dp·pp = {tp}·{cp}·{dp}·{pp} is more cards than can be numbered"},
        {"layout.ep-divides-dp-cp", "ep={ep} does not divide dp·cp = {product}"},
        {"number.below", "{name}={value} is below {least}"},
        {"fix.layout.one-or-more", "use 1 or more"},
        {"fix.layout.order-lacks-axis", "set {axis} to 1 or choose the order megatron"},
        {"fix.layout.ep", "use a divisor of {product}"},
        {"fix.number.at-least", "use {least} or more"},
    };
    return kRows;
}

}  // namespace core
