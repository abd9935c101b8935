// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/layers/rotary_table.h"

#include "core/memory/engine_recipe.h"
#include "core/model/rope.h"
#include "gpu/device/host_view.h"

#include <cmath>

namespace gpu {

RotaryTable::RotaryTable(const core::Plan& plan, Arena& arena, DType type)
    : m_shape{plan.sequence(), plan.model.headSize()} {
    const core::Bytes bytes = core::rotaryTableBytes(plan);
    if (bytes.value() == 0) return;
    m_memory = arena.allocate(bytes, core::MemoryCategory::Temporary, "rotary table");
    const std::vector<double> frequencies = core::rotaryFrequencies(plan.model);
    const auto half = std::int64_t(frequencies.size()), elements = m_shape.sequence * half;
    const Vector all(m_memory->data(), 2 * elements, type);
    m_cosines = all.first(elements);
    m_sines = all.from(elements);
    HostDraft draft(arena.device(), all);
    const Vector cosines = draft.values().first(elements), sines = draft.values().from(elements);
    visitType(type, [&]<class T>(TypeTag<T>) {
        for (std::int64_t i = 0; i < elements; ++i) {
            const double angle = double(i / half) * frequencies[std::size_t(i % half)];
            store(cosines.as<T>()[std::size_t(i)], SumOf<T>(std::cos(angle)));
            store(sines.as<T>()[std::size_t(i)], SumOf<T>(std::sin(angle)));
        }
    });
    draft.put();
}

void RotaryTable::turn(Kernels& kernels, Matrix heads, Turn direction) const {
    if (m_memory) kernels.rotate(heads, m_shape, m_cosines, m_sines, direction);
}

}  // namespace gpu
