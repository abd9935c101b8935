// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Launch kits: what is exported passes check without a problem and imports back equal; what the target refuses leaves no
// file; what a name or a path holds stays text.
#include "core/config/import_plan.h"
#include "core/config/kit_parts.h"
#include "core/config/layer_pattern.h"
#include "core/config/launch_kit.h"
#include "core/config/shell.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "tests/support/plans.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace core;

namespace {

constexpr KitTarget kTargets[] = {KitTarget::MegatronDeepSpeed, KitTarget::MegatronLm, KitTarget::Torchrun, KitTarget::Slurm};

std::vector<ConfigFile> filesOf(const LaunchKit& kit) {
    std::vector<ConfigFile> files;
    for (const KitFile& file : kit.files) files.push_back({file.name, file.content});
    return files;
}

std::string joined(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems) text += problem.code + "  " + describe(problem) + '\n';
    return text;
}

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

// A line of the script.
static bool has(const Result<LaunchKit>& kit, const std::string& text) {
    return kit && kit->files.front().content.find(text + "\n") != std::string::npos;
}

class LaunchKitTest : public QObject {
    Q_OBJECT

private slots:
    void everyKitPassesCheckAndImportsBackEqual();
    void whatTheTargetSaysIsNotARemark();
    void theScriptTrainsAsLongAsTheBudgetPaysFor();
    void aRefusalNamesItsNumbers();
    void valuesAreWrittenAsArgparseReadsThem();
    void expertsTravelInMegatronsWords_data();
    void expertsTravelInMegatronsWords();
    void blocksWithExpertsAreReadAsPythonReadsThem_data();
    void blocksWithExpertsAreReadAsPythonReadsThem();
    void aRefusedPlanGivesReasons_data();
    void endsOfChunksGiveALayerAway();
    void aRefusedPlanGivesReasons();
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

// 300e9 / (1536 · 2048) and the shipped plans; the engine makes its own number of updates.
void LaunchKitTest::theScriptTrainsAsLongAsTheBudgetPaysFor() {
    const std::string folder = std::string(SHARDSCOPE_SOURCE_DIR) + "/resources/plans/";
    auto gpt3 = loadPlan(folder + "gpt3-175b-1024xa100.shardscope.json");
    QVERIFY(gpt3);
    const auto kit = launchKit(*gpt3, KitTarget::MegatronDeepSpeed);
    QVERIFY(has(kit, "--train-iters 95367") && has(kit, "--save-interval 1000"));
    QVERIFY(has(kit, "--save \"$CHECKPOINT_DIR\"") && has(kit, "--load \"$CHECKPOINT_DIR\""));
    gpt3->budgetTokens = 0;  // 20 tokens a parameter
    const auto expected = std::int64_t(20.0 * double(countParameters(gpt3->model).total) / (1536.0 * 2048.0));
    QVERIFY(has(launchKit(*gpt3, KitTarget::MegatronLm), "--train-iters " + std::to_string(expected)));
    const auto tiny = loadPlan(folder + "tiny-2x2x2.shardscope.json");
    QVERIFY(tiny);
    QVERIFY(has(launchKit(*tiny, KitTarget::MegatronLm), "--train-iters 3000"));
    for (const char* name : {"llama-2-7b-16xa100", "llama-3.1-405b-16384xh100"}) {
        const auto plan = loadPlan(folder + name + ".shardscope.json");
        QVERIFY(plan);
        const auto llama = launchKit(*plan, KitTarget::MegatronLm);
        QVERIFY2(llama, llama ? "" : joined(llama.error()).c_str());
    }
}

void LaunchKitTest::aRefusalNamesItsNumbers() {
    Plan plan = support::planOf(support::gptOf(70, 256, 8, 1000, 128), {.tp = 2, .dp = 2, .pp = 2}, Framework::Megatron);
    plan.budgetTokens = 50 * plan.batch.global * plan.sequence();
    plan.lrSchedule = {LrKind::MegatronCosine, 60};
    plan.layout.stageLayers = {30, 40};
    const auto kit = launchKit(plan, KitTarget::MegatronDeepSpeed);
    QVERIFY(!kit);
    const std::string text = joined(kit.error());
    QVERIFY2(text.find("a warm-up of 60 updates is not shorter than the schedule of 50") != std::string::npos, text.c_str());
    QVERIFY2(text.find("export for megatron-lm") != std::string::npos && text.find("1, 2, 5, 7, 10, 14, 35 or 70") != std::string::npos,
             text.c_str());
}

void LaunchKitTest::valuesAreWrittenAsArgparseReadsThem() {
    Plan plan = support::planOf(*findModelPreset("llama-3.1-8b"), {.tp = 2, .dp = 4, .pp = 1}, Framework::Megatron);
    plan.lrSchedule.kind = LrKind::MegatronCosine;
    plan.attention = AttentionKind::Flash;
    const auto lm = launchKit(plan, KitTarget::MegatronLm), deepspeed = launchKit(plan, KitTarget::MegatronDeepSpeed);
    QVERIFY2(lm && deepspeed, (lm ? "" : joined(lm.error())).c_str());
    const std::string &first = lm->files.front().content, &second = deepspeed->files.front().content;
    for (const char* line : {"--rotary-base 500000\n", "--attention-backend flash\n", "--hidden-dropout 0\n", "--attention-dropout 0\n"})
        QVERIFY2(first.find(line) != std::string::npos, first.c_str());
    for (const char* line : {"--rotary-position-embeddings-theta 500000\n", "--use-flash-attn-v2\n", "--hidden-dropout 0\n"})
        QVERIFY2(second.find(line) != std::string::npos, second.c_str());
}

void LaunchKitTest::aRefusedPlanGivesReasons_data() {
    QTest::addColumn<int>("target");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    const auto row = [](KitTarget target, const char* code, const char* pointer, const char* value) {
        QTest::addRow("%s %s", code, std::string(toText(target)).c_str()) << int(target) << code << pointer << value;
    };
    row(KitTarget::MegatronLm, "export.zero-lm", "/zero/stage", "2");
    row(KitTarget::MegatronLm, "export.schedule-lm", "/schedule", "\"gpipe\"");
    row(KitTarget::MegatronLm, "export.rate", "/lr_schedule/kind", "\"deepspeed-one-cycle\"");
    row(KitTarget::MegatronLm, "export.adam", "/optimizer/kind", "\"adam\"");
    row(KitTarget::MegatronDeepSpeed, "export.zero-pipeline", "/zero/stage", "3");
    row(KitTarget::MegatronDeepSpeed, "export.schedule-deepspeed", "/schedule", "\"gpipe\"");
    row(KitTarget::MegatronDeepSpeed, "export.offload-stage", "/zero/offload_optimizer", "\"cpu\"");
    row(KitTarget::MegatronLm, "export.model", "/model", "{\"preset\": \"falcon-40b\"}");
    row(KitTarget::MegatronDeepSpeed, "export.model-deepspeed", "/model", "{\"preset\": \"falcon-40b\"}");
    row(KitTarget::MegatronDeepSpeed, "export.experts-deepspeed", "/model", "{\"preset\": \"mixtral-8x7b\"}");
    row(KitTarget::MegatronLm, "export.experts-sequence", "/model", "{\"preset\": \"mixtral-8x7b\"}");
    row(KitTarget::Slurm, "export.fsdp", "/framework", "\"fsdp\"");
    row(KitTarget::Torchrun, "export.warmup", "/lr_schedule/warmup", "5000000");
    row(KitTarget::MegatronDeepSpeed, "export.stage-layers-deepspeed", "/layout/stage_layers", "[3, 5]");
    row(KitTarget::MegatronLm, "export.adapters", "/lora/rank", "8");
    row(KitTarget::MegatronLm, "export.optimizer", "/optimizer/kind", "\"muon\"");
    row(KitTarget::MegatronDeepSpeed, "export.optimizer", "/optimizer/moments", "\"int8\"");
    row(KitTarget::MegatronLm, "export.batch-ramp", "/batch/ramp", "{\"start\": 2, \"increment\": 2, \"samples\": 100}");
}

// Megatron-LM counts embedding and loss as layers of the split: 14 blocks are 8 chunks of 2.
void LaunchKitTest::endsOfChunksGiveALayerAway() {
    Plan plan = support::planOf(support::gptOf(14, 256, 8, 1024, 128), {.tp = 2, .dp = 2, .pp = 2}, Framework::Megatron);
    plan.layout.virtualStages = 4;
    plan.schedule = ScheduleKind::Interleaved;
    plan.layout.stageLayers = {1, 2, 2, 2, 2, 2, 2, 1};
    plan.zero.stage = 1;
    plan.zero.overlap = Overlap::On;
    const auto kit = launchKit(plan, KitTarget::MegatronLm);
    QVERIFY2(kit, kit ? "" : joined(kit.error()).c_str());
    for (const char* argument : {"--account-for-embedding-in-pipeline-split", "--account-for-loss-in-pipeline-split",
                                 "--num-layers-per-virtual-pipeline-stage 2", "--overlap-grad-reduce", "--overlap-param-gather"})
        QVERIFY2(has(kit, argument), argument);
    const auto back = importPlan(filesOf(*kit), {});
    QVERIFY(back);
    QCOMPARE(back->plan.layout.stageLayers, plan.layout.stageLayers);
    QVERIFY(back->plan == plan);
    plan.layout.stageLayers = {2, 1, 2, 2, 2, 2, 2, 1};
    QVERIFY(!launchKit(plan, KitTarget::MegatronLm));
}

void LaunchKitTest::expertsTravelInMegatronsWords_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("mixtral-8x7b") << QStringList{"--num-experts 8", "--moe-router-topk 2", "--moe-ffn-hidden-size 14336", "--disable-bias-linear"};
    QTest::newRow("qwen1.5-moe-a2.7b") << QStringList{"--moe-shared-expert-intermediate-size 5632", "--moe-shared-expert-gate", "--add-qkv-bias"};
    QTest::newRow("qwen3-30b-a3b") << QStringList{"--num-experts 128", "--moe-router-topk 8", "--qk-layernorm", "--kv-channels 128"};
    QTest::newRow("deepseek-v2-lite") << QStringList{"--multi-latent-attention", "--kv-lora-rank 512", "--moe-layer-freq '([0]*1+[1]*26)'"};
    QTest::newRow("deepseek-v3") << QStringList{"--q-lora-rank 1536", "--qk-pos-emb-head-dim 64", "--mtp-num-layers 1",
                                                "--moe-router-enable-expert-bias", "--moe-layer-freq '([0]*3+[1]*58)'"};
}

