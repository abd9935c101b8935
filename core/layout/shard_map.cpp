// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Slices of the tensors of a model.
#include "core/layout/shard_map.h"

#include "core/layout/model_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace core {

template <>
std::span<const std::pair<TensorSplit, std::string_view>> enumNames<TensorSplit>() {
    static constexpr std::array<std::pair<TensorSplit, std::string_view>, 7> kNames{
        {{TensorSplit::Replicated, "replicated"},
         {TensorSplit::Rows, "rows"},
         {TensorSplit::Columns, "columns"},
         {TensorSplit::QkvRows, "qkv-rows"},
         {TensorSplit::ExpertRows, "expert-rows"},
         {TensorSplit::ExpertColumns, "expert-columns"},
         {TensorSplit::Experts, "experts"}}};
    return kNames;
}

namespace {

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::vector<int> firstBlocks(int blocks, const LayoutSpec& layout) {
    std::vector<int> first{0};
    const int stages = layout.pp * std::max(1, layout.virtualStages);
    for (int stage = 0; stage < stages; ++stage) {
        const bool explicitSplit = int(layout.stageLayers.size()) == stages;
        // Where the stages do not divide the layers validate() refuses the plan; the first stages take one more
        // here.
        const int even = blocks / stages + (stage < blocks % stages ? 1 : 0);
        first.push_back(first.back() + (explicitSplit ? layout.stageLayers[std::size_t(stage)] : even));
    }
    return first;
}

}  // namespace

ShardMap::ShardMap(const ModelSpec& model, const LayoutSpec& layout, int positions)
    : m_firstBlock(firstBlocks(model.layers, layout))
    , m_blocks(model.layers)
    , m_tp(layout.tp)
    , m_ep(layout.ep)
    , m_dp(layout.dp * layout.cp)
    , m_pp(layout.pp)
    , m_headSize(model.headSize())
    , m_tied(model.embeddings == Embeddings::Tied) {
    m_tensors = std::make_shared<const ModelTensors>(model, positions);
    measure();
}

ShardMap ShardMap::under(const LayoutSpec& layout) const {
    ShardMap map = *this;
    map.m_firstBlock = firstBlocks(m_blocks, layout);
    map.m_tp = layout.tp;
    map.m_ep = layout.ep;
    map.m_dp = layout.dp * layout.cp;
    map.m_pp = layout.pp;
    map.measure();
    return map;
}

void ShardMap::measure() {
    for (std::size_t kind = 0; kind + 1 < m_sizes.size(); ++kind) {
        Sizes sizes;
        for (const ModelTensor& whole : m_tensors->of(UnitKind(kind))) {
            const LocalTensor slice = local(whole, 0, 0);
            sizes.elements += slice.elements();
            if (isOfExperts(whole.split)) sizes.experts += slice.elements();
            if (slice.columns == 1) sizes.vectors += slice.elements();
        }
        sizes.part = ceilDivide(sizes.elements - sizes.experts, m_dp) + ceilDivide(sizes.experts, std::max(1, m_dp / m_ep));
        m_sizes[kind] = sizes;
    }
    const Sizes& embedding = m_sizes[std::size_t(UnitKind::Embedding)];
    const LocalTensor table = local(m_tensors->of(UnitKind::Embedding).front(), 0, 0);
    m_sizes.back() = {.elements = table.elements(), .part = std::min(table.elements(), embedding.part)};
}

const ShardMap::Sizes& ShardMap::sizesOf(int unit) const {
    return unit == kTiedHead ? m_sizes.back() : m_sizes[std::size_t(m_tensors->kindOf(unit))];
}

const std::vector<ModelTensor>& ShardMap::tensors() const { return m_tensors->all(); }

int ShardMap::firstBlock(Stage stage) const { return m_firstBlock[std::size_t(stage.value)]; }

int ShardMap::blockCount(Stage stage) const {
    return m_firstBlock[std::size_t(stage.value) + 1] - m_firstBlock[std::size_t(stage.value)];
}

std::vector<int> ShardMap::units(Stage stage) const {
    std::vector<int> units;
    if (stage.value == 0) units.push_back(0);
    for (int block = 0; block < blockCount(stage); ++block) units.push_back(firstBlock(stage) + block + 1);
    if (stage.value == stages() - 1) {
        units.push_back(m_blocks + 1);
        if (m_tied && m_pp > 1) units.push_back(kTiedHead);
    }
    return units;
}

std::vector<Stage> ShardMap::stagesOf(int pipelineRank) const {
    std::vector<Stage> chunks;
    for (int stage = pipelineRank; stage < stages(); stage += m_pp) chunks.emplace_back(stage);
    return chunks;
}

std::vector<int> ShardMap::rankUnits(int pipelineRank) const {
    std::vector<int> all;
    for (const Stage stage : stagesOf(pipelineRank)) {
        const std::vector<int> chunk = units(stage);
        all.insert(all.end(), chunk.begin(), chunk.end());
    }
    return all;
}

