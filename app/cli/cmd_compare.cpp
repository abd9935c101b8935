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
#include "core/base/text.h"
#include "core/evaluate.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace app {

namespace {

using core::Snapshot;
using Value = std::optional<double>;

struct Quantity {
    std::string name;   // key of the JSON form, with its unit as suffix
    std::string title;  // for people
    std::function<std::string(double)> readable;
    std::function<Value(const Snapshot&)> of;
};

std::string readableBytes(double bytes) { return core::toText(core::Bytes(std::int64_t(bytes))); }
std::string readableSeconds(double seconds) { return core::toText(core::Seconds(seconds)); }
std::string readableDays(double days) { return duration(core::Seconds(days * 86400)); }
std::string readableRate(double tokens) { return core::threeDigits(tokens) + " tokens/s"; }
std::string readableFlops(double teraflops) { return flopRate(teraflops * 1e12); }
std::string readableCount(double count) { return core::withThousands(std::int64_t(count)); }

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
    const auto add = [&](const char* name, const char* title, auto readable, auto term) {
        rows.push_back({name, title, readable, termOf(&Snapshot::step, term)});
    };
    const auto seconds = [&](const char* name, const char* title, auto term) {
        add(name, title, readableSeconds, [term](const StepEstimate& s) { return term(s).value(); });
    };
    seconds("step_seconds", "step", [](const StepEstimate& s) { return s.step; });
    add("tokens_per_second", "rate of the whole job", readableRate,
        [](const StepEstimate& s) { return s.tokensPerSecond; });
    add("tflops_per_gpu", "model FLOPs of a card", readableFlops,
        [](const StepEstimate& s) { return s.tflopsPerGpu; });
    add("mfu", "model FLOPs utilisation (MFU)", percent, [](const StepEstimate& s) { return s.mfu; });
    add("hfu", "hardware FLOPs utilisation (HFU)", percent, [](const StepEstimate& s) { return s.hfu; });
    add("bubble_fraction", "pipeline bubble", percent,
        [](const StepEstimate& s) { return s.bubbleFraction; });
    seconds("compute_seconds", "forward and backward",
            [](const StepEstimate& s) { return s.forward + s.backward; });
    seconds("tensor_communication_seconds", "tensor communication",
            [](const StepEstimate& s) { return s.tensorCommunication; });
    seconds("pipeline_communication_seconds", "pipeline communication",
            [](const StepEstimate& s) { return s.pipelineCommunication; });
    seconds("data_communication_seconds", "data communication",
            [](const StepEstimate& s) { return s.dataCommunication; });
    seconds("optimizer_seconds", "optimizer", [](const StepEstimate& s) { return s.optimizer; });
    seconds("idle_seconds", "idle", [](const StepEstimate& s) { return s.idle; });
}

void addMemory(std::vector<Quantity>& rows) {
    const auto add = [&](const char* name, const char* title, auto term) {
        rows.push_back({name, title, readableBytes,
                        termOf(&Snapshot::memory,
                               [term](const core::MemoryEstimate& m) { return double(term(m).value()); })});
    };
    add("memory_bytes", "memory of the heaviest card",
        [](const core::MemoryEstimate& m) { return m.peak(); });
    for (const auto& [category, name] : core::enumNames<core::MemoryCategory>())
        rows.push_back({std::string(name) + "_bytes", "most " + std::string(name), readableBytes,
                        [category = category](const Snapshot& s) { return heaviest(s, category); }});
    add("capacity_bytes", "memory of a card", [](const core::MemoryEstimate& m) { return m.capacity; });
}

void addRun(std::vector<Quantity>& rows) {
    using core::RunEstimate;
    const auto add = [&](const char* name, const char* title, auto readable, auto term) {
        rows.push_back({name, title, readable, termOf(&Snapshot::run, term)});
    };
    add("steps", "steps of the run", readableCount, [](const RunEstimate& r) { return double(r.steps); });
    add("days", "duration of the run", readableDays, [](const RunEstimate& r) { return r.days; });
    add("gpu_hours", "time of all cards", cardTime, [](const RunEstimate& r) { return r.gpuHours; });
    add("energy_kwh", "energy", energy, [](const RunEstimate& r) { return r.energyKwh; });
    rows.push_back({"cost", "cost", money, [](const Snapshot& s) { return s.run ? s.run->cost : Value(); }});
}

std::vector<Quantity> quantities() {
    std::vector<Quantity> rows{
        {"cards", "cards", readableCount, [](const Snapshot& s) { return Value(s.plan.layout.cards()); }},
        {"parameters", "parameters", readableCount,
         [](const Snapshot& s) { return Value(double(s.parameters.total)); }}};
    addTimes(rows);
    addMemory(rows);
    addRun(rows);
    return rows;
}

Json number(Value value) { return value ? Json(*value) : Json(); }

std::string readable(const Quantity& quantity, Value value) {
    if (value) return quantity.readable(*value);
    return quantity.name == "cost" ? "no price" : "unknown";
}

Value relative(Value a, Value b) { return a && b && *a != 0 ? Value(*b / *a - 1) : Value(); }

std::string readableChange(Value change) {
    if (!change) return "-";
    if (std::abs(*change) < 5e-4) return "equal";
    return *change < 10 ? fmt::format("{:+.1f} %", 100 * *change)
                        : fmt::format("× {}", core::threeDigits(*change + 1));
}

// Where the usual digits hide a difference: five digits, the unit of the key.
std::string exactly(double value, const Quantity& quantity) {
    const std::string unit = quantity.name.ends_with("_seconds")     ? " s"
                             : quantity.name.ends_with("_bytes")    ? " bytes"
                             : quantity.name.ends_with("per_second") ? " tokens/s"
                             : quantity.name.ends_with("per_gpu")    ? " TFLOP/s"
                             : quantity.name == "days"               ? " days"
                             : quantity.name == "gpu_hours"          ? " card-hours"
                             : quantity.name == "energy_kwh"         ? " kWh"
                             : quantity.name == "cost"               ? " USD"
                                                                     : "";
    const bool share = quantity.name == "mfu" || quantity.name == "hfu" || quantity.name == "bubble_fraction";
    return share ? fmt::format("{:.5g} %", 100 * value) : fmt::format("{:.8g}{}", value, unit);
}

bool isVirtual(const Snapshot& snapshot) { return snapshot.plan.cluster.gpu == "virtual-card"; }

Answer compareSnapshots(const Snapshot& a, const Snapshot& b) {
    Answer answer;
    answer.json["rows"] = Json::array();
    std::vector<TableRow> rows{
        {"", fmt::format("{} A", kPredicted), fmt::format("{} B", kPredicted), "B to A"}};
    for (const Quantity& quantity : quantities()) {
        if (quantity.name == "energy_kwh" && isVirtual(a) && isVirtual(b)) continue;
        const Value left = quantity.of(a), right = quantity.of(b), change = relative(left, right);
        answer.json["rows"].push_back({{"quantity", quantity.name},
                                       {"a", number(left)},
                                       {"b", number(right)},
                                       {"relative", number(change)}});
        const std::string text = readableChange(change);
        const bool coarse = change && text != "equal" && readable(quantity, left) == readable(quantity, right);
        const auto shown = [&](Value value) { return coarse ? exactly(*value, quantity) : readable(quantity, value); };
        rows.push_back({quantity.title, shown(left), shown(right), text});
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
    addPlanOption(command, files->first, "A plan file", "A")->required();
    addPlanOption(command, files->second, "The plan file to compare with it", "B")->required();
    answerWith(command, exit, [files] { return compare(files->first, files->second); });
}

}  // namespace app
