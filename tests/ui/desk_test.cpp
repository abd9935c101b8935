// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The configuration desk with real mouse and keys: broken files dropped on it, a problem mended, undone and saved; import,
// export, rank orders, learning rates. Needs a display.
#include "tests/support/window_stage.h"
#include "ui/desk/code_editor.h"
#include "ui/desk/desk_files.h"
#include "ui/desk/desk_page.h"
#include "ui/desk/diff_view.h"
#include "ui/desk/files_column.h"
#include "ui/desk/fix_card.h"
#include "ui/desk/groups_canvas.h"
#include "ui/desk/groups_view.h"
#include "ui/desk/line_diff.h"
#include "ui/desk/problems_column.h"
#include "ui/desk/rate_view.h"
#include "ui/desk/text_form.h"
#include "ui/desk/values_table.h"
#include "ui/kit/line_chart.h"

#include "core/base/file.h"
#include "core/config/check.h"

#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QMimeData>
#include <QRegularExpression>

using namespace ui::testing;

namespace {

const QByteArray kConfig = "{\n"
                           "  // of the run\n"
                           "  \"train_batch_size\": 1024,\n"
                           "  \"train_micro_batch_size_per_gpu\": 2,\n"
                           "  \"gradient_accumulation_steps\": 128,\n"
                           "  \"zero_optimization\": {\n"
                           "    \"stage\": 2,\n"
                           "    \"contiguous_gradients\": true\n"
                           "  },\n"
                           "  \"bf16\": { \"enabled\": true },\n"
                           "  \"steps_per_print\": 10,\n"
                           "  \"gradient_clipping\": 1.0\n"
                           "}\n";
const QByteArray kScript = "#!/bin/bash\n"
                           "export CUDA_DEVICE_MAX_CONNECTIONS=1\n"
                           "deepspeed --num_nodes 8 --num_gpus 8 pretrain_gpt.py \\\n"
                           "  --tensor-model-parallel-size 8 --pipeline-model-parallel-size 2 \\\n"
                           "  --num-layers 80 --hidden-size 8192 --num-attention-heads 64 --vocab-size 32000 \\\n"
                           "  --seq-length 4096 --max-position-embeddings 4096 \\\n"
                           "  --micro-batch-size 2 --global-batch-size 1024 --train-iters 100 --lr 1e-4 --bf16 \\\n"
                           "  --deepspeed --deepspeed_config ds_config.json\n";

}  // namespace

class DeskTest : public QObject, private WindowStage {
    Q_OBJECT
private:
    int m_folders = 0;

    QString write(const QString& name, const QByteArray& bytes) {
        QDir().mkpath(QFileInfo(name).absolutePath());
        QFile file(name);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? name : QString();
    }
    QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void drop(QWidget& target, const QStringList& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&target, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent dropped(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&target, &dropped);
    }
    // Config and script in a folder of their own, dropped on an open desk.
    QString openDesk(const QByteArray& config = kConfig, const QByteArray& script = kScript) {
        openWindow(defaultPlan());
        window().commands().action(key("plan.desk"))->trigger();
        [&] { QVERIFY(desk().isVisible()); }();
        const QString folder = file("desk") + QString::number(++m_folders);
        const QString ds = write(folder + "/ds_config.json", config), run = write(folder + "/run.sh", script);
        drop(desk(), {run, ds});
        checked();
        return ds;
    }
    ui::DeskPage& desk() { return window().desk(); }
    void checked() { QTRY_VERIFY(!desk().checker().isBusy()); }
    int problem(const char* words) {
        const auto& all = desk().problems();
        const auto found = std::ranges::find_if(all, [&](const ui::DeskProblem& each) { return each.title.contains(key(words)); });
        return found == all.end() ? -1 : int(found - all.begin());
    }
    template <class T>
    T* part(const char* name) {
        return desk().findChild<T*>(key(name));
    }

private slots:
    void cleanup() { closeWindow(); }

