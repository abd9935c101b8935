// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// kill -9 at random moments of writing: this program starts itself as a writer that saves one checkpoint after
// another and says when each is done, kills it, and looks at what is there.
#include "core/checkpoint/find_checkpoint.h"
#include "tests/support/checkpoint_writer.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace core;

namespace {

constexpr const char* kWrite = "--write";

// Saves steps first, first + 1, … until it is killed; "STEP\n" on standard output after each.
int writeForever(const char* folderName, std::int64_t first) {
    auto folder = CheckpointFolder::open(folderName);
    if (!folder) return 1;
    for (std::int64_t step = first;; ++step) {
        if (!folder->write(support::tinyManifest(step), support::tinyShards(step))) return 1;
        folder->prune(2);
        std::printf("%lld\n", static_cast<long long>(step));
        std::fflush(stdout);
    }
}

}  // namespace

class CheckpointKillTest : public QObject {
    Q_OBJECT
private slots:
    void aKillAtAnyOfAHundredMomentsLosesNothingThatWasSaved();
};

void CheckpointKillTest::aKillAtAnyOfAHundredMomentsLosesNothingThatWasSaved() {
    constexpr int kKills = 100, kMostMicroseconds = 15'000;
    QRandomGenerator random(20261130);
    const QTemporaryDir directory;
    std::int64_t saved = 0, killedInside = 0;
    for (int kill = 0; kill < kKills; ++kill) {
        QProcess writer;
        writer.start(QCoreApplication::applicationFilePath(),
                     {kWrite, directory.path(), QString::number(saved + 1)});
        QVERIFY(writer.waitForReadyRead(30'000));
        QTest::qSleep(1);
        std::this_thread::sleep_for(std::chrono::microseconds(random.bounded(kMostMicroseconds)));
        writer.kill();
        QVERIFY(writer.waitForFinished(30'000));
        const QList<QByteArray> lines = writer.readAllStandardOutput().split('\n');
        QVERIFY(lines.size() >= 2);
        const std::int64_t said = lines[lines.size() - 2].toLongLong();  // the last whole line
        QVERIFY(said > saved);

        // Nothing that carries a checkpoint's name is anything but one.
        const auto places = checkpointsIn(directory.path().toStdString());
        QVERIFY(!places.empty());
        for (const CheckpointPlace& place : places) {
            const auto opened = openSound(place.path);
            QVERIFY2(opened, opened ? "" : describe(opened.error().front()).c_str());
            std::vector<double> values(16 * 8);
            QVERIFY(opened->read(StateKind::SecondMoments, 0, {0, 16, 0, 8}, values));
            for (const double value : values) QCOMPARE(value, double(place.step));
        }
        QVERIFY2(places.front().step == said || places.front().step == said + 1,
                 qPrintable(QString("said %1, found %2").arg(said).arg(places.front().step)));
        for (const auto& entry : std::filesystem::directory_iterator(directory.path().toStdString()))
            killedInside += entry.path().filename().string().starts_with(".unfinished-");
        saved = places.front().step;
    }
    qInfo("%d kills, %lld of them in the middle of a checkpoint, %lld checkpoints", kKills,
          static_cast<long long>(killedInside), static_cast<long long>(saved));
    QVERIFY2(killedInside > kKills / 4, "most kills missed the writing: nothing was tried");
}

int main(int argc, char** argv) {
    if (argc == 4 && std::string_view(argv[1]) == kWrite) return writeForever(argv[2], std::atoll(argv[3]));
    const QCoreApplication application(argc, argv);
    CheckpointKillTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "checkpoint_kill_test.moc"
