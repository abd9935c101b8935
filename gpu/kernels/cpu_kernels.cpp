// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cuts every op into row ranges for the rank's workers. Sums over rows are cut by columns instead, so that no
// sum depends on the number of threads.
#include "gpu/kernels/cpu_kernels.h"

#include "core/memory/engine_recipe.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/cpu_gemm.h"
#include "gpu/kernels/elements.h"
#include "gpu/kernels/row_workers.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace gpu {
namespace {

template <class Byte>
TypedMatrix<Byte> rowsOf(TypedMatrix<Byte> m, std::int64_t begin, std::int64_t end) {
    return m.part(begin, end - begin, 0, m.columns);
}
template <class Byte>
TypedMatrix<Byte> columnsOf(TypedMatrix<Byte> m, std::int64_t begin, std::int64_t end) {
    return m.part(0, m.rows, begin, end - begin);
}

class CpuKernels final : public Kernels {
public:
    explicit CpuKernels(int threads)
        : m_workers(threads)
        , m_workspaces(std::size_t(m_workers.threads())) {
        cpu::checkMultiply();
    }

    void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
                  Accumulate accumulate) override {
        const std::int64_t unit = cpu::rowUnit(a.type);
        m_workers.split((c.rows + unit - 1) / unit, [&](std::int64_t first, std::int64_t last, int worker) {
            const std::int64_t begin = first * unit, end = std::min(last * unit, c.rows);
            const ConstMatrix part =
                transposeA == Transposed::Yes ? columnsOf(a, begin, end) : rowsOf(a, begin, end);
            cpu::multiply(part, transposeA, b, transposeB, rowsOf(c, begin, end), accumulate,
                          m_workspaces[std::size_t(worker)]);
        });
    }

