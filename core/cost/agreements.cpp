// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/agreements.h"

namespace core {

namespace {

constexpr Bytes kNumber{8}, kExactSums{16};

}  // namespace

Seconds agreementSeconds(const Plan& plan, const GroupLinks& links) {
    const auto sum = [](int members, Bytes bytes, const Link& link) {
        return collectiveSeconds(CollectiveKind::AllReduce, members, bytes, link);
    };
    const auto norm = [&](int members, const Link& link) {
        const Seconds first = sum(members, kNumber, link);
        return plan.precision == Precision::Fp64 ? first : first + sum(members, kExactSums, link);
    };
    const LayoutSpec& layout = plan.layout;
    return sum(layout.dp, kNumber, links.data) + sum(layout.pp, kNumber, links.pipeline) + norm(layout.tp, links.tensor) +
           norm(layout.pp, links.pipeline) + (plan.zero.stage > 0 ? norm(layout.dp, links.data) : Seconds(0));
}

}  // namespace core
