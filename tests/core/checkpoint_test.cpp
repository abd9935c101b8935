// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checkpoint format without an engine: checksums, safetensors, slices of every layout, manifests, and
// models that do not fit.
#include "core/checkpoint/crc32c.h"
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/plan_codec.h"
#include "tests/support/checkpoint_writer.h"
#include "tests/support/plans.h"
#include "tests/support/random_plan.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
namespace fs = std::filesystem;

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
    void otherModelsAreRefusedByTheFieldThatDiffers_data();
    void otherModelsAreRefusedByTheFieldThatDiffers();
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

QTEST_GUILESS_MAIN(CheckpointTest)
#include "checkpoint_test.moc"
