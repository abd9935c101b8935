// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// model and plan on the command line: keys that callers rely on, models and cards from files, refusals.
#include "core/planner/search.h"
#include "tests/app/cli_process.h"

#include <QTemporaryDir>
#include <QTest>

class PlannerCommands : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aConfigurationIsCountedByPart();
    void refusedConfigurationsNameThePlace();
    void aPlanTakesItsModelAndItsCardFromFiles();
    void modelsThatTheEngineCannotTrainAreRefusedByTrain();
    void aSearchHasTheKeysThatCallersRelyOn();
    void aSearchWithoutCardsOrModelIsRefused();
    void aSearchThatFindsNothingExitsWith1();
    void aSearchLeavesFreeWhatTheWindowDoes();

private:
    QString write(const QString& name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName();
    }

    QTemporaryDir m_folder;
    QString m_config, m_card;
};

void PlannerCommands::initTestCase() {
    m_config = write("mixtral.json", R"({"model_type": "mixtral", "num_hidden_layers": 4, "hidden_size": 512,
        "num_attention_heads": 8, "num_key_value_heads": 4, "intermediate_size": 1024, "vocab_size": 32000,
        "max_position_embeddings": 2048, "num_local_experts": 8, "num_experts_per_tok": 2})");
    m_card = write("my-card.json", R"({"name": "my-card", "memory_gib": 96, "bf16_tflops": 400, "fp16_tflops": 400,
        "fp32_tflops": 50, "memory_gb_per_s": 3000, "node_gb_per_s": 200, "node_microseconds": 6, "network_gb_per_s": 25,
        "network_microseconds": 12, "watts": 500, "price_per_gpu_hour": 2.5})");
}

void PlannerCommands::aConfigurationIsCountedByPart() {
    const CliRun run = runCli("model " + m_config + " --json");
    QCOMPARE(run.exitCode, 0);
    const QJsonObject parameters = run.json()["parameters"].toObject();
    qint64 sum = 0;
    for (const char* part : {"embedding", "attention", "mlp", "norm", "router", "head", "other"}) {
        QVERIFY2(parameters.contains(part), part);
        sum += parameters[part].toInteger();
    }
    // An expert has 3·512·1024 numbers; a token visits 2 of 8.
    const qint64 experts = 4 * 8 * 3 * 512 * 1024, router = 4 * 8 * 512;
    QCOMPARE(sum, parameters["total"].toInteger());
    QCOMPARE(parameters["mlp"].toInteger(), experts);
    QCOMPARE(parameters["router"].toInteger(), router);
    QCOMPARE(parameters["active"].toInteger(), parameters["total"].toInteger() - experts / 8 * 6);
    QCOMPARE(parameters["mtp"].toInteger(), qint64(0));
    QCOMPARE(run.json()["spec"].toObject()["details"].toObject()["experts"].toObject()["count"].toInt(), 8);
}

void PlannerCommands::refusedConfigurationsNameThePlace() {
    const QString file = write("jamba.json", R"({"model_type": "jamba", "hidden_size": 4})");
    const CliRun run = runCli("model " + file + " --json");
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.output.isEmpty());
    QVERIFY2(run.errors.startsWith((file + ":1:16 (/model_type): ").toUtf8()), run.errors);
    QCOMPARE(runCli("model " + m_folder.filePath("nowhere.json")).exitCode, 2);
}

void PlannerCommands::aPlanTakesItsModelAndItsCardFromFiles() {
    const QString plan = write("own.shardscope.json", R"({"version": 1, "model": {"config": "mixtral.json"},
        "cluster": {"gpu": "my-card.json", "nodes": 1, "gpus_per_node": 8}, "framework": "megatron",
        "layout": {"tp": 2, "ep": 2, "dp": 4}, "batch": {"micro": 1, "global": 16}, "attention": "flash"})");
    const CliRun run = runCli("estimate " + plan + " --json");
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["memory"].toObject()["capacity_bytes"].toInteger(), qint64(96) << 30);
    QVERIFY(run.json()["run"].toObject()["cost"].toDouble() > 0);  // the price stands in the card's file
    // What is printed is a plan of its own, without the files beside it.
    const QString copy = write("copy.shardscope.json", QJsonDocument(run.json()["plan"].toObject()).toJson());
    const CliRun again = runCli("estimate " + copy + " --json");
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(again.json()["memory"], run.json()["memory"]);
    const CliRun flags = runCli("estimate --model " + m_config + " --gpu " + m_card +
                                " --cards 8 --tp 2 --ep 2 --global-batch 16 --attention flash --json");
    QVERIFY2(flags.exitCode == 0, flags.errors);
    QCOMPARE(flags.json()["memory"], run.json()["memory"]);
}

