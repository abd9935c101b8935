// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checkpoints to and from Hugging Face folders: element by element where a number must land, bit for bit against what
// transformers saved, and refusals by the tensor or field that does not fit. Losses: gpu.huggingface_test.
#include "core/checkpoint/hf_export.h"
#include "core/checkpoint/hf_tensors.h"
#include "core/checkpoint/hf_weights.h"
#include "tests/support/checkpoint_writer.h"
#include "tests/support/huggingface.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <functional>
#include <limits>

using namespace core;
namespace fs = std::filesystem;

namespace {

QString said(const Problems& problems) {
    QString all;
    for (const Problem& problem : problems) all += QString::fromStdString(problem.code + " " + describe(problem)) + '\n';
    return all;
}

// Every number says where it belongs.
float markOf(int tensor, std::int64_t index) { return float(tensor * 10'000 + index); }

float elementOf(const support::RawTensor& tensor, std::int64_t index) {
    float value = 0;
    std::memcpy(&value, tensor.bytes.data() + index * 4, 4);
    return value;
}

Checkpoint markedCheckpoint(const Plan& plan, const fs::path& to) {
    auto folder = CheckpointFolder::open(to).value();
    const auto shards =
        support::shardsOf(plan, [](StateKind kind, int tensor, std::int64_t index) {
            return kind == StateKind::Parameters ? markOf(tensor, index) : -1.0f;
        });
    return Checkpoint::open(folder.write(support::manifestOf(plan, 7), shards).value().path).value();
}

}  // namespace

class HuggingFaceTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }
    void everyNumberOfAGptLandsWhereConv1dHasIt();
    void everyNumberOfALlamaLandsInItsProjection();
    void whatTransformersSavedComesBackBitForBit_data();
    void whatTransformersSavedComesBackBitForBit();
    void sixteenBitsAreRoundedAsTorchRounds_data();
    void sixteenBitsAreRoundedAsTorchRounds();
    void ourCheckpointComesBackBitForBit();
    void theConfigurationDescribesTheSameModel();
    void aNumberBeyondTheTypeIsRefused();
    void aFolderWithSomethingInItIsLeftAlone();
    void whatDoesNotFitIsNamed_data();
    void whatDoesNotFitIsNamed();
    void missingAndDamagedFilesAreNamed();
    void olderNamesAndBuffersAreUnderstood();
    void aCheckpointOfALaterStepNeedsItsMoments();

private:
    [[nodiscard]] fs::path at(const char* name) const { return m_directory->filePath(name).toStdString(); }
    // A copy of a fixture's folder that can be changed.
    [[nodiscard]] fs::path copyOf(const char* name) const {
        fs::copy(support::hfFolder(name), at("copy"));
        for (const auto& entry : fs::directory_iterator(at("copy")))
            fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
        return at("copy");
    }
    std::unique_ptr<QTemporaryDir> m_directory;
};

void HuggingFaceTest::everyNumberOfAGptLandsWhereConv1dHasIt() {
    Plan plan = support::planOf(support::gptOf(2, 8, 2, 16, 8), {.tp = 2, .dp = 2, .pp = 2}, Framework::Engine);
    plan.zero.stage = 2;
    const Checkpoint checkpoint = markedCheckpoint(plan, at("from"));
    QVERIFY(exportToHuggingFace(checkpoint, StoredType::F32, at("to")));
    const auto tensors = support::rawTensors(at("to"));
    QCOMPARE(tensors.size(), std::size_t(2 + 2 * 12 + 2));
    const auto expect = [&](const std::string& theirs, const char* ours, std::int64_t rows, std::int64_t columns) {
        const support::RawTensor& there = tensors.at(theirs);
        const int tensor = *checkpoint.tensorNamed(ours);
        QCOMPARE(there.shape, (std::vector<std::int64_t>{rows, columns}));
        const bool turned = theirs.find(".c_") != theirs.npos;
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < columns; ++c)
                QCOMPARE(elementOf(there, r * columns + c), markOf(tensor, turned ? c * rows + r : r * columns + c));
    };
    expect("transformer.wte.weight", "embedding.token", plan.model.vocabulary, 8);
    expect("transformer.wpe.weight", "embedding.position", plan.model.maxSequence, 8);
    expect("transformer.h.1.attn.c_attn.weight", "block.1.attention.qkv.weight", 8, 24);
    expect("transformer.h.1.attn.c_proj.weight", "block.1.attention.out.weight", 8, 8);
    expect("transformer.h.0.mlp.c_fc.weight", "block.0.mlp.up.weight", 8, 32);
    expect("transformer.h.0.mlp.c_proj.weight", "block.0.mlp.down.weight", 32, 8);
    const support::RawTensor& bias = tensors.at("transformer.h.0.attn.c_attn.bias");
    QCOMPARE(bias.shape, (std::vector<std::int64_t>{24}));
    QCOMPARE(elementOf(bias, 23), markOf(*checkpoint.tensorNamed("block.0.attention.qkv.bias"), 23));
    QVERIFY(!tensors.contains("lm_head.weight"));
}

