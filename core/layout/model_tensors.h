// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tensors of a model, unit by unit (see core/layout/shard_map.h). Weights are (out, in), row-major.
#pragma once

#include "core/layout/shard_map.h"

#include <array>
#include <atomic>
#include <mutex>

namespace core {

[[nodiscard]] std::vector<ModelTensor> modelTensors(const ModelSpec& model, int positions);

// Units of one kind have tensors of the same shapes.
enum class UnitKind { Embedding, Block, ExpertBlock, End };

// The same list, for whoever mostly asks for sizes: one unit of each kind, and all of them once somebody wants to see them.
class ModelTensors {
public:
    ModelTensors(const ModelSpec& model, int positions);

    [[nodiscard]] UnitKind kindOf(int unit) const;
    // Tensors of a unit; the names of a block's lack its "block.N.".
    [[nodiscard]] const std::vector<ModelTensor>& of(UnitKind kind) const { return m_kinds[std::size_t(kind)]; }
    [[nodiscard]] int firstTensor(int unit) const;  // its index in all()
    [[nodiscard]] int blocks() const { return int(m_hasExperts.size()); }
    [[nodiscard]] bool hasExperts(int block) const { return m_hasExperts[std::size_t(block)]; }
    [[nodiscard]] int expertBlocks(int from, int to) const {  // of the blocks [from, to)
        return m_expertBlocksBefore[std::size_t(to)] - m_expertBlocksBefore[std::size_t(from)];
    }
    // In global order; written out when it is first asked for. Any thread.
    [[nodiscard]] const std::vector<ModelTensor>& all() const;

private:
    void writeAll() const;

    std::array<std::vector<ModelTensor>, 4> m_kinds;
    std::vector<bool> m_hasExperts;       // per block
    std::vector<int> m_expertBlocksBefore;  // per block, and of all
    mutable std::vector<ModelTensor> m_all;
    mutable std::atomic<bool> m_written = false;
    mutable std::once_flag m_once;
};

}  // namespace core
