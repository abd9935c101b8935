// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank arithmetic: a rank is a mixed-radix number whose digits are the coordinates, fastest axis first.
#include "core/layout/layout.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace core {

template <>
std::span<const std::pair<GroupKind, std::string_view>> enumNames<GroupKind>() {
    static constexpr std::array<std::pair<GroupKind, std::string_view>, 6> kNames{
        {{GroupKind::Tensor, "tensor"},
         {GroupKind::Context, "context"},
         {GroupKind::Data, "data"},
         {GroupKind::Pipeline, "pipeline"},
         {GroupKind::Embedding, "embedding"},
         {GroupKind::Expert, "expert"}}};
    return kNames;
}

namespace {

struct Axis {
    int Coordinates::*index;
    int LayoutSpec::*size;
};

constexpr Axis kTensor{&Coordinates::tp, &LayoutSpec::tp};
constexpr Axis kContext{&Coordinates::cp, &LayoutSpec::cp};
constexpr Axis kData{&Coordinates::dp, &LayoutSpec::dp};
constexpr Axis kPipeline{&Coordinates::pp, &LayoutSpec::pp};

std::array<Axis, 4> fastestFirst(RankOrder order) {
    if (order == RankOrder::MegatronTpPpDp) return {kTensor, kContext, kPipeline, kData};
    return {kTensor, kContext, kData, kPipeline};
}

Problem sizeProblem(const char* name, int size) {
    return {Severity::Error,
            "layout.size-below-one",
            fmt::format("/layout/{}", name),
            {{"name", name}, {"value", fmt::to_string(size)}},
            "fix.layout.one-or-more"};
}

// A library without the axis cannot place a layout that needs it.
Problem missingAxis(const char* name, int size, RankOrder order) {
    return {Severity::Error,
            "layout.order-lacks-axis",
            "/layout/order",
            {{"order", std::string(toText(order))}, {"axis", name}, {"value", fmt::to_string(size)}},
            "fix.layout.order-lacks-axis"};
}

Problems orderProblems(const LayoutSpec& spec) {
    Problems problems;
    const bool deepSpeed = spec.order == RankOrder::DeepSpeed3d || spec.order == RankOrder::DeepSpeedPipeline;
    if (spec.order == RankOrder::DeepSpeedPipeline && spec.tp > 1)
        problems.push_back(missingAxis("tp", spec.tp, spec.order));
    if (deepSpeed && spec.cp > 1) problems.push_back(missingAxis("cp", spec.cp, spec.order));
    return problems;
}

}  // namespace

Problems layoutProblems(const LayoutSpec& spec) {
    Problems problems;
    const std::pair<const char*, int> sizes[] = {
        {"tp", spec.tp}, {"cp", spec.cp}, {"ep", spec.ep}, {"dp", spec.dp}, {"pp", spec.pp}};
    for (const auto& [name, size] : sizes)
        if (size < 1) problems.push_back(sizeProblem(name, size));
    if (!problems.empty()) return problems;
    if (spec.cards() > kMostCards)
        problems.push_back({Severity::Error,
                            "layout.too-many-cards",
                            "/layout",
                            {{"tp", fmt::to_string(spec.tp)},
                             {"cp", fmt::to_string(spec.cp)},
                             {"dp", fmt::to_string(spec.dp)},
                             {"pp", fmt::to_string(spec.pp)},
                             {"limit", withThousands(kMostCards)}},
                            "fix.layout.fewer-cards"});
    if ((std::int64_t(spec.dp) * spec.cp) % spec.ep != 0)
        problems.push_back(
            {Severity::Error,
             "layout.ep-divides-dp-cp",
             "/layout/ep",
             {{"ep", fmt::to_string(spec.ep)}, {"product", fmt::to_string(std::int64_t(spec.dp) * spec.cp)}},
             "fix.layout.ep"});
    const Problems order = orderProblems(spec);
    problems.insert(problems.end(), order.begin(), order.end());
    return problems;
}

Result<Layout> Layout::create(const LayoutSpec& spec, int gpusPerNode) {
    Problems problems = layoutProblems(spec);
    if (gpusPerNode < 1)
        problems.push_back(
            {Severity::Error,
             "number.below",
             "/cluster/gpus_per_node",
             {{"name", "gpus_per_node"}, {"value", fmt::to_string(gpusPerNode)}, {"least", "1"}},
             "fix.number.at-least"});
    if (!problems.empty()) return tl::make_unexpected(std::move(problems));
    Layout layout;
    layout.m_spec = spec;
    layout.m_gpusPerNode = gpusPerNode;
    return layout;
}

