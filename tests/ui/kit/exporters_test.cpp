// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures and tables leave the program whole: every format, text as text, hostile fields quoted, refusals
// explained.
#include "tests/support/snapshots.h"
#include "ui/kit/exporters.h"
#include "ui/kit/table.h"
#include "ui/kit/theme_provider.h"
#include "ui/memory/memory_canvas.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace ui;

class ExportersTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ThemeProvider> m_theme;
    std::unique_ptr<MemoryCanvas> m_canvas;
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    static QByteArray contents(const QString& fileName) {
        QFile file(fileName);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase() {
        m_theme = std::make_unique<ThemeProvider>(*qApp, Theme(ThemeKind::Dark));
        m_canvas = std::make_unique<MemoryCanvas>(MemoryDensity::Roomy);
        m_canvas->resize(420, 300);
        m_canvas->setPicture(memoryPicture(*support::tinySnapshot(), {}, {}));
    }

    void everyFormatIsWritten() {
        const ExportText text{QStringLiteral("Memory"), QStringLiteral("tiny-2x2x2, seed 1")};
        for (const char* name : {"a.png", "a.svg", "a.pdf", "a.csv"}) {
            QCOMPARE(exportCanvas(*m_canvas, path(name), text), std::nullopt);
            QVERIFY(QFile(path(name)).size() > 200);
        }
        QVERIFY(contents(path("a.pdf")).startsWith("%PDF"));
        const QByteArray svg = contents(path("a.svg"));
        QVERIFY(svg.contains("<text"));
        QVERIFY(svg.contains("Memory") && svg.contains("tiny-2x2x2"));
    }

    void picturesAreLightAndTwiceAsFineWhateverTheScreenShows() {
        QCOMPARE(exportCanvas(*m_canvas, path("b.png"), {}), std::nullopt);
        const QImage image(path("b.png"));
        QCOMPARE(image.width(), 840);
        QCOMPARE(image.pixelColor(4, 4), Theme(ThemeKind::Light).color(Role::Canvas));
    }

    void hostileFieldsAreQuoted() {
        const Table table{
            {QStringLiteral("a"), QStringLiteral("b")},
            {{QStringLiteral("x,y"), QStringLiteral("say \"hi\"\nthere")}, {QStringLiteral("−4.1"), {}}}};
        QCOMPARE(table.toCsv(), QStringLiteral("a,b\r\n\"x,y\",\"say \"\"hi\"\"\nthere\"\r\n-4.1,\r\n"));
    }

    void whatCannotBeWrittenIsExplained() {
        const auto unknown = exportCanvas(*m_canvas, path("c.bmp"), {});
        QVERIFY(unknown && unknown->contains(QStringLiteral(".svg")));
        const auto nowhere = exportCanvas(*m_canvas, QStringLiteral("/nonexistent/folder/a.png"), {});
        QVERIFY(nowhere && nowhere->contains(QStringLiteral("/nonexistent/folder/a.png")));
    }
};

QTEST_MAIN(ExportersTest)
#include "exporters_test.moc"
