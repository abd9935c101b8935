// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The direction follows from --plan.
#include "app/cli/checkpoint_convert.h"

#include "app/cli/answer.h"
#include "app/cli/problems.h"
#include "app/cli/resource_file.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/checkpoint/find_checkpoint.h"
#include "core/checkpoint/hf_export.h"
#include "core/checkpoint/hf_import.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace app {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string source, to, plan, dtype;
};

core::Result<core::StoredType> storedType(const std::string& text) {
    static const std::pair<std::string, core::StoredType> kTypes[] = {
        {"fp32", core::StoredType::F32}, {"bf16", core::StoredType::Bf16}, {"fp16", core::StoredType::F16}};
    if (text.empty()) return core::StoredType::F32;
    std::vector<std::string> names;
    for (const auto& [name, type] : kTypes) {
        if (name == text) return type;
        names.push_back(name);
    }
    return core::refuse(unknownChoice("--dtype", text, names));
}

Answer startOf(const Options& options) {
    return {{{"path", options.source}, {"to", options.to}, {"format", nullptr}, {"step", nullptr},
             {"layout", nullptr}, {"bytes", nullptr}, {"tensors", Json::array()}}, {}, {}, kYes};
}

// Problems of writing speak of a run's folder.
Answer refused(Answer answer, core::Problems problems) {
    for (core::Problem& problem : problems)
        if (problem.code == "checkpoint.cannot-write" || problem.code == "checkpoint.folder-in-use")
            problem.fix = "fix.checkpoint.cannot-convert";
    answer.problems = std::move(problems);
    return answer;
}

Reply toHuggingFace(const Options& options, core::StoredType type) {
    const auto folder = core::locateCheckpoint(options.source);
    if (!folder) return tl::make_unexpected(folder.error());
    Answer answer = startOf(options);
    if (const auto empty = core::requireEmpty(options.to); !empty) return refused(answer, empty.error());
    const auto checkpoint = core::openSound(*folder);
    if (!checkpoint) return refused(answer, checkpoint.error());
    const auto written = core::exportToHuggingFace(*checkpoint, type, options.to);
    if (!written) return refused(answer, written.error());
    answer.json["path"] = folder->string();
    answer.json["format"] = "huggingface";
    answer.json["step"] = checkpoint->manifest().position.step;
    answer.json["bytes"] = written->bytes;
    for (const core::StoredTensor& tensor : written->tensors)
        answer.json["tensors"].push_back(
            {{"name", tensor.name}, {"shape", tensor.shape}, {"dtype", core::toText(tensor.type)}});
    answer.text = fmt::format("{}\nHugging Face model of step {}: {}, {} in {}\n", options.to,
                              checkpoint->manifest().position.step, core::counted(std::int64_t(written->tensors.size()), "tensor"),
                              core::toText(core::Bytes(written->bytes)),
                              options.dtype.empty() ? "fp32" : options.dtype);
    return answer;
}

core::Problems planProblems(const core::Plan& plan, const std::string& text, const std::string& file) {
    core::Problems problems = core::validate(plan);
    if (!core::hasErrors(problems)) problems = core::engineLimits(plan);
    std::erase_if(problems, [](const core::Problem& p) { return p.severity != core::Severity::Error; });
    return core::placedInText(std::move(problems), text, file);
}

Reply fromHuggingFace(const Options& options) {
    const auto text = core::readTextFile(options.plan);
    if (!text) return tl::make_unexpected(text.error());
    const auto plan = core::planFromText(*text, options.plan);
    if (!plan) return tl::make_unexpected(plan.error());
    if (!core::isHuggingFaceFolder(options.source))
        return core::refuse(usageProblem("checkpoint.no-plan", options.source, {}, "fix.checkpoint.no-plan"));
    Answer answer = startOf(options);
    if (auto problems = planProblems(*plan, *text, options.plan); !problems.empty())
        return refused(answer, std::move(problems));
    if (const auto empty = core::requireEmpty(options.to); !empty) return refused(answer, empty.error());
    auto imported = core::importFromHuggingFace(options.source, *plan);
    if (!imported) return refused(answer, core::placedInText(imported.error(), *text, options.plan));
    imported->manifest.build = SHARDSCOPE_VERSION;
    auto folder = core::CheckpointFolder::open(options.to);
    if (!folder) return refused(answer, folder.error());
    const auto written = folder->write(imported->manifest, imported->shards);
    if (!written) {
        folder->removeIfEmpty();
        return refused(answer, written.error());
    }
    answer.json["to"] = written->path.string();
    answer.json["format"] = "shardscope";
    answer.json["step"] = 0;
    answer.json["bytes"] = written->bytes;
    for (const core::ModelTensor& tensor : imported->manifest.tensors)
        answer.json["tensors"].push_back(
            {{"name", tensor.name},
             {"shape", tensor.columns > 1 ? Json{tensor.rows, tensor.columns} : Json{tensor.rows}}});
    answer.text = fmt::format("{}\ncheckpoint of step 0: {}, {}; go on with train {} --resume {}\n", written->path.string(),
                              core::counted(std::int64_t(imported->manifest.tensors.size()), "tensor"),
                              core::toText(core::Bytes(written->bytes)), options.plan, options.to);
    answer.problems = imported->warnings;
    return answer;
}

Reply convert(const Options& options) {
    if (options.to.empty())
        return core::refuse(usageProblem("cli.no-value", "--to", {{"command", "checkpoint convert"}}, "fix.cli.help"));
    const auto type = storedType(options.dtype);
    if (!type) return tl::make_unexpected(type.error());
    if (!options.plan.empty() && !options.dtype.empty())
        return core::refuse(usageProblem("checkpoint.one-dtype", "--dtype", {}, "fix.checkpoint.one-dtype"));
    if (!options.plan.empty()) return fromHuggingFace(options);
    if (core::isHuggingFaceFolder(options.source))
        return core::refuse(usageProblem("checkpoint.needs-plan", options.source, {}, "fix.checkpoint.needs-plan"));
    return toHuggingFace(options, *type);
}

}  // namespace

void addCheckpointConvert(CLI::App& checkpoint, int& exit) {
    CLI::App* command = checkpoint.add_subcommand(
        "convert", "Write the weights as a Hugging Face model folder, or make a checkpoint from one");
    auto options = std::make_shared<Options>();
    command->add_option("SOURCE", options->source,
                        "Folder of a checkpoint, or of several: the newest is meant; with --plan a Hugging Face folder")
        ->required();
    command->add_option("--to", options->to, "New or empty folder to write into")->required();
    command->add_option("--plan", options->plan, "From Hugging Face: the plan, or shipped plan, that is to train the model")
        ->transform([](const std::string& text) { return shippedOr(text, "plans", ".shardscope.json"); });
    command->add_option("--dtype", options->dtype, "To Hugging Face: fp32 (as is), bf16 or fp16");
    answerWith(*command, exit, [options] { return convert(*options); });
}

}  // namespace app
