// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Event files of TensorBoard: those that its own package wrote (tests/tools/make_tensorboard_events.py) are read to the last
// scalar, cut and damaged ones without a crash; what is written here reads back and equals a file of the package.
#include "core/base/file.h"
#include "core/telemetry/tensorboard_export.h"
#include "core/telemetry/tensorboard_log.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace core;

namespace {

const std::string kGolden = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/tensorboard/";

std::vector<TensorBoardScalar> scalarsOf(std::string_view bytes, std::size_t piece, bool* damaged = nullptr) {
    std::vector<TensorBoardScalar> scalars;
    TensorBoardReader reader([&](const TensorBoardScalar& scalar) { scalars.push_back(scalar); });
    for (std::size_t at = 0; at < bytes.size(); at += piece) reader.feed(bytes.substr(at, piece));
    if (damaged) *damaged = reader.isDamaged();
    return scalars;
}

}  // namespace

class TensorBoardTest : public QObject {
    Q_OBJECT

private slots:
    void filesOfThePackageAreReadToTheLastScalar() {
        const auto expected = nlohmann::json::parse(readTextFile(kGolden + "scalars.json").value());
        for (const auto& [name, rows] : expected.items()) {
            const std::string bytes = readTextFile(kGolden + name).value();
            QVERIFY(looksLikeTensorBoard(bytes));
            for (const std::size_t piece : {bytes.size(), std::size_t(1), std::size_t(7)}) {
                const auto scalars = scalarsOf(bytes, piece);
                QCOMPARE(scalars.size(), rows.size());
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    QCOMPARE(scalars[i].step, rows[i].at(0).get<std::int64_t>());
                    QCOMPARE(scalars[i].tag, rows[i].at(1).get<std::string>());
                    QCOMPARE(scalars[i].value, rows[i].at(2).get<double>());
                    QCOMPARE(scalars[i].wallTime, rows[i].at(3).get<double>());
                }
            }
        }
        QVERIFY(expected.size() >= 2);
    }

    void whatIsWrittenEqualsTheFileOfThePackage() {
        const std::string bytes = readTextFile(kGolden + "written.tfevents").value();
        TensorBoardWriter writer(1000.5);
        writer.add({1001, 1, "lm loss", 9.5});
        writer.add({1002, 300, "learning-rate", 1.25e-4});
        QCOMPARE(QByteArray::fromStdString(writer.bytes()).toHex(), QByteArray::fromStdString(bytes).toHex());
    }

    void aRunComesBackAsItWas() {
        std::vector<Event> events;
        for (int step = 1; step <= 5; ++step) {
            StepEvent event;
            event.step = step;
            event.loss = 10.0 / step;
            event.lr = std::ldexp(1.0, -step);
            event.gradNorm = step == 3 ? std::nan("") : 1.5;
            event.stepMs = 250;
            event.tokensPerSecond = 1024;
            events.push_back({double(step), event});
        }
        events.push_back({6, ValidationEvent{5, 2.5}});
        std::vector<StepEvent> steps;
        std::vector<ValidationEvent> validations;
        TensorBoardLog log({.name = "run"}, [&](const Event& event) {
            if (const auto* step = std::get_if<StepEvent>(&event.body)) steps.push_back(*step);
            if (const auto* validation = std::get_if<ValidationEvent>(&event.body)) validations.push_back(*validation);
        });
        log.feed(tensorBoardOf(events, 1.7e9));
        log.finish();
        QVERIFY(log.recognised() && !log.failed());
        QCOMPARE(steps.size(), std::size_t(5));
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(steps[std::size_t(i)].step, std::int64_t(i + 1));
            QCOMPARE(float(steps[std::size_t(i)].loss), float(10.0 / (i + 1)));
            QCOMPARE(steps[std::size_t(i)].stepMs, 250.0);
            QCOMPARE(steps[std::size_t(i)].tokens, std::int64_t(256));
        }
        QVERIFY(std::isnan(steps[2].gradNorm) && steps[3].gradNorm == 1.5);
        QCOMPARE(validations.size(), std::size_t(1));
        QCOMPARE(validations[0].loss, 2.5);
    }

    void cutAndDamagedFilesGiveWhatStandsBefore() {
        const std::string bytes = readTextFile(kGolden + "megatron.tfevents").value();
        const auto whole = scalarsOf(bytes, bytes.size());
        for (std::size_t size = 0; size < bytes.size(); size += 3) {
            bool damaged = true;
            const auto scalars = scalarsOf(std::string_view(bytes).substr(0, size), size + 1, &damaged);
            QVERIFY(!damaged && scalars.size() <= whole.size());
            QVERIFY(std::equal(scalars.begin(), scalars.end(), whole.begin()));
        }
        for (std::size_t at = 0; at < bytes.size(); at += 5) {
            std::string changed = bytes;
            changed[at] = char(changed[at] ^ 0x10);
            const auto scalars = scalarsOf(changed, 64);
            QVERIFY(scalars.size() < whole.size() && std::equal(scalars.begin(), scalars.end(), whole.begin()));
        }
    }

    // Behind a sound checksum anything may stand.
    void aRecordOfAnyBytesIsNoMessageAndNoCrash() {
        std::string data = "\x09\x00\x00\x00\x00\x00\x00\xf0\x3f\x10\x05\x2a\x0e\x0a\x0c\x0a\x04loss\x15";
        for (int round = 0; round < 4000; ++round) {
            TensorBoardWriter writer(1);
            writer.add({1, round, "loss", 1});
            std::string bytes = writer.bytes();
            for (std::size_t at = 48; at + 4 < bytes.size(); ++at)
                if ((std::size_t(round) * 7919 + at * 104729) % 11 == 0) bytes[at] = char(std::size_t(round) * at + 13);
            (void)scalarsOf(bytes, 17);
        }
        QVERIFY(!looksLikeTensorBoard(data));
    }
};

QTEST_GUILESS_MAIN(TensorBoardTest)
#include "tensorboard_test.moc"
