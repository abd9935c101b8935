// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row a kernel: its buffers and its call. Both sides get the same numbers, rounded to the type.
#include "gpu/cuda/check/kernel_checks.h"

#include "core/memory/engine_recipe.h"
#include "gpu/device/cpu_device.h"
#include "gpu/device/device_block.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/kernels/elements.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gpu::check {

namespace {

constexpr std::int64_t kRows = 61, kColumns = 93, kDepth = 77, kTable = 67;
constexpr AttentionShape kAttention{2, 75, 4, 2, 24};
constexpr std::int64_t kAttentionRows = kAttention.batch * kAttention.sequence,
                       kFused = (kAttention.heads + 2 * kAttention.kvHeads) * kAttention.headSize,
                       kWidth = kAttention.heads * kAttention.headSize;

constexpr TableSlice kSlice{5, kTable - 9, kColumns};

enum class Kind { Stored, Sum };  // of the type that is checked, or the type of its sums
enum class Start { Signed, Positive, Zero };

struct BufferSpec {
    std::int64_t elements = 0;
    Kind kind = Kind::Stored;
    Start start = Start::Signed;
};

// What a call works on, on one side.
struct Side {
    Kernels& kernels;
    Device& device;
    const std::vector<Vector>& buffers;
    std::span<const std::int32_t> tokens;
    [[nodiscard]] Matrix matrix(std::size_t buffer, std::int64_t rows, std::int64_t columns) const {
        return {buffers[buffer], rows, columns};
    }
};

struct Case {
    const char* name;
    std::vector<BufferSpec> buffers;
    std::function<void(const Side&)> call;
    std::vector<std::size_t> judged;  // buffers that both sides must agree on; empty: all
};

// Memory beside the operands, of either side.
void callAttention(const Side& side, const std::function<void(Vector kept, Vector scratch)>& call) {
    const DType type = side.buffers[0].type;
    const std::int64_t kept = kAttention.batch * kAttention.heads * kAttention.sequence * kAttention.sequence,
                       scratch = core::attentionScratch(kAttention.sequence, kAttention.headSize, bytesOf(type));
    const DeviceBlock keptBlock(side.device, core::Bytes(kept * 4), "a check"),
        scratchBlock(side.device, core::Bytes(scratch * 4), "a check");
    call({keptBlock.data(), kept, type}, {scratchBlock.data(), scratch, DType::F32});
}

std::vector<Case> cases() {
    const std::int64_t matrix = kRows * kColumns;
    const BufferSpec sums{kRows, Kind::Sum, Start::Positive};
    std::vector<Case> all;
    for (const auto& [name, ta, tb] : {std::tuple("product", Transposed::No, Transposed::No),
                                       {"product, b transposed", Transposed::No, Transposed::Yes},
                                       {"product, a transposed", Transposed::Yes, Transposed::No}})
        all.push_back({name,
                       {{kRows * kDepth}, {kDepth * kColumns}, {matrix}},
                       [ta = ta, tb = tb](const Side& s) {
                           const Matrix a = ta == Transposed::Yes ? s.matrix(0, kDepth, kRows) : s.matrix(0, kRows, kDepth),
                                        b = tb == Transposed::Yes ? s.matrix(1, kColumns, kDepth)
                                                                  : s.matrix(1, kDepth, kColumns);
                           s.kernels.multiply(a, ta, b, tb, s.matrix(2, kRows, kColumns), Accumulate::No);
                       },
                       {}});
    all.push_back({"weight gradient into fp32",
                   {{kDepth * kRows}, {kDepth * kColumns}, {matrix, Kind::Sum}},
                   [](const Side& s) {
                       s.kernels.multiply(s.matrix(0, kDepth, kRows), Transposed::Yes, s.matrix(1, kDepth, kColumns),
                                          Transposed::No, s.matrix(2, kRows, kColumns), Accumulate::Yes);
                   },
                   {}});
    all.push_back({"linear with bias",
                   {{kRows * kDepth}, {kColumns * kDepth}, {kColumns}, {matrix}},
                   [](const Side& s) {
                       s.kernels.linear(s.matrix(0, kRows, kDepth), s.matrix(1, kColumns, kDepth), s.buffers[2],
                                        s.matrix(3, kRows, kColumns));
                   },
                   {}});
    constexpr std::int64_t kEven = 96;  // GELU's second output needs rows of eight
    all.push_back({"linear with bias and GELU",
                   {{kRows * kDepth}, {kEven * kDepth}, {kEven}, {kRows * kEven}, {kRows * kEven}},
                   [](const Side& s) {
                       s.kernels.linearGelu(s.matrix(0, kRows, kDepth), s.matrix(1, kEven, kDepth), s.buffers[2],
                                            s.matrix(3, kRows, kEven), s.matrix(4, kRows, kEven));
                   },
                   {}});
    all.push_back({"bias", {{matrix}, {kColumns}},
                   [](const Side& s) { s.kernels.addBias(s.matrix(0, kRows, kColumns), s.buffers[1]); }, {}});
    all.push_back({"bias and residual", {{matrix}, {kColumns}, {matrix}},
                   [](const Side& s) {
                       s.kernels.addBiasAndResidual(s.matrix(0, kRows, kColumns), s.buffers[1],
                                                    s.matrix(2, kRows, kColumns));
                   },
                   {}});
    all.push_back({"bias gradient", {{matrix}, {kColumns, Kind::Sum}},
                   [](const Side& s) { s.kernels.biasWeightGradient(s.matrix(0, kRows, kColumns), s.buffers[1]); }, {}});
    all.push_back({"LayerNorm", {{matrix}, {kColumns}, {kColumns}, {matrix}, sums, sums},
                   [](const Side& s) {
                       s.kernels.layerNorm(s.matrix(0, kRows, kColumns), s.buffers[1], s.buffers[2],
                                           s.matrix(3, kRows, kColumns), s.buffers[4], s.buffers[5]);
                   },
                   {}});
    all.push_back({"LayerNorm input gradient", {{matrix}, {matrix}, {kColumns}, sums, sums, {matrix}},
                   [](const Side& s) {
                       s.kernels.layerNormInputGradient(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns),
                                                        s.buffers[2], s.buffers[3], s.buffers[4],
                                                        s.matrix(5, kRows, kColumns), Accumulate::Yes);
                   },
                   {}});
    all.push_back({"LayerNorm weight gradient",
                   {{matrix}, {matrix}, sums, sums, {kColumns, Kind::Sum}, {kColumns, Kind::Sum}},
                   [](const Side& s) {
                       s.kernels.layerNormWeightGradient(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns),
                                                         s.buffers[2], s.buffers[3], s.buffers[4], s.buffers[5]);
                   },
                   {}});
    all.push_back({"RMSNorm", {{matrix}, {kColumns}, {matrix}, sums},
                   [](const Side& s) {
                       s.kernels.rmsNorm(s.matrix(0, kRows, kColumns), s.buffers[1], s.matrix(2, kRows, kColumns),
                                         s.buffers[3]);
                   },
                   {}});
    all.push_back({"RMSNorm input gradient", {{matrix}, {matrix}, {kColumns}, sums, {matrix}},
                   [](const Side& s) {
                       s.kernels.rmsNormInputGradient(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns),
                                                      s.buffers[2], s.buffers[3], s.matrix(4, kRows, kColumns),
                                                      Accumulate::No);
                   },
                   {}});
    all.push_back({"RMSNorm weight gradient", {{matrix}, {matrix}, sums, {kColumns, Kind::Sum}},
                   [](const Side& s) {
                       s.kernels.rmsNormWeightGradient(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns),
                                                       s.buffers[2], s.buffers[3]);
                   },
                   {}});
    all.push_back({"GELU with bias", {{matrix}, {kColumns}, {matrix}},
                   [](const Side& s) {
                       s.kernels.biasGelu(s.matrix(0, kRows, kColumns), s.buffers[1], s.matrix(2, kRows, kColumns));
                   },
                   {}});
    all.push_back({"GELU gradient", {{matrix}, {matrix}},
                   [](const Side& s) {
                       s.kernels.geluInputGradient(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns));
                   },
                   {}});
    all.push_back({"SwiGLU", {{matrix}, {matrix}, {matrix}},
                   [](const Side& s) {
                       s.kernels.swiGlu(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns),
                                        s.matrix(2, kRows, kColumns));
                   },
                   {}});
    all.push_back({"SwiGLU gradient", {{matrix}, {matrix}, {matrix}, {matrix}},
                   [](const Side& s) {
                       s.kernels.swiGluInputGradient(s.matrix(0, kRows, kColumns), s.matrix(1, kRows, kColumns),
                                                     s.matrix(2, kRows, kColumns), s.matrix(3, kRows, kColumns));
                   },
                   {}});
    const std::int64_t angles = kAttention.sequence * kAttention.headSize / 2;
    all.push_back({"rotary positions",
                   {{kAttentionRows * kWidth}, {angles, Kind::Sum}, {angles, Kind::Sum}},
                   [](const Side& s) {
                       s.kernels.rotate(s.matrix(0, kAttentionRows, kWidth), {kAttention.sequence, kAttention.headSize},
                                        s.buffers[1], s.buffers[2], Turn::Forward);
                   },
                   {}});
    all.push_back({"attention", {{kAttentionRows * kFused}, {kAttentionRows * kWidth}},
                   [](const Side& s) {
                       callAttention(s, [&](Vector kept, Vector scratch) {
                           s.kernels.attention(kAttention, s.matrix(0, kAttentionRows, kFused), kept,
                                               s.matrix(1, kAttentionRows, kWidth), scratch);
                       });
                   },
                   {1}});
    all.push_back({"attention gradient",
                   {{kAttentionRows * kFused}, {kAttentionRows * kWidth}, {kAttentionRows * kWidth}, {kAttentionRows * kFused}},
                   [](const Side& s) {
                       callAttention(s, [&](Vector kept, Vector scratch) {
                           const Matrix qkv = s.matrix(0, kAttentionRows, kFused),
                                        output = s.matrix(1, kAttentionRows, kWidth);
                           s.kernels.attention(kAttention, qkv, kept, output, scratch);
                           s.kernels.attentionInputGradient(kAttention, qkv, kept, output,
                                                            s.matrix(2, kAttentionRows, kWidth),
                                                            s.matrix(3, kAttentionRows, kFused), scratch);
                       });
                   },
                   {3}});
    all.push_back({"embedding", {{kSlice.rows * kColumns}, {matrix}},
                   [](const Side& s) {
                       s.kernels.embed(s.tokens, kSlice, s.buffers[0], s.matrix(1, kRows, kColumns));
                   },
                   {}});
    all.push_back({"embedding gradient", {{matrix}, {kSlice.rows * kColumns, Kind::Sum}},
                   [](const Side& s) {
                       s.kernels.embedWeightGradient(s.tokens, kSlice, s.matrix(0, kRows, kColumns), s.buffers[1]);
                   },
                   {}});
    all.push_back({"positions", {{matrix}, {20 * kColumns}},
                   [](const Side& s) { s.kernels.addPositions(s.matrix(0, kRows, kColumns), s.buffers[1], 20); }, {}});
    all.push_back({"position gradient", {{matrix}, {20 * kColumns, Kind::Sum}},
                   [](const Side& s) {
                       s.kernels.positionWeightGradient(s.matrix(0, kRows, kColumns), 20, s.buffers[1]);
                   },
                   {}});
    all.push_back({"cross-entropy", {{matrix}, sums, sums, sums},
                   [](const Side& s) {
                       const Matrix logits = s.matrix(0, kRows, kColumns);
                       s.kernels.rowMaxima(logits, s.buffers[1]);
                       s.kernels.exponentials(logits, s.buffers[1], s.tokens, 3, s.buffers[2], s.buffers[3]);
                       s.kernels.logitGradients(logits, s.buffers[2], s.tokens, 3);
                       s.kernels.scale(logits, 0.25);
                   },
                   {}});
    const BufferSpec numbers{matrix, Kind::Sum}, moments{matrix, Kind::Sum, Start::Positive};
    all.push_back({"AdamW", {{matrix}, numbers, numbers, moments},
                   [](const Side& s) {
                       s.kernels.adamW({.lr = 1e-2, .beta1 = 0.9, .beta2 = 0.95, .eps = 1e-8, .weightDecay = 0.1, .update = 3,
                                        .gradientScale = 0.5},
                                       s.buffers[1], s.buffers[0], s.buffers[2], s.buffers[3]);
                   },
                   {}});
    all.push_back({"SGD", {{matrix}, numbers, numbers},
                   [](const Side& s) {
                       s.kernels.sgd({.lr = 1e-2, .momentum = 0.9, .weightDecay = 0.1}, s.buffers[1], s.buffers[0],
                                     s.buffers[2]);
                   },
                   {}});
    all.push_back({"conversion", {{matrix}, numbers},
                   [](const Side& s) { s.kernels.convert(s.buffers[1], s.buffers[0]); }, {}});
    return all;
}

