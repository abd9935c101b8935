// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// parity: does this layout compute what one rank computes? The tiers are those of gpu/training/parity.h.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/cuda_backend.h"
#include "app/cli/host_memory.h"
#include "app/cli/offload_folder.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/schedule/table.h"
#include "gpu/data/corpus.h"
#include "gpu/training/parity_suite.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace app {

namespace {

constexpr std::int64_t kBitwiseUpdates = 3;
constexpr std::size_t kListedTensors = 10;

struct Options {
    std::string plan;
    bool suite = false;
};

// A line that is written over, for a person who waits.
void progress(const std::string& what, std::int64_t done, std::int64_t of) {
    if (!isatty(STDERR_FILENO)) return;
    std::fprintf(stderr, "\r%-48s %lld of %lld%s", what.c_str(), static_cast<long long>(done),
                 static_cast<long long>(of), done == of ? "\n" : "");
}

gpu::ParityProgress progressOf(const std::string& what) {
    return [what](std::int64_t done, std::int64_t of) { progress(what, done, of); };
}

const char* verdict(bool passed) { return passed ? "passed" : "FAILED"; }

// A run that sums in the same order as the plan's own, and so must end in the same bits.
struct BitwiseTwin {
    std::string tier, title;
    core::Plan plan;
};

std::vector<BitwiseTwin> bitwiseTwins(const core::Plan& plan) {
    std::vector<BitwiseTwin> twins{{"rerun", "run again", plan}};
    // The norm of 16- and 32-bit gradients is exact, that of fp64 is a sum in the order of the shards.
    const bool normInOrder = plan.precision == core::Precision::Fp64 && plan.optimizer.clip > 0;
    core::Plan other = plan;
    if (plan.layout.pp > 1 && core::sumsInOrder(core::planSchedule(plan).value())) {
        other.layout.virtualStages = 1;
        other.scheduleTable.clear();
        other.schedule = plan.schedule == core::ScheduleKind::GPipe ? core::ScheduleKind::OneFOneB
                                                                    : core::ScheduleKind::GPipe;
        twins.push_back({"schedule", "another schedule", other});
        other.layout.pp = 1;
        other.layout.stageLayers.clear();
        other.schedule = core::ScheduleKind::OneFOneB;
        if (!normInOrder) twins.push_back({"pipeline_split", "without pipeline stages", other});
    }
    other = plan;
    const bool keepsAll = plan.recompute == core::Recompute::None;
    other.recompute = keepsAll ? core::Recompute::Full : core::Recompute::None;
    other.recomputeMethod = core::RecomputeMethod::Uniform;
    other.recomputeLayers = 1;
    twins.push_back({"recompute", keepsAll ? "everything recomputed" : "nothing recomputed", other});
    other = plan;
    other.zero.stage = plan.zero.stage ^ 1;  // 0 and 1, 2 and 3 sum alike
    if (!normInOrder) twins.push_back({"zero_stage", "another ZeRO stage", other});
    // Whether a twin fits on the plan's cards is another question.
    for (BitwiseTwin& twin : twins) twin.plan.run.cardMemory = core::gibibytes(64);
    return twins;
}

Json updatesJson(const gpu::ParityReport& report) {
    Json updates = Json::array();
    for (const gpu::UpdateErrors& errors : report.updates)
        updates.push_back({{"update", errors.update},
                           {"max_relative_error", errors.worst.error},
                           {"worst_tensor", errors.worst.tensor},
                           {"loss_relative_error", errors.lossError},
                           {"norm_relative_error", errors.normError},
                           {"passed", errors.passed(report.tolerances)}});
    return updates;
}

// What was not measured is null, not 0.
Json unmeasuredJson() {
    return {{"max_relative_error", nullptr},
            {"worst_tensor", nullptr},
            {"loss_relative_error", nullptr},
            {"norm_relative_error", nullptr},
            {"free_loss_relative_error", nullptr},
            {"free_loss_own_distance_to_fp32", nullptr},
            {"free_weight_relative_error", nullptr},
            {"updates", nullptr},
            {"tensors", nullptr},
            {"tiers", {{"same_weights", nullptr}, {"free_run", nullptr}}},
            {"passed", false}};
}

// Of one rank in 16 bits; fp32 and fp64 have none.
Json ownDistance(const gpu::TensorError& tensor) {
    return tensor.ownError > 0 ? Json(tensor.ownError) : Json();
}

Json tolerancesJson(const gpu::ParityTolerances& tolerances) {
    const bool judged = std::isfinite(tolerances.freeWeights);
    return {{"gradient", tolerances.gradient},
            {"loss_and_norm", tolerances.scalar},
            {"free_loss", tolerances.freeLoss},
            {"free_weights", judged ? Json(tolerances.freeWeights) : Json()}};
}

Json reportJson(const gpu::ParityReport& report) {
    if (report.failure) return unmeasuredJson();
    Json tensors = Json::array();
    for (std::size_t i = 0; i < std::min(kListedTensors, report.tensors.size()); ++i)
        tensors.push_back({{"tensor", report.tensors[i].tensor},
                           {"relative_error", report.tensors[i].error},
                           {"own_distance_to_fp32", ownDistance(report.tensors[i])},
                           {"update", report.tensors[i].update}});
    return {{"max_relative_error", report.maxRelativeError()},
            {"worst_tensor", report.tensors.empty() ? "" : report.tensors.front().tensor},
            {"loss_relative_error", report.lossError},
            {"norm_relative_error", report.normError},
            {"free_loss_relative_error", report.freeLossError},
            {"free_loss_own_distance_to_fp32", report.ownFreeLossError > 0 ? Json(report.ownFreeLossError) : Json()},
            {"free_weight_relative_error", report.freeWeightError},
            {"updates", updatesJson(report)},
            {"tensors", std::move(tensors)},
            {"tolerances", tolerancesJson(report.tolerances)},
            {"tiers", {{"same_weights", report.sameWeightsPassed()}, {"free_run", report.freeRunPassed()}}},
            {"passed", report.passed()}};
}

std::string updatesText(const gpu::ParityReport& report) {
    std::string text;
    for (const gpu::UpdateErrors& errors : report.updates)
        text += fmt::format(
            "  update {:>2}: worst gradient {} {:.1e} (at most {:.0e}, {}), loss {} {:.1e}, norm {} {:.1e} "
            "(at most {:.0e}): {}\n",
            errors.update, kMeasured, errors.worst.error, report.tolerances.gradient, errors.worst.tensor,
            kMeasured, errors.lossError, kMeasured, errors.normError, report.tolerances.scalar,
            verdict(errors.passed(report.tolerances)));
    return text;
}

std::string tensorText(const gpu::TensorError& tensor, const gpu::ParityTolerances& tolerances) {
    const std::string own =
        tensor.ownError > 0 ? fmt::format("; one rank is {} {:.1e} from fp32", kMeasured, tensor.ownError) : "";
    return fmt::format("    {} {:.1e} ({:3.0f} % of the tolerance) {}, worst at update {}{}\n", kMeasured,
                       tensor.error, 100 * tensor.error / tolerances.gradient, tensor.tensor, tensor.update, own);
}

std::string reportText(const gpu::ParityReport& report) {
    if (report.failure) return "nothing could be compared\n";
    std::string text = fmt::format("{} measured, relative to one rank\nsame weights and moments as one rank, "
                                   "gradients before clipping: {}\n",
                                   kMeasured, verdict(report.sameWeightsPassed())) +
                       updatesText(report) + "  worst tensors of all these updates:\n";
    for (std::size_t i = 0; i < std::min(kListedTensors, report.tensors.size()); ++i)
        text += tensorText(report.tensors[i], report.tolerances);
    const bool judged = std::isfinite(report.tolerances.freeWeights);
    const std::string own =
        report.ownFreeLossError > 0 ? fmt::format("; one rank is {} {:.1e} from fp32", kMeasured, report.ownFreeLossError) : "";
    return text + fmt::format("free run of {} updates: {}\n  loss {} {:.1e} (at most {:.0e}{}), weights {} {:.1e} ({})\n",
                              gpu::kParityUpdates, verdict(report.freeRunPassed()), kMeasured, report.freeLossError,
                              report.tolerances.freeLoss, own, kMeasured, report.freeWeightError,
                              judged ? fmt::format("at most {:.0e}", report.tolerances.freeWeights)
                                     : std::string("not judged in 16 bits"));
}

constexpr const char* kReport = "fix.parity.report";

core::Problem fault(const char* code, std::map<std::string, std::string> params, const char* fix = kReport) {
    return usageProblem(code, "/layout", std::move(params), fix);
}

// What failed, by tier; nothing where all passed. Training that runs away magnifies rounding: fp64 tells it from a fault.
core::Problems faultsOf(const gpu::ParityReport& report, core::Precision precision) {
    const char* fix = precision == core::Precision::Fp64 ? kReport : "fix.parity.repeat";
    const gpu::ParityTolerances& most = report.tolerances;
    const std::string worst = report.tensors.empty() ? "" : "the gradient of " + report.tensors.front().tensor;
    core::Problems problems;
    const auto judge = [&](const char* code, const std::string& what, double error, double tolerance) {
        if (error <= tolerance) return;
        problems.push_back(fault(code, {{"what", what},
                                        {"error", fmt::format("{:.1e}", error)},
                                        {"tolerance", fmt::format("{:.0e}", tolerance)}},
                                 fix));
    };
    judge("parity.same-weights", worst, report.maxRelativeError(), most.gradient);
    judge("parity.same-weights", "the loss", report.lossError, most.scalar);
    judge("parity.same-weights", "the gradient norm", report.normError, most.scalar);
    judge("parity.free-run", "the loss", report.freeLossError, most.freeLoss);
    judge("parity.free-run", "the way of the weights", report.freeWeightError, most.freeWeights);
    return problems;
}

gpu::SampleSource textSamples(const gpu::Corpus& corpus, const core::Plan& plan) {
    return [&corpus, seed = plan.run.seed, sequence = plan.sequence()](std::int64_t first, int samples,
                                                                       std::span<std::int32_t> tokens,
                                                                       std::span<std::int32_t> targets) {
        gpu::fillSamples(corpus.training(), seed, first, samples, sequence, tokens, targets);
    };
}

// Runs that must end in the same bits, with what they differ in.
void compareBits(Answer& answer, const core::Plan& plan, const gpu::SampleSource& source) {
    const std::uint64_t own = gpu::fingerprintOf(plan, kBitwiseUpdates, source);
    answer.text += fmt::format("bit for bit equal after {} updates:\n", kBitwiseUpdates);
    for (const BitwiseTwin& twin : bitwiseTwins(plan)) {
        const bool equal = gpu::fingerprintOf(twin.plan, kBitwiseUpdates, source) == own;
        answer.json["tiers"]["bitwise_" + twin.tier] = equal;
        answer.text += fmt::format("  {} ({}): {}\n", twin.title, gpu::layoutText(twin.plan), verdict(equal));
        if (equal) continue;
        answer.json["passed"] = false;
        answer.problems.push_back(fault("parity.bitwise", {{"layout", gpu::layoutText(twin.plan)}}));
    }
}

using Backend = std::shared_ptr<gpu::Backend>;

Answer compare(const core::Plan& plan, const gpu::Corpus& corpus, const Backend& backend) {
    const gpu::SampleSource source = textSamples(corpus, plan);
    const gpu::ParityReference reference = gpu::makeReference(plan, source, progressOf("one rank"));
    const gpu::ParityReport report =
        gpu::checkParity(plan, reference, source, gpu::Fault::None, progressOf(gpu::layoutText(plan)), backend);
    Answer answer;
    answer.json = reportJson(report);
    answer.text = reportText(report);
    if (report.failure) {
        answer.problems.push_back(gpu::problemOf(*report.failure));
    } else {
        answer.problems = faultsOf(report, plan.precision);
        if (!backend) compareBits(answer, plan, source);  // libraries of other cards sum in orders of their own
    }
    answer.exit = answer.json["passed"].get<bool>() ? kYes : kNo;
    return answer;
}

core::Problems problemsOf(const FlaggedPlan& flagged) {
    const core::Plan& plan = flagged.plan;
    if (!flagged.settled()) return flagged.problems;
    core::Problems problems = core::validate(plan);
    if (!core::hasErrors(problems)) problems = core::engineLimits(plan);
    if (!core::hasErrors(problems) && plan.run.backend != core::Backend::Cuda)
        problems = core::hostMemoryProblems(plan, memoryOfParity(plan), freeHostMemory());
    if (!core::hasErrors(problems)) problems = offloadFolderProblems(plan);
    return problems;
}

Reply comparePlan(const Options& options, const PlanFlags& flags) {
    const core::Result<core::Plan> file = openPlan(options.plan);
    if (!file) return tl::make_unexpected(file.error());
    const core::Result<FlaggedPlan> flagged = flags.over(*file);
    if (!flagged) return tl::make_unexpected(flagged.error());
    Answer refused{unmeasuredJson(), {}, flags.located(problemsOf(*flagged), options.plan), kNo};
    if (core::hasErrors(refused.problems)) return refused;
    const core::Result<Backend> backend = openBackend(flagged->plan);
    if (!backend) {
        refused.problems = backend.error();
        return refused;
    }
    const core::Result<gpu::Corpus> corpus = gpu::Corpus::load(flagged->plan.data, flagged->plan.sequence());
    if (corpus) return compare(asRun(flagged->plan), *corpus, *backend);
    refused.problems = flags.located(corpus.error(), options.plan);
    return refused;
}

// `asked`: no plan, but the flags that were given.
Reply suite(const core::Plan& asked) {
    const core::Result<Backend> backend = openBackend(asked);
    if (!backend) return Answer{unmeasuredJson(), {}, backend.error(), kNo};
    std::vector<core::Plan> plans = gpu::parityMatrix();
    for (core::Plan& plan : plans) {
        plan.run.backend = asked.run.backend;
        plan = asRun(plan);
    }
    std::int64_t done = 0;
    gpu::ParityReport worst;
    Json layouts = Json::array();
    Answer answer;
    const gpu::SuiteResult result = gpu::runParitySuite(plans, [&](const gpu::SuiteRow& row) {
        progress(gpu::layoutText(row.plan), ++done, std::int64_t(plans.size()));
        layouts.push_back(
            {{"layout", gpu::layoutText(row.plan)},
             {"max_relative_error", row.report.failure ? Json() : Json(row.report.maxRelativeError())},
             {"passed", row.report.passed()}});
        if (row.report.maxRelativeError() >= worst.maxRelativeError()) worst = row.report;
        core::Problems faults = row.report.failure ? core::Problems{gpu::problemOf(*row.report.failure)} : faultsOf(row.report, row.plan.precision);
        for (core::Problem& problem : faults) problem.where = gpu::layoutText(row.plan);
        answer.problems.insert(answer.problems.end(), faults.begin(), faults.end());
    }, *backend);
    answer.json = reportJson(worst);
    answer.json["layouts"] = std::move(layouts);
    answer.json["tiers"]["bitwise"] = result.bitwiseBreaks.empty();
    answer.json["bitwise_breaks"] = result.bitwiseBreaks;
    answer.json["passed"] = result.passed();
    for (const std::string& layout : result.bitwiseBreaks)
        answer.problems.push_back(fault("parity.bitwise", {{"layout", layout}}));
    answer.text = fmt::format("{} layouts, {} bitwise breaks: {}\nworst of them:\n{}", plans.size(),
                              result.bitwiseBreaks.size(), verdict(result.passed()), reportText(worst));
    answer.exit = result.passed() ? kYes : kNo;
    return answer;
}

Reply run(const Options& options, const PlanFlags& flags) {
    if (options.suite) {
        const core::Result<FlaggedPlan> flagged = flags.over(core::Plan());
        if (!flagged) return tl::make_unexpected(flagged.error());
        return suite(flagged->plan);
    }
    if (options.plan.empty())
        return core::refuse(usageProblem("cli.needs-plan", "PLAN", {}, "fix.cli.give-plan"));
    return comparePlan(options, flags);
}

}  // namespace

void addParity(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    addPlanOption(command, options->plan, "Plan file");
    command.add_flag("--suite", options->suite,
                     "Check every layout of the built-in matrix instead of one plan");
    auto flags = std::make_shared<PlanFlags>(command);
    answerWith(command, exit, [options, flags] { return run(*options, *flags); });
}

}  // namespace app