void PlannerCommands::modelsThatTheEngineCannotTrainAreRefusedByTrain() {
    const QString plan = write("train.shardscope.json", R"({"version": 1, "model": {"config": "mixtral.json"},
        "cluster": {"gpu": "virtual-card", "nodes": 1, "gpus_per_node": 1}, "framework": "megatron", "precision": "fp32",
        "batch": {"micro": 1, "global": 1}, "sequence_length": 64})");
    const CliRun run = runCli("train " + plan + " --steps 1");
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("mixtral is planned only; the engine trains GPT and LLaMA shapes"), run.errors);
}

void PlannerCommands::aSearchHasTheKeysThatCallersRelyOn() {
    const CliRun run = runCli("plan --model llama-2-7b --gpu a100-80gb --cards 16 --global-batch 64 --seq 2048 --tp 2 --top 3 --json");
    QVERIFY2(run.exitCode == 0, run.errors);
    const QJsonObject json = run.json();
    QVERIFY(json["evaluated"].toInteger() >= json["feasible"].toInteger() && json["feasible"].toInteger() > 0);
    QVERIFY(json["seconds"].toDouble() > 0 && !json["rejected"].toObject().isEmpty());
    const QJsonArray layouts = json["layouts"].toArray();
    QCOMPARE(layouts.size(), 3);
    QVERIFY(!json["front"].toArray().isEmpty());
    double last = 0;
    for (const QJsonValue& value : layouts) {
        const QJsonObject layout = value.toObject();
        QVERIFY(layout["step_seconds"].toDouble() >= last);
        last = layout["step_seconds"].toDouble();
        QVERIFY(layout["mfu"].toDouble() > 0 && layout["mfu"].toDouble() < 1 && layout["pareto"].isBool());
        const double headroom = layout["headroom_fraction"].toDouble(-1);
        QVERIFY(qFuzzyCompare(1 - headroom, layout["memory_bytes"].toDouble() / double(qint64(80) << 30)));
        QCOMPARE(layout["plan"].toObject()["layout"].toObject()["tp"].toInt(), 2);
    }
    // A found plan says of itself what the search says of it.
    const QJsonObject best = layouts.first().toObject();
    const QString plan = write("best.shardscope.json", QJsonDocument(best["plan"].toObject()).toJson());
    const QJsonObject estimate = runCli("estimate " + plan + " --json").json();
    QCOMPARE(estimate["time"].toObject()["step_seconds"].toDouble(), best["step_seconds"].toDouble());
    qint64 heaviest = 0;
    for (const QJsonValue& stage : estimate["memory"].toObject()["stages"].toArray())
        heaviest = std::max(heaviest, stage.toObject()["total_bytes"].toInteger());
    QCOMPARE(heaviest, best["memory_bytes"].toInteger());
}

void PlannerCommands::aSearchWithoutCardsOrModelIsRefused() {
    for (const char* arguments :
         {"plan --model gpt2 --json", "plan --cards 8 --json", "plan --model gpt2 --cards 8 --gpu nothing --json"}) {
        const CliRun run = runCli(arguments);
        QVERIFY2(run.exitCode == 2, arguments);
        QVERIFY2(run.output.isEmpty() && !run.errors.isEmpty(), arguments);
    }
}

void PlannerCommands::aSearchThatFindsNothingExitsWith1() {
    const CliRun run = runCli("plan --model gpt3-175b --gpu v100-32gb --cards 8 --json");
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.firstProblem(), QString("search.nothing-fits"));
    QVERIFY(run.json()["smallest"].toObject()["memory_bytes"].toInteger() > qint64(32) << 30);
    QVERIFY(run.json()["rejected"].toObject()["search.memory"].toInteger() > 0);
    // No layout with tp 3 is even tried: there is no most frequent reason to name.
    const CliRun none = runCli("plan --model llama-2-13b --gpu a100-80gb --cards 32 --tp 3");
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.errors.contains("another number of cards") && !none.errors.contains("most often"), none.errors);
}

void PlannerCommands::aSearchLeavesFreeWhatTheWindowDoes() {
    const QString search = "plan --model llama-2-7b --gpu a100-40gb --cards 8 --global-batch 64 --top 1000 --json";
    const auto fullest = [](const CliRun& run) {
        qint64 most = 0;
        for (const QJsonValue& found : run.json()["layouts"].toArray()) most = std::max(most, found.toObject()["memory_bytes"].toInteger());
        return double(most) / double(qint64{40} << 30);
    };
    const CliRun usual = runCli(search), brim = runCli(search + " --margin 0");
    QCOMPARE(usual.json()["reserve_fraction"].toDouble(), core::kUsualReserve);
    QVERIFY2(fullest(usual) > 0.85 && fullest(usual) <= 1 - core::kUsualReserve, qPrintable(QString::number(fullest(usual))));
    QVERIFY2(fullest(brim) > 1 - core::kUsualReserve && fullest(brim) <= 1, qPrintable(QString::number(fullest(brim))));
    QVERIFY(runCli("plan --model llama-2-7b --gpu a100-40gb --cards 8 --top 1").output.contains("6 % of every card stay free (--margin)"));
}

QTEST_GUILESS_MAIN(PlannerCommands)
#include "planner_commands_test.moc"