void LaunchKitTest::expertsTravelInMegatronsWords() {
    QFETCH(QStringList, arguments);
    Plan plan = support::planOf(*findModelPreset(QTest::currentDataTag()), {.tp = 2, .ep = 4, .dp = 8, .pp = 1}, Framework::Megatron);
    plan.sequenceParallel = SequenceParallel::On;
    plan.lrSchedule.kind = LrKind::MegatronCosine;
    plan.attention = AttentionKind::Flash;
    const auto kit = launchKit(plan, KitTarget::MegatronLm);
    QVERIFY2(kit, kit ? "" : joined(kit.error()).c_str());
    const std::string& script = kit->files.front().content;
    for (const QString& argument : arguments + QStringList{"--expert-model-parallel-size 4", "--moe-grouped-gemm"})
        QVERIFY2(has(kit, argument.toStdString()), (argument.toStdString() + "\n" + script).c_str());
    for (const char* pointer : {"/model/details/experts", "/model/details/latent", "/layout", "/model/kv_heads"})
        QVERIFY2(script.find(std::string("# shardscope: ") + pointer) == std::string::npos, script.c_str());
    const auto report = checkConfigs(filesOf(*kit), {});
    QVERIFY2(report && report->problems.empty(), report ? joined(report->problems).c_str() : "");
    const auto back = importPlan(filesOf(*kit), {});
    QVERIFY2(back && back->plan == plan, script.c_str());
    QCOMPARE(countParameters(back->plan.model), countParameters(plan.model));
}

