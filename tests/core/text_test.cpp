// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers and sentences for people, the catalogue, suggestions, and where product files are found.
#include "core/base/text.h"

#include "core/base/catalogue.h"
#include "core/base/file.h"
#include "core/base/resources.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/cluster/cluster.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <set>

using namespace core;

class TextTest : public QObject {
    Q_OBJECT

private slots:
    void bytesAreSaidInPowersOf1024() {
        QCOMPARE(toText(Bytes(0)), std::string("0 B"));
        QCOMPARE(toText(Bytes(512)), std::string("512 B"));
        QCOMPARE(toText(Bytes(1024)), std::string("1.00 KiB"));
        QCOMPARE(toText(mebibytes(32)), std::string("32.0 MiB"));
        QCOMPARE(toText(gibibytes(29.2)), std::string("29.2 GiB"));
        QCOMPARE(toText(gibibytes(1023.9)), std::string("1.00 TiB"));
        QCOMPARE(toText(Bytes(350'000'000'000)), std::string("326 GiB"));
        QCOMPARE(toText(Bytes(-2048)), std::string("-2.00 KiB"));
        QVERIFY(!toText(Bytes(std::numeric_limits<std::int64_t>::max())).empty());
    }

    void secondsGetTheUnitThatReadsBest() {
        QCOMPARE(toText(Seconds(2.84)), std::string("2.84 s"));
        QCOMPARE(toText(Seconds(0)), std::string("0 s"));
        QCOMPARE(toText(Seconds(0.0123)), std::string("12.3 ms"));
        QCOMPARE(toText(Seconds(0.99996)), std::string("1.00 s"));
        QCOMPARE(toText(Seconds(4.5e-6)), std::string("4.50 µs"));
        QCOMPARE(toText(Seconds(7200)), std::string("7,200 s"));
        QCOMPARE(toText(Seconds(501 * 86400.0)), std::string("501 days"));
    }

    void threeDigitsAreSignificant() {
        const std::pair<double, const char*> rows[] = {
            {0, "0"},           {2.844, "2.84"},   {46.15, "46.1"},
            {9.996, "10.0"},    {99.96, "100"},    {999.6, "1,000"},
            {0.0283, "0.0283"}, {-27.27, "-27.3"}, {1234567, "1,234,567"},
            {3e-5, "3.00e-05"}};
        for (const auto& [value, text] : rows) QCOMPARE(threeDigits(value), std::string(text));
    }

    void thousandsAreSeparated() {
        QCOMPARE(withThousands(0), std::string("0"));
        QCOMPARE(withThousands(999), std::string("999"));
        QCOMPARE(withThousands(1638400), std::string("1,638,400"));
        QCOMPARE(withThousands(-1000), std::string("-1,000"));
        QCOMPARE(withThousands(std::numeric_limits<std::int64_t>::min()),
                 std::string("-9,223,372,036,854,775,808"));
    }

    void placeholdersTakeTheirParameters() {
        QCOMPARE(fillIn("{a} and {b}, {a}", {{"a", "1"}, {"b", "{a}"}}), std::string("1 and {a}, 1"));
        QCOMPARE(fillIn("{missing} {open", {}), std::string("{missing} {open"));
    }

    void controlCharactersBecomeVisibleAndLettersStay() {
        QCOMPARE(visible("a\nb\tc\x1b[31m\x7f\r"), std::string("a\\nb\\tc\\x1b[31m\\x7f\\x0d"));
        QCOMPARE(visible("\xC2\x9Bm"), std::string("\\x9bm"));  // a terminal's C1 form of ESC [
        QCOMPARE(visible("Ψ·é 中"), std::string("Ψ·é 中"));
        QCOMPARE(visible("a\xff\xc3"), std::string("a\\xff\\xc3"));
        QCOMPARE(visible("\xed\xa0\x80 \xc2"), std::string("\\xed\\xa0\\x80 \\xc2"));  // a surrogate is no character
        QCOMPARE(utf8Prefix("中文", 5), std::string_view("中"));
        QCOMPARE(utf8Prefix("中文", 6), std::string_view("中文"));
        QCOMPARE(describe({Severity::Error, "no.such-code", "a\nb"}), std::string("a\\nb: no.such-code"));
        QCOMPARE(fillIn("{a}", {{"a", "x\ny"}}), std::string("x\\ny"));
    }

    void countsHaveTheirNoun() {
        QCOMPARE(counted(1, "card"), std::string("1 card"));
        QCOMPARE(counted(0, "card"), std::string("0 cards"));
        QCOMPARE(counted(1024, "card"), std::string("1,024 cards"));
    }

    void anUnknownCodeIsItsOwnSentence() {
        QCOMPARE(describe({Severity::Error, "no.such-code", "/x"}), std::string("/x: no.such-code"));
    }

    void codesOfTheCatalogueAreUniqueAndTheirSentencesJoin() {
        std::set<std::string_view> codes;
        for (const Sentence& row : catalogue()) {
            QVERIFY2(codes.insert(row.code).second, row.code.data());
            QVERIFY2(!row.text.empty() && !row.text.ends_with('.'), row.code.data());
        }
        QVERIFY(codes.size() > 100);
    }

    void nearWordsAreSuggestedAndFarOnesAreNot() {
        const std::vector<std::string> words = {"interleaved", "1f1b", "gpipe", "zb-h1"};
        QCOMPARE(editDistance("kitten", "sitting"), 3);
        QCOMPARE(editDistance("ab", "ba"), 1);
        QCOMPARE(nearestWord("interlaeved", words).value_or(""), std::string("interleaved"));
        QCOMPARE(nearestWord("GPipe", words).value_or(""), std::string("gpipe"));
        QVERIFY(!nearestWord("pipedream", words));
        QCOMPARE(joinedByOr(std::vector<std::string>{"2", "4", "8"}), std::string("2, 4 or 8"));
    }

    void acceleratorsAreWhole() {
        std::set<std::string> names;
        for (const Accelerator& row : accelerators()) {
            QVERIFY(names.insert(row.name).second);
            QVERIFY(row.memory > Bytes(0) && row.peakFlops16 >= row.peakFlops32 && row.peakFlops32 > 0);
            QVERIFY(row.memoryBandwidth > 0 && row.intraNodeBandwidth >= row.interNodeBandwidth);
            QVERIFY(row.interNodeBandwidth > 0 && row.interNodeLatency >= row.intraNodeLatency);
            QVERIFY(row.powerWatts > 0 && !row.title.empty() && !row.source.empty());
        }
        for (const char* name :
             {"v100-32gb", "a100-40gb", "a100-80gb", "h100-sxm", "h200", "b200", "mi300x", "rtx-4090"})
            QVERIFY2(findAccelerator(name) != nullptr, name);
        QCOMPARE(findAccelerator("a100-80gb")->memory, gibibytes(80));
    }

    void resourcesAreLookedForInOrder() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        const auto installed = root / "usr" / "share" / "shardscope", tree = root / "tree";
        std::filesystem::create_directories(installed);
        std::filesystem::create_directories(tree / "resources");
        std::filesystem::create_directories(root / "usr" / "bin");
        QVERIFY(writeFileAtomically(tree / "resources" / "a", "tree"));
        const auto roots = resourceRoots("", root / "usr" / "bin" / "shardscope", tree);
        QCOMPARE(findResource(roots, "a").value(), tree / "resources" / "a");
        QVERIFY(writeFileAtomically(installed / "a", "installed"));
        QCOMPARE(findResource(roots, "a").value(), installed / "a");
        const auto first =
            resourceRoots((tree / "resources").string(), root / "usr" / "bin" / "shardscope", {});
        QCOMPARE(findResource(first, "a").value(), tree / "resources" / "a");
        QCOMPARE(findResource(roots, "b").error().front().code, std::string("resource.missing"));
    }

    void replacingAFileKeepsItsPermissionsAndItsLinks() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        QVERIFY(writeFileAtomically(root / "real", "one"));
        std::filesystem::permissions(root / "real", std::filesystem::perms(0600));
        std::filesystem::create_symlink(root / "real", root / "link");
        QVERIFY(writeFileAtomically(root / "link", "two"));
        QVERIFY(std::filesystem::is_symlink(root / "link"));
        QCOMPARE(readTextFile(root / "real").value(), std::string("two"));
        QCOMPARE(std::filesystem::status(root / "real").permissions(), std::filesystem::perms(0600));
    }

    void aFailedWriteLeavesTheOldFile() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        QVERIFY(writeFileAtomically(root / "kept", "old"));
        std::filesystem::create_directories(root / "folder" / "inside");
        QVERIFY(!writeFileAtomically(root / "folder", "a file cannot replace a folder"));
        QCOMPARE(readTextFile(root / "kept").value(), std::string("old"));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(root), {}), 2);
    }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
