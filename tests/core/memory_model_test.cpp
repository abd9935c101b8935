// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model states per card against the papers and the frameworks' documentation, and laws of the ledgers.
#include "core/memory/memory_model.h"

#include "core/base/catalogue.h"
#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"
#include "core/memory/textbook.h"
#include "tests/support/plans.h"

#include <QTest>

using namespace core;

namespace {

double twoDigits(Bytes bytes) { return std::round(100 * toGiB(bytes)) / 100; }

std::vector<StageMemory> memoryOf(const Plan& plan) {
    const auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode);
    const auto schedule = buildSchedule(plan.schedule, plan.layout.pp, plan.microBatches());
    return stageMemory(plan, *layout, ShardMap(plan.model, plan.layout, plan.model.maxSequence), *schedule);
}

StageUnits unitsOf(const Plan& plan, int stage) {
    return stageUnits(plan, ShardMap(plan.model, plan.layout, plan.model.maxSequence), Stage(stage));
}

// States of a card in bytes per parameter that it holds.
double statesPerParameter(Plan plan, int zero) {
    plan.zero.stage = zero;
    EntrySink sink;
    const StageUnits units = unitsOf(plan, 0);
    addFrameworkStates(sink, plan, units);
    const CategoryBytes& bytes = sink.bytes();
    const Bytes states = bytes[std::size_t(MemoryCategory::Parameters)] +
                         bytes[std::size_t(MemoryCategory::Gradients)] +
                         bytes[std::size_t(MemoryCategory::Optimizer)];
    return double(states.value()) / double(units.elements);
}

struct FrameworkRow {
    const char* name;
    Framework framework;
    Precision precision;
    std::optional<Precision> gradients;
    std::array<double, 4> constant, overD;  // bytes per parameter: constant + overD / D, by ZeRO stage
};

}  // namespace

