// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Launch kits: what is exported passes check without a problem and imports back equal; what a name or a path holds stays
// text; all files are written or none. What stands in the script: launch_kit_arguments_test.cpp.
#include "core/config/import_plan.h"
#include "core/config/kit_parts.h"
#include "core/config/shell.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "tests/support/launch_kits.h"
#include "tests/support/plans.h"
#include "tests/support/problem_text.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace core;
using support::filesOf;
using support::has;
using support::joined;

namespace {

constexpr KitTarget kTargets[] = {KitTarget::MegatronDeepSpeed, KitTarget::MegatronLm, KitTarget::Torchrun, KitTarget::Slurm};

// Plans of every kind that a kit can hold and some that it cannot.
std::vector<Plan> plans() {
    std::vector<Plan> made;
    std::mt19937 random(7);
    const auto chance = [&](int of) { return int(random() % unsigned(of)) == 0; };
    const std::vector<ModelSpec>& presets = modelPresets();
    for (int i = 0; i < 800; ++i) {
        Plan plan;
        plan.name = "plan " + std::to_string(i);
        plan.model = presets[random() % presets.size()];
        plan.framework = std::array{Framework::Engine, Framework::Megatron, Framework::DeepSpeed}[random() % 3];
        plan.layout.tp = 1 << (random() % 3);
        plan.layout.pp = 1 << (random() % 3);
        plan.layout.dp = 1 << (random() % 4);
        if (chance(6)) plan.layout.cp = 2;
        if (chance(5)) plan.layout.order = std::array{RankOrder::MegatronTpPpDp, RankOrder::DeepSpeed3d}[random() % 2];
        plan.cluster = {"h100-sxm", 1, plan.layout.cards()};
        if (plan.layout.cards() >= 16) plan.cluster = {"h100-sxm", plan.layout.cards() / 8, 8};
        plan.batch = {1 + int(random() % 3), 0};
        plan.batch.global = std::int64_t(plan.batch.micro) * plan.layout.dp * plan.layout.pp * 2;
        plan.zero.stage = int(random() % 4);
        plan.precision = std::array{Precision::Bf16, Precision::Fp16, Precision::Fp32}[random() % 3];
        if (chance(4)) plan.gradientDtype = Precision::Fp32;
        plan.recompute = std::array{Recompute::None, Recompute::Selective, Recompute::Full}[random() % 3];
        plan.recomputeLayers = 1 + int(random() % 2);
        if (plan.layout.tp > 1 && chance(2)) plan.sequenceParallel = SequenceParallel::On;
        if (plan.model.details.experts.count > 0 && plan.layout.dp > 1 && chance(2)) plan.layout.ep = plan.layout.dp / 2;
        if (plan.layout.pp > 1 && chance(3)) {
            plan.schedule = ScheduleKind::Interleaved;
            plan.layout.virtualStages = 2;
        }
        if (plan.layout.pp > 1 && chance(4)) plan.schedule = ScheduleKind::ZbH1, plan.layout.virtualStages = 1;
        if (plan.layout.pp == 4 && plan.model.layers % 4 == 0 && plan.schedule == ScheduleKind::OneFOneB && chance(2)) {
            const int each = plan.model.layers / 4;
            if (each > 1) plan.layout.stageLayers = {each - 1, each, each, each + 1};
        }
        if (chance(8)) plan.precision = Precision::Fp8;
        if (chance(6)) plan.lossScale.initial = 4096;
        if (chance(6)) plan.optimizer.momentum = 0.8;
        plan.optimizer.lr = 1e-4 * double(1 + random() % 9);
        plan.optimizer.clip = chance(3) ? 0.3 : 1.0;
        if (chance(5)) plan.optimizer.kind = OptimizerKind::Sgd;
        plan.lrSchedule.kind = std::array{LrKind::MegatronCosine, LrKind::MegatronLinear, LrKind::MegatronWsd, LrKind::MegatronConstant,
                                          LrKind::WarmupCosine}[random() % 5];
        plan.lrSchedule.total = 900;
        plan.lrSchedule.warmup = std::int64_t(random() % 50);
        plan.lrSchedule.wsd.updates = 100;
        plan.run.seed = random();
        plan.run.steps = 1000;
        plan.run.validateEvery = chance(4) ? 0 : 50;
        if (chance(3)) plan.run.checkpoint = {"/data/it's a \"run\" $HOME `x`", 100};
        if (chance(4)) plan.zero.offloadOptimizer = Offload::Cpu;
        if (chance(4)) plan.sequenceLength = std::max(8, plan.model.maxSequence / 2);
        plan.assumptions.pricePerGpuHour = chance(3) ? 2.5 : 0;
        made.push_back(plan);
    }
    return made;
}

}  // namespace