// Key and value heads that tp outnumbers are held by several tensor ranks: each holds at least one head.
std::int64_t ShardMap::localPartRows(std::int64_t rows) const {
    const std::int64_t split = ceilDivide(rows, m_tp);
    return m_headSize > 0 ? std::max<std::int64_t>(split, std::min<std::int64_t>(m_headSize, rows)) : split;
}

LocalTensor ShardMap::local(const ModelTensor& whole, int tensor, std::int64_t offset) const {
    LocalTensor slice{tensor, whole.rows, whole.columns, offset};
    if (whole.split == TensorSplit::Rows) slice.rows = ceilDivide(whole.rows, m_tp);
    if (whole.split == TensorSplit::Columns) slice.columns = ceilDivide(whole.columns, m_tp);
    if (whole.split == TensorSplit::QkvRows) {
        slice.rows = 0;
        for (const std::int64_t part : whole.parts) slice.rows += localPartRows(part);
    }
    if (isOfExperts(whole.split)) {
        const std::int64_t experts = whole.parts.front();
        slice.rows = ceilDivide(experts, m_ep) * (whole.rows / experts);
        if (whole.split == TensorSplit::ExpertRows) slice.rows = ceilDivide(slice.rows, m_tp);
        if (whole.split == TensorSplit::ExpertColumns) slice.columns = ceilDivide(whole.columns, m_tp);
    }
    return slice;
}

std::vector<LocalTensor> ShardMap::locals(int unit) const {
    if (unit == kTiedHead) return {local(m_tensors->of(UnitKind::Embedding).front(), 0, 0)};
    std::vector<LocalTensor> slices;
    std::int64_t offset = 0;
    int tensor = m_tensors->firstTensor(unit);
    for (const ModelTensor& whole : m_tensors->of(m_tensors->kindOf(unit))) {
        slices.push_back(local(whole, tensor++, offset));
        offset += slices.back().elements();
    }
    return slices;
}

std::int64_t ShardMap::unitElements(int unit) const { return sizesOf(unit).elements; }
std::int64_t ShardMap::partElements(int unit) const { return sizesOf(unit).part; }
std::int64_t ShardMap::expertElements(int unit) const { return sizesOf(unit).experts; }
std::int64_t ShardMap::vectorElements(int unit) const { return sizesOf(unit).vectors; }

int ShardMap::firstUnitWith(bool experts) const {
    for (int block = 0; block < m_blocks; ++block)
        if (m_tensors->hasExperts(block) == experts) return block + 1;
    return 0;
}

int ShardMap::denseUnit() const { return firstUnitWith(false); }
int ShardMap::expertUnit() const { return firstUnitWith(true); }

int ShardMap::expertBlockCount(Stage stage) const {
    return m_tensors->expertBlocks(firstBlock(stage), firstBlock(stage) + blockCount(stage));
}

std::int64_t ShardMap::globalRow(const ModelTensor& tensor, int tp, std::int64_t row) const {
    if (tensor.split == TensorSplit::Rows) return row + tp * ceilDivide(tensor.rows, m_tp);
    if (tensor.split != TensorSplit::QkvRows) return row;
    std::int64_t globalStart = 0;
    for (const std::int64_t part : tensor.parts) {
        const std::int64_t rows = localPartRows(part);
        // With fewer heads than tensor ranks, neighbouring ranks share one: their slices start at the same
        // row.
        if (row < rows) return globalStart + tp * part / m_tp / rows * rows + row;
        row -= rows;
        globalStart += part;
    }
    return tensor.rows;
}

std::int64_t ShardMap::globalIndex(const LocalTensor& slice, int tp, std::int64_t row,
                                   std::int64_t column) const {
    const ModelTensor& whole = tensors()[std::size_t(slice.tensor)];
    const std::int64_t globalColumn =
        whole.split == TensorSplit::Columns ? column + tp * slice.columns : column;
    const std::int64_t at = globalRow(whole, tp, row);
    return at < whole.rows && globalColumn < whole.columns ? at * whole.columns + globalColumn : kPadding;
}

std::string ShardMap::toAscii() const {
    std::string text = fmt::format("{} units, tp {}, {} ZeRO parts, pp {}\n", m_blocks + 2, m_tp, m_dp, m_pp);
    for (int stage = 0; stage < stages(); ++stage) {
        for (const int unit : units(Stage(stage))) {
            text += fmt::format("stage {} unit {}: {} elements, part {}\n", stage,
                                unit == kTiedHead ? "tied head" : fmt::to_string(unit), unitElements(unit),
                                partElements(unit));
            for (const LocalTensor& slice : locals(unit)) {
                const ModelTensor& whole = tensors()[std::size_t(slice.tensor)];
                text += fmt::format("  {:30} ({}, {}) -> ({}, {}) at {} {}\n", whole.name, whole.rows,
                                    whole.columns, slice.rows, slice.columns, slice.offset,
                                    core::toText(whole.split));
            }
        }
    }
    return text;
}

}  // namespace core
