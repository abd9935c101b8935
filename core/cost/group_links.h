// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which link the messages of a group's ring use.
#pragma once

#include "core/cost/collectives.h"
#include "core/layout/layout.h"
#include "core/plan/plan.h"

namespace core {

// The accelerator's, unless the plan's cluster says otherwise.
[[nodiscard]] Link plannedLink(const Plan& plan, const Accelerator& accelerator, LinkClass linkClass);

struct GroupLinks {
    Link tensor, context, data, pipeline, embedding, expert;
};

// Of the planned bandwidth collectives reach accelerator.efficiency; public fits of NVLink have 0.74 to 0.8.
// A group within nodes uses the fast link. One across nodes uses the slow one; on GPUs the members of a node
// share the ring's traffic over a network port each, so that it runs up to their number times faster, never
// faster than the fast link. Expert groups exchange all with all: each card over its own port. Virtual cards are charged the plain slow link, as the engine does.
[[nodiscard]] GroupLinks groupLinks(const Plan& plan, const Layout& layout, const Accelerator& accelerator);

}  // namespace core