class MemoryModelTest : public QObject {
    Q_OBJECT
private slots:
    void textbookAnswersAreThePublishedOnes() {
        QCOMPARE(textbookBytes(13e9, 4, 8, 2).value(), std::int64_t(29'250'000'000));
        QCOMPARE(twoDigits(textbookBytes(13e9, 4, 8, 2)), 27.24);
        struct Row {
            int tp, pp, zero;
            double gib;
        };
        for (const Row& row :
             {Row{1, 1, 0, 193.72}, {8, 1, 2, 45.40}, {8, 2, 2, 87.78}, {8, 4, 2, 172.53}, {1, 1, 3, 6.05}})
            QCOMPARE(twoDigits(textbookBytes(13e9, row.tp, 32 / (row.tp * row.pp), row.zero)), row.gib);
        QCOMPARE(std::round(10 * toGiB(Bytes(std::int64_t(2 * 175e9)))) / 10, 326.0);
    }

    // Rajbhandari et al. 2020, table 1: 7.5B parameters, GB per device (10^9).
    void textbookAnswersAreThoseOfTheZeroPaper() {
        const auto gb = [](int dp, int zero) {
            return double(textbookBytes(7.5e9, 1, dp, zero).value()) / 1e9;
        };
        QCOMPARE(gb(1, 1), 120.0);
        QVERIFY(std::abs(gb(4, 1) - 52.5) < 0.05 && std::abs(gb(16, 1) - 35.6) < 0.05 &&
                std::abs(gb(64, 1) - 31.4) < 0.05);
        QVERIFY(std::abs(gb(64, 2) - 16.6) < 0.05 && std::abs(gb(64, 3) - 1.88) < 0.05);
    }

    void theTermsExplainTheTextbookAndTheSmallerTruth() {
        const auto terms = stateTerms(13e9, 8, 2, 2, 2);
        QCOMPARE(terms.size(), std::size_t(3));
        Bytes textbook, exact;
        for (const StateTerm& term : terms) {
            textbook += term.textbook;
            exact += term.exact;
            QVERIFY(term.divisor >= term.textbookDivisor);
            QVERIFY(term.exact <= term.textbook);
        }
        QCOMPARE(textbook, textbookBytes(13e9, 8, 2, 2));
        QCOMPARE(twoDigits(textbook), 87.78);
        QCOMPARE(twoDigits(exact), 6.81);
        QCOMPARE(terms[0].textbookSymbols, std::string("T"));
        QCOMPARE(terms[0].symbols, std::string("T·P"));
        QCOMPARE(terms[2].symbols, std::string("T·P·D"));
    }

    void termsSumToTheTextbookForEveryLayout() {
        for (int tp : {1, 2, 4, 8})
            for (int pp : {1, 2, 4})
                for (int dp : {1, 2, 3, 16})
                    for (int zero = 0; zero < 4; ++zero) {
                        Bytes sum;
                        for (const StateTerm& term : stateTerms(13e9, tp, pp, dp, zero)) sum += term.textbook;
                        QVERIFY(std::abs(sum.value() - textbookBytes(13e9, tp, dp, zero).value()) <= 2);
                    }
    }

    // Megatron-LM dist_optimizer documentation; ZeRO stages of DeepSpeed's estimators (2P + 18P/N, 18P/N);
    // fp32 rows.
    void frameworksHoldTheirDocumentedBytesPerParameter() {
        const FrameworkRow rows[] = {
            {"megatron bf16", Framework::Megatron, Precision::Bf16, {}, {18, 6, 2, 0}, {0, 12, 16, 18}},
            {"megatron fp16", Framework::Megatron, Precision::Fp16, {}, {20, 4, 2, 0}, {0, 16, 18, 20}},
            {"megatron fp32", Framework::Megatron, Precision::Fp32, {}, {16, 8, 4, 0}, {0, 8, 12, 16}},
            {"deepspeed fp16", Framework::DeepSpeed, Precision::Fp16, {}, {16, 4, 2, 0}, {0, 12, 18, 18}},
            {"deepspeed bf16, fp32 sums",
             Framework::DeepSpeed,
             Precision::Bf16,
             Precision::Fp32,
             {18, 6, 2, 0},
             {0, 12, 16, 18}},
            {"fsdp bf16", Framework::Fsdp, Precision::Bf16, {}, {16, 8, 0, 0}, {0, 8, 16, 16}},
            {"fsdp fp32", Framework::Fsdp, Precision::Fp32, {}, {16, 8, 4, 0}, {0, 8, 12, 16}},
        };
        for (const FrameworkRow& row : rows)
            for (int d : {1, 2, 8})
                for (std::size_t zero = 0; zero < 4; ++zero) {
                    Plan plan =
                        support::planOf(support::gptOf(24, 1024, 16, 51200, 1024), {.dp = d}, row.framework);
                    plan.precision = row.precision;
                    plan.gradientDtype = row.gradients;
                    const double expected = row.constant[zero] + row.overD[zero] / d;
                    QVERIFY2(std::abs(statesPerParameter(plan, int(zero)) - expected) < 1e-6,
                             qPrintable(QString("%1 zero %2 d %3").arg(row.name).arg(zero).arg(d)));
                }
    }

    // gpt3-175b, T 8, P 2, D 2 and so on: the exact model is the ideal one plus what stages hold unevenly.
    void exactStatesAreNearTheEvenSplit() {
        Plan plan = support::planOf(support::gptOf(40, 5120, 40, 51200, 2048), {.tp = 8, .dp = 2, .pp = 2},
                                    Framework::Megatron);
        plan.zero.stage = 2;
        plan.gradientDtype = Precision::Bf16;
        const double ideal = (2 + 14.0 / 2) * double(countParameters(plan.model).total) / 16;
        for (int stage : {0, 1}) {
            const double held = double(unitsOf(plan, stage).elements) * (2 + 14.0 / 2);
            QVERIFY(held > ideal * 0.99 && held < ideal * 1.06);
        }
    }

    void engineStatesAreFourBytesAndAdamEight() {
        for (const Plan& plan : support::enginePlans(8))
            for (const StageMemory& stage : memoryOf(plan)) {
                const StageUnits u = unitsOf(plan, stage.stage.value);
                const int zero = plan.zero.stage;
                QCOMPARE(stage.ledger.of(MemoryCategory::Parameters).value(),
                         4 * (zero == 3 ? u.parts : u.elements));
                QCOMPARE(stage.ledger.of(MemoryCategory::Gradients).value(),
                         4 * (zero >= 2 ? u.parts + u.sharedHeadPart : u.elements + u.sharedHead));
                QCOMPARE(stage.ledger.of(MemoryCategory::Optimizer).value(),
                         8 * (zero >= 1 ? u.parts : u.elements));
            }
    }

    void stagesHoldTheWholeModelBetweenThem() {
        for (const Plan& plan : support::enginePlans(8)) {
            if (plan.layout.tp > 1) continue;  // replicated tensors would be counted by every tensor rank
            std::int64_t elements = 0;
            for (int s = 0; s < plan.layout.pp; ++s) elements += unitsOf(plan, s).elements;
            const std::int64_t copy =
                plan.layout.pp > 1 ? std::int64_t(plan.model.vocabulary) * plan.model.hidden : 0;
            QCOMPARE(elements, countParameters(plan.model).total + copy);
        }
    }

    void aHigherZeroStageNeverHoldsMoreStates() {
        for (Plan plan : support::enginePlans(8)) {
            std::int64_t before = std::numeric_limits<std::int64_t>::max();
            for (int zero = 0; zero < 4; ++zero) {
                plan.zero.stage = zero;
                const Ledger ledger = memoryOf(plan).front().ledger;
                const std::int64_t states =
                    (ledger.of(MemoryCategory::Parameters) + ledger.of(MemoryCategory::Gradients) +
                     ledger.of(MemoryCategory::Optimizer))
                        .value();
                QVERIFY(states <= before);
                before = states;
            }
        }
    }

    void activationsFollowTheSchedule() {
        Plan plan = support::planOf(support::gptOf(8, 1024, 16, 51200, 1024), {.pp = 4}, Framework::Megatron);
        plan.batch.global = 16;
        const Bytes block = savedBytes(plan, LayerKind::Block);
        plan.schedule = ScheduleKind::OneFOneB;
        const auto oneFOneB = memoryOf(plan);
        plan.batch.global = 64;  // more micro-batches do not cost more memory
        QVERIFY(memoryOf(plan) == oneFOneB);
        for (int s = 1; s < 3; ++s) {
            QCOMPARE(oneFOneB[std::size_t(s)].peakInFlight, 4 - s);
            QCOMPARE(oneFOneB[std::size_t(s)].ledger.of(MemoryCategory::Activations),
                     block * std::int64_t(2 * (4 - s)));
        }
        plan.schedule = ScheduleKind::GPipe;
        QCOMPARE(memoryOf(plan)[1].ledger.of(MemoryCategory::Activations), block * std::int64_t(2 * 64));
    }

    void categoriesSumToTheTotalAndEveryEntryExplainsItself() {
        std::vector<Plan> plans = support::enginePlans(4);
        for (Framework framework : {Framework::Megatron, Framework::DeepSpeed, Framework::Fsdp})
            for (int zero = 0; zero < 4; ++zero)
                for (Recompute recompute : {Recompute::None, Recompute::Selective, Recompute::Full}) {
                    Plan plan = support::planOf(support::gptOf(8, 1024, 16, 51200, 1024),
                                                {.tp = 2, .dp = 2, .pp = 2}, framework);
                    plan.zero.stage = zero;
                    plan.recompute = recompute;
                    plans.push_back(plan);
                }
        for (const Plan& plan : plans)
            for (const StageMemory& stage : memoryOf(plan)) {
                QCOMPARE(sum(stage.ledger.byCategory()), stage.ledger.total());
                for (const LedgerEntry& entry : stage.ledger.entries) {
                    QVERIFY2(!sentence(entry.label).empty(), entry.label.c_str());
                    QVERIFY(!entry.formula.empty() && !entry.numbers.empty());
                    QVERIFY2(entry.numbers.find("{}") == entry.numbers.npos, entry.numbers.c_str());
                    QVERIFY(entry.bytes > Bytes(0));
                }
            }
    }

    void theSumWithoutTextIsTheLedger() {
        for (const Plan& plan : support::enginePlans(8)) {
            const auto stages = memoryOf(plan);
            Bytes heaviest;
            for (const StageMemory& stage : stages) heaviest = std::max(heaviest, stage.ledger.total());
            const ShardMap shards(plan.model, plan.layout, plan.model.maxSequence);
            QCOMPARE(heaviestStage(plan, shards, [&](int s) { return stages[std::size_t(s)].peakInFlight; }),
                     heaviest);
        }
    }

    void offloadedOptimizerStatesWeighNothingOnTheCard() {
        Plan plan =
            support::planOf(support::gptOf(8, 1024, 16, 51200, 1024), {.dp = 4}, Framework::DeepSpeed);
        plan.zero.stage = 2;
        plan.zero.offloadOptimizer = Offload::Cpu;
        const Ledger ledger = memoryOf(plan).front().ledger;
        QCOMPARE(ledger.of(MemoryCategory::Optimizer), Bytes(0));
        QVERIFY(std::any_of(ledger.entries.begin(), ledger.entries.end(),
                            [](auto& e) { return e.label == "ledger.on-host"; }));
    }

    void virtualCardsHaveNoFrameworkOverheadAndGpusDo() {
        Plan plan = support::enginePlans(1).front();
        QCOMPARE(memoryOf(plan).front().ledger.of(MemoryCategory::Framework), Bytes(0));
        plan.cluster.gpu = "a100-80gb";
        QCOMPARE(memoryOf(plan).front().ledger.of(MemoryCategory::Framework), kContextBytes);
    }

    void categoriesHaveTheNamesOfTheProtocol() {
        for (const auto& [category, name] : enumNames<MemoryCategory>())
            QCOMPARE(*fromText<MemoryCategory>(name), category);
        QCOMPARE(toText(MemoryCategory::Temporary), std::string_view("temporary"));
    }
};

QTEST_GUILESS_MAIN(MemoryModelTest)
#include "memory_model_test.moc"
