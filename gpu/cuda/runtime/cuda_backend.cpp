// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Placement, workspaces, the choice of communicators.
#include "gpu/cuda/runtime/cuda_backend.h"

#include "gpu/cuda/runtime/cuda_check.h"
#include "gpu/cuda/runtime/cuda_device.h"
#include "gpu/cuda/runtime/cuda_gemm.h"
#include "gpu/cuda/runtime/nccl_group.h"
#include "gpu/cuda/runtime/nccl_mixed_group.h"

#include <algorithm>
#include <string>

namespace gpu::cuda {

namespace {

constexpr std::int64_t kProductWorkspace = std::int64_t(32) << 20;  // what cuBLAS itself takes on Hopper
constexpr double kShareOfFree = 0.95;  // the driver, streams and messages need some, too

// What one rank's kernels need beside their operands, owned together.
struct RankKernels {
    std::shared_ptr<std::byte> productWorkspace, workspace;
    std::unique_ptr<LtGemm> products;
    std::unique_ptr<Kernels> kernels;
};

LargestShapes shapesOf(const core::Plan& plan) {
    const std::int64_t tp = plan.layout.tp, headSize = plan.model.headSize();
    const std::int64_t heads = plan.model.heads / tp, kvHeads = plan.model.kvHeads / tp;
    LargestShapes shapes;
    shapes.tokens = std::int64_t(plan.batch.micro) * plan.sequence();
    shapes.columns =
        std::max({std::int64_t(plan.model.hidden), (heads + 2 * kvHeads) * headSize, (plan.model.ffn + tp - 1) / tp});
    shapes.attention = {plan.batch.micro, plan.sequence(), heads, kvHeads, headSize};
    return shapes;
}

}  // namespace

std::size_t CudaBackend::placeOf(core::Rank rank) const {
    const auto cards = std::int64_t(m_cards.size());
    return std::size_t(m_ranks <= cards ? rank.value : rank.value * cards / m_ranks);
}

std::size_t CudaBackend::used() const { return std::min(m_cards.size(), std::size_t(m_ranks)); }

void CudaBackend::place(int ranks) {
    m_ranks = ranks;
    std::vector<std::int64_t> sharers(m_cards.size());
    for (int rank = 0; rank < ranks; ++rank) ++sharers[placeOf(core::Rank(rank))];
    m_shares.assign(m_cards.size(), {});
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (sharers[i] == 0) continue;
        std::size_t available = 0, total = 0;
        check(cudaSetDevice(m_cards[i].ordinal), "cudaSetDevice", m_cards[i].ordinal);
        check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo", m_cards[i].ordinal);
        m_shares[i] = core::Bytes(std::int64_t(kShareOfFree * double(available)) / sharers[i]);
    }
}

core::DeviceInfo CudaBackend::cardOf(core::Rank rank, const core::Plan& plan) const {
    const CudaCard& at = card(rank);
    const core::Bytes asked = plan.run.cardMemory, share = m_shares[placeOf(rank)];
    return {at.name + " (" + std::to_string(at.ordinal) + ")", "cuda",
            asked.value() > 0 ? std::min(asked, share) : share};
}

std::unique_ptr<Device> CudaBackend::open(core::Rank rank, const CancelToken& cancel) {
    return std::make_unique<CudaDevice>(card(rank).ordinal, cancel, m_switches.graphs ? Graphs::On : Graphs::Off,
                                        m_switches.streams ? Streams::Own : Streams::One);
}

std::shared_ptr<Kernels> CudaBackend::makeKernels(Device& device, Arena& arena, const core::Plan& plan) {
    auto& here = static_cast<CudaDevice&>(device);
    auto all = std::make_shared<RankKernels>();
    const auto reserve = [&](std::int64_t bytes, const char* name) {
        return m_services.reserve(arena, core::Bytes(bytes), name);
    };
    const std::int64_t bytes = workspaceBytes(shapesOf(plan));
    all->productWorkspace = reserve(kProductWorkspace, "workspace of the products");
    all->workspace = reserve(bytes, "workspace of the kernels");
    all->products = std::make_unique<LtGemm>(
        here.ordinal(), here.stream(), LtGemm::Options{m_switches.epilogues, m_switches.tf32},
        all->productWorkspace.get(), std::size_t(kProductWorkspace));
    all->kernels = makeCudaKernels(here.stream(), *all->products, {all->workspace.get(), bytes});
    return {all, all->kernels.get()};
}

std::unique_ptr<CollectiveGroup> CudaBackend::makeGroup(const std::vector<core::Rank>& members,
                                                        const GroupOptions& options, const CancelToken& cancel) {
    auto direct = m_services.threadGroup(members, options, cancel);
    std::vector<std::size_t> cards;
    for (const core::Rank member : members) cards.push_back(placeOf(member));
    const std::vector<CardShare> shares = sharesOf(cards);
    if (shares.size() < 2 || !m_nccl || !m_switches.nccl) return direct;
    if (shares.size() == members.size())
        return std::make_unique<NcclGroup>(members, options, cancel, *m_nccl, std::move(direct));
    std::vector<core::Rank> leaders;
    std::vector<std::unique_ptr<CollectiveGroup>> neighbours;
    for (const CardShare& share : shares) {
        const auto first = members.begin() + share.first;
        leaders.push_back(*first);
        neighbours.push_back(m_services.threadGroup({first, first + share.ranks}, options, cancel));
    }
    auto betweenCards = std::make_unique<NcclGroup>(leaders, options, cancel, *m_nccl,
                                                    m_services.threadGroup(leaders, options, cancel));
    return std::make_unique<MixedGroup>(shares, std::move(neighbours), std::move(betweenCards), std::move(direct));
}

std::vector<core::DeviceEvent> CudaBackend::readings() {
    std::vector<core::DeviceEvent> events;
    if (!m_nvml) return events;
    for (std::size_t i = 0; i < used(); ++i)
        if (auto event = m_nvml->read(m_cards[i].busId, m_cards[i].ordinal)) events.push_back(*event);
    return events;
}

double CudaBackend::peakFlops(const core::Plan& plan) const {
    double sum = 0;
    for (std::size_t i = 0; i < used(); ++i) {
        const double one = m_services.peakFlops(m_cards[i].name, plan.precision);
        if (one == 0) return 0;
        sum += one;
    }
    return sum;
}

}  // namespace gpu::cuda
