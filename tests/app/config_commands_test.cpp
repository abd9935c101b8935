// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// check, import, export and watch as a caller sees them: exit codes, standard output, files.
#include "tests/app/cli_process.h"

#include <QTemporaryDir>
#include <QTest>

class ConfigCommandsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void aSoundConfigurationIsResolved();
    void keysSayWhatTheyCostOnACard();
    void aBrokenBatchIsExitOneWithDeepSpeedsWords();
    void withoutAWorldSizeTheTripleIsNotGuessed();
    void whatIsNotUnderstoodIsExitTwoWithAPlace();
    void whatNoNumberOfCardsSatisfiesIsAnError();
    void aSizeBeyondAllIsRefusedByName();
    void quotedEscapesOfTheShellAreRead();
    void anImportThatLacksSomethingAnswersCompletely();
    void aSlipOfThePenInAFileOfNeoXIsNamed();
    void aScriptAndItsConfigAreReadTogether();
    void aKitIsExportedCheckedAndImportedBack();
    void aRefusedPlanLeavesNoFolder();
    void aKitDoesNotReplaceWhatWasEdited();
    void aLogBecomesEvents();
    void aLogThatBreaksOffSaysSo();
    void aPlanIsChangedOnTheWay();
    void theSummaryIsWhole();
    void aGrowingLogIsFollowed();

private:
    QString written(const QString& name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return {};
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

void ConfigCommandsTest::aSoundConfigurationIsResolved() {
    const QString file = written("sound.json", "{\"train_batch_size\": 64, // sequences\n \"train_micro_batch_size_per_gpu\": 2,\n"
                                               " \"steps_per_print\": 10, \"gradient_clipping\": 1.0}");
    const CliRun run = runCli("check " + file + " --world-size 16 --tp 2 --pp 2 --json");
    QCOMPARE(run.exitCode, 0);
    const QJsonObject resolved = run.json()["resolved"].toObject();
    QCOMPARE(resolved["train_batch_size"].toInt(), 64);
    QCOMPARE(resolved["train_micro_batch_size_per_gpu"].toInt(), 2);
    QCOMPARE(resolved["gradient_accumulation_steps"].toInt(), 8);
    QCOMPARE(resolved["data_parallel_size"].toInt(), 4);
    QCOMPARE(resolved["zero_stage"].toInt(), 0);
    QVERIFY(run.json()["problems"].toArray().isEmpty());
}

// By hand: stage 3 keeps two buckets of 2 bytes an element. The moments and the master weights of 6,738,415,616 parameters are
// 12 bytes each, an eighth of them of each card.
void ConfigCommandsTest::keysSayWhatTheyCostOnACard() {
    const QString file = written("memory.json", R"({"train_batch_size": 8, "bf16": {"enabled": true}, "gradient_clipping": 1.0,
        "steps_per_print": 10, "zero_force_ds_cpu_optimizer": false, "optimizer": {"type": "AdamW", "params": {"lr": 1e-4}},
        "zero_optimization": {"stage": 3, "reduce_bucket_size": 200000000, "offload_optimizer": {"device": "cpu"}}})");
    const CliRun run = runCli("check " + file + " --world-size 8 --model llama-2-7b --gpu h100-sxm --json");
    QJsonObject keys;
    for (const QJsonValue& row : run.json()["memory"].toObject()["keys"].toArray()) keys[row.toObject()["key"].toString()] = row;
    QCOMPARE(run.json()["memory"].toObject()["kind"].toString(), QString("predicted"));
    QCOMPARE(run.json()["memory"].toObject()["gpu"].toString(), QString("h100-sxm"));
    QVERIFY2(qAbs(keys["reduce_bucket_size"].toObject()["bytes"].toDouble() - 2 * 200e6 * 2) < 10, run.output);
    QVERIFY(keys["reduce_bucket_size"].toObject()["given"].toBool());
    QVERIFY(!keys["stage3_prefetch_bucket_size"].toObject()["given"].toBool());
    QVERIFY2(qAbs(keys["stage3_prefetch_bucket_size"].toObject()["bytes"].toDouble() - 50e6 * 2) < 10, run.output);
    const double host = 12.0 * 6738415616 / 8;
    QCOMPARE(keys["offload_optimizer"].toObject()["host_bytes"].toDouble(), host);
    QCOMPARE(keys["offload_optimizer"].toObject()["bytes"].toDouble(), -host);
    QVERIFY(keys["stage"].toObject()["bytes"].toDouble() < 0);
    QVERIFY(runCli("check " + file + " --world-size 8 --json").json()["memory"].isNull());
    QCOMPARE(runCli("check " + file + " --gpu no-such-card").exitCode, 2);
    QVERIFY(runCli("check " + file + " --world-size 8 --model llama-2-7b").output.contains("reduce_bucket_size"));
}

