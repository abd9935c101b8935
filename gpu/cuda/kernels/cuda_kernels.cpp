// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The op interface on one stream. Plain C++: the same file serves the card and the emulator.
#include "gpu/cuda/kernels/cuda_kernels.h"

#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/workspace.h"

namespace gpu::cuda {
namespace {

class CudaKernels final : public Kernels {
public:
    CudaKernels(Stream stream, Gemm& gemm, Workspace workspace)
        : m_stream(stream)
        , m_gemm(gemm)
        , m_workspace(workspace) {}

    void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
                  Accumulate accumulate) override {
        m_gemm.multiply({a, transposeA, b, transposeB, c, accumulate});
    }
    void linear(ConstMatrix x, ConstMatrix weight, ConstVector bias, Matrix y) override {
        const Product fused = productOf(x, weight, y, Epilogue::Bias, bias, {});
        if (bias.elements > 0 && m_gemm.fuses(fused)) return m_gemm.multiply(fused);
        Kernels::linear(x, weight, bias, y);
    }
    void linearGelu(ConstMatrix x, ConstMatrix weight, ConstVector bias, Matrix hidden, Matrix activated) override {
        const Product fused = productOf(x, weight, hidden, Epilogue::BiasGelu, bias, activated);
        if (m_gemm.fuses(fused)) return m_gemm.multiply(fused);
        Kernels::linearGelu(x, weight, bias, hidden, activated);
    }

    void linearGeluInputGradient(ConstMatrix outputGradient, ConstMatrix weight, ConstMatrix hidden,
                                 Matrix gradient) override {
        Product fused{outputGradient, Transposed::No, weight, Transposed::No, gradient};
        fused.epilogue = Epilogue::GeluGradient;
        fused.hidden = hidden;
        if (m_gemm.fusesGeluGradient(fused)) return m_gemm.multiply(fused);
        Kernels::linearGeluInputGradient(outputGradient, weight, hidden, gradient);
    }

    void addBias(Matrix y, ConstVector bias) override {
        if (bias.elements > 0) cuda::addBias(m_stream, y, bias);
    }
    void addBiasAndResidual(Matrix y, ConstVector bias, ConstMatrix residual) override {
        cuda::addBiasAndResidual(m_stream, y, bias, residual);
    }
    void biasWeightGradient(ConstMatrix outputGradient, Vector biasGradient) override {
        cuda::biasWeightGradient(m_stream, outputGradient, biasGradient, m_workspace);
    }
    void scale(Matrix y, double factor) override { cuda::scale(m_stream, y, factor); }

