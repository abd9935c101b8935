// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules, case by case: tests/golden/config_rules_*.json holds a fragment of a file, the problem that it must
// meet and where that rule comes from. An empty code means that nothing is wrong. And the public files.
#include "core/base/file.h"
#include "core/config/check.h"
#include "tests/support/config_cases.h"
#include "tests/support/problem_text.h"

#include <QTest>

#include <filesystem>

using namespace core;
using support::joined;
using support::Json;

namespace {

const char* nameOf(Severity severity) {
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "info";
}

bool meets(const Problem& problem, const Json& row) {
    if (problem.code != row.at("code")) return false;
    if (row.contains("severity") && row.at("severity") != nameOf(problem.severity)) return false;
    if (row.contains("upstream") && problem.upstreamMessage.find(row.at("upstream").get<std::string>()) == std::string::npos)
        return false;
    const auto nearest = problem.params.find("nearest");
    return !row.contains("nearest") || (nearest != problem.params.end() && nearest->second == row.at("nearest"));
}

std::filesystem::path realFiles() { return qEnvironmentVariable("SHARDSCOPE_REAL_FILES").toStdString(); }

}  // namespace

class ConfigRulesTest : public QObject {
    Q_OBJECT

private slots:
    void everyCaseMeetsItsProblem_data();
    void everyCaseMeetsItsProblem();
    void nodesThatMayComeAndGoAreNotHeldAgainstTheAllocation();
    void everyProblemHasASentenceAndAPlace();
    void everyRealConfigurationIsReadWithTheOutcomeNoted_data();
    void everyRealConfigurationIsReadWithTheOutcomeNoted();
};

void ConfigRulesTest::everyCaseMeetsItsProblem_data() {
    QTest::addColumn<QString>("row");
    for (const char* table : {"config_rules_deepspeed.json", "config_rules_megatron.json"}) {
        int number = 0;
        for (const Json& row : support::casesOf(table)) {
            const std::string code = row.at("code").get<std::string>();
            QTest::addRow("%s %d %s", table, ++number, code.c_str()) << QString::fromStdString(row.dump());
        }
    }
}

void ConfigRulesTest::everyCaseMeetsItsProblem() {
    QFETCH(QString, row);
    const Json test = Json::parse(row.toStdString());
    QVERIFY(test.contains("source"));
    const auto report = checkConfigs(support::filesOf(test), support::optionsOf(test));
    QVERIFY2(report, report ? "" : joined(report.error()).c_str());
    const std::string found = joined(report->problems);
    for (const Problem& problem : report->problems)
        if (test.contains("not")) QVERIFY2(problem.code != test.at("not"), found.c_str());
    if (test.at("code") != "") {
        QVERIFY2(std::ranges::any_of(report->problems, [&](const Problem& problem) { return meets(problem, test); }),
                 found.c_str());
    } else if (!test.contains("not")) {
        QVERIFY2(std::ranges::none_of(report->problems,
                                      [](const Problem& problem) { return problem.severity != Severity::Info; }),
                 found.c_str());
    }
}

void ConfigRulesTest::nodesThatMayComeAndGoAreNotHeldAgainstTheAllocation() {
    for (const char* nodes : {"1:4", "2", "$SLURM_NNODES"}) {
        const auto report = checkConfigs({{"run.sh", std::string("#SBATCH --nodes=2\nsrun torchrun --nnodes ") + nodes +
                                                         " --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 64 "
                                                         "--num-attention-heads 8 --micro-batch-size 1\n"}},
                                         {});
        QVERIFY(report);
        for (const Problem& problem : report->problems) QVERIFY2(!problem.code.ends_with("-nodes"), problem.code.c_str());
    }
}

void ConfigRulesTest::everyProblemHasASentenceAndAPlace() {
    for (const char* table : {"config_rules_deepspeed.json", "config_rules_megatron.json"})
        for (const Json& row : support::casesOf(table)) {
            const auto report = checkConfigs(support::filesOf(row), support::optionsOf(row));
            for (const Problem& problem : report->problems) {
                const std::string text = message(problem) + fixText(problem);
                QVERIFY2(text.find('{') == std::string::npos || problem.params.contains("value") ||
                             problem.params.contains("found"),
                         text.c_str());
                QVERIFY2(!problem.where.empty() && message(problem) != problem.code, text.c_str());
                QVERIFY2(problem.fix.empty() || fixText(problem) != problem.fix, text.c_str());
            }
        }
}

