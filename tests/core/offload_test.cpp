// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes and seconds of offloading against sums worked out by hand, and their place in the step.
#include "core/cost/offload.h"
#include "core/cost/step_estimate.h"
#include "core/cost/traffic.h"
#include "core/evaluate.h"
#include "core/planner/derivations.h"
#include "core/schedule/table.h"
#include "tests/support/plans.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;

namespace {

constexpr std::int64_t kMillion = 1'000'000;

bool near(double value, double expected) { return std::abs(value - expected) <= 1e-9 * std::abs(expected); }

Plan plan(Framework framework, const char* gpu, Precision precision, int stage, Offload optimizer, Offload parameters) {
    Plan plan;
    plan.model = *findModelPreset("gpt2");
    plan.framework = framework;
    plan.cluster = {.gpu = gpu, .nodes = 1, .gpusPerNode = 2};
    plan.layout.dp = 2;
    plan.batch = {.micro = 1, .global = 8};
    plan.sequenceLength = 256;
    plan.precision = precision;
    plan.zero.stage = stage;
    plan.zero.offloadOptimizer = optimizer;
    plan.zero.offloadParameters = parameters;
    return plan;
}

Seconds stepOf(const Plan& plan) {
    const Snapshot snapshot = evaluate(plan);
    return snapshot.step ? snapshot.step->step : Seconds(-1);
}

}  // namespace

Q_DECLARE_METATYPE(core::Framework)
Q_DECLARE_METATYPE(core::Precision)
Q_DECLARE_METATYPE(core::Offload)

class OffloadTest : public QObject {
    Q_OBJECT
private slots:
    void anUpdateMovesGradientsWeightsAndStates_data() {
        using enum Framework;
        using enum Precision;
        using enum Offload;
        QTest::addColumn<Framework>("framework");
        QTest::addColumn<QByteArray>("gpu");
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<Offload>("optimizer");
        QTest::addColumn<Offload>("parameters");
        QTest::addColumn<int>("link");  // bytes an element
        QTest::addColumn<int>("disk");
        const QByteArray card = "virtual-card", gpu = "a100-80gb";
        // fp32: 4 down and 4 up; two moments of 4, read and written.
        QTest::newRow("fp32, host") << Engine << card << Fp32 << Cpu << None << 8 << 0;
        QTest::newRow("fp32, file") << Engine << card << Fp32 << Nvme << None << 8 << 16;
        // bf16 in the engine: gradients of 4, weights of 2, a master of 4 beside the moments.
        QTest::newRow("bf16, file") << Engine << card << Bf16 << Nvme << None << 6 << 24;
        // Both on the host: the weights are there already.
        QTest::newRow("fp32, both on the host") << Engine << card << Fp32 << Cpu << Cpu << 4 << 0;
        QTest::newRow("fp32, weights in a file") << Engine << card << Fp32 << Cpu << Nvme << 4 << 4;
        QTest::newRow("fp32, weights alone") << Engine << card << Fp32 << None << Cpu << 4 << 0;
        // A kernel reaches the states over the link: masters and moments, 12 in each direction at once.
        QTest::newRow("engine on a GPU") << Engine << gpu << Bf16 << Cpu << None << 12 << 0;
        // ZeRO-Offload: 2 of gradients down, 2 of weights up.
        QTest::newRow("DeepSpeed fp16") << DeepSpeed << gpu << Fp16 << Cpu << None << 4 << 0;
        QTest::newRow("DeepSpeed fp16, file") << DeepSpeed << gpu << Fp16 << Nvme << None << 4 << 24;
        QTest::newRow("nothing") << DeepSpeed << gpu << Fp16 << None << None << 0 << 0;
    }
    void anUpdateMovesGradientsWeightsAndStates() {
        QFETCH(Framework, framework);
        QFETCH(QByteArray, gpu);
        QFETCH(Precision, precision);
        QFETCH(Offload, optimizer);
        QFETCH(Offload, parameters);
        QFETCH(int, link);
        QFETCH(int, disk);
        const HostTransfer transfer = updateTransfer(plan(framework, gpu, precision, 3, optimizer, parameters), kMillion);
        QCOMPARE(transfer.link.value(), link * kMillion);
        QCOMPARE(transfer.disk.value(), disk * kMillion);
    }

