// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plug-in's entry: which cards there are, or in one sentence why none.
#include "gpu/training/cuda_module.h"

#include "gpu/cuda/runtime/cuda_backend.h"
#include "gpu/cuda/runtime/cuda_check.h"

#include <cublasLt.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpu::cuda {

namespace {

constexpr int kOldestMajor = 8, kOldestMinor = 0;  // what the kernels are built for

std::string versionText(int number) { return std::to_string(number / 1000) + '.' + std::to_string(number % 1000 / 10); }

core::Problem problem(const char* code, std::map<std::string, std::string> params, const char* fix) {
    return {core::Severity::Error, code, "/run/backend", std::move(params), fix};
}

core::Problem noCards(cudaError_t error) {
    const std::string text = describeError(error);
    int driver = 0;
    (void)cudaDriverGetVersion(&driver);
    switch (error) {
    case cudaErrorInsufficientDriver:
        if (driver == 0) return problem("cuda.no-driver", {{"error", text}}, "fix.cuda.no-driver");
        return problem("cuda.old-driver",
                       {{"has", versionText(driver)}, {"needs", versionText(CUDART_VERSION)}, {"error", text}},
                       "fix.cuda.old-driver");
    case cudaErrorStubLibrary:
        return problem("cuda.stub-driver", {{"error", text}}, "fix.cuda.stub-driver");
    case cudaErrorNoDevice:
        return problem("cuda.no-device", {{"error", text}}, "fix.cuda.no-device");
    default:
        return problem("cuda.error", {{"error", text}}, "fix.cuda.error");
    }
}

core::Problem oldCard(const CudaCard& card) {
    return problem("cuda.old-card",
                   {{"card", card.name},
                    {"has", std::to_string(card.major) + '.' + std::to_string(card.minor)},
                    {"needs", std::to_string(kOldestMajor) + '.' + std::to_string(kOldestMinor)}},
                   "fix.cuda.old-card");
}

bool isTooOld(const CudaCard& card) {
    return card.major < kOldestMajor || (card.major == kOldestMajor && card.minor < kOldestMinor);
}

// A library that may be missing: itself, or why not.
template <class Library>
struct Optional {
    std::shared_ptr<const Library> library;
    std::string reason;
};

template <class Library, class Load>
Optional<Library> tried(Load&& load) {
    try {
        return {load(), {}};
    } catch (const std::runtime_error& error) {
        return {nullptr, error.what()};
    }
}

class Module final : public CudaModule {
public:
    [[nodiscard]] core::Result<std::vector<CudaCard>> cards() override {
        int count = 0;  // left as it is where there is no driver
        if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
            (void)cudaGetLastError();
            return core::refuse(noCards(error));
        }
        if (count == 0) return core::refuse(noCards(cudaErrorNoDevice));
        std::vector<CudaCard> usable;
        std::optional<core::Problem> reason;
        for (int ordinal = 0; ordinal < count; ++ordinal) {
            CudaCard card;
            card.ordinal = ordinal;
            if (const cudaError_t error = describe(card); error != cudaSuccess)
                reason = noCards(error);
            else if (isTooOld(card))
                reason = oldCard(card);
            else
                usable.push_back(std::move(card));
        }
        if (usable.empty()) return core::refuse(*reason);
        return usable;
    }

    [[nodiscard]] std::string libraries() override {
        const std::size_t lt = cublasLtGetVersion();
        std::string text = "CUDA " + versionText(CUDART_VERSION) + ", cuBLASLt " + std::to_string(lt / 10000) + '.' +
                           std::to_string(lt / 100 % 100) + '.' + std::to_string(lt % 100);
        const auto& nccl = ncclLibrary();
        text += nccl.library ? ", NCCL " + nccl.library->version() : ", no NCCL (" + nccl.reason + ")";
        const auto& nvml = nvmlLibrary();
        return text + (nvml.library ? ", NVML" : ", no NVML (" + nvml.reason + ")");
    }

    [[nodiscard]] std::shared_ptr<Backend> open(const CudaSwitches& switches, CudaServices services) override {
        core::Result<std::vector<CudaCard>> found = cards();
        if (!found) throw DeviceError("the cards that were found are gone");
        return std::make_shared<CudaBackend>(std::move(*found), switches, std::move(services), ncclLibrary().library,
                                             nvmlLibrary().library);
    }

private:
    static cudaError_t describe(CudaCard& card) {
        cudaDeviceProp properties{};
        if (const cudaError_t error = cudaGetDeviceProperties(&properties, card.ordinal); error != cudaSuccess)
            return error;
        card.name = properties.name;
        card.memory = core::Bytes(std::int64_t(properties.totalGlobalMem));
        card.major = properties.major;
        card.minor = properties.minor;
        char busId[32] = {};
        if (const cudaError_t error = cudaDeviceGetPCIBusId(busId, sizeof busId, card.ordinal); error != cudaSuccess)
            return error;
        card.busId = busId;
        return cudaSuccess;
    }

    const Optional<NcclLibrary>& ncclLibrary() {
        if (!m_nccl) m_nccl = tried<NcclLibrary>([] { return std::make_shared<const NcclLibrary>(NcclLibrary::load()); });
        return *m_nccl;
    }
    const Optional<NvmlLibrary>& nvmlLibrary() {
        if (!m_nvml) m_nvml = tried<NvmlLibrary>([] { return std::make_shared<const NvmlLibrary>(); });
        return *m_nvml;
    }

    std::optional<Optional<NcclLibrary>> m_nccl;
    std::optional<Optional<NvmlLibrary>> m_nvml;
};

}  // namespace

}  // namespace gpu::cuda

// Lives as long as the process: the plug-in is never unloaded.
extern "C" __attribute__((visibility("default"))) gpu::CudaModule* shardscopeCudaModule(const char* version) {
    static gpu::cuda::Module module;
    return std::string_view(version) == SHARDSCOPE_VERSION ? &module : nullptr;
}