// What the index of the public files notes, as codes: '+' for a code that must be found, '-' for "refused".
void ConfigRulesTest::everyRealConfigurationIsReadWithTheOutcomeNoted_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("world");
    QTest::addColumn<QStringList>("codes");
    const auto row = [](const char* name, qint64 world, const QStringList& codes) {
        QTest::newRow(name) << QString("ds_config/") + name << world << codes;
    };
    row("axolotl-zero2-compile.json", 8, {"ds.key-gone", "ds.auto", "ds.batch-auto"});
    row("baichuan7b.json", 8, {"ds.overlap-copies"});
    row("bigscience-mds-bf16.json", 16, {"ds.bf16-accumulation"});
    row("bigscience-zero3.json", 8, {"ds.key-deprecated", "ds.auto"});
    row("ds-batch-config.json", 2, {});
    row("ds-scheduler.json", 4, {"ds.warmup-log"});
    row("ds-zero0-gas3.json", 4, {"ds.key-inactive", "ds.contiguous-checkpoints"});
    row("ds-zero3-sdma.json", 4, {"ds.key-inactive"});
    row("dse-autotp-shellvars.json", 4, {"ds.placeholder"});
    row("dse-bert-bsz64k.json", 1024, {});
    row("dse-bert-bsz64k.json", 1000, {"ds.batch"});
    row("dse-imagenet-z1.json", 8, {"ds.unknown-key-ignored"});
    row("dse-pipeline.json", 32, {});
    row("fastchat-s3.json", 8, {"ds.auto"});
    row("habana-llama3-zero3-4k.json", 8, {"ds.auto-nobody"});
    row("hf-tests-zero2.json", 8, {"ds.auto"});
    row("llamafactory-z0.json", 8, {"ds.key-inactive"});
    row("llamafactory-z3-fp8.json", 8, {"ds.unknown-key-ignored"});
    row("mds-finetune-llama.json", 16, {"ds.bf16-accumulation"});
    row("mds-moe-zero2-TEMPLATE.json", 8, {"ds.placeholder"});
    row("mds-universal.json", 1, {});
    row("qwen-zero3.json", 8, {"ds.auto"});
    row("neox-autotune.json", 8, {"ds.key-inactive"});
    const auto yaml = [](const char* name, qint64 world, const QStringList& codes) {
        QTest::newRow(name) << QString("neox_yml/") + name << world << codes;
    };
    yaml("125M-dmoe.yml", 8, {"ds.pipeline-overlap"});
    yaml("20B.yml", 96, {"ds.pipeline-overlap"});
    yaml("eleutherai_cluster.yml", 8, {});
    yaml("mistral-7B.yml", 8, {});
    yaml("pythia-2-8B.yml", 64, {"ds.key-deprecated"});
}

void ConfigRulesTest::everyRealConfigurationIsReadWithTheOutcomeNoted() {
    if (realFiles().empty()) QSKIP("SHARDSCOPE_REAL_FILES does not name the folder of public files");
    QFETCH(QString, file);
    QFETCH(qint64, world);
    QFETCH(QStringList, codes);
    const auto text = readTextFile(realFiles() / file.toStdString());
    QVERIFY2(text, qPrintable(file));
    const auto report = checkConfigs({{file.toStdString(), *text}}, {.worldSize = world});
    QVERIFY2(report, report ? "" : joined(report.error()).c_str());
    const std::string found = joined(report->problems);
    for (const QString& code : codes)
        QVERIFY2(std::ranges::any_of(report->problems,
                                     [&](const Problem& problem) { return problem.code == code.toStdString(); }),
                 found.c_str());
    const bool refusedAsNoted = codes.contains("ds.placeholder") || codes.contains("ds.batch") || codes.contains("ds.key-gone");
    QVERIFY2(hasErrors(report->problems) == refusedAsNoted, found.c_str());
}

QTEST_GUILESS_MAIN(ConfigRulesTest)
#include "config_rules_test.moc"