    void aBrokenFileIsMendedUndoneAndSavedWithItsDifferences() {
        const QString path = openDesk();
        const int index = problem("pipeline engine refuses ZeRO stage 2");
        QVERIFY(index >= 0);
        QVERIFY(desk().editor().markCount() > 0);
        QVERIFY(QString::fromStdString(desk().problems()[std::size_t(index)].upstream.toStdString()).contains(key("incompatible")));
        auto* row = part<ui::ProblemRow>(qPrintable(QString("problem%1").arg(index)));
        QVERIFY(row);
        click(row);
        auto* card = qobject_cast<ui::FixCard*>(desk().editor().card());
        QVERIFY(card);
        QCOMPARE(card->changes(), QStringList({key("-     \"stage\": 2,"), key("+     \"stage\": 1,")}));
        QVERIFY(card->isVisible());
        click(card->findChild<ui::Button*>(key("fix0")));
        QTRY_VERIFY(desk().editor().toPlainText().contains(key("\"stage\": 1")));
        checked();
        QCOMPARE(problem("pipeline engine refuses"), -1);
        // One act of undo, by key in the editor.
        desk().editor().setFocus();
        QTest::keyClick(&desk().editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk().editor().toPlainText().toUtf8(), kConfig);
        checked();
        QTRY_VERIFY(problem("pipeline engine refuses") >= 0);
        QTest::keyClick(&desk().editor(), Qt::Key_Y, Qt::ControlModifier);
        QTRY_VERIFY(desk().editor().toPlainText().contains(key("\"stage\": 1")));
        checked();
        click(part<ui::Button>("deskDiff"));
        QCOMPARE(desk().middle(), ui::DeskPage::Middle::Diff);
        QCOMPARE(desk().diff().removedLines(), 1);
        QCOMPARE(desk().diff().addedLines(), 1);
        click(part<ui::Button>("diffSave"));
        QByteArray expected = kConfig;
        QCOMPARE(read(path), expected.replace("\"stage\": 2", "\"stage\": 1"));
        QCOMPARE(desk().middle(), ui::DeskPage::Middle::Editor);
        QVERIFY(!part<ui::Button>("deskSave")->isEnabled());
    }

    void typingIsCheckedAndTheResolvedValuesFollow() {
        openDesk();
        const auto value = [&](const char* label) {
            for (const auto& [name, shown] : desk().values().rows())
                if (name == QString::fromUtf8(label)) return shown;
            return QString();
        };
        QCOMPARE(value("gradient_accumulation_steps"), key("128"));
        QCOMPARE(value("data parallel"), QStringLiteral("64 / (8 × 2) = 4"));
        QVERIFY(value("cards come from").contains(key("run.sh")));
        QVERIFY(value("legal micro × accumulation").startsWith(QStringLiteral("1 × 256")));
        ui::CodeEditor& editor = desk().editor();
        QTextCursor cursor = editor.document()->find(key("128"));
        editor.setTextCursor(cursor);
        editor.setFocus();
        QTest::keyClicks(&editor, key("64"));
        QTRY_VERIFY(problem("is not micro-batch 2") >= 0);
        QVERIFY(desk().problems()[std::size_t(problem("is not micro-batch 2"))].upstream.contains(key("1024 != 2 * 64 * 4")));
        // The script says another stage than the file, and both are mended at once.
        click(part<ui::Button>("fixAll"));
        QTRY_COMPARE(problem("is not micro-batch 2"), -1);
        checked();
        for (const ui::DeskProblem& each : desk().problems())
            QVERIFY2(each.severity != core::Severity::Error, qPrintable(each.title));
    }