void ConfigCommandsTest::aBrokenBatchIsExitOneWithDeepSpeedsWords() {
    const QString file = written("broken.json", "{\"train_batch_size\": 32, \"train_micro_batch_size_per_gpu\": 3}");
    const CliRun run = runCli("check " + file + " --world-size 4 --json");
    QCOMPARE(run.exitCode, 1);
    QJsonObject batch;
    for (const QJsonValue& value : run.json()["problems"].toArray())
        if (value.toObject()["code"] == "ds.batch") batch = value.toObject();
    QCOMPARE(batch["upstream_message"].toString(),
             "Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * gradient_acc_step * world_size "
             "32 != 3 * 2 * 4");
    QVERIFY(batch["fix"].toString().contains("train_micro_batch_size_per_gpu 2 with gradient_accumulation_steps 4"));
    QVERIFY(batch["where"].toString().startsWith(file + ":1:"));
}

void ConfigCommandsTest::withoutAWorldSizeTheTripleIsNotGuessed() {
    const QString file = written("worldless.json", "{\"train_batch_size\": 32}");
    const CliRun run = runCli("check " + file + " --json");
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.json()["resolved"].toObject()["train_micro_batch_size_per_gpu"].isNull());
    QVERIFY(run.json()["resolved"].toObject()["world_size"].isNull());
    QVERIFY(run.errors.contains("--world-size"));
}

void ConfigCommandsTest::whatIsNotUnderstoodIsExitTwoWithAPlace() {
    const QString file = written("cut.json", "{\n  \"train_batch_size\": 8,\n  \"fp16\": {\"enabled\": tr");
    const CliRun run = runCli("check " + file + " --json");
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.output.isEmpty());
    QVERIFY2(run.errors.startsWith((file + ":3:").toUtf8()), run.errors);
    QCOMPARE(runCli("check " + file + " --engine fast").exitCode, 2);
    QCOMPARE(runCli("check " + m_folder.filePath("absent.json")).exitCode, 2);
    QCOMPARE(runCli("check " + written("prose.txt", "Nothing of use.\n")).exitCode, 2);
    QCOMPARE(runCli("import " + file).exitCode, 2);
}

void ConfigCommandsTest::whatNoNumberOfCardsSatisfiesIsAnError() {
    for (const auto& [text, code] :
         {std::pair("{\"train_micro_batch_size_per_gpu\": 3, \"train_batch_size\": 10, \"gradient_accumulation_steps\": 7}",
                    "ds.batch-any-world"),
          {"{\"train_batch_size\": 10, \"train_micro_batch_size_per_gpu\": 3}", "ds.batch-any-world"},
          {"{\"train_batch_size\": 0}", "ds.batch-below-one"},
          {"{\"train_micro_batch_size_per_gpu\": -2}", "ds.batch-below-one"},
          {"{\"train_batch_size\": 21, \"train_micro_batch_size_per_gpu\": 3, \"gradient_accumulation_steps\": 7}", ""},
          {"{\"train_batch_size\": 12, \"train_micro_batch_size_per_gpu\": 3}", ""}}) {
        const CliRun run = runCli("check " + written("triple.json", text) + " --json");
        QVERIFY2(run.exitCode == (*code ? 1 : 0), run.errors);
        QStringList errors;
        for (const QJsonValue& value : run.json()["problems"].toArray())
            if (value.toObject()["severity"] == "error") errors << value.toObject()["code"].toString();
        QCOMPARE(errors.join(' '), QString(code));
    }
}

void ConfigCommandsTest::aSizeBeyondAllIsRefusedByName() {
    const QString script = written("vast.sh", "torchrun --nproc_per_node 4 pretrain_gpt.py --vocab-size 9223372036854775807 "
                                              "--micro-batch-size 1 --global-batch-size 4\n");
    const CliRun run = runCli("check " + script + " --json");
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("--vocab-size is 9223372036854775807, more than a size can be"), run.errors);
    QVERIFY2(!run.errors.contains("padded"), run.errors);
}

