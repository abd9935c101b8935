// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The field registry: rows, stops, what follows from an edit, and numbers as people type them.
#include "core/plan/fields.h"

#include "core/plan/byte_text.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "tests/support/random_plan.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace core;

namespace {

FieldValue whole(std::int64_t n) { return n; }

Plan llamaPlan() {
    Plan plan;
    plan.model = *findModelPreset("llama-2-7b");
    plan.cluster = {"a100-40gb", 2, 8};
    plan.layout.tp = 2;
    plan.layout.dp = 2;
    plan.layout.pp = 4;
    plan.framework = Framework::Megatron;
    plan.batch = {2, 32};
    return plan;
}

int cards(const Plan& plan) { return plan.cluster.nodes * plan.cluster.gpusPerNode; }

bool hasProblem(const Plan& plan, std::string_view code) {
    return std::ranges::any_of(validate(plan), [&](const Problem& problem) { return problem.code == code; });
}

std::string ruleAt(const std::vector<Stop>& stops, const FieldValue& value) {
    const auto stop = std::ranges::find(stops, value, &Stop::value);
    return stop == stops.end() ? "no stop" : stop->rule;
}

}  // namespace

class FieldsTest : public QObject {
    Q_OBJECT

private slots:
    void everyFlagOfTheCommandLineHasItsField() {
        const std::pair<const char*, const char*> flags[] = {
            {"--model", "/model"},
            {"--gpu", "/cluster/gpu"},
            {"--nodes", "/cluster/nodes"},
            {"--gpus-per-node", "/cluster/gpus_per_node"},
            {"--cards", "/cluster/cards"},
            {"--tp", "/layout/tp"},
            {"--cp", "/layout/cp"},
            {"--ep", "/layout/ep"},
            {"--dp", "/layout/dp"},
            {"--pp", "/layout/pp"},
            {"--virtual-stages", "/layout/virtual_stages"},
            {"--order", "/layout/order"},
            {"--zero", "/zero/stage"},
            {"--offload-optimizer", "/zero/offload_optimizer"},
            {"--offload-parameters", "/zero/offload_parameters"},
            {"--micro-batch", "/batch/micro"},
            {"--global-batch", "/batch/global"},
            {"--seq", "/sequence_length"},
            {"--schedule", "/schedule"},
            {"--recompute", "/recompute"},
            {"--recompute-method", "/recompute_method"},
            {"--recompute-layers", "/recompute_layers"},
            {"--precision", "/precision"},
            {"--gradient-dtype", "/gradient_dtype"},
            {"--framework", "/framework"},
            {"--sequence-parallel", "/sequence_parallel"},
            {"--attention", "/attention"},
            {"--tokens", "/budget/tokens"},
            {"--price", "/assumptions/price_per_gpu_hour"},
            {"--mfu", "/assumptions/mfu"},
            {"--steps", "/run/steps"},
            {"--seed", "/run/seed"},
            {"--data", "/data/path"},
            {"--backend", "/run/backend"},
            {"--threads-per-rank", "/run/threads_per_rank"},
            {"--card-memory", "/run/card_memory_bytes"},
        };
        for (const auto& [flag, pointer] : flags) {
            const Field* field = findField(pointer);
            QVERIFY2(field != nullptr, pointer);
            QCOMPARE(field->flag, std::string(flag));
        }
        QVERIFY(findField("/no/such") == nullptr);
    }

    void pointersAndFlagsAreUniqueAndLabelsAreThere() {
        std::set<std::string> pointers, flags;
        for (const Field& field : planFields()) {
            QVERIFY(pointers.insert(field.pointer).second);
            QVERIFY(field.flag.empty() || flags.insert(field.flag).second);
            QVERIFY(!field.label.empty());
        }
    }