    // 80 blocks of width 8192 on 64 cards, in bf16.
    void keysSayWhatTheyCostOnACard() {
        QByteArray config = kConfig;
        config.replace("\"stage\": 2", "\"stage\": 1").replace("\"contiguous_gradients\": true", "\"reduce_bucket_size\": 200000000");
        openDesk(config);
        const auto value = [&](const char* label) {
            for (const auto& [name, shown] : desk().values().rows())
                if (name == key(label)) return QString(shown).replace(QChar(0x202F), QLatin1Char(' '));
            return QString();
        };
        // Two bytes an element; DeepSpeed's default beside it.
        QCOMPARE(value("reduce_bucket_size"), key("+381 MiB"));
        // In bf16 a pipeline divides its states with stage 0, too: stage 1 adds its buckets and what a step holds.
        QVERIFY2(value("stage").startsWith(key("+")), qPrintable(value("stage")));
        QVERIFY(!value("fullest card").isEmpty());
        desk().editor().setFocus();
        desk().editor().setTextCursor(desk().editor().document()->find(key("200000000")));
        QTest::keyClicks(&desk().editor(), key("100000000"));
        QTRY_COMPARE(value("reduce_bucket_size"), key("+191 MiB"));
    }

    void aFileOfNeoXIsMendedInItsOwnStyle() {
        openWindow(defaultPlan());
        window().commands().action(key("plan.desk"))->trigger();
        const QByteArray yaml = "# of the run\nnum_layers: 12\nhidden_size: 768\nnum_attention_heads: 16\nseq_length: 2048\n"
                                "max_position_embeddings: 2048\ntrain_micro_batch_size_per_gpu: 4\nmodel-parallel-size: 3  # cards\n";
        const QString path = write(file("neox/model.yml"), yaml);
        drop(desk(), {path});
        checked();
        const int index = problem("heads");
        QVERIFY(index >= 0);
        click(part<ui::ProblemRow>(qPrintable(QString("problem%1").arg(index))));
        auto* card = qobject_cast<ui::FixCard*>(desk().editor().card());
        QVERIFY(card);
        click(card->findChild<ui::Button*>(key("fix0")));
        QByteArray expected = yaml;
        QTRY_COMPARE(desk().editor().toPlainText().toUtf8(), expected.replace("size: 3", "size: 2"));
        QTest::keyClick(&desk().editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk().editor().toPlainText().toUtf8(), yaml);
    }

    // Opened one by one by dropping; none may do more than show what is wrong in it.
    void everyPublicFileOpens() {
        const QString real = qEnvironmentVariable("SHARDSCOPE_REAL_FILES");
        if (real.isEmpty()) QSKIP("SHARDSCOPE_REAL_FILES does not name the folder of public files");
        openWindow(defaultPlan());
        window().commands().action(key("plan.desk"))->trigger();
        int opened = 0;
        for (const char* folder : {"/ds_config", "/neox_yml"})
            for (const QFileInfo& info : QDir(real + key(folder)).entryInfoList(QDir::Files)) {
                drop(desk(), {info.filePath()});
                checked();
                QVERIFY2(desk().message().isEmpty(), qPrintable(info.fileName() + desk().message()));
                QCOMPARE(desk().editor().toPlainText().toUtf8().simplified(), read(info.filePath()).simplified());
                for (const ui::DeskProblem& each : desk().problems())
                    QVERIFY2(!each.title.isEmpty() && !each.title.contains(QRegularExpression(key("(^|[^$])\\{[a-z_]+\\}"))),
                             qPrintable(info.fileName() + key(": ") + each.title));
                QTest::mouseClick(part<QWidget>(qPrintable(QString("file.%1").arg(info.fileName()))), Qt::MiddleButton);
                QTRY_VERIFY(desk().editor().toPlainText().isEmpty());
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                ++opened;
            }
        QVERIFY(opened > 20);
    }

    void theVersionOfDeepSpeedIsChosen() {
        QByteArray config = kConfig;
        config.replace("  \"gradient_clipping\": 1.0\n", "  \"zero_allow_untested_optimizer\": true\n");
        openDesk(config);
        QVERIFY(problem("gradient_clipping is not given") >= 0);
        auto* versions = part<QComboBox>("deepspeedVersion");
        QVERIFY(versions->count() > 4);
        versions->setFocus();
        QTest::keyClick(versions, Qt::Key_End);
        QTRY_COMPARE(versions->currentText(), key("0.11.0"));
        checked();
        QTRY_COMPARE(problem("gradient_clipping is not given"), -1);
    }