class LaunchKitTest : public QObject {
    Q_OBJECT

private slots:
    void everyKitPassesCheckAndImportsBackEqual();
    void whatTheTargetSaysIsNotARemark();
    void namesStayTextInTheScript();
    void theScriptHandsBashTheSameWords();
    void filesAreWrittenAllOrNone();
};

void LaunchKitTest::everyKitPassesCheckAndImportsBackEqual() {
    int made = 0;
    for (const Plan& plan : plans())
        for (const KitTarget target : kTargets) {
            const auto kit = launchKit(plan, target);
            if (!kit) {
                QVERIFY(hasErrors(kit.error()));
                continue;
            }
            ++made;
            const std::string script = kit->files.front().content;
            const auto report = checkConfigs(filesOf(*kit), {});
            QVERIFY2(report, report ? "" : joined(report.error()).c_str());
            QVERIFY2(report->problems.empty(), (joined(report->problems) + script).c_str());
            QCOMPARE(report->resolved.trainBatchSize, std::optional(plan.batch.global));
            QCOMPARE(report->resolved.dataParallelSize, std::optional<std::int64_t>(plan.layout.dp));
            const auto back = importPlan(filesOf(*kit), {});
            QVERIFY2(back, back ? "" : joined(back.error()).c_str());
            QVERIFY2(back->plan == plan, (planToText(plan) + planToText(back->plan) + script).c_str());
        }
    QVERIFY2(made > 300, qPrintable(QString::number(made)));
}

// What a target can express travels in its own words: remarks hold only what it has no word for.
void LaunchKitTest::whatTheTargetSaysIsNotARemark() {
    Plan plan = support::planOf(*findModelPreset("llama-2-7b"), {.tp = 2, .dp = 4, .pp = 2}, Framework::Megatron);
    plan.cluster = {"a100-80gb", 2, 8};
    plan.batch = {2, 64};
    plan.zero.stage = 1;
    plan.recompute = Recompute::Full;
    plan.optimizer.lr = 3e-4;
    plan.lrSchedule = {LrKind::MegatronCosine, 100, 1000, 0.1};
    plan.run.steps = 1000;
    plan.budgetTokens = 1000 * plan.batch.global * plan.sequence();
    plan.run.checkpoint = {"checkpoints", 500};
    plan.attention = AttentionKind::Flash;
    for (const KitTarget target : kTargets) {
        plan.framework = target == KitTarget::MegatronDeepSpeed ? Framework::DeepSpeed : Framework::Megatron;
        plan.layout.order = target == KitTarget::MegatronDeepSpeed ? RankOrder::DeepSpeed3d : RankOrder::Megatron;
        const auto kit = launchKit(plan, target);
        QVERIFY2(kit, kit ? "" : joined(kit.error()).c_str());
        for (const char* section : {"/layout", "/batch", "/zero", "/precision", "/schedule", "/recompute", "/model/layers",
                                    "/model/hidden", "/model/vocabulary", "/optimizer", "/lr_schedule/kind", "/lr_schedule/warmup",
                                    "/framework", "/cluster/nodes", "/run", "/budget", "/attention"})
            QVERIFY2(kit->files.front().content.find(std::string("# shardscope: ") + section) == std::string::npos,
                     (std::string(section) + "\n" + kit->files.front().content).c_str());
    }
}

