// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lesson files: a sound one passes, every kind of broken one is refused at its place.
#include "tests/support/lessons.h"

#include <QDir>
#include <QTemporaryDir>

using namespace core;
using namespace core::testing;

namespace {

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


// "FILE:LINE:COLUMN (" of the first place where `stands` stands, counted here on its own.
QString placeIn(const QString& text, const QString& file, const QString& stands) {
    const QString before = text.left(text.indexOf(stands));
    return QString("%1:%2:%3 (").arg(file).arg(before.count('\n') + 1).arg(before.size() - before.lastIndexOf('\n'));
}

}  // namespace

class LessonFilesTest : public QObject {
    Q_OBJECT
private slots:
    void aSoundLessonPasses();
    void brokenFilesAreRefusedAtTheirPlace_data();
    void brokenFilesAreRefusedAtTheirPlace();
    void aMissingLanguageIsRefused();
};

void LessonFilesTest::aSoundLessonPasses() {
    for (const Problem& problem : problemsOf(kJson, kText, kText)) QFAIL(describe(problem).c_str());
}

void LessonFilesTest::brokenFilesAreRefusedAtTheirPlace_data() {
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

void LessonFilesTest::brokenFilesAreRefusedAtTheirPlace() {
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

void LessonFilesTest::aMissingLanguageIsRefused() {
    const Problems problems = problemsOf(kJson, {}, kText);
    const Problem* problem = firstWith(problems, "file.cannot-read");
    QVERIFY(problem);
    QCOMPARE(QString::fromStdString(problem->where), "en.md");
}

QTEST_GUILESS_MAIN(LessonFilesTest)
#include "lesson_files_test.moc"
