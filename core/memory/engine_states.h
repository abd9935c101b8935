// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What gpu/zero and gpu/layers reserve on a card beside activations, to the byte. Widths: core/memory/engine_widths.h
// (p parameters, g gradients, s states). D = dp, Ψ = elements of the stage's units on one tensor rank; every
// partition is per unit, part = ceil(elements / D).
//   parameters   p·Ψ (stage 0-2), p·Σ part (stage 3)
//   gradients    g·Ψ (stage 0, 1), g·Σ part (stage 2, 3); the head's use of a tied table on one stage apart
//   optimizer    2s·Ψ (stage 0), 2s·Σ part (stage 1-3): Adam's two moments; half for SGD's momentum, nothing without
//                it; s more for the master weights of 16-bit parameters
//   temporary    scratch of the layers; cosines and sines of rotary positions; a gradient bucket (2, 3; two with overlap)
//                and a buffer of live parameters (3): of the largest unit, or of what the plan says
#pragma once

#include "core/memory/entry_sink.h"
#include "core/memory/stage_units.h"

namespace core {

void addEngineStates(EntrySink& sink, const Plan& plan, const StageUnits& units);

}  // namespace core
