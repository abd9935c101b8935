// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work of one layer on one tensor rank and micro-batch: matrix products in FLOPs, everything else in bytes
// moved. n tokens, w bytes per element, h hidden, k width of keys, f ffn, a heads, s sequence, V vocabulary,
// t tensor size.
//   block   F 2n·W/t + 2·n·a·(q + v)·s/t FLOPs, twice that backward; W weights of its products that a token meets
//           (LLaMA: h(q+2k) + q·h + 3·h·f; experts: those it visits, the shared ones and the router), q and v features of
//           a head's queries and values
//   head    F 2n·V·h/t, and as much with a block and a projection for every module that predicts a further token
// Element-wise work in passes over a tensor, counted from the kernels of gpu/kernels: norm 2 forward and 4
// backward, residual 3, activation 2 and 3, softmax 2 and 3. A product reads both its factors and writes its result:
// w·(n·in + n·out + in·out), with in or out divided by t.
// LoRA: a target matrix of in × out adds two products, in × r and r × out; what is not trained has no weight gradient.
#pragma once

#include "core/memory/saved_tensors.h"
#include "core/plan/plan.h"

namespace core {

struct Work {
    double flops = 0;   // of matrix products
    double gemms = 0;   // their number
    double operands = 0;  // bytes that they read and write
    double bytes = 0;   // of element-wise work
    double passes = 0;  // number of element-wise kernels

    Work& operator+=(const Work& other);
    friend Work operator+(Work a, const Work& b) { return a += b; }
    friend Work operator*(Work work, double factor) {
        return {work.flops * factor, work.gemms * factor, work.operands * factor, work.bytes * factor, work.passes * factor};
    }
};

struct LayerWork {
    Work forward, inputGradient, weightGradient;
    Work recompute;  // done again before the backward pass
};

[[nodiscard]] LayerWork layerWork(const Plan& plan, LayerKind layer);

}  // namespace core
