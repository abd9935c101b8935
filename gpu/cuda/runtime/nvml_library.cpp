// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/runtime/nvml_library.h"

#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>

namespace gpu::cuda {

namespace {

constexpr int kSuccess = 0, kSensorOfChip = 0;

template <class Function>
void find(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (!function) throw std::runtime_error(std::string("NVML has no ") + name);
}

}  // namespace

NvmlLibrary::NvmlLibrary() {
    const char* const named = std::getenv("SHARDSCOPE_NVML_LIBRARY");
    void* const library = ::dlopen(named && *named != '\0' ? named : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(::dlerror());
    int (*initialise)() = nullptr;
    find(library, "nvmlInit_v2", initialise);
    find(library, "nvmlShutdown", m_shutdown);
    find(library, "nvmlErrorString", m_errorString);
    find(library, "nvmlDeviceGetHandleByPciBusId_v2", m_byBusId);
    find(library, "nvmlDeviceGetUtilizationRates", m_utilisation);
    find(library, "nvmlDeviceGetTemperature", m_temperature);
    find(library, "nvmlDeviceGetPowerUsage", m_power);
    if (const int error = initialise(); error != kSuccess)
        throw std::runtime_error(std::string("NVML does not start: ") + m_errorString(error));
}

NvmlLibrary::~NvmlLibrary() { m_shutdown(); }

std::optional<core::DeviceEvent> NvmlLibrary::read(const std::string& busId, int device) const {
    Handle handle = nullptr;
    if (m_byBusId(busId.c_str(), &handle) != kSuccess) return std::nullopt;
    core::DeviceEvent event;
    event.device = device;
    Utilisation utilisation{};
    unsigned int degrees = 0, milliwatts = 0;
    if (m_utilisation(handle, &utilisation) == kSuccess) event.utilisation = utilisation.gpu / 100.0;
    if (m_temperature(handle, kSensorOfChip, &degrees) == kSuccess) event.temperature = degrees;
    if (m_power(handle, &milliwatts) == kSuccess) event.powerWatts = milliwatts / 1e3;
    return event;
}

}  // namespace gpu::cuda
