// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mends of configurations: over the rule cases of tests/golden each mend ends its problem and changes little; edits leave
// comments, order, indents and line ends as they are.
#include "core/config/hjson_edit.h"
#include "core/config/mends.h"
#include "core/config/text_place.h"
#include "core/config/yaml_edit.h"
#include "tests/support/config_cases.h"

#include <QTest>

#include <algorithm>

using namespace core;
using support::Json;

namespace {

std::size_t errors(const Problems& problems) {
    return std::size_t(std::ranges::count(problems, Severity::Error, &Problem::severity));
}

std::string mendedText(const std::string& code, std::vector<ConfigFile> files, const CheckOptions& options = {}) {
    const MendedReport report = checkWithMends(files, options);
    for (std::size_t i = 0; i < report.mends.size(); ++i)
        if (report.report.problems[i].code == code && !report.mends[i].empty()) return report.mends[i].front().changed.front().text;
    return "no mend of " + code;
}

// "set POINTER VALUE", "remove POINTER", "rename POINTER NAME"
std::optional<std::string> changedBy(const std::optional<MemberEditor>& editor, const QStringList& words) {
    if (!editor) return std::nullopt;
    const std::string pointer = words[1].toStdString();
    if (words[0] == "remove") return editor->without(pointer);
    const std::string last = words.mid(2).join(' ').toStdString();
    return words[0] == "set" ? editor->withValue(pointer, last) : editor->withKey(pointer, last);
}

const std::string kConfig = "{\n"
                            "  // of the run\n"
                            "  \"train_batch_size\": 1024,\n"
                            "  \"train_micro_batch_size_per_gpu\": 2,\n"
                            "  \"gradient_accumulation_steps\": 64,  # kept\n"
                            "  \"zero_optimization\": { \"stage\": 2, \"allgather_buckt_size\": 5e8 },\n"
                            "  \"gradient_clipping\": 1.0\n"
                            "}\n";

}  // namespace

class ConfigMendsTest : public QObject {
    Q_OBJECT

private slots:
    void everyMendOfTheRuleCasesEndsItsProblem() {
        int problems = 0, mended = 0, cases = 0, casesMended = 0;
        for (const char* name : {"config_rules_deepspeed.json", "config_rules_megatron.json"})
            for (const Json& row : support::casesOf(name)) {
                const std::string code = row.at("code");
                if (code.empty()) continue;
                const auto files = support::filesOf(row, 2);
                const CheckOptions options = support::optionsOf(row);
                const MendedReport report = checkWithMends(files, options);
                QCOMPARE(report.mends.size(), report.report.problems.size());
                bool thisCase = false;
                for (std::size_t i = 0; i < report.mends.size(); ++i) {
                    const Problem& problem = report.report.problems[i];
                    ++problems;
                    mended += report.mends[i].empty() ? 0 : 1;
                    for (const ConfigMend& mend : report.mends[i]) {
                        QVERIFY(!mend.name.empty() && !mend.changed.empty());
                        std::vector<ConfigFile> after = files;
                        for (const ConfigFile& changed : mend.changed)
                            std::ranges::find(after, changed.name, &ConfigFile::name)->text = changed.text;
                        const auto again = checkConfigs(after, options);
                        QVERIFY2(again.has_value(), code.c_str());
                        QVERIFY2(errors(again->problems) <= errors(report.report.problems), code.c_str());
                        const auto same = [&](const Problem& other) { return other.code == problem.code && other.params == problem.params; };
                        const auto before = std::ranges::count_if(report.report.problems, same);
                        QVERIFY2(std::ranges::count_if(again->problems, same) < before, qPrintable(QString::fromStdString(
                                     code + ": " + mend.name + " = " + mend.value + "\n" + mend.changed.front().text)));
                        thisCase = thisCase || problem.code == code;
                    }
                }
                ++cases;
                casesMended += thisCase ? 1 : 0;
            }
        qInfo("%d of %d problems and %d of %d cases have a mend", mended, problems, casesMended, cases);
        QVERIFY(casesMended * 2 > cases);
    }

    void aMendChangesWhatItNamesAndNothingElse() {
        CheckOptions options;
        options.worldSize = 4;
        const std::string batch = mendedText("ds.batch", {{"ds_config.json", kConfig}}, options);
        std::string expected = kConfig;
        expected.replace(expected.find("64,  # kept"), 2, "128");
        QCOMPARE(QString::fromStdString(batch), QString::fromStdString(expected));
        const std::string renamed = mendedText("ds.unknown-key-refused", {{"ds_config.json", kConfig}}, options);
        expected = kConfig;
        expected.replace(expected.find("allgather_buckt_size"), 20, "allgather_bucket_size");
        QCOMPARE(QString::fromStdString(renamed), QString::fromStdString(expected));
    }

