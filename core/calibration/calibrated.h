// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An accelerator's numbers from measurements: of collectives, of a node's wiring, of a whole machine, of a user's own steps.
// What was measured replaces what the catalogue says; nothing else changes. The result is hardware of one's own: a file that
// --gpu and a plan's cluster take.
#pragma once

#include "core/calibration/survey.h"
#include "core/calibration/topology_matrix.h"
#include "core/cluster/cluster.h"
#include "core/cost/step_fit.h"

namespace core {

// Sweeps of one node give the links within, of several nodes those between: the ring of a group reaches the network
// through one port for each of its members on a node. A bandwidth above the nominal one becomes the nominal one.
LinkFit applySweep(Accelerator& card, const CollectiveSweep& sweep);
// NVLinks of 25 GB/s each way (50 from NVIDIA's Blackwell on); PCIe where a pair has none, as 4.0 x16 gives it across a bridge
// and 0.7 of it across the host. Cards that share ports have a share of the network.
void applyTopology(Accelerator& card, const NodeTopology& topology);
// Computing at `software` of the model's speed, and the host's time a kernel.
void applySteps(Accelerator& card, const StepFit& fit);
// A card for each core of a surveyed machine.
[[nodiscard]] Accelerator cardOfSurvey(const Survey& survey);

}  // namespace core
