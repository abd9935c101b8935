// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions, texts and questions of lessons; every kind of broken lesson file is refused at its place; and every
// question of the shipped course is answered right and wrong in every language.
#include "core/lesson/lesson_check.h"
#include "core/lesson/question.h"
#include "core/lesson/quiz.h"
#include "core/lesson/unit_text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace core;

namespace {

const QString kResources = QStringLiteral(SHARDSCOPE_SOURCE_DIR) + "/resources";

std::filesystem::path planFolder() { return (kResources + "/plans").toStdString(); }
std::filesystem::path courseFolder() { return (kResources + "/lessons").toStdString(); }

Plan toyPlan() {
    Plan plan;
    plan.model = *findModelPreset("tiny-gpt");
    plan.layout.pp = 4;
    plan.layout.dp = 2;
    plan.batch.global = 16;
    plan.precision = Precision::Fp32;
    plan.cluster = {"virtual-card", 1, 8};
    return plan;
}

double value(const char* text, const QuantityScope& scope) {
    const auto expression = parseExpression(text);
    if (!expression) return NAN;
    const auto number = evaluateIn(*expression, scope);
    return number ? *number : NAN;
}

const Problem* firstWith(const Problems& problems, const std::string& code) {
    for (const Problem& problem : problems)
        if (problem.code == code) return &problem;
    return nullptr;
}

void write(const QString& name, const QString& text) {
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
}

// A small sound lesson; each row of the test of broken files spoils one place of it.
const QString kJson = R"({
  "version": 1, "id": "toy", "kind": "chapter", "number": 1, "base": "tiny-2x2x2",
  "plan": {"/layout/pp": 2},
  "steps": [
    {
      "id": "one", "plan": {"/zero/stage": 1}, "views": ["topology"], "controls": ["/layout/pp"],
      "highlight": {"rank": 1}, "compare": {"two": {"/zero/stage": 2}}, "run": {},
      "question": {
        "kind": "single", "answer": "pp * dp", "draw": {"n": [2, 4]}, "only": "n > 1",
        "choices": [
          {"id": "a", "value": "pp * dp"},
          {"id": "b", "value": "pp + dp + n"}
        ]
      }
    }
  ],
  "quiz": [{"id": "q", "kind": "numeric", "answer": "cards", "unit": "cards"}]
}
)";
const QString kText = R"(# Toy

A summary of {parameters|big} parameters.

## step one: First

Text with **strong {pp|int}** and [colour](optimizer).

### run

Go.

### question

How many?

### choice a: {value|int}

Good.

### choice b: {value|int}

The sum is no product.

### right

It is {answer|int}.

## quiz q

How many cards?

### right

{cards|int}.
)";

}  // namespace

class LessonTest : public QObject {
    Q_OBJECT

private slots:
    void expressionsFollowTheUsualOrder_data();
    void expressionsFollowTheUsualOrder();
    void faultsOfExpressionsNameTheirByte_data();
    void faultsOfExpressionsNameTheirByte();
    void quantitiesAreThoseOfThePlan();
    void aQuantityOfABrokenPlanHasNoValueAndSaysWhy();
    void numbersAreWrittenAsTheLanguageDoes();
    void unitsOfAnswersAreWrittenAsTheLanguageDoes();
    void lineBreaksBesideChineseLeaveNoBlankThroughSignsOfEmphasisAndLinks();
    void proseKeepsItsBlocksAndJoinsChineseLinesWithoutBlanks();
    void drawsAreAllCombinationsThatPass();
    void theSameSeedDrawsTheSame();
    void marksSayWhichChoicesWereWrong();
    void aSoundLessonPasses();
    void brokenFilesAreRefusedAtTheirPlace_data();
    void brokenFilesAreRefusedAtTheirPlace();
    void aMissingLanguageIsRefused();
    void theShippedCourseIsSound();
    void everyShippedQuestionCanBeAnsweredRightAndWrong_data();
    void everyShippedQuestionCanBeAnsweredRightAndWrong();
    void wrongChoicesSayWhy();
    void theCourseHasItsChaptersCasesAndQuestions();
    void publishedNumbersComeOut_data();
    void publishedNumbersComeOut();
    void theSameSeedGivesTheSameQuiz();
    void aQuizKeepsToItsLevelAndLessons();
};

