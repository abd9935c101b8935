// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text in, samples out: real files, damaged files, and the sample order's independence of the layout.
#include "gpu/data/corpus.h"
#include "gpu/data/utf8.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

class CorpusTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::string write(const char* name, const QByteArray& content) {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("cannot write %s", name);
        return file.fileName().toStdString();
    }
    static std::string refusal(const std::string& path) {
        const auto corpus = gpu::Corpus::load({.path = path}, 16);
        if (corpus) return "accepted";
        const core::Problem& problem = corpus.error().front();
        if (core::message(problem) == problem.code || core::fixText(problem).empty()) return problem.code + " has no sentence";
        return problem.code;
    }

private slots:
    void aFileIsSplitIntoTrainingAndHeldOutBytes() {
        const auto corpus = gpu::Corpus::load({.path = write("a.txt", QByteArray(1000, 'x')), .heldOutFraction = 0.1}, 16);
        QVERIFY(corpus);
        QCOMPARE(corpus->training().size(), std::size_t(900));
        QCOMPARE(corpus->heldOut().size(), std::size_t(100));
    }

    void whatCannotBeReadIsRefusedByName() {
        QCOMPARE(refusal(m_folder.filePath("absent").toStdString()), std::string("data.missing"));
        QCOMPARE(refusal("/dev/zero"), std::string("data.not-a-file"));
        QCOMPARE(refusal(write("binary", QByteArray("ELF\0\0\0", 6) + QByteArray(500, 'x'))), std::string("data.binary"));
        QCOMPARE(refusal(write("latin1", QByteArray("na\xEFve ") + QByteArray(500, 'x'))), std::string("data.not-utf8"));
        QCOMPARE(refusal(write("short", "tiny")), std::string("data.too-short"));
    }

    void aFolderIsReadInNameOrderAndSkipsWhatIsNotText() {
        QTemporaryDir folder;
        const auto put = [&](const char* name, const QByteArray& content) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
        };
        put("b", QByteArray(300, 'b'));
        put("a", QByteArray(300, 'a'));
        put("c.dat", QByteArray("\0\1\2", 3));
        const auto corpus = gpu::Corpus::load({.path = folder.path().toStdString(), .heldOutFraction = 0.5}, 16);
        QVERIFY(corpus);
        QCOMPARE(char(corpus->training().front()), 'a');
        QCOMPARE(char(corpus->training().back()), 'b');
        QVERIFY(corpus->description().find("1 files that are not text left out") != std::string::npos);
    }

    void entropiesAreThoseOfKnownSources() {
        QByteArray alternating;
        for (int i = 0; i < 4000; ++i) alternating += i % 2 ? 'a' : 'b';
        const auto corpus = gpu::Corpus::load({.path = write("ab", alternating), .heldOutFraction = 0.5}, 16);
        QVERIFY(corpus);
        QVERIFY(std::abs(corpus->unigramEntropy() - std::log(2.0)) < 1e-6);
        QVERIFY(std::abs(corpus->bigramEntropy()) < 1e-3);  // the next byte follows from this one
    }

    void targetsAreTheNextBytesAndDependOnTheGlobalSampleOnly() {
        QByteArray text;
        for (int i = 0; i < 5000; ++i) text += char('a' + (i * 7 + i / 13) % 26);
        const auto corpus = gpu::Corpus::load({.path = write("text", text)}, 16);
        QVERIFY(corpus);
        std::vector<std::int32_t> tokens(8 * 16), targets(8 * 16), two(2 * 16), twoTargets(2 * 16);
        gpu::fillSamples(corpus->training(), 42, 100, 8, 16, tokens, targets);
        for (int i = 0; i < 8; ++i)
            for (int t = 0; t + 1 < 16; ++t) QCOMPARE(targets[i * 16 + t], tokens[i * 16 + t + 1]);
        for (int first = 0; first < 8; first += 2) {
            gpu::fillSamples(corpus->training(), 42, 100 + first, 2, 16, two, twoTargets);
            QVERIFY(std::equal(two.begin(), two.end(), tokens.begin() + first * 16));
        }
        gpu::fillSamples(corpus->training(), 43, 100, 8, 16, targets, tokens);
        QVERIFY(targets != tokens);
    }

    void generatedBytesBecomeValidUtf8() {
        QCOMPARE(gpu::replaceInvalidUtf8("a\xC3\xA9\xC3"
                                         "b\xED\xA0\x80"),
                 std::string("a\xC3\xA9\xEF\xBF\xBD"
                             "b\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
        QCOMPARE(gpu::firstInvalidUtf8("h\xC3\xA9 \xF0\x9F\x98\x80"), std::size_t(8));
        QCOMPARE(gpu::firstInvalidUtf8("ab\xC0\xAF"), std::size_t(2));  // overlong
    }

    void thisMachineHasRealText() {
        const auto corpus = gpu::Corpus::load({}, 128);
        QVERIFY2(corpus, "no fortunes, word list or licence text found");
        qInfo("%s; unigram %.3f, bigram %.3f nat per byte", corpus->description().c_str(), corpus->unigramEntropy(),
              corpus->bigramEntropy());
        QVERIFY(corpus->unigramEntropy() > 2.0);
        QVERIFY(corpus->bigramEntropy() < corpus->unigramEntropy());
    }
};

QTEST_GUILESS_MAIN(CorpusTest)
#include "corpus_test.moc"
