// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of the model that the arguments of a script describe: GPT and LLaMA, and with arguments that only other
// shapes have (experts, latent attention, biases of queries, keys and values only, …) one of Family::Other.
#pragma once

#include "core/config/mega_rules.h"
#include "core/model/model_spec.h"

#include <string>
#include <vector>

namespace core {

struct MegaModel {
    ModelSpec spec;
    std::vector<std::string> missing;  // arguments without which there is no model
    Problems problems;                 // what was assumed; errors: what no plan holds
};

[[nodiscard]] MegaModel megaModel(const MegaArgs& args, MegaFlavour flavour);

}  // namespace core
