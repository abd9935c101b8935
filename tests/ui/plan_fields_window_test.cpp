// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window of all fields: none of the registry is missing, each edits the document, and a search narrows them.
#include "tests/support/ui_hall.h"
#include "ui/kit/number_field.h"
#include "ui/window/detail_combo.h"
#include "ui/window/plan_fields_window.h"

#include <QApplication>
#include <QComboBox>
#include <QTest>

#include <memory>

using ui::testing::TestHall;

namespace {

QString key(const char* text) { return QString::fromLatin1(text); }

}  // namespace

class PlanFieldsWindowTest : public QObject {
    Q_OBJECT

    std::unique_ptr<TestHall> m_test;
    std::unique_ptr<ui::Hall> m_hall;
    std::unique_ptr<ui::PlanFieldsWindow> m_window;

    template <class Control>
    Control* control(const char* pointer) {
        return m_window->findChild<Control*>(key(pointer));
    }
    const core::Plan& plan() const { return m_test->document.plan(); }

private slots:
    void init() {
        m_test = std::make_unique<TestHall>(ui::testing::tinyPlan());
        m_hall = std::make_unique<ui::Hall>(m_test->hall());
        m_window = std::make_unique<ui::PlanFieldsWindow>(*m_hall, nullptr);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() {
        m_window.reset();
        m_hall.reset();
        m_test.reset();
    }

    void everyFieldOfTheRegistryHasAControlThatShowsThePlan() {
        QVERIFY(core::planFields().size() > 50);
        for (const core::Field& field : core::planFields()) {
            QWidget* shown = m_window->findChild<QWidget*>(QString::fromStdString(field.pointer));
            QVERIFY2(shown, field.pointer.c_str());
            QVERIFY2(!shown->accessibleName().isEmpty(), field.pointer.c_str());
        }
        QCOMPARE(control<ui::NumberField>("/run/steps")->number(), double(plan().run.steps));
        QCOMPARE(control<ui::NumberField>("/optimizer/beta2")->number(), plan().optimizer.beta2);
        QCOMPARE(control<QComboBox>("/lr_schedule/kind")->currentText(),
                 QString::fromUtf8(core::toText(plan().lrSchedule.kind).data()));
    }

    void aChosenOptimizerAndATypedNumberAreOneUndoEntryEach() {
        auto* kind = control<ui::DetailCombo>("/optimizer/kind");
        const int other = kind->currentIndex() == 0 ? 1 : 0;
        const auto before = plan().optimizer.kind;
        kind->setFocus();
        QTest::keyClick(kind, other == 1 ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY(plan().optimizer.kind != before);
        auto* every = control<ui::NumberField>("/run/checkpoint/every");
        every->setFocus();
        every->selectAll();
        QTest::keyClicks(every, key("25"));
        QTest::keyClick(every, Qt::Key_Return);
        QCOMPARE(plan().run.checkpoint.every, 25);
        QCOMPARE(m_test->document.undoStack().count(), 2);
        m_test->document.undoStack().undo();
        m_test->document.undoStack().undo();
        QVERIFY(plan().optimizer.kind == before);
        QCOMPARE(every->number(), double(plan().run.checkpoint.every));
    }

    void aTypedTextReachesThePlan() {
        auto* prompt = control<QLineEdit>("/run/sample/prompt");
        prompt->setFocus();
        prompt->selectAll();
        QTest::keyClicks(prompt, key("Once"));
        QTest::keyClick(prompt, Qt::Key_Return);
        QCOMPARE(plan().run.sample.prompt, std::string("Once"));
        m_test->document.undoStack().undo();
        prompt->clearFocus();
        m_test->document.setField(key("/run/sample/prompt"), std::string("Twice"),
                                  ui::PlanDocument::Edit::Committed);
        QCOMPARE(prompt->text(), key("Twice"));
    }

    void aSearchLeavesWhatAnswersToIt() {
        auto* typed = m_window->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(typed);
        QTest::keyClicks(typed, key("checkpoint every"));
        QVERIFY(control<ui::NumberField>("/run/checkpoint/every")->isVisible());
        QVERIFY(!control<ui::NumberField>("/run/steps")->isVisible());
        typed->clear();
        QTest::keyClicks(typed, key("--seed"));  // by its flag
        QVERIFY(control<ui::NumberField>("/run/seed")->isVisible());
        typed->clear();
        QVERIFY(control<ui::NumberField>("/run/steps")->isVisible());
    }

    void whatAValueBreaksStandsInItsGroup() {
        m_test->document.setField(key("/optimizer/beta1"), 1.5, ui::PlanDocument::Edit::Committed);
        m_test->evaluate(plan());
        for (const ui::FieldGroup* group : m_window->findChildren<ui::FieldGroup*>())
            QCOMPARE(!group->problemText().isEmpty(), group->pointers().contains(key("/optimizer/beta1")));
    }
};

QTEST_MAIN(PlanFieldsWindowTest)
#include "plan_fields_window_test.moc"
