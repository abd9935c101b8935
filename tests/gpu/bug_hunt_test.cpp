// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bug hunt on the engine: a sound layout shows nothing on any instrument; every planted fault leaves the loss falling and
// shows on the instruments that its explanation names, and no other suspect would look the same.
#include "gpu/training/bug_hunt.h"
#include "gpu/training/parity_suite.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using core::Suspect;

namespace {

// A seed for every pair of fault and layout.
const std::map<std::string, core::Hunt>& hunts() {
    static const std::map<std::string, core::Hunt> all = [] {
        std::map<std::string, core::Hunt> found;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const core::Hunt hunt = core::drawHunt(seed);
            const std::string name = std::string(core::toText(hunt.culprit)) + ", " + gpu::layoutText(hunt.plan);
            found.try_emplace(name, hunt);
        }
        return found;
    }();
    return all;
}

struct Signs {
    int faulty = 0, different = 0, factorTwo = 0;
    bool normOff = false;
};

Signs signsOf(const core::HuntReport& report, const std::string& part = {}) {
    Signs signs;
    for (const core::TensorReading& row : report.tensors) {
        if (row.tensor.find(part) == std::string::npos) continue;
        signs.faulty += row.difference > core::kHuntSound;
        signs.factorTwo += std::abs(row.size - 2) < 0.05;
    }
    for (const core::CopyReading& row : report.copies)
        if (row.tensor.find(part) != std::string::npos) signs.different += row.different > 0;
    signs.normOff = std::abs(report.norms.front() / report.rightNorms.front() - 1) > 1e-4;
    return signs;
}

}  // namespace

class BugHuntTest : public QObject {
    Q_OBJECT
private slots:
    void soundLayoutsShowNothing();
    void everyFaultHidesFromTheLossAndShowsOnItsInstruments_data();
    void everyFaultHidesFromTheLossAndShowsOnItsInstruments();
    void theSameSeedMeasuresTheSame();
};

void BugHuntTest::soundLayoutsShowNothing() {
    std::set<std::string> layouts;
    for (const auto& [name, hunt] : hunts()) {
        if (!layouts.insert(gpu::layoutText(hunt.plan)).second) continue;
        const core::HuntReport report = gpu::runHunt(hunt.plan, gpu::Fault::None);
        const Signs signs = signsOf(report);
        QVERIFY2(signs.faulty == 0 && signs.different == 0 && !signs.normOff, name.c_str());
        QVERIFY(!report.copies.empty() && report.tensors.size() > 40);
    }
    QCOMPARE(layouts.size(), std::size_t(4));
}

void BugHuntTest::everyFaultHidesFromTheLossAndShowsOnItsInstruments_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, hunt] : hunts()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
    QCOMPARE(hunts().size(), std::size_t(4 + 3 + 5 + 5));
}

void BugHuntTest::everyFaultHidesFromTheLossAndShowsOnItsInstruments() {
    QFETCH(QString, name);
    const core::Hunt& hunt = hunts().at(name.toStdString());
    const core::HuntReport report = gpu::runHunt(hunt.plan, gpu::faultOf(hunt.culprit));
    const Signs all = signsOf(report);
    const int tensors = int(report.tensors.size());
    // The loss starts where it should and has fallen by at least three quarters of what one rank's has.
    const double fall = report.losses.front() - report.losses.back(), right = report.rightLosses.front() - report.rightLosses.back();
    QVERIFY2(std::abs(report.losses.front() - report.rightLosses.front()) < 1e-5, qPrintable(name));
    QVERIFY2(fall > 0.75 * right && right > 0.5, qPrintable(QString::number(fall / right)));
    switch (hunt.culprit) {
    case Suspect::GradientSummedTwice:
        QVERIFY(all.normOff && all.different == 0);
        // All but those whose gradient is next to nothing beside the others', such as the key biases.
        QVERIFY2(all.factorTwo > tensors * 3 / 4, qPrintable(QString::number(all.factorTwo)));
        break;
    case Suspect::NormGradientNotReduced:
        QVERIFY(all.faulty == signsOf(report, "norm").faulty && all.faulty > 0);
        QVERIFY(signsOf(report, "norm").different > 0);
        break;
    case Suspect::StaleTiedEmbedding:
        QCOMPARE(all.faulty, signsOf(report, "embedding.token").faulty);
        QCOMPARE(all.different, 1);
        QCOMPARE(signsOf(report, "embedding.token").different, 1);
        break;
    case Suspect::NormCountedTwice:
        QVERIFY(all.normOff && all.faulty == 0 && all.different == 0);
        break;
    case Suspect::WeightGradientSkipped:
        QVERIFY(all.different == 0 && all.factorTwo == 0 && signsOf(report, "block.3").faulty > 0);
        QCOMPARE(signsOf(report, "block.0").faulty, 0);
        break;
    case Suspect::StaleGather:
        QVERIFY(all.faulty == 0 && !all.normOff);
        QVERIFY(signsOf(report, ".mlp.").different > 0);
        break;
    case Suspect::RecomputationSkipped:
        QVERIFY(all.different == 0 && all.factorTwo == 0 && signsOf(report, "block.0").faulty > 0);
        break;
    }
}

void BugHuntTest::theSameSeedMeasuresTheSame() {
    const core::Hunt hunt = core::drawHunt(5);
    QVERIFY(gpu::runHunt(hunt.plan, gpu::faultOf(hunt.culprit)) == gpu::runHunt(hunt.plan, gpu::faultOf(hunt.culprit)));
}

QTEST_GUILESS_MAIN(BugHuntTest)
#include "bug_hunt_test.moc"
