// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Questions: draws, seeds and marks; sets of the quiz, drawn or from a file.
#include "tests/support/lessons.h"
#include "core/lesson/quiz_file.h"

#include <QTemporaryDir>

#include <set>

using namespace core;
using namespace core::testing;

class LessonQuestionsTest : public QObject {
    Q_OBJECT
private slots:
    void drawsAreAllCombinationsThatPass();
    void theSameSeedDrawsTheSame();
    void marksSayWhichChoicesWereWrong();
    void theSameSeedGivesTheSameQuiz();
    void aQuizKeepsToItsLevelAndLessons();
    void aClassSetTravelsAsAFile();
    void brokenClassSetsAreRefusedAtTheirPlace_data();
    void brokenClassSetsAreRefusedAtTheirPlace();
};

void LessonQuestionsTest::drawsAreAllCombinationsThatPass() {
    Question question;
    question.draw = {{"t", {1, 2, 4}}, {"p", {1, 2, 4}}};
    question.only = {*parseExpression("t * p <= 4"), "x"};
    const auto draws = drawsOf(question);
    QVERIFY(draws);
    QCOMPARE(draws->size(), std::size_t(6));
    question.only = {*parseExpression("t > 4"), "x"};
    QCOMPARE(drawsOf(question).error().front().code, std::string("course.no-draws"));
}

void LessonQuestionsTest::theSameSeedDrawsTheSame() {
    std::set<std::size_t> drawn;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        QCOMPARE(drawIndex("q", seed, 5), drawIndex("q", seed, 5));
        drawn.insert(drawIndex("q", seed, 5));
    }
    QCOMPARE(drawn.size(), std::size_t(5));
}

void LessonQuestionsTest::marksSayWhichChoicesWereWrong() {
    PosedQuestion posed;
    posed.kind = QuestionKind::Multiple;
    posed.choices = {{"a", {}, {}, true, {}}, {"b", {}, {}, true, {}}, {"c", {}, {}, false, {}}};
    QVERIFY(mark(posed, {{"a", "b"}, {}}).right);
    const Mark partly = mark(posed, {{"a", "c"}, {}});
    QVERIFY(!partly.right);
    QCOMPARE(partly.wronglyChosen, std::vector<std::string>{"c"});
    QCOMPARE(partly.missed, std::vector<std::string>{"b"});
    posed.kind = QuestionKind::Numeric;
    posed.answer = 34.5;
    posed.tolerance = 0.01;
    QVERIFY(mark(posed, {{}, 34.8}).right);
    QVERIFY(!mark(posed, {{}, 37.0}).right);
    QVERIFY(!mark(posed, {}).right);
}

void LessonQuestionsTest::theSameSeedGivesTheSameQuiz() {
    const CourseReading course = readCourse(courseFolder(), planFolder());
    const auto names = [&](std::uint64_t seed) {
        std::vector<std::string> all;
        for (const QuizItem& item : drawQuiz(course.lessons, {seed, 12, 0, {}})) {
            const auto posed = poseItem(item, Language::Chinese);
            std::string name = item.lesson->id + '/' + item.question->id + ' ' + plainText(posed->prompt);
            for (const PosedChoice& choice : posed->choices) name += ' ' + choice.id;
            all.push_back(std::move(name));
        }
        return all;
    };
    QCOMPARE(names(7).size(), std::size_t(12));
    QCOMPARE(names(7), names(7));
    QVERIFY(names(7) != names(8));
}

void LessonQuestionsTest::aQuizKeepsToItsLevelAndLessons() {
    const CourseReading course = readCourse(courseFolder(), planFolder());
    const auto hard = drawQuiz(course.lessons, {1, 1000, 3, {}});
    QVERIFY(hard.size() >= 5);
    for (const QuizItem& item : hard) QCOMPARE(item.question->level, 3);
    for (const QuizItem& item : drawQuiz(course.lessons, {1, 1000, 0, {"two-tools"}}))
        QCOMPARE(item.lesson->id, std::string("two-tools"));
}

void LessonQuestionsTest::aClassSetTravelsAsAFile() {
    const CourseReading course = readCourse(courseFolder(), planFolder());
    QTemporaryDir folder;
    const QString file = folder.filePath("set.json");
    write(file, QString::fromStdString(toJsonText(QuizFile{"Week 3", {42, 12, 2, {"pipeline-parallel", "two-tools"}}})));
    const auto quiz = readQuizFile(file.toStdString(), course.lessons);
    QVERIFY2(quiz.has_value(), quiz ? "" : describe(quiz.error().front()).c_str());
    QCOMPARE(quiz->name, std::string("Week 3"));
    QCOMPARE(quiz->choice.seed, std::uint64_t(42));
    QCOMPARE(quiz->choice.count, std::size_t(12));
    QCOMPARE(quiz->choice.level, 2);
    QCOMPARE(quiz->choice.lessons.size(), std::size_t(2));
    write(file, R"({"version": 1, "seed": 7})");
    const auto least = readQuizFile(file.toStdString(), course.lessons);
    QVERIFY(least && least->choice.count == 10 && least->choice.level == 0 && least->choice.lessons.empty());
}

void LessonQuestionsTest::brokenClassSetsAreRefusedAtTheirPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* text, const char* code, const char* place) {
        QTest::newRow(text) << QString(text) << QString(code) << QString(place);
    };
    row(R"([1])", "quiz.not-a-set", "");
    row(R"({"version": 1, "seed": })", "json.syntax", ":1:");
    row(R"({"version": 2, "seed": 1})", "quiz.version", ":1:13 (/version)");
    row(R"({"seed": 1})", "plan.missing-key", "");
    row(R"({"version": 1})", "plan.missing-key", "");
    row(R"({"version": 1, "seed": -1})", "quiz.range", ":1:24 (/seed)");
    row(R"({"version": 1, "seed": 1, "count": 0})", "quiz.range", ":1:36 (/count)");
    row(R"({"version": 1, "seed": 1, "level": 4})", "quiz.range", ":1:36 (/level)");
    row(R"({"version": 1, "seed": 1, "lessons": ["moon"]})", "course.unknown-lesson", "(/lessons)");
    row(R"({"version": 1, "seed": 1, "lesons": []})", "plan.unknown-key", "(/lesons)");
    row(R"({"version": 1, "seed": "one"})", "plan.wrong-type", ":1:24 (/seed)");
}

void LessonQuestionsTest::brokenClassSetsAreRefusedAtTheirPlace() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(QString, place);
    static const CourseReading course = readCourse(courseFolder(), planFolder());
    QTemporaryDir folder;
    const QString file = folder.filePath("set.json");
    write(file, text);
    const auto quiz = readQuizFile(file.toStdString(), course.lessons);
    QVERIFY(!quiz);
    const Problem* problem = firstWith(quiz.error(), code.toStdString());
    QVERIFY2(problem, describe(quiz.error().front()).c_str());
    QVERIFY2(QString::fromStdString(problem->where).contains(place), problem->where.c_str());
}

QTEST_GUILESS_MAIN(LessonQuestionsTest)
#include "lesson_questions_test.moc"
