// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Table 1 of the ZeRO paper (Rajbhandari et al. 2020): memory of model states per card by ZeRO stage and
// data-parallel size, asked of the real program row by row. The table lies outside the source tree
// (SHARDSCOPE_REAL_FILES).
#include "tests/app/cli_process.h"

#include <QFile>
#include <QTest>

#include <cmath>

class CliPublishedTables : public QObject {
    Q_OBJECT

private slots:
    void textbookMemoryIsThatOfTheZeroPaper();
};

void CliPublishedTables::textbookMemoryIsThatOfTheZeroPaper() {
    const QString folder = qEnvironmentVariable("SHARDSCOPE_REAL_FILES");
    if (folder.isEmpty()) QSKIP("SHARDSCOPE_REAL_FILES is not set: the published table is not here");
    QFile table(folder + "/tables/zero_paper_table1.csv");
    QVERIFY2(table.open(QIODevice::ReadOnly), qPrintable(table.fileName()));
    const QStringList columns = QString(table.readLine()).trimmed().split(',');
    const auto parameters = columns.indexOf("params"), stage = columns.indexOf("zero_stage"),
               dp = columns.indexOf("dp"), published = columns.indexOf("per_device_GB");
    QVERIFY(parameters >= 0 && stage >= 0 && dp >= 0 && published >= 0);
    int rows = 0;
    while (!table.atEnd()) {
        const QStringList row =
            QString(table.readLine()).split(',');  // the columns read stand before any quoted one
        if (row.size() <= published) continue;
        const CliRun run = runCli(QString("estimate --parameters %1 --cards %2 --zero %3 --json")
                                      .arg(row[parameters], row[dp], row[stage]));
        QCOMPARE(run.exitCode, 0);
        const double gigabytes = run.json()["memory"].toObject()["textbook_bytes"].toDouble() / 1e9;
        const double printed = row[published].toDouble();
        const double tolerance = std::max(0.006 * printed, 0.005);  // the paper prints two or three digits
        QVERIFY2(std::abs(gigabytes - printed) <= tolerance,
                 qPrintable(row.mid(0, 6).join(' ') + ": " + QString::number(gigabytes)));
        ++rows;
    }
    QVERIFY(rows >= 50);
}

QTEST_GUILESS_MAIN(CliPublishedTables)
#include "cli_published_tables_test.moc"
