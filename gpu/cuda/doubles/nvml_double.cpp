// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A double of NVIDIA's management library for tests, a library that is loaded by name: a card at half its utilisation, 61 °C
// and 123.4 W; with SHARDSCOPE_NVML_DOUBLE=refuse the library does not start.
#include <cstdlib>
#include <string_view>

namespace {

struct Utilisation {
    unsigned int gpu, memory;
};

int card = 0;

bool refuses() {
    const char* const word = std::getenv("SHARDSCOPE_NVML_DOUBLE");
    return word && std::string_view(word) == "refuse";
}

}  // namespace

extern "C" {

int nvmlInit_v2() { return refuses() ? 9 : 0; }
int nvmlShutdown() { return 0; }
const char* nvmlErrorString(int) { return "Driver Not Loaded"; }
int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** handle) {
    *handle = &card;
    return 0;
}
int nvmlDeviceGetUtilizationRates(void*, Utilisation* utilisation) {
    *utilisation = {50, 25};
    return 0;
}
int nvmlDeviceGetTemperature(void*, int, unsigned int* degrees) {
    *degrees = 61;
    return 0;
}
int nvmlDeviceGetPowerUsage(void*, unsigned int* milliwatts) {
    *milliwatts = 123400;
    return 0;
}

}  // extern "C"