    // The pointer of a field is where the plan file keeps it, derived fields apart.
    void pointersAreThoseOfThePlanFile() {
        support::RandomPlan random(4);
        Plan plan = random.next();
        plan.gradientDtype = Precision::Fp32;
        plan.lossScale.window = 7;
        plan.batch.ramp.samples = plan.lora.rank = 7;
        // Details are written where they differ from the defaults.
        plan.lrSchedule.oneCycle.decayStep = plan.lrSchedule.rangeTest.stepSize = plan.lrSchedule.wsd.updates = 7;
        const nlohmann::json json = nlohmann::json::parse(planToText(plan));
        for (const Field& field : planFields()) {
            const bool derived = field.pointer == "/cluster/cards" || field.pointer == "/batch/micro_batches";
            QVERIFY2(json.contains(nlohmann::json::json_pointer(field.pointer)) != derived,
                     field.pointer.c_str());
        }
    }

    void whatIsSetIsGotten() {
        support::RandomPlan random(6);
        for (int i = 0; i < 200; ++i) {
            const Plan from = random.next();
            Plan to = random.next();
            for (const Field& field : planFields()) {
                const bool exact = field.pointer != "/cluster/cards" &&
                                   field.pointer != "/batch/micro_batches" &&
                                   (field.pointer != "/model" || findModelPreset(from.model.name) != nullptr);
                if (!exact) continue;
                field.set(to, field.get(from));
                QVERIFY2(field.get(to) == field.get(from), field.pointer.c_str());
            }
        }
    }

    void aValueOfAnotherKindChangesNothing() {
        for (const Field& field : planFields()) {
            Plan plan = llamaPlan();
            if (field.kind == FieldKind::Integer || field.kind == FieldKind::Real)
                field.set(plan, std::string("x"));
            else
                field.set(plan, 1.5);
            QVERIFY2(plan == llamaPlan(), field.pointer.c_str());
        }
        Plan plan = llamaPlan();
        findField("/schedule")->set(plan, std::string("2f2b"));
        QVERIFY(plan == llamaPlan());
    }

    void cardsFollowTheLayout() {
        const Plan plan = withField(llamaPlan(), "/layout/tp", whole(4), CardsPolicy::Follow);
        QCOMPARE(plan.layout.dp, 2);
        QCOMPARE(cards(plan), 32);
        QCOMPARE(plan.cluster.gpusPerNode, 8);
        QCOMPARE(plan.batch.global, std::int64_t(32));
        QVERIFY(!hasErrors(validate(plan)));
    }

    void withLockedCardsDataParallelFollows() {
        const Plan plan = withField(llamaPlan(), "/layout/tp", whole(4), CardsPolicy::Locked);
        QCOMPARE(plan.layout.dp, 1);
        QCOMPARE(cards(plan), 16);
        QCOMPARE(plan.batch.global, std::int64_t(32));
        QCOMPARE(plan.microBatches(), 16);
        QVERIFY(!hasErrors(validate(plan)));
    }

    void lockedCardsAreNeverFloored() {
        // 16 // (3·4) would be 1 and lose four cards.
        const Plan plan = withField(llamaPlan(), "/layout/tp", whole(3), CardsPolicy::Locked);
        QCOMPARE(plan.layout.tp, 3);
        QCOMPARE(plan.layout.dp, 2);
        QCOMPARE(cards(plan), 16);
        QVERIFY(hasProblem(plan, "layout.cards-not-whole"));
    }

    void moreThanAllCardsIsStoredAndExplained() {
        const Plan plan = withField(llamaPlan(), "/layout/pp", whole(32), CardsPolicy::Locked);
        QCOMPARE(plan.layout.pp, 32);
        QVERIFY(hasProblem(plan, "layout.cards-not-whole"));
    }

    void theGlobalBatchStaysAndMicroBatchesFollow() {
        const Plan micro = withField(llamaPlan(), "/batch/micro", whole(4), CardsPolicy::Follow);
        QCOMPARE(micro.batch.global, std::int64_t(32));
        QCOMPARE(micro.microBatches(), 4);
        const Plan data = withField(llamaPlan(), "/layout/dp", whole(8), CardsPolicy::Follow);
        QCOMPARE(data.batch.global, std::int64_t(32));
        QCOMPARE(data.microBatches(), 2);
        QCOMPARE(cards(data), 64);
    }

