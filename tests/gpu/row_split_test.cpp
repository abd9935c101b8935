// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Validation and sampling under sequence parallelism: the same numbers and the same text as with whole rows, also where
// a validation batch is smaller than a micro-batch of training and where the rank that has a row is not the first.
#include "gpu/training/evaluation.h"
#include "gpu/training/parity_suite.h"
#include "gpu/training/rank_worker.h"

#include <QTest>

#include <cmath>

namespace {

struct Evaluated {
    double loss = 0;
    std::string text;
};

Evaluated evaluate(core::Plan plan, core::SequenceParallel rows) {
    plan.sequenceParallel = rows;
    plan.model.vocabulary = 256;  // bytes
    plan.model.maxSequence = 16;
    plan.run.sample = {"ab", 1, 12};
    gpu::Job job(plan);
    Evaluated evaluated;
    std::vector<std::uint8_t> heldOut(400);
    for (std::size_t i = 0; i < heldOut.size(); ++i) heldOut[i] = std::uint8_t(i * i % 251);
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.initialise();
        for (int update = 0; update < 3; ++update) (void)worker.trainStep(update, gpu::syntheticSamples(plan));
        const double loss = gpu::validationLoss(worker, heldOut);
        const std::string text = gpu::generateText(worker, 3);
        if (worker.rank().value == 0) evaluated = {loss, text};
    });
    if (failure) throw std::runtime_error(failure->text);
    return evaluated;
}

}  // namespace

class RowSplitTest : public QObject {
    Q_OBJECT
private slots:
    void validationAndSamplesAreThoseOfWholeRows_data() {
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("micro");
        QTest::addColumn<int>("zero");
        QTest::addRow("two ranks") << 2 << 1 << 1 << 0;
        QTest::addRow("four ranks, stages") << 4 << 2 << 1 << 0;
        QTest::addRow("three sequences at a time, ZeRO-3") << 2 << 2 << 3 << 3;
    }
    void validationAndSamplesAreThoseOfWholeRows() {
        QFETCH(int, tp);
        QFETCH(int, pp);
        QFETCH(int, micro);
        QFETCH(int, zero);
        core::Plan plan = gpu::smallParityPlan(tp, pp, zero == 3 ? 2 : 1, zero, core::ScheduleKind::OneFOneB);
        plan.batch = {.micro = micro, .global = std::int64_t(4) * micro * plan.layout.dp};
        const Evaluated whole = evaluate(plan, core::SequenceParallel::Off), split = evaluate(plan, core::SequenceParallel::On);
        QVERIFY2(std::abs(whole.loss - split.loss) < 1e-5, qPrintable(QString::number(split.loss - whole.loss)));
        QVERIFY(whole.loss > 1);
        QCOMPARE(whole.text.size(), std::size_t(12));
        QCOMPARE(QByteArray::fromStdString(split.text), QByteArray::fromStdString(whole.text));
    }
};

QTEST_GUILESS_MAIN(RowSplitTest)
#include "row_split_test.moc"
