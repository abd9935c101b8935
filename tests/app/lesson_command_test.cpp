// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `lesson check` as callers use it: exit codes, problems with their places, nothing on standard output when the path
// itself is wrong. What is refused and where: core/lesson_files_test.
#include "tests/app/cli_process.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class LessonCommandTest : public QObject {
    Q_OBJECT

private slots:
    void theShippedLessonsPass();
    void aFaultIsAnsweredWithItsPlace();
    void aPathWithoutLessonsIsNotUnderstood();
    void aLessonIsPrintedInBothLanguages();
    void answersAreToldOnlyWhereAskedForAndInWords();
    void countsInLessonsAreWhole();
    void namesListWhatExpressionsMaySay();
};

namespace {

const QString kLessons = QStringLiteral(SHARDSCOPE_SOURCE_DIR) + "/resources/lessons";

}  // namespace

void LessonCommandTest::theShippedLessonsPass() {
    const CliRun run = runCli("lesson check " + kLessons + " --json");
    QVERIFY2(run.exitCode == 0, run.output + run.errors);
    QVERIFY(run.json()["lessons"].toInt() > 1);
    QVERIFY(run.json()["problems"].toArray().isEmpty());
}

void LessonCommandTest::aFaultIsAnsweredWithItsPlace() {
    QTemporaryDir folder;
    const QString lesson = folder.filePath("product-rule");
    QVERIFY(QDir().mkpath(lesson));
    for (const char* name : {"lesson.json", "en.md", "zh_CN.md"})
        QVERIFY(QFile::copy(kLessons + "/product-rule/" + name, lesson + '/' + name));
    QFile file(lesson + "/lesson.json");
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    QVERIFY(text.contains("\"32 / (4 * 2)\""));
    text.replace("\"32 / (4 * 2)\"", "\"32 / (4 * 3)\"");
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size());
    file.close();
    const CliRun run = runCli("lesson check " + lesson + " --json");
    QCOMPARE(run.exitCode, 1);
    const QJsonArray problems = run.json()["problems"].toArray();
    const auto found = std::find_if(problems.begin(), problems.end(), [](const QJsonValue& problem) {
        return problem.toObject()["code"] == QLatin1String("course.how-many-right");
    });
    QVERIFY2(found != problems.end(), run.output);
    const QString where = (*found).toObject()["where"].toString();
    QVERIFY2(where.startsWith(lesson + "/lesson.json:9:19 ("), qPrintable(where));
    QVERIFY(run.errors.contains(where.toUtf8()));
}

void LessonCommandTest::aPathWithoutLessonsIsNotUnderstood() {
    for (const QString& path : {QStringLiteral("/nowhere/at-all"), QDir::tempPath()}) {
        const CliRun run = runCli("lesson check " + path + " --json");
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.output.isEmpty());
        QVERIFY(!run.errors.isEmpty());
    }
}

// With ordinary spaces between numbers and units.
static QString plain(const CliRun& run) { return QString::fromUtf8(run.output).simplified(); }

void LessonCommandTest::aLessonIsPrintedInBothLanguages() {
    const QString show = "lesson show " + kLessons + "/why-one-card --answers --lang ";
    const CliRun english = runCli(show + "en"), chinese = runCli(show + "zh_CN"), other = runCli(show + "fr");
    QCOMPARE(english.exitCode, 0);
    QVERIFY(plain(english).contains("Why one card is not enough") && plain(english).contains("326 GiB"));
    QVERIFY(plain(chinese).contains("为什么一张卡不够") && plain(chinese).contains("326 GiB"));
    QCOMPARE(other.exitCode, 2);
    QCOMPARE(runCli("lesson show " + kLessons + "/why-one-card/").exitCode, 0);
}

void LessonCommandTest::answersAreToldOnlyWhereAskedForAndInWords() {
    const QString show = "lesson show " + kLessons + "/how-long-how-much --lang ";
    const QString hidden = QString::fromUtf8(runCli(show + "en").output);
    QVERIFY(hidden.contains("\n  - ") && !hidden.contains("\n  + ") && !hidden.contains("Right."));
    const QString told = QString::fromUtf8(runCli(show + "en --answers").output);
    QVERIFY(told.contains("Right. ") && told.contains("Wrong. ") && told.contains("Answer: 8.52 days"));
    QVERIFY(hidden.contains("[question ") && hidden.contains("  a number: … days\n") && !hidden.contains("Answer: "));
    QVERIFY(told.contains("2 USD a card-hour 1.2 million USD"));
    const QString chinese = QString::fromUtf8(runCli(show + "zh_CN --answers").output);
    QVERIFY(chinese.contains("[问题 ") && chinese.contains("  填一个数：… 天\n") && !chinese.contains("[question"));
    QVERIFY(QString::fromUtf8(runCli("lesson show " + kLessons + "/daily-run").output).contains("  Hint: The loss is"));
    QVERIFY(chinese.contains("正确。") && chinese.contains("答案：8.52 天") && chinese.contains("120\u202f万美元"));
}

void LessonCommandTest::countsInLessonsAreWhole() {
    QVERIFY(runCli("lesson show " + kLessons + "/process-groups --answers").output.contains("rank = 0 + 2 · (1 + 4 · 0) = 2"));
    QVERIFY(runCli("lesson show " + kLessons + "/tools-collide").output.contains("tensor 8, pipeline 2, data 2, ZeRO-2"));
}

void LessonCommandTest::namesListWhatExpressionsMaySay() {
    const QJsonObject names = runCli("lesson names --json").json();
    QVERIFY(names["quantities"].toArray().size() > 40);
    QVERIFY(names["calls"].toArray().size() > 20);
    QCOMPARE(names["constants"].toObject()["gib"].toDouble(), 1073741824.0);
}

QTEST_GUILESS_MAIN(LessonCommandTest)
#include "lesson_command_test.moc"
