// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare A B: two plans term by term, relative = b/a − 1 (null where a is 0 or undefined).
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/problems.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/evaluate.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace app {

namespace {

using core::Snapshot;
using Value = std::optional<double>;

struct Quantity {
    std::string name;  // with its unit as suffix
    std::function<Value(const Snapshot&)> of;
};

// A term of an estimate that problems may have left out.
template <class Estimate, class Term>
std::function<Value(const Snapshot&)> termOf(std::optional<Estimate> Snapshot::*estimate, Term term) {
    return [=](const Snapshot& snapshot) {
        return snapshot.*estimate ? Value(term(*(snapshot.*estimate))) : Value();
    };
}

Value heaviest(const Snapshot& snapshot, core::MemoryCategory category) {
    if (!snapshot.memory) return {};
    double most = 0;
    for (const core::StageMemory& stage : snapshot.memory->stages)
        most = std::max(most, double(stage.ledger.of(category).value()));
    return most;
}

void addTimes(std::vector<Quantity>& rows) {
    using core::StepEstimate;
    const auto step = [&](const char* name, auto term) {
        rows.push_back({name, termOf(&Snapshot::step, term)});
    };
    step("step_seconds", [](const StepEstimate& s) { return s.step.value(); });
    step("tokens_per_second", [](const StepEstimate& s) { return s.tokensPerSecond; });
    step("tflops_per_gpu", [](const StepEstimate& s) { return s.tflopsPerGpu; });
    step("mfu", [](const StepEstimate& s) { return s.mfu; });
    step("hfu", [](const StepEstimate& s) { return s.hfu; });
    step("bubble_fraction", [](const StepEstimate& s) { return s.bubbleFraction; });
    step("compute_seconds", [](const StepEstimate& s) { return (s.forward + s.backward).value(); });
    step("tensor_communication_seconds", [](const StepEstimate& s) { return s.tensorCommunication.value(); });
    step("pipeline_communication_seconds",
         [](const StepEstimate& s) { return s.pipelineCommunication.value(); });
    step("data_communication_seconds", [](const StepEstimate& s) { return s.dataCommunication.value(); });
    step("optimizer_seconds", [](const StepEstimate& s) { return s.optimizer.value(); });
    step("idle_seconds", [](const StepEstimate& s) { return s.idle.value(); });
}

void addMemory(std::vector<Quantity>& rows) {
    rows.push_back({"memory_bytes", termOf(&Snapshot::memory, [](const core::MemoryEstimate& m) {
                        return double(m.peak().value());
                    })});
    for (const auto& [category, name] : core::enumNames<core::MemoryCategory>())
        rows.push_back({std::string(name) + "_bytes",
                        [category = category](const Snapshot& s) { return heaviest(s, category); }});
    rows.push_back({"capacity_bytes", termOf(&Snapshot::memory, [](const core::MemoryEstimate& m) {
                        return double(m.capacity.value());
                    })});
}

void addRun(std::vector<Quantity>& rows) {
    using core::RunEstimate;
    const auto run = [&](const char* name, auto term) {
        rows.push_back({name, termOf(&Snapshot::run, term)});
    };
    run("steps", [](const RunEstimate& r) { return double(r.steps); });
    run("days", [](const RunEstimate& r) { return r.days; });
    run("gpu_hours", [](const RunEstimate& r) { return r.gpuHours; });
    run("energy_kwh", [](const RunEstimate& r) { return r.energyKwh; });
    rows.push_back({"cost", [](const Snapshot& s) { return s.run ? s.run->cost : Value(); }});
}

std::vector<Quantity> quantities() {
    std::vector<Quantity> rows{
        {"cards", [](const Snapshot& s) { return Value(s.plan.layout.cards()); }},
        {"parameters", [](const Snapshot& s) { return Value(double(s.parameters.total)); }}};
    addTimes(rows);
    addMemory(rows);
    addRun(rows);
    return rows;
}

Json number(Value value) { return value ? Json(*value) : Json(); }

std::string readable(const std::string& name, Value value) {
    if (!value) return "-";
    if (name.ends_with("_bytes")) return core::toText(core::Bytes(std::int64_t(*value)));
    if (name.ends_with("_seconds")) return core::toText(core::Seconds(*value));
    if (name == "cards" || name == "parameters" || name == "steps")
        return core::withThousands(std::int64_t(*value));
    return core::threeDigits(*value);
}

Value relative(Value a, Value b) { return a && b && *a != 0 ? Value(*b / *a - 1) : Value(); }

std::string readableChange(Value change) {
    if (!change) return "-";
    return *change < 10 ? fmt::format("{:+.1f} %", 100 * *change)
                        : fmt::format("× {}", core::threeDigits(*change + 1));
}

Answer compareSnapshots(const Snapshot& a, const Snapshot& b) {
    Answer answer;
    answer.json["rows"] = Json::array();
    std::vector<TableRow> rows{{"predicted", "A", "B", "B to A"}};
    for (const Quantity& quantity : quantities()) {
        const Value left = quantity.of(a), right = quantity.of(b), change = relative(left, right);
        answer.json["rows"].push_back({{"quantity", quantity.name},
                                       {"a", number(left)},
                                       {"b", number(right)},
                                       {"relative", number(change)}});
        rows.push_back({quantity.name, readable(quantity.name, left), readable(quantity.name, right),
                        readableChange(change)});
    }
    answer.text = table(rows);
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
    const auto a = core::loadPlan(fileA), b = core::loadPlan(fileB);
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
    command.add_option("A", files->first, "A plan file")->required();
    command.add_option("B", files->second, "The plan file to compare with it")->required();
    answerWith(command, exit, [files] { return compare(files->first, files->second); });
}

}  // namespace app
