// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cuts every op into row ranges for the rank's workers. Sums over rows are cut by columns instead, so that no
// sum depends on the number of threads.
#include "gpu/kernels/cpu_kernels.h"

#include "core/memory/engine_recipe.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/cpu_gemm.h"
#include "gpu/kernels/row_workers.h"

#include <algorithm>
#include <stdexcept>

namespace gpu {
namespace {

template <class Element>
MatrixView<Element> rowsOf(MatrixView<Element> m, std::int64_t begin, std::int64_t end) {
    return m.part(begin, end - begin, 0, m.columns);
}
template <class Element>
MatrixView<Element> columnsOf(MatrixView<Element> m, std::int64_t begin, std::int64_t end) {
    return m.part(0, m.rows, begin, end - begin);
}

class CpuKernels final : public Kernels {
public:
    explicit CpuKernels(int threads)
        : m_workers(threads) {
        cpu::checkMultiply();
    }

    void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
                  Accumulate accumulate) override {
        m_workers.split(c.rows, [&](std::int64_t begin, std::int64_t end, int) {
            const ConstMatrix part =
                transposeA == Transposed::Yes ? columnsOf(a, begin, end) : rowsOf(a, begin, end);
            cpu::multiply(part, transposeA, b, transposeB, rowsOf(c, begin, end), accumulate);
        });
    }

    void addBias(Matrix y, const float* bias) override {
        m_workers.split(y.rows,
                        [&](std::int64_t b, std::int64_t e, int) { cpu::addBias(rowsOf(y, b, e), bias); });
    }
    void addBiasAndResidual(Matrix y, const float* bias, ConstMatrix residual) override {
        m_workers.split(y.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::addBiasAndResidual(rowsOf(y, b, e), bias, rowsOf(residual, b, e));
        });
    }
    void biasWeightGradient(ConstMatrix gradient, float* biasGradient) override {
        m_workers.split(gradient.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::addColumnSums(columnsOf(gradient, b, e), biasGradient + b);
        });
    }
    void scale(Matrix y, float factor) override {
        m_workers.split(y.rows,
                        [&](std::int64_t b, std::int64_t e, int) { cpu::scale(rowsOf(y, b, e), factor); });
    }

    void layerNorm(ConstMatrix x, const float* weight, const float* bias, Matrix y, float* mean,
                   float* rstd) override {
        m_workers.split(x.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::layerNorm(rowsOf(x, b, e), weight, bias, rowsOf(y, b, e), mean + b, rstd + b);
        });
    }
    void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, const float* weight,
                                const float* mean, const float* rstd, Matrix inputGradient,
                                Accumulate accumulate) override {
        m_workers.split(x.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::layerNormInputGradient(rowsOf(outputGradient, b, e), rowsOf(x, b, e), weight, mean + b,
                                        rstd + b, rowsOf(inputGradient, b, e), accumulate);
        });
    }
    void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, const float* mean,
                                 const float* rstd, float* weightGradient, float* biasGradient) override {
        m_workers.split(x.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::layerNormWeightGradient(columnsOf(outputGradient, b, e), columnsOf(x, b, e), mean, rstd,
                                         weightGradient + b, biasGradient + b);
        });
    }

    void biasGelu(Matrix hidden, const float* bias, Matrix activated) override {
        m_workers.split(hidden.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::biasGelu(rowsOf(hidden, b, e), bias, rowsOf(activated, b, e));
        });
    }
    void geluInputGradient(ConstMatrix hidden, Matrix gradient) override {
        m_workers.split(hidden.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::geluInputGradient(rowsOf(hidden, b, e), rowsOf(gradient, b, e));
        });
    }

    void attention(const AttentionShape& shape, ConstMatrix qkv, float* probabilities,
                   Matrix output) override {
        m_workers.split(shape.batch * shape.heads, [&](std::int64_t b, std::int64_t e, int) {
            for (std::int64_t pair = b; pair < e; ++pair)
                cpu::attentionHead(shape, pair, qkv, probabilities, output);
        });
    }
    void attentionInputGradient(const AttentionShape& shape, ConstMatrix qkv, const float* probabilities,
                                ConstMatrix outputGradient, Matrix qkvGradient,
                                std::span<float> scratch) override {
        const std::size_t tile = scratch.size() / std::size_t(m_workers.threads());
        if (std::int64_t(tile) < std::min(core::kAttentionTileRows, shape.sequence) * shape.sequence)
            throw std::logic_error("attention scratch holds fewer tiles than the rank has threads");
        m_workers.split(shape.batch * shape.heads, [&](std::int64_t b, std::int64_t e, int worker) {
            for (std::int64_t pair = b; pair < e; ++pair)
                cpu::attentionHeadInputGradient(shape, pair, qkv, probabilities, outputGradient, qkvGradient,
                                                scratch.data() + std::size_t(worker) * tile);
        });
    }

    void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, const float* table,
               Matrix y) override {
        m_workers.split(y.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::embed(tokens.subspan(std::size_t(b)), slice, table, rowsOf(y, b, e));
        });
    }
    void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                             ConstMatrix outputGradient, float* tableGradient) override {
        m_workers.split(slice.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::embedWeightGradient(tokens, slice, columnsOf(outputGradient, b, e), tableGradient + b);
        });
    }
    void addPositions(Matrix y, const float* table, std::int64_t sequence) override {
        m_workers.split(y.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::addRows(rowsOf(y, b, e), b, table, sequence);
        });
    }
    void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence,
                                float* tableGradient) override {
        m_workers.split(outputGradient.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::positionWeightGradient(columnsOf(outputGradient, b, e), sequence, tableGradient + b,
                                        outputGradient.columns);
        });
    }

    void rowMaxima(ConstMatrix logits, float* maxima) override {
        m_workers.split(logits.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::rowMaxima(rowsOf(logits, b, e), maxima + b);
        });
    }
    void exponentials(Matrix logits, const float* maxima, std::span<const std::int32_t> targets,
                      std::int64_t firstColumn, float* sums, float* targetLogits) override {
        m_workers.split(logits.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::exponentials(rowsOf(logits, b, e), maxima + b, targets.subspan(std::size_t(b)), firstColumn,
                              sums + b, targetLogits + b);
        });
    }
    void logitGradients(Matrix values, const float* sums, std::span<const std::int32_t> targets,
                        std::int64_t firstColumn) override {
        m_workers.split(values.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::logitGradients(rowsOf(values, b, e), sums + b, targets.subspan(std::size_t(b)), firstColumn);
        });
    }

    void adamW(const AdamWStep& step, std::span<float> weights, std::span<const float> gradients,
               std::span<float> firstMoments, std::span<float> secondMoments) override {
        m_workers.split(std::int64_t(weights.size()), [&](std::int64_t b, std::int64_t e, int) {
            const std::size_t at = std::size_t(b), n = std::size_t(e - b);
            cpu::adamW(step, weights.subspan(at, n), gradients.subspan(at, n), firstMoments.subspan(at, n),
                       secondMoments.subspan(at, n));
        });
    }

private:
    RowWorkers m_workers;
};

}  // namespace

std::unique_ptr<Kernels> makeCpuKernels(int threads) { return std::make_unique<CpuKernels>(threads); }

}  // namespace gpu
