// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loss scales against what DeepSpeed and Megatron keep themselves (tests/tools/make_loss_scale_tables.py), and the
// rules of a plan about them.
#include "core/optim/loss_scale.h"

#include "core/base/file.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <set>

using namespace core;

namespace {

const nlohmann::json& cases() {
    static const nlohmann::json golden = nlohmann::json::parse(
        readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/loss_scale.json").value());
    return golden.at("cases");
}

LossScaleSpec specOf(const nlohmann::json& lossScale) {
    const nlohmann::json file{{"version", 1}, {"model", {{"preset", "tiny-gpt"}}}, {"loss_scale", lossScale}};
    return planFromText(file.dump(), "golden").value().lossScale;
}

Plan fp16Plan() {
    Plan plan;
    plan.model = *findModelPreset("tiny-gpt");
    plan.cluster = {"virtual-card", 1, 1};
    plan.precision = Precision::Fp16;
    return plan;
}

std::vector<std::string> codesOf(const Plan& plan) {
    std::vector<std::string> codes;
    for (const Problem& problem : validate(plan))
        if (problem.code.starts_with("precision.")) codes.push_back(problem.code);
    return codes;
}

}  // namespace

class LossScaleTest : public QObject {
    Q_OBJECT

private slots:
    void everyUpdateHasTheScaleThatDeepSpeedOrMegatronKeeps_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(cases().size()); ++i)
            QTest::addRow("%d %s", i, cases()[std::size_t(i)].at("name").get<std::string>().c_str()) << i;
    }
    void everyUpdateHasTheScaleThatDeepSpeedOrMegatronKeeps() {
        QFETCH(int, index);
        const nlohmann::json& golden = cases()[std::size_t(index)];
        const LossScaleSpec spec = specOf(golden.at("loss_scale"));
        const auto updates = golden.at("updates").get<std::string>();
        const auto scales = golden.at("scales").get<std::vector<double>>();
        LossScaleState state = firstLossScaleState(spec);
        for (std::size_t u = 0; u < updates.size(); ++u) {
            const LossScaleState before = state;
            const auto end = advance(spec, updates[u] == 'o' ? Gradients::Overflow : Gradients::Finite, state);
            const bool raises = golden.contains("raises") && u + 1 == updates.size();
            QCOMPARE(end == LossScaleEnd::AtMinimum, raises);
            if (raises) {
                QVERIFY(state == before);
                QCOMPARE(scales.size(), u);
                return;
            }
            QCOMPARE(state.scale, scales[u]);
            if (golden.contains("chances")) QCOMPARE(state.chances, golden.at("chances")[u].get<int>());
        }
        QCOMPARE(scales.size(), updates.size());
    }

    void theTablesHoldEveryRuleSetAndRealOverflows() {
        std::set<std::string> rules;
        int raised = 0, grown = 0, shrunk = 0;
        for (const auto& golden : cases()) {
            rules.insert(golden.at("loss_scale").at("rules").get<std::string>());
            raised += golden.contains("raises");
            const auto scales = golden.at("scales").get<std::vector<double>>();
            for (std::size_t u = 1; u < scales.size(); ++u) {
                grown += scales[u] > scales[u - 1];
                shrunk += scales[u] < scales[u - 1];
            }
        }
        QCOMPARE(rules, (std::set<std::string>{"deepspeed-stage-0", "deepspeed-zero", "megatron"}));
        QVERIFY(raised > 0 && grown > 100 && shrunk > 100);
    }

    void aConstantScaleStaysAndTheFirstOneIsTheRulesOwn() {
        LossScaleSpec spec;
        QCOMPARE(firstLossScale(spec), 65536.0);
        spec.rules = LossScaleRules::Megatron;
        QCOMPARE(firstLossScale(spec), 4294967296.0);
        spec.rules = LossScaleRules::Constant;
        spec.initial = 128;
        LossScaleState state = firstLossScaleState(spec);
        for (int i = 0; i < 3000; ++i)
            QVERIFY(advance(spec, i % 3 ? Gradients::Finite : Gradients::Overflow, state) == LossScaleEnd::GoesOn);
        QCOMPARE(state.scale, 128.0);
    }

    void aPlanSaysWhatIsNotRead() {
        using Codes = std::vector<std::string>;
        Plan plan = fp16Plan();
        QCOMPARE(codesOf(plan), Codes{});
        plan.lossScale.rules = LossScaleRules::DeepSpeedStage0;
        plan.lossScale.hysteresis = 4;
        QCOMPARE(codesOf(plan), Codes{"precision.loss-scale-key-unread"});
        plan.lossScale.hysteresis = 2;
        plan.lossScale.initial = 2;
        plan.lossScale.minimum = 8;
        QCOMPARE(codesOf(plan), Codes{"precision.loss-scale-below-minimum"});
        plan.precision = Precision::Bf16;
        QCOMPARE(codesOf(plan), Codes{"precision.loss-scale-unread"});
        plan.lossScale = {};
        plan.gradientDtype = Precision::Fp64;
        QCOMPARE(codesOf(plan), Codes{"precision.fp64-gradients"});
        plan.precision = Precision::Fp64;
        QCOMPARE(codesOf(plan), Codes{});
        plan.framework = Framework::Megatron;
        QCOMPARE(codesOf(plan), Codes{"precision.fp64"});
    }
};

QTEST_GUILESS_MAIN(LossScaleTest)
#include "loss_scale_test.moc"
