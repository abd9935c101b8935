// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines for a slow reader: who adds never waits, what is left out is counted, and an end is found.
#include "app/cli/line_writer.h"

#include <QTest>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using app::LineWeight;
using app::LineWriter;
using std::chrono::milliseconds;

namespace {

using Clock = std::chrono::steady_clock;

// A pipe of one page; reads when asked to.
class Pipe {
public:
    Pipe() {
        if (::pipe(m_ends.data()) == 0) ::fcntl(m_ends[1], F_SETPIPE_SZ, 4096);
    }
    ~Pipe() {
        closeReader();
        closeWriter();
    }
    [[nodiscard]] int writer() const { return m_ends[1]; }
    void closeReader() { ::close(std::exchange(m_ends[0], -1)); }
    void closeWriter() { ::close(std::exchange(m_ends[1], -1)); }
    [[nodiscard]] QByteArray read(std::size_t most) const {
        QByteArray bytes(qsizetype(most), 0);
        const ssize_t count = ::read(m_ends[0], bytes.data(), most);
        return bytes.left(std::max<ssize_t>(0, count));
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

LineWriter::Settings settings(std::size_t mostBytes = std::size_t{1} << 16) {
    LineWriter::Settings settings;
    settings.mostBytes = mostBytes;
    settings.patience = milliseconds(200);
    settings.leftOut = [](std::int64_t lines, double) { return "dropped " + std::to_string(lines) + '\n'; };
    return settings;
}

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

class LineWriterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void whoAddsNeverWaitsForAStalledReader() {
        const Pipe pipe;
        LineWriter writer(pipe.writer(), settings());
        const auto start = Clock::now();
        for (int i = 0; i < 20'000; ++i) writer.add(std::string(100, 'x') + '\n', LineWeight::Progress);
        QVERIFY2(secondsSince(start) < 2, qPrintable(QString::number(secondsSince(start))));
    }

    void whatIsLeftOutIsCountedAndTheWeightiestStays() {
        Pipe pipe;
        QByteArray output;
        std::thread reader;
        {
            LineWriter writer(pipe.writer(), settings());
            writer.add("hello\n", LineWeight::Vital);
            for (int i = 0; i < 5000; ++i) {
                writer.add("detail\n", LineWeight::Detail);
                writer.add("step " + std::string(40, '.') + '\n', LineWeight::Progress);
                if (i % 1000 == 0) writer.add("milestone\n", LineWeight::Milestone);
            }
            writer.add("bye\n", LineWeight::Vital);
            reader = std::thread([&] {
                for (QByteArray bytes; !(bytes = pipe.read(65536)).isEmpty();) output += bytes;
            });
            writer.close();
        }
        pipe.closeWriter();
        reader.join();
        std::int64_t leftOut = 0, lines = 0;
        for (const QByteArray& line : output.split('\n')) {
            if (line.startsWith("dropped "))
                leftOut += line.mid(8).toLongLong();
            else if (!line.isEmpty())
                ++lines;
        }
        QCOMPARE(lines + leftOut, std::int64_t(10'000 + 5 + 2));
        QVERIFY(leftOut > 5000);
        QCOMPARE(output.count("milestone\n"), 5);
        QVERIFY(output.startsWith("hello\n") && output.endsWith("bye\n"));
        // Steps outlive details.
        QVERIFY(output.count("step ") > output.count("detail\n"));
    }

    void aSlowReaderGetsEverythingAfterTheEnd() {
        Pipe pipe;
        QByteArray output;
        LineWriter writer(pipe.writer(), settings());
        for (int i = 0; i < 300; ++i) writer.add(std::string(99, 'x') + '\n', LineWeight::Progress);
        std::thread reader([&] {
            while (output.size() < 30'000) {
                QTest::qSleep(20);
                output += pipe.read(4096);
            }
        });
        writer.hurry();  // he is slow, but takes something now and then
        writer.close();
        reader.join();
        QCOMPARE(output.size(), 30'000);
        QCOMPARE(writer.error(), 0);
    }

    void aStalledReaderIsGivenUpOnceThereIsAHurry() {
        const Pipe pipe;
        LineWriter writer(pipe.writer(), settings());
        for (int i = 0; i < 300; ++i) writer.add(std::string(99, 'x') + '\n', LineWeight::Progress);
        const auto start = Clock::now();
        writer.hurry();
        writer.close();
        const double seconds = secondsSince(start);
        QVERIFY2(seconds > 0.15 && seconds < 1, qPrintable(QString::number(seconds)));
    }

    void aReaderWhoIsGoneIsAnErrorSaidOnce() {
        Pipe pipe;
        int lost = 0;
        LineWriter::Settings told = settings();
        told.onLost = [&](int error) { lost += error == EPIPE ? 1 : 100; };
        LineWriter writer(pipe.writer(), told);
        pipe.closeReader();
        for (int i = 0; i < 10; ++i) writer.add("line\n", LineWeight::Vital);
        writer.close();
        QCOMPARE(writer.error(), EPIPE);
        QCOMPARE(lost, 1);
    }

    void aFullDiskIsAnError() {
        const int full = ::open("/dev/full", O_WRONLY);
        QVERIFY(full >= 0);
        LineWriter writer(full, settings());
        writer.add("line\n", LineWeight::Vital);
        writer.close();
        QCOMPARE(writer.error(), ENOSPC);
        ::close(full);
    }

    void theDescriptorOfOthersStaysBlocking() {
        const Pipe pipe;
        LineWriter writer(pipe.writer(), settings());
        writer.add("line\n", LineWeight::Vital);
        writer.close();
        QVERIFY((::fcntl(pipe.writer(), F_GETFL) & O_NONBLOCK) == 0);
    }
};

QTEST_GUILESS_MAIN(LineWriterTest)
#include "line_writer_test.moc"
