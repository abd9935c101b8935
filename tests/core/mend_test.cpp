// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mend takes its problem away and brings no other error, for every rule that a single field can break.
#include "core/plan/validate.h"
#include "core/planner/mend.h"
#include "tests/support/snapshots.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace {

core::Problems allOf(const core::Plan& plan) {
    core::Problems problems = core::validate(plan);
    for (const core::Problem& problem : core::engineLimits(plan)) problems.push_back(problem);
    return problems;
}

std::set<std::string> errorsOf(const core::Plan& plan) {
    std::set<std::string> codes;
    for (const core::Problem& problem : allOf(plan))
        if (problem.severity == core::Severity::Error) codes.insert(problem.code);
    return codes;
}

}  // namespace

class MendTest : public QObject {
    Q_OBJECT
private slots:
    void everyMendRemovesItsProblemAndAddsNoError() {
        int mended = 0;
        for (const char* pointer : {"/layout/tp", "/layout/pp", "/batch/micro", "/zero/stage", "/precision",
                                    "/schedule", "/recompute", "/cluster/gpu", "/layout/cp"})
            for (const core::Stop& stop : core::findField(pointer)->stops(support::shippedPlan("tiny-2x2x2"))) {
                const core::Plan plan = core::withField(support::shippedPlan("tiny-2x2x2"), pointer, stop.value,
                                                        core::CardsPolicy::Follow);
                for (const core::Problem& problem : allOf(plan)) {
                    const auto mend = core::mendOf(plan, problem, core::CardsPolicy::Follow);
                    if (!mend) continue;
                    ++mended;
                    const core::Plan after =
                        core::withField(plan, mend->pointer, mend->value, core::CardsPolicy::Follow);
                    const auto errors = errorsOf(after), before = errorsOf(plan);
                    QVERIFY2(!errors.contains(problem.code), problem.code.c_str());
                    QVERIFY(std::includes(before.begin(), before.end(), errors.begin(), errors.end()));
                }
            }
        QVERIFY2(mended > 5, "a rule that no field value mends proves nothing");
    }

    void theNearestNumberComesFirst() {
        core::Plan plan = support::shippedPlan("tiny-2x2x2");
        plan.layout.tp = 3;  // 4 heads
        const core::Problems problems = core::validate(plan);
        const auto broken = std::ranges::find(problems, std::string("/layout/tp"), &core::Problem::where);
        QVERIFY(broken != problems.end());
        const auto mend = core::mendOf(plan, *broken, core::CardsPolicy::Follow);
        QVERIFY(mend);
        const auto value = std::get<std::int64_t>(mend->value);
        QVERIFY(value == 2 || value == 4);
    }

    void aProblemThatNamesNoFieldHasNoMend() {
        const core::Plan plan = support::shippedPlan("tiny-2x2x2");
        core::Problem problem;
        problem.code = "file.cannot-write";
        problem.where = "somewhere.json";
        QVERIFY(!core::mendOf(plan, problem, core::CardsPolicy::Follow));
    }
};

QTEST_GUILESS_MAIN(MendTest)
#include "mend_test.moc"
