// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranks ↔ coordinates and process groups. The only place with rank arithmetic.
//
// Orders (fastest axis first):
//   megatron             tp-cp-dp-pp     rank = tp + TP·(cp + CP·(dp + DP·pp))
//   megatron-tp-pp-dp    tp-cp-pp-dp
//   deepspeed-3d         axes [pipe, data, model], last fastest: equals megatron; no context axis: cp must be 1
//   deepspeed-pipeline   axes [pipe, data]: tp and cp must be 1
// The expert index runs over the combined context and data index: ep = (cp + CP·dp) mod EP.
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
template <>
std::span<const std::pair<GroupKind, std::string_view>> enumNames<GroupKind>();

struct Group {
    GroupKind kind{};
    std::vector<Rank> ranks;  // in group order
    bool operator==(const Group&) const = default;
};

inline constexpr int kMostCards = 1 << 20;

// Rules of the sizes alone: all positive, ep divides dp·cp, the order has every axis that is used.
[[nodiscard]] Problems layoutProblems(const LayoutSpec& spec);

class Layout {
public:
    [[nodiscard]] static Result<Layout> create(const LayoutSpec& spec, int gpusPerNode);

    [[nodiscard]] int ranks() const { return m_spec.cards(); }
    [[nodiscard]] const LayoutSpec& spec() const { return m_spec; }
    [[nodiscard]] Coordinates coordinates(Rank rank) const;
    [[nodiscard]] Rank rank(const Coordinates& at) const;  // `ep` follows from cp and dp and is not read
    [[nodiscard]] Placement placement(Rank rank) const;
    // Each kind partitions the ranks, except Embedding: first and last stage only, and no groups at all when pp = 1.
    // Groups are ordered by their first rank.
    [[nodiscard]] std::vector<Group> groups(GroupKind kind) const;
    [[nodiscard]] Group groupOf(GroupKind kind, Rank rank) const;  // without ranks where there is none
    // Members on more than one node: its messages cross the slow links.
    [[nodiscard]] bool crossesNodes(const Group& group) const;
    [[nodiscard]] std::string toAscii() const;

private:
    void addEmbeddingGroup(Coordinates here, std::vector<Rank>& ranks) const;
    void addExpertGroup(Coordinates here, std::vector<Rank>& ranks) const;

    LayoutSpec m_spec;
    int m_gpusPerNode = 1;
};

// A group of `a` that is no group of `b`: a library using the other order would exchange data with `otherRanks`.
struct Misalignment {
    GroupKind kind{};
    std::vector<Rank> ranks;
    std::vector<Rank> otherRanks;  // the group in `b` of the first rank; empty when it has none
    bool operator==(const Misalignment&) const = default;
};
[[nodiscard]] std::vector<Misalignment> compareLayouts(const Layout& a, const Layout& b);

}  // namespace core
