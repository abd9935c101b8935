// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranks ↔ coordinates and process groups. The only place with rank arithmetic.
//
// Orders (fastest axis first):
//   megatron             tp-cp-dp-pp     rank = tp + TP·(cp + CP·(dp + DP·pp))
//   megatron-tp-pp-dp    tp-cp-pp-dp
//   deepspeed-3d         axes [pipe, data, model], last fastest; equals megatron when cp = 1
//   deepspeed-pipeline   axes [pipe, data], no model axis: tp must be 1
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace core {

struct Coordinates {
    int tp = 0, cp = 0, ep = 0, dp = 0, pp = 0;
    bool operator==(const Coordinates&) const = default;
};

struct Placement {
    int node = 0, device = 0;
    bool operator==(const Placement&) const = default;
};

enum class GroupKind { Tensor, Context, Data, Pipeline, Embedding, Expert };

struct Group {
    GroupKind kind{};
    std::vector<Rank> ranks;  // in group order
    bool operator==(const Group&) const = default;
};

class Layout {
public:
    [[nodiscard]] static Result<Layout> create(const LayoutSpec& spec, int gpusPerNode);

    [[nodiscard]] int ranks() const { return m_spec.cards(); }
    [[nodiscard]] const LayoutSpec& spec() const { return m_spec; }
    [[nodiscard]] Coordinates coordinates(Rank rank) const;
    [[nodiscard]] Rank rank(const Coordinates& at) const;
    [[nodiscard]] Placement placement(Rank rank) const;
    [[nodiscard]] std::vector<Group> groups(GroupKind kind) const;
    [[nodiscard]] Group groupOf(GroupKind kind, Rank rank) const;
    // Members on more than one node: its messages cross the slow links.
    [[nodiscard]] bool crossesNodes(const Group& group) const;
    [[nodiscard]] std::string toAscii() const;

private:
    LayoutSpec m_spec;
    int m_gpusPerNode = 1;
};

// A group of `a` that is no group of `b`: a library using the other order would exchange data with `otherRanks`.
struct Misalignment {
    GroupKind kind{};
    std::vector<Rank> ranks;
    std::vector<Rank> otherRanks;  // the group in `b` of the first rank
    bool operator==(const Misalignment&) const = default;
};
[[nodiscard]] std::vector<Misalignment> compareLayouts(const Layout& a, const Layout& b);

}  // namespace core