    void layerNorm(ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean, Vector rstd) override {
        cuda::layerNorm(m_stream, x, weight, bias, y, mean, rstd);
    }
    void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector mean,
                                ConstVector rstd, Matrix inputGradient, Accumulate accumulate) override {
        cuda::layerNormInputGradient(m_stream, outputGradient, x, weight, mean, rstd, inputGradient, accumulate);
    }
    void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector mean, ConstVector rstd,
                                 Vector weightGradient, Vector biasGradient) override {
        cuda::layerNormWeightGradient(m_stream, outputGradient, x, mean, rstd, weightGradient, biasGradient,
                                      m_workspace);
    }
    void rmsNorm(ConstMatrix x, ConstVector weight, Matrix y, Vector rstd) override {
        cuda::rmsNorm(m_stream, x, weight, y, rstd);
    }
    void rmsNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector rstd,
                              Matrix inputGradient, Accumulate accumulate) override {
        cuda::rmsNormInputGradient(m_stream, outputGradient, x, weight, rstd, inputGradient, accumulate);
    }
    void rmsNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd,
                               Vector weightGradient) override {
        cuda::rmsNormWeightGradient(m_stream, outputGradient, x, rstd, weightGradient, m_workspace);
    }

    void biasGelu(Matrix hidden, ConstVector bias, Matrix activated) override {
        cuda::biasGelu(m_stream, hidden, bias, activated);
    }
    void geluInputGradient(ConstMatrix hidden, Matrix gradient) override {
        cuda::geluInputGradient(m_stream, hidden, gradient);
    }
    void swiGlu(ConstMatrix gate, ConstMatrix up, Matrix activated) override {
        cuda::swiGlu(m_stream, gate, up, activated);
    }
    void swiGluInputGradient(ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient) override {
        cuda::swiGluInputGradient(m_stream, gate, up, gradient, gateGradient);
    }
    void rotate(Matrix heads, const RotaryShape& shape, ConstVector cosines, ConstVector sines, Turn turn) override {
        cuda::rotate(m_stream, heads, shape, cosines, sines, turn);
    }

    void attention(const AttentionShape& shape, ConstMatrix qkv, Vector kept, Matrix output, Vector) override {
        cuda::attention(m_stream, shape, qkv, kept, output);
    }
    void attentionInputGradient(const AttentionShape& shape, ConstMatrix qkv, ConstVector kept, ConstMatrix output,
                                ConstMatrix outputGradient, Matrix qkvGradient, Vector) override {
        cuda::attentionInputGradient(m_stream, shape, qkv, kept, output, outputGradient, qkvGradient, m_workspace);
    }

    void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table, Matrix y) override {
        cuda::embed(m_stream, tokens, slice, table, y);
    }
    void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice, ConstMatrix outputGradient,
                             Vector tableGradient) override {
        cuda::embedWeightGradient(m_stream, tokens, slice, outputGradient, tableGradient, m_workspace);
    }
    void addPositions(Matrix y, ConstVector table, std::int64_t sequence) override {
        cuda::addPositions(m_stream, y, table, sequence);
    }
    void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence, Vector tableGradient) override {
        cuda::positionWeightGradient(m_stream, outputGradient, sequence, tableGradient);
    }

    void rowMaxima(ConstMatrix logits, Vector maxima) override { cuda::rowMaxima(m_stream, logits, maxima); }
    void exponentials(Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                      std::int64_t firstColumn, Vector sums, Vector targetLogits) override {
        cuda::exponentials(m_stream, logits, maxima, targets, firstColumn, sums, targetLogits);
    }
    void logitGradients(Matrix values, ConstVector sums, std::span<const std::int32_t> targets,
                        std::int64_t firstColumn) override {
        cuda::logitGradients(m_stream, values, sums, targets, firstColumn);
    }

    void crossEntropy(Matrix logits, std::span<const std::int32_t> targets, std::int64_t firstColumn, Vector maxima,
                      Vector sums, Vector targetLogits) override {
        cuda::crossEntropy(m_stream, logits, targets, firstColumn, maxima, sums, targetLogits);
    }

    void convert(ConstVector from, Vector to) override { cuda::convert(m_stream, from, to); }
    void adamW(const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
               Vector secondMoments) override {
        cuda::adamW(m_stream, step, weights, gradients, firstMoments, secondMoments);
    }
    void sgd(const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity) override {
        cuda::sgd(m_stream, step, weights, gradients, velocity);
    }

private:
    static Product productOf(ConstMatrix x, ConstMatrix weight, Matrix y, Epilogue epilogue, ConstVector bias,
                             Matrix activated) {
        return {x, Transposed::No, weight, Transposed::Yes, y, Accumulate::No, epilogue, bias, activated};
    }

    Stream m_stream;
    Gemm& m_gemm;
    Workspace m_workspace;
};

}  // namespace

std::int64_t workspaceBytes(const LargestShapes& shapes) {
    return std::max({columnSumBytes(shapes.tokens, shapes.columns), tokenOrderBytes(shapes.tokens),
                     attentionGradientBytes(shapes.attention)});
}

std::unique_ptr<Kernels> makeCudaKernels(Stream stream, Gemm& gemm, Workspace workspace) {
    return std::make_unique<CudaKernels>(stream, gemm, workspace);
}

}  // namespace gpu::cuda