    void addBias(Matrix y, ConstVector bias) override {
        m_workers.split(y.rows,
                        [&](std::int64_t b, std::int64_t e, int) { cpu::addBias(rowsOf(y, b, e), bias); });
    }
    void addBiasAndResidual(Matrix y, ConstVector bias, ConstMatrix residual) override {
        m_workers.split(y.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::addBiasAndResidual(rowsOf(y, b, e), bias, rowsOf(residual, b, e));
        });
    }
    void biasWeightGradient(ConstMatrix gradient, Vector biasGradient) override {
        m_workers.split(gradient.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::addColumnSums(columnsOf(gradient, b, e), biasGradient.from(b));
        });
    }
    void scale(Matrix y, double factor) override {
        m_workers.split(y.rows,
                        [&](std::int64_t b, std::int64_t e, int) { cpu::scale(rowsOf(y, b, e), factor); });
    }

    void layerNorm(ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean,
                   Vector rstd) override {
        m_workers.split(x.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::layerNorm(rowsOf(x, b, e), weight, bias, rowsOf(y, b, e), mean.from(b), rstd.from(b));
        });
    }
    void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight,
                                ConstVector mean, ConstVector rstd, Matrix inputGradient,
                                Accumulate accumulate) override {
        m_workers.split(x.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::layerNormInputGradient(rowsOf(outputGradient, b, e), rowsOf(x, b, e), weight, mean.from(b),
                                        rstd.from(b), rowsOf(inputGradient, b, e), accumulate);
        });
    }
    void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector mean,
                                 ConstVector rstd, Vector weightGradient, Vector biasGradient) override {
        m_workers.split(x.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::layerNormWeightGradient(columnsOf(outputGradient, b, e), columnsOf(x, b, e), mean, rstd,
                                         weightGradient.from(b), biasGradient.from(b));
        });
    }

    void rmsNorm(ConstMatrix x, ConstVector weight, Matrix y, Vector rstd) override {
        m_workers.split(x.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::rmsNorm(rowsOf(x, b, e), weight, rowsOf(y, b, e), rstd.from(b));
        });
    }
    void rmsNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector rstd,
                              Matrix inputGradient, Accumulate accumulate) override {
        m_workers.split(x.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::rmsNormInputGradient(rowsOf(outputGradient, b, e), rowsOf(x, b, e), weight, rstd.from(b),
                                      rowsOf(inputGradient, b, e), accumulate);
        });
    }
    void rmsNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd,
                               Vector weightGradient) override {
        m_workers.split(x.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::rmsNormWeightGradient(columnsOf(outputGradient, b, e), columnsOf(x, b, e), rstd,
                                       weightGradient.from(b));
        });
    }

    void swiGlu(ConstMatrix gate, ConstMatrix up, Matrix activated) override {
        m_workers.split(gate.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::swiGlu(rowsOf(gate, b, e), rowsOf(up, b, e), rowsOf(activated, b, e));
        });
    }
    void swiGluInputGradient(ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient) override {
        m_workers.split(gate.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::swiGluInputGradient(rowsOf(gate, b, e), rowsOf(up, b, e), rowsOf(gradient, b, e),
                                     rowsOf(gateGradient, b, e));
        });
    }
    void rotate(Matrix heads, const RotaryShape& shape, ConstVector cosines, ConstVector sines,
                Turn turn) override {
        m_workers.split(heads.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::rotate(rowsOf(heads, b, e), b, shape, cosines, sines, turn);
        });
    }

    void biasGelu(Matrix hidden, ConstVector bias, Matrix activated) override {
        m_workers.split(hidden.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::biasGelu(rowsOf(hidden, b, e), bias, rowsOf(activated, b, e));
        });
    }
    void geluInputGradient(ConstMatrix hidden, Matrix gradient) override {
        m_workers.split(hidden.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::geluInputGradient(rowsOf(hidden, b, e), rowsOf(gradient, b, e));
        });
    }

    void attention(const AttentionShape& shape, ConstMatrix qkv, Vector probabilities, Matrix output,
                   Vector scratch) override {
        const std::int64_t share = scratchShare(shape, qkv.type, scratch);
        m_workers.split(shape.batch * shape.heads, [&](std::int64_t b, std::int64_t e, int worker) {
            for (std::int64_t pair = b; pair < e; ++pair)
                cpu::attentionHead(shape, pair, qkv, probabilities, output,
                                   scratch.part(worker * share, share));
        });
    }
    void attentionInputGradient(const AttentionShape& shape, ConstMatrix qkv, ConstVector probabilities,
                                ConstMatrix /*output*/, ConstMatrix outputGradient, Matrix qkvGradient,
                                Vector scratch) override {
        const std::int64_t share = scratchShare(shape, qkv.type, scratch);
        m_workers.split(shape.batch * shape.kvHeads, [&](std::int64_t b, std::int64_t e, int worker) {
            for (std::int64_t group = b; group < e; ++group)
                cpu::attentionGroupInputGradient(shape, group, qkv, probabilities, outputGradient, qkvGradient,
                                                 scratch.part(worker * share, share));
        });
    }

    void embed(std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table,
               Matrix y) override {
        m_workers.split(y.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::embed(tokens.subspan(std::size_t(b)), slice, table, rowsOf(y, b, e));
        });
    }
    void embedWeightGradient(std::span<const std::int32_t> tokens, const TableSlice& slice,
                             ConstMatrix outputGradient, Vector tableGradient) override {
        m_workers.split(slice.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::embedWeightGradient(tokens, slice, columnsOf(outputGradient, b, e), tableGradient.from(b));
        });
    }
    void addPositions(Matrix y, ConstVector table, std::int64_t sequence) override {
        m_workers.split(y.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::addRows(rowsOf(y, b, e), b, table, sequence);
        });
    }
    void positionWeightGradient(ConstMatrix outputGradient, std::int64_t sequence,
                                Vector tableGradient) override {
        m_workers.split(outputGradient.columns, [&](std::int64_t b, std::int64_t e, int) {
            cpu::positionWeightGradient(columnsOf(outputGradient, b, e), sequence, tableGradient.from(b),
                                        outputGradient.columns);
        });
    }

    void rowMaxima(ConstMatrix logits, Vector maxima) override {
        m_workers.split(logits.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::rowMaxima(rowsOf(logits, b, e), maxima.from(b));
        });
    }
    void exponentials(Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                      std::int64_t firstColumn, Vector sums, Vector targetLogits) override {
        m_workers.split(logits.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::exponentials(rowsOf(logits, b, e), maxima.from(b), targets.subspan(std::size_t(b)),
                              firstColumn, sums.from(b), targetLogits.from(b));
        });
    }
    void logitGradients(Matrix values, ConstVector sums, std::span<const std::int32_t> targets,
                        std::int64_t firstColumn) override {
        m_workers.split(values.rows, [&](std::int64_t b, std::int64_t e, int) {
            cpu::logitGradients(rowsOf(values, b, e), sums.from(b), targets.subspan(std::size_t(b)),
                                firstColumn);
        });
    }

    void convert(ConstVector from, Vector to) override {
        m_workers.split(from.elements, [&](std::int64_t b, std::int64_t e, int) {
            convertElements(from.part(b, e - b), to.part(b, e - b));
        });
    }
    void adamW(const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
               Vector secondMoments) override {
        m_workers.split(weights.elements, [&](std::int64_t b, std::int64_t e, int) {
            cpu::adamW(step, weights.part(b, e - b), gradients.part(b, e - b), firstMoments.part(b, e - b),
                       secondMoments.part(b, e - b));
        });
    }

    void sgd(const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity) override {
        m_workers.split(weights.elements, [&](std::int64_t b, std::int64_t e, int) {
            cpu::sgd(step, weights.part(b, e - b), gradients.part(b, e - b),
                     velocity.elements > 0 ? velocity.part(b, e - b) : velocity);
        });
    }

private:
    // Elements of the attention's scratch that each worker has.
    [[nodiscard]] std::int64_t scratchShare(const AttentionShape& shape, DType type, Vector scratch) const {
        const std::int64_t share = scratch.elements / m_workers.threads();
        if (share < core::attentionScratch(shape.sequence, shape.headSize, bytesOf(type)))
            throw std::logic_error("attention scratch is too small for the threads of the rank");
        return share;
    }

    RowWorkers m_workers;
    std::vector<cpu::Workspace> m_workspaces;  // by worker
};

}  // namespace

std::unique_ptr<Kernels> makeCpuKernels(int threads) { return std::make_unique<CpuKernels>(threads); }

}  // namespace gpu