void LessonTest::expressionsFollowTheUsualOrder_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* text, double expected) { QTest::newRow(text) << QString(text) << expected; };
    row("1 + 2 * 3", 7);
    row("(1 + 2) * 3", 9);
    row("8 - 4 - 2", 2);
    row("16 / 4 / 2", 2);
    row("2 ^ 3 ^ 2", 512);
    row("-2 ^ 2", -4);
    row("2 * -3", -6);
    row("1 < 2 and 2 < 1 or 3 = 3", 1);
    row("not 1 = 2", 1);
    row("1 > 2 ? 10 : 2 > 1 ? 20 : 30", 20);
    row("max(1, min(5, 3), 2)", 3);
    row("2e3 + .5", 2000.5);
    row("mod(7, 4) != 3", 0);
    row("x * gib / mib", 3 * 1024);
}

void LessonTest::expressionsFollowTheUsualOrder() {
    QFETCH(QString, text);
    QFETCH(double, expected);
    QuantityScope scope;
    scope.plan = std::make_shared<const Snapshot>(evaluate(toyPlan()));
    scope.drawn["x"] = 3;
    QCOMPARE(value(text.toUtf8().constData(), scope), expected);
}

void LessonTest::faultsOfExpressionsNameTheirByte_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("at");
    const auto row = [](const char* text, const char* code, int at) {
        QTest::newRow(text) << QString(text) << QString(code) << at;
    };
    row("", "expression.syntax", 0);
    row("1 +", "expression.syntax", 3);
    row("(1", "expression.syntax", 2);
    row("1 2", "expression.syntax", 2);
    row("2x", "expression.syntax", 1);
    row("f(1", "expression.syntax", 3);
    row("f('a)", "expression.syntax", 3);
    row("1 ? 2", "expression.syntax", 5);
    row("a.", "expression.syntax", 2);
    row("1 == 1", "expression.syntax", 3);
}

void LessonTest::faultsOfExpressionsNameTheirByte() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(int, at);
    const auto expression = parseExpression(text.toStdString());
    QVERIFY(!expression);
    QCOMPARE(QString::fromStdString(expression.error().front().code), code);
    QCOMPARE(QString::fromStdString(expression.error().front().where), QString::number(at));
}

void LessonTest::quantitiesAreThoseOfThePlan() {
    const auto scope = scopeOf(toyPlan(), {{"zero", {{"/zero/stage", FieldValue(std::int64_t(3)), ""}}}});
    QVERIFY(scope);
    QCOMPARE(value("cards", *scope), 8.0);
    QCOMPARE(value("zero.zero_stage - zero_stage", *scope), 3.0);
    QVERIFY(value("zero.states_bytes", *scope) < value("states_bytes", *scope));
    QCOMPARE(value("schedule_bubble('1f1b', 4, 8)", *scope), 3.0 / 11);
    QCOMPARE(value("schedule_makespan('1f1b', 4, 8)", *scope), 33.0);
    QCOMPARE(value("schedule_peak('gpipe', 4, 8)", *scope), 8.0);
    QCOMPARE(value("groups('tensor')", *scope), 8.0);
    QCOMPARE(value("group_size('pipeline')", *scope), 4.0);
    // 2Ψ/T + 2Ψ + 12Ψ/D with Ψ = 10⁹, T = 4, D = 2
    QCOMPARE(value("textbook(billion, 4, 2, 1)", *scope), 0.5e9 + 2e9 + 6e9);
    // 6 · 10⁹ · 2·10¹⁰ / (8 · 10¹⁴ · 0.5) = 3·10⁵ s
    QVERIFY(std::abs(value("training_days(billion, 20 * billion, 8, 10 ^ 14, 0.5) * day", *scope) - 3e5) < 1);
}

