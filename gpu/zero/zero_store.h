// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters and gradients of one rank under a ZeRO stage (Rajbhandari et al. 2020), and the sum over the two
// uses of a tied token table. Bytes on the card, with U the units of the stage (the head's copy among them
// when pp > 1), t the token table on one rank, part = ShardMap::partElements:
//   parameters  0–2: 4·Σ elements          3: 4·Σ part
//   gradients   0–1: 4·(Σ elements + t*)   2–3: 4·(Σ part + part(t)*)
//   temporary   2–3: 4·largest unit (bucket); 3: 4·largest unit (gather)
// * when the embedding and the head share a stage: the two uses are summed apart, whatever the pipeline
// split, so that it changes no bit. At the boundary each is reduced over the replicas first, then embedding +
// head. Called by the rank's thread only.
#pragma once

#include "core/plan/plan.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/layers/unit_store.h"
#include "gpu/zero/gradients.h"
#include "gpu/zero/parameters.h"

namespace gpu {

struct ZeroContext {
    const core::Plan& plan;
    const core::ShardMap& shards;
    core::Stage stage;
    Arena& arena;
    Communicator& dataGroup;
    // First and last stage of the same tensor and data coordinates; null on the others and without a
    // pipeline.
    Communicator* embeddingGroup = nullptr;
    Fault fault = Fault::None;
    HostTransfers* transfers = nullptr;        // of what is offloaded, where links are simulated
    const core::Schedule* schedule = nullptr;  // what steps run; null: nothing is known ahead
};

class ZeroStore final : public UnitStore {
public:
    explicit ZeroStore(const ZeroContext& context);

    [[nodiscard]] ConstVector acquire(int unit) override;
    void release(int unit) override;
    [[nodiscard]] Vector gradient(int unit) override { return m_gradients->accumulator(unit); }
    void gradientReady(int unit) override { m_gradients->ready(unit); }

    void fill(const FillUnit& fillUnit) { m_parameters->fill(fillUnit); }
    void clearGradients() { m_gradients->clear(); }
    // Around the passes of a step that runs the schedule.
    void beginStep() { m_parameters->beginStep(); }
    void endStep() { m_parameters->endStep(); }
    // Over the replicas, then over the two uses of the token table.
    void reduceGradients();
    void publishParameters() { m_parameters->publish(); }

    // The units whose parameters this rank holds, with the part that its optimizer updates.
    [[nodiscard]] const StageUnits& units() const { return m_units; }
    [[nodiscard]] Device& device() const { return m_device; }
    [[nodiscard]] Ownership ownership() const { return m_ownership; }
    [[nodiscard]] Vector ownedParameters(int unit) { return m_parameters->owned(unit); }
    [[nodiscard]] Vector ownedGradients(int unit) { return m_gradients->owned(unit); }

private:
    [[nodiscard]] bool sharesTable() const {
        return m_gradientUnits.holds(0) && m_gradientUnits.holds(kHead);
    }
    void sumTiedUses();

    static constexpr int kHead = core::ShardMap::kTiedHead;

    Device& m_device;
    Communicator* m_embeddingGroup;
    Fault m_fault;
    Ownership m_ownership;
    std::int64_t m_ownTableElements;  // of the token table: what both uses' owners exchange
    StageUnits m_units;
    StageUnits m_gradientUnits;
    std::unique_ptr<Parameters> m_parameters;
    std::unique_ptr<Gradients> m_gradients;
};

}  // namespace gpu