void HuggingFaceTest::everyNumberOfALlamaLandsInItsProjection() {
    Plan plan = support::hfPlan("llama");
    plan.layout.tp = 2;
    const Checkpoint checkpoint = markedCheckpoint(plan, at("from"));
    QVERIFY(exportToHuggingFace(checkpoint, StoredType::F32, at("to")));
    const auto tensors = support::rawTensors(at("to"));
    QCOMPARE(tensors.size(), std::size_t(1 + 2 * 9 + 2));
    const int qkv = *checkpoint.tensorNamed("block.1.attention.qkv.weight");
    std::int64_t row = 0;  // 32 of queries, 16 of keys, 16 of values
    const std::pair<const char*, std::int64_t> parts[] = {{"q", 32}, {"k", 16}, {"v", 16}};
    for (const auto& [part, rows] : parts) {
        const auto& there = tensors.at(std::string("model.layers.1.self_attn.") + part + "_proj.weight");
        QCOMPARE(there.shape, (std::vector<std::int64_t>{rows, 32}));
        for (std::int64_t i = 0; i < rows * 32; ++i) QCOMPARE(elementOf(there, i), markOf(qkv, row * 32 + i));
        row += rows;
    }
    QCOMPARE(elementOf(tensors.at("lm_head.weight"), 33), markOf(*checkpoint.tensorNamed("head.weight"), 33));
}

void HuggingFaceTest::whatTransformersSavedComesBackBitForBit_data() {
    QTest::addColumn<int>("type");
    QTest::newRow("gpt2") << int(StoredType::F32);
    QTest::newRow("llama") << int(StoredType::F32);
    QTest::newRow("llama-tied") << int(StoredType::F32);
    QTest::newRow("gpt2-bf16") << int(StoredType::Bf16);
    QTest::newRow("gpt2-fp16") << int(StoredType::F16);
}

void HuggingFaceTest::whatTransformersSavedComesBackBitForBit() {
    QFETCH(int, type);
    const std::string name = QTest::currentDataTag();
    const Checkpoint checkpoint = support::hfCheckpoint(support::hfFolder(name), support::hfPlan(name), at("ours"));
    QVERIFY(exportToHuggingFace(checkpoint, StoredType(type), at("to")));
    QVERIFY(support::rawTensors(at("to")) == support::rawTensors(support::hfFolder(name)));
}

void HuggingFaceTest::sixteenBitsAreRoundedAsTorchRounds_data() {
    QTest::addColumn<int>("type");
    QTest::newRow("gpt2-bf16") << int(StoredType::Bf16);
    QTest::newRow("gpt2-fp16") << int(StoredType::F16);
}

void HuggingFaceTest::sixteenBitsAreRoundedAsTorchRounds() {
    QFETCH(int, type);
    const Checkpoint checkpoint = support::hfCheckpoint(support::hfFolder("gpt2"), support::hfPlan("gpt2"), at("ours"));
    QVERIFY(exportToHuggingFace(checkpoint, StoredType(type), at("to")));
    QVERIFY(support::rawTensors(at("to")) == support::rawTensors(support::hfFolder(QTest::currentDataTag())));
}

