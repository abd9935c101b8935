// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For whoever teaches with the course: presenter mode with a clicker's keys, the hand-out of a lesson, class sets of the
// quiz. Columns of comparisons are named in the window's language. Needs a display.
#include "tests/support/learn_screens.h"
#include "tests/support/window_stage.h"
#include "ui/learn/compare_pane.h"
#include "ui/learn/hand_out.h"
#include "ui/learn/learn_view.h"
#include "ui/learn/lesson_strip.h"
#include "ui/learn/question_card.h"
#include "ui/learn/quiz_page.h"
#include "ui/window/header_bar.h"
#include "ui/window/presenter.h"
#include "ui/window/status_line.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTextDocument>

using ui::testing::key;

class TeachingTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ui::testing::WindowStage> m_stage;

    ui::MainWindow& window() { return m_stage->window(); }
    ui::LessonPlayer& player() { return window().learn().player(); }
    const core::Lesson& lesson(const char* id) {
        return *std::ranges::find(window().learn().course().lessons, std::string(id), &core::Lesson::id);
    }

private slots:
    void init() { m_stage = std::make_unique<ui::testing::WindowStage>(); }
    void cleanup() {
        m_stage->closeWindow();
        m_stage.reset();
    }

    void aClickerWalksThroughAWholeLesson() {
        m_stage->openWindow(ui::testing::defaultPlan());
        QVERIFY(window().openLesson(key("data-parallel-zero")));
        auto* header = window().findChild<ui::HeaderBar*>();
        auto* status = window().findChild<ui::StatusLine*>();
        window().commands().action(key("learn.present"))->trigger();
        QVERIFY(window().presenter().isOn());
        QVERIFY(window().isFullScreen() && !header->isVisible() && !status->isVisible());
        QCOMPARE(m_stage->theme().theme().scale(), ui::Presenter::kScale);
        const auto* text = window().learn().strip().findChild<QScrollArea*>();
        QVERIFY(text);
        const QScrollBar& bar = *text->verticalScrollBar();
        int presses = 0, questions = 0, pages = 0;
        for (; player().stepIndex() + 1 < player().stepCount() || player().phase() == ui::Phase::Predict; ++presses) {
            QVERIFY(presses < 60);
            m_stage->settle();
            const int before = player().stepIndex(), at = bar.value();
            const bool open = player().phase() == ui::Phase::Predict, more = at < bar.maximum();
            QTest::keyClick(&window(), Qt::Key_PageDown);
            if (more) {  // the text is read to its end first
                QVERIFY(bar.value() > at);
                QCOMPARE(player().stepIndex(), before);
                ++pages;
                continue;
            }
            if (!open) {
                QCOMPARE(player().stepIndex(), before + 1);
                QCOMPARE(bar.value(), 0);
                continue;
            }
            ++questions;
            QCOMPARE(player().stepIndex(), before);  // the answer first
            QCOMPARE(player().phase(), ui::Phase::Reveal);
            QVERIFY(window().learn().strip().card().isRevealed());
            m_stage->settle();
            const auto* verdict = window().learn().strip().card().findChild<QWidget*>(key("verdict"));
            QVERIFY(verdict && text->viewport()->rect().contains(verdict->mapTo(text->viewport(), QPoint(0, 0))));
        }
        QVERIFY(questions > 0 && pages > 0);
        for (presses = 0; player().stepIndex() == player().stepCount() - 1; ++presses) {
            QVERIFY(presses < 9);
            QTest::keyClick(&window(), Qt::Key_PageUp);
        }
        QCOMPARE(player().stepIndex(), player().stepCount() - 2);
        QTest::keyClick(&window(), Qt::Key_B);
        QVERIFY(window().presenter().isBlack());
        QTest::keyClick(&window(), Qt::Key_Escape);  // from black back to the lesson
        QVERIFY(!window().presenter().isBlack() && window().presenter().isOn());
        QTest::keyClick(&window(), Qt::Key_Period);
        QVERIFY(window().presenter().isBlack());
        QTest::keyClick(&window(), Qt::Key_Period);
        QVERIFY(!window().presenter().isBlack());
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!window().presenter().isOn() && header->isVisible() && status->isVisible());
        QCOMPARE(m_stage->theme().theme().scale(), 1.0);
        QVERIFY(!window().isFullScreen());
        // Without presenting, an open question waits.
        window().learn().openLesson(lesson("pipeline-parallel"), 0);
        while (player().phase() != ui::Phase::Predict && player().canGoOn()) player().goOn();
        const int at = player().stepIndex();
        QTest::keyClick(&window(), Qt::Key_PageDown);
        QCOMPARE(player().stepIndex(), at);
        QCOMPARE(player().phase(), ui::Phase::Predict);
    }

    // Clickers send F5 to begin and Esc to end; Shift+F5 begins where one is. None of them trains the learner's own plan.
    void aClickerBeginsTheShow() {
        m_stage->openWindow(ui::testing::defaultPlan());
        QVERIFY(window().openLesson(key("memory-sum")));
        player().goOn();
        QCOMPARE(player().stepIndex(), 1);
        QTest::keyClick(&window(), Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(window().presenter().isOn());
        QCOMPARE(player().stepIndex(), 1);
        QTest::keyClick(&window(), Qt::Key_F5);
        QVERIFY(window().presenter().isOn());
        QCOMPARE(player().stepIndex(), 0);
        QTest::keyClick(&window(), Qt::Key_B);
        QVERIFY(window().presenter().isBlack());
        QTest::keyClick(&window(), Qt::Key_PageDown);  // brings the picture back and does not step on unseen
        QVERIFY(!window().presenter().isBlack());
        QCOMPARE(player().stepIndex(), 0);
        for (int presses = 0; player().stepIndex() == 0; ++presses) {
            QVERIFY(presses < 9);
            QTest::keyClick(&window(), Qt::Key_PageDown);
        }
        QCOMPARE(player().stepIndex(), 1);
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!window().presenter().isOn() && window().learn().isEnabled());
        QTest::keyClick(&window(), Qt::Key_F5);
        QVERIFY(window().presenter().isOn());
        QCOMPARE(player().stepIndex(), 0);
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!window().engine().isRunning());
        window().showWorkspace(ui::WorkspaceKind::Run);
        QCOMPARE(window().commands().action(key("run.start"))->shortcut(), QKeySequence(Qt::Key_F5));
    }

    void theHandOutHasTheTextsTheQuestionsAndTheOwnPlan() {
        m_stage->openWindow(ui::testing::defaultPlan());
        const QString file = m_stage->file("lesson.pdf");
        const auto refused = window().writeLessonHandOut(file);
        QVERIFY(!refused && refused.error().front().code == "course.none-open");
        QVERIFY(window().openLesson(key("data-parallel-zero")));
        m_stage->settle();
        QVERIFY(window().writeLessonHandOut(file).has_value());
        QFile pdf(file);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        QVERIFY(bytes.startsWith("%PDF-") && bytes.size() > 50'000);
        QVERIFY2(bytes.count("/Subtype /Image") >= 3, "cards, memory and timeline");
        QVERIFY(!window().writeLessonHandOut(key("/nowhere/lesson.pdf")));
        const core::Lesson& zero = lesson("data-parallel-zero");
        for (const auto language : {core::Language::English, core::Language::Chinese}) {
            QTextDocument document;
            QImage picture(40, 30, QImage::Format_RGB32);
            picture.fill(Qt::white);
            ui::fillHandOut(document, {zero, language, key("plan line"), {{key("Cards"), picture}}});
            const QString text = document.toPlainText();
            QVERIFY(text.contains(QString::fromStdString(zero.title.in(language))));
            QVERIFY(text.contains(key("plan line")) && !text.contains(QLatin1Char('{')));
            for (const core::LessonStep& step : zero.steps) QVERIFY(text.contains(QString::fromStdString(step.title.in(language))));
            QVERIFY(text.contains(QChar(0x2610)));  // a box to tick
            // The formula of a step that asks stands with the answers.
            QVERIFY(text.indexOf(QStringLiteral("+ 2Ψ / D +")) > text.lastIndexOf(QString::fromStdString(zero.steps.back().title.in(language))));
        }
    }

    void aClassSetGivesAllTheSameQuestionsAndResultsKeepItsName() {
        m_stage->openWindow(ui::testing::defaultPlan());
        ui::LearnView& learn = window().learn();
        window().showWorkspace(ui::WorkspaceKind::Learn);
        learn.showQuiz();
        const QString file = m_stage->file("set.json");
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(R"({"version": 1, "name": "Week 3, Tuesday", "seed": 42, "count": 4, "level": 1})");
        text.close();
        std::vector<std::string> asked[2];
        for (auto& questions : asked) {
            const auto opened = learn.quiz().openSet(file);
            QVERIFY2(opened.has_value(), opened ? "" : core::describe(opened.error().front()).c_str());
            QCOMPARE(learn.quiz().count(), 4);
            for (int i = 0; i < 4; ++i) {
                ui::QuestionCard& card = learn.quiz().card();
                questions.push_back(card.question()->id + core::plainText(card.question()->prompt));
                QCOMPARE(card.question()->level, 1);
                core::GivenAnswer right;
                right.number = card.question()->answer;
                for (const auto& choice : card.question()->choices)
                    if (choice.right) right.chosen.push_back(choice.id);
                card.reveal(right);
                emit card.submitted(right);
                m_stage->click(m_stage->find<ui::Button>("nextQuestion"));
            }
        }
        QCOMPARE(asked[0], asked[1]);
        QCOMPARE(learn.progress().results().size(), 8);
        for (const ui::QuizResult& result : learn.progress().results()) {
            QCOMPARE(result.set, key("Week 3 Tuesday"));
            QCOMPARE(result.level, 1);
            QVERIFY(result.right);
        }
        QVERIFY(learn.progress().resultsAsCsv().contains(key(",1,1,Week 3 Tuesday\n")));
        QVERIFY(m_stage->find<QLabel>("quizLevels")->text().contains(key("4")));
        // What is chosen is saved as such a file.
        const QString saved = m_stage->file("own.json");
        QVERIFY(learn.quiz().saveSet(saved).has_value());
        QVERIFY(learn.quiz().openSet(saved).has_value());
        QCOMPARE(learn.quiz().count(), 10);
        QVERIFY(!learn.quiz().openSet(m_stage->file("none.json")));
    }

    void aQuizStaysWithinTheChaptersReadAndNamesThoseToReadAgain() {
        m_stage->openWindow(ui::testing::defaultPlan());
        ui::LearnView& learn = window().learn();
        window().showWorkspace(ui::WorkspaceKind::Learn);
        learn.showQuiz();
        auto* upTo = m_stage->find<QComboBox>("quizUpTo");
        constexpr int kChapter = 5;
        upTo->setCurrentIndex(upTo->findData(kChapter));
        m_stage->click(m_stage->find<ui::Button>("beginQuiz"));
        QSet<QString> missed;
        for (int i = 0; i < learn.quiz().count(); ++i) {
            ui::QuestionCard& card = learn.quiz().card();
            ui::testing::answerWrongly(card);
            const std::string asked = learn.progress().results().back().lesson.toStdString();
            QVERIFY2(lesson(asked.c_str()).number <= kChapter, asked.c_str());
            missed << QString::fromStdString(lesson(asked.c_str()).title.in(core::Language::English));
            m_stage->click(m_stage->find<ui::Button>("nextQuestion"));
        }
        const auto* again = m_stage->find<QLabel>("readAgain");
        QVERIFY(again->isVisible());
        for (const QString& title : missed) QVERIFY(again->text().contains(title));
        emit learn.quiz().linkActivated(key("lesson:pipeline-parallel"));
        QCOMPARE(player().lesson()->id, std::string("pipeline-parallel"));
        const QString saved = m_stage->file("up-to.json");
        QVERIFY(learn.quiz().saveSet(saved).has_value());
        QVERIFY(learn.quiz().openSet(saved).has_value());
        QVERIFY(learn.quiz().count() > 0);
    }

    void columnsOfAComparisonAreNamedByWhatDiffers() {
        m_stage->languages().use(core::Language::Chinese);
        m_stage->openWindow(ui::testing::defaultPlan());
        for (const core::Lesson& each : window().learn().course().lessons)
            for (std::size_t i = 0; i < each.steps.size(); ++i) {
                const core::LessonStep& step = each.steps[i];
                if (std::ranges::count(step.views, core::LessonView::Compare) == 0) continue;
                const auto scope = core::scopeOf(core::planOfStep(each, i), step.others);
                QVERIFY(scope.has_value());
                for (const auto& [name, patch] : step.others) {
                    const QString shown = ui::ComparePane::nameOf(patch, scope->others.at(name)->plan);
                    static const QRegularExpression han(QStringLiteral("\\p{Han}|ZeRO|MFU|token"));
                    QVERIFY2(shown.contains(han), qPrintable(QString::fromStdString(each.id + ' ' + name + ": ") + shown));
                }
            }
        m_stage->languages().use(core::Language::English);
    }
};

int main(int argc, char** argv) { return ui::testing::runWindowTest<TeachingTest>(argc, argv); }
#include "teaching_test.moc"