    void filesKeepTheirEncodingAndLineEnds() {
        for (const QByteArray& bytes : {QByteArray("a\r\nb\r\n"), QByteArray("\xEF\xBB\xBF{ }\n"), QByteArray("caf\xE9\n"),
                                        QByteArray("one\ntwo\r\nthree\n"), QByteArray(""), QByteArray("\xFF\xFE{\0}\0\n\0", 8),
                                        QByteArray("no end"), QByteArray("\xFF\xFE\x00", 3), QByteArray("a\0b\n", 4)}) {
            const ui::FormedText read = ui::readForm(bytes);
            QCOMPARE(ui::written(read.text, read.form, read.text), bytes);
        }
        const ui::FormedText mixed = ui::readForm("one\ntwo\r\nthree\r\n");
        QCOMPARE(ui::written(key("one\nnew\ntwo\nthree\n"), mixed.form, mixed.text), QByteArray("one\nnew\r\ntwo\r\nthree\r\n"));
        const ui::FormedText latin = ui::readForm("caf\xE9");
        QCOMPARE(ui::written(QStringLiteral("咖啡"), latin.form, latin.text), QByteArray("咖啡"));
    }

    void differencesAreTheShortest() {
        const auto split = [](const char* text) { return key(text).split(' '); };
        const auto diff = ui::lineDiff(split("a b c d e"), split("a c x d e f"));
        QString signs;
        for (const ui::DiffLine& line : diff)
            signs += line.kind == ui::DiffLine::Kind::Same ? '=' : line.kind == ui::DiffLine::Kind::Added ? '+' : '-';
        QCOMPARE(signs, key("=-=+==+"));
        for (const auto& [a, b] : {std::pair{"a b", "b a"}, {"", "a"}, {"x y z", "p q"}, {"a a a", "a"}}) {
            QStringList before = split(a), after = split(b), kept, taken;
            for (const ui::DiffLine& line : ui::lineDiff(before, after)) {
                if (line.kind != ui::DiffLine::Kind::Added) kept << before[line.before];
                if (line.kind != ui::DiffLine::Kind::Removed) taken << after[line.after];
                if (line.kind == ui::DiffLine::Kind::Same) QCOMPARE(before[line.before], after[line.after]);
            }
            QCOMPARE(kept, before);
            QCOMPARE(taken, after);
        }
    }

    void anImportIsOneUndoableActOfThePlan() {
        QByteArray config = kConfig;
        openDesk(config.replace("\"stage\": 2", "\"stage\": 1"));
        const core::Plan before = document().plan();
        click(part<ui::Button>("importPlan"));
        const core::Plan& plan = document().plan();
        QCOMPARE(plan.layout.tp, 8);
        QCOMPARE(plan.layout.pp, 2);
        QCOMPARE(plan.layout.dp, 4);
        QCOMPARE(plan.model.layers, 80);
        QVERIFY(plan.framework == core::Framework::DeepSpeed);
        QVERIFY(desk().message().contains(key("The plan is now that of these files")));
        document().undoStack().undo();
        QVERIFY(document().plan() == before);
    }

    void anExportedKitPassesItsOwnCheck() {
        openDesk();
        core::Plan plan = defaultPlan();
        plan.framework = core::Framework::DeepSpeed;
        document().replace(plan, key("for the test"));
        const QString folder = file("kit");
        desk().exportKit(core::KitTarget::MegatronDeepSpeed, folder);
        const QStringList names = QDir(folder).entryList(QDir::Files);
        QVERIFY2(names.size() >= 2, qPrintable(desk().message()));
        std::vector<core::ConfigFile> files;
        for (const QString& name : names)
            files.push_back({(folder + '/' + name).toStdString(), read(folder + '/' + name).toStdString()});
        const auto report = core::checkConfigs(files, {});
        QVERIFY(report.has_value());
        QVERIFY(!core::hasErrors(report->problems));
        // A second time the folder has them already, and nothing is written without a word.
        QFile::remove(folder + '/' + names.front());
        write(folder + '/' + names.back(), "mine");
        desk().exportKit(core::KitTarget::MegatronDeepSpeed, folder);
        QVERIFY(desk().message().contains(key("already")));
        QCOMPARE(read(folder + '/' + names.back()), QByteArray("mine"));
    }