void HuggingFaceTest::ourCheckpointComesBackBitForBit() {
    Plan plan = support::planOf(support::gptOf(2, 8, 2, 256, 8), {.tp = 2, .dp = 2}, Framework::Engine);
    const Checkpoint before = markedCheckpoint(plan, at("from"));
    QVERIFY(exportToHuggingFace(before, StoredType::F32, at("to")));
    const Checkpoint after = support::hfCheckpoint(at("to"), plan, at("back"));
    QCOMPARE(after.manifest().position, TrainingPosition{});
    QVERIFY(after.manifest().tensors == before.manifest().tensors);
    for (int t = 0; t < int(before.manifest().tensors.size()); ++t) {
        const ModelTensor& tensor = before.manifest().tensors[std::size_t(t)];
        std::vector<double> a(std::size_t(tensor.elements())), b = a;
        const Box all{0, tensor.rows, 0, tensor.columns};
        QVERIFY(before.read(StateKind::Parameters, t, all, a) && after.read(StateKind::Parameters, t, all, b));
        QVERIFY2(a == b, tensor.name.c_str());
    }
}

void HuggingFaceTest::theConfigurationDescribesTheSameModel() {
    for (const char* name : {"gpt2", "llama", "llama-tied"}) {
        const ModelSpec model = support::hfPlan(name).model;
        const auto read = importHfText(hfConfigText(model, model.maxSequence, StoredType::F32), std::string(name) + "/config.json");
        QVERIFY2(read, name);
        ModelSpec expected = model;
        if (model.family == Family::Gpt) {  // without dropout it is not quite the one of the papers
            expected.family = Family::Other;
            expected.details = detailsOf(model);
            expected.details.dropout = false;
        }
        QVERIFY2(read->spec == expected, name);
    }
}