void LessonTest::aQuantityOfABrokenPlanHasNoValueAndSaysWhy() {
    Plan plan = toyPlan();
    plan.layout.tp = 3;
    const auto scope = scopeOf(plan, {});
    const auto number = evaluateIn(*parseExpression("step_seconds"), *scope);
    QVERIFY(!number);
    QCOMPARE(QString::fromStdString(number.error().front().code), "expression.no-value");
    QVERIFY(message(number.error().front()).find("tp=3") != std::string::npos);
    QCOMPARE(value("has_problem('layout.tp-divides-heads')", *scope), 1.0);
}

void LessonTest::numbersAreWrittenAsTheLanguageDoes() {
    const auto text = [](double number, NumberFormat format, Language language) {
        return QString::fromStdString(numberText(number, format, language));
    };
    using enum Language;
    QCOMPARE(text(174.6e9, NumberFormat::Big, English), "175 billion");
    QCOMPARE(text(174.6e9, NumberFormat::Big, Chinese), "1750 亿");
    QCOMPARE(text(999.9e6, NumberFormat::Big, English), "1 billion");
    QCOMPARE(text(3.5e12, NumberFormat::Big, Chinese), "3.5 万亿");
    QCOMPARE(text(0.2727, NumberFormat::Percent, English), "27.3\u202f%");
    QCOMPARE(text(0.2727, NumberFormat::Percent, Chinese), "27.3%");
    QCOMPARE(text(37.5 * double(kGiB), NumberFormat::InBytes, English), "37.5 GiB");
    QCOMPARE(text(3.15e23, NumberFormat::Scientific, English), "3.15 × 10²³");
    QCOMPARE(text(10 * 86400.0, NumberFormat::InSeconds, Chinese), "10.0 天");
    QCOMPARE(text(3e-4, NumberFormat::Plain, English), "0.0003");
    QCOMPARE(text(8, NumberFormat::Number, English), "8");
    QCOMPARE(text(2048, NumberFormat::Number, Chinese), "2,048");
    QCOMPARE(text(2.5, NumberFormat::Number, English), "2.50");
}

void LessonTest::unitsOfAnswersAreWrittenAsTheLanguageDoes() {
    using enum Language;
    QCOMPARE(withUnit("8.52", "d", English), std::string("8.52 days"));
    QCOMPARE(withUnit("8.52", "d", Chinese), std::string("8.52 天"));
    QCOMPARE(withUnit("36.1", "%", English), std::string("36.1\u202f%"));
    QCOMPARE(withUnit("36.1", "%", Chinese), std::string("36.1%"));
    QCOMPARE(withUnit("3", "GiB", Chinese), std::string("3 GiB"));
    QCOMPARE(withUnit("4", "", English), std::string("4"));
}

void LessonTest::lineBreaksBesideChineseLeaveNoBlankThroughSignsOfEmphasisAndLinks() {
    const auto text = [](const char* source) {
        return QString::fromStdString(plainText(parseProse(source, [](const Problem&, std::size_t) {})));
    };
    QCOMPARE(text("所以**张量并行**\n要放在节点内"), "所以张量并行要放在节点内");
    QCOMPARE(text("流过各层的\n[激活值](activations)。"), "流过各层的激活值。");
    QCOMPARE(text("还没算[激活值](activations)\n（大）"), "还没算激活值（大）");
    QCOMPARE(text("所有 token 的结果，\n2 · s · b · h"), "所有 token 的结果，2 · s · b · h");
    QCOMPARE(text("从 8 增到 16：\n`x`"), "从 8 增到 16：x");
    QCOMPARE(text("这里是\nZeRO"), "这里是 ZeRO");
    QCOMPARE(text("all — or\n**nothing**"), "all — or nothing");
}

void LessonTest::proseKeepsItsBlocksAndJoinsChineseLinesWithoutBlanks() {
    int faults = 0;
    const auto count = [&](const Problem&, std::size_t) { ++faults; };
    const Prose prose = parseProse("数据并行\n与 ZeRO\n切分。\n\n- one\n- two\n\n```\na {b} **c**\n```\n\\[x] `{y}`", count);
    QCOMPARE(faults, 0);
    QCOMPARE(prose.size(), std::size_t(5));
    QCOMPARE(QString::fromStdString(plainText(prose)), "数据并行与 ZeRO 切分。\n• one\n• two\na {b} **c**\n[x] {y}");
    std::vector<std::size_t> at;
    (void)parseProse("好 **x\n\n[a](nowhere)", [&](const Problem&, std::size_t byte) { at.push_back(byte); });
    QCOMPARE(at, (std::vector<std::size_t>{4, 13}));
}