double numberAt(std::size_t index, Start start) {
    if (start == Start::Zero) return 0;
    std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 31)) * 0xBF58476D1CE4E5B9u;
    const double unit = double(z >> 11) * 0x1p-53;
    return start == Start::Positive ? 0.5 + unit : 2 * unit - 1;
}

// Runs the case on one side; what its buffers hold afterwards.
std::vector<std::vector<double>> run(const Case& c, DType type, Kernels& kernels, Device& device) {
    std::vector<DeviceBlock> blocks;
    std::vector<Vector> vectors;
    std::size_t seed = 0;
    for (const BufferSpec& spec : c.buffers) {
        const DType own = spec.kind == Kind::Sum ? sumType(type) : type;
        std::vector<double> wide(std::size_t(spec.elements));
        for (double& value : wide) value = numberAt(++seed, spec.start);
        std::vector<std::byte> bytes(std::size_t(spec.elements * bytesOf(own)));
        const Vector host(bytes.data(), spec.elements, own);
        convertElements(wide, host);
        blocks.emplace_back(device, host.bytes(), "a check");
        vectors.emplace_back(blocks.back().data(), spec.elements, own);
        device.copy(host, vectors.back());
    }
    std::vector<std::int32_t> tokens(static_cast<std::size_t>(kRows));
    for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = std::int32_t(i * 7 % std::size_t(kTable));
    const DeviceBlock tokenBlock(device, core::Bytes(std::int64_t(tokens.size() * sizeof(std::int32_t))), "a check");
    device.copyBytes(tokens.data(), tokenBlock.data(), tokens.size() * sizeof(std::int32_t));
    c.call({kernels, device, vectors,
            {reinterpret_cast<const std::int32_t*>(tokenBlock.data()), tokens.size()}});
    std::vector<std::vector<double>> results;
    for (const Vector& vector : vectors) {
        std::vector<std::byte> bytes(std::size_t(vector.bytes().value()));
        const Vector host(bytes.data(), vector.elements, vector.type);
        device.copy(vector, host);
        convertElements(host, results.emplace_back(std::size_t(vector.elements)));
    }
    return results;
}

