// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checkpoint format without an engine: checksums, safetensors, slices of every layout, and what is said
// about each kind of damage.
#include "core/checkpoint/crc32c.h"
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/plan_codec.h"
#include "tests/support/checkpoint_writer.h"
#include "tests/support/plans.h"
#include "tests/support/random_plan.h"

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

class CheckpointTest : public QObject {
    Q_OBJECT
private slots:
    void theChecksumIsCrc32cOfTheStandard();
    void aHeaderIsReadBackAsItWasWritten();
    void aFileWrittenByThePythonPackageIsRead();
    void badHeadersAreRefusedWithAReason_data();
    void badHeadersAreRefusedWithAReason();
    void theSlicesOfEveryLayoutTileEveryTensorOnce();
    void noSliceCrossesFromQueriesToKeysToValues();
    void aManifestIsReadBackAsItWasWritten();
    void whatWasWrittenIsReadInAnyBox();
    void everyDamageIsNamedAndThePreviousCheckpointOffered_data();
    void everyDamageIsNamedAndThePreviousCheckpointOffered();
    void theOnlyCheckpointHasNoPrevious();
    void aFolderWithoutCheckpointsIsNotFound();
    void oneProcessAtATimeWritesIntoAFolder();
    void whatAKilledRunLeftIsClearedAway();
    void theNewestAreKept();
    void aCheckpointOfTheSameStepIsReplaced();
    void aDiskThatTakesNoMoreLeavesTheOldOnesAndNothingElse();
    void otherModelsAreRefusedByTheFieldThatDiffers_data();
    void otherModelsAreRefusedByTheFieldThatDiffers();
    void theFolderOfARunIsThePlansOrTheResumedOnesOrItsOwn();
};

// RFC 3720, appendix B.4.
void CheckpointTest::theChecksumIsCrc32cOfTheStandard() {
    QCOMPARE(crc32c(std::string(32, '\0')), 0x8A9136AAu);
    QCOMPARE(crc32c(std::string(32, '\xFF')), 0x62A8AB43u);
    std::string rising(32, '\0'), falling(32, '\0');
    for (int i = 0; i < 32; ++i) rising[std::size_t(i)] = char(i), falling[std::size_t(i)] = char(31 - i);
    QCOMPARE(crc32c(rising), 0x46DD794Eu);
    QCOMPARE(crc32c(falling), 0x113FDB5Cu);
    QCOMPARE(crc32c("123456789"), 0xE3069283u);
    for (std::size_t cut = 0; cut <= rising.size(); ++cut) {
        Crc32c sum;
        sum.add(std::string_view(rising).substr(0, cut));
        sum.add(std::string_view(rising).substr(cut));
        QCOMPARE(sum.value(), 0x46DD794Eu);
    }
}

void CheckpointTest::aHeaderIsReadBackAsItWasWritten() {
    const QTemporaryDir folder;
    const fs::path file = folder.filePath("a.safetensors").toStdString();
    const SafetensorsHeader header{{{"step", "3"}},
                                   {{"b", StoredType::F32, {2, 3}, 0, 24},
                                    {"a \"quoted\" é", StoredType::Bf16, {4}, 24, 8},
                                    {"none", StoredType::F64, {0, 7}, 32, 0}}};
    const std::string text = encode(header), data(32, 'x');
    QCOMPARE(text.size() % 8, std::size_t(0));
    const std::span<const std::byte> parts[] = {std::as_bytes(std::span(text)), std::as_bytes(std::span(data))};
    QVERIFY(writeSynced(file, parts));
    const auto opened = openSafetensors(file);
    QVERIFY2(opened, opened ? "" : describe(opened.error().front()).c_str());
    QVERIFY(opened->header == header);
    QCOMPARE(opened->dataBegin, std::int64_t(text.size()));
    QCOMPARE(opened->fileBytes, std::int64_t(text.size() + data.size()));
}

