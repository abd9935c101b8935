// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan changes only where a person changes it, and edits of a file end only when a person says so.
#include "tests/support/window_stage.h"
#include "ui/kit/number_field.h"
#include "ui/window/detail_combo.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

using namespace ui::testing;

class PlanKeepingTest : public QObject, private WindowStage {
    Q_OBJECT

    // The plan saved as a file and opened from it.
    QString openSaved() {
        const QString path = file("mine.shardscope.json");
        [&] { QVERIFY(core::savePlan(defaultPlan(), path.toStdString())); }();
        openWindow(defaultPlan());
        [&] { QVERIFY(window().openPlan(path)); }();
        return path;
    }
    ui::Button* bannerButton(const char* text) {
        QTest::qWait(50);  // until the banner has its place
        for (ui::Button* button : window().findChildren<ui::Button*>())
            if (button->text() == QString::fromUtf8(text) && button->isVisible()) return button;
        return nullptr;
    }
    static int pipeline(const QString& path) {
        const auto plan = core::loadPlan(path.toStdString());
        return plan ? plan->layout.pp : 0;
    }

private slots:
    void cleanup() { closeWindow(); }

    void theWheelOverAListScrollsThePanel() {
        openWindow(defaultPlan());
        auto* list = find<ui::DetailCombo>("/model");
        const QPointF at(list->rect().center());
        QWheelEvent turn(at, list->mapToGlobal(at), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                         false);
        QApplication::sendEvent(list, &turn);
        QVERIFY(!turn.isAccepted());
        QCOMPARE(QString::fromStdString(document().plan().model.name), QString::fromStdString(defaultPlan().model.name));
        QVERIFY(!document().isModified());
    }

    void aLargeNumberThatIsLeftAloneStaysItself() {
        ui::NumberField field(ui::NumberRange::Real);
        field.setNumber(4194304);
        QCOMPARE(field.text(), key("4194304"));
        field.setNumber(1.0 / 3);
        QSignalSpy committed(&field, &ui::NumberField::committed);
        QTest::keyClicks(&field, key("0"));
        QTest::keyClick(&field, Qt::Key_Backspace);
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 0);
        QCOMPARE(field.number(), 1.0 / 3);
    }

    void closingAsksAboutChangesOfAFile() {
        const QString path = openSaved();
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        QVERIFY(!window().close());
        QVERIFY(window().isVisible());
        QVERIFY(bannerButton("Keep editing") && bannerButton("Close without saving"));
        click(bannerButton("Save"));
        QTRY_VERIFY(!window().isVisible());
        QCOMPARE(pipeline(path), 4);
    }

    void changesCanBeGivenUp() {
        const QString path = openSaved();
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        QVERIFY(!window().close());
        click(bannerButton("Close without saving"));
        QTRY_VERIFY(!window().isVisible());
        QCOMPARE(pipeline(path), 2);
    }

    void aTypedNameGetsTheEndingOfPlansAndIsAskedAboutWhenItIsTaken() {
        openWindow(defaultPlan());
        settings().setLastFolder(QFileInfo(file("x")).absolutePath());
        const QString path = file("w1.shardscope.json");
        // Types the name into the dialog that comes and answers the question that may come behind it.
        const auto saveAs = [this](QMessageBox::StandardButton answer) {
            QTimer poll;
            connect(&poll, &QTimer::timeout, this, [answer] {
                QWidget* modal = QApplication::activeModalWidget();
                if (auto* question = qobject_cast<QMessageBox*>(modal); question && question->isVisible())
                    return QTest::mouseClick(question->button(answer), Qt::LeftButton);
                auto* dialog = qobject_cast<QFileDialog*>(modal);
                auto* name = dialog && dialog->isVisible() ? dialog->findChild<QLineEdit*>(key("fileNameEdit")) : nullptr;
                if (!name) return;
                name->setFocus();
                name->selectAll();
                QTest::keyClicks(name, key("w1"));
                QTest::keyClick(name, Qt::Key_Return);
            });
            poll.start(50);
            window().commands().action(key("file.saveAs"))->trigger();
        };
        saveAs(QMessageBox::Yes);
        QCOMPARE(document().fileName(), path);
        QCOMPARE(pipeline(path), 2);
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        saveAs(QMessageBox::No);
        QCOMPARE(pipeline(path), 2);
        QVERIFY(document().isModified());
    }

    void changesOfAShippedPlanAreThereInTheNextWindow() {
        openWindow(defaultPlan());
        window().restoreDraft();
        QVERIFY(!document().isModified() && !window().banner());
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        QVERIFY(window().close());
        closeWindow();
        openWindow(defaultPlan());
        window().restoreDraft();
        QCOMPARE(document().plan().layout.pp, 4);
        QVERIFY(window().isWindowModified());
        QVERIFY(bannerButton("Save plan as…"));
        click(bannerButton("Undo them"));
        QTRY_COMPARE(document().plan().layout.pp, 2);
        QVERIFY(!window().banner());
        QVERIFY(window().close());
        closeWindow();
        openWindow(defaultPlan());
        window().restoreDraft();
        QCOMPARE(document().plan().layout.pp, 2);
        QVERIFY(!window().banner());
    }

    void aPlanThatCannotBeSavedOffersAnotherPlace() {
        const QString path = openSaved();
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        document().setSaved(file("none/mine.shardscope.json"));  // a folder that is not there
        QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(window().banner());
        QVERIFY(bannerButton("Save plan as…"));
        QCOMPARE(pipeline(path), 2);
    }

    void aPlanWithoutANameTakesThatOfItsFile() {
        core::Plan plan = defaultPlan();
        plan.name = core::Plan().name;
        const QString path = file("mine.shardscope.json");
        openWindow(plan);
        document().setSaved(path);
        QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_COMPARE(document().plan().name, std::string("mine"));
        QCOMPARE(core::loadPlan(path.toStdString())->name, std::string("mine"));
        QVERIFY(!document().isModified());
    }

    void openingAnotherPlanAsksFirst() {
        const QString path = openSaved();
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        const QString other = qEnvironmentVariable("SHARDSCOPE_RESOURCES") + key("/plans/gpt2-8xa100.shardscope.json");
        QVERIFY(!window().openPlan(other));
        QCOMPARE(document().fileName(), path);
        click(bannerButton("Keep editing"));
        QTRY_VERIFY(!window().banner());
        QCOMPARE(document().plan().layout.pp, 4);
        QVERIFY(!window().openPlan(other));
        click(bannerButton("Open without saving"));
        QTRY_COMPARE(document().fileName(), other);
        QCOMPARE(pipeline(path), 2);
    }
};

QTEST_MAIN(PlanKeepingTest)
#include "plan_keeping_test.moc"