    void membersAreSetAddedAndRemovedInTheStyleOfTheText_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("act");
        QTest::addColumn<QString>("after");
        QTest::newRow("added on a line of its own") << "{\n  \"a\": 1\n}" << "set /b 2" << "{\n  \"a\": 1,\n  \"b\": 2\n}";
        QTest::newRow("added behind a trailing comma") << "{\n  \"a\": 1,\n}" << "set /b 2" << "{\n  \"a\": 1,\n  \"b\": 2\n}";
        QTest::newRow("added in a line") << "{ \"a\": 1 }" << "set /b 2" << "{ \"a\": 1, \"b\": 2 }";
        QTest::newRow("added to nothing") << "{}" << "set /b 2" << "{ \"b\": 2 }";
        QTest::newRow("added with its object") << "{ \"a\": 1 }" << "set /z/b 2" << "{ \"a\": 1, \"z\": { \"b\": 2 } }";
        QTest::newRow("added with DOS line ends") << "{\r\n  \"a\": 1\r\n}" << "set /b 2" << "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}";
        QTest::newRow("added without braces") << "a: 1\nb: 2\n" << "set /c 3" << "a: 1\nb: 2,\nc: 3\n";
        QTest::newRow("added behind a comment") << "{\n  \"a\": 1  // of a\n}" << "set /b 2" << "{\n  \"a\": 1,  // of a\n  \"b\": 2\n}";
        QTest::newRow("replaced before a comment") << "{ \"a\": 5e8   # big\n}" << "set /a 7" << "{ \"a\": 7   # big\n}";
        QTest::newRow("replaced an object") << "{ \"a\": { \"x\": [1, \"}\"] }, \"b\": 2 }" << "set /a 1" << "{ \"a\": 1, \"b\": 2 }";
        QTest::newRow("removed with its line") << "{\n  \"a\": 1,\n  \"b\": 2,  // b\n  \"c\": 3\n}" << "remove /b" << "{\n  \"a\": 1,\n  \"c\": 3\n}";
        QTest::newRow("removed as the last") << "{\n  \"a\": 1,\n  \"b\": 2\n}" << "remove /b" << "{\n  \"a\": 1\n}";
        QTest::newRow("removed in a line") << "{ \"a\": 1, \"b\": 2 }" << "remove /a" << "{ \"b\": 2 }";
        QTest::newRow("removed the last in a line") << "{ \"a\": 1, \"b\": 2 }" << "remove /b" << "{ \"a\": 1  }";
        QTest::newRow("renamed with its quotes") << "{ 'a': 1 }" << "rename /a bb" << "{ 'bb': 1 }";
        QTest::newRow("renamed without quotes") << "{ a: 1 }" << "rename /a bb" << "{ bb: 1 }";
        QTest::newRow("not renamed to a name that is there") << "{ a: 1, b: 2 }" << "rename /a b" << "";
        QTest::newRow("nothing of a broken text") << "{ \"a\": " << "set /a 1" << "";
    }
    void membersAreSetAddedAndRemovedInTheStyleOfTheText() {
        QFETCH(QString, before);
        QFETCH(QString, act);
        QFETCH(QString, after);
        const QStringList words = act.split(' ');
        const std::string text = before.toStdString();
        const auto changed = changedBy(hjsonEditor(text), words);
        QCOMPARE(QString::fromStdString(changed.value_or("")), after);
    }

    void yamlIsEditedInItsOwnStyle_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("act");
        QTest::addColumn<QString>("after");
        const auto row = [](const char* name, const char* before, const char* act, const char* after) {
            QTest::newRow(name) << QString::fromUtf8(before) << QString(act) << QString::fromUtf8(after);
        };
        row("a value before a comment", "a: 1  # one\nb: 2\n", "set /a 7", "a: 7  # one\nb: 2\n");
        row("a value behind words of another script", "x: \"\u53c2\u6570\"\n# \u6ce8\na: 1\n", "set /a 7", "x: \"\u53c2\u6570\"\n# \u6ce8\na: 7\n");
        row("a value in a nested mapping", "o:\n  type: Adam\n  p:\n    lr: 1.0e-3\nb: 2\n", "set /o/p/lr 2e-3", "o:\n  type: Adam\n  p:\n    lr: 2e-3\nb: 2\n");
        row("a key with dashes", "pipe-parallel-size: 3\n", "set /pipe_parallel_size 2", "pipe-parallel-size: 2\n");
        row("a text in quotes", "a: 'it''s # no'  # c\n", "set /a \"x\"", "a: \"x\"  # c\n");
        row("a key without a value", "a:\nb: 2\n", "set /a 1", "a: 1\nb: 2\n");
        row("a block mapping replaced", "z:\n  stage: 2\n  # c\nb: 2\n", "set /z/stage 1", "z:\n  stage: 1\n  # c\nb: 2\n");
        row("added at the end", "a: 1\nb: 2  # of b\n", "set /c 3", "a: 1\nb: 2  # of b\nc: 3\n");
        row("added behind a nested mapping", "a: 1\nz:\n  stage: 1\n", "set /c true", "a: 1\nz:\n  stage: 1\nc: true\n");
        row("added into a nested mapping", "z:\n  stage: 1\nb: 2\n", "set /z/c true", "z:\n  stage: 1\n  c: true\nb: 2\n");
        row("added with its mapping", "a: 1\n", "set /z/stage 1", "a: 1\nz: { \"stage\": 1 }\n");
        row("added with DOS line ends", "a: 1\r\nb: 2\r\n", "set /c 3", "a: 1\r\nb: 2\r\nc: 3\r\n");
        row("removed with its line", "a: 1\nb: 2  # of b\nc: 3\n", "remove /b", "a: 1\nc: 3\n");
        row("removed with its lines", "a: 1\nz:\n  stage: 1\n  x:\n  - 1\n  - 2\nc: 3\n", "remove /z", "a: 1\nc: 3\n");
        row("renamed", "a: 1\nb: 2\n", "rename /b bb", "a: 1\nbb: 2\n");
        row("flow: a value", "{\n  # c\n  \"a\": 1, # one\n  \"b\": x y, }", "set /b 2", "{\n  # c\n  \"a\": 1, # one\n  \"b\": 2, }");
        row("flow: added", "{\n  \"a\": 1,\n  \"b\": [1, \"]\"]  # of b\n}\n", "set /c 3", "{\n  \"a\": 1,\n  \"b\": [1, \"]\"],  # of b\n  \"c\": 3\n}\n");
        row("flow: removed", "{\n  \"a\": 1,\n  \"b\": {\"x\": \"}\"}, # of b\n  \"c\": 3\n}\n", "remove /b", "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
        row("an alias is left alone", "a: &x 1\nb: *x\n", "set /b 2", "");
        row("an anchor is left alone", "a: &x 1\nb: *x\n", "set /a 2", "");
        row("a text of several lines is left alone", "a: one\n  two\nb: 2\n", "set /a 2", "");
        row("a block text is left alone", "a: |\n  one\nb: 2\n", "set /a 2", "");
        row("not renamed to a name that is there", "a: 1\nb: 2\n", "rename /a b", "");
        row("nothing of a broken text", "{ a: ", "set /a 1", "");
        row("nothing of a list", "- a\n", "set /a 1", "");
    }
    void yamlIsEditedInItsOwnStyle() {
        QFETCH(QString, before);
        QFETCH(QString, act);
        QFETCH(QString, after);
        const std::string text = before.toStdString();
        QCOMPARE(QString::fromStdString(changedBy(yamlEditor(text), act.split(' ')).value_or("")), after);
    }

    void argumentsOfNeoXAreMendedWhereTheFileWritesThem_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        const QString shape = "num_layers: 12\nhidden_size: 768\nseq_length: 2048\nmax_position_embeddings: 2048\n"
                              "train_micro_batch_size_per_gpu: 4\n";
        QTest::newRow("a size") << shape + "num_attention_heads: 16\nmodel-parallel-size: 3  # cards\n" << "mega.heads-tp" << "3  # cards" << "2  # cards";
        QTest::newRow("a slip of the pen") << shape + "num_attention_heads: 16\nmodel_parallel_sise: 2\n" << "neox.unknown-key" << "parallel_sise" << "parallel_size";
        QTest::newRow("a flag") << shape + "num_attention_heads: 16\nsequence_parallel: true # on\nbf16:\n  enabled: true\n" << "mega.sp-without-tp"
                                << "sequence_parallel: true # on\n" << "";
        QTest::newRow("a block of DeepSpeed") << shape + "num_attention_heads: 16\nzero_optimization:\n  stage: 2  # two\n  overlap_comm: false\n"
                                              << "ds.pipeline-zero" << "stage: 2  # two" << "stage: 1  # two";
        QTest::newRow("both halves") << shape + "num_attention_heads: 16\nbf16: {enabled: true}\nfp16: {enabled: true, loss_scale: 0}\n"
                                     << "ds.fp16-and-bf16" << "fp16: {enabled: true" << "fp16: {enabled: false";
    }
    void argumentsOfNeoXAreMendedWhereTheFileWritesThem() {
        QFETCH(QString, file);
        QFETCH(QString, code);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QString expected = file;
        expected.replace(expected.indexOf(from), from.size(), to);
        CheckOptions options;
        options.worldSize = 12;
        const MendedReport report = checkWithMends({{"model.yml", file.toStdString()}}, options);
        const auto met = std::ranges::find(report.report.problems, code.toStdString(), &Problem::code);
        QVERIFY(met != report.report.problems.end());
        const auto place = placeOf(met->where);  // what an editor underlines
        QVERIFY2(place && place->file == "model.yml" && place->pointer.starts_with('/'), met->where.c_str());
        QCOMPARE(QString::fromStdString(mendedText(code.toStdString(), {{"model.yml", file.toStdString()}}, options)), expected);
    }

    void argumentsAreMendedWhereTheScriptWritesThem_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        const QString end = "--num-layers 24 --hidden-size 2048 --seq-length 2048 --max-position-embeddings 2048 "
                            "--micro-batch-size 2 --train-iters 100 --lr 1e-4";
        const QString start = "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
        QTest::newRow("a variable") << start + "TP=3\ntorchrun --nnodes 3 --nproc_per_node 8 pretrain_gpt.py --num-attention-heads 16 "
                                               "--tensor-model-parallel-size $TP " + end + "\n"
                                    << "mega.heads-tp" << "TP=3" << "TP=2";
        QTest::newRow("a line of its own") << start + "torchrun --nproc_per_node 8 pretrain_gpt.py \\\n  --num-attention-heads 16 \\\n"
                                                      "  --sequence-parallel \\\n  " + end + "\n"
                                           << "mega.sp-without-tp" << "  --sequence-parallel \\\n" << "";
        QTest::newRow("the last line") << start + "torchrun --nproc_per_node 8 pretrain_gpt.py --num-attention-heads 16 " + end +
                                              " \\\n  --sequence-parallel\necho done\n"
                                       << "mega.sp-without-tp" << " \\\n  --sequence-parallel\n" << "\n";
        QTest::newRow("an array") << start + "ARGS=(--num-attention-heads 16 --bf16 --fp16 " + end +
                                         ")\ntorchrun --nproc_per_node 8 pretrain_gpt.py ${ARGS[@]}\n"
                                  << "mega.fp16-and-bf16" << "--fp16 " << "";
        QTest::newRow("a slip of the pen") << start + "torchrun --nproc_per_node 8 pretrain_gpt.py --num-attention-heads 16 --weight-deca 0.1 " + end + "\n"
                                           << "mega.unknown-argument" << "--weight-deca " << "--weight-decay ";
        QTest::newRow("an export") << "torchrun --nproc_per_node 8 pretrain_gpt.py --num-attention-heads 16 --tensor-model-parallel-size 2 " + end + "\n"
                                   << "mega.connections" << "torchrun" << "export CUDA_DEVICE_MAX_CONNECTIONS=1\ntorchrun";
    }
    void argumentsAreMendedWhereTheScriptWritesThem() {
        QFETCH(QString, script);
        QFETCH(QString, code);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QString expected = script;
        expected.replace(expected.indexOf(from), from.size(), to);
        QCOMPARE(QString::fromStdString(mendedText(code.toStdString(), {{"run.sh", script.toStdString()}})), expected);
    }

    void oneUnreadableFileDoesNotKeepTheOthersFromBeingChecked() {
        CheckOptions options;
        options.worldSize = 4;
        const MendedReport report = checkWithMends({{"broken.json", "{ \"a\": "}, {"ds_config.json", kConfig}}, options);
        const auto has = [&](const char* code) {
            return std::ranges::any_of(report.report.problems, [&](const Problem& problem) { return problem.code == code; });
        };
        QVERIFY(has("ds.batch"));
        QVERIFY(has("json.syntax"));
        QVERIFY(checkWithMends({}, options).report.problems.empty());
    }

    void placesAreTakenApart() {
        const auto place = placeOf("/a/b c:d.json:12:3 (/zero_optimization/stage)");
        QVERIFY(place.has_value());
        QCOMPARE(place->file, std::string("/a/b c:d.json"));
        QCOMPARE(place->at.line, 12);
        QCOMPARE(place->at.column, 3);
        QCOMPARE(place->pointer, std::string("/zero_optimization/stage"));
        QVERIFY(!placeOf("--world-size"));
        QCOMPARE(offsetOf("aä\nbc", {2, 2}).value(), std::size_t(5));
        QVERIFY(!offsetOf("a\nb", {3, 1}) && !offsetOf("a\nb", {1, 9}));
    }
};

QTEST_GUILESS_MAIN(ConfigMendsTest)
#include "config_mends_test.moc"