void LessonTest::drawsAreAllCombinationsThatPass() {
    Question question;
    question.draw = {{"t", {1, 2, 4}}, {"p", {1, 2, 4}}};
    question.only = {*parseExpression("t * p <= 4"), "x"};
    const auto draws = drawsOf(question);
    QVERIFY(draws);
    QCOMPARE(draws->size(), std::size_t(6));
    question.only = {*parseExpression("t > 4"), "x"};
    QCOMPARE(drawsOf(question).error().front().code, std::string("course.no-draws"));
}

void LessonTest::theSameSeedDrawsTheSame() {
    std::set<std::size_t> drawn;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        QCOMPARE(drawIndex("q", seed, 5), drawIndex("q", seed, 5));
        drawn.insert(drawIndex("q", seed, 5));
    }
    QCOMPARE(drawn.size(), std::size_t(5));
}

void LessonTest::marksSayWhichChoicesWereWrong() {
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

namespace {

Problems problemsOf(const QString& json, const QString& english, const QString& chinese) {
    QTemporaryDir folder;
    QDir(folder.path()).mkdir("toy");
    write(folder.filePath("toy/lesson.json"), json);
    if (!english.isEmpty()) write(folder.filePath("toy/en.md"), english);
    write(folder.filePath("toy/zh_CN.md"), chinese);
    Problems problems = checkLessons(folder.path().toStdString(), planFolder()).problems;
    const std::string prefix = folder.path().toStdString() + "/toy/";
    for (Problem& problem : problems)
        if (problem.where.starts_with(prefix)) problem.where.erase(0, prefix.size());
    return problems;
}

}  // namespace

namespace {

// "FILE:LINE:COLUMN (" of the first place where `stands` stands, counted here on its own.
QString placeIn(const QString& text, const QString& file, const QString& stands) {
    const QString before = text.left(text.indexOf(stands));
    return QString("%1:%2:%3 (").arg(file).arg(before.count('\n') + 1).arg(before.size() - before.lastIndexOf('\n'));
}

}  // namespace

void LessonTest::aSoundLessonPasses() {
    for (const Problem& problem : problemsOf(kJson, kText, kText)) QFAIL(describe(problem).c_str());
}

void LessonTest::brokenFilesAreRefusedAtTheirPlace_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("find");
    QTest::addColumn<QString>("put");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("stands");  // what stands at the place; empty: the question in lesson.json
    const auto row = [](const char* file, const char* find, const char* put, const char* code, const char* stands) {
        QTest::addRow("%s, %s", code, put) << QString(file) << QString(find) << QString(put) << QString(code)
                                           << QString(stands);
    };
    const char *json = "lesson.json", *text = "en.md";
    const char *whole = "{\n  \"version\"", *step = "{\n      \"id\": \"one\"", *question = "{\n        \"kind\"";
    row(json, R"("version": 1,)", R"("version": 1)", "json.syntax", R"("id": "toy")");
    row(json, R"("version": 1)", R"("version": 9)", "course.version", "9, ");
    row(json, R"("kind": "chapter")", R"("kind": "chaptre")", "plan.unknown-choice", R"("chaptre")");
    row(json, R"("number": 1)", R"("number": 0)", "course.number", "0, ");
    row(json, "tiny-2x2x2", "tiny", "course.base", R"("tiny")");
    row(json, R"("id": "toy")", R"("id": "other")", "course.id-is-folder", R"("other")");
    row(json, R"("id": "one")", R"("id": "One 1")", "course.bad-id", R"("One 1")");
    row(json, R"("views")", R"("view")", "plan.unknown-key", R"("view")");
    row(json, R"(["topology"])", R"("topology")", "plan.wrong-type", R"("topology")");
    row(json, R"(["topology"])", R"(["topologie"])", "plan.unknown-choice", R"(["topologie"])");
    row(json, R"("/layout/pp": 2)", R"("/layout/ppp": 2)", "course.unknown-field", R"("/layout/ppp")");
    row(json, R"("/layout/pp": 2)", R"("/layout/pp": "two")", "number.not-a-number", R"("two")");
    row(json, R"("/layout/pp": 2)", R"("/layout/tp": 3)", "course.plan-broken", step);
    row(json, R"(["/layout/pp"])", R"(["/layout/xx"])", "course.unknown-field", R"(["/layout/xx"])");
    row(json, R"({"rank": 1})", R"({"rank": 8})", "course.highlight", step);
    row(json, R"("run": {})", R"("run": {"plan": {"/precision": "fp8"}})", "course.cannot-run", step);
    row(json, R"("run": {})", R"("run": {}, "expect": ["batch.contradiction"])", "course.not-broken", step);
    row(json, R"("answer": "pp * dp")", R"("answer": "pp * dq")", "expression.unknown-name", "dq");
    row(json, R"("answer": "pp * dp")", R"("answer": "pp * ")", "expression.syntax", R"(", "draw")");
    row(json, R"("answer": "pp * dp")", R"x("answer": "pp / (n - n)")x", "expression.divided-by-zero", "/ (n");
    row(json, R"("answer": "pp * dp")", R"x("answer": "min()")x", "expression.arguments", "min()");
    row(json, R"("answer": "pp * dp")", R"("answer": "pp")", "course.how-many-right", question);
    row(json, R"("pp + dp + n")", R"("dp * pp")", "course.how-many-right", question);
    row(json, R"("only": "n > 1")", R"("only": "n > 9")", "course.no-draws", question);
    row(json, R"("draw": {"n": [2, 4]})", R"("draw": {"n": 2})", "plan.wrong-type", "2}, \"only");
    row(json, R"({"id": "b", "value": "pp + dp + n"})", R"({"id": "b"})", "course.value-or-right", R"({"id": "b"})");
    row(json, R"({"id": "b", )", R"({"id": "a", )", "course.id-twice", R"("a", "value": "pp + )");
    row(json, R"("kind": "numeric", "answer": "cards",)", R"("kind": "numeric",)", "plan.missing-key", R"({"id": "q")");
    row(json, R"("unit": "cards")", R"("unit": "cards", "tolerance": 1)", "course.tolerance", "1}]");
    row(json, R"("unit": "cards")", R"("unit": "cards", "level": 4)", "course.level", "4}]");
    row(json, R"(, "run": {})", "", "course.nothing-to-run", whole);
    row(json, R"(, "controls": ["/layout/pp"])", "", "course.nothing-to-move", whole);
    row(json, R"({"id": "b", )", R"({"id": "b", "misconception": "moon", )", "course.unknown-lesson", R"({"id": "b")");
    row(json, R"("compare": {"two")", R"("compare": {"Two")", "course.bad-name", R"({"/zero/stage": 2})");
    row(text, "# Toy", "Toy", "course.no-title", "Toy");
    row(text, "## step one: First", "## step one", "course.no-heading", "## step one");
    row(text, "## step one: First", "## stage one: First", "course.unknown-heading", "## stage one");
    row(text, "## quiz q", "## quiz r", "course.unknown-section", "## quiz r");
    row(text, "### question", "### ask", "course.unknown-heading", "### ask");
    row(text, "### choice b", "### choice a", "course.section-twice", "### choice a: {value|int}\n\nThe sum");
    row(text, "The sum is no product.", "", "course.empty-section", "### choice b");
    row(text, "### right\n\nIt is {answer|int}.\n", "", "course.missing-section", "## step one");
    row(text, "**strong {pp|int}**", "**strong {pp|int}", "course.unclosed", "**strong");
    row(text, "{pp|int}", "{pp|whole}", "course.unknown-format", "whole}");
    row(text, "{pp|int}", "{pq|int}", "expression.unknown-name", "pq|int");
    row(text, "{pp|int}", "{1 / (pp - 2)}", "expression.divided-by-zero", "/ (pp");
    row(text, "(optimizer)", "(optimiser)", "course.unknown-target", "optimiser)");
    row(text, "(optimizer)", "(lesson:moon)", "course.unknown-lesson", "lesson:moon)");
    // Two choices are compared, so the place is their question's.
    row(text, "### choice b: {value|int}", "### choice b: 4", "course.same-labels", nullptr);
}

