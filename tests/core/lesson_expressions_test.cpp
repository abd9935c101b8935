// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions of lessons: their order, the places of their faults, and the quantities that they name.
#include "tests/support/lessons.h"

using namespace core;
using namespace core::testing;

class LessonExpressionsTest : public QObject {
    Q_OBJECT
private slots:
    void expressionsFollowTheUsualOrder_data();
    void expressionsFollowTheUsualOrder();
    void faultsOfExpressionsNameTheirByte_data();
    void faultsOfExpressionsNameTheirByte();
    void quantitiesAreThoseOfThePlan();
    void aQuantityOfABrokenPlanHasNoValueAndSaysWhy();
};

void LessonExpressionsTest::expressionsFollowTheUsualOrder_data() {
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

void LessonExpressionsTest::expressionsFollowTheUsualOrder() {
    QFETCH(QString, text);
    QFETCH(double, expected);
    QuantityScope scope;
    scope.plan = std::make_shared<const Snapshot>(evaluate(toyPlan()));
    scope.drawn["x"] = 3;
    QCOMPARE(value(text.toUtf8().constData(), scope), expected);
}

void LessonExpressionsTest::faultsOfExpressionsNameTheirByte_data() {
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

void LessonExpressionsTest::faultsOfExpressionsNameTheirByte() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(int, at);
    const auto expression = parseExpression(text.toStdString());
    QVERIFY(!expression);
    QCOMPARE(QString::fromStdString(expression.error().front().code), code);
    QCOMPARE(QString::fromStdString(expression.error().front().where), QString::number(at));
}

void LessonExpressionsTest::quantitiesAreThoseOfThePlan() {
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

void LessonExpressionsTest::aQuantityOfABrokenPlanHasNoValueAndSaysWhy() {
    Plan plan = toyPlan();
    plan.layout.tp = 3;
    const auto scope = scopeOf(plan, {});
    const auto number = evaluateIn(*parseExpression("step_seconds"), *scope);
    QVERIFY(!number);
    QCOMPARE(QString::fromStdString(number.error().front().code), "expression.no-value");
    QVERIFY(message(number.error().front()).find("tp=3") != std::string::npos);
    QCOMPARE(value("has_problem('layout.tp-divides-heads')", *scope), 1.0);
}

QTEST_GUILESS_MAIN(LessonExpressionsTest)
#include "lesson_expressions_test.moc"
