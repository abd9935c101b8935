// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as people read them: three digits, one unit, a true minus, spaces that do not break.
#include "ui/kit/format.h"

#include <QTest>

using namespace ui;

namespace {
const QLocale kEnglish(QLocale::English, QLocale::UnitedStates);
const QLocale kGerman(QLocale::German, QLocale::Germany);
const QLocale kChinese(QLocale::Chinese, QLocale::China);
constexpr QChar kNarrow(0x202F);
QString narrow(const char* text) { return QString::fromUtf8(text).replace(QLatin1Char(' '), kNarrow); }
}  // namespace

class FormatTest : public QObject {
    Q_OBJECT
private slots:
    void aWaitIsNoFinerThanItCanBeKnown() {
        const QLocale english(QLocale::English);
        const auto plain = [](QString text) {
            return text.replace(QChar(0x202f), u' ').replace(QChar(0xa0), u' ');
        };
        QCOMPARE(plain(waitText(39.2, english)), QStringLiteral("40 s"));
        QCOMPARE(plain(waitText(250, english)), QStringLiteral("4 min"));
        QCOMPARE(plain(waitText(5400, english)), QStringLiteral("1.5 h"));
        QCOMPARE(plain(waitText(3 * 86400.0, english)), QStringLiteral("3 days"));
    }
    void threeSignificantDigits_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("tens") << 29.21 << "29.2";
        QTest::newRow("ones") << 4.889 << "4.89";
        QTest::newRow("hundreds") << 501.3 << "501";
        QTest::newRow("thousands keep all digits") << 1174.2 << "1,174";
        QTest::newRow("rounding up into a new digit") << 9.996 << "10.0";
        QTest::newRow("rounding up to a hundred") << 99.96 << "100";
        QTest::newRow("small") << 0.0853 << "0.0853";
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("negative") << -4.1 << QStringLiteral("−4.10");
    }
    void threeSignificantDigits() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(threeDigits(value, kEnglish), text);
    }

    void bytesKeepTheUnitOfTheirView() {
        QCOMPARE(bytesText(core::gibibytes(29.21), ByteUnit::GiB, kEnglish), narrow("29.2 GiB"));
        QCOMPARE(bytesText(core::gibibytes(40), ByteUnit::GiB, kEnglish), narrow("40 GiB"));
        QCOMPARE(bytesText(core::mebibytes(0.254), ByteUnit::MiB, kEnglish), narrow("0.25 MiB"));
        QCOMPARE(int(unitFor(core::mebibytes(23.8))), int(ByteUnit::MiB));
        QCOMPARE(int(unitFor(core::gibibytes(1536))), int(ByteUnit::GiB));
    }

    void sharesDifferInPointsAndQuantitiesInPercent() {
        QCOMPARE(percentText(3.0 / 11, kEnglish), narrow("27.3 %"));
        QCOMPARE(signedPercentText(0.0091, kEnglish), narrow("+0.9 %"));
        QCOMPARE(signedPercentText(-0.041, kEnglish), narrow("−4.1 %"));
        QCOMPARE(signedPercentText(-0.0001, kEnglish), narrow("+0.0 %"));
        QCOMPARE(signedPointsText(0.011, kEnglish), QStringLiteral("+1.1 points"));
    }

    void theLocaleDecidesSeparatorsAndSpaces() {
        QCOMPARE(percentText(0.273, kGerman), narrow("27,3 %"));
        QCOMPARE(percentText(0.273, kChinese), QStringLiteral("27.3%"));
        QCOMPARE(wholeNumber(87261, kEnglish), QStringLiteral("87,261"));
        QCOMPARE(wholeNumber(87261, kGerman), QStringLiteral("87.261"));
    }

    void largeCountsCarryAPrefix() {
        QCOMPARE(shortNumber(6.738e9, kEnglish), narrow("6.74 B"));
        QCOMPARE(shortNumber(3.26e6, kEnglish), narrow("3.26 M"));
        QCOMPARE(shortNumber(46200, kEnglish), narrow("46.2 k"));
        QCOMPARE(shortNumber(9999, kEnglish), QStringLiteral("9,999"));
    }

    void timesTakeTheUnitThatReadsBest() {
        QCOMPARE(timeText(0.272, kEnglish), narrow("272 ms"));
        QCOMPARE(timeText(2.84, kEnglish), narrow("2.84 s"));
        QCOMPARE(timeText(501 * 86400.0, kEnglish), narrow("501 days"));
    }

    void axesStepInRoundNumbers() {
        QCOMPARE(niceStep(2.84, 6), 0.5);
        QCOMPARE(niceStep(280, 7), 50.0);
        QCOMPARE(niceBinaryStep(32, 4), 8.0);
        QCOMPARE(niceBinaryStep(40, 4), 10.0);
        QCOMPARE(niceBinaryStep(20, 4), 5.0);
    }
};

QTEST_GUILESS_MAIN(FormatTest)
#include "format_test.moc"
