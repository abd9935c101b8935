// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recorder never blocks a rank, keeps the order of one producer, and says what it dropped.
#include "gpu/training/recorder.h"

#include <QTest>

#include <chrono>

class RecorderTest : public QObject {
    Q_OBJECT

private slots:
    void everythingRecordedBeforeTheEndIsWrittenInOrder() {
        std::vector<std::int64_t> steps;
        {
            gpu::Recorder recorder(1, [&](const core::Event& event, std::string_view line) {
                QVERIFY(!line.empty());
                if (const auto* step = std::get_if<core::StepEvent>(&event.body)) steps.push_back(step->step);
            });
            for (int i = 0; i < 1000; ++i) recorder.record(0, core::StepEvent{.step = i});
        }
        QCOMPARE(steps.size(), std::size_t(1000));
        QVERIFY(std::is_sorted(steps.begin(), steps.end()));
    }

    void aSlowWriterDropsAndCountsInsteadOfBlocking() {
        std::int64_t written = 0, dropped = 0;
        constexpr int kEvents = 20000;
        {
            gpu::Recorder recorder(1, [&](const core::Event& event, std::string_view) {
                if (const auto* drop = std::get_if<core::DroppedEvent>(&event.body)) dropped += drop->events;
                else if (++written == 1) std::this_thread::sleep_for(std::chrono::milliseconds(300));
            });
            const auto start = std::chrono::steady_clock::now();
            for (int i = 0; i < kEvents; ++i) {
                recorder.record(0, core::LogEvent{"x"});
                if (i == 0) std::this_thread::sleep_for(std::chrono::milliseconds(60));  // the writer is now asleep in the sink
            }
            QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(250));
        }
        QVERIFY(dropped > 0);
        QCOMPARE(written + dropped, std::int64_t(kEvents));
    }

    void aLineThatNoReaderWouldTakeIsDroppedAndCounted() {
        std::int64_t spans = 0, dropped = 0, steps = 0;
        {
            gpu::Recorder recorder(1, [&](const core::Event& event, std::string_view line) {
                QVERIFY(line.size() <= core::kMaxLineBytes);
                if (const auto* drop = std::get_if<core::DroppedEvent>(&event.body)) dropped += drop->events;
                if (std::holds_alternative<core::SpansEvent>(event.body)) ++spans;
                if (std::holds_alternative<core::StepEvent>(event.body)) ++steps;
            });
            recorder.record(0, core::SpansEvent{1, 0, std::vector<core::OpSpan>(100'000)});
            recorder.record(0, core::StepEvent{.step = 1});
        }
        QCOMPARE(spans, std::int64_t(0));
        QCOMPARE(dropped, std::int64_t(1));
        QCOMPARE(steps, std::int64_t(1));
    }

    void whatWasRecordedIsWrittenWhenTheWriterIsFinished() {
        std::int64_t written = 0;
        gpu::Recorder recorder(1, [&](const core::Event&, std::string_view) { ++written; });
        for (int i = 0; i < 100; ++i) recorder.record(0, core::StepEvent{.step = i});
        recorder.finish();
        QCOMPARE(written, std::int64_t(100));
        recorder.record(0, core::StepEvent{.step = 100});  // nobody is there any more, and nobody waits
        recorder.finish();
        QCOMPARE(written, std::int64_t(100));
    }

    void onlyTheNewestMemoryOfARankIsWrittenPerBatch() {
        std::vector<std::int64_t> peaks;
        {
            gpu::Recorder recorder(1, [&](const core::Event& event, std::string_view) {
                if (const auto* memory = std::get_if<core::MemoryEvent>(&event.body)) peaks.push_back(memory->peak.value());
            });
            for (int i = 0; i < 500; ++i) recorder.record(0, core::MemoryEvent{.peak = core::Bytes(i)});
        }
        QVERIFY(peaks.size() < 500);
        QCOMPARE(peaks.back(), std::int64_t(499));
    }
};

QTEST_GUILESS_MAIN(RecorderTest)
#include "recorder_test.moc"
