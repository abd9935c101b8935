// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameter counts of imported configurations against Transformers (tests/tools/make_model_counts.py), against published
// figures and, where they are at hand, against real files; refusals; and configurations that were damaged at random.
#include "core/import/hf_config.h"

#include "core/base/embedded.h"
#include "core/base/file.h"

#include <fmt/format.h>

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <random>
#include <set>

using namespace core;

namespace {

using Json = nlohmann::ordered_json;

Json golden(const char* name) {
    const auto text = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/" + name);
    return text ? Json::parse(*text) : Json();
}

Result<ImportedModel> imported(const Json& config) { return importHfText(config.dump(), "test.json"); }

QString said(const Problems& problems) {
    QString all;
    for (const Problem& problem : problems) all += QString::fromStdString(describe(problem)) + '\n';
    return all;
}

const Json* named(const Json& rows, const std::string& name) {
    for (const Json& row : rows)
        if (row["name"] == name) return &row;
    return nullptr;
}

Json tiny(const char* type) {
    return {{"model_type", type},          {"num_hidden_layers", 3}, {"hidden_size", 48},
            {"num_attention_heads", 6},    {"num_key_value_heads", 2}, {"intermediate_size", 80},
            {"max_position_embeddings", 64}, {"vocab_size", 101}};
}

}  // namespace

