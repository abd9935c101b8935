// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare A B: two plans term by term, relative = b/a − 1 (null where a is 0 or undefined).
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/catalogue.h"
#include "core/base/text.h"
#include "core/plan/plan_codec.h"
#include "core/planner/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace app {

namespace {

using core::Snapshot;
using Value = std::optional<double>;

std::string readable(core::QuantityUnit unit, double value) {
    using enum core::QuantityUnit;
    constexpr double kSecondsPerDay = 86400;
    switch (unit) {
    case Time: return core::toText(core::Seconds(value));
    case Memory: return core::toText(core::Bytes(std::int64_t(value)));
    case Share: return percent(value);
    case TokensPerSecond: return core::threeDigits(value) + " tokens/s";
    case Teraflops: return flopRate(value * 1e12);
    case Days: return duration(core::Seconds(value * kSecondsPerDay));
    case CardHours: return cardTime(value);
    case KilowattHours: return energy(value);
    case Money: return money(value);
    default: return core::withThousands(std::int64_t(value));
    }
}

Json number(Value value) { return value ? Json(*value) : Json(); }

std::string readable(const core::PlanQuantity& quantity, Value value) {
    if (value) return readable(quantity.unit, *value);
    return quantity.name == "cost" ? "no price" : "unknown";
}

std::string readableChange(Value change) {
    if (!change) return "-";
    if (std::abs(*change) < 5e-4) return "equal";
    return *change < 10 ? fmt::format("{:+.1f} %", 100 * *change)
                        : fmt::format("× {}", core::threeDigits(*change + 1));
}

// Where the usual digits hide a difference: five digits, the unit of the key.
std::string exactly(double value, const core::PlanQuantity& quantity) {
    const auto unit = [&] {
        using enum core::QuantityUnit;
        switch (quantity.unit) {
        case Time: return " s";
        case Memory: return " bytes";
        case TokensPerSecond: return " tokens/s";
        case Teraflops: return " TFLOP/s";
        case Days: return " days";
        case CardHours: return " card-hours";
        case KilowattHours: return " kWh";
        case Money: return " USD";
        default: return "";
        }
    };
    return quantity.unit == core::QuantityUnit::Share ? fmt::format("{:.5g} %", 100 * value)
                                                      : fmt::format("{:.8g}{}", value, unit());
}

bool isVirtual(const Snapshot& snapshot) { return snapshot.plan.cluster.gpu == "virtual-card"; }

Answer compareSnapshots(const Snapshot& a, const Snapshot& b) {
    Answer answer;
    answer.json["rows"] = Json::array();
    std::vector<TableRow> rows{
        {"", fmt::format("{} A", kPredicted), fmt::format("{} B", kPredicted), "B to A"}};
    for (const core::PlanQuantity& quantity : core::planQuantities()) {
        if (quantity.name == "energy_kwh" && isVirtual(a) && isVirtual(b)) continue;
        const Value left = quantity.of(a), right = quantity.of(b), change = core::relativeChange(left, right);
        answer.json["rows"].push_back({{"quantity", quantity.name},
                                       {"a", number(left)},
                                       {"b", number(right)},
                                       {"relative", number(change)}});
        const std::string text = readableChange(change);
        const bool coarse = change && text != "equal" && readable(quantity, left) == readable(quantity, right);
        const auto shown = [&](Value value) { return coarse ? exactly(*value, quantity) : readable(quantity, value); };
        rows.push_back({std::string(core::sentence(quantity.title)), shown(left), shown(right), text});
    }
    answer.text =
        table(rows) + fmt::format("{} predicted{}\n", kPredicted,
                                  isVirtual(a) || isVirtual(b) ? "; of virtual cards in virtual time" : "");
    return answer;
}

// Problems of a plan, with the file in front of the place.
void addProblems(core::Problems& to, const core::Problems& problems, const std::string& file) {
    for (core::Problem problem : problems) {
        problem.where = file + " (" + problem.where + ')';
        to.push_back(std::move(problem));
    }
}

Reply compare(const std::string& fileA, const std::string& fileB) {
    const auto a = openPlan(fileA), b = openPlan(fileB);
    core::Problems unread;
    if (!a) unread = a.error();
    if (!b) unread.insert(unread.end(), b.error().begin(), b.error().end());
    if (!unread.empty()) return tl::make_unexpected(unread);
    const Snapshot left = core::evaluate(*a), right = core::evaluate(*b);
    Answer answer = compareSnapshots(left, right);
    addProblems(answer.problems, left.problems, fileA);
    addProblems(answer.problems, right.problems, fileB);
    return answer;
}

}  // namespace

void addCompare(CLI::App& command, int& exit) {
    auto files = std::make_shared<std::pair<std::string, std::string>>();
    addPlanOption(command, files->first, "A plan file", "A")->required();
    addPlanOption(command, files->second, "The plan file to compare with it", "B")->required();
    answerWith(command, exit, [files] { return compare(files->first, files->second); });
}

}  // namespace app