void LaunchKitTest::blocksWithExpertsAreReadAsPythonReadsThem_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("blocks");  // empty = none
    QTest::newRow("every block") << "1" << "111111";
    QTest::newRow("every third") << "3" << "100100";
    QTest::newRow("a list") << "[0,1,0,1,1,1]" << "010111";
    QTest::newRow("runs") << "([0]*1+[1]*5)" << "011111";
    QTest::newRow("nested") << "([1]*2+[0]*1)*2" << "110110";
    QTest::newRow("quoted twice") << "'([1]*6)'" << "111111";
    QTest::newRow("too short") << "([1]*5)" << "";
    QTest::newRow("too long") << "([1]*100000000)*100" << "";
    QTest::newRow("no list") << "__import__('os')" << "";
    QTest::newRow("not closed") << "([1]*6" << "";
    QTest::newRow("nothing") << "" << "";
    QTest::newRow("zero") << "0" << "";
}

void LaunchKitTest::blocksWithExpertsAreReadAsPythonReadsThem() {
    QFETCH(QString, text);
    QFETCH(QString, blocks);
    const auto read = layerPattern(text.toStdString(), 6);
    QString found;
    for (const bool has : read.value_or(std::vector<bool>())) found += has ? '1' : '0';
    QCOMPARE(found, blocks);
}

void LaunchKitTest::aRefusedPlanGivesReasons() {
    QFETCH(int, target);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    Plan plan = support::planOf(support::gptOf(8, 256, 8, 1000, 128), {.tp = 2, .dp = 2, .pp = 2}, Framework::Megatron);
    nlohmann::ordered_json json = fullPlanJson(plan);
    json[nlohmann::ordered_json::json_pointer(pointer.toStdString())] = nlohmann::ordered_json::parse(value.toStdString());
    const auto changed = planFromText(json.dump(), "plan");
    QVERIFY2(changed, changed ? "" : joined(changed.error()).c_str());
    const auto kit = launchKit(*changed, KitTarget(target));
    QVERIFY(!kit);
    QVERIFY2(std::ranges::any_of(kit.error(), [&](const Problem& problem) { return problem.code == code.toStdString(); }),
             joined(kit.error()).c_str());
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