void HuggingFaceTest::aNumberBeyondTheTypeIsRefused() {
    Plan plan = support::planOf(support::gptOf(2, 8, 2, 16, 8), {}, Framework::Engine);  // marks above 65504
    const Checkpoint checkpoint = markedCheckpoint(plan, at("from"));
    const auto refused = exportToHuggingFace(checkpoint, StoredType::F16, at("to"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().front().code, "checkpoint.hf-beyond");
    QCOMPARE(refused.error().front().params.at("tensor"), "transformer.h.0.attn.c_proj.bias");
    for (const auto& entry : fs::directory_iterator(m_directory->path().toStdString()))
        QCOMPARE(entry.path().filename(), fs::path("from"));  // nothing half-written
    // The edges themselves: the largest numbers fit, half a step above rounds to infinity; infinity itself is no fault.
    std::uint16_t bits = 0;
    const auto store = [&](StoredType type, double value) {
        return fromDoubles(type, std::span(&value, 1), std::as_writable_bytes(std::span(&bits, 1)));
    };
    QVERIFY(!store(StoredType::F16, 65519.996) && bits == 0x7BFF);
    QCOMPARE(store(StoredType::F16, 65520), std::optional(65520.0));
    QVERIFY(!store(StoredType::F16, -0x1p-24) && bits == 0x8001);
    QVERIFY(!store(StoredType::F16, 0x1p-25) && bits == 0);  // halfway, to even
    QVERIFY(!store(StoredType::Bf16, -0.0) && bits == 0x8000);
    QVERIFY(!store(StoredType::Bf16, std::numeric_limits<double>::infinity()) && bits == 0x7F80);
    QVERIFY(store(StoredType::Bf16, 3.4e38));
}

void HuggingFaceTest::aFolderWithSomethingInItIsLeftAlone() {
    const Checkpoint checkpoint = support::hfCheckpoint(support::hfFolder("gpt2"), support::hfPlan("gpt2"), at("ours"));
    fs::create_directories(at("to"));
    QVERIFY(exportToHuggingFace(checkpoint, StoredType::F32, at("to") / ""));  // an empty one is taken, slash or not
    const auto before = support::rawTensors(at("to"));
    const auto again = exportToHuggingFace(checkpoint, StoredType::Bf16, at("to"));
    QVERIFY(!again);
    QCOMPARE(again.error().front().code, "checkpoint.folder-not-empty");
    QVERIFY(support::rawTensors(at("to")) == before);
    const auto below = exportToHuggingFace(checkpoint, StoredType::F32, at("to") / "config.json" / "deeper");
    QVERIFY(!below);
    QCOMPARE(below.error().front().code, "checkpoint.cannot-write");
}

void HuggingFaceTest::whatDoesNotFitIsNamed_data() {
    QTest::addColumn<QString>("fixture");
    QTest::addColumn<std::function<void(Plan&)>>("change");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* fixture, std::function<void(Plan&)> change, const char* expected) {
        QTest::newRow(name) << fixture << std::move(change) << expected;
    };
    row(
        "vocabulary", "gpt2", [](Plan& p) { p.model.vocabulary = 300; },
        "checkpoint.hf-shape .*transformer.wte.weight is 256 × 32, in the plan's model 300 × 32");
    row(
        "ffn", "gpt2", [](Plan& p) { p.model.ffn = 64; },
        "checkpoint.hf-shape .*transformer.h.1.mlp.c_fc.weight is 32 × 128, in the plan's model 32 × 64");
    row("positions", "gpt2", [](Plan& p) { p.model.maxSequence = 16; }, "checkpoint.hf-shape .*transformer.wpe.weight is 32 × 32");
    row(
        "more layers", "gpt2", [](Plan& p) { p.model.layers = 3; },
        "checkpoint.hf-missing .*transformer.h.2.ln_1.weight \\(32\\) is missing");
    row("fewer layers", "gpt2", [](Plan& p) { p.model.layers = 1; }, "checkpoint.hf-extra .*transformer.h.1.mlp.c_fc.weight");
    row("many", "llama", [](Plan& p) { p.model.layers = 6; }, "checkpoint.hf-more .*16 further");
    row(
        "key-value heads", "llama", [](Plan& p) { p.model.kvHeads = 4; },
        "checkpoint.hf-shape .*self_attn.k_proj.weight is 16 × 32, in the plan's model 32 × 32");
    row("heads", "gpt2", [](Plan& p) { p.model.heads = p.model.kvHeads = 2; }, "checkpoint.hf-field /model/heads: heads is 4 .* 2");
    row("rotary base", "llama", [](Plan& p) { p.model.ropeTheta = 10000; }, "checkpoint.hf-field /model/rope_theta: .*500000.*10000");
    row("rotary factor", "llama", [](Plan& p) { p.model.ropeFactor = 1; }, "checkpoint.hf-field /model/rope_factor");
    row("family", "gpt2", [](Plan& p) { p.model.family = Family::Llama; }, "checkpoint.hf-field /model/family: family is gpt .* llama");
    row("untied", "llama-tied", [](Plan& p) { p.model.embeddings = Embeddings::Untied; }, "checkpoint.hf-missing .*lm_head.weight");
    row("tied", "llama", [](Plan& p) { p.model.embeddings = Embeddings::Tied; }, "checkpoint.hf-field /model/embeddings");
}

void HuggingFaceTest::whatDoesNotFitIsNamed() {
    QFETCH(QString, fixture);
    QFETCH(std::function<void(Plan&)>, change);
    QFETCH(QString, expected);
    Plan plan = support::hfPlan(fixture.toStdString());
    change(plan);
    const auto refused = importFromHuggingFace(support::hfFolder(fixture.toStdString()), plan);
    QVERIFY(!refused);
    QVERIFY2(said(refused.error()).contains(QRegularExpression(expected)), qPrintable(said(refused.error())));
}