// bash itself is the judge.
void ConfigCommandsTest::quotedEscapesOfTheShellAreRead() {
    const QString sizes = "--num-layers $'4' --hidden-size $'\\x36\\064' --num-attention-heads $'\\u0034' --seq-length $\"32\"";
    QProcess bash;
    bash.start("bash", {"-c", "echo " + sizes});
    QVERIFY(bash.waitForFinished(60'000));
    QCOMPARE(bash.readAllStandardOutput(), QByteArray("--num-layers 4 --hidden-size 64 --num-attention-heads 4 --seq-length 32\n"));
    const QString script = written("ansi.sh", "torchrun --nproc_per_node 1 pretrain_gpt.py --micro-batch-size 1 --global-batch-size 1 "
                                              "--max-position-embeddings 32 " + sizes.toUtf8() + '\n');
    const CliRun run = runCli("import " + script);
    const QJsonObject model = run.json()["model"].toObject();
    QVERIFY2(model["layers"].toInt() == 4 && model["hidden"].toInt() == 64 && model["heads"].toInt() == 4, run.errors);
    QCOMPARE(model["max_sequence"].toInt(), 32);
}

void ConfigCommandsTest::aSlipOfThePenInAFileOfNeoXIsNamed() {
    const QString file = written("slip.yml", "pipe_parallel_size: 1\nmodel_parallel_size: 1\nnum_layrs: 4\nhidden_size: 64\n"
                                             "gpt_j_residual: false\nno_ssh_check: true\n");
    const CliRun run = runCli("check " + file + " --json");
    QVERIFY2(run.errors.contains("slip.yml:3:1 (/num_layrs): GPT-NeoX has no key \"num_layrs\"; did you mean \"num_layers\"?"),
             run.errors);
    QCOMPARE(run.errors.count("GPT-NeoX has no key"), 1);
}

void ConfigCommandsTest::anImportThatLacksSomethingAnswersCompletely() {
    const CliRun run = runCli("import " + written("lacking.json", "{\"train_batch_size\": 8}") + " --json");
    QCOMPARE(run.exitCode, 1);
    QVERIFY(run.json().contains("plan") && run.json()["plan"].isNull());
    QVERIFY2(run.output.contains("\"code\": \"import."), run.output);
    QVERIFY(!run.errors.isEmpty());
}

void ConfigCommandsTest::aScriptAndItsConfigAreReadTogether() {
    written("ds.json", "{\"train_batch_size\": 64, \"train_micro_batch_size_per_gpu\": 4, \"zero_optimization\": {\"stage\": 2}}");
    const QString script = written("run.sh", "deepspeed --num_nodes 2 --num_gpus 8 pretrain_gpt.py --deepspeed --deepspeed_config ds.json "
                                             "--zero-stage 2 --micro-batch-size 2 --global-batch-size 64 --num-layers 4\n");
    const CliRun run = runCli("check " + script + " --json");
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()["resolved"].toObject()["engine"].toString(), "pipeline");
    QCOMPARE(run.json()["resolved"].toObject()["world_size"].toInt(), 16);
    QStringList codes;
    for (const QJsonValue& value : run.json()["problems"].toArray()) codes << value.toObject()["code"].toString();
    QVERIFY2(codes.contains("cross.batch") && codes.contains("ds.pipeline-zero"), qPrintable(codes.join(' ')));
}

void ConfigCommandsTest::aKitIsExportedCheckedAndImportedBack() {
    const QString plan = written("plan.shardscope.json",
                                 "{\"version\": 1, \"name\": \"kit\", \"model\": {\"preset\": \"gpt3-1.3b\"}, \"cluster\": {\"gpu\": "
                                 "\"a100-80gb\", \"nodes\": 2, \"gpus_per_node\": 8}, \"layout\": {\"tp\": 2, \"dp\": 4, \"pp\": 2, "
                                 "\"order\": \"deepspeed-3d\"}, \"zero\": {\"stage\": 1}, \"framework\": \"deepspeed\", \"batch\": "
                                 "{\"micro\": 2, \"global\": 64}, \"lr_schedule\": {\"kind\": \"megatron-cosine\", \"warmup\": 10}}");
    for (const QString target : {"megatron-deepspeed", "megatron-lm", "torchrun", "slurm"}) {
        const QString folder = m_folder.filePath("kit-" + target);
        const CliRun made = runCli("export " + plan + " --for " + target + " --to " + folder + " --json");
        QVERIFY2(made.exitCode == 0, made.errors);
        const QString script = made.json()["files"].toArray().first().toString();
        const CliRun checked = runCli("check " + script + " --json");
        QVERIFY2(checked.exitCode == 0 && checked.json()["problems"].toArray().isEmpty(), checked.errors + checked.output);
        QCOMPARE(checked.json()["resolved"].toObject()["train_batch_size"].toInt(), 64);
        const CliRun back = runCli("import " + script);
        QVERIFY2(back.exitCode == 0, back.errors);
        QCOMPARE(back.json()["layout"].toObject()["tp"].toInt(), 2);
        QCOMPARE(back.json()["name"].toString(), "kit");
        QCOMPARE(back.json()["model"].toObject()["preset"].toString(), "gpt3-1.3b");
    }
}

void ConfigCommandsTest::aRefusedPlanLeavesNoFolder() {
    const QString plan = written(
        "refused.shardscope.json",
        "{\"version\": 1, \"model\": {\"preset\": \"gpt3-1.3b\"}, \"cluster\": {\"nodes\": 1, \"gpus_per_node\": 8}, "
        "\"layout\": {\"tp\": 2, \"dp\": 2, \"pp\": 2}, \"zero\": {\"stage\": 2}, \"framework\": \"megatron\", "
        "\"lr_schedule\": {\"kind\": \"megatron-cosine\"}}");
    const QString folder = m_folder.filePath("refused");
    const CliRun run = runCli("export " + plan + " --for megatron-deepspeed --to " + folder + " --json");
    QCOMPARE(run.exitCode, 1);
    QVERIFY(run.json()["files"].toArray().isEmpty());
    QVERIFY(run.errors.contains("refused.shardscope.json:1:"));
    QVERIFY(!QFileInfo::exists(folder));
    QCOMPARE(runCli("export " + plan + " --for jax --to " + folder).exitCode, 2);
}

void ConfigCommandsTest::aKitDoesNotReplaceWhatWasEdited() {
    const QString folder = m_folder.filePath("edited");
    const QString line = "export gpt3-175b-1024xa100 --for megatron-lm --to " + folder;
    QCOMPARE(runCli(line).exitCode, 0);
    QCOMPARE(runCli(line).exitCode, 0);  // nothing would be lost
    const QString script = folder + "/launch.sh";
    QFile(script).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    written("edited/launch.sh", "# mine\n");
    const CliRun refused = runCli(line);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.errors.contains("launch.sh") && refused.errors.contains("--force"), qPrintable(refused.errors));
    QFile file(script);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("# mine\n"));
    QCOMPARE(runCli(line + " --force").exitCode, 0);
    QVERIFY(QFileInfo(script).size() > 100 && QFileInfo(script).isExecutable());
}

