// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// model SOURCE: the exact parameter count of a preset or of a Hugging Face config.json, by part, and its shape.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/model_source.h"
#include "app/cli/problems.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/plan/model_json.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

Json countJson(const core::ParameterCount& count) {
    return {{"total", count.total}, {"active", count.active}, {"embedding", count.embedding},
            {"attention", count.attention}, {"mlp", count.mlp}, {"norm", count.norm},
            {"router", count.router}, {"head", count.head}, {"mtp", count.mtp}, {"other", count.other}};
}

std::string text(const core::ModelSpec& spec, const core::ParameterCount& count) {
    std::vector<TableRow> rows;
    const auto row = [&](const char* name, std::int64_t value) {
        rows.push_back({name, core::withThousands(value)});
    };
    row("embedding", count.embedding);
    row("attention", count.attention);
    row("mlp", count.mlp);
    row("norm", count.norm);
    if (count.router > 0) row("router", count.router);
    row("head", count.head);
    row("parameters", count.total);
    if (count.active != count.total) row("of these active", count.active);
    if (count.mtp > 0) row("further-token modules", count.mtp);
    return fmt::format("{}: {} layers of width {}, {} heads, vocabulary {}, sequences up to {}\n", spec.name,
                       spec.layers, spec.hidden, spec.heads, core::withThousands(spec.vocabulary),
                       core::withThousands(spec.maxSequence)) +
           table(rows);
}

Reply list() {
    Answer answer;
    std::vector<TableRow> rows;
    answer.json["presets"] = Json::array();
    for (const core::ModelSpec& spec : core::modelPresets()) {
        rows.push_back({spec.name, core::withThousands(core::countParameters(spec).total) + " parameters"});
        answer.json["presets"].push_back(spec.name);
    }
    answer.text = table(rows);
    return answer;
}

Reply describeModel(const std::string& source) {
    if (source.empty())
        return core::refuse(usageProblem("cli.no-model", "SOURCE", {}, "fix.cli.presets"));
    const core::Result<core::ImportedModel> model = modelFromSource(source, "SOURCE");
    if (!model) return tl::make_unexpected(model.error());
    const core::ParameterCount count = core::countParameters(model->spec);
    Answer answer{{{"parameters", countJson(count)}, {"spec", core::modelToJson(model->spec)}},
                  text(model->spec, count),
                  model->notes,
                  kYes};
    if (!model->modelType.empty()) answer.json["model_type"] = model->modelType;
    return answer;
}

}  // namespace

void addModel(CLI::App& command, int& exit) {
    struct Options {
        std::string source;
        bool list = false;
    };
    auto options = std::make_shared<Options>();
    command.add_option("SOURCE", options->source, "A preset, such as gpt2-xl, or the path of a config.json");
    command.add_flag("--list", options->list, "List the presets");
    answerWith(command, exit, [options] { return options->list ? list() : describeModel(options->source); });
}

}  // namespace app
