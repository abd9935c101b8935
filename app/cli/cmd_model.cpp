// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// model SOURCE: the exact parameter count of a preset, by part, and its shape.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/problems.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/model/model_spec.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

Json specJson(const core::ModelSpec& spec) {
    return {{"name", spec.name},
            {"family", core::toText(spec.family)},
            {"layers", spec.layers},
            {"hidden", spec.hidden},
            {"heads", spec.heads},
            {"kv_heads", spec.kvHeads},
            {"ffn", spec.ffn},
            {"vocabulary", spec.vocabulary},
            {"max_sequence", spec.maxSequence},
            {"embeddings", core::toText(spec.embeddings)}};
}

// Every described model is dense: each parameter is active, and there is no router and no extra prediction
// head.
Json countJson(const core::ParameterCount& count) {
    return {{"total", count.total},
            {"active", count.total},
            {"embedding", count.embedding},
            {"attention", count.attention},
            {"mlp", count.mlp},
            {"norm", count.norm},
            {"router", 0},
            {"head", count.head},
            {"mtp", 0},
            {"other", 0}};
}

std::string text(const core::ModelSpec& spec, const core::ParameterCount& count) {
    const auto row = [](const char* name, std::int64_t value) {
        return TableRow{name, core::withThousands(value)};
    };
    return fmt::format("{}: {} layers of width {}, {} heads, vocabulary {}, sequences up to {}\n", spec.name,
                       spec.layers, spec.hidden, spec.heads, core::withThousands(spec.vocabulary),
                       core::withThousands(spec.maxSequence)) +
           table({row("embedding", count.embedding), row("attention", count.attention), row("mlp", count.mlp),
                  row("norm", count.norm), row("head", count.head), row("parameters", count.total)});
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

core::Problem unknown(const std::string& source) {
    if (source.find('/') != std::string::npos || source.ends_with(".json"))
        return usageProblem("cli.not-a-preset", "SOURCE", {{"text", source}}, "fix.cli.presets");
    std::vector<std::string> names;
    for (const core::ModelSpec& spec : core::modelPresets()) names.push_back(spec.name);
    return unknownChoice("SOURCE", source, names);
}

Reply describeModel(const std::string& source) {
    if (source.empty())
        return core::refuse(
            usageProblem("cli.no-preset", "SOURCE", {}, "fix.cli.presets"));
    const core::ModelSpec* spec = core::findModelPreset(source);
    if (!spec) return core::refuse(unknown(source));
    const core::ParameterCount count = core::countParameters(*spec);
    return Answer{
        {{"parameters", countJson(count)}, {"spec", specJson(*spec)}}, text(*spec, count), {}, kYes};
}

}  // namespace

void addModel(CLI::App& command, int& exit) {
    struct Options {
        std::string source;
        bool list = false;
    };
    auto options = std::make_shared<Options>();
    command.add_option("SOURCE", options->source, "A preset, such as gpt2-xl");
    command.add_flag("--list", options->list, "List the presets");
    answerWith(command, exit, [options] { return options->list ? list() : describeModel(options->source); });
}

}  // namespace app
