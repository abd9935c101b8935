// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folders of checkpoints: what is said about each kind of damage and which sound one is offered, what is kept
// and what is cleared away, and what a full disk leaves.
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/plan_codec.h"
#include "tests/support/checkpoint_writer.h"
#include "tests/support/plans.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <csignal>
#include <cstring>

using namespace core;
namespace fs = std::filesystem;

namespace {

std::string codesOf(const Problems& problems) {
    std::string codes;
    for (const Problem& problem : problems) codes += (codes.empty() ? "" : " ") + problem.code;
    return codes;
}

void flipByte(const fs::path& file, std::int64_t at) {
    QFile open(QString::fromStdString(file.string()));
    QVERIFY(open.open(QIODevice::ReadWrite));
    QVERIFY(open.seek(at >= 0 ? at : open.size() + at));
    char byte = 0;
    QVERIFY(open.getChar(&byte));
    QVERIFY(open.seek(open.pos() - 1));
    QVERIFY(open.putChar(char(byte ^ 0x10)));
}

// A folder with checkpoints of steps 5 and 10 by two ranks.
struct TwoCheckpoints {
    TwoCheckpoints() {
        auto folder = CheckpointFolder::open(root()).value();
        older = folder.write(support::tinyManifest(5), support::tinyShards(5)).value().path;
        newer = folder.write(support::tinyManifest(10), support::tinyShards(10)).value().path;
    }
    [[nodiscard]] fs::path root() const { return directory.path().toStdString(); }
    QTemporaryDir directory;
    fs::path older, newer;
};

}  // namespace

using Harm = std::function<void(const TwoCheckpoints&)>;
Q_DECLARE_METATYPE(Harm)

class CheckpointFolderTest : public QObject {
    Q_OBJECT
private slots:
    void everyDamageIsNamedAndThePreviousCheckpointOffered_data();
    void everyDamageIsNamedAndThePreviousCheckpointOffered();
    void theOnlyCheckpointHasNoPrevious();
    void aFolderWithoutCheckpointsIsNotFound();
    void oneProcessAtATimeWritesIntoAFolder();
    void whatAKilledRunLeftIsClearedAway();
    void theNewestAreKept();
    void aCheckpointOfTheSameStepIsReplaced();
    void aDiskThatTakesNoMoreLeavesTheOldOnesAndNothingElse();
    void theFolderOfARunIsThePlansOrTheResumedOnesOrItsOwn();
};

void CheckpointFolderTest::everyDamageIsNamedAndThePreviousCheckpointOffered_data() {
    QTest::addColumn<Harm>("harm");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, Harm harm, const char* code, const char* file) {
        QTest::newRow(name) << harm << QByteArray(code) << QByteArray(file);
    };
    row("a bit of a tensor", [](const TwoCheckpoints& t) { flipByte(t.newer / "rank-00001.safetensors", -5); },
        "checkpoint.damaged-slice", "rank-00001.safetensors");
    row("a bit of a header", [](const TwoCheckpoints& t) { flipByte(t.newer / "rank-00001.safetensors", 40); },
        "checkpoint.", "rank-00001.safetensors");
    row("a short file",
        [](const TwoCheckpoints& t) {
            const fs::path file = t.newer / "rank-00000.safetensors";
            fs::resize_file(file, fs::file_size(file) - 1);
        },
        "checkpoint.truncated", "rank-00000.safetensors");
    row("an empty file", [](const TwoCheckpoints& t) { fs::resize_file(t.newer / "rank-00000.safetensors", 0); },
        "checkpoint.bad-shard", "rank-00000.safetensors");
    row("a missing file", [](const TwoCheckpoints& t) { fs::remove(t.newer / "rank-00001.safetensors"); },
        "checkpoint.missing-shard", "rank-00001.safetensors");
    row("a file of another step",
        [](const TwoCheckpoints& t) {
            fs::copy_file(t.older / "rank-00001.safetensors", t.newer / "rank-00001.safetensors",
                          fs::copy_options::overwrite_existing);
        },
        "checkpoint.foreign-shard", "rank-00001.safetensors");
    row("a short manifest",
        [](const TwoCheckpoints& t) {
            fs::resize_file(t.newer / "manifest.json", fs::file_size(t.newer / "manifest.json") / 2);
        },
        "checkpoint.truncated-manifest", "manifest.json");
    row("an altered manifest",
        [](const TwoCheckpoints& t) {
            QFile file(QString::fromStdString((t.newer / "manifest.json").string()));
            QVERIFY(file.open(QIODevice::ReadWrite));
            QByteArray text = file.readAll();
            text.replace("\"step\": 10", "\"step\": 11");
            file.seek(0);
            file.write(text);
        },
        "checkpoint.altered-manifest", "manifest.json");
    row("no manifest", [](const TwoCheckpoints& t) { fs::remove(t.newer / "manifest.json"); },
        "checkpoint.no-manifest", "step-00000010");
}