Coordinates Layout::coordinates(Rank rank) const {
    Coordinates at;
    int rest = rank.value;
    for (const Axis& axis : fastestFirst(m_spec.order)) {
        at.*axis.index = rest % (m_spec.*axis.size);
        rest /= m_spec.*axis.size;
    }
    at.ep = (at.cp + m_spec.cp * at.dp) % m_spec.ep;
    return at;
}

Rank Layout::rank(const Coordinates& at) const {
    int rank = 0, stride = 1;
    for (const Axis& axis : fastestFirst(m_spec.order)) {
        rank += at.*axis.index * stride;
        stride *= m_spec.*axis.size;
    }
    return Rank(rank);
}

Placement Layout::placement(Rank rank) const {
    return {rank.value / m_gpusPerNode, rank.value % m_gpusPerNode};
}

Group Layout::groupOf(GroupKind kind, Rank rank) const {
    const Coordinates here = coordinates(rank);
    Group group{kind, {}};
    const auto along = [&](Axis axis, int count) {
        Coordinates at = here;
        for (int i = 0; i < count; ++i) {
            at.*axis.index = i;
            group.ranks.push_back(this->rank(at));
        }
    };
    switch (kind) {
    case GroupKind::Tensor:
        along(kTensor, m_spec.tp);
        break;
    case GroupKind::Context:
        along(kContext, m_spec.cp);
        break;
    case GroupKind::Data:
        along(kData, m_spec.dp);
        break;
    case GroupKind::Pipeline:
        along(kPipeline, m_spec.pp);
        break;
    case GroupKind::Embedding:
        addEmbeddingGroup(here, group.ranks);
        break;
    case GroupKind::Expert:
        addExpertGroup(here, group.ranks);
        break;
    }
    return group;
}

void Layout::addEmbeddingGroup(Coordinates here, std::vector<Rank>& ranks) const {
    const int last = m_spec.pp - 1;
    if (last == 0 || (here.pp != 0 && here.pp != last)) return;
    for (const int stage : {0, last}) {
        here.pp = stage;
        ranks.push_back(rank(here));
    }
}

void Layout::addExpertGroup(Coordinates here, std::vector<Rank>& ranks) const {
    const int first = (here.cp + m_spec.cp * here.dp) / m_spec.ep * m_spec.ep;
    for (int combined = first; combined < first + m_spec.ep; ++combined) {
        here.cp = combined % m_spec.cp;
        here.dp = combined / m_spec.cp;
        ranks.push_back(rank(here));
    }
}

std::vector<Group> Layout::groups(GroupKind kind) const {
    std::vector<Group> groups;
    std::vector<bool> placed(std::size_t(ranks()), false);
    for (int r = 0; r < ranks(); ++r) {
        if (placed[std::size_t(r)]) continue;
        Group group = groupOf(kind, Rank(r));
        for (const Rank member : group.ranks) placed[std::size_t(member.value)] = true;
        if (!group.ranks.empty()) groups.push_back(std::move(group));
    }
    return groups;
}

bool Layout::crossesNodes(const Group& group) const {
    return std::ranges::any_of(group.ranks, [&](Rank member) {
        return placement(member).node != placement(group.ranks.front()).node;
    });
}

std::string Layout::toAscii() const {
    std::string text =
        fmt::format("{} ranks: tp {} cp {} ep {} dp {} pp {}, order {}\nrank  node.card  tp cp ep dp pp\n",
                    ranks(), m_spec.tp, m_spec.cp, m_spec.ep, m_spec.dp, m_spec.pp, toText(m_spec.order));
    for (int r = 0; r < ranks(); ++r) {
        const Coordinates at = coordinates(Rank(r));
        const Placement place = placement(Rank(r));
        text +=
            fmt::format("{:4}  {:9}  {:2} {:2} {:2} {:2} {:2}\n", r,
                        fmt::format("{}.{}", place.node, place.device), at.tp, at.cp, at.ep, at.dp, at.pp);
    }
    return text;
}

std::vector<Misalignment> compareLayouts(const Layout& a, const Layout& b) {
    std::vector<Misalignment> differences;
    for (const auto& [kind, name] : enumNames<GroupKind>()) {
        for (const Group& group : a.groups(kind)) {
            const Rank first = group.ranks.front();
            Group other{kind, {}};
            if (first.value < b.ranks()) other = b.groupOf(kind, first);
            if (group != other) differences.push_back({kind, group.ranks, other.ranks});
        }
    }
    return differences;
}

}  // namespace core
