// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/launch_kit.h"

#include "core/base/file.h"
#include "core/config/import_plan.h"
#include "core/config/kit_parts.h"
#include "core/plan/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace core {

template <>
std::span<const std::pair<KitTarget, std::string_view>> enumNames<KitTarget>() {
    static constexpr std::pair<KitTarget, std::string_view> names[] = {
        {KitTarget::MegatronDeepSpeed, "megatron-deepspeed"},
        {KitTarget::MegatronLm, "megatron-lm"},
        {KitTarget::Torchrun, "torchrun"},
        {KitTarget::Slurm, "slurm"}};
    return names;
}

namespace {

namespace fs = std::filesystem;

// A launcher runs the framework of the plan; the engine's plans go where their ZeRO stage can go.
Framework frameworkFor(const Plan& plan, KitTarget target) {
    if (target == KitTarget::MegatronDeepSpeed) return Framework::DeepSpeed;
    if (target == KitTarget::MegatronLm) return Framework::Megatron;
    if (plan.framework == Framework::DeepSpeed || plan.framework == Framework::Megatron) return plan.framework;
    return plan.zero.stage > 1 ? Framework::DeepSpeed : Framework::Megatron;
}

class Script {
public:
    Script(const Plan& plan, KitTarget target, Framework framework)
        : m_plan(plan)
        , m_target(target)
        , m_deepspeed(framework == Framework::DeepSpeed)
        , m_framework(framework) {}