// safetensors.numpy.save_file({"b": arange(6, float32).reshape(2, 3) / 4, "a": [1, −2, 0.5] in float16},
// metadata={"who": "numpy"}) by the package of PyPI, version 0.8.0.
void CheckpointTest::aFileWrittenByThePythonPackageIsRead() {
    const fs::path file = fs::path(SHARDSCOPE_SOURCE_DIR) / "tests/golden/numpy.safetensors";
    const auto opened = openSafetensors(file);
    QVERIFY2(opened, opened ? "" : describe(opened.error().front()).c_str());
    QCOMPARE(opened->fileBytes, std::int64_t(fs::file_size(file)));
    QCOMPARE(opened->header.metadata.at("who"), "numpy");
    QCOMPARE(opened->header.tensors.size(), std::size_t(2));
    const auto input = InputFile::open(file);
    for (const StoredTensor& tensor : opened->header.tensors) {
        std::vector<std::byte> bytes(std::size_t(tensor.bytes));
        QVERIFY(input->readAt(opened->dataBegin + tensor.begin, bytes));
        std::vector<double> values(std::size_t(tensor.bytes / bytesOf(tensor.type)));
        toDoubles(tensor.type, bytes, values);
        if (tensor.name == "a") {
            QCOMPARE(tensor.type, StoredType::F16);
            QCOMPARE(values, (std::vector<double>{1, -2, 0.5}));
        } else {
            QCOMPARE(tensor.shape, (std::vector<std::int64_t>{2, 3}));
            QCOMPARE(values, (std::vector<double>{0, 0.25, 0.5, 0.75, 1, 1.25}));
        }
    }
}

void CheckpointTest::badHeadersAreRefusedWithAReason_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("not json") << QByteArray("{\"a\": 12x}") << QByteArray("not that of a safetensors file");
    QTest::newRow("a gap") << QByteArray(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})")
                           << QByteArray("gap");
    QTest::newRow("an overlap")
        << QByteArray(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                      R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})")
        << QByteArray("overlap");
    QTest::newRow("a shape of another size")
        << QByteArray(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})") << QByteArray("does not fit");
    QTest::newRow("an impossible shape")
        << QByteArray(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})")
        << QByteArray("not possible");
    QTest::newRow("another dtype") << QByteArray(R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})")
                                   << QByteArray("dtype");
}

