// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arguments of a launch kit's script in its target's words, and the reasons where a target refuses a plan.
#include "core/config/import_plan.h"
#include "core/config/layer_pattern.h"
#include "core/plan/plan_codec.h"
#include "tests/support/launch_kits.h"
#include "tests/support/plans.h"
#include "tests/support/problem_text.h"

#include <QTest>

using namespace core;
using support::filesOf;
using support::has;
using support::joined;

class LaunchKitArgumentsTest : public QObject {
    Q_OBJECT

private slots:
    void theScriptTrainsAsLongAsTheBudgetPaysFor();
    void valuesAreWrittenAsArgparseReadsThem();
    void endsOfChunksGiveALayerAway();
    void expertsTravelInMegatronsWords_data();
    void expertsTravelInMegatronsWords();
    void blocksWithExpertsAreReadAsPythonReadsThem_data();
    void blocksWithExpertsAreReadAsPythonReadsThem();
    void aRefusalNamesItsNumbers();
    void aRefusedPlanGivesReasons_data();
    void aRefusedPlanGivesReasons();
};

// 300e9 / (1536 · 2048) and the shipped plans; the engine makes its own number of updates.
void LaunchKitArgumentsTest::theScriptTrainsAsLongAsTheBudgetPaysFor() {
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

void LaunchKitArgumentsTest::valuesAreWrittenAsArgparseReadsThem() {
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

// Megatron-LM counts embedding and loss as layers of the split: 14 blocks are 8 chunks of 2.
void LaunchKitArgumentsTest::endsOfChunksGiveALayerAway() {
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

void LaunchKitArgumentsTest::expertsTravelInMegatronsWords_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("mixtral-8x7b") << QStringList{"--num-experts 8", "--moe-router-topk 2", "--moe-ffn-hidden-size 14336", "--disable-bias-linear"};
    QTest::newRow("qwen1.5-moe-a2.7b") << QStringList{"--moe-shared-expert-intermediate-size 5632", "--moe-shared-expert-gate", "--add-qkv-bias"};
    QTest::newRow("qwen3-30b-a3b") << QStringList{"--num-experts 128", "--moe-router-topk 8", "--qk-layernorm", "--kv-channels 128"};
    QTest::newRow("deepseek-v2-lite") << QStringList{"--multi-latent-attention", "--kv-lora-rank 512", "--moe-layer-freq '([0]*1+[1]*26)'"};
    QTest::newRow("deepseek-v3") << QStringList{"--q-lora-rank 1536", "--qk-pos-emb-head-dim 64", "--mtp-num-layers 1",
                                                "--moe-router-enable-expert-bias", "--moe-layer-freq '([0]*3+[1]*58)'"};
}

void LaunchKitArgumentsTest::expertsTravelInMegatronsWords() {
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

void LaunchKitArgumentsTest::blocksWithExpertsAreReadAsPythonReadsThem_data() {
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

void LaunchKitArgumentsTest::blocksWithExpertsAreReadAsPythonReadsThem() {
    QFETCH(QString, text);
    QFETCH(QString, blocks);
    const auto read = layerPattern(text.toStdString(), 6);
    QString found;
    for (const bool has : read.value_or(std::vector<bool>())) found += has ? '1' : '0';
    QCOMPARE(found, blocks);
}

void LaunchKitArgumentsTest::aRefusalNamesItsNumbers() {
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

void LaunchKitArgumentsTest::aRefusedPlanGivesReasons_data() {
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

void LaunchKitArgumentsTest::aRefusedPlanGivesReasons() {
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

QTEST_GUILESS_MAIN(LaunchKitArgumentsTest)
#include "launch_kit_arguments_test.moc"
