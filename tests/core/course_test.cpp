// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shipped course: it is sound, every question can be answered right and wrong in every language, it has its
// chapters, and the published numbers come out.
#include "tests/support/lessons.h"

using namespace core;
using namespace core::testing;

class CourseTest : public QObject {
    Q_OBJECT
private slots:
    void theShippedCourseIsSound();
    void everyShippedQuestionCanBeAnsweredRightAndWrong_data();
    void everyShippedQuestionCanBeAnsweredRightAndWrong();
    void wrongChoicesSayWhy();
    void theCourseHasItsChaptersCasesAndQuestions();
    void publishedNumbersComeOut_data();
    void publishedNumbersComeOut();
};

void CourseTest::theShippedCourseIsSound() {
    const CourseCheck check = checkLessons(courseFolder(), planFolder());
    QString problems;
    for (const Problem& problem : check.problems) problems += QString::fromStdString(describe(problem)) + '\n';
    QVERIFY2(check.problems.empty(), qPrintable(problems));
    QVERIFY(check.lessons >= 1);
}

void CourseTest::everyShippedQuestionCanBeAnsweredRightAndWrong_data() {
    QTest::addColumn<int>("language");
    QTest::newRow("English") << int(Language::English);
    QTest::newRow("Chinese") << int(Language::Chinese);
}

void CourseTest::everyShippedQuestionCanBeAnsweredRightAndWrong() {
    QFETCH(int, language);
    const CourseReading course = readCourse(courseFolder(), planFolder());
    int answered = 0;
    const auto answer = [&](Question question, const Plan& plan, const OtherPlans& others) {
        question.others.insert(others.begin(), others.end());
        const std::vector<Draw> draws = drawsOf(question).value();
        const auto posed = pose(question, plan, draws[drawIndex(question.id, 1, draws.size())], Language(language));
        QVERIFY2(posed, posed ? "" : describe(posed.error().front()).c_str());
        GivenAnswer right, wrong;
        for (const PosedChoice& choice : posed->choices) (choice.right ? right : wrong).chosen.push_back(choice.id);
        if (posed->answer) right.number = *posed->answer, wrong.number = *posed->answer * 2 + 1;
        QVERIFY2(mark(*posed, right).right, question.where.c_str());
        const Mark marked = mark(*posed, wrong);
        QVERIFY2(!marked.right, question.where.c_str());
        QCOMPARE(marked.wronglyChosen.size(), wrong.chosen.size());
        ++answered;
    };
    for (const Lesson& lesson : course.lessons) {
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (lesson.steps[i].question)
                answer(*lesson.steps[i].question, planOfStep(lesson, i), lesson.steps[i].others);
        const Plan start = patched(lesson.base, lesson.plan).value();
        for (const Question& question : lesson.quiz) answer(question, start, {});
    }
    QVERIFY(answered > 0);
}

void CourseTest::wrongChoicesSayWhy() {
    for (const Lesson& lesson : readCourse(courseFolder(), planFolder()).lessons)
        for (const Question& question : lesson.quiz)
            for (const Choice& choice : question.choices)
                for (const Language language : kLanguages)
                    QVERIFY2(plainText(choice.explanation.in(language)).size() > 12, choice.where.c_str());
}

void CourseTest::theCourseHasItsChaptersCasesAndQuestions() {
    const CourseReading course = readCourse(courseFolder(), planFolder());
    std::map<LessonKind, int> count;
    std::size_t quiz = 0;
    for (const Lesson& lesson : course.lessons) {
        QCOMPARE(lesson.number, ++count[lesson.kind]);  // 1, 2, 3 … without a gap
        quiz += lesson.quiz.size();
        if (lesson.kind == LessonKind::Chapter) QVERIFY2(lesson.quiz.size() >= 3, lesson.id.c_str());
    }
    QVERIFY(count[LessonKind::Chapter] >= 14);
    QVERIFY(count[LessonKind::Case] >= 6);
    QVERIFY(count[LessonKind::Misconception] >= 8);
    QVERIFY(quiz >= 40);
}

void CourseTest::publishedNumbersComeOut_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<QString>("step");
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("75.7 % MFU for 175B, 3.5 T tokens, 2,000 A100, 90 days")
        << "case-175b-2000" << "ninety-days" << 75.7 << 0.002;
    QTest::newRow("2,000 cards make 31.25 replicas of 64") << "case-175b-2000" << "divide" << 31.25 << 0.0001;
    QTest::newRow("13B in 16 parts under ZeRO-2 of two: 6.8 GiB") << "case-13b-32" << "textbook" << 6.8 * double(kGiB) << 0.005;
    QTest::newRow("150 TFLOP/s with recomputation are 36 % MFU") << "case-bloom-176b" << "flops" << 0.36 << 0.005;
    QTest::newRow("175B in 16 bits: 326 GiB") << "why-one-card" << "weights" << 326 * double(kGiB) << 0.005;
    QTest::newRow("4 stages, 8 micro-batches: 3/11") << "pipeline-parallel" << "bubble" << 300.0 / 11 << 1e-9;
    QTest::newRow("32 cards, TP 4, PP 2: 4 replicas") << "product-rule" << "product" << 4.0 << 1e-9;
    QTest::newRow("512 = 4 · 32 · 4") << "product-rule" << "triple" << 32.0 << 1e-9;
    QTest::newRow("DeepSpeed's second update is at the start rate") << "ds-config" << "schedule" << 0.0 << 1e-9;
}

void CourseTest::publishedNumbersComeOut() {
    QFETCH(QString, lesson);
    QFETCH(QString, step);
    QFETCH(double, expected);
    QFETCH(double, tolerance);
    const LessonReading reading = readLesson(courseFolder() / lesson.toStdString(), planFolder());
    for (std::size_t i = 0; i < reading.lesson.steps.size(); ++i) {
        const LessonStep& found = reading.lesson.steps[i];
        if (found.id != step.toStdString()) continue;
        Question question = *found.question;
        question.others.insert(found.others.begin(), found.others.end());
        const auto posed = pose(question, planOfStep(reading.lesson, i), {}, Language::English);
        QVERIFY(posed && posed->answer);
        QVERIFY2(std::abs(*posed->answer - expected) <= tolerance * std::abs(expected) + 1e-12,
                 qPrintable(QString::number(*posed->answer)));
        return;
    }
    QFAIL("there is no such step");
}

QTEST_GUILESS_MAIN(CourseTest)
#include "course_test.moc"
