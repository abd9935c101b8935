// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups from the layout.
#include "gpu/training/process_groups.h"

#include "core/cost/group_links.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ranges>

namespace gpu {

namespace {

core::Link linkFor(const core::Plan& plan, const core::Layout& layout, const core::Group& group) {
    const core::Accelerator* accelerator = core::acceleratorOf(plan.cluster);
    if (!accelerator) return {};
    return core::plannedLink(plan, *accelerator, layout.crossesNodes(group) ? core::LinkClass::BetweenNodes
                                                                            : core::LinkClass::WithinNode);
}

std::string nameOf(core::GroupKind kind, const core::Group& group) {
    const auto numbers = group.ranks | std::views::transform(&core::Rank::value);
    return fmt::format("the {} group of ranks {}", core::toText(kind), fmt::join(numbers, ", "));
}

}  // namespace

std::vector<TracingCommunicator*> RankGroups::all() const {
    std::vector<TracingCommunicator*> groups{tensor.get(), data.get(), pipeline.get()};
    if (embedding) groups.push_back(embedding.get());
    return groups;
}

ProcessGroups::ProcessGroups(const core::Plan& plan, const core::Layout& layout, Backend& backend,
                             const CancelToken& cancel) {
    using enum core::GroupKind;
    for (const core::GroupKind kind : {Tensor, Data, Pipeline}) create(plan, layout, kind, backend, cancel);
    if (plan.layout.pp > 1 && plan.model.embeddings == core::Embeddings::Tied)
        create(plan, layout, Embedding, backend, cancel);
}

void ProcessGroups::create(const core::Plan& plan, const core::Layout& layout, core::GroupKind kind, Backend& backend,
                           const CancelToken& cancel) {
    for (const core::Group& group : layout.groups(kind)) {
        GroupOptions options{.timeoutSeconds = plan.run.collectiveTimeoutSeconds, .name = nameOf(kind, group)};
        if (backend.links() == Links::Simulated) {
            options.link = linkFor(plan, layout, group);
            options.delay = plan.run.simulatedLinks.delay;
        }
        m_groups.push_back(backend.makeGroup(group.ranks, options, cancel));
        for (std::size_t i = 0; i < group.ranks.size(); ++i)
            m_memberships[{kind, group.ranks[i]}] = {m_groups.back().get(), int(i)};
    }
}

std::unique_ptr<TracingCommunicator> ProcessGroups::join(core::GroupKind kind, core::Rank rank,
                                                         VirtualClock& clock, Device& device, CallTiming& charged) {
    const auto at = m_memberships.find({kind, rank});
    if (at == m_memberships.end()) return nullptr;
    return std::make_unique<TracingCommunicator>(at->second.group->join(at->second.member, clock, device), kind,
                                                 charged);
}

std::unique_ptr<RankGroups> ProcessGroups::join(core::Rank rank, VirtualClock& clock, Device& device) {
    using enum core::GroupKind;
    auto groups = std::make_unique<RankGroups>();
    groups->tensor = join(Tensor, rank, clock, device, groups->charged);
    groups->data = join(Data, rank, clock, device, groups->charged);
    groups->pipeline = join(Pipeline, rank, clock, device, groups->charged);
    groups->embedding = join(Embedding, rank, clock, device, groups->charged);
    return groups;
}

}  // namespace gpu
