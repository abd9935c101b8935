// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// dlopen, and what it says.
#include "gpu/training/cuda_plugin.h"

#include "core/cluster/cluster.h"
#include "gpu/collectives/thread_group.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <dlfcn.h>

namespace gpu {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "libshardscope_cuda.so";

core::Problem problem(const char* code, std::map<std::string, std::string> params, const char* fix) {
    return {core::Severity::Error, code, "/run/backend", std::move(params), fix};
}

fs::path folderOfProgram() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

// Beside the program, as built; in the library folder of its prefix, as installed.
std::vector<fs::path> places() {
    const fs::path folder = folderOfProgram();
    return {folder / kFileName, folder.parent_path() / SHARDSCOPE_LIBRARY_FOLDER / "shardscope" / kFileName};
}

// "NVIDIA H100 80GB HBM3" holds the words of "h100-sxm" up to its first dash or of "rtx-4090" wholly.
std::string lettersOf(std::string_view text) {
    std::string letters;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c))) letters += char(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

double peakOf(const core::Accelerator& card, core::Precision precision) {
    switch (precision) {
    case core::Precision::Bf16:
        return card.peakFlopsBf16;
    case core::Precision::Fp16:
        return card.peakFlops16;
    case core::Precision::Fp32:
        return card.peakFlops32;
    case core::Precision::Fp8:
    case core::Precision::Fp64:
        break;
    }
    return 0;
}

double peakOfName(const std::string& name, core::Precision precision) {
    const std::string letters = lettersOf(name);
    for (const core::Accelerator& card : core::accelerators()) {
        const std::string whole = lettersOf(card.name), model = lettersOf(card.name.substr(0, card.name.find('-')));
        const bool isModel = model.size() > 3 && letters.find(model) != std::string::npos;
        if (letters.find(whole) != std::string::npos || isModel) return peakOf(card, precision);
    }
    return 0;
}

core::Result<bool> switchOf(const char* name, bool usual) {
    const char* const text = std::getenv(name);
    if (!text || *text == '\0') return usual;
    const std::string value = text;
    if (value == "0") return false;
    if (value == "1") return true;
    return core::refuse(problem("cuda.switch", {{"name", name}, {"value", value}}, "fix.cuda.switch"));
}

}  // namespace

core::Result<CudaPlugin> CudaPlugin::load() {
    if (const char* const named = std::getenv("SHARDSCOPE_CUDA_PLUGIN"); named && *named != '\0') return load(named);
    for (const fs::path& place : places()) {
        std::error_code error;
        if (fs::exists(place, error)) return load(place);
    }
    return core::refuse(problem("cuda.no-plug-in", {{"file", kFileName}, {"folder", folderOfProgram().string()}},
                                "fix.cuda.no-plug-in"));
}

core::Result<CudaPlugin> CudaPlugin::load(const fs::path& file) {
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) return core::refuse(problem("cuda.library", {{"reason", ::dlerror()}}, "fix.cuda.library"));
    const auto entry = reinterpret_cast<CudaEntry>(::dlsym(library, kCudaEntry));
    CudaModule* const module = entry ? entry(SHARDSCOPE_VERSION) : nullptr;
    if (!module)
        return core::refuse(problem("cuda.other-build", {{"file", file.string()}, {"version", SHARDSCOPE_VERSION}},
                                    "fix.cuda.other-build"));
    return CudaPlugin(*module);
}

core::Result<std::shared_ptr<Backend>> CudaPlugin::open() const {
    const core::Result<CudaSwitches> switches = cudaSwitches();
    if (!switches) return tl::make_unexpected(switches.error());
    return open(*switches);
}

core::Result<std::shared_ptr<Backend>> CudaPlugin::open(const CudaSwitches& switches) const {
    if (const auto found = cards(); !found) return tl::make_unexpected(found.error());
    if (const auto reason = startedAsOneOfSeveral()) return core::refuse(*reason);
    return m_module->open(switches, cudaServices());
}

CudaServices cudaServices() {
    CudaServices services;
    services.threadGroup = [](const std::vector<core::Rank>& members, const GroupOptions& options,
                              const CancelToken& cancel) -> std::unique_ptr<CollectiveGroup> {
        return std::make_unique<ThreadGroup>(members, options, cancel);
    };
    services.reserve = [](Arena& arena, core::Bytes bytes, const char* name) -> std::shared_ptr<std::byte> {
        const auto buffer = std::make_shared<Buffer>(arena.allocate(bytes, core::MemoryCategory::Framework, name));
        return {buffer, buffer->data()};
    };
    services.peakFlops = peakOfName;
    return services;
}

// Of torchrun, Open MPI, MPICH and what follows it, and srun without any of them.
std::optional<core::Problem> startedAsOneOfSeveral() {
    for (const char* const name : {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
        if (const char* const processes = std::getenv(name); processes && std::atoi(processes) > 1)
            return problem("engine.processes", {{"name", name}, {"processes", processes}}, "fix.engine.processes");
    return std::nullopt;
}

core::Result<CudaSwitches> cudaSwitches() {
    CudaSwitches switches;
    for (const auto& [name, value] : {std::pair("SHARDSCOPE_CUDA_EPILOGUES", &switches.epilogues),
                                      {"SHARDSCOPE_CUDA_NCCL", &switches.nccl},
                                      {"SHARDSCOPE_CUDA_TF32", &switches.tf32},
                                      {"SHARDSCOPE_CUDA_STREAMS", &switches.streams},
                                      {"SHARDSCOPE_CUDA_GRAPHS", &switches.graphs}}) {
        const core::Result<bool> asked = switchOf(name, *value);
        if (!asked) return tl::make_unexpected(asked.error());
        *value = *asked;
    }
    return switches;
}

std::string toText(const CudaSwitches& switches) {
    const auto word = [](bool on) { return on ? "on" : "off"; };
    return fmt::format("epilogues {}, NCCL {}, TF32 {}, streams {}, graphs {}", word(switches.epilogues),
                       word(switches.nccl), word(switches.tf32), word(switches.streams), word(switches.graphs));
}

}  // namespace gpu
