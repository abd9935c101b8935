// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Any byte sequence gets problems with a place, never a crash and never an endless loop.
#include "core/base/file.h"
#include "core/config/import_plan.h"
#include "core/config/launch_kit.h"
#include "core/config/layer_pattern.h"
#include "core/config/mends.h"
#include "core/plan/plan_codec.h"
#include "tests/support/mutate.h"
#include "tests/support/plans.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace core;

namespace {

constexpr double kSlowest = 5;  // seconds of processor time for one input: others may share the machine

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
    const std::int64_t count = support::fuzz(seedsOf(key), [&](const std::string& text) {
        const double begin = support::processorSeconds();
        const auto report = checkConfigs({{file, text}}, {.worldSize = 8, .tp = 2});
        QVERIFY2(support::processorSeconds() - begin < kSlowest, text.c_str());
        const Problems& problems = report ? report->problems : report.error();
        for (const Problem& problem : problems) {
            QVERIFY2(!problem.where.empty(), problem.code.c_str());
            QVERIFY2(message(problem) != problem.code, problem.code.c_str());
        }
        QVERIFY(report || !problems.empty());
    });
    QVERIFY(count > 10);
}

// Every mend of a file that can be read leaves one that can be read, without the problem.
void mendAll(const char* file, const char* key) {
    int mended = 0;
    support::fuzz(seedsOf(key), [&](const std::string& text) {
        const double begin = support::processorSeconds();
        const MendedReport report = checkWithMends({{file, text}}, {.worldSize = 8, .tp = 2});
        QVERIFY2(support::processorSeconds() - begin < kSlowest, text.c_str());
        QCOMPARE(report.mends.size(), report.report.problems.size());
        for (const auto& mends : report.mends)
            for (const ConfigMend& mend : mends) {
                ++mended;
                QVERIFY(checkConfigs(mend.changed, {.worldSize = 8, .tp = 2}).has_value());
            }
    });
    QVERIFY(mended > 0);
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
    // What recursion could follow to the end of the stack.
    void scriptsWithoutABottom() {
        const auto many = [](const std::string& text) {
            std::string all;
            for (int i = 0; i < 30'000; ++i) all += text;
            return all;
        };
        for (const std::string& text : {std::string("!"), std::string("! \n"), many("! "), many("if "), many("{ "), many("if ! { "),
                                        many("eval "), many("$("), many("f() { f; }\nf\n")}) {
            const auto report = checkConfigs({{"run.sh", text}}, {.worldSize = 8});
            QVERIFY(report || !report.error().empty());
        }
    }
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
    void mendsOfDeepSpeed() { mendAll("ds_config.json", "ds"); }
    void mendsOfScripts() { mendAll("run.sh", "sh"); }
    void mendsOfNeoX() { mendAll("model.yml", "yml"); }
    void hostfiles() {
        const std::vector<std::string> seeds = {"node-0 slots=8\nnode-1 slots=8\n", "# hosts\n10.0.0.1 slots=4 # four\n\nb slots=2\n"};
        support::fuzz(seeds, [](const std::string& text) {
            const auto report = checkConfigs({{"hostfile", text}, {"ds_config.json", "{\"train_batch_size\": 64}"}}, {});
            QVERIFY(report || !report.error().empty());
        });
    }
    void blocksWithExperts() {
        support::fuzz({"([0]*1+[1]*23)", "([1]*3+[0]*1)*6", "[0,1,1,1]", "4", "'([1]*24)'"}, [](const std::string& text) {
            const auto blocks = layerPattern(text, 24);
            QVERIFY(!blocks || blocks->size() == 24);
            ExpertSpec experts;
            if (blocks) QVERIFY(takePattern(experts, *blocks) || experts == ExpertSpec{});
        });
    }
};

QTEST_GUILESS_MAIN(ConfigFuzzTest)
#include "config_fuzz_test.moc"
