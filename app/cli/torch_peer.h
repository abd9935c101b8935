// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// PyTorch as a peer of benchmarks: resources/bench/torch_gpt.py in a process of its own.
#pragma once

#include "core/plan/plan.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct TorchPeer {
    std::string version;  // "1.13.0a0"
    std::string blas;     // file of its matrix library, or "built in"
    std::function<double()>
        step;  // trains one step; seconds. Throws std::runtime_error when the process has ended
};

// The model and the global batch of `plan` with `threads` threads. Where several matrix libraries are
// installed, each is tried and the fastest stays. Nothing: `python` does not import torch.
[[nodiscard]] std::optional<TorchPeer> startTorch(const std::string& python,
                                                  const std::filesystem::path& script, const core::Plan& plan,
                                                  int threads);

// The interpreters worth asking: the distribution's own, and the first in PATH if it is another.
[[nodiscard]] std::vector<std::string> pythons();

}  // namespace app
