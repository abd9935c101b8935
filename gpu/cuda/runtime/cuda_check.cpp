// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/runtime/cuda_check.h"

namespace gpu::cuda {

std::string describeError(cudaError_t error) {
    return std::string(cudaGetErrorName(error)) + " (" + std::to_string(int(error)) + "): " + cudaGetErrorString(error);
}

bool isLasting(cudaError_t error) {
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContained:
    case cudaErrorDevicesUnavailable:
        return true;
    default:
        return false;
    }
}

void throwError(cudaError_t error, const char* call, int ordinal) {
    std::string text = "card " + std::to_string(ordinal) + ": " + call + ": " + describeError(error);
    if (isLasting(error)) text += "; the card is lost to this run";
    throw DeviceError(text);
}

}  // namespace gpu::cuda
