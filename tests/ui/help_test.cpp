// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help pages: every link leads to a page, every page is in the index, and pages are found by title and by
// text.
#include "ui/kit/theme_provider.h"
#include "ui/window/help_window.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTextBrowser>

#include <memory>

using namespace ui;

namespace {

QString folder() { return qEnvironmentVariable("SHARDSCOPE_RESOURCES") + QStringLiteral("/help"); }

QStringList linksOf(const QString& markdown) {
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
    QStringList links;
    for (auto each = link.globalMatch(markdown); each.hasNext();) links << each.next().captured(1);
    return links;
}

}  // namespace

class HelpTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ThemeProvider> m_theme;

private slots:
    void initTestCase() { m_theme = std::make_unique<ThemeProvider>(*qApp); }

    void everyLinkLeadsToAPageAndEveryPageIsInTheIndex() {
        const auto pages = loadHelp(folder());
        QStringList names;
        for (const HelpPage& page : pages) names << page.name + QStringLiteral(".md");
        QVERIFY(names.size() >= 10);
        QCOMPARE(names.front(), QStringLiteral("index.md"));
        for (const HelpPage& page : pages) {
            QVERIFY2(page.title != page.name, qPrintable(page.name + QStringLiteral(" has no heading")));
            for (const QString& link : linksOf(page.markdown))
                QVERIFY2(names.contains(link), qPrintable(link));
        }
        const QStringList indexed = linksOf(pages.front().markdown);
        for (const QString& name : names)
            QVERIFY2(name == QLatin1String("index.md") || indexed.contains(name), qPrintable(name));
    }

    void everyPageIsThereInChineseWithTheSameTablesAndSections() {
        const auto english = loadHelp(folder()), chinese = loadHelp(folder(), core::Language::Chinese);
        QCOMPARE(chinese.size(), english.size());
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        for (qsizetype i = 0; i < english.size(); ++i) {
            const QByteArray name = english[i].name.toUtf8();
            QCOMPARE(chinese[i].name, english[i].name);
            QVERIFY2(chinese[i].title.contains(han), name);
            const auto links = [](const HelpPage& page) {
                const QStringList all = linksOf(page.markdown);
                return QSet<QString>(all.begin(), all.end());
            };
            QVERIFY2(links(english[i]).contains(links(chinese[i])), name);
            const auto lines = [](const HelpPage& page, const char* start) {
                int count = 0;
                for (const QString& line : page.markdown.split(QLatin1Char('\n'))) count += line.startsWith(QLatin1String(start));
                return count;
            };
            // Tables and sections are the same; an item or a line of code may still be missing.
            for (const char* start : {"|", "## ", "```"})
                QVERIFY2(lines(chinese[i], start) == lines(english[i], start), name + ": lines that begin with " + start);
            QVERIFY2(lines(chinese[i], "- ") <= lines(english[i], "- "), name);
        }
        QCOMPARE(findHelp(chinese, QStringLiteral("虚拟时间")).front()->name, QStringLiteral("virtual-time"));
    }

    void titlesThatMatchStandBeforePagesThatOnlyMention() {
        const auto pages = loadHelp(folder());
        const auto found = findHelp(pages, QStringLiteral("virtual time"));
        QVERIFY(found.size() > 2);
        QCOMPARE(found.front()->name, QStringLiteral("virtual-time"));
        QVERIFY(findHelp(pages, QStringLiteral("no such words anywhere")).isEmpty());
    }

    void typingInTheSearchFieldShowsTheBestPage() {
        HelpWindow window(loadHelp(folder()), nullptr);
        window.showPage(QStringLiteral("memory"));
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(window.currentPage(), QStringLiteral("memory"));
        QTest::keyClicks(window.findChild<QLineEdit*>(), QStringLiteral("bubble"));
        QCOMPARE(window.currentPage(), QStringLiteral("bubble"));
        QVERIFY(window.findChild<QTextBrowser*>()->toPlainText().contains(
            QStringLiteral("Bubble and idle time")));
    }

    void aLinkOpensItsPage() {
        HelpWindow window(loadHelp(folder()), nullptr);
        window.showPage(QStringLiteral("index"));
        emit window.findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("timeline.md")));
        QCOMPARE(window.currentPage(), QStringLiteral("timeline"));
    }

    void withoutPagesTheWindowSaysSo() {
        HelpWindow window(loadHelp(QStringLiteral("/nowhere")), nullptr);
        window.showPage(QStringLiteral("index"));
        QVERIFY(!window.findChild<QTextBrowser*>()->toPlainText().isEmpty());
    }
};

QTEST_MAIN(HelpTest)
#include "help_test.moc"
