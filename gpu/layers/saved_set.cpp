// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/saved_set.h"

#include <algorithm>
#include <stdexcept>

namespace gpu {

void SavedSet::add(Arena& arena, const std::vector<core::SavedTensor>& list, const Precisions& types) {
    m_tensors.reserve(list.size());
    for (const core::SavedTensor& tensor : list) {
        if (holds(tensor.name)) continue;
        m_tensors.push_back({tensor.name,
                             arena.allocate(tensor.bytes, core::MemoryCategory::Activations, tensor.name),
                             tensor.kind == core::SavedKind::Statistic ? types.statistics : types.stored});
    }
}

void SavedSet::keep(const std::vector<core::SavedTensor>& list) {
    std::erase_if(m_tensors, [&](const Tensor& tensor) {
        return std::ranges::find(list, tensor.name, &core::SavedTensor::name) == list.end();
    });
}

bool SavedSet::holds(std::string_view name) const {
    return std::ranges::find(m_tensors, name, &Tensor::name) != m_tensors.end();
}

Vector SavedSet::values(std::string_view name) const {
    const Tensor& tensor = find(name);
    return {tensor.buffer.data(), tensor.buffer.size().value() / bytesOf(tensor.type), tensor.type};
}

const SavedSet::Tensor& SavedSet::find(std::string_view name) const {
    const auto at = std::ranges::find(m_tensors, name, &Tensor::name);
    if (at == m_tensors.end()) throw std::logic_error("no saved tensor named " + std::string(name));
    return *at;
}

}  // namespace gpu
