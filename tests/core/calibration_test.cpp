// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Readers of measurements, what they make of an accelerator, and that no text brings them down.
#include "core/base/json_text.h"
#include "core/calibration/calibrated.h"
#include "tests/support/mutate.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace core;

namespace {

bool near(double value, double expected, double relative) { return std::abs(value - expected) <= relative * std::abs(expected); }

// As nccl-tests prints it; times by a link of 230 GB/s and 5 µs a message.
std::string sweepText(int ranks, int hosts, const char* program = "all_reduce_perf") {
    std::string text = "# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 4(factor)\n#\n# Using devices\n";
    for (int rank = 0; rank < ranks; ++rank)
        text += "#  Rank  " + std::to_string(rank) + " Group  0 Pid  4711 on    node" + std::to_string(rank * hosts / ranks) +
                " device  0 [0x07] NVIDIA A100-SXM4-80GB\n";
    text += std::string("# Collective test starting: ") + program +
            "\n#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n"
            "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n";
    for (double size = 1024; size <= 1 << 30; size *= 4) {
        const double seconds = collectiveSeconds(CollectiveKind::AllReduce, ranks, Bytes(std::int64_t(size)), {230e9, 5e-6}).value();
        const double algorithm = size / seconds / 1e9;
        char row[200];
        std::snprintf(row, sizeof row, "%12.0f %13.0f     float     sum      -1 %8.2f %7.2f %7.2f      0 %8.2f %7.2f %7.2f      0\n", size,
                      size / 4, seconds * 1e6, algorithm, algorithm * 2 * (ranks - 1) / ranks, seconds * 1e6, algorithm,
                      algorithm * 2 * (ranks - 1) / ranks);
        text += row;
    }
    return text + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 93.1\n#\n";
}

const std::string& matrixText() {
    static const std::string text =
        "\t\x1b[4mGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\x1b[0m\n"
        "GPU0\t X \tNV12\tNV12\tNV12\tPXB\tSYS\t0-31\t0\n"
        "GPU1\tNV12\t X \tNV12\tNV12\tPXB\tSYS\t0-31\t0\n"
        "GPU2\tNV12\tNV12\t X \tNV12\tSYS\tPXB\t32-63\t1\n"
        "GPU3\tNV12\tNV12\tNV12\t X \tSYS\tPXB\t32-63\t1\n"
        "NIC0\tPXB\tPXB\tSYS\tSYS\t X \tSYS\n"
        "NIC1\tSYS\tSYS\tPXB\tPXB\tSYS\t X \n\nLegend:\n\n  X    = Self\n  NV#  = Connection traversing a bonded set of # NVLinks\n";
    return text;
}

Survey survey() {
    Survey s;
    s.machine = "a machine";
    s.cores = 4;
    s.memory = gibibytes(2);
    s.products = {{64, 64, 64, 2e-5}, {512, 512, 512, 3e-3}, {1024, 1024, 1024, 2.2e-2}};
    s.attention = {{1e8, 3e-3}};
    s.passes = {{24'576, 4e-6}, {6e6, 6e-4}, {5e7, 5e-3}};
    s.collectives = {{CollectiveKind::AllReduce, 4, 1, {{1024, 2e-5}, {4e6, 2e-3}}}};
    return s;
}

Plan stepPlan(int micro) {
    Plan plan;
    plan.model = *findModelPreset("llama-2-7b");
    plan.framework = Framework::Megatron;
    plan.cluster = {"a100-80gb", 1, 8};
    plan.layout.tp = 2;
    plan.layout.dp = 4;
    plan.batch = {micro, 64};
    plan.attention = AttentionKind::Flash;
    return plan;
}

}  // namespace

class CalibrationTest : public QObject {
    Q_OBJECT

private slots:
    void aSweepGivesBackTheLinkThatMadeIt() {
        const auto sweep = readNcclTests(sweepText(8, 1), "sweep.txt");
        QVERIFY2(sweep, sweep ? "" : describe(sweep.error().front()).c_str());
        QCOMPARE(sweep->ranks, 8);
        QCOMPARE(sweep->nodes, 1);
        QVERIFY(sweep->kind == CollectiveKind::AllReduce && sweep->points.size() == 11);
        const LinkFit fit = fitLink(*sweep);
        QVERIFY(near(fit.link.bandwidth, 230e9, 0.01) && near(fit.link.latency, 5e-6, 0.01) && fit.meanError < 0.01);
    }

    void aSweepWithoutItsNameIsRecognisedByItsBandwidths() {
        const auto sweep = readNcclTests(sweepText(8, 1, "?"), "sweep.txt");
        QVERIFY(sweep && sweep->kind == CollectiveKind::AllReduce);
    }

    // Measured on an 8 × A100 node: 1 MiB in 92.8 µs, 10 MiB in 158 µs (vTrain's table of all-reduces).
    void twoPublishedPointsAreMet() {
        const CollectiveSweep sweep{CollectiveKind::AllReduce, 8, 1, {{1 << 20, 92.8e-6}, {10 << 20, 158e-6}}};
        const LinkFit fit = fitLink(sweep);
        QVERIFY(fit.meanError < 1e-6);
        QVERIFY(fit.link.bandwidth > 230e9 && fit.link.bandwidth < 300e9);
    }

    void linksOfANodeAndBetweenNodes() {
        Accelerator card = *findAccelerator("a100-80gb");
        applySweep(card, *readNcclTests(sweepText(8, 1), "a"));
        QVERIFY(near(card.efficiency.node, 230.0 / 300, 0.02));
        QCOMPARE(card.intraNodeBandwidth, 300e9);
        applySweep(card, *readNcclTests(sweepText(16, 2), "b"));
        QVERIFY(near(card.interNodeBandwidth * card.efficiency.network, 230e9 / 8, 0.02));
    }

    void aMatrixTellsLinksAndPorts() {
        const auto topology = readTopology(matrixText(), "topo.txt");
        QVERIFY2(topology, topology ? "" : describe(topology.error().front()).c_str());
        QVERIFY(topology->gpus == 4 && topology->ports == 2 && topology->links == 12 && topology->worst == CardPath::NvLink);
        Accelerator card = *findAccelerator("a100-80gb");
        applyTopology(card, *topology);
        QCOMPARE(card.intraNodeBandwidth, 300e9);
        QCOMPARE(card.interNodeBandwidth, 12.5e9);
    }

    void faultsAreNamedWithTheirPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("short row") << QString::fromStdString(sweepText(2, 1)).replace("float", "") << "nccl.bad-row";
        QTest::newRow("no rows") << "# nothing\n" << "nccl.no-rows";
        QTest::newRow("no ranks") << QString::fromStdString(sweepText(2, 1)).replace("Rank", "Rnak") << "nccl.no-ranks";
    }
    void faultsAreNamedWithTheirPlace() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        const auto sweep = readNcclTests(text.toStdString(), "sweep.txt");
        QVERIFY(!sweep);
        QCOMPARE(QString::fromStdString(sweep.error().front().code), code);
        QVERIFY(QString::fromStdString(sweep.error().front().where).startsWith("sweep.txt:"));
    }

