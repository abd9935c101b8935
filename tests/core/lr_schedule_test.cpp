// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learning rates against what DeepSpeed and Megatron set themselves (tests/tools/make_lr_tables.py).
#include "core/lr/registry.h"

#include "core/base/file.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace core;

namespace {

nlohmann::json golden() {
    const auto text = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/learning_rates.json");
    return nlohmann::json::parse(text.value());
}

// The schedule as a plan file says it.
Plan planOf(const nlohmann::json& entry) {
    const nlohmann::json file{{"version", 1},
                              {"model", {{"preset", "tiny-gpt"}}},
                              {"optimizer", {{"lr", entry.at("peak")}}},
                              {"lr_schedule", entry.at("lr_schedule")}};
    return planFromText(file.dump(), "golden").value();
}

bool near(double value, double expected) { return std::abs(value - expected) <= 1e-12 * std::abs(expected); }

std::vector<std::string> codesOf(const Plan& plan) {
    std::vector<std::string> codes;
    for (const Problem& problem : validate(plan))
        if (problem.code.starts_with("lr.")) codes.push_back(problem.code);
    return codes;
}

Plan scheduled(LrKind kind, std::int64_t warmup, std::int64_t total) {
    Plan plan;
    plan.model = *findModelPreset("tiny-gpt");
    plan.cluster = {"virtual-card", 1, 1};
    plan.lrSchedule = {kind, warmup, total, 0.1};
    return plan;
}

}  // namespace

class LrScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void everyUpdateHasTheRateThatDeepSpeedOrMegatronSets_data() {
        QTest::addColumn<int>("index");
        const nlohmann::json table = golden();
        for (std::size_t i = 0; i < table.at("cases").size(); ++i)
            QTest::newRow(table.at("cases")[i].at("name").get<std::string>().c_str()) << int(i);
    }
    void everyUpdateHasTheRateThatDeepSpeedOrMegatronSets() {
        QFETCH(int, index);
        static const nlohmann::json table = golden();
        const nlohmann::json& entry = table.at("cases")[std::size_t(index)];
        const Plan plan = planOf(entry);
        const auto& rates = entry.at("rates");
        for (std::size_t u = 0; u < rates.size(); ++u) {
            const double rate =
                learningRate(plan.lrSchedule, plan.optimizer.lr, std::int64_t(u), std::int64_t(rates.size()));
            QVERIFY2(near(rate, rates[u].get<double>()),
                     qPrintable(QString("update %1: %2, not %3").arg(u).arg(rate).arg(rates[u].get<double>())));
        }
        const auto momenta = entry.find("momentum");
        QCOMPARE(cycledBetas(plan.lrSchedule, 0, 1).has_value(), momenta != entry.end());
        for (std::size_t u = 0; momenta != entry.end() && u < momenta->size(); ++u)
            QVERIFY(near(cycledBetas(plan.lrSchedule, std::int64_t(u), 1)->beta1, (*momenta)[u].get<double>()));
    }

    // The values that the facts about DeepSpeed quote: lr 1e-3, 10 of 100, by update.
    void theFirstTwoUpdatesOfAWarmupAreAtItsMinimum() {
        for (const LrKind kind :
             {LrKind::DeepSpeedWarmup, LrKind::DeepSpeedWarmupDecay, LrKind::DeepSpeedWarmupCosine})
            for (const WarmupType type : {WarmupType::Log, WarmupType::Linear}) {
                LrScheduleSpec schedule{kind, 10, 100, 0.1};
                schedule.warmupType = type;
                const auto at = [&](int update) { return learningRate(schedule, 1e-3, update, 100); };
                QCOMPARE(at(0), 0.0);
                QCOMPARE(at(1), 0.0);
                const bool log = type == WarmupType::Log;
                QVERIFY(std::abs(at(2) - (log ? 3.0103e-4 : 1e-4)) < 5e-9);
                QVERIFY(std::abs(at(5) - (log ? 6.9897e-4 : 4e-4)) < 5e-9);
                QVERIFY(std::abs(at(10) - (log ? 1e-3 : 9e-4)) < 5e-9);
            }
        const LrScheduleSpec decay{LrKind::DeepSpeedWarmupDecay, 10, 100, 0};
        for (const auto& [update, rate] : {std::pair{12, 9.8889e-4}, {50, 5.6667e-4}, {99, 2.2222e-5}, {101, 0.0}})
            QVERIFY(std::abs(learningRate(decay, 1e-3, update, 100) - rate) < 5e-9);
        const LrScheduleSpec cosine{LrKind::DeepSpeedWarmupCosine, 10, 100, 1e-4};
        for (const auto& [update, rate] : {std::pair{11, 9.9970e-4}, {50, 5.8687e-4}, {99, 4.0456e-7}, {101, 1e-7}})
            QVERIFY(std::abs(learningRate(cosine, 1e-3, update, 100) - rate) < 5e-9);
    }

    void withoutATotalTheRunItselfIsTheTotal() {
        for (const LrScheduleRow& row : lrSchedules()) {
            LrScheduleSpec open{row.kind, 5, 0, 0.1}, closed{row.kind, 5, 80, 0.1};
            open.wsd.updates = closed.wsd.updates = 20;
            for (int u = 0; u < 100; ++u)
                QCOMPARE(learningRate(open, 1.0, u, 80), learningRate(closed, 1.0, u, 7));
        }
    }

    void noRateIsNegativeOrAboveThePeakExceptInTheRangeTest() {
        for (const LrScheduleRow& row : lrSchedules())
            for (const std::int64_t warmup : {0, 1, 7, 40})
                for (int u = 0; u < 120; ++u) {
                    LrScheduleSpec spec{row.kind, warmup, 60, 0.1};
                    spec.wsd.updates = 10;
                    const double rate = learningRate(spec, 1.0, u, 60);
                    QVERIFY2(rate >= 0 && (rate <= 1 || row.kind == LrKind::DeepSpeedRangeTest),
                             qPrintable(QString("%1, warm-up %2, update %3: %4")
                                            .arg(QString::fromStdString(std::string(toText(row.kind))))
                                            .arg(warmup)
                                            .arg(u)
                                            .arg(rate)));
                }
    }

    void everyKindHasARow() {
        for (const auto& [kind, name] : enumNames<LrKind>())
            QVERIFY2(std::ranges::find(lrSchedules(), kind, &LrScheduleRow::kind) != lrSchedules().end(),
                     std::string(name).c_str());
    }

    void schedulesThatCannotWorkAreRefusedAndDeepSpeedsOwnWordsQuoted() {
        using Codes = std::vector<std::string>;
        QCOMPARE(codesOf(scheduled(LrKind::MegatronCosine, 100, 100)), Codes{"lr.warmup-beyond-total"});
        QCOMPARE(codesOf(scheduled(LrKind::MegatronConstant, 100, 100)), Codes{});  // reads no total
        QCOMPARE(codesOf(scheduled(LrKind::DeepSpeedWarmup, 0, 0)), Codes{"lr.deepspeed-no-warmup"});
        QCOMPARE(codesOf(scheduled(LrKind::DeepSpeedOneCycle, 0, 100)), Codes{"lr.one-cycle-first-half"});
        QCOMPARE(codesOf(scheduled(LrKind::MegatronWsd, 10, 100)), Codes{"lr.wsd-updates"});
        QCOMPARE(codesOf(scheduled(LrKind::MegatronInverseSquareRoot, 0, 100)),
                 Codes{"lr.inverse-square-root-warmup"});
        Plan plan = scheduled(LrKind::MegatronWsd, 10, 100);
        plan.lrSchedule.wsd.updates = 100;
        QCOMPARE(codesOf(plan), Codes{});
        plan = scheduled(LrKind::DeepSpeedOneCycle, 10, 100);
        plan.lrSchedule.oneCycle.minMomentum = 0.95;
        QCOMPARE(codesOf(plan), Codes{"lr.one-cycle-momentum"});
        plan = scheduled(LrKind::DeepSpeedWarmupDecay, 101, 100);
        const Problems problems = validate(plan);
        QVERIFY(!hasErrors(problems));
        QVERIFY(std::ranges::any_of(problems, [](const Problem& problem) {
            return problem.upstreamMessage == "total_num_steps 100 is less than warmup_num_steps 101";
        }));
    }
};

QTEST_GUILESS_MAIN(LrScheduleTest)
#include "lr_schedule_test.moc"