void CheckpointTest::badHeadersAreRefusedWithAReason() {
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, reason);
    const QTemporaryDir folder;
    QFile file(folder.filePath("a.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const std::uint64_t length = std::uint64_t(header.size());
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(header);
    file.write(QByteArray(8, '\0'));
    file.close();
    const auto opened = openSafetensors(file.fileName().toStdString());
    QVERIFY(!opened);
    const QByteArray said = QByteArray::fromStdString(describe(opened.error().front()));
    QVERIFY2(said.contains(reason) && said.contains("a.safetensors"), said);
}

void CheckpointTest::theSlicesOfEveryLayoutTileEveryTensorOnce() {
    int layouts = 0;
    for (const Plan& plan : support::enginePlans(8)) {
        if (plan.schedule != ScheduleKind::OneFOneB) continue;
        const Manifest manifest = support::manifestOf(plan, 1);
        const auto shards = support::shardsOf(plan, [](StateKind, int, std::int64_t) { return 1.f; });
        std::map<std::pair<StateKind, int>, std::vector<int>> written;
        for (const RankShard& shard : shards)
            for (const RankShard::Entry& entry : shard.entries) {
                const ModelTensor& tensor = manifest.tensors[std::size_t(entry.id.tensor)];
                auto& times = written[{entry.id.kind, entry.id.tensor}];
                times.resize(std::size_t(tensor.elements()));
                for (std::int64_t r = entry.id.box.row; r < entry.id.box.row + entry.id.box.rows; ++r)
                    for (std::int64_t c = entry.id.box.column; c < entry.id.box.column + entry.id.box.columns; ++c)
                        ++times[std::size_t(r * tensor.columns + c)];
            }
        QCOMPARE(written.size(), 3 * manifest.tensors.size());
        for (const auto& [key, times] : written)
            QVERIFY(std::ranges::all_of(times, [](int n) { return n == 1; }));
        ++layouts;
    }
    QVERIFY(layouts > 20);
}

void CheckpointTest::noSliceCrossesFromQueriesToKeysToValues() {
    Plan plan = support::planOf(support::gptOf(2, 48, 4, 64, 16), {.tp = 2, .dp = 3, .pp = 1}, Framework::Engine);
    plan.zero.stage = 3;
    const Manifest manifest = support::manifestOf(plan, 1);
    int slices = 0;
    for (const RankShard& shard : support::shardsOf(plan, [](StateKind, int, std::int64_t) { return 1.f; }))
        for (const RankShard::Entry& entry : shard.entries) {
            const ModelTensor& tensor = manifest.tensors[std::size_t(entry.id.tensor)];
            if (tensor.parts.empty()) continue;
            QCOMPARE(entry.id.box.row / 48, (entry.id.box.row + entry.id.box.rows - 1) / 48);
            ++slices;
        }
    QVERIFY(slices > 12);
}

void CheckpointTest::aManifestIsReadBackAsItWasWritten() {
    support::RandomPlan random(7);
    Manifest manifest = support::tinyManifest(10);
    const auto shards = support::tinyShards(10);
    const QTemporaryDir directory;
    auto folder = CheckpointFolder::open(directory.path().toStdString()).value();
    for (int i = 0; i < 20; ++i) {
        manifest.plan = random.next();
        manifest.text = {random.text(), 12345, 0xDEADBEEFu};
        const auto written = folder.write(manifest, shards);
        QVERIFY2(written, written ? "" : describe(written.error().front()).c_str());
        const auto read = readManifest(written->path);
        QVERIFY2(read, read ? "" : describe(read.error().front()).c_str());
        QVERIFY(read->plan == manifest.plan && read->text == manifest.text && read->tensors == manifest.tensors);
        QCOMPARE(read->position.step, 10);
        QCOMPARE(decodeManifest(encode(*read), "").value(), *read);
    }
}

void CheckpointTest::whatWasWrittenIsReadInAnyBox() {
    const auto value = [](StateKind kind, int tensor, std::int64_t at) {
        return float(int(kind) * 1'000'000 + tensor * 10'000 + at);
    };
    Plan plan = support::planOf(support::gptOf(2, 16, 2, 32, 8), {.tp = 2, .dp = 2, .pp = 2}, Framework::Engine);
    plan.zero.stage = 1;
    const QTemporaryDir directory;
    auto folder = CheckpointFolder::open(directory.path().toStdString()).value();
    const auto written = folder.write(support::manifestOf(plan, 3), support::shardsOf(plan, value));
    QVERIFY(written);
    const auto checkpoint = Checkpoint::open(written->path);
    QVERIFY(checkpoint && checkpoint->verify().empty());
    support::RandomPlan random(3);
    for (int i = 0; i < 300; ++i) {
        const auto kind = StateKind(random.number(0, 2));
        const int t = random.number(0, int(checkpoint->manifest().tensors.size()) - 1);
        const ModelTensor& tensor = checkpoint->manifest().tensors[std::size_t(t)];
        Box box;
        box.row = random.number(0, int(tensor.rows) - 1);
        box.rows = random.number(1, int(tensor.rows - box.row));
        box.column = random.number(0, int(tensor.columns) - 1);
        box.columns = random.number(1, int(tensor.columns - box.column));
        std::vector<double> values(std::size_t(box.elements()), -1);
        QVERIFY(checkpoint->read(kind, t, box, values));
        for (std::int64_t r = 0; r < box.rows; ++r)
            for (std::int64_t c = 0; c < box.columns; ++c)
                QCOMPARE(values[std::size_t(r * box.columns + c)],
                         double(value(kind, t, (box.row + r) * tensor.columns + box.column + c)));
    }
}

using Harm = std::function<void(const TwoCheckpoints&)>;
Q_DECLARE_METATYPE(Harm)

void CheckpointTest::everyDamageIsNamedAndThePreviousCheckpointOffered_data() {
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

void CheckpointTest::everyDamageIsNamedAndThePreviousCheckpointOffered() {
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

void CheckpointTest::theOnlyCheckpointHasNoPrevious() {
    const TwoCheckpoints two;
    fs::remove_all(two.older);
    flipByte(two.newer / "rank-00000.safetensors", -1);
    const auto opened = openSound(two.newer);
    QVERIFY(!opened);
    QCOMPARE(opened.error().front().fix, "fix.checkpoint.no-previous");
}

void CheckpointTest::aFolderWithoutCheckpointsIsNotFound() {
    const QTemporaryDir folder;
    for (const QString& path : {folder.path(), folder.filePath("nowhere")}) {
        const auto found = locateCheckpoint(path.toStdString());
        QVERIFY(!found);
        QCOMPARE(found.error().front().code, "checkpoint.not-found");
    }
}

void CheckpointTest::oneProcessAtATimeWritesIntoAFolder() {
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

void CheckpointTest::whatAKilledRunLeftIsClearedAway() {
    const TwoCheckpoints two;
    const fs::path half = two.root() / ".unfinished-1-1";
    fs::create_directory(half);
    QCOMPARE(checkpointsIn(two.root()).size(), std::size_t(2));
    QVERIFY(CheckpointFolder::open(two.root()));
    QVERIFY(!fs::exists(half));
    QCOMPARE(checkpointsIn(two.root()).size(), std::size_t(2));
}

// By the time of saving, not by the step: a run that went back and goes on again must not lose its newest.
void CheckpointTest::theNewestAreKept() {
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

void CheckpointTest::aCheckpointOfTheSameStepIsReplaced() {
    const TwoCheckpoints two;
    const std::string before = openSound(two.newer)->manifest().id;
    auto folder = CheckpointFolder::open(two.root()).value();
    QVERIFY(folder.write(support::tinyManifest(10), support::tinyShards(10)));
    const auto opened = openSound(two.newer);
    QVERIFY(opened && opened->manifest().id != before);
    QCOMPARE(std::distance(fs::directory_iterator(two.root()), {}), std::ptrdiff_t(3));  // two and the lock
}

void CheckpointTest::aDiskThatTakesNoMoreLeavesTheOldOnesAndNothingElse() {
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

void CheckpointTest::otherModelsAreRefusedByTheFieldThatDiffers_data() {
    QTest::addColumn<QString>("field");
    for (const char* field : {"layers", "hidden", "heads", "ffn", "vocabulary", "max_sequence"})
        QTest::newRow(field) << field;
}

void CheckpointTest::otherModelsAreRefusedByTheFieldThatDiffers() {
    QFETCH(QString, field);
    const Manifest manifest = support::tinyManifest(10);
    Plan plan = manifest.plan;
    QVERIFY(!modelMismatch(manifest, plan));
    plan.layout = {.tp = 2, .dp = 2, .pp = 2};
    plan.zero.stage = 3;
    QVERIFY(!modelMismatch(manifest, plan));
    int& number = field == "layers"       ? plan.model.layers
                  : field == "hidden"     ? plan.model.hidden
                  : field == "heads"      ? plan.model.heads
                  : field == "ffn"        ? plan.model.ffn
                  : field == "vocabulary" ? plan.model.vocabulary
                                          : plan.model.maxSequence;
    const std::string before = std::to_string(number);
    number *= 2;
    const auto mismatch = modelMismatch(manifest, plan);
    QVERIFY(mismatch);
    QCOMPARE(mismatch->where, "/model/" + field.toStdString());
    const std::string said = describe(*mismatch);
    QVERIFY2(said.find(before) != said.npos && said.find(std::to_string(number)) != said.npos, said.c_str());
}

void CheckpointTest::theFolderOfARunIsThePlansOrTheResumedOnesOrItsOwn() {
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

QTEST_GUILESS_MAIN(CheckpointTest)
#include "checkpoint_test.moc"
