// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plan files: nothing is lost in a round trip, and every fault is named with its line and column.
#include "core/plan/plan_codec.h"

#include "core/base/file.h"
#include "core/plan/validate.h"
#include "tests/support/random_plan.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace core;

namespace {

QString firstFault(std::string_view text) {
    const auto plan = planFromText(text, "a.json");
    return plan ? QString("no fault") : QString::fromStdString(describe(plan.error().front()));
}

std::filesystem::path shippedPlans() {
    return std::filesystem::path(qgetenv("SHARDSCOPE_RESOURCES").toStdString()) / "plans";
}

}  // namespace

class PlanCodecTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadBack() {
        support::RandomPlan random(3);
        for (int i = 0; i < 2000; ++i) {
            const Plan plan = random.next();
            const std::string text = planToText(plan);
            const auto read = planFromText(text, "plan");
            QVERIFY2(read, read ? "" : describe(read.error().front()).c_str());
            QVERIFY2(*read == plan, text.c_str());
            QCOMPARE(planToText(*read), text);
        }
    }

    void aModelsConfigurationIsNoPlanAndSaysWhereItBelongs() {
        const auto read = planFromText(
            R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64})", "config.json");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(1));
        QCOMPARE(read.error().front().code, std::string("plan.is-a-model"));
        QVERIFY(fixText(read.error().front()).ends_with("--model config.json"));
    }

    void keysAreThoseOfTheFileFormat() {
        Plan plan;
        plan.model = *findModelPreset("gpt2");
        plan.gradientDtype = Precision::Fp32;
        plan.layout.stageLayers = {12};
        const auto json = planToJson(plan);
        std::vector<std::string> keys;
        for (const auto& [key, value] : json.items()) keys.push_back(key);
        QCOMPARE(keys, (std::vector<std::string>{"version",
                                                 "name",
                                                 "model",
                                                 "cluster",
                                                 "layout",
                                                 "zero",
                                                 "framework",
                                                 "batch",
                                                 "sequence_length",
                                                 "precision",
                                                 "gradient_dtype",
                                                 "schedule",
                                                 "recompute",
                                                 "recompute_method",
                                                 "recompute_layers",
                                                 "sequence_parallel",
                                                 "attention",
                                                 "frozen_blocks",
                                                 "optimizer",
                                                 "lr_schedule",
                                                 "budget",
                                                 "assumptions",
                                                 "data",
                                                 "run"}));
        QCOMPARE(json["version"].get<int>(), 1);
        QCOMPARE(json["model"].dump(), std::string(R"({"preset":"gpt2"})"));
        QCOMPARE(json["schedule"].get<std::string>(), std::string("1f1b"));
        QCOMPARE(json["layout"]["stage_layers"].dump(), std::string("[12]"));
    }

    void shippedPlansLoadAndKeepTheRules() {
        int plans = 0;
        for (const auto& entry : std::filesystem::directory_iterator(shippedPlans())) {
            ++plans;
            const auto plan = loadPlan(entry.path());
            QVERIFY2(plan, plan ? "" : describe(plan.error().front()).c_str());
            const Problems problems = validate(*plan);
            QVERIFY2(problems.empty(), problems.empty() ? "" : describe(problems.front()).c_str());
        }
        QVERIFY(plans >= 4);
        const auto tiny = loadPlan(shippedPlans() / "tiny-2x2x2.shardscope.json");
        QVERIFY(tiny && engineLimits(*tiny).empty());
        QCOMPARE(tiny->layout.cards(), 8);
        QCOMPARE(tiny->microBatches(), 8);
    }

    void peopleMayWriteCommentsAndTrailingCommas() {
        const auto plan = planFromText(
            "{ // mine\n \"version\": 1, # and\n \"model\": {\"preset\": \"gpt2\",}, /* this */ }", "a.json");
        QVERIFY(plan);
        QCOMPARE(plan->model.layers, 12);
    }

    void dimensionsMayStandAloneOrOverrideAPreset() {
        const auto own = planFromText(
            R"({"version":1,"model":{"layers":2,"hidden":64,"heads":4,"vocabulary":256,"max_sequence":32}})",
            "a");
        QVERIFY(own);
        QCOMPARE(own->model.name, std::string("gpt-2x64"));
        QCOMPARE(own->model.ffn, 256);
        QCOMPARE(own->model.kvHeads, 4);
        const auto wider = planFromText(R"({"version":1,"model":{"preset":"tiny-gpt","layers":6}})", "a");
        QVERIFY(wider);
        QCOMPARE(wider->model.layers, 6);
        QCOMPARE(wider->model.hidden, 128);
    }

    void wholeNumbersMayBeWrittenWithExponents() {
        const auto plan =
            planFromText(R"({"version":1,"model":{"preset":"gpt2"},"budget":{"tokens":300e9}})", "a");
        QVERIFY(plan);
        QCOMPARE(plan->budgetTokens, std::int64_t(300'000'000'000));
    }

    void faultsAreNamedWithTheirPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fault");
        const std::tuple<const char*, const char*, const char*> rows[] = {
            {"cut off", "{\"version\": 1,\n \"name\": \"x",
             "a.json:2:12 (/name): the end of the text stands where the closing double quote should be; mend "
             "the JSON at this place"},
            {"comma", "{\"version\": 1\n \"name\": \"x\"}",
             "a.json:2:2 (/): \"\"\" stands where a comma or } should be; mend the JSON at this place"},
            {"unknown key", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"},\n \"layout\": {\"tpp\": 2}}",
             "a.json:2:13 (/layout/tpp): the key \"tpp\" is unknown here; did you mean \"tp\"?"},
            {"wrong type",
             "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"},\n \"layout\": {\"tp\": \"two\"}}",
             "a.json:2:19 (/layout/tp): \"tp\" should be a whole number, here is \"two\"; write a whole number"},
            {"fraction", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"}, \"layout\": {\"tp\": 2.5}}",
             "a.json:1:62 (/layout/tp): \"tp\" should be a whole number, here is 2.5; write a whole number"},
            {"range", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"}, \"layout\": {\"tp\": 5000000000}}",
             "a.json:1:62 (/layout/tp): \"tp\" = 5000000000 is out of the range of its numbers, 0 to 2147483647; use a whole number "
             "from 0 to 2147483647"},
            {"seed", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"}, \"run\": {\"seed\": -1}}",
             "a.json:1:61 (/run/seed): \"seed\" = -1 is out of the range of its numbers, 0 to 18446744073709551615; use a whole "
             "number from 0 to 18446744073709551615"},
            {"half a version", "{\"version\": 1.5, \"model\": {\"preset\": \"gpt2\"}}",
             "a.json:1:13 (/version): \"version\" should be a whole number, here is 1.5; write a whole number"},
            {"choice", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"}, \"schedule\": \"1f2b\"}",
             "a.json:1:57 (/schedule): \"1f2b\" is no value of \"schedule\"; did you mean 1f1b?"},
            {"preset", "{\"version\": 1, \"model\": {\"preset\": \"gpt-2\"}}",
             "a.json:1:36 (/model/preset): \"gpt-2\" is no model preset; did you mean gpt2?"},
            {"twice",
             "{\"version\": 1,\n \"name\": \"a\",\n \"name\": \"b\", \"model\": {\"preset\": \"gpt2\"}}",
             "a.json:3:2 (/name): the key \"name\" stands twice in one object, first in line 2; keep one of "
             "the two"},
            {"version", "{\"version\": 2, \"model\": {\"preset\": \"gpt2\"}}",
             "a.json:1:13 (/version): plan version 2 is newer than the 1 that is understood here; open it "
             "with a newer release"},
            {"no version", "{\"model\": {\"preset\": \"gpt2\"}}",
             "a.json:1:1 (/): the key \"version\" is missing; add \"version\", which is 1"},
            {"no model", "{\"version\": 1}",
             "a.json:1:1 (/): the key \"model\" is missing; add \"model\", such as {\"preset\": "
             "\"tiny-gpt\"}"},
            {"half a model",
             "{\"version\": 1, \"model\": {\"hidden\": 64, \"heads\": 4, \"vocabulary\": 9, "
             "\"max_sequence\": 8}}",
             "a.json:1:25 (/model): the key \"layers\" is missing; add \"layers\", or name a preset"},
            {"config", "{\"version\": 1, \"model\": {\"config\": 7}}",
             "a.json:1:36 (/model/config): \"config\" should be the path of a Hugging Face model configuration, here is 7; write the "
             "path of a Hugging Face model configuration"},
            {"config that is not there", "{\"version\": 1, \"model\": {\"config\": \"no/such.json\"}}",
             "no/such.json: the file cannot be read (No such file or directory); check the path and its permissions"},
            {"config beside a preset", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\", \"config\": \"a.json\"}}",
             "a.json:1:44 (/model/config): the model has a preset and a config; keep one of the two"},
            {"accelerator", "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"}, \"cluster\": {\"gpu\": {\"nmae\": \"x\"}}}",
             "a.json:1:64 (/cluster/gpu/name): the key \"name\" is missing"},
            {"list",
             "{\"version\": 1, \"model\": {\"preset\": \"gpt2\"}, \"layout\": {\"stage_layers\": [6, "
             "\"6\"]}}",
             "a.json:1:76 (/layout/stage_layers/1): \"stage_layers/1\" should be a whole number, here is "
             "\"6\"; write a whole number"},
            {"columns count characters",
             "{\"version\": 1, \"name\": \"中文🙂\", \"schedule\": 5, \"model\": {\"preset\": \"gpt2\"}}",
             "a.json:1:43 (/schedule): \"schedule\" should be one of gpipe, 1f1b, interleaved, looped-bfs, "
             "zb-h1, zb-h2, zb-v, dualpipe, dualpipe-v or table, here is 5; write one of gpipe, 1f1b, interleaved, "
             "looped-bfs, zb-h1, zb-h2, zb-v, dualpipe, dualpipe-v or table"},
            {"no object", "[1]", "a.json:1:1 (/): \"plan\" should be an object, here is a list; write an object"},
            {"nothing", "",
             "a.json:1:1 (/): the end of the text stands where a value should be; mend the JSON at this "
             "place"},
        };
        for (const auto& [name, text, fault] : rows) QTest::newRow(name) << QString(text) << QString(fault);
    }

    void faultsAreNamedWithTheirPlace() {
        QFETCH(QString, text);
        QFETCH(QString, fault);
        QCOMPARE(firstFault(text.toStdString()), fault);
    }

    void everyFaultIsReportedAtOnce() {
        const auto plan = planFromText(
            R"({"version":1,"model":{"preset":"gpt2"},"layout":{"tp":"a","xx":1},"speed":9})", "a");
        QVERIFY(!plan);
        QCOMPARE(plan.error().size(), std::size_t(3));
    }

    void aCutOffPlanIsAlwaysRefusedAndNeverCrashes() {
        support::RandomPlan random(5);
        const std::string text = planToText(random.next());
        for (std::size_t length = 0; length + 2 < text.size(); ++length)
            QVERIFY(!planFromText(std::string_view(text).substr(0, length), "a"));
    }

    void aDamagedByteNeverCrashes() {
        support::RandomPlan random(9);
        std::string text = planToText(random.next());
        for (int i = 0; i < 5000; ++i) {
            std::string damaged = text;
            damaged[std::size_t(random.number(0, int(text.size()) - 1))] = char(random.number(0, 255));
            if (const auto plan = planFromText(damaged, "a"); !plan)
                for (const Problem& problem : plan.error()) QVERIFY(problem.where.starts_with("a:"));
        }
    }

    void problemsOfThePlanGetTheirPlaceInTheFile() {
        const std::string text =
            "{\"version\": 1, \"model\": {\"preset\": \"llama-2-7b\"},\n \"cluster\": {\"nodes\": 3},\n"
            " \"layout\": {\"tp\": 6, \"dp\": 4}, \"batch\": {\"global\": 8}}";
        const auto plan = planFromText(text, "p.json");
        QVERIFY(plan);
        const Problems problems = placedInText(validate(*plan), text, "p.json");
        QCOMPARE(QString::fromStdString(describe(problems.front())),
                 QString("p.json:3:19 (/layout/tp): tp=6 does not divide 32 attention heads; use 4 or 8"));
    }

    void savingIsReadBackAndLeavesNothingElse() {
        QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "my plan.shardscope.json";
        support::RandomPlan random(2);
        for (int i = 0; i < 3; ++i) {
            const Plan plan = random.next();
            QVERIFY(savePlan(plan, file));
            QCOMPARE(loadPlan(file).value(), plan);
        }
        QCOMPARE(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1);
    }

    void aPlanWithoutANameTakesThatOfItsFile() {
        QCOMPARE(namedAfter(Plan{}, "a/best.shardscope.json").name, std::string("best"));
        QCOMPARE(namedAfter(Plan{}, "my.plan.json").name, std::string("my.plan"));
        QCOMPARE(namedAfter(Plan{}, "bare").name, std::string("bare"));
        Plan named;
        named.name = "mine";
        QCOMPARE(namedAfter(named, "best.shardscope.json"), named);
    }

    void filesThatCannotBeReadOrWrittenAreNamed() {
        QTemporaryDir folder;
        const auto root = std::filesystem::path(folder.path().toStdString());
        QCOMPARE(loadPlan(root / "none.json").error().front().code, std::string("file.cannot-read"));
        QCOMPARE(loadPlan(root).error().front().code, std::string("file.is-folder"));
        QCOMPARE(savePlan(Plan{}, root / "no" / "folder.json").error().front().code,
                 std::string("file.cannot-write"));
        QVERIFY(writeFileAtomically(root / "large", std::string(std::size_t(5) << 20, ' ')));
        QCOMPARE(loadPlan(root / "large").error().front().code, std::string("file.too-large"));
    }
};

QTEST_GUILESS_MAIN(PlanCodecTest)
#include "plan_codec_test.moc"
