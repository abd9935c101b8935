// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explorer as a program: its flags, its exit codes and the pictures it writes. Needs a display.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kTimeout = 60000;  // milliseconds; a loaded machine is slow

struct Result {
    int code = -1;
    QString out, err;
};

#ifdef SHARDSCOPE_EXPLORER_PROGRAM
QString explorer() { return QStringLiteral(SHARDSCOPE_EXPLORER_PROGRAM); }
#else
QString explorer() { return {}; }
#endif

Result runExplorer(const QStringList& arguments, const QProcessEnvironment& environment) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(explorer(), arguments);
    if (!process.waitForFinished(kTimeout)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, QStringLiteral("did not end")};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

// Pictures that are not of one colour.
int drawnPictures(const QString& folder) {
    int drawn = 0;
    for (const QString& name : QDir(folder).entryList({QStringLiteral("*.png")})) {
        const QImage image(QDir(folder).filePath(name));
        const QRgb first = image.isNull() ? 0 : image.pixel(0, 0);
        bool varied = false;
        for (int y = 0; y < image.height() && !varied; y += 7)
            for (int x = 0; x < image.width() && !varied; x += 7) varied = image.pixel(x, y) != first;
        drawn += varied ? 1 : 0;
    }
    return drawn;
}

}  // namespace

class ExplorerTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();

private slots:
    void initTestCase() {
        if (explorer().isEmpty()) QSKIP("this build has no explorer (SHARDSCOPE_EXPLORER=OFF)");
        QVERIFY2(QFile::exists(explorer()), qPrintable(explorer()));
        m_environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath(QStringLiteral("data")));
    }

    void anUnknownLanguageIsRefusedWithASentence() {
        const Result result = runExplorer({QStringLiteral("--lang"), QStringLiteral("fr")}, m_environment);
        QCOMPARE(result.code, 2);
        QVERIFY(result.err.contains(QStringLiteral("--lang")));
    }

    void anOptionOfALaterVersionIsRefusedNotIgnored() {
        const Result result =
            runExplorer({QStringLiteral("--bench"), QStringLiteral("frames")}, m_environment);
        QCOMPARE(result.code, 2);
        QVERIFY(result.err.contains(QStringLiteral("--bench")));
    }

    void anUnknownLessonIsRefusedWithTheKnownOnes() {
        const Result result =
            runExplorer({QStringLiteral("--lesson"), QStringLiteral("zero")}, m_environment);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(QStringLiteral("data-parallel-zero")), qPrintable(result.err));
    }

    void withoutADisplayItSaysWhatToDo() {
        QProcessEnvironment bare = m_environment;
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            bare.remove(QString::fromLatin1(name));
        const Result result = runExplorer({}, bare);
        QCOMPARE(result.code, 3);
        QVERIFY(result.err.contains(QStringLiteral("xvfb-run")));
    }

    void aDamagedPlanIsNamedWithItsPlace() {
        QFile file(m_folder.filePath(QStringLiteral("damaged.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1,\n \"layout\": {\"tp\": }}\n");
        file.close();
        const Result result = runExplorer(
            {file.fileName(), QStringLiteral("--export"), m_folder.filePath(QStringLiteral("none"))},
            m_environment);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(QStringLiteral("damaged.json:2:")), qPrintable(result.err));
    }

    void exportWritesEveryViewInBothThemes() {
        const QString folder = m_folder.filePath(QStringLiteral("pictures"));
        const Result result = runExplorer({QStringLiteral("--export"), folder}, m_environment);
        QVERIFY2(result.code == 0, qPrintable(result.err));
        const QStringList pictures = QDir(folder).entryList({QStringLiteral("*.png")});
        for (const char* name :
             {"window-explore-light.png", "window-explore-dark.png", "window-run-light.png",
              "explore-topology-light.png", "explore-memory-dark.png", "explore-timeline-light.png",
              "run-loss-light.png", "run-step-breakdown-dark.png", "window-plan-formulas-dark.png",
              "explore-workflow-light.png", "run-workflow-dark.png", "window-learn-light.png"})
            QVERIFY2(pictures.contains(QString::fromLatin1(name)), name);
        QCOMPARE(drawnPictures(folder), int(pictures.size()));
    }

    void aTrainedRunIsDrawnAndItsProgressPrinted() {
        const QString folder = m_folder.filePath(QStringLiteral("trained"));
        const Result result =
            runExplorer({QStringLiteral("tiny-llama-2x2x2"), QStringLiteral("--start"), QStringLiteral("--export"),
                         folder, QStringLiteral("--export-after"), QStringLiteral("8")},
                        m_environment);
        QVERIFY2(result.code == 0, qPrintable(result.err));
        QVERIFY2(result.out.contains(QStringLiteral("nat per byte")), qPrintable(result.out));
        QVERIFY(drawnPictures(folder) > 10);
    }
};

QTEST_GUILESS_MAIN(ExplorerTest)
#include "explorer_test.moc"
