// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever bytes an importer of the planner is given, it answers: with a value that can be computed with, or with problems
// that have a place and a sentence. Each target prints how many basic blocks of the importers' sources it reached.
#include "core/base/embedded.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/calibration/calibrated.h"
#include "core/calibration/step_text.h"
#include "core/evaluate.h"
#include "core/import/hf_config.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/planner/trial.h"
#include "core/telemetry/codec.h"
#include "tests/fuzz/guided.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace core;

namespace {

using Json = nlohmann::ordered_json;

// False, with the reason printed, where a refusal would leave a person alone.
bool isSaid(const Problems& problems) {
    for (const Problem& problem : problems) {
        const bool said = !problem.where.empty() && message(problem) != problem.code && (problem.fix.empty() || fixText(problem) != problem.fix);
        if (!said) qWarning("%s at \"%s\" lacks its place or its sentence", problem.code.c_str(), problem.where.c_str());
        if (!said) return false;
    }
    return !problems.empty();
}

// `read`: whether the importer answered as it should.
template <class Read>
void check(std::vector<std::string> seeds, std::size_t leastBlocks, Read read) {
    std::optional<std::string> wrong;
    const fuzz::Outcome outcome = fuzz::run(std::move(seeds), [&](const std::string& text) {
        if (!read(text) && !wrong) wrong = text;
    });
    QVERIFY2(!wrong, wrong ? wrong->c_str() : "");
    qInfo("%lld inputs, %zu kept, %zu basic blocks reached (%zu by the first seeds), the slowest %.3f s", static_cast<long long>(outcome.inputs),
          outcome.seeds, outcome.blocks, outcome.blocksOfSeeds, outcome.slowest);
    QVERIFY2(outcome.blocks >= leastBlocks, "the importer's sources are no longer watched");
    QVERIFY(outcome.slowest < 5);
}

std::vector<std::string> configs() {
    std::vector<std::string> seeds;
    for (const Json& row : Json::parse(embeddedModels())) seeds.push_back(row["config"].dump(1));
    const auto text = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/model_configs.json");
    for (const Json& row : Json::parse(text.value())) seeds.push_back(row["config"].dump());
    return seeds;
}

Plan smallPlan(const char* model, Framework framework) {
    Plan plan;
    plan.model = *findModelPreset(model);
    plan.framework = framework;
    plan.cluster = {"a100-80gb", 1, 8};
    plan.layout.tp = 2;
    plan.layout.pp = 2;
    plan.layout.dp = 2;
    plan.batch = {1, 16};
    return plan;
}

std::vector<std::string> plans() {
    std::vector<std::string> seeds;
    for (const char* model : {"tiny-gpt", "llama-2-7b", "mixtral-8x7b", "deepseek-v2-lite"})
        for (const Framework framework : {Framework::Engine, Framework::Megatron, Framework::DeepSpeed, Framework::Fsdp})
            seeds.push_back(planToText(smallPlan(model, framework)));
    Plan own = smallPlan("gpt2", Framework::Megatron);
    own.cluster.own = *findAccelerator("h100-sxm");
    seeds.push_back(planToText(own));
    return seeds;
}

// A plan that was read has a score, or rules that say why not. Replays of many thousand ops are left to other tests.
bool isScored(const Plan& plan) {
    constexpr double kManyOps = 1 << 14;
    const Problems problems = validate(plan);
    if (hasErrors(problems)) return isSaid(problems);
    if (double(plan.microBatches()) * plan.layout.pp * plan.layout.virtualStages > kManyOps) return true;
    const Score scored = score(plan);
    return !scored.valid || (std::isfinite(scored.step.value()) && scored.step.value() >= 0 && scored.peak >= Bytes(0));
}

bool isSound(const Accelerator& card) {
    Plan plan = smallPlan("gpt2", Framework::Megatron);
    plan.cluster.own = card;
    plan.cluster.gpu = card.name;
    return isScored(plan);
}

const char* const kSweep =
    "#  Rank  0 Group  0 Pid  4711 on    node0 device  0 [0x07] NVIDIA A100-SXM4-80GB\n"
    "#  Rank  1 Group  0 Pid  4712 on    node1 device  1 [0x0f] NVIDIA A100-SXM4-80GB\n"
    "# Collective test starting: all_reduce_perf\n"
    "        1024           256     float     sum      -1    18.21    0.06    0.06      0    18.05    0.06    0.06      0\n"
    "     1048576        262144     float     sum      -1    31.90   32.87   32.87      0    31.71   33.07   33.07      0\n"
    "  1073741824     268435456     float     sum      -1   9512.3  112.88  112.88      0   9508.1  112.93  112.93      0\n";

const char* const kMatrix = "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\n"
                            "GPU0\t X \tNV12\tPXB\t0-31\t0\nGPU1\tNV12\t X \tSYS\t32-63\t1\nNIC0\tPXB\tSYS\t X \n";

const char* const kSurvey = R"({"version": 1, "machine": "m", "cores": 4, "memory_bytes": 4294967296,
 "products": [{"m": 64, "n": 64, "k": 64, "seconds": 2e-5}, {"m": 1024, "n": 1024, "k": 1024, "seconds": 0.02}],
 "attention": [{"flops": 1e8, "seconds": 0.003}], "passes": [{"bytes": 24576, "seconds": 4e-6}, {"bytes": 5e7, "seconds": 0.005}],
 "collectives": [{"kind": "all-reduce", "ranks": 4, "bytes": 1024, "seconds": 2e-5}, {"kind": "all-reduce", "ranks": 4, "bytes": 4e6, "seconds": 0.002}]})";