constexpr char kLine[] = " iteration        %1/    1000 | elapsed time per iteration (ms): 100.0 | learning rate: 1.0E-05 | global batch "
                         "size:     4 | lm loss: 2.0E+00 | loss scale: 1.0 |\n";

void ConfigCommandsTest::aLogBecomesEvents() {
    const QString log = written("train.log", QString(kLine).arg(1).toUtf8() + "noise\n" + QString(kLine).arg(2).toUtf8());
    const CliRun run = runCli("watch " + log + " --json --seq 1024");
    QCOMPARE(run.exitCode, 0);
    QStringList types;
    for (const QByteArray& line : run.output.split('\n'))
        if (!line.isEmpty()) types << QJsonDocument::fromJson(line).object()["type"].toString();
    QCOMPARE(types, (QStringList{"hello", "phase", "step", "step", "bye"}));
    QVERIFY(run.output.contains("\"tokens\":4096"));
    QCOMPARE(runCli("watch " + written("prose.log", "nothing here\n")).exitCode, 1);
    QCOMPARE(runCli("watch " + m_folder.filePath("absent.log")).exitCode, 2);
}

void ConfigCommandsTest::aLogThatBreaksOffSaysSo() {
    const QByteArray begun = " iteration        1/    1000 | lm loss: 2.0E+00 |\n iteration        2/    1000 | lm loss: 2.0E+00 |\n";
    const CliRun broken = runCli("watch " + written("oom.log", begun + "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to "
                                                                       "allocate 2.00 GiB\n") + " --json");
    QCOMPARE(broken.exitCode, 1);
    QVERIFY2(broken.output.contains("log.out-of-memory") && broken.output.contains("\"reason\":\"failed\""), broken.output);
    const CliRun cut = runCli("watch " + written("cut.log", begun));
    QCOMPARE(cut.exitCode, 0);
    QVERIFY2(cut.output.contains("2 updates, unfinished") && !cut.output.contains("0 tokens/s"), cut.output);
    for (const QByteArray& line : runCli("watch " + written("cut.log", begun) + " --json").output.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["type"] != "step") continue;
        for (const char* name : {"step_ms", "virtual_ms", "tokens_per_second", "mfu", "bubble_fraction"})
            QVERIFY2(event[name].isNull(), name);
        for (const char* name : {"tokens", "breakdown", "tensor_wire_bytes"}) QVERIFY2(!event.contains(name), name);
    }
}

