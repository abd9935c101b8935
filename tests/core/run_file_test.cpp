// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Run files: what was appended is read back, long files open by their index, damaged ones as far as they go.
#include "core/telemetry/codec.h"
#include "core/telemetry/run_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace core;

namespace {

Event stepAt(std::int64_t step) {
    StepEvent body;
    body.step = step;
    body.loss = 5.0 / double(step);
    return {0.5 * double(step), body};
}

std::vector<std::string> allLines(RunFileReader& reader) {
    std::vector<std::string> lines;
    while (auto line = reader.nextLine()) lines.push_back(*line);
    return lines;
}

}  // namespace

class RunFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path fresh(const char* name) {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    // Steps 1..n; returns the lines without index lines.
    std::vector<std::string> writeRun(const std::filesystem::path& file, int steps) {
        auto writer = RunFileWriter::create(file);
        std::vector<std::string> lines;
        for (int i = 1; i <= steps; ++i) {
            lines.push_back(encode(stepAt(i)));
            if (!writer->append(stepAt(i))) qFatal("cannot append");
        }
        if (!writer->close()) qFatal("cannot close");
        return lines;
    }

private slots:
    void linesComeBackInOrder() {
        const auto lines = writeRun(fresh("short"), 50);
        auto reader = RunFileReader::open(fresh("short"));
        QVERIFY(reader.has_value());
        QCOMPARE(allLines(*reader), lines);
        QCOMPARE(reader->lines(), std::int64_t(50));
        QCOMPARE(reader->lastStep(), std::int64_t(50));
        QCOMPARE(reader->duration(), 25.0);
        QVERIFY(!reader->truncated());
    }

    void aLongFileOpensByItsIndex() {
        const int steps = 60000;
        const auto lines = writeRun(fresh("long"), steps);
        auto reader = RunFileReader::open(fresh("long"));
        QVERIFY(std::filesystem::file_size(fresh("long")) > 15'000'000);
        QCOMPARE(reader->scannedBytes(), std::int64_t(0));
        QCOMPARE(reader->lines(), std::int64_t(steps));
        QCOMPARE(reader->lastStep(), std::int64_t(steps));
        QCOMPARE(reader->duration(), 0.5 * steps);
        QVERIFY(reader->blocks().size() > 200);
        QCOMPARE(allLines(*reader), lines);
    }

    void seekingLandsAtOrShortlyBeforeTheTime() {
        writeRun(fresh("seek"), 20000);
        auto reader = RunFileReader::open(fresh("seek"));
        for (double t : {0.0, 0.5, 777.0, 5000.0, 9999.5, 1e9}) {
            reader->seek(t);
            const Event first = decodeEvent(*reader->nextLine())->value();
            QVERIFY(first.t <= std::max(t, 0.5));
            QVERIFY(std::min(t, 10000.0) - first.t < 250);
        }
    }

    void aFileWithoutIndexIsScannedOnce() {
        std::ofstream(fresh("plain")) << encode(stepAt(1)) << '\n' << encode(stepAt(2)) << '\n';
        auto reader = RunFileReader::open(fresh("plain"));
        QCOMPARE(reader->lines(), std::int64_t(2));
        QCOMPARE(reader->lastStep(), std::int64_t(2));
        QVERIFY(reader->scannedBytes() > 0);
    }

    void aRunCutOffInTheMiddleOfALineLosesThatLineOnly() {
        const auto lines = writeRun(fresh("cut"), 30000);
        const auto size = std::filesystem::file_size(fresh("cut"));
        for (std::uintmax_t missing : {1u, 100u, 5000u, 1'000'000u}) {
            std::filesystem::resize_file(fresh("cut"), size - missing);
            auto reader = RunFileReader::open(fresh("cut"));
            QVERIFY(reader.has_value());
            QVERIFY(reader->truncated());
            const auto read = allLines(*reader);
            QVERIFY(read.size() <= lines.size());
            QVERIFY(std::equal(read.begin(), read.end(), lines.begin()));
            QCOMPARE(reader->lines(), std::int64_t(read.size()));
            QCOMPARE(reader->lastStep(), std::int64_t(read.size()));
            QVERIFY(reader->scannedBytes() < 4'000'000);
        }
    }

    void aRunThatWasKilledBeforeItsFirstIndexOpens() {
        {
            auto writer = RunFileWriter::create(fresh("killed"));
            for (int i = 1; i <= 10; ++i) QVERIFY(writer->append(stepAt(i)).has_value());
            QVERIFY(writer->flush().has_value());
            std::filesystem::copy_file(fresh("killed"), fresh("killed-copy"));
        }
        auto reader = RunFileReader::open(fresh("killed-copy"));
        QCOMPARE(reader->lastStep(), std::int64_t(10));
    }

    void indexLinesEditedByHandAreNotTrusted() {
        writeRun(fresh("edited"), 100);
        std::ofstream(fresh("edited"), std::ios::app)
            << R"({"type":"index","t":1,"previous":999999999,"blocks":[[5,1,1,1]]})" << '\n';
        auto reader = RunFileReader::open(fresh("edited"));
        QCOMPARE(reader->lines(), std::int64_t(100));
        QCOMPARE(reader->lastStep(), std::int64_t(100));
    }

    void foreignFilesAreRefused() {
        std::ofstream(fresh("text")) << "no events here\nnor here\n";
        std::ofstream(fresh("empty"));
        std::ofstream(fresh("binary")) << std::string(3'000'000, '\0');
        for (const char* name : {"text", "empty", "binary"})
            QCOMPARE(RunFileReader::open(fresh(name)).error().front().code,
                     std::string("telemetry.not-a-run"));
        QCOMPARE(RunFileReader::open(fresh("nowhere")).error().front().code,
                 std::string("telemetry.cannot-read"));
    }

    void aRunIsNeverOverwritten() {
        writeRun(fresh("first"), 1);
        QCOMPARE(RunFileWriter::create(fresh("first")).error().front().code,
                 std::string("telemetry.exists"));
        QVERIFY(!RunFileWriter::create(fresh("no/such/folder")));
    }

    void linesThatWouldBreakTheFileAreRefused() {
        auto writer = RunFileWriter::create(fresh("strict"));
        QVERIFY(!writer->append("two\nlines", 0));
        QVERIFY(!writer->append(std::string(kMaxLineBytes + 1, 'x'), 0));
    }
};

QTEST_GUILESS_MAIN(RunFileTest)
#include "run_file_test.moc"
