// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links by the placement of group members.
#include "core/cost/group_links.h"

#include <algorithm>

namespace core {

namespace {

// Groups of one kind lie alike on every node unless their block straddles a node's border; then the groups of
// the ranks at that border cross it.
Group worstPlaced(const Layout& layout, GroupKind kind, int gpusPerNode) {
    Group worst = layout.groupOf(kind, Rank(0));
    for (const int rank : {gpusPerNode - 1, gpusPerNode}) {
        if (layout.crossesNodes(worst) || rank < 0 || rank >= layout.ranks()) continue;
        worst = layout.groupOf(kind, Rank(rank));
    }
    return worst;
}

int membersOnFirstNode(const Layout& layout, const Group& group) {
    const int node = layout.placement(group.ranks.front()).node;
    return int(std::count_if(group.ranks.begin(), group.ranks.end(),
                             [&](Rank r) { return layout.placement(r).node == node; }));
}

Link reached(Link link, const Accelerator& accelerator, LinkClass linkClass) {
    if (accelerator.name != "virtual-card")
        link.bandwidth *= linkClass == LinkClass::WithinNode ? accelerator.efficiency.node : accelerator.efficiency.network;
    return link;
}

Link plannedReach(const Plan& plan, const Accelerator& accelerator, LinkClass linkClass) {
    return reached(plannedLink(plan, accelerator, linkClass), accelerator, linkClass);
}

double firstGiven(double planned, double own) { return planned > 0 ? planned : own; }

Link ringLink(const Plan& plan, const Layout& layout, const Accelerator& accelerator, GroupKind kind) {
    const Group group = worstPlaced(layout, kind, plan.cluster.gpusPerNode);
    const Link within = plannedReach(plan, accelerator, LinkClass::WithinNode);
    if (!layout.crossesNodes(group)) return within;
    Link link = plannedReach(plan, accelerator, LinkClass::BetweenNodes);
    if (accelerator.name != "virtual-card")
        link.bandwidth = std::min(within.bandwidth, link.bandwidth * membersOnFirstNode(layout, group));
    return link;
}

}  // namespace

Link plannedLink(const Plan& plan, const Accelerator& accelerator, LinkClass linkClass) {
    const Link own = linkOf(accelerator, linkClass);
    const LinksSpec& links = plan.cluster.links;
    if (linkClass == LinkClass::WithinNode)
        return {firstGiven(links.intraNodeBandwidth, own.bandwidth), firstGiven(links.intraNodeLatency, own.latency)};
    return {firstGiven(links.interNodeBandwidth, own.bandwidth), firstGiven(links.interNodeLatency, own.latency)};
}

GroupLinks groupLinks(const Plan& plan, const Layout& layout, const Accelerator& accelerator) {
    GroupLinks links;
    links.tensor = ringLink(plan, layout, accelerator, GroupKind::Tensor);
    if (plan.layout.cp > 1) links.context = ringLink(plan, layout, accelerator, GroupKind::Context);
    links.data = ringLink(plan, layout, accelerator, GroupKind::Data);
    const bool pipelineCrosses =
        layout.crossesNodes(worstPlaced(layout, GroupKind::Pipeline, plan.cluster.gpusPerNode));
    links.pipeline = plannedReach(plan, accelerator, pipelineCrosses ? LinkClass::BetweenNodes : LinkClass::WithinNode);
    links.embedding = links.pipeline;
    const bool expertsCross =
        plan.layout.ep > 1 && layout.crossesNodes(worstPlaced(layout, GroupKind::Expert, plan.cluster.gpusPerNode));
    links.expert = plannedReach(plan, accelerator, expertsCross ? LinkClass::BetweenNodes : LinkClass::WithinNode);
    return links;
}

}  // namespace core
