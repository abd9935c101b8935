// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// validate: the published tables shipped with the product, recomputed; median and 90th-percentile error of each.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/validation/published.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

Json tableJson(const core::PublishedTable& published) {
    Json rows = Json::array();
    for (const core::PublishedRow& row : published.rows)
        rows.push_back({{"label", row.label}, {"published", row.published}, {"computed", row.computed}});
    return {{"name", published.name},
            {"title", published.title.text()},
            {"source", published.source.text()},
            {"unit", published.unit},
            {"rows", published.rows.size()},
            {"constants", published.constants.text()},
            {"mean_error", published.meanError()},
            {"median_error", published.medianError()},
            {"p90_error", published.p90Error()},
            {"entries", std::move(rows)}};
}

std::string tableText(const core::PublishedTable& published, bool rows) {
    const core::PublishedRow& worst = published.worst();
    std::string text =
        fmt::format("{} ({} rows): median error {}, mean {}, 90 % within {}, worst {} ({})\n  {}; {}\n", published.name,
                    published.rows.size(), percent(published.medianError()), percent(published.meanError()), percent(published.p90Error()),
                    percent(worst.error()), worst.label, published.title.text(), published.source.text());
    if (!published.constants.code.empty()) text += "  with " + published.constants.text() + '\n';
    if (!rows) return text;
    std::vector<TableRow> lines;
    for (const core::PublishedRow& row : published.rows)
        lines.push_back({"  " + row.label, fmt::format("{:.6g} published, {:.6g} computed {}", row.published, row.computed, published.unit)});
    return text + table(lines);
}

Reply validateTables(bool rows) {
    Answer answer;
    answer.json["tables"] = Json::array();
    for (const core::PublishedTable& published : core::recomputePublishedTables()) {
        answer.json["tables"].push_back(tableJson(published));
        answer.text += tableText(published, rows);
    }
    return answer;
}

}  // namespace

void addValidate(CLI::App& command, int& exit) {
    auto rows = std::make_shared<bool>(false);
    command.add_flag("--rows", *rows, "Print every row");
    answerWith(command, exit, [rows] { return validateTables(*rows); });
}

}  // namespace app
