// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offload_folder.h"

#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/evaluate.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/statvfs.h>
#include <unistd.h>

namespace app {

namespace {

namespace fs = std::filesystem;
using core::Bytes, core::Offload;

fs::path folderOf(const core::Plan& plan) {
    std::error_code ignored;
    return plan.zero.offloadDirectory.empty() ? fs::temp_directory_path(ignored) : fs::path(plan.zero.offloadDirectory);
}

// 0, or the errno of what failed.
int tryFile(const fs::path& folder) {
    std::string name = (folder / "shardscope-offload-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) return errno;
    ::unlink(name.c_str());
    ::close(file);
    return 0;
}

Bytes freeIn(const fs::path& folder) {
    struct statvfs status {};
    if (::statvfs(folder.c_str(), &status) != 0) return Bytes(0);
    return Bytes(std::int64_t(std::min(double(status.f_bavail) * double(status.f_frsize), 0x1p62)));
}

core::Problem refusal(const char* code, const fs::path& folder, std::map<std::string, std::string> params,
                      const char* fix = "fix.engine.offload-folder") {
    params["folder"] = folder.string();
    return usageProblem(code, "/zero/offload_directory", std::move(params), fix);
}

}  // namespace

Bytes offloadedToFiles(core::Plan plan) {
    const bool optimizer = plan.zero.offloadOptimizer == Offload::Nvme, parameters = plan.zero.offloadParameters == Offload::Nvme;
    if (!optimizer && !parameters) return Bytes(0);
    plan.framework = core::Framework::Engine;
    // As if they lay on the cards, whose ledgers are by category.
    plan.zero.offloadOptimizer = plan.zero.offloadParameters = Offload::None;
    const core::Snapshot snapshot = core::evaluate(plan);
    if (!snapshot.memory) return Bytes(0);
    double bytes = 0;  // may exceed 64 bits
    for (const core::StageMemory& stage : snapshot.memory->stages) {
        const Bytes kept = (optimizer ? stage.ledger.of(core::MemoryCategory::Optimizer) : Bytes(0)) +
                           (parameters ? stage.ledger.of(core::MemoryCategory::Parameters) : Bytes(0));
        bytes += double(kept.value()) * (double(plan.layout.cards()) / plan.layout.pp);
    }
    return Bytes(std::int64_t(std::min(bytes, 0x1p62)));
}

core::Problems offloadFolderProblems(const core::Plan& plan) {
    const Bytes needed = offloadedToFiles(plan);
    if (needed.value() == 0) return {};
    const fs::path folder = folderOf(plan);
    std::error_code ignored;
    if (!fs::exists(folder, ignored)) return {refusal("engine.no-offload-folder", folder, {}, "fix.engine.no-offload-folder")};
    if (const int error = tryFile(folder); error != 0)
        return {refusal("engine.offload-folder", folder, {{"reason", std::strerror(error)}})};
    const Bytes available = freeIn(folder);
    if (needed <= available) return {};
    return {refusal("engine.offload-room", folder,
                    {{"needed", core::toText(needed)}, {"available", core::toText(available)}})};
}

}  // namespace app