void LessonTest::brokenFilesAreRefusedAtTheirPlace() {
    QFETCH(QString, file);
    QFETCH(QString, find);
    QFETCH(QString, put);
    QFETCH(QString, code);
    QFETCH(QString, stands);
    QString json = kJson, text = kText;
    QString& spoiled = file == "lesson.json" ? json : text;
    QVERIFY(spoiled.contains(find));
    spoiled.replace(spoiled.indexOf(find), find.size(), put);
    if (!json.contains("\"run\"")) text.remove("### run\n\nGo.\n");
    const QString chinese = json.contains("\"run\"") ? kText : text;
    const Problems problems = problemsOf(json, text, chinese);
    const Problem* problem = firstWith(problems, code.toStdString());
    QString heard;
    for (const Problem& other : problems) heard += QString::fromStdString(describe(other)) + '\n';
    QVERIFY2(problem, qPrintable("not refused; heard:\n" + heard));
    const QString where = stands.isEmpty() ? placeIn(kJson, "lesson.json", "{\n        \"kind\"") : placeIn(spoiled, file, stands);
    QVERIFY2(QString::fromStdString(problem->where).startsWith(where), qPrintable(where + " is no place of\n" + heard));
}

void LessonTest::aMissingLanguageIsRefused() {
    const Problems problems = problemsOf(kJson, {}, kText);
    const Problem* problem = firstWith(problems, "file.cannot-read");
    QVERIFY(problem);
    QCOMPARE(QString::fromStdString(problem->where), "en.md");
}