void HuggingFaceTest::missingAndDamagedFilesAreNamed() {
    const Plan plan = support::hfPlan("llama");
    const auto codeOf = [&](const fs::path& folder) {
        const auto refused = importFromHuggingFace(folder, plan);
        return refused ? QString("taken") : said(refused.error());
    };
    const fs::path folder = copyOf("llama"), second = folder / "model-00002-of-00004.safetensors";
    fs::resize_file(second, fs::file_size(second) - 4);
    QVERIFY2(codeOf(folder).startsWith("checkpoint.truncated") && codeOf(folder).contains("00002"), qPrintable(codeOf(folder)));
    fs::remove(second);
    QVERIFY2(codeOf(folder).startsWith("checkpoint.cannot-read") && codeOf(folder).contains("00002"), qPrintable(codeOf(folder)));
    std::ofstream(folder / kHfIndexName) << R"({"weight_map": {"lm_head.weight": "../elsewhere.safetensors"}})";
    QVERIFY2(codeOf(folder).startsWith("checkpoint.hf-index"), qPrintable(codeOf(folder)));
    std::ofstream(folder / kHfIndexName) << "[]";
    QVERIFY2(codeOf(folder).startsWith("checkpoint.hf-index"), qPrintable(codeOf(folder)));
    fs::remove(folder / kHfIndexName);
    QVERIFY2(codeOf(folder).startsWith("checkpoint.hf-no-weights"), qPrintable(codeOf(folder)));
    std::ofstream(folder / kHfConfigName) << R"({"model_type": "mamba"})";
    QVERIFY2(codeOf(folder).startsWith("hf.unknown-model-type"), qPrintable(codeOf(folder)));
}

// The bare model's names, a mask and a tied head beside it, as folders of 2019 have them; a norm and an activation that
// compute otherwise.
void HuggingFaceTest::olderNamesAndBuffersAreUnderstood() {
    const fs::path folder = copyOf("gpt2");
    SafetensorsHeader header;
    std::string data;
    const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape, const std::string& bytes) {
        header.tensors.push_back({name, StoredType::F32, shape, std::int64_t(data.size()), std::int64_t(bytes.size())});
        data += bytes;
    };
    for (const auto& [name, tensor] : support::rawTensors(folder)) {
        add(bareHfName(Family::Gpt, name), tensor.shape, tensor.bytes);
        if (name.ends_with("wte.weight")) add("lm_head.weight", tensor.shape, tensor.bytes);
    }
    add("h.0.attn.bias", {1, 1, 2, 2}, std::string(16, '\0'));
    std::ofstream(folder / kHfWeightsName, std::ios::binary) << encode(header) << data;
    const Plan plan = support::hfPlan("gpt2");
    const Checkpoint checkpoint = support::hfCheckpoint(folder, plan, at("ours"));
    QVERIFY(exportToHuggingFace(checkpoint, StoredType::F32, at("to")));
    QVERIFY(support::rawTensors(at("to")) == support::rawTensors(support::hfFolder("gpt2")));
    std::ifstream in(folder / kHfConfigName);
    nlohmann::json config = nlohmann::json::parse(in);
    config["layer_norm_epsilon"] = 1e-6;
    std::ofstream(folder / kHfConfigName) << config;
    const auto warned = importFromHuggingFace(folder, plan);
    QVERIFY(warned && said(warned->warnings).startsWith("checkpoint.hf-epsilon"));
    config["activation_function"] = "gelu";
    std::ofstream(folder / kHfConfigName) << config;
    const auto refused = importFromHuggingFace(folder, plan);
    QVERIFY(!refused && said(refused.error()).contains("checkpoint.hf-computes"));
}

void HuggingFaceTest::aCheckpointOfALaterStepNeedsItsMoments() {
    auto imported = importFromHuggingFace(support::hfFolder("gpt2"), support::hfPlan("gpt2")).value();
    imported.manifest.position.step = 1;
    auto folder = CheckpointFolder::open(at("ours")).value();
    const auto opened = Checkpoint::open(folder.write(imported.manifest, imported.shards).value().path);
    QVERIFY(!opened);
    QCOMPARE(opened.error().front().code, "checkpoint.not-covered");
}

QTEST_GUILESS_MAIN(HuggingFaceTest)
#include "huggingface_test.moc"
