// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same step in the FLOPs that different authors count: quoted utilisations are only comparable in one convention. Per
// trained token, A = L·a·d·s, N the parameters that multiply a token, Ψ all of them (experts that it does not visit apart):
//   palm         6N + 12A    Chowdhery et al. 2022, appendix B: attention over the whole sequence; the one used elsewhere here
//   causal       6N + 6A     masked scores do not count (Megatron-LM from 2025 on)
//   flash        6N + 7A     what flash attention executes: no masked scores, but the scores once more in its backward pass
//   parameters   6Ψ          Kaplan et al. 2020: no attention
//   llm-foundry  6Ψ + 12A    tables of llm-foundry: the tables of embeddings count too
// Hardware FLOPs add what recomputation does again, the attention of it counted alike. Pure.
#pragma once

#include "core/cost/step_estimate.h"

#include <span>
#include <string_view>
#include <vector>

namespace core {

struct FlopConvention {
    std::string_view name;     // "palm"
    std::string_view label;    // code of the message catalogue
    std::string_view formula;  // in the symbols above
    bool allParameters = false;  // Ψ in place of N
    double attention = 0;        // times A
    double attentionForward = 0; // of it, one forward pass: what recomputing it adds
};
[[nodiscard]] std::span<const FlopConvention> flopConventions();
[[nodiscard]] const FlopConvention* findFlopConvention(std::string_view name);

struct Utilisation {
    const FlopConvention* convention = nullptr;
    Flops modelFlops, hardwareFlops;  // of a token
    double mfu = 0, hfu = 0;
};
// `step` is of `plan`. A plan that trains adapters or leaves blocks out counts them alike in all conventions.
[[nodiscard]] Utilisation utilisationIn(const FlopConvention& convention, const Plan& plan, const StepEstimate& step);
[[nodiscard]] std::vector<Utilisation> utilisations(const Plan& plan, const StepEstimate& step);

}  // namespace core