    void faultsOfAMatrixAreNamed() {
        const auto codeOf = [](QString text) {
            const auto topology = readTopology(text.toStdString(), "t");
            return topology ? QString() : QString::fromStdString(topology.error().front().code);
        };
        const QString text = QString::fromStdString(matrixText());
        QCOMPARE(codeOf("hello\n"), QString("topology.no-header"));
        QCOMPARE(codeOf(QString(text).replace("NV12\t X ", "ABC\t X ")), QString("topology.unknown-mark"));
        QCOMPARE(codeOf(QString(text).replace("GPU3\tNV12", "CPU3\tNV12")), QString("topology.missing-row"));
        QCOMPARE(codeOf(QString(text).replace("GPU3\tNV12\tNV12\tNV12\t X \tSYS\tPXB\t32-63\t1", "GPU3\tNV12")),
                 QString("topology.short-row"));
    }

    void aSurveyIsReadAsItWasWritten() {
        const auto again = readSurvey(toJson(survey()).dump(), "survey.json");
        QVERIFY2(again, again ? "" : describe(again.error().front()).c_str());
        QCOMPARE(QString::fromStdString(toJson(*again).dump()), QString::fromStdString(toJson(survey()).dump()));
        const auto unknown = readSurvey("{\"version\": 1, \"cores\": 1, \"memory_bytes\": 1, \"prodcts\": []}", "s");
        QVERIFY(!unknown && unknown.error().front().code == "survey.unknown-key");
    }

    void aSurveyMakesACardThatIsReadAgain() {
        const Accelerator card = cardOfSurvey(survey());
        QVERIFY(near(card.peakFlops32, 2.0 * 1024 * 1024 * 1024 / 2.2e-2, 1e-9));
        QVERIFY(near(card.memoryBandwidth, 1e10, 1e-9));
        const auto json = readJson(toJson(card).dump(), "card.json");
        const auto again = readAccelerator(*json, "");
        QVERIFY2(again, again ? "" : describe(again.error().front()).c_str());
        QVERIFY(near(again->efficiency.products, card.efficiency.products, 1e-12) &&
                near(again->intraNodeLatency, card.intraNodeLatency, 1e-9));
    }

    // Steps made with a software of 0.8 lead back to it.
    void measuredStepsGiveTheSoftwareBack() {
        const Efficiency shared = findAccelerator("a100-80gb")->efficiency;
        std::vector<MeasuredStep> steps;
        for (const int micro : {1, 2, 4}) {
            auto timer = StepTimer::of(stepPlan(micro));
            QVERIFY(timer);
            const Seconds seconds = timer->step(shared, 0.8);
            steps.push_back({std::move(*timer), seconds});
        }
        const StepFit fit = fitSteps(steps, shared);
        QVERIFY2(near(fit.software, 0.8, 0.03) && fit.meanError < 0.03, qPrintable(QString::number(fit.software)));
        Accelerator card = *findAccelerator("a100-80gb");
        applySteps(card, fit);
        QVERIFY(near(card.efficiency.products, 0.8 * shared.products, 0.03));
    }

    void noTextBringsAReaderDown() {
        support::fuzz({sweepText(8, 2), sweepText(2, 1, "all_gather_perf")}, [](const std::string& text) {
            const auto sweep = readNcclTests(text, "f");
            if (sweep) (void)fitLink(*sweep);
            QVERIFY(sweep || !message(sweep.error().front()).empty());
        });
        support::fuzz({matrixText()}, [](const std::string& text) {
            const auto topology = readTopology(text, "f");
            QVERIFY(topology || !topology.error().empty());
        });
        support::fuzz({toJson(survey()).dump(1)}, [](const std::string& text) {
            const auto read = readSurvey(text, "f");
            if (read) (void)cardOfSurvey(*read);
            QVERIFY(read || !read.error().empty());
        });
        support::fuzz({toJson(*findAccelerator("h100-sxm")).dump(1)}, [](const std::string& text) {
            const auto json = readJson(text, "f");
            if (!json) return;
            const auto card = readAccelerator(*json, "");
            QVERIFY(card || !card.error().empty());
        });
    }
};

QTEST_GUILESS_MAIN(CalibrationTest)
#include "calibration_test.moc"
