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
    m_tensors = std::make_shared<const std::vector<ModelTensor>>(modelTensors(model, positions));
    for (int block = 0; block < m_blocks; ++block) m_hasExperts.push_back(model.hasExperts(block));
    m_firstTensor.assign(std::size_t(m_blocks) + 3, int(m_tensors->size()));
    for (int t = int(m_tensors->size()) - 1; t >= 0; --t)
        m_firstTensor[std::size_t((*m_tensors)[std::size_t(t)].unit)] = t;
}

ShardMap ShardMap::under(const LayoutSpec& layout) const {
    ShardMap map = *this;
    map.m_firstBlock = firstBlocks(m_blocks, layout);
    map.m_tp = layout.tp;
    map.m_ep = layout.ep;
    map.m_dp = layout.dp * layout.cp;
    map.m_pp = layout.pp;
    return map;
}

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

LocalTensor ShardMap::local(int tensor, std::int64_t offset) const {
    const ModelTensor& whole = (*m_tensors)[std::size_t(tensor)];
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
    if (unit == kTiedHead) return {local(0, 0)};
    std::vector<LocalTensor> slices;
    std::int64_t offset = 0;
    for (int t = m_firstTensor[std::size_t(unit)];
         t < int(m_tensors->size()) && (*m_tensors)[std::size_t(t)].unit == unit; ++t) {
        slices.push_back(local(t, offset));
        offset += slices.back().elements();
    }
    return slices;
}

std::int64_t ShardMap::unitElements(int unit) const {
    const std::vector<LocalTensor> slices = locals(unit);  // none: a final norm without weights, a tied head
    return slices.empty() ? 0 : slices.back().offset + slices.back().elements();
}

std::int64_t ShardMap::partElements(int unit) const {
    if (unit == kTiedHead) return std::min(unitElements(kTiedHead), partElements(0));
    const std::int64_t experts = expertElements(unit);
    return ceilDivide(unitElements(unit) - experts, m_dp) + ceilDivide(experts, std::max(1, m_dp / m_ep));
}

std::int64_t ShardMap::expertElements(int unit) const {
    std::int64_t elements = 0;
    for (const LocalTensor& slice : locals(unit))
        if (isOfExperts((*m_tensors)[std::size_t(slice.tensor)].split)) elements += slice.elements();
    return elements;
}

std::int64_t ShardMap::vectorElements(int unit) const {
    std::int64_t elements = 0;
    for (const LocalTensor& slice : locals(unit))
        if (slice.columns == 1) elements += slice.elements();
    return elements;
}

int ShardMap::firstUnitWith(bool experts) const {
    const auto at = std::find(m_hasExperts.begin(), m_hasExperts.end(), experts);
    return at == m_hasExperts.end() ? 0 : int(at - m_hasExperts.begin()) + 1;
}

int ShardMap::denseUnit() const { return firstUnitWith(false); }
int ShardMap::expertUnit() const { return firstUnitWith(true); }

int ShardMap::expertBlockCount(Stage stage) const {
    const auto first = m_hasExperts.begin() + firstBlock(stage);
    return int(std::count(first, first + blockCount(stage), true));
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
    const ModelTensor& whole = (*m_tensors)[std::size_t(slice.tensor)];
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
                const ModelTensor& whole = (*m_tensors)[std::size_t(slice.tensor)];
                text += fmt::format("  {:30} ({}, {}) -> ({}, {}) at {} {}\n", whole.name, whole.rows,
                                    whole.columns, slice.rows, slice.columns, slice.offset,
                                    core::toText(whole.split));
            }
        }
    }
    return text;
}

}  // namespace core
