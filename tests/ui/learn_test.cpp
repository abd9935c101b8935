// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learn in the whole window, with real mouse and keys: every lesson in both languages, every question answered wrong and
// right, the learner's own plan untouched, a run started from a lesson, the quiz, the language switched. Needs a display.
#include "tests/support/shipped_plan.h"
#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/theme_provider.h"
#include "ui/learn/choice_button.h"
#include "ui/learn/learn_view.h"
#include "ui/learn/lesson_controls.h"
#include "ui/learn/lesson_list.h"
#include "ui/learn/lesson_runs.h"
#include "ui/learn/lesson_stage.h"
#include "ui/learn/lesson_strip.h"
#include "ui/learn/question_card.h"
#include "ui/learn/quiz_page.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QTest>

namespace {

QString key(const char* text) { return QString::fromLatin1(text); }

core::Plan ownPlan() { return support::shippedPlan("tiny-2x2x2"); }

}  // namespace

class LearnTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<ui::ThemeProvider> m_theme;
    std::unique_ptr<ui::Settings> m_settings;
    std::unique_ptr<ui::Languages> m_languages;
    std::unique_ptr<ui::MainWindow> m_window;

    void openWindow(core::Language language) {
        m_languages = std::make_unique<ui::Languages>(language);
        m_settings = std::make_unique<ui::Settings>(m_folder.filePath(QString::number(++m_serial) + key(".ini")));
        ui::MainWindow::Options options;
        options.plan = ownPlan();
        options.plan.data.path = m_folder.filePath(key("text.txt")).toStdString();
        const QString resources = qEnvironmentVariable("SHARDSCOPE_RESOURCES");
        options.shippedPlans = resources + key("/plans");
        options.helpFolder = resources + key("/help");
        options.lessonFolder = resources + key("/lessons");
        options.engine.command = ui::findEngine(key(SHARDSCOPE_CLI), QCoreApplication::applicationDirPath());
        m_window = std::make_unique<ui::MainWindow>(std::move(options), *m_theme, *m_settings, *m_languages);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QApplication::setActiveWindow(m_window.get());
        m_window->showWorkspace(ui::WorkspaceKind::Learn);
    }
    int m_serial = 0;

    ui::LearnView& learn() { return m_window->learn(); }
    ui::LessonPlayer& player() { return learn().player(); }
    ui::QuestionCard& card() { return learn().strip().card(); }
    template <class T>
    T* find(const QString& name) {
        return m_window->findChild<T*>(name);
    }
    void click(QWidget* widget) {
        QVERIFY(widget);
        // As a person would: first bring it into view.
        for (QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget())
            if (auto* scroll = qobject_cast<QScrollArea*>(parent)) scroll->ensureWidgetVisible(widget);
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    // Chooses by mouse, or types; `right` or a wrong answer.
    void answer(ui::QuestionCard& asked, bool right) {
        const core::PosedQuestion question = *asked.question();
        if (question.kind == core::QuestionKind::Numeric) {
            const double number = right ? *question.answer : *question.answer * 2 + 1;
            asked.numberField()->setFocus();
            QTest::keyClicks(asked.numberField(), QString::number(number, 'g', 10));
        } else {
            for (qsizetype i = 0; i < asked.choices().size(); ++i) {
                if (question.choices[std::size_t(i)].right != right) continue;
                click(asked.choices()[i]);
                if (question.kind == core::QuestionKind::Single) break;
            }
        }
        QVERIFY(asked.submitButton()->isEnabled());
        click(asked.submitButton());
        QVERIFY(asked.isRevealed());
        const auto* verdict = asked.findChild<ui::Label*>(key("verdict"));
        QVERIFY(verdict);
        QCOMPARE(verdict->text(), right ? ui::QuestionCard::tr("Right.") : ui::QuestionCard::tr("Not quite."));
        QVERIFY(asked.findChild<QLabel*>(key("reason")));
    }

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QFile text(m_folder.filePath(key("text.txt")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        for (int i = 0; i < 4000; ++i)
            text.write("Eight cooks share one ox, and each gets the piece that is his. Line " + QByteArray::number(i) + "\n");
        text.close();
        m_theme = std::make_unique<ui::ThemeProvider>(*static_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanup() {
        if (m_window && m_window->engine().isRunning()) {
            m_window->engine().stop();
            QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), 10000);
        }
        m_window.reset();
    }

    void everyLessonIsWalkedAndAnswered_data() {
        QTest::addColumn<int>("language");
        QTest::addColumn<bool>("right");
        QTest::newRow("English, wrong") << int(core::Language::English) << false;
        QTest::newRow("English, right") << int(core::Language::English) << true;
        QTest::newRow("Chinese, wrong") << int(core::Language::Chinese) << false;
        QTest::newRow("Chinese, right") << int(core::Language::Chinese) << true;
    }
    void everyLessonIsWalkedAndAnswered() {
        QFETCH(int, language);
        QFETCH(bool, right);
        openWindow(core::Language(language));
        const auto& lessons = learn().course().lessons;
        QVERIFY(lessons.size() >= 28);
        for (const core::Lesson& lesson : lessons) {
            learn().openLesson(lesson, 0);
            for (int step = 0; step < int(lesson.steps.size()); ++step) {
                QCOMPARE(player().stepIndex(), step);
                QVERIFY2(player().step().question.has_value() == player().question().has_value(), lesson.id.c_str());
                auto* controls = &learn().stage().controls();
                if (player().question()) {
                    QVERIFY(controls->isLocked());
                    QVERIFY(!learn().strip().nextButton()->isEnabled());
                    answer(card(), right);
                }
                QVERIFY(!controls->isLocked());
                QVERIFY2(learn().strip().nextButton()->isEnabled(), lesson.id.c_str());
                if (step % 2 == 0)
                    click(learn().strip().nextButton());
                else
                    QTest::keyClick(m_window.get(), Qt::Key_PageDown);
            }
            QVERIFY(learn().progress().isFinished(lesson));
        }
        QCOMPARE(m_window->hall().document.plan().layout, ownPlan().layout);
        QVERIFY(!m_window->hall().document.isModified());
    }

    void aSliderOfTheStepMovesTheLessonAndNotTheOwnPlan() {
        openWindow(core::Language::English);
        QVERIFY(m_window->openLesson(key("data-parallel-zero")));
        const core::Plan own = m_window->hall().document.plan();
        auto* row = learn().stage().findChild<ui::StopRow*>(key("/layout/dp"));
        QVERIFY(row);
        const double before = player().scope().plan->plan.layout.dp;
        row->slider()->setFocus();
        QTest::keyClick(row->slider(), Qt::Key_Right);
        QTRY_VERIFY(player().scope().plan->plan.layout.dp > before);
        QVERIFY(m_window->hall().document.plan() == own);
        click(learn().strip().nextButton());
        QCOMPARE(player().scope().plan->plan.layout.dp, 8);  // the next step has its own plan again
    }

    void aLessonTrainsAndShowsWhatWasMeasured() {
        openWindow(core::Language::English);
        const auto& lessons = learn().course().lessons;
        const auto lesson = std::ranges::find(lessons, "data-parallel-zero", &core::Lesson::id);
        learn().openLesson(*lesson, int(lesson->steps.size()) - 1);
        QTRY_VERIFY(player().scope().plan != nullptr);
        auto plan = player().runPlan();
        QCOMPARE(plan.layout.dp, 4);
        click(learn().strip().runButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->hall().run.lastStep() && m_window->hall().run.lastStep()->step >= 3, 60000);
        QCOMPARE(m_window->workspace(), ui::WorkspaceKind::Learn);
        QCOMPARE(m_window->hall().run.plan().zero.stage, 2);
        const auto& table = learn().strip().runTable();
        QVERIFY(table.rows().empty());  // no result yet
        click(learn().strip().runButton());  // stops it
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), 20000);
        QTRY_VERIFY(!table.rows().empty());
        // A second run with another stage of ZeRO stands beside the first: what differs, and the same loss.
        auto* row = learn().stage().findChild<ui::StopRow*>(key("/zero/stage"));
        QVERIFY(row);
        row->slider()->setFocus();
        QTest::keyClick(row->slider(), Qt::Key_Left);
        QTRY_COMPARE(player().runPlan().zero.stage, 1);
        click(learn().strip().runButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->hall().run.plan().zero.stage == 1 && m_window->hall().run.lastStep() && m_window->hall().run.lastStep()->step >= 3, 60000);
        click(learn().strip().runButton());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), 20000);
        QTRY_COMPARE(table.rows().front().size(), 3);
        QStringList loss, zero;
        for (const QStringList& cells : table.rows()) {
            if (cells.front() == key("ZeRO stage")) zero = cells.mid(1);
            if (cells.front().startsWith(key("Loss"))) loss = cells.mid(1);
            QVERIFY(cells.front() != QStringLiteral("tp · pp · dp"));  // alike in both
        }
        QCOMPARE(zero, (QStringList{key("2"), key("1")}));
        QCOMPARE(loss.size(), 2);
        QCOMPARE(loss[0], loss[1]);
    }

    void aLinkOfAWrongChoiceLeadsToTheMisconception() {
        openWindow(core::Language::English);
        learn().showQuiz();
        core::QuizChoice choice;
        choice.lessons = {"two-tools"};
        choice.count = 10;
        learn().quiz().start(choice);
        ui::QuestionCard& asked = learn().quiz().card();
        while (asked.question()->id != "deepspeed-is-more") {
            answer(asked, true);
            click(find<ui::Button>(key("nextQuestion")));
        }
        click(asked.findChild<ui::ChoiceButton*>(key("choice.only-zero")));
        click(asked.submitButton());
        click(asked.findChild<ui::Button*>(key("misconception.deepspeed-is-zero")));
        QCOMPARE(player().lesson()->id, std::string("deepspeed-is-zero"));
    }

    void theQuizCountsAndKeepsResults() {
        openWindow(core::Language::Chinese);
        click(find<ui::Button>(key("takeQuiz")));
        click(find<ui::Button>(key("beginQuiz")));
        const int count = learn().quiz().count();
        QCOMPARE(count, 10);
        for (int i = 0; i < count; ++i) {
            // The keyboard is in the answers, never in the button that leaves.
            QTRY_VERIFY(m_window->focusWidget() && learn().quiz().card().isAncestorOf(m_window->focusWidget()));
            answer(learn().quiz().card(), i % 2 == 0);
            click(find<ui::Button>(key("nextQuestion")));
        }
        QCOMPARE(learn().progress().results().size(), qsizetype(count));
        QCOMPARE(learn().progress().resultsAsCsv().count(QLatin1Char('\n')), qsizetype(count + 1));
        QVERIFY(find<ui::Label>(key("quizEnd"))->text().contains(QLatin1Char('5')));
    }

    void theListShowsProgressAndOpensWhereOneLeft() {
        openWindow(core::Language::English);
        click(find<ui::LessonRow>(key("lesson.product-rule")));
        answer(card(), true);
        click(learn().strip().nextButton());
        QCOMPARE(player().stepIndex(), 1);
        click(find<ui::Button>(key("lessonList")));
        click(find<ui::LessonRow>(key("lesson.product-rule")));
        QCOMPARE(player().stepIndex(), 1);
    }

    void theLanguageIsSwitchedWithoutLosingThePlan() {
        openWindow(core::Language::English);
        m_window->hall().document.setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        QVERIFY(m_window->openLesson(key("tensor-parallel")));
        m_window->commands().action(key("view.language"))->trigger();
        QTRY_COMPARE(m_languages->current(), core::Language::Chinese);
        QCOMPARE(m_window->workspace(), ui::WorkspaceKind::Learn);
        QCOMPARE(m_window->commands().action(key("view.explore"))->text(), QStringLiteral("探索"));
        QCOMPARE(player().lesson()->id, std::string("tensor-parallel"));
        QCOMPARE(m_window->hall().document.plan().layout.pp, 4);
        m_window->hall().document.undoStack().undo();
        QCOMPARE(m_window->hall().document.plan().layout.pp, ownPlan().layout.pp);
        m_window->showWorkspace(ui::WorkspaceKind::Run);
        m_window->showWorkspace(ui::WorkspaceKind::Explore);
        m_window->commands().action(key("view.language"))->trigger();
        QTRY_COMPARE(m_window->commands().action(key("view.explore"))->text(), QStringLiteral("Explore"));
    }
};

QTEST_MAIN(LearnTest)
#include "learn_test.moc"