    void microBatchesMoveTheGlobalBatch() {
        const Plan plan = withField(llamaPlan(), "/batch/micro_batches", whole(32), CardsPolicy::Locked);
        QCOMPARE(plan.batch.global, std::int64_t(2 * 32 * 2));
        QCOMPARE(plan.microBatches(), 32);
        QCOMPARE(plan.layout, llamaPlan().layout);
    }

    void aBatchThatDoesNotDivideIsStoredAndExplained() {
        const Plan plan = withField(llamaPlan(), "/batch/micro", whole(3), CardsPolicy::Follow);
        QCOMPARE(plan.batch.micro, 3);
        QCOMPARE(plan.microBatches(), 0);
        QVERIFY(hasProblem(plan, "batch.global-divisible"));
    }

    void anEditOfTheCardsMovesDataParallel() {
        for (const CardsPolicy policy : {CardsPolicy::Follow, CardsPolicy::Locked}) {
            QCOMPARE(withField(llamaPlan(), "/cluster/nodes", whole(4), policy).layout.dp, 4);
            QCOMPARE(withField(llamaPlan(), "/cluster/cards", whole(64), policy).layout.dp, 8);
            const Plan odd = withField(llamaPlan(), "/cluster/gpus_per_node", whole(6), policy);
            QCOMPARE(odd.layout.dp, 2);
            QVERIFY(hasProblem(odd, "layout.cards-not-whole"));
        }
    }

    void nodesKeepTheirSizeAndALoneNodeGrowsToEight() {
        Plan plan = llamaPlan();
        plan.cluster = {"a100-40gb", 4, 4};
        plan = withField(plan, "/layout/dp", whole(4), CardsPolicy::Follow);
        QCOMPARE(plan.cluster, (ClusterSpec{"a100-40gb", 8, 4}));
        plan = withField(withField(plan, "/layout/pp", whole(1), CardsPolicy::Follow), "/layout/dp", whole(1),
                         CardsPolicy::Follow);
        QCOMPARE(plan.cluster, (ClusterSpec{"a100-40gb", 1, 2}));
        plan = withField(plan, "/layout/dp", whole(4), CardsPolicy::Follow);
        QCOMPARE(plan.cluster, (ClusterSpec{"a100-40gb", 1, 8}));
        plan = withField(plan, "/layout/dp", whole(6), CardsPolicy::Follow);
        QCOMPARE(plan.cluster, (ClusterSpec{"a100-40gb", 2, 6}));
    }

    void followingCardsAlwaysComeOutWhole() {
        support::RandomPlan random(8);
        for (int i = 0; i < 5000; ++i) {
            const char* const pointers[] = {"/layout/tp", "/layout/pp", "/layout/dp", "/layout/cp"};
            const std::string pointer = pointers[random.number(0, 3)];
            const Plan before = random.next();
            const Plan plan = withField(before, pointer, whole(random.number(1, 48)), CardsPolicy::Follow);
            QCOMPARE(cards(plan), plan.layout.cards());
            const Plan locked = withField(before, pointer, whole(random.number(1, 48)), CardsPolicy::Locked);
            QCOMPARE(locked.cluster, before.cluster);
        }
    }

    void valuesThatAreNoSizeAreStoredAndExplained() {
        for (const CardsPolicy policy : {CardsPolicy::Follow, CardsPolicy::Locked})
            for (const std::int64_t value : {std::int64_t(0), std::int64_t(-3), std::int64_t(1) << 40}) {
                const Plan plan = withField(llamaPlan(), "/layout/tp", whole(value), policy);
                QVERIFY(plan.layout.tp != 2);
                QVERIFY(hasErrors(validate(plan)));
            }
    }

    void aScheduleBringsItsChunks() {
        Plan plan = withField(llamaPlan(), "/schedule", std::string("interleaved"), CardsPolicy::Follow);
        QCOMPARE(plan.layout.virtualStages, 2);
        QVERIFY(!hasErrors(validate(plan)));
        plan = withField(plan, "/schedule", std::string("1f1b"), CardsPolicy::Follow);
        QCOMPARE(plan.layout.virtualStages, 1);
    }

