// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which rank holds which slice of which tensor. Used by the memory model, the pictures and the engine alike.
//
// The model is a list of *units*, the grains of pipeline placement and of ZeRO: unit 0 is the embedding, units 1..L
// the blocks, unit L+1 the final norm (with an untied head). A tied head on another stage than the embedding is one
// more unit there, `kTiedHead`, holding a copy of the token table. Modules that predict further tokens belong to unit L+1.
// A Stage is a model chunk: there are pp · virtual stages of them, and stage s lies on pipeline rank s mod pp.
// Tensor parallelism slices tensors; ZeRO slices each unit's flat buffer (its local tensors one after the other) into
// dp·cp equal parts, the last padded: part = ceil(elements / (dp·cp)).
// A vocabulary that tp does not divide is padded to the next multiple of tp (the engine refuses it; Megatron pads to
// a multiple of 128·tp). The experts of a block are one tensor each for gate, up and down, split over the ep ranks by
// expert and over the tp ranks by width; ZeRO cuts what a rank has of them into dp·cp/ep parts. Where tp exceeds the number of key-value heads, tp/kvHeads ranks hold the same head.
#pragma once

#include "core/base/ids.h"
#include "core/layout/layout.h"
#include "core/model/model_spec.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

enum class TensorSplit {
    Replicated,  // every tensor rank holds it whole
    Rows,        // output features (column-parallel linear), vocabulary rows
    Columns,     // input features (row-parallel linear)
    QkvRows,     // fused q, k, v: each of the three parts is split by heads
    ExpertRows,     // rows of all experts: by expert over ep, each expert's by tp
    ExpertColumns,  // rows by expert over ep, columns over tp
    Experts,        // by expert over ep only
};
[[nodiscard]] constexpr bool isOfExperts(TensorSplit split) { return split >= TensorSplit::ExpertRows; }
template <>
std::span<const std::pair<TensorSplit, std::string_view>> enumNames<TensorSplit>();

// A global tensor, row-major (rows, columns); vectors have one column.
struct ModelTensor {
    std::string name;  // "block.3.attention.qkv.weight"
    int unit = 0;
    std::int64_t rows = 0, columns = 1;
    TensorSplit split = TensorSplit::Replicated;
    std::vector<std::int64_t> parts;  // QkvRows: rows of q, k, v (global); else empty

    [[nodiscard]] std::int64_t elements() const { return rows * columns; }
    bool operator==(const ModelTensor&) const = default;
};

// The slice of one tensor on one tensor rank; a contiguous run of a unit's flat buffer.
struct LocalTensor {
    int tensor = 0;  // index into ShardMap::tensors()
    std::int64_t rows = 0, columns = 1;
    std::int64_t offset = 0;  // elements from the start of the unit's flat buffer
    [[nodiscard]] std::int64_t elements() const { return rows * columns; }
    bool operator==(const LocalTensor&) const = default;
};

class ModelTensors;  // core/layout/model_tensors.h

class ShardMap {
public:
    ShardMap(const ModelSpec& model, const LayoutSpec& layout, int positions);  // positions: rows of the position table
    // The same model under another layout; the list of tensors is shared.
    [[nodiscard]] ShardMap under(const LayoutSpec& layout) const;

    static constexpr int kTiedHead = -1;
    static constexpr std::int64_t kPadding = -1;

    [[nodiscard]] const std::vector<ModelTensor>& tensors() const;  // global order
    [[nodiscard]] int blocks() const { return m_blocks; }
    [[nodiscard]] int stages() const { return int(m_firstBlock.size()) - 1; }
    // The model chunks of a pipeline rank, in the order of the forward pass.
    [[nodiscard]] std::vector<Stage> stagesOf(int pipelineRank) const;
    // Blocks of a stage: [first, first + count). Even split, or layout.stageLayers.
    [[nodiscard]] int firstBlock(Stage stage) const;
    [[nodiscard]] int blockCount(Stage stage) const;
    // Units of a stage in the order of the forward pass; kTiedHead last where there is one.
    [[nodiscard]] std::vector<int> units(Stage stage) const;
    // Units of all model chunks of a pipeline rank, likewise.
    [[nodiscard]] std::vector<int> rankUnits(int pipelineRank) const;
    // Local tensors of a unit on any tensor rank (all tensor ranks have equal shapes), in flat-buffer order.
    [[nodiscard]] std::vector<LocalTensor> locals(int unit) const;
    [[nodiscard]] std::int64_t unitElements(int unit) const;                   // local to a tensor rank
    [[nodiscard]] std::int64_t expertElements(int unit) const;                 // of these, of experts
    [[nodiscard]] std::int64_t vectorElements(int unit) const;                 // of these, of norms and biases
    // ceil(unitElements / dp), of experts ceil(· / (dp·cp/ep)). The tied head is cut where the embedding is, so that the owned parts of the two copies
    // meet on the same data-parallel rank.
    [[nodiscard]] std::int64_t partElements(int unit) const;
    // Units of blocks with and without experts, for whoever needs one of each; 0 where there is none.
    [[nodiscard]] int denseUnit() const;
    [[nodiscard]] int expertUnit() const;
    [[nodiscard]] int expertBlockCount(Stage stage) const;
    // No tensor of experts: which those are depends on the expert rank too.
    // Row-major element (row, column) of a local tensor on tensor rank tp → index in the global tensor, or kPadding.
    [[nodiscard]] std::int64_t globalIndex(const LocalTensor& local, int tp, std::int64_t row, std::int64_t column) const;
    [[nodiscard]] std::string toAscii() const;

private:
    [[nodiscard]] std::int64_t localPartRows(std::int64_t rows) const;
    [[nodiscard]] int firstUnitWith(bool experts) const;
    [[nodiscard]] LocalTensor local(const ModelTensor& whole, int tensor, std::int64_t offset) const;
    [[nodiscard]] std::int64_t globalRow(const ModelTensor& tensor, int tp, std::int64_t row) const;

    // Of a unit, on one tensor rank; the same for all units of a kind.
    struct Sizes {
        std::int64_t elements = 0, experts = 0, vectors = 0, part = 0;
    };
    void measure();
    [[nodiscard]] const Sizes& sizesOf(int unit) const;

    std::shared_ptr<const ModelTensors> m_tensors;
    std::array<Sizes, 5> m_sizes;   // by UnitKind; the tied head last
    std::vector<int> m_firstBlock;  // size stages + 1
    int m_blocks = 0, m_tp = 1, m_ep = 1, m_dp = 1, m_pp = 1;  // m_dp: ZeRO parts, dp·cp
    int m_headSize = 0;
    bool m_tied = false;
};

}  // namespace core