class HfConfigTest : public QObject {
    Q_OBJECT

private slots:
    void countsEqualThoseOfTransformers_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<qint64>("total");
        QTest::addColumn<qint64>("active");
        const Json counts = golden("model_counts.json")["models"];
        QVERIFY(counts.size() > 120);
        for (const Json& models : {Json::parse(embeddedModels()), golden("model_configs.json")})
            for (const Json& model : models) {
                const auto name = model["name"].get<std::string>();
                const Json* count = named(counts, name);
                if (!count) continue;
                QTest::newRow(name.c_str()) << QByteArray::fromStdString(model["config"].dump())
                                            << count->at("total").get<qint64>() << count->at("active").get<qint64>();
            }
    }

    void countsEqualThoseOfTransformers() {
        QFETCH(QByteArray, config);
        QFETCH(qint64, total);
        QFETCH(qint64, active);
        const auto model = importHfText(config.toStdString(), "test.json");
        QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
        const ParameterCount count = countParameters(model->spec);
        QCOMPARE(qint64(count.total), total);
        QCOMPARE(qint64(count.active), active);
        QCOMPARE(count.embedding + count.attention + count.mlp + count.norm + count.router + count.head + count.other,
                 count.total);
        QVERIFY(std::abs(approximateParameters(model->spec) / double(count.total + count.mtp) - 1) < 1e-12);
    }

    // Model types whose code is published with the checkpoint: the sums of its index files.
    void countsEqualThePublishedOnes_data() {
        QTest::addColumn<qint64>("total");
        QTest::newRow("qwen-7b") << qint64(7721324544);
        QTest::newRow("baichuan2-13b") << qint64(13896668160);
        QTest::newRow("internlm2-7b") << qint64(7737708544);
        QTest::newRow("glm-4-9b") << qint64(9399951360);
        QTest::newRow("falcon-180b") << qint64(179522565120);
        QTest::newRow("deepseek-v3") << qint64(671026419200);
    }

    void countsEqualThePublishedOnes() {
        QFETCH(qint64, total);
        const ModelSpec* spec = findModelPreset(QTest::currentDataTag());
        QVERIFY(spec);
        QCOMPARE(qint64(countParameters(*spec).total), total);
    }

    // DeepSeek-AI 2024: 671B in all, 37B active, 14B in the module of the second token with its embedding and head.
    void deepSeekV3HasTheSizesOfItsReport() {
        const ParameterCount count = countParameters(*findModelPreset("deepseek-v3"));
        QCOMPARE(qRound64(double(count.total) / 1e9), qint64(671));
        QVERIFY(count.active > 36'500'000'000 && count.active < 38'500'000'000);
        QCOMPARE(qRound64(double(count.mtp + 2 * std::int64_t(129280) * 7168) / 1e9), qint64(13));
        QCOMPARE(qint64(count.router), qint64(58) * 256 * (7168 + 1));
    }

    void everyModelTypeHasACountThatWasVerified() {
        std::set<std::string> seen{"RefinedWeb", "RefinedWebModel", "Yi",      "baichuan",  "chatglm", "deepseek",
                                   "hf_olmo",    "internlm",        "internlm2", "internlm3", "qwen",    "kimi_k2"};
        const Json counts = golden("model_counts.json")["models"];
        for (const Json& models : {Json::parse(embeddedModels()), golden("model_configs.json")})
            for (const Json& model : models)
                if (named(counts, model["name"])) seen.insert(model["config"]["model_type"]);
        for (const std::string& type : hfModelTypes()) QVERIFY2(seen.contains(type), type.c_str());
    }

    // The same shape under other names: their own code describes it so.
    void familiesWithoutClassesInTransformersEqualThoseThatHaveThem() {
        const auto total = [](const Json& config) {
            const auto model = imported(config);
            if (!model) qWarning("%s", qPrintable(said(model.error())));
            return model ? countParameters(model->spec).total : -1;
        };
        const std::int64_t llama = total(tiny("llama"));
        QVERIFY(llama > 0);
        for (const char* type : {"Yi", "internlm2", "internlm3"}) QCOMPARE(total(tiny(type)), llama);
        Json biased = tiny("llama");
        biased["attention_bias"] = true;
        QCOMPARE(total(tiny("internlm")), total(biased));
        Json refined{{"model_type", "RefinedWeb"}, {"n_layer", 3}, {"hidden_size", 48}, {"n_head", 6}, {"n_head_kv", 2}, {"vocab_size", 101}};
        Json falcon{{"model_type", "falcon"}, {"num_hidden_layers", 3}, {"hidden_size", 48}, {"num_attention_heads", 6},
                    {"num_kv_heads", 2}, {"vocab_size", 101}, {"new_decoder_architecture", true}};
        QCOMPARE(total(refined), total(falcon));
        // Ordinary attention, two shared experts of width 20 and one dense block.
        Json deepSeek = tiny("deepseek");
        deepSeek.update({{"n_routed_experts", 4}, {"n_shared_experts", 2}, {"num_experts_per_tok", 2},
                         {"moe_intermediate_size", 20}, {"first_k_dense_replace", 1}});
        QCOMPARE(total(deepSeek), llama - 2 * 3 * 48 * 80 + 2 * (4 * 48 + 3 * 48 * (4 * 20 + 40)));
    }

    void gptAndLlamaAreRecognisedAndTrainableOthersAreNot() {
        QVERIFY(findModelPreset("gpt2")->family == Family::Gpt && findModelPreset("llama-3.1-8b")->family == Family::Llama);
        QVERIFY(findModelPreset("mistral-7b")->family == Family::Llama);
        for (const char* name : {"gpt-j-6b", "qwen2.5-7b", "gemma-7b", "mixtral-8x7b", "bloom-176b", "deepseek-v3"})
            QVERIFY2(findModelPreset(name)->family == Family::Other, name);
        // Rotary positions stretched in a way that the engine does not know.
        Json stretched = tiny("llama");
        stretched["rope_scaling"] = {{"type", "dynamic"}, {"factor", 2.0}};
        QVERIFY(imported(stretched)->spec.family == Family::Other);
        QVERIFY(imported(tiny("llama"))->spec.family == Family::Llama);
    }

    void wrappedConfigurationsAreUnwrappedAndSaidSo() {
        const Json wrapped{{"model_type", "some_vision_model"}, {"vision_config", {{"hidden_size", 7}}}, {"text_config", tiny("qwen3")}};
        const auto model = imported(wrapped);
        QVERIFY(model);
        QCOMPARE(model->modelType, std::string("qwen3"));
        QCOMPARE(model->notes.size(), std::size_t(1));
        QCOMPARE(model->notes.front().code, std::string("hf.unwrapped"));
        QVERIFY(model->notes.front().where.ends_with("(/text_config)"));
        QCOMPARE(countParameters(model->spec).total, countParameters(imported(tiny("qwen3"))->spec).total);
    }

    void whatIsNotUnderstoodIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const Json& json, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(json.dump()) << QString(code);
        };
        const auto with = [](const char* type, const Json& changes) {
            Json json = tiny(type);
            json.update(changes);
            return json;
        };
        row("no model type", {{"hidden_size", 4}}, "hf.no-model-type");
        row("unknown model type", tiny("jamba"), "hf.unknown-model-type");
        row("a list", Json::array({1}), "hf.not-an-object");
        row("two models", {{"a", tiny("llama")}, {"b", tiny("qwen2")}}, "hf.several-models");
        row("missing width", {{"model_type", "llama"}, {"num_hidden_layers", 2}}, "hf.missing-key");
        row("text for a number", with("llama", {{"hidden_size", "48"}}), "hf.wrong-type");
        row("a fraction", with("llama", {{"hidden_size", 48.5}}), "hf.wrong-type");
        row("zero", with("llama", {{"num_hidden_layers", 0}}), "hf.out-of-range");
        row("negative", with("llama", {{"vocab_size", -1}}), "hf.out-of-range");
        row("2^63", with("llama", {{"hidden_size", std::uint64_t{1} << 63}}), "hf.out-of-range");
        row("a count beyond 64 bits",
            with("llama", {{"hidden_size", 2147483646}, {"intermediate_size", 2147483647}, {"num_hidden_layers", 2147483647}}),
            "hf.too-large");
        row("heads", with("llama", {{"num_attention_heads", 7}, {"num_key_value_heads", 7}}), "hf.heads-divide-hidden");
        row("key-value heads", with("llama", {{"num_key_value_heads", 4}}), "hf.kv-heads-divide-heads");
        row("activation", with("llama", {{"hidden_act", "softplus"}}), "hf.unknown-value");
        row("layer kinds", with("qwen3", {{"layer_types", {"full_attention", "linear_attention", "full_attention"}}}), "hf.unknown-layer");
        row("too few layer kinds", with("qwen3", {{"layer_types", {"full_attention"}}}), "hf.layer-types-count");
        row("visited experts", with("mixtral", {{"num_local_experts", 2}, {"num_experts_per_tok", 3}}), "hf.too-many-visited");
        row("an encoder", with("llama", {{"is_encoder_decoder", true}}), "hf.unsupported");
        row("narrow embedding", {{"model_type", "opt"}, {"num_hidden_layers", 2}, {"hidden_size", 48}, {"num_attention_heads", 6}, {"ffn_dim", 96}, {"vocab_size", 101}, {"max_position_embeddings", 64}, {"word_embed_proj_dim", 24}}, "hf.unsupported");
        row("dense blocks in the middle", with("qwen3_moe", {{"num_experts", 4}, {"num_experts_per_tok", 2}, {"moe_intermediate_size", 20}, {"mlp_only_layers", {1}}}), "hf.unsupported");
        row("contradiction", {{"model_type", "gpt2"}, {"n_layer", 2}, {"n_embd", 48}, {"hidden_size", 64}, {"n_head", 6}, {"vocab_size", 101}, {"n_positions", 64}}, "hf.contradiction");
        QTest::newRow("truncated") << QByteArray("{\"model_type\": \"llama\", \"hidden") << QString("json.syntax");
        QTest::newRow("twice") << QByteArray("{\"model_type\": \"llama\", \"hidden_size\": 1, \"hidden_size\": 2}") << QString("json.duplicate-key");
        QTest::newRow("deep") << QByteArray(200000, '[') << QString("json.too-deep");
        QTest::newRow("empty") << QByteArray() << QString("json.syntax");
    }

    void whatIsNotUnderstoodIsNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        const auto model = importHfText(text.toStdString(), "x/config.json");
        QVERIFY(!model);
        QCOMPARE(QString::fromStdString(model.error().front().code), code);
        QVERIFY(QString::fromStdString(describe(model.error().front())).startsWith("x/config.json"));
    }

    // Numbers of real files: total_parameters of index.csv beside them, and the types that are refused.
    void realFilesHaveTheirKnownCounts() {
        const QByteArray folder = qgetenv("SHARDSCOPE_REAL_FILES");
        if (folder.isEmpty()) QSKIP("SHARDSCOPE_REAL_FILES names no folder with real files");
        const auto index = readTextFile(folder.toStdString() + "/index.csv");
        QVERIFY(index);
        int counted = 0, refused = 0;
        for (const QString& line : QString::fromStdString(*index).split('\n')) {
            const QString file = line.section(',', 0, 0), total = line.section(',', 5, 5);
            if (!file.startsWith("hf_config/")) continue;
            const auto model = importHfConfig(folder.toStdString() + "/" + file.toStdString());
            if (!model) {
                ++refused;
                QVERIFY2(total.isEmpty(), qPrintable(file + ": " + said(model.error())));
                continue;
            }
            bool known = false;
            const qint64 expected = total.toLongLong(&known);
            if (!known) continue;
            ++counted;
            QVERIFY2(countParameters(model->spec).total == expected,
                     qPrintable(QString("%1: %2, not %3").arg(file).arg(countParameters(model->spec).total).arg(total)));
        }
        QVERIFY2(counted >= 26 && refused >= 5, qPrintable(QString("%1 counted, %2 refused").arg(counted).arg(refused)));
    }

    // Bytes, numbers and whole values are changed at random: what comes back is a sound model or a refusal with a place.
    void damagedConfigurationsAreRefusedOrSound() {
        std::vector<std::string> texts;
        for (const Json& model : golden("model_configs.json")) texts.push_back(model["config"].dump());
        std::mt19937 random(20261130);
        QElapsedTimer timer;
        timer.start();
        int sound = 0, refused = 0;
        for (int round = 0; timer.elapsed() < 2500; ++round) {
            const std::string text = damaged(texts[std::size_t(round) % texts.size()], random);
            const auto model = importHfText(text, "damaged.json");
            if (!model) {
                ++refused;
                QVERIFY2(!model.error().empty() && model.error().front().where.starts_with("damaged.json"), text.c_str());
                QVERIFY2(!message(model.error().front()).empty(), text.c_str());
                continue;
            }
            ++sound;
            const ParameterCount count = countParameters(model->spec);
            QVERIFY2(count.total > 0 && count.active > 0 && count.active <= count.total && count.mtp >= 0, text.c_str());
        }
        QVERIFY2(sound > 50 && refused > 50, qPrintable(QString("%1 sound, %2 refused").arg(sound).arg(refused)));
    }

private:
    static std::string damaged(std::string text, std::mt19937& random) {
        static const char* const kValues[] = {"-1", "0", "1e400", "9223372036854775808", "2147483647", "0.5", "null", "true",
                                              "[]", "{}", "\"x\"", "[[[[]]]]", "1e-9", "18446744073709551616"};
        const auto below = [&](std::size_t n) { return std::size_t(random() % std::max<std::size_t>(1, n)); };
        for (int change = int(below(4)); change >= 0; --change) {
            const std::size_t at = below(text.size());
            switch (below(4)) {
            case 0: text[at] = char(random()); break;
            case 1: text.erase(at, below(12)); break;
            case 2: text.insert(at, text.substr(below(text.size()), below(30))); break;
            default:
                if (const std::size_t colon = text.find(": ", at) == text.npos ? text.find(':', at) : text.find(": ", at); colon != text.npos) {
                    const std::size_t end = text.find_first_of(",}", colon);
                    if (end != text.npos) text.replace(colon + 1, end - colon - 1, kValues[below(std::size(kValues))]);
                }
            }
            if (text.empty()) text = "{";
        }
        return text;
    }
};

QTEST_GUILESS_MAIN(HfConfigTest)
#include "hf_config_test.moc"