    [[nodiscard]] std::string text(const std::string& remarks) const {
        return "#!/bin/bash\n" + batchOptions() + kitHeader(m_plan, m_framework) + remarks + environment() +
               arguments() + command();
    }

private:
    [[nodiscard]] std::string batchOptions() const {
        if (m_target != KitTarget::Slurm) return {};
        std::string name;
        for (const char c : m_plan.name)
            name += (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.') ? c : '-';
        return fmt::format("#SBATCH --job-name={}\n#SBATCH --nodes={}\n#SBATCH --ntasks-per-node=1\n"
                           "#SBATCH --gpus-per-node={}\n#SBATCH --exclusive\n",
                           name.empty() ? "shardscope" : name, m_plan.cluster.nodes, m_plan.cluster.gpusPerNode);
    }

    [[nodiscard]] std::string environment() const {
        const char* project = m_deepspeed ? "Megatron-DeepSpeed" : "Megatron-LM";
        std::string text = "set -euo pipefail\n";
        text += m_target == KitTarget::Slurm ? "cd \"${SLURM_SUBMIT_DIR:-.}\"\n" : "cd \"$(dirname \"$0\")\"\n";
        // One connection keeps communication in the order in which Megatron issues it.
        text += "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
        text += fmt::format("MEGATRON=\"${{MEGATRON:?the folder of {}}}\"\n", project);
        text += "DATA_PATH=\"${DATA_PATH:?the prefix of the .bin and .idx files}\"\n";
        const std::string& folder = m_plan.run.checkpoint.directory;
        text += "CHECKPOINTS=" + (folder.empty() ? std::string(kCheckpoints) : shellQuoted(folder)) + '\n';
        return text + "CHECKPOINT_DIR=\"${CHECKPOINT_DIR:-$CHECKPOINTS}\"\n";
    }

    [[nodiscard]] std::string arguments() const {
        std::string text = "ARGS=(\n";
        for (const auto& [name, values] : kitArguments(m_plan, m_framework)) {
            text += "    --" + name;
            for (const std::string& value : values) text += ' ' + shellQuoted(value);
            text += '\n';
        }
        // A folder without a checkpoint is a fresh start; the same script goes on from the last one after a break.
        return text +
               "    --save \"$CHECKPOINT_DIR\"\n    --load \"$CHECKPOINT_DIR\"\n    --data-path \"$DATA_PATH\"\n)\n";
    }

    [[nodiscard]] std::string command() const {
        const int nodes = m_plan.cluster.nodes, cards = m_plan.cluster.gpusPerNode;
        const std::string program = "    \"$MEGATRON/pretrain_gpt.py\" \"${ARGS[@]}\"\n";
        if (m_target == KitTarget::MegatronDeepSpeed)
            return fmt::format("deepspeed {}--num_nodes {} --num_gpus {} \\\n", nodes > 1 ? "--hostfile hostfile " : "",
                               nodes, cards) +
                   program;
        if (m_target == KitTarget::Slurm)
            return "MASTER_ADDR=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n" +
                   fmt::format("srun torchrun --nnodes \"$SLURM_NNODES\" --nproc_per_node {} --rdzv_backend c10d \\\n"
                               "    --rdzv_id \"$SLURM_JOB_ID\" --rdzv_endpoint \"$MASTER_ADDR:29500\" \\\n",
                               cards) +
                   program;
        return "# On every node, with NODE_RANK 0, 1, ... and the address of node 0 in MASTER_ADDR.\n" +
               fmt::format(
                   "torchrun --nnodes {} --nproc_per_node {} --node_rank \"${{NODE_RANK:-0}}\" \\\n"
                   "    --master_addr \"${{MASTER_ADDR:-localhost}}\" --master_port \"${{MASTER_PORT:-29500}}\" \\\n",
                   nodes, cards) +
               program;
    }

    static constexpr const char* kCheckpoints = "checkpoints";
    const Plan& m_plan;
    KitTarget m_target;
    bool m_deepspeed;
    Framework m_framework;
};

std::string hostfile(const ClusterSpec& cluster) {
    std::string text = "# Put your nodes' names here, one line each.\n";
    for (int node = 0; node < cluster.nodes; ++node)
        text += fmt::format("node-{} slots={}\n", node, cluster.gpusPerNode);
    return text;
}

LaunchKit made(const Plan& plan, KitTarget target, Framework framework, const std::string& remarks) {
    LaunchKit kit{{}, framework, {}};
    kit.files.push_back({target == KitTarget::Slurm ? "job.sbatch" : "launch.sh",
                         Script(plan, target, framework).text(remarks), target != KitTarget::Slurm});
    if (framework == Framework::DeepSpeed) kit.files.push_back({"ds_config.json", kitDsConfig(plan)});
    if (target == KitTarget::MegatronDeepSpeed && plan.cluster.nodes > 1)
        kit.files.push_back({"hostfile", hostfile(plan.cluster)});
    return kit;
}

// What the kit says without remarks.
Result<Plan> imported(const LaunchKit& kit) {
    std::vector<ConfigFile> files;
    for (const KitFile& file : kit.files) files.push_back({file.name, file.content});
    const auto back = importPlan(files, {});
    if (!back) return tl::make_unexpected(back.error());
    return back->plan;
}

Problem writeProblem(const fs::path& path, int error) {
    return {Severity::Error, "file.cannot-write", path.string(), {{"reason", std::strerror(error)}},
            "fix.file.choose-other-place"};
}

}  // namespace

Result<LaunchKit> launchKit(const Plan& plan, KitTarget target) {
    const Framework framework = frameworkFor(plan, target);
    Problems problems = validate(plan);
    std::erase_if(problems, [](const Problem& problem) { return problem.severity != Severity::Error; });
    if (plan.framework == Framework::Fsdp)
        problems.push_back({Severity::Error, "export.fsdp", "/framework", {}, "fix.export.fsdp"});
    const Problems own = kitProblems(plan, framework);
    problems.insert(problems.end(), own.begin(), own.end());
    if (hasErrors(problems)) return tl::make_unexpected(std::move(problems));
    const Result<Plan> bare = imported(made(plan, target, framework, ""));
    if (!bare) return tl::make_unexpected(bare.error());
    LaunchKit kit = made(plan, target, framework, kitRemarks(plan, *bare));
    kit.problems = std::move(problems);
    return kit;
}

std::vector<std::string> filesToReplace(const LaunchKit& kit, const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const KitFile& file : kit.files) {
        const fs::path path = folder / file.name;
        if (!fs::exists(path, error)) continue;
        const auto there = readTextFile(path);
        if (!there || *there != file.content) names.push_back(file.name);
    }
    return names;
}

Result<void> writeKit(const LaunchKit& kit, const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return refuse(writeProblem(folder, error.value()));
    const auto temporary = [&](const KitFile& file) {
        return folder / fmt::format(".{}.{}.tmp", file.name, ::getpid());
    };
    const auto discard = [&] {
        for (const KitFile& file : kit.files) fs::remove(temporary(file), error);
    };
    for (const KitFile& file : kit.files)
        if (fs::is_directory(folder / file.name)) return refuse(writeProblem(folder / file.name, EISDIR));
    for (const KitFile& file : kit.files) {
        if (const auto written = writeFileAtomically(temporary(file), file.content); !written) {
            discard();
            return written;
        }
        if (file.executable)
            fs::permissions(temporary(file), fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add, error);
    }
    for (const KitFile& file : kit.files)
        if (std::rename(temporary(file).c_str(), (folder / file.name).c_str()) != 0) {
            const Problem problem = writeProblem(folder / file.name, errno);
            discard();
            return refuse(problem);
        }
    return {};
}

}  // namespace core
