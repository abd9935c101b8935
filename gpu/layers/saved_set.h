// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one layer keeps of one micro-batch, allocated entry by entry from the planner's list of saved tensors.
#pragma once

#include "core/memory/saved_tensors.h"
#include "gpu/device/arena.h"

#include <string_view>
#include <utility>
#include <vector>

namespace gpu {

class SavedSet {
public:
    SavedSet() = default;
    SavedSet(Arena& arena, const std::vector<core::SavedTensor>& list);

    [[nodiscard]] bool empty() const { return m_tensors.empty(); }
    // Throws std::logic_error for a name that is not on the list.
    [[nodiscard]] float* floats(std::string_view name) const { return find(name).floats(); }
    [[nodiscard]] std::byte* bytes(std::string_view name) const { return find(name).data(); }
    void free() { m_tensors.clear(); }

private:
    [[nodiscard]] const Buffer& find(std::string_view name) const;
    std::vector<std::pair<std::string, Buffer>> m_tensors;
};

}  // namespace gpu
