// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/saved_set.h"

#include <algorithm>
#include <stdexcept>

namespace gpu {

SavedSet::SavedSet(Arena& arena, const std::vector<core::SavedTensor>& list) {
    m_tensors.reserve(list.size());
    for (const core::SavedTensor& tensor : list)
        m_tensors.emplace_back(tensor.name,
                               arena.allocate(tensor.bytes, core::MemoryCategory::Activations, tensor.name));
}

const Buffer& SavedSet::find(std::string_view name) const {
    const auto at = std::ranges::find_if(m_tensors, [&](const auto& tensor) { return tensor.first == name; });
    if (at == m_tensors.end()) throw std::logic_error("no saved tensor named " + std::string(name));
    return at->second;
}

}  // namespace gpu
