// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products by cuBLASLt. The algorithm that the library proposes for a shape is asked for once and kept: equal shapes
// run the same code; where it has none, tiles of our own do, slowly. Row-major c = op(a) · op(b) is column-major cᵀ = op(b)ᵀ · op(a)ᵀ, so operands change places. Bias and
// GELU are epilogues where the library has an algorithm for them: BIAS; GELU_AUX_BIAS keeps what the backward pass needs,
// which DGELU reads.
#pragma once

#include "gpu/cuda/kernels/gemm.h"

#include <cublasLt.h>

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace gpu::cuda {

class LtGemm final : public Gemm {
public:
    struct Options {
        bool epilogues = true;
        bool tf32 = false;  // for fp32
    };
    // `workspace` on the card, 256-byte aligned; outlives this.
    LtGemm(int ordinal, Stream stream, const Options& options, void* workspace, std::size_t workspaceBytes);
    ~LtGemm() override;
    LtGemm(const LtGemm&) = delete;
    LtGemm& operator=(const LtGemm&) = delete;

    [[nodiscard]] bool fuses(const Product& product) const override;
    [[nodiscard]] bool fusesGeluGradient(const Product& product) const override;
    void multiply(const Product& product) override;

private:
    // What an algorithm depends on: sizes, leading dimensions, types, transpositions, epilogue, alignments.
    using Key = std::array<std::int64_t, 18>;
    struct Plan {
        cublasLtMatmulDesc_t operation = nullptr;
        cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;  // of the column-major product
        cublasLtMatmulAlgo_t algorithm{};
    };
    [[nodiscard]] static Key keyOf(const Product& product);
    // Nothing where the library has no algorithm.
    [[nodiscard]] const std::optional<Plan>& planFor(const Product& product) const;
    [[nodiscard]] std::optional<Plan> makePlan(const Product& product) const;
    [[nodiscard]] Plan describe(const Product& product) const;
    static void destroy(Plan& plan);
    void check(cublasStatus_t status, const char* call) const;

    int m_ordinal;
    Stream m_stream;
    Options m_options;
    void* m_workspace;
    std::size_t m_workspaceBytes;
    cublasLtHandle_t m_handle = nullptr;
    mutable std::map<Key, std::optional<Plan>> m_plans;
    std::unique_ptr<Gemm> m_tiles;
};

}  // namespace gpu::cuda
