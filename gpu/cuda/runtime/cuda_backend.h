// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranks on the NVIDIA GPUs of this machine, all in this process. With a card for every rank, rank r is on card r; with fewer
// cards neighbouring ranks share one (virtual ranks: a stream each). Where NCCL is there, a group whose ranks have a card each
// uses it, and one over several cards that some of its ranks share uses it between the cards; any other group, and ranks of one
// card, use the direct algorithm over streams and events, across cards by copies.
#pragma once

#include "gpu/cuda/runtime/nccl_library.h"
#include "gpu/cuda/runtime/nvml_library.h"
#include "gpu/training/cuda_module.h"

#include <memory>
#include <vector>

namespace gpu::cuda {

class CudaBackend final : public Backend {
public:
    // `cards` as found; `nccl`, `nvml`: null where they are not there.
    CudaBackend(std::vector<CudaCard> cards, const CudaSwitches& switches, CudaServices services,
                std::shared_ptr<const NcclLibrary> nccl, std::shared_ptr<const NvmlLibrary> nvml)
        : m_cards(std::move(cards))
        , m_switches(switches)
        , m_services(std::move(services))
        , m_nccl(std::move(nccl))
        , m_nvml(std::move(nvml)) {}

    void place(int ranks) override;
    [[nodiscard]] core::DeviceInfo cardOf(core::Rank rank, const core::Plan& plan) const override;
    [[nodiscard]] Links links() const override { return Links::Real; }
    [[nodiscard]] std::unique_ptr<Device> open(core::Rank rank, const CancelToken& cancel) override;
    [[nodiscard]] std::shared_ptr<Kernels> makeKernels(Device& device, Arena& arena, const core::Plan& plan) override;
    [[nodiscard]] std::unique_ptr<CollectiveGroup> makeGroup(const std::vector<core::Rank>& members,
                                                             const GroupOptions& options,
                                                             const CancelToken& cancel) override;
    [[nodiscard]] std::vector<core::DeviceEvent> readings() override;
    [[nodiscard]] double peakFlops(const core::Plan& plan) const override;

private:
    [[nodiscard]] std::size_t placeOf(core::Rank rank) const;
    [[nodiscard]] const CudaCard& card(core::Rank rank) const { return m_cards[placeOf(rank)]; }
    [[nodiscard]] std::size_t used() const;  // cards

    std::vector<CudaCard> m_cards;
    CudaSwitches m_switches;
    CudaServices m_services;
    std::shared_ptr<const NcclLibrary> m_nccl;
    std::shared_ptr<const NvmlLibrary> m_nvml;
    int m_ranks = 1;
    std::vector<core::Bytes> m_shares;  // by card: what each of its ranks may take
};

}  // namespace gpu::cuda