void LaunchKitTest::namesStayTextInTheScript() {
    Plan plan = support::planOf(support::gptOf(8, 256, 8, 1000, 128), {.tp = 2, .dp = 2, .pp = 2}, Framework::Megatron);
    plan.name = "x\n$(touch pwned)\n`id` ; rm -rf \"*\" '";
    plan.run.checkpoint.directory = "$(touch pwned); '\"\n--swiglu";
    plan.lrSchedule.kind = LrKind::MegatronCosine;
    for (const KitTarget target : kTargets) {
        const auto kit = launchKit(plan, target);
        QVERIFY2(kit, kit ? "" : joined(kit.error()).c_str());
        const auto script = readShell(kit->files.front().content, "launch.sh");
        QVERIFY(script);
        for (const ShellCommand& command : script->commands)
            QVERIFY2(command.words.front().text() != "touch" && command.words.front().text() != "rm",
                     command.words.front().text().c_str());
        const auto back = importPlan(filesOf(*kit), {});
        QVERIFY(back && back->plan == plan);
    }
}

// bash itself is the judge of our quoting and of our reading.
void LaunchKitTest::theScriptHandsBashTheSameWords() {
    Plan plan = support::planOf(support::gptOf(8, 256, 8, 1000, 128), {.tp = 2, .dp = 4, .pp = 2}, Framework::Megatron);
    plan.run.checkpoint.directory = "/a b/$c/'d'/\"e\"";
    plan.lrSchedule.kind = LrKind::MegatronCosine;
    const auto kit = launchKit(plan, KitTarget::MegatronLm);
    QVERIFY(kit);
    QTemporaryDir folder;
    QVERIFY(writeKit(*kit, folder.path().toStdString()));
    QFile fake(folder.filePath("torchrun"));
    QVERIFY(fake.open(QIODevice::WriteOnly));
    fake.write("#!/bin/bash\nprintf '%s\\n' \"$@\"\n");
    fake.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    fake.close();
    QProcess bash;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder.path() + ":" + environment.value("PATH"));
    environment.insert("MEGATRON", "/opt/megatron");
    environment.insert("DATA_PATH", "/data/my text");
    bash.setProcessEnvironment(environment);
    bash.start("bash", {folder.filePath("launch.sh")});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(bash.exitCode(), 0);
    const QStringList words = QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    QVERIFY(words.contains("/a b/$c/'d'/\"e\"") && words.contains("/opt/megatron/pretrain_gpt.py") && words.contains("/data/my text"));
    ShellVariables known;
    known["MEGATRON"] = {{ShellText("/opt/megatron", {})}, false};
    known["DATA_PATH"] = {{ShellText("/data/my text", {})}, false};
    const auto script = readShell(kit->files.front().content, "launch.sh", known);
    QVERIFY(script);
    QStringList ours;
    for (const ShellText& word : script->commands.back().words) ours << QString::fromStdString(word.text());
    QCOMPARE(ours.mid(1), words);
}

void LaunchKitTest::filesAreWrittenAllOrNone() {
    Plan plan = support::planOf(support::gptOf(8, 256, 8, 1000, 128), {.tp = 2, .dp = 2, .pp = 2}, Framework::DeepSpeed);
    plan.lrSchedule.kind = LrKind::MegatronCosine;
    plan.cluster = {"a100-80gb", 2, 4};
    const auto kit = launchKit(plan, KitTarget::MegatronDeepSpeed);
    QVERIFY2(kit, kit ? "" : joined(kit.error()).c_str());
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("ds_config.json"));  // in the way
    QVERIFY(!writeKit(*kit, folder.path().toStdString()));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"ds_config.json"});
    QVERIFY(writeKit(*kit, folder.filePath("kit/below").toStdString()));
    QCOMPARE(QDir(folder.filePath("kit/below")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             (QStringList{"ds_config.json", "hostfile", "launch.sh"}));
    QVERIFY(QFileInfo(folder.filePath("kit/below/launch.sh")).isExecutable());
}

QTEST_GUILESS_MAIN(LaunchKitTest)
#include "launch_kit_test.moc"