const char* const kTrial = R"({"version": 1, "candidates": [{"folder": "01", "script": "launch.sh", "step_seconds": 0.5, "memory_bytes": 1e9}]})";

std::string eventsOfRun() {
    std::string text;
    for (int step = 1; step <= 6; ++step) {
        StepEvent event;
        event.step = step;
        event.stepMs = 500 + step;
        text += encode({double(step), event}) + '\n';
    }
    return text;
}

}  // namespace

class ImportersFuzz : public QObject {
    Q_OBJECT

private slots:
    void modelConfigs() {
        check(configs(), 500, [](const std::string& text) {
            const auto model = importHfText(text, "config.json");
            if (!model) return isSaid(model.error());
            Plan plan = smallPlan("gpt2", Framework::Megatron);
            plan.model = model->spec;
            return countParameters(model->spec).total >= 0 && isScored(plan);
        });
    }

    void accelerators() {
        std::vector<std::string> seeds;
        for (const Json& row : Json::parse(embeddedAccelerators())) seeds.push_back(row.dump(1));
        check(std::move(seeds), 100, [](const std::string& text) {
            const auto json = readJson(text, "card.json");
            if (!json) return isSaid(json.error());
            const auto card = readAccelerator(*json, "");
            return card ? isSound(*card) : isSaid(card.error());
        });
    }

    void plans() {
        check(::plans(), 500, [](const std::string& text) {
            const auto plan = planFromText(text, "plan.json");
            return plan ? isScored(*plan) : isSaid(plan.error());
        });
    }

    void sweepsOfCollectives() {
        check({kSweep}, 50, [](const std::string& text) {
            const auto sweep = readNcclTests(text, "sweep.txt");
            if (!sweep) return isSaid(sweep.error());
            Accelerator card = *findAccelerator("a100-80gb");
            applySweep(card, *sweep);
            return isSound(card);
        });
    }

    void topologies() {
        check({kMatrix}, 50, [](const std::string& text) {
            const auto topology = readTopology(text, "topo.txt");
            if (!topology) return isSaid(topology.error());
            Accelerator card = *findAccelerator("a100-80gb");
            applyTopology(card, *topology);
            return isSound(card);
        });
    }

    void surveys() {
        check({kSurvey}, 100, [](const std::string& text) {
            const auto survey = readSurvey(text, "survey.json");
            if (!survey) return isSaid(survey.error());
            return isSound(cardOfSurvey(*survey));
        });
    }

    // The text of the flag, and behind the first newline the plan that it names.
    void measuredSteps() {
        std::vector<std::string> seeds;
        for (const std::string& plan : ::plans()) seeds.push_back("plan.json=1.25\n" + plan);
        check(std::move(seeds), 300, [](const std::string& text) {
            const std::size_t line = std::min(text.find('\n'), text.size());
            const auto step = readStepText(std::string_view(text).substr(0, line), "--step");
            if (!step) return isSaid(step.error());
            const auto plan = planFromText(std::string_view(text).substr(std::min(line + 1, text.size())), "plan.json");
            if (!plan) return isSaid(plan.error());
            constexpr double kManyOps = 1 << 14;
            if (double(plan->microBatches()) * plan->layout.pp * plan->layout.virtualStages > kManyOps) return true;
            const Accelerator& card = *findAccelerator("a100-80gb");
            auto measured = measuredStep(*plan, card, step->seconds);
            if (!measured) return isSaid(measured.error());
            std::vector<MeasuredStep> steps;
            steps.push_back(std::move(*measured));
            const StepFit fit = fitSteps(steps, card.efficiency);
            return std::isfinite(fit.software) && std::isfinite(fit.hostSeconds) && fit.software > 0;
        });
    }

    // The index of a trial, and behind the first empty line what its run left.
    void trials() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directory(root / "01");
        QVERIFY(savePlan(smallPlan("tiny-gpt", Framework::Engine), root / "01" / "trial.shardscope.json"));
        check({std::string(kTrial) + "\n\n" + eventsOfRun(),
               std::string(kTrial) + "\n\n iteration 3/ 10 | elapsed time per iteration (ms): 500.1 | lm loss: 5.1E+00 |\n"},
              100, [&](const std::string& text) {
                  const std::size_t gap = std::min(text.find("\n\n"), text.size());
                  std::ofstream(root / "trial.json", std::ios::binary) << text.substr(0, gap);
                  std::ofstream(root / "01" / "run.log", std::ios::binary) << text.substr(std::min(gap + 2, text.size()));
                  const auto ranking = rankTrial(root);
                  if (!ranking) return isSaid(ranking.error());
                  return std::isfinite(ranking->ratio) && std::isfinite(ranking->meanError);
              });
    }
};

QTEST_GUILESS_MAIN(ImportersFuzz)
#include "importers_test.moc"