// By the name of a shipped plan, and with a flag over its field.
void ConfigCommandsTest::aPlanIsChangedOnTheWay() {
    const QString folder = m_folder.filePath("changed");
    const CliRun run = runCli("export gpt3-175b-1024xa100 --for megatron-lm --global-batch 3072 --to " + folder);
    QVERIFY2(run.exitCode == 0, run.errors);
    QFile script(folder + "/launch.sh");
    QVERIFY(script.open(QIODevice::ReadOnly));
    const QByteArray text = script.readAll();
    QVERIFY2(text.contains("--global-batch-size 3072\n") && text.contains("--train-iters 47683\n"), text);
    QCOMPARE(runCli("estimate tiny-2x2x2 --json").exitCode, 0);
    QCOMPARE(runCli("estimate no-such-plan --json").exitCode, 2);
    QCOMPARE(runCli("lesson show data-parallel-zero").exitCode, 0);
    QVERIFY(runCli("export --help").output.contains("shardscope-cli export"));
}

void ConfigCommandsTest::theSummaryIsWhole() {
    const QString script = written("cp.sh", "export CUDA_DEVICE_MAX_CONNECTIONS=1\ntorchrun --nproc_per_node 8 pretrain_gpt.py "
                                            "--num-layers 4 --context-parallel-size 2 --tensor-model-parallel-size 2 "
                                            "--micro-batch-size 2 --global-batch-size 16 --bf16\n");
    const CliRun run = runCli("check " + script);
    QVERIFY2(run.output.contains("tp 2 · cp 2 · pp 1 · dp 2\n"), run.output);
    QVERIFY2(run.output.contains("16 sequences = micro-batch 2 · accumulation 4 · dp 2\n"), run.output);
    QVERIFY2(run.output.contains("without DeepSpeed") && !run.output.contains("zero  ("), run.output);
    const CliRun unknown = runCli("check " + written("half.json", "{\"train_batch_size\": 32}"));
    QVERIFY2(!unknown.output.contains("=") && unknown.output.contains("0 errors"), unknown.output);
}

void ConfigCommandsTest::aGrowingLogIsFollowed() {
    const QString log = written("growing.log", QString(kLine).arg(1).toUtf8());
    QProcess watch;
    watch.start(SHARDSCOPE_CLI, {"watch", log, "--json", "--follow"});
    QVERIFY(watch.waitForStarted());
    QByteArray output;
    const auto waitFor = [&](const QByteArray& text) {
        QElapsedTimer clock;
        clock.start();
        while (!output.contains(text) && clock.elapsed() < 20'000) {
            watch.waitForReadyRead(200);
            output += watch.readAllStandardOutput();
        }
        return output.contains(text);
    };
    QVERIFY2(waitFor("\"step\":1,"), output);
    QFile file(log);
    QVERIFY(file.open(QIODevice::Append));
    file.write(QString(kLine).arg(2).toUtf8());
    file.close();
    QVERIFY2(waitFor("\"step\":2,"), output);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));  // the run was started again
    file.write(QString(kLine).arg(3).toUtf8().left(60));
    file.flush();
    QTest::qWait(300);
    file.write(QString(kLine).arg(3).toUtf8().mid(60));
    file.close();
    QVERIFY2(waitFor("\"step\":3,"), output);
    watch.terminate();
    QVERIFY(watch.waitForFinished(10'000));
    output += watch.readAllStandardOutput();
    QCOMPARE(watch.exitCode(), 0);
    QVERIFY(output.trimmed().endsWith("}") && output.contains("\"bye\""));
}

QTEST_GUILESS_MAIN(ConfigCommandsTest)
#include "config_commands_test.moc"
