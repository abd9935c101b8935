// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one layer keeps of one micro-batch, allocated entry by entry from the planner's list of saved tensors.
#pragma once

#include "core/memory/saved_tensors.h"
#include "gpu/device/arena.h"
#include "gpu/device/precision.h"
#include "gpu/device/tensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace gpu {

class SavedSet {
public:
    SavedSet() = default;
    SavedSet(Arena& arena, const std::vector<core::SavedTensor>& list, const Precisions& types) {
        add(arena, list, types);
    }

    // Takes what is on the list and not here yet.
    void add(Arena& arena, const std::vector<core::SavedTensor>& list, const Precisions& types);
    // Frees what is not on the list.
    void keep(const std::vector<core::SavedTensor>& list);

    [[nodiscard]] bool holds(std::string_view name) const;
    [[nodiscard]] bool empty() const { return m_tensors.empty(); }
    // Throws std::logic_error for a name that is not on the list.
    [[nodiscard]] Vector values(std::string_view name) const;
    [[nodiscard]] std::byte* bytes(std::string_view name) const { return find(name).buffer.data(); }
    void free() { m_tensors.clear(); }

private:
    struct Tensor {
        std::string name;
        Buffer buffer;
        DType type;
    };
    [[nodiscard]] const Tensor& find(std::string_view name) const;
    std::vector<Tensor> m_tensors;
};

}  // namespace gpu
