// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The catalogue of accelerators, hardware of one's own from a file, and files that were damaged.
#include "core/cluster/cluster.h"

#include "core/base/json_text.h"
#include "core/plan/plan_codec.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <random>

using namespace core;

namespace {

constexpr const char* kOwn = R"({"name": "my-card", "memory_gib": 96, "bf16_tflops": 400, "fp16_tflops": 400,
    "fp32_tflops": 50, "memory_gb_per_s": 3000, "node_gb_per_s": 200, "node_microseconds": 6, "network_gb_per_s": 25,
    "network_microseconds": 12, "watts": 500, "price_per_gpu_hour": 2.5})";

Result<Accelerator> read(const std::string& text) {
    const Result<JsonText> json = readJson(text, "card.json");
    return json ? readAccelerator(*json, "") : tl::make_unexpected(json.error());
}

}  // namespace

class AcceleratorsTest : public QObject {
    Q_OBJECT

private slots:
    // Dense peaks, as the makers' data sheets print them.
    void peaksAreThoseOfTheDataSheets() {
        QVERIFY(accelerators().size() >= 26);
        const auto peaks = [](const char* name, double bf16, double fp8) {
            const Accelerator* card = findAccelerator(name);
            QVERIFY2(card && card->peakFlopsBf16 == bf16 * 1e12 && card->peakFlops8 == fp8 * 1e12, name);
        };
        peaks("v100-32gb", 0, 0);
        peaks("a100-80gb", 312, 0);
        peaks("h100-sxm", 989.4, 1978.9);
        peaks("gb200", 2500, 5000);
        peaks("mi300x", 1307.4, 2614.9);
        QCOMPARE(findAccelerator("gb200")->memory, gibibytes(186));
        for (const Accelerator& card : accelerators()) {
            QVERIFY2(card.peakFlops8 == 0 || card.peakFlops8 >= card.peakFlops16 * 1.9, card.name.c_str());
            QVERIFY2(card.pricePerHour == 0, "prices belong to the reader");
        }
    }

    void aFileDescribesHardwareOfOnesOwn() {
        const Result<Accelerator> card = read(kOwn);
        QVERIFY(card);
        QCOMPARE(card->memory, gibibytes(96));
        QCOMPARE(card->peakFlopsBf16, 400e12);
        QCOMPARE(card->interNodeLatency, 12e-6);
        QCOMPARE(card->pricePerHour, 2.5);
        QCOMPARE(card->title, std::string("my-card"));
        // And comes back from its own text, in a plan too.
        QVERIFY(*read(toJson(*card).dump()) == *card);
        Plan plan;
        plan.model = *findModelPreset("gpt2");
        plan.cluster.own = *card;
        plan.cluster.gpu = card->name;
        const Result<Plan> again = planFromText(planToText(plan), "plan.json");
        QVERIFY(again && *again == plan);
        QVERIFY(acceleratorOf(again->cluster)->memory == gibibytes(96));
        plan.cluster.own.reset();
        QVERIFY(acceleratorOf(plan.cluster) == nullptr);
    }

    void everyRowOfTheCatalogueComesBackFromItsText() {
        for (const Accelerator& card : accelerators()) QVERIFY2(*read(toJson(card).dump()) == card, card.name.c_str());
    }

    void faultsAreNamed() {
        const auto code = [](const std::string& text) {
            const Result<Accelerator> card = read(text);
            return card ? std::string() : card.error().front().code;
        };
        QCOMPARE(code("[]"), std::string("cluster.not-an-object"));
        QCOMPARE(code("{}"), std::string("cluster.missing-key"));
        std::string text = kOwn;
        QCOMPARE(code(text.replace(text.find("\"watts\""), 7, "\"wats\"")), std::string("cluster.missing-key"));
        QVERIFY(!read(text) && read(text).error().back().code == "cluster.unknown-key");
        text = kOwn;
        QCOMPARE(code(text.replace(text.find("96"), 2, "0")), std::string("cluster.wrong-type"));
        text = kOwn;
        QCOMPARE(code(text.replace(text.find("3000"), 4, "-1")), std::string("cluster.wrong-type"));
        text = kOwn;
        QCOMPARE(code(text.replace(text.find("\"my-card\""), 9, "7")), std::string("cluster.wrong-type"));
        QVERIFY(!loadAccelerator("no/such/card.json"));
    }

    void damagedFilesAreRefusedOrSound() {
        std::mt19937 random(31);
        const std::string values[] = {"-1", "0", "1e300", "9223372036854775808", "null", "{}", "\"x\"", "true", "1e-300"};
        QElapsedTimer timer;
        timer.start();
        int sound = 0, refused = 0;
        while (timer.elapsed() < 1000) {
            std::string text = kOwn;
            for (int change = int(random() % 3); change >= 0; --change) {
                const std::size_t at = random() % text.size();
                if (random() % 2 == 0) {
                    text[at] = char(random());
                } else if (const std::size_t colon = text.find(": ", at); colon != text.npos) {
                    const std::size_t end = text.find_first_of(",}", colon);
                    if (end != text.npos) text.replace(colon + 2, end - colon - 2, values[random() % std::size(values)]);
                }
            }
            const Result<Accelerator> card = read(text);
            card ? ++sound : ++refused;
            if (card)
                QVERIFY2(card->memory >= Bytes(0) && std::isfinite(card->peakFlops16) && card->peakFlops16 > 0 &&
                             !card->name.empty(),
                         text.c_str());
            else
                QVERIFY2(card.error().front().where.starts_with("card.json"), text.c_str());
        }
        QVERIFY(sound > 20 && refused > 20);
    }
};

QTEST_GUILESS_MAIN(AcceleratorsTest)
#include "accelerators_test.moc"