    void aSplitThatNoLongerFitsIsDropped() {
        Plan plan = llamaPlan();
        plan.layout.stageLayers = {7, 9, 9, 7};
        QCOMPARE(withField(plan, "/layout/dp", whole(4), CardsPolicy::Follow).layout.stageLayers.size(),
                 std::size_t(4));
        QVERIFY(withField(plan, "/layout/pp", whole(8), CardsPolicy::Follow).layout.stageLayers.empty());
        QVERIFY(withField(plan, "/model", std::string("llama-2-13b"), CardsPolicy::Follow)
                    .layout.stageLayers.empty());
    }

    void aModelWithFewerPositionsTakesItsOwnMaximum() {
        Plan plan = llamaPlan();
        plan.sequenceLength = 4096;
        plan = withField(plan, "/model", std::string("gpt2"), CardsPolicy::Follow);
        QCOMPARE(plan.sequence(), 1024);
    }

    void stopsSayWhichRuleTheyBreak() {
        const Plan plan = llamaPlan();
        const auto pipeline = findField("/layout/pp")->stops(plan);
        QCOMPARE(ruleAt(pipeline, whole(4)), std::string());
        QCOMPARE(ruleAt(pipeline, whole(8)), std::string());
        Plan thirty = plan;
        thirty.model.layers = 30;
        QCOMPARE(ruleAt(findField("/layout/pp")->stops(thirty), whole(4)),
                 std::string("layout.pp-divides-layers"));
        QCOMPARE(ruleAt(findField("/layout/pp")->stops(thirty), whole(5)), std::string());
        const auto data = findField("/layout/dp")->stops(plan);
        QCOMPARE(ruleAt(data, whole(16)), std::string());
        QCOMPARE(ruleAt(findField("/batch/micro")->stops(plan), whole(8)), std::string());
        QCOMPARE(ruleAt(findField("/batch/micro")->stops(plan), whole(16)), std::string("no stop"));
        Plan twelve = plan;
        twelve.batch.global = 12;
        QCOMPARE(ruleAt(findField("/batch/micro")->stops(twelve), whole(4)),
                 std::string("batch.global-divisible"));
    }

    void stopsOfZeroNameWhatTheFrameworkRefuses() {
        Plan plan = llamaPlan();
        plan.framework = Framework::DeepSpeed;
        const auto stops = findField("/zero/stage")->stops(plan);
        QCOMPARE(stops.size(), std::size_t(4));
        QCOMPARE(ruleAt(stops, whole(1)), std::string());
        QCOMPARE(ruleAt(stops, whole(2)), std::string("framework.deepspeed-zero-pipeline"));
    }

    void stopsOfLockedCardsKeepThem() {
        const auto stops = fieldStops(llamaPlan(), "/layout/pp", CardsPolicy::Locked);
        QCOMPARE(ruleAt(stops, whole(8)), std::string());
        QCOMPARE(ruleAt(stops, whole(16)), std::string("layout.cards-not-whole"));
        QCOMPARE(ruleAt(fieldStops(llamaPlan(), "/layout/pp", CardsPolicy::Follow), whole(16)),
                 std::string());
    }

    void theFaultOfAnotherFieldHollowsNoStop() {
        Plan plan = llamaPlan();
        plan.cluster.gpu = "abacus";
        QCOMPARE(ruleAt(findField("/layout/pp")->stops(plan), whole(4)), std::string());
        QCOMPARE(ruleAt(findField("/cluster/gpu")->stops(plan), std::string("abacus")),
                 std::string("cluster.unknown-gpu"));
        QCOMPARE(ruleAt(findField("/cluster/gpu")->stops(plan), std::string("h200")), std::string());
    }

    void numbersRiseAndThePresentValueIsAmongThem() {
        support::RandomPlan random(12);
        for (int i = 0; i < 20; ++i) {
            const Plan plan = random.next();
            for (const Field& field : planFields()) {
                const auto stops = field.stops(plan);
                if (stops.empty()) continue;
                const FieldValue present = field.get(plan);
                const bool none =
                    present == FieldValue(std::int64_t(0)) || present == FieldValue(std::string());
                QVERIFY2(none || ruleAt(stops, present) != "no stop", field.pointer.c_str());
                if (field.kind == FieldKind::Integer)
                    QVERIFY(std::ranges::is_sorted(stops, {}, &Stop::value));
            }
        }
    }