double distance(const std::vector<double>& values, const std::vector<double>& right) {
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        if (!std::isfinite(values[i])) return std::numeric_limits<double>::infinity();
        difference += (values[i] - right[i]) * (values[i] - right[i]);
        norm += right[i] * right[i];
    }
    return std::sqrt(difference) / std::max(std::sqrt(norm), 1e-30);
}

// Sums in another order in fp32; results of 16 bits rounded to other neighbours.
double toleranceOf(DType type) {
    if (type == DType::Bf16) return 0x1p-7;
    return type == DType::F16 ? 0x1p-10 : 2e-6;
}

}  // namespace

core::Plan planOfChecks() {
    core::Plan plan;
    plan.model = {.name = "checks", .layers = 1, .hidden = 96, .heads = 4, .kvHeads = 4, .ffn = 384, .vocabulary = 128,
                  .maxSequence = 256};
    plan.batch = {.micro = 2, .global = 2};
    plan.attention = core::AttentionKind::Flash;
    return plan;
}

void checkKernels(Device& card, Kernels& kernels, const std::function<void(const KernelResult&)>& onResult) {
    CpuDevice host;
    const auto twin = makeCpuKernels(1);
    for (const Case& c : cases())
        for (const DType type : {DType::F32, DType::Bf16, DType::F16}) {
            const auto values = run(c, type, kernels, card), right = run(c, type, *twin, host);
            KernelResult result{c.name, type, 0, toleranceOf(type)};
            for (std::size_t i = 0; i < right.size(); ++i)
                if (c.judged.empty() || std::ranges::find(c.judged, i) != c.judged.end())
                    result.error = std::max(result.error, distance(values[i], right[i]));
            onResult(result);
        }
}

}  // namespace gpu::check
