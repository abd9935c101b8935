// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How lessons write: numbers and units by language, paragraphs and items, Chinese without blanks.
#include "tests/support/lessons.h"
#include "core/lesson/unit_text.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace core;
using namespace core::testing;

class LessonTextTest : public QObject {
    Q_OBJECT
private slots:
    void numbersAreWrittenAsTheLanguageDoes();
    void unitsOfAnswersAreWrittenAsTheLanguageDoes();
    void lineBreaksBesideChineseLeaveNoBlankThroughSignsOfEmphasisAndLinks();
    void proseKeepsItsBlocksAndJoinsChineseLinesWithoutBlanks();
    void aBlockShowsTheConfigurationOfThePlan();
};

void LessonTextTest::numbersAreWrittenAsTheLanguageDoes() {
    const auto text = [](double number, NumberFormat format, Language language) {
        return QString::fromStdString(numberText(number, format, language));
    };
    using enum Language;
    QCOMPARE(text(174.6e9, NumberFormat::Big, English), "175 billion");
    QCOMPARE(text(174.6e9, NumberFormat::Big, Chinese), "1750\u202f亿");
    QCOMPARE(text(999.9e6, NumberFormat::Big, English), "1 billion");
    QCOMPARE(text(3.5e12, NumberFormat::Big, Chinese), "3.5\u202f万亿");
    QCOMPARE(text(0.2727, NumberFormat::Percent, English), "27.3\u202f%");
    QCOMPARE(text(0.2727, NumberFormat::Percent, Chinese), "27.3%");
    QCOMPARE(text(37.5 * double(kGiB), NumberFormat::InBytes, English), "37.5\u202fGiB");
    QCOMPARE(text(3.15e23, NumberFormat::Scientific, English), "3.15 × 10²³");
    QCOMPARE(text(10 * 86400.0, NumberFormat::InSeconds, Chinese), "10.0\u202f天");
    QCOMPARE(text(3e-4, NumberFormat::Plain, English), "0.0003");
    QCOMPARE(text(8, NumberFormat::Number, English), "8");
    QCOMPARE(text(2048, NumberFormat::Number, Chinese), "2,048");
    QCOMPARE(text(2.5, NumberFormat::Number, English), "2.50");
}

void LessonTextTest::unitsOfAnswersAreWrittenAsTheLanguageDoes() {
    using enum Language;
    QCOMPARE(withUnit("8.52", "d", English), std::string("8.52 days"));
    QCOMPARE(withUnit("8.52", "d", Chinese), std::string("8.52 天"));
    QCOMPARE(withUnit("36.1", "%", English), std::string("36.1\u202f%"));
    QCOMPARE(withUnit("36.1", "%", Chinese), std::string("36.1%"));
    QCOMPARE(withUnit("3", "GiB", Chinese), std::string("3 GiB"));
    QCOMPARE(withUnit("4", "", English), std::string("4"));
}

void LessonTextTest::lineBreaksBesideChineseLeaveNoBlankThroughSignsOfEmphasisAndLinks() {
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

void LessonTextTest::proseKeepsItsBlocksAndJoinsChineseLinesWithoutBlanks() {
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

void LessonTextTest::aBlockShowsTheConfigurationOfThePlan() {
    Plan plan = toyPlan();
    plan.batch.micro = 2;
    const auto scope = scopeOf(plan, {});
    QVERIFY(scope.has_value());
    QStringList faults;
    const auto note = [&](const Problem& problem, std::size_t at) { faults << QString::fromStdString(problem.code) + QString(" %1").arg(at); };
    const auto shown = renderProse(parseProse("Before\n```ds_config \n```\nafter", note), *scope, Language::English);
    QCOMPARE(faults, QStringList());
    QVERIFY(shown.has_value());
    QCOMPARE(shown->size(), std::size_t(3));
    QCOMPARE(int((*shown)[1].kind), int(BlockKind::Code));
    const QJsonObject config = QJsonDocument::fromJson(QByteArray::fromStdString((*shown)[1].spans.front().text)).object();
    QCOMPARE(config["train_batch_size"].toInt(), 16);
    QCOMPARE(config["train_micro_batch_size_per_gpu"].toInt(), 2);
    QCOMPARE(config["gradient_accumulation_steps"].toInt(), 16 / (2 * 2));
    (void)parseProse("```ds-config\n```", note);
    (void)parseProse("x\n```ds_config\n{}\n```", note);
    QCOMPARE(faults, (QStringList{"course.unknown-block 3", "course.computed-block 2"}));
}

QTEST_GUILESS_MAIN(LessonTextTest)
#include "lesson_text_test.moc"