    void numbersAreReadAsPeopleWriteThem_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("number");
        const std::pair<const char*, double> rows[] = {{"175e9", 175e9}, {"175B", 175e9},   {"0.5k", 500},
                                                       {"4", 4},         {" 1.5M ", 1.5e6}, {"2T", 2e12},
                                                       {"-3", -3},       {"1e-3", 1e-3}};
        for (const auto& [text, number] : rows) QTest::newRow(text) << text << number;
    }

    void numbersAreReadAsPeopleWriteThem() {
        QFETCH(QString, text);
        QFETCH(double, number);
        QCOMPARE(parseNumber(text.toStdString(), "--x").value(), number);
    }

    void whatIsNoNumberIsRefused() {
        for (const char* text :
             {"", " ", "x", "4x", "1e", "4 4", "nan", "inf", "1e999", "k", "--1", "0x10"}) {
            const auto number = parseNumber(text, "--tokens");
            QVERIFY2(!number, text);
            QCOMPARE(number.error().front().where, std::string("--tokens"));
        }
    }

    void textsBecomeValuesOfTheirField() {
        const auto parse = [](const char* pointer, const char* text) {
            return parseFieldValue(*findField(pointer), text, "--f");
        };
        QCOMPARE(parse("/budget/tokens", "300B").value(), whole(300'000'000'000));
        QCOMPARE(parse("/run/seed", "9223372036854775807").value(),
                 whole(std::numeric_limits<std::int64_t>::max()));
        QCOMPARE(parse("/layout/tp", "2.5").error().front().code, std::string("field.whole-number"));
        QCOMPARE(parse("/layout/tp", "1e30").error().front().code, std::string("field.too-large"));
        QCOMPARE(parse("/optimizer/lr", "3e-4").value(), FieldValue(3e-4));
        QCOMPARE(parse("/schedule", "1f1b").value(), FieldValue(std::string("1f1b")));
        QCOMPARE(QString::fromStdString(describe(parse("/schedule", "1f2b").error().front())),
                 QString("--f: \"1f2b\" is no value of \"Schedule\"; did you mean 1f1b?"));
        QCOMPARE(parse("/model", "lama-2-7b").error().front().params.at("nearest"),
                 std::string("llama-2-7b"));
        QCOMPARE(parse("/data/path", "x y").value(), FieldValue(std::string("x y")));
        QCOMPARE(parse("/run/card_memory_bytes", "1MiB").value(), whole(1 << 20));
    }

    void bytesHaveUnits() {
        const std::pair<const char*, std::int64_t> sizes[] = {
            {"0", 0},           {"65536", 65536},        {"64k", 64000},       {"1KiB", 1024},         {"1MiB", 1 << 20},
            {"1.5 GiB", 3 << 29}, {" 80GB ", 80'000'000'000}, {"2 mb", 2'000'000}, {"3kB", 3000}, {"0.5KiB", 512},
            {"1TiB", std::int64_t{1} << 40}, {"4e6", 4'000'000}, {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
        };
        for (const auto& [text, bytes] : sizes) QVERIFY2(parseBytes(text, "--x") == Result<std::int64_t>(bytes), text);
        for (const char* text : {"", "MiB", "1MB/s", "1MiBs", "1B", "nan", "infGiB", "1 M iB", "0x10", "0.3KiB", "1e30", "9e9TiB"}) {
            const auto refused = parseBytes(text, "--x");
            QVERIFY2(!refused && refused.error().front().where == "--x", text);
        }
        QCOMPARE(QString::fromStdString(describe(parseBytes("1MeB", "--card-memory").error().front())),
                 QString("--card-memory: \"1MeB\" is no number of bytes; write bytes, or a number with KiB, MiB, GiB or TiB (1024), "
                         "KB, MB, GB or TB (1000), such as 64MiB"));
    }
};

QTEST_GUILESS_MAIN(FieldsTest)
#include "fields_test.moc"
