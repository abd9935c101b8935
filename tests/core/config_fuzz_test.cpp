// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Any byte sequence gets problems with a place, never a crash and never an endless loop.
#include "core/base/file.h"
#include "core/config/import_plan.h"
#include "core/config/launch_kit.h"
#include "core/plan/plan_codec.h"
#include "tests/support/mutate.h"
#include "tests/support/plans.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <ctime>

using namespace core;

namespace {

// Every fragment of the rule tables, by the key that holds it.
std::vector<std::string> seedsOf(const char* key) {
    std::vector<std::string> seeds;
    for (const char* table : {"config_rules_deepspeed.json", "config_rules_megatron.json"}) {
        const auto text = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/" + table);
        for (const auto& row : nlohmann::ordered_json::parse(text.value()))
            if (row.contains(key)) seeds.push_back(row.at(key).is_string() ? row.at(key).get<std::string>() : row.at(key).dump(1));
    }
    return seeds;
}

void checkAll(const char* file, const char* key) {
    double slowest = 0;  // seconds of processor time: others may share the machine
    const std::int64_t count = support::fuzz(seedsOf(key), [&](const std::string& text) {
        const std::clock_t begin = std::clock();
        const auto report = checkConfigs({{file, text}}, {.worldSize = 8, .tp = 2});
        slowest = std::max(slowest, double(std::clock() - begin) / CLOCKS_PER_SEC);
        const Problems& problems = report ? report->problems : report.error();
        for (const Problem& problem : problems) {
            QVERIFY2(!problem.where.empty(), problem.code.c_str());
            QVERIFY2(message(problem) != problem.code, problem.code.c_str());
        }
        QVERIFY(report || !problems.empty());
    });
    qInfo("%s: %lld inputs, the slowest %.3f s", file, static_cast<long long>(count), slowest);
    QVERIFY(count > 10);
    QVERIFY(slowest < 5);
}

// Kits of a plan that every target takes.
std::vector<std::string> kitScripts() {
    Plan plan = support::planOf(support::gptOf(8, 256, 8, 1000, 128), {.tp = 2, .dp = 2, .pp = 2}, Framework::Megatron);
    plan.assumptions.pricePerGpuHour = 2;
    std::vector<std::string> scripts;
    for (const KitTarget target : {KitTarget::MegatronLm, KitTarget::Slurm, KitTarget::MegatronDeepSpeed})
        scripts.push_back(launchKit(plan, target)->files.front().content);
    return scripts;
}

}  // namespace

class ConfigFuzzTest : public QObject {
    Q_OBJECT

private slots:
    void configurationsOfDeepSpeed() { checkAll("ds_config.json", "ds"); }
    void launchScripts() { checkAll("run.sh", "sh"); }
    // A remark or an argument that was changed gives another plan, or says why not; the plan can be written and read.
    void importsOfKits() {
        int made = 0;
        support::fuzz(kitScripts(), [&](const std::string& text) {
            const auto imported = importPlan({{"launch.sh", text}, {"ds_config.json", "{\"train_batch_size\": 8}"}}, {});
            QVERIFY(imported || !imported.error().empty());
            if (!imported) return;
            ++made;
            const auto again = planFromText(planToText(imported->plan), "plan");
            QVERIFY2(again && *again == imported->plan, planToText(imported->plan).c_str());
        });
        QVERIFY(made > 0);
    }
    void filesOfNeoX() { checkAll("model.yml", "yml"); }
};

QTEST_GUILESS_MAIN(ConfigFuzzTest)
#include "config_fuzz_test.moc"