void CheckpointFolderTest::everyDamageIsNamedAndThePreviousCheckpointOffered() {
    QFETCH(Harm, harm);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, file);
    const TwoCheckpoints two;
    QVERIFY(openSound(two.newer) && openSound(two.root()));
    QCOMPARE(openSound(two.root())->manifest().position.step, 10);
    harm(two);
    for (const fs::path& asked : {two.newer, two.root()}) {
        const auto opened = openSound(asked);
        QVERIFY(!opened);
        const Problem& problem = opened.error().front();
        QVERIFY2(QByteArray::fromStdString(problem.code).startsWith(code), codesOf(opened.error()).c_str());
        QVERIFY2(problem.where.ends_with(file.toStdString()), problem.where.c_str());
        QVERIFY2(fixText(problem).find(two.older.string() + ", of step 5") != std::string::npos,
                 fixText(problem).c_str());
        QVERIFY2(describe(problem).find('{') == std::string::npos, describe(problem).c_str());
    }
    QVERIFY(openSound(two.older));
}

void CheckpointFolderTest::theOnlyCheckpointHasNoPrevious() {
    const TwoCheckpoints two;
    fs::remove_all(two.older);
    flipByte(two.newer / "rank-00000.safetensors", -1);
    const auto opened = openSound(two.newer);
    QVERIFY(!opened);
    QCOMPARE(opened.error().front().fix, "fix.checkpoint.no-previous");
}

void CheckpointFolderTest::aFolderWithoutCheckpointsIsNotFound() {
    const QTemporaryDir folder;
    for (const QString& path : {folder.path(), folder.filePath("nowhere")}) {
        const auto found = locateCheckpoint(path.toStdString());
        QVERIFY(!found);
        QCOMPARE(found.error().front().code, "checkpoint.not-found");
    }
}

void CheckpointFolderTest::oneProcessAtATimeWritesIntoAFolder() {
    const QTemporaryDir directory;
    const fs::path path = directory.path().toStdString();
    {
        const auto first = CheckpointFolder::open(path);
        QVERIFY(first);
        const auto second = CheckpointFolder::open(path);
        QVERIFY(!second);
        QCOMPARE(second.error().front().code, "checkpoint.folder-in-use");
    }
    QVERIFY(CheckpointFolder::open(path));
}

void CheckpointFolderTest::whatAKilledRunLeftIsClearedAway() {
    const TwoCheckpoints two;
    const fs::path half = two.root() / ".unfinished-1-1";
    fs::create_directory(half);
    QCOMPARE(checkpointsIn(two.root()).size(), std::size_t(2));
    QVERIFY(CheckpointFolder::open(two.root()));
    QVERIFY(!fs::exists(half));
    QCOMPARE(checkpointsIn(two.root()).size(), std::size_t(2));
}

// By the time of saving, not by the step: a run that went back and goes on again must not lose its newest.
void CheckpointFolderTest::theNewestAreKept() {
    const QTemporaryDir directory;
    auto folder = CheckpointFolder::open(directory.path().toStdString()).value();
    for (const int step : {30, 40, 50, 5, 10}) {
        QVERIFY(folder.write(support::tinyManifest(step), support::tinyShards(step)));
        QTest::qSleep(3);
        folder.prune(3);
    }
    std::vector<std::int64_t> steps;
    for (const CheckpointPlace& place : checkpointsIn(folder.path())) steps.push_back(place.step);
    QCOMPARE(steps, (std::vector<std::int64_t>{10, 5, 50}));
    folder.prune(0);
    QCOMPARE(checkpointsIn(folder.path()).size(), std::size_t(3));
}

void CheckpointFolderTest::aCheckpointOfTheSameStepIsReplaced() {
    const TwoCheckpoints two;
    const std::string before = openSound(two.newer)->manifest().id;
    auto folder = CheckpointFolder::open(two.root()).value();
    QVERIFY(folder.write(support::tinyManifest(10), support::tinyShards(10)));
    const auto opened = openSound(two.newer);
    QVERIFY(opened && opened->manifest().id != before);
    QCOMPARE(std::distance(fs::directory_iterator(two.root()), {}), std::ptrdiff_t(3));  // two and the lock
}

void CheckpointFolderTest::aDiskThatTakesNoMoreLeavesTheOldOnesAndNothingElse() {
    const TwoCheckpoints two;
    auto folder = CheckpointFolder::open(two.root()).value();
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{2000, before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = folder.write(support::tinyManifest(15), support::tinyShards(15));
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!written);
    const Problem& problem = written.error().front();
    QCOMPARE(problem.code, "checkpoint.cannot-write");
    QVERIFY2(describe(problem).find(std::strerror(EFBIG)) != std::string::npos, describe(problem).c_str());
    QCOMPARE(std::distance(fs::directory_iterator(two.root()), {}), std::ptrdiff_t(3));
    QVERIFY(openSound(two.older) && openSound(two.newer));
    QVERIFY(folder.write(support::tinyManifest(15), support::tinyShards(15)));
}

void CheckpointFolderTest::theFolderOfARunIsThePlansOrTheResumedOnesOrItsOwn() {
    const TwoCheckpoints two;
    const auto resumed = Checkpoint::open(two.newer).value();
    Plan plan;
    plan.name = "a b/../c";
    QCOMPARE(checkpointFolderFor(plan, &resumed), two.root());
    const fs::path own = checkpointFolderFor(plan, nullptr);
    QCOMPARE(own.parent_path().filename(), "checkpoints");
    QCOMPARE(own.parent_path().parent_path().filename(), "shardscope");
    plan.run.checkpoint.directory = "/some/where";
    QCOMPARE(checkpointFolderFor(plan, &resumed), fs::path("/some/where"));
}

QTEST_GUILESS_MAIN(CheckpointFolderTest)
#include "checkpoint_folder_test.moc"