    void aFileWithChangesIsNotClosedWithoutAWord() {
        const QString path = openDesk();
        desk().editor().setFocus();
        QTest::keyClicks(&desk().editor(), key("# "));
        QVERIFY(!desk().mayClose());
        QVERIFY(desk().message().contains(key("not saved")));
        // Changed by another program meanwhile: saving asks.
        write(path, "{}\n");
        QTest::keyClick(&desk().editor(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(desk().message().contains(key("another program")));
        QCOMPARE(read(path), QByteArray("{}\n"));
    }

    void bothRankOrdersShowWhoWouldExchangeWrongData() {
        openDesk();
        click(part<ui::Button>("showOrders"));
        ui::GroupsView& groups = desk().groups();
        QVERIFY(groups.isVisible());
        groups.setLayoutSpec({.tp = 2, .dp = 2, .pp = 4, .stageLayers = {}}, 8);
        groups.setOrders(core::RankOrder::Megatron, core::RankOrder::DeepSpeed3d);
        QVERIFY(groups.verdict().contains(key("agree")));
        auto* second = part<QComboBox>("secondOrder");
        second->setFocus();
        QTest::keyClick(second, Qt::Key_Home);
        QTest::keyClick(second, Qt::Key_Down);
        QTRY_COMPARE(second->currentIndex(), int(core::RankOrder::MegatronTpPpDp));
        // By the published table: data groups [0,2] in the first order, [0,8] in the second.
        QVERIFY2(groups.verdict().contains(key("rank 0 and rank 8")), qPrintable(groups.verdict()));
        QVERIFY(groups.canvas().standsElsewhere(2) && !groups.canvas().standsElsewhere(0));
        QTest::mouseClick(&groups.canvas(), Qt::LeftButton, {}, groups.canvas().rankRect(1, 8).center().toPoint());
        QCOMPARE(window().hall().selection.current().rank, std::optional<int>(8));
        click(part<ui::Button>("groupsBack"));
        QCOMPARE(desk().middle(), ui::DeskPage::Middle::Editor);
    }

    void schedulesShowTheirTraps() {
        openDesk();
        click(part<ui::Button>("showRates"));
        ui::RateView& rates = desk().rates();
        QVERIFY(rates.isVisible());
        core::LrScheduleSpec schedule;
        schedule.kind = core::LrKind::DeepSpeedWarmup;
        schedule.warmup = 10;
        schedule.total = 100;
        schedule.minRatio = 0;
        rates.setSchedule(schedule, 1e-3, 100);
        QCOMPARE(rates.traps().size(), 2);
        const auto points = rates.rateChart().points(0);
        QCOMPARE(points[0].y(), 0.0);  // the first two updates are at the minimum
        QCOMPARE(points[1].y(), 0.0);
        QVERIFY(std::abs(points[3].y() - 4.7712e-4) < 1e-7);
        auto* kind = part<QComboBox>("rateKind");
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_End);
        QTRY_COMPARE(rates.traps().size(), 0);
        rates.setOverflows(key("0-2, 9, 10"));
        rates.findChild<QLineEdit*>(key("overflows"))->setFocus();
        QVERIFY(ui::updatesOf(key("0-2, 9")) == (std::set<std::int64_t>{0, 1, 2, 9}));
        QVERIFY(!ui::updatesOf(key("x")) && !ui::updatesOf(key("3-1")));
    }
};

int main(int argc, char** argv) { return runWindowTest<DeskTest>(argc, argv); }
#include "desk_test.moc"
