// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Utilisation, temperature and power of a card by NVIDIA's management library, loaded when the program runs. What a card
// does not tell is left at 0. Safe from any thread.
#pragma once

#include "core/telemetry/events.h"

#include <optional>
#include <string>

namespace gpu::cuda {

class NvmlLibrary {
public:
    // Throws std::runtime_error with the loader's or the library's words.
    NvmlLibrary();
    ~NvmlLibrary();
    NvmlLibrary(const NvmlLibrary&) = delete;
    NvmlLibrary& operator=(const NvmlLibrary&) = delete;

    // Nothing where the library does not know the card or cannot ask it. `device` numbers the event.
    [[nodiscard]] std::optional<core::DeviceEvent> read(const std::string& busId, int device) const;

private:
    struct Utilisation {
        unsigned int gpu, memory;  // per cent
    };
    using Handle = struct nvmlDevice_st*;
    int (*m_shutdown)() = nullptr;
    const char* (*m_errorString)(int) = nullptr;
    int (*m_byBusId)(const char*, Handle*) = nullptr;
    int (*m_utilisation)(Handle, Utilisation*) = nullptr;
    int (*m_temperature)(Handle, int sensor, unsigned int*) = nullptr;
    int (*m_power)(Handle, unsigned int* milliwatts) = nullptr;
};

}  // namespace gpu::cuda