    void secondsAreThoseOfPcieAndADrive() {
        ClusterSpec cluster{.gpu = "a100-80gb", .nodes = 1, .gpusPerNode = 8};
        const HostLink four = hostLinkOf(cluster);
        QCOMPARE(four.bandwidth, 25e9);
        QVERIFY(near(four.memory, 51.2e9));
        QVERIFY(near(transferSeconds({Bytes(25 * kMillion), Bytes(0)}, four).value(), 1e-3));
        QVERIFY(near(transferSeconds({Bytes(25 * kMillion), Bytes(25 * kMillion)}, four).value(), 5e-3));
        cluster.gpu = "v100-32gb";
        QCOMPARE(hostLinkOf(cluster).bandwidth, 12.5e9);
        cluster.gpu = "h100-sxm";
        QCOMPARE(hostLinkOf(cluster).bandwidth, 50e9);
        for (const Accelerator& card : accelerators()) {
            const HostLink link = hostLinkOf({.gpu = card.name});
            QVERIFY2(link.bandwidth > 0 && link.disk > 0 && link.disk < link.bandwidth, card.name.c_str());
        }
    }

    // One update on virtual cards: 8 bytes of each of this rank's weights at 8 GB/s, and nothing else.
    void theStepIsLongerByTheTransfersOfTheUpdate() {
        const Plan host = plan(Framework::Engine, "virtual-card", Precision::Fp32, 1, Offload::Cpu, Offload::None);
        Plan card = host;
        card.zero.offloadOptimizer = Offload::None;
        const Snapshot snapshot = evaluate(host);
        const std::int64_t own = rankUnits(host, *snapshot.shards, 0).parts;
        QVERIFY(own > 60 * kMillion);  // half of 124 M
        const double expected = 8.0 * double(own) / 8e9;
        QVERIFY(std::abs((stepOf(host) - stepOf(card)).value() - expected) < 1e-9);
        QVERIFY(near(offloadTime(host, *snapshot.shards).total().value(), expected));
        QCOMPARE(offloadTime(card, *snapshot.shards).total().value(), 0.0);
        Plan file = host;
        file.zero.offloadOptimizer = Offload::Nvme;
        const double more = 16.0 * double(own) / 2e9;  // moments of 8 bytes, read and written at 2 GB/s
        QVERIFY(std::abs((stepOf(file) - stepOf(host)).value() - more) < 1e-9);
    }

    // ZeRO-3: half of what is gathered comes from this rank's host first, at every gather; the update writes it back.
    void gathersFetchFromTheHostEveryTime() {
        const Plan host = plan(Framework::Engine, "virtual-card", Precision::Fp32, 3, Offload::None, Offload::Cpu);
        Plan card = host;
        card.zero.offloadParameters = Offload::None;
        const Snapshot snapshot = evaluate(host);
        const double own = double(rankUnits(host, *snapshot.shards, 0).parts);
        const double gathered = double(gatheredElements(host, *snapshot.shards, *planSchedule(host), 0));
        const double passes = gathered / (2 * own);
        QVERIFY2(passes > 2 && passes <= 8, qPrintable(QString::number(passes)));  // 4 micro-batches, two passes
        const double expected = (passes + 1) * 4 * own / 8e9;
        const double charged = (stepOf(host) - stepOf(card)).value();
        QVERIFY2(std::abs(charged - expected) < 1e-4 * expected, qPrintable(QString::number(charged / expected)));
    }

    // The host updates at the speed of its memory: (14 + 4 + 8 + 16) bytes and more an element by the model of the card.
    void deepSpeedUpdatesOnTheHost() {
        const Plan host = plan(Framework::DeepSpeed, "a100-80gb", Precision::Fp16, 1, Offload::Cpu, Offload::None);
        Plan card = host;
        card.zero.offloadOptimizer = Offload::None;
        const Snapshot on = evaluate(host), off = evaluate(card);
        const double own = double(updatedParts(rankUnits(host, *on.shards, 0)));
        const double floor = 28 * own / (2 * 204.8e9 / 2);  // reads and writes 28 bytes a weight at least
        QVERIFY(on.step->optimizer.value() > floor);
        QVERIFY(on.step->optimizer > off.step->optimizer);
        QVERIFY(near((on.step->dataCommunication - off.step->dataCommunication).value(), 4 * own / 25e9));
    }

    void theDerivationOfDataCommunicationShowsTheTransfers() {
        const auto shown = derive(evaluate(plan(Framework::Engine, "virtual-card", Precision::Fp32, 3, Offload::Nvme, Offload::Cpu)),
                                  "data_communication_seconds");
        QVERIFY(shown.has_value());
        QVERIFY(shown->formula.find("t_h") != std::string::npos);
        QVERIFY(shown->source.find("Ren et al. 2021") != std::string::npos);
        const auto has = [&](const char* label) {
            return std::ranges::any_of(shown->terms, [&](const DerivedTerm& term) { return term.label == label && term.value > 0; });
        };
        for (const char* label : {"term.host-update", "term.host-gathers", "term.host-bandwidth", "term.disk-bandwidth"})
            QVERIFY2(has(label), label);
    }
};

QTEST_APPLESS_MAIN(OffloadTest)
#include "offload_test.moc"