void LessonTest::theShippedCourseIsSound() {
    const CourseCheck check = checkLessons(courseFolder(), planFolder());
    QString problems;
    for (const Problem& problem : check.problems) problems += QString::fromStdString(describe(problem)) + '\n';
    QVERIFY2(check.problems.empty(), qPrintable(problems));
    QVERIFY(check.lessons >= 1);
}

void LessonTest::everyShippedQuestionCanBeAnsweredRightAndWrong_data() {
    QTest::addColumn<int>("language");
    QTest::newRow("English") << int(Language::English);
    QTest::newRow("Chinese") << int(Language::Chinese);
}

void LessonTest::everyShippedQuestionCanBeAnsweredRightAndWrong() {
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

void LessonTest::wrongChoicesSayWhy() {
    for (const Lesson& lesson : readCourse(courseFolder(), planFolder()).lessons)
        for (const Question& question : lesson.quiz)
            for (const Choice& choice : question.choices)
                for (const Language language : kLanguages)
                    QVERIFY2(plainText(choice.explanation.in(language)).size() > 12, choice.where.c_str());
}

void LessonTest::theCourseHasItsChaptersCasesAndQuestions() {
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

// Figures that are known from elsewhere: the answers that the course computes must be these.
void LessonTest::publishedNumbersComeOut_data() {
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

void LessonTest::publishedNumbersComeOut() {
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

void LessonTest::theSameSeedGivesTheSameQuiz() {
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

void LessonTest::aQuizKeepsToItsLevelAndLessons() {
    const CourseReading course = readCourse(courseFolder(), planFolder());
    const auto hard = drawQuiz(course.lessons, {1, 1000, 3, {}});
    QVERIFY(hard.size() >= 5);
    for (const QuizItem& item : hard) QCOMPARE(item.question->level, 3);
    for (const QuizItem& item : drawQuiz(course.lessons, {1, 1000, 0, {"two-tools"}}))
        QCOMPARE(item.lesson->id, std::string("two-tools"));
}

QTEST_GUILESS_MAIN(LessonTest)
#include "lesson_test.moc"
