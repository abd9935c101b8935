// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// checkpoint show|verify PATH: what a checkpoint holds, and whether all of it is as it was written. PATH is
// one checkpoint or a folder of them, of which the newest is meant. Damage: exit code 1, every problem named.
// checkpoint convert: checkpoint_convert.cpp.
#include "app/cli/answer.h"
#include "app/cli/checkpoint_convert.h"
#include "app/cli/commands.h"
#include "app/cli/problems.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

namespace app {

namespace {

namespace fs = std::filesystem;
using core::Manifest;
using core::StateKind;

std::string shapeText(const core::ModelTensor& tensor) {
    return tensor.columns > 1 ? fmt::format("{} × {}", tensor.rows, tensor.columns) : fmt::to_string(tensor.rows);
}

// The axis of the global shape that tensor parallelism cuts; null where every tensor rank has all of it.
Json axisJson(core::TensorSplit split) {
    switch (split) {
    case core::TensorSplit::Rows:
    case core::TensorSplit::QkvRows:
        return 0;
    case core::TensorSplit::Columns:
        return 1;
    case core::TensorSplit::Replicated:
    case core::TensorSplit::ExpertRows:  // no checkpoint holds experts
    case core::TensorSplit::ExpertColumns:
    case core::TensorSplit::Experts:
        break;
    }
    return nullptr;
}

struct Holding {
    int slices = 0;
    std::set<std::string> dtypes;
};

// Per tensor, over parameters and both moments.
std::vector<Holding> holdingsOf(const Manifest& manifest) {
    std::vector<Holding> holdings(manifest.tensors.size());
    for (const core::StoredFile& file : manifest.files)
        for (const core::StoredSlice& slice : file.slices) {
            Holding& holding = holdings[std::size_t(slice.id.tensor)];
            if (slice.id.kind == StateKind::Parameters) ++holding.slices;
            holding.dtypes.emplace(core::toText(slice.type));
        }
    return holdings;
}

Json tensorsJson(const Manifest& manifest) {
    const std::vector<Holding> holdings = holdingsOf(manifest);
    Json rows = Json::array();
    for (std::size_t t = 0; t < manifest.tensors.size(); ++t) {
        const core::ModelTensor& tensor = manifest.tensors[t];
        Json row{{"name", tensor.name},
                 {"shape", tensor.columns > 1 ? Json{tensor.rows, tensor.columns} : Json{tensor.rows}},
                 {"dtypes", holdings[t].dtypes},
                 {"shard_axis", axisJson(tensor.split)},
                 {"slices", holdings[t].slices},
                 {"parts", Json::array()}};
        for (std::size_t part = 0; part < tensor.parts.size(); ++part)
            row["parts"].push_back({{"name", core::partName(part)}, {"rows", tensor.parts[part]}});
        rows.push_back(std::move(row));
    }
    return rows;
}

Json layoutJson(const core::Plan& plan) {
    return {{"tp", plan.layout.tp},
            {"cp", plan.layout.cp},
            {"dp", plan.layout.dp},
            {"pp", plan.layout.pp},
            {"order", core::toText(plan.layout.order)},
            {"zero_stage", plan.zero.stage},
            {"schedule", core::toText(plan.schedule)}};
}

Json jsonOf(const Manifest& manifest, const fs::path& folder) {
    const auto& scale = manifest.position.lossScale;
    Json files = Json::array();
    for (const core::StoredFile& file : manifest.files)
        files.push_back({{"name", file.name}, {"rank", file.rank}, {"bytes", file.bytes}});
    return {{"path", folder.string()},
            {"id", manifest.id},
            {"saved_at", manifest.savedAt},
            {"build", manifest.build},
            {"step", manifest.position.step},
            {"samples", manifest.position.samples},
            {"skipped", manifest.position.skipped},
            {"loss_scale", scale ? Json(scale->scale) : Json()},
            {"bytes", manifest.bytes()},
            {"layout", layoutJson(manifest.plan)},
            {"seed", manifest.plan.run.seed},
            {"text", manifest.text.description},
            {"plan", core::planToJson(manifest.plan)},
            {"tensors", tensorsJson(manifest)},
            {"files", std::move(files)}};
}

std::string headText(const Manifest& manifest, const fs::path& folder) {
    const core::Plan& plan = manifest.plan;
    const std::string scale =
        manifest.position.lossScale ? fmt::format(", loss scale {:g} ({} skipped)", manifest.position.lossScale->scale,
                                                  core::counted(manifest.position.skipped, "step"))
                                    : "";
    return fmt::format("{}\nstep {}, {} sequences seen{}, saved {}\n{}: tp {} · pp {} · dp {}, ZeRO {}, {}\n"
                       "text: {}\n{} in {}\n",
                       folder.string(), manifest.position.step, core::withThousands(manifest.position.samples),
                       scale, manifest.savedAt, plan.name, plan.layout.tp, plan.layout.pp, plan.layout.dp,
                       plan.zero.stage, core::toText(plan.schedule), manifest.text.description,
                       core::toText(core::Bytes(manifest.bytes())),
                       core::counted(std::int64_t(manifest.files.size()), "file"));
}

std::string tensorsText(const Manifest& manifest) {
    const std::vector<Holding> holdings = holdingsOf(manifest);
    std::vector<TableRow> rows{{"tensor", "shape", "dtype", "slices"}};
    for (std::size_t t = 0; t < manifest.tensors.size(); ++t)
        rows.push_back({manifest.tensors[t].name, shapeText(manifest.tensors[t]),
                        fmt::format("{}", fmt::join(holdings[t].dtypes, " ")),
                        fmt::to_string(holdings[t].slices)});
    return table(rows);
}

// The others in the same folder.
Json othersJson(const fs::path& folder) {
    Json rows = Json::array();
    for (const core::CheckpointPlace& place : core::checkpointsIn(folder.parent_path()))
        rows.push_back({{"path", place.path.string()},
                        {"step", place.problems.empty() ? Json(place.step) : Json()},
                        {"saved_at", place.savedAt}});
    return rows;
}

Answer damagedAnswer(const fs::path& folder, core::Problems problems) {
    Answer answer;
    answer.problems = core::withRemedy(std::move(problems), folder);
    answer.json = {{"path", folder.string()}, {"step", nullptr}, {"layout", nullptr}, {"tensors", Json::array()}};
    answer.json["checkpoints"] = othersJson(folder);
    return answer;
}

Reply show(const std::string& path) {
    const auto folder = core::locateCheckpoint(path);
    if (!folder) return tl::make_unexpected(folder.error());
    const auto checkpoint = core::Checkpoint::open(*folder);
    if (!checkpoint) return damagedAnswer(*folder, checkpoint.error());
    const Manifest& manifest = checkpoint->manifest();
    Answer answer{jsonOf(manifest, *folder), headText(manifest, *folder) + tensorsText(manifest), {}, kYes};
    answer.json["checkpoints"] = othersJson(*folder);
    return answer;
}

Reply verify(const std::string& path) {
    const auto folder = core::locateCheckpoint(path);
    if (!folder) return tl::make_unexpected(folder.error());
    const auto checkpoint = core::Checkpoint::open(*folder);
    if (!checkpoint) return damagedAnswer(*folder, checkpoint.error());
    Answer answer{jsonOf(checkpoint->manifest(), *folder), headText(checkpoint->manifest(), *folder), {}, kYes};
    answer.json["checkpoints"] = othersJson(*folder);
    answer.problems = checkpoint->verify();
    if (answer.problems.empty())
        answer.text += "every byte is as it was written\n";
    else
        answer.problems = core::withRemedy(std::move(answer.problems), *folder);
    answer.json["sound"] = answer.problems.empty();
    return answer;
}

void addAction(CLI::App& command, int& exit, const char* name, const char* summary,
               Reply (*act)(const std::string&)) {
    CLI::App* action = command.add_subcommand(name, summary);
    auto path = std::make_shared<std::string>();
    action->add_option("PATH", *path, "Folder of one checkpoint, or of several: the newest is meant")->required();
    answerWith(*action, exit, [path, act] { return act(*path); });
}

}  // namespace

void addCheckpoint(CLI::App& command, int& exit) {
    command.require_subcommand(1);
    addAction(command, exit, "show", "Step, layout and tensors", show);
    addAction(command, exit, "verify", "Read everything and hold it against the checksums", verify);
    addCheckpointConvert(command, exit);
}

}  // namespace app
