// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Save checkpoint now, resume, and resume in another layout, in the whole window with the real engine program
// behind it. Needs a display.
#include "core/checkpoint/find_checkpoint.h"
#include "core/plan/plan_codec.h"
#include "ui/kit/theme_provider.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using With = ui::MainWindow::ResumeWith;

namespace {

constexpr int kEngineTimeout = 60000;  // milliseconds

QString key(const char* text) { return QString::fromLatin1(text); }

}  // namespace

class CheckpointCommandsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<ui::ThemeProvider> m_theme;
    std::unique_ptr<ui::Settings> m_settings;
    ui::Languages m_languages{core::Language::English};
    std::unique_ptr<ui::MainWindow> m_window;

    core::Plan smallPlan() {
        QFile text(m_folder.filePath(key("text.txt")));
        if (text.open(QIODevice::WriteOnly))
            for (int i = 0; i < 2000; ++i)
                text.write("a checkpoint knows tensors, not ranks; line " + QByteArray::number(i) + "\n");
        core::Plan plan;
        plan.name = "small";
        plan.model = {.name = "small", .layers = 2, .hidden = 16, .heads = 2, .kvHeads = 2, .ffn = 64,
                      .vocabulary = 256, .maxSequence = 32};
        plan.cluster = {.gpu = "virtual-card", .nodes = 1, .gpusPerNode = 2};
        plan.layout.pp = 2;
        plan.batch = {.micro = 1, .global = 4};
        plan.precision = core::Precision::Fp32;
        plan.data.path = text.fileName().toStdString();
        plan.run.steps = 1'000'000;
        plan.run.validateEvery = plan.run.sample.every = 0;
        plan.run.checkpoint.directory = m_folder.filePath(key("checkpoints")).toStdString();
        return plan;
    }
    ui::RunStore& run() { return m_window->hall().run; }
    bool isEnabled(const char* command) { return m_window->commands().action(key(command))->isEnabled(); }
    void stopRun() {
        m_window->engine().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), kEngineTimeout);
    }
    void awaitStep() { QTRY_VERIFY_WITH_TIMEOUT(run().lastStep().has_value(), kEngineTimeout); }

private slots:
    void init() {
        if (!m_theme)
            m_theme = std::make_unique<ui::ThemeProvider>(
                *static_cast<QApplication*>(QCoreApplication::instance()));
        m_settings = std::make_unique<ui::Settings>(m_folder.filePath(key("settings.ini")));
        ui::MainWindow::Options options;
        options.plan = smallPlan();
        options.engine.command = ui::findEngine(key(SHARDSCOPE_CLI), QCoreApplication::applicationDirPath());
        m_window = std::make_unique<ui::MainWindow>(std::move(options), *m_theme, *m_settings, m_languages);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY(m_window->hall().evaluator.snapshot()->layout.has_value());
    }
    void cleanup() {
        if (m_window && m_window->engine().isRunning()) stopRun();
        m_window.reset();
    }

    void aCheckpointIsSavedOnCommandAndResumedInBothWays() {
        QVERIFY(!isEnabled("run.checkpoint") && isEnabled("run.resume") && isEnabled("run.resumeHere"));
        m_window->commands().action(key("run.start"))->trigger();
        awaitStep();
        QVERIFY(isEnabled("run.checkpoint") && !isEnabled("run.resume") && !isEnabled("run.resumeHere"));
        m_window->commands().action(key("run.checkpoint"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->banner() && m_window->banner()->id == key("checkpoint"),
                                 kEngineTimeout);
        QVERIFY(run().lastCheckpoint());
        const core::CheckpointEvent saved = *run().lastCheckpoint();
        QVERIFY(core::openSound(saved.path));
        stopRun();

        // In another layout: the plan that is shown.
        ui::PlanDocument& document = m_window->hall().document;
        core::Plan other = document.plan();
        other.layout = {.tp = 2, .dp = 1, .pp = 1};
        document.replace(other, key("another layout"));
        QVERIFY(m_window->resumeFrom(QString::fromStdString(saved.path), With::PlanShown));
        awaitStep();
        QTRY_COMPARE_WITH_TIMEOUT(run().hello()->startStep, saved.step, kEngineTimeout);
        QVERIFY(m_window->banner() && m_window->banner()->id == key("resumed"));
        QVERIFY2(m_window->banner()->headline.contains(QString::number(saved.step)), qPrintable(m_window->banner()->headline));
        QCOMPARE(run().plan().layout.tp, 2);
        stopRun();

        // With its own plan, which the document shows then.
        QVERIFY(m_window->resumeFrom(m_folder.filePath(key("checkpoints")), With::PlanOfCheckpoint));
        QCOMPARE(document.plan().layout.pp, 2);
        awaitStep();
        QTRY_COMPARE_WITH_TIMEOUT(run().plan().layout.pp, 2, kEngineTimeout);
        QCOMPARE(run().hello()->startStep, saved.step);
        stopRun();

        // A plain start begins anew.
        m_window->commands().action(key("run.start"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(run().hello()->startStep, 0, kEngineTimeout);
        awaitStep();
    }

    void whatCannotBeResumedIsSaidInTheBanner() {
        QVERIFY(!m_window->resumeFrom(m_folder.filePath(key("nowhere")), With::PlanOfCheckpoint));
        QVERIFY(m_window->banner());
        QVERIFY(!m_window->engine().isRunning());
        ui::PlanDocument& document = m_window->hall().document;
        core::Plan other = document.plan();
        other.model.ffn = 128;
        document.replace(other, key("another model"));
        QVERIFY(!m_window->resumeFrom(m_folder.filePath(key("checkpoints")), With::PlanShown));
        QVERIFY2(m_window->banner()->text.contains(key("ffn")), qPrintable(m_window->banner()->text));
        QVERIFY(!m_window->engine().isRunning());
    }

    void aDamagedFileOfACheckpointIsNamed() {
        QDirIterator shards(m_folder.filePath(key("checkpoints")), {key("*.safetensors")}, QDir::Files, QDirIterator::Subdirectories);
        QVERIFY(shards.hasNext());
        QFile shard(shards.next());
        QVERIFY(shard.resize(shard.size() / 2));
        (void)m_window->resumeFrom(QFileInfo(shard).path(), With::PlanOfCheckpoint);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->banner() && m_window->banner()->text.contains(QFileInfo(shard).fileName()), kEngineTimeout);
    }
};

QTEST_MAIN(CheckpointCommandsTest)
#include "checkpoint_commands_test.moc"
