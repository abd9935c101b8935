// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window says: the badge and its list, names of plans, the palette without a hit, numbers in sentences, and
// that pages and lessons name menus as they are. Needs a display.
#include "core/plan/validate.h"
#include "tests/support/window_stage.h"
#include "ui/kit/chip.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/to_qt.h"
#include "ui/window/header_bar.h"
#include "ui/window/plan_fields_window.h"
#include "ui/window/plan_panel.h"
#include "ui/window/problem_list.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>

#include <algorithm>

using namespace ui::testing;

namespace {

QString withoutMnemonic(QString text) { return text.remove(QLatin1Char('&')); }

QStringList entriesOf(const QMenu& menu) {
    QStringList entries;
    for (const QAction* action : menu.actions()) entries << withoutMnemonic(action->text());
    return entries;
}

QString wholeFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// "Run ▸ Save checkpoint now" of "*Run ▸ Save\ncheckpoint now*", "“运行 ▸ 立即保存检查点”".
QStringList menuPaths(const QString& text) {
    static const QRegularExpression path(QStringLiteral("[*“]([^*“”\\n]+ ▸ [^*”]+)[*”]"));
    QStringList paths;
    auto found = path.globalMatch(text);
    while (found.hasNext()) paths << found.next().captured(1).simplified();
    return paths;
}

}  // namespace

class WindowWordsTest : public QObject, private WindowStage {
    Q_OBJECT

private:
    ui::ProblemList* openProblems() {
        click(&window().findChild<ui::HeaderBar*>()->problemChip());
        return qobject_cast<ui::ProblemList*>(QApplication::activePopupWidget());
    }
    bool menuHas(const QString& path) {
        const QStringList names = path.split(QStringLiteral(" ▸ "));
        for (const QAction* top : window().findChild<ui::HeaderBar*>()->menuBar().actions())
            if (withoutMnemonic(top->text()) == names.front()) return entriesOf(*top->menu()).contains(names.back());
        return false;
    }

private slots:
    void cleanup() {
        if (hasWindow()) window().useLanguage(core::Language::English);
        closeWindow();
    }

    void choicesAreJoinedInTheLanguageOfTheWindow() {
        openWindow(defaultPlan());
        core::Plan plan = document().plan();
        plan.model.heads = 8;
        plan.layout.tp = 3;
        const core::Problems problems = core::validate(plan);
        const auto found = std::ranges::find(problems, "layout.tp-divides-heads", &core::Problem::code);
        QVERIFY(found != problems.end());
        const core::Problem& problem = *found;
        QVERIFY2(ui::fixSentence(problem).contains(QStringLiteral(" or ")), qPrintable(ui::fixSentence(problem)));
        window().useLanguage(core::Language::Chinese);
        QVERIFY2(ui::fixSentence(problem).contains(QStringLiteral(" 或 ")) && !ui::fixSentence(problem).contains(QStringLiteral(" or ")),
                 qPrintable(ui::fixSentence(problem)));
    }

    void qtsOwnDialogsSpeakTheLanguageOfTheWindow() {
        openWindow(defaultPlan());
        const auto cancel = [] {
            QMessageBox question(QMessageBox::Question, {}, {}, QMessageBox::Yes | QMessageBox::Cancel);
            return withoutMnemonic(question.button(QMessageBox::Cancel)->text());
        };
        QCOMPARE(cancel(), key("Cancel"));
        window().useLanguage(core::Language::Chinese);
        QCOMPARE(cancel(), QStringLiteral("取消"));
        const QFileDialog dialog;
        QCOMPARE(withoutMnemonic(dialog.labelText(QFileDialog::FileType)), QStringLiteral("文件类型："));
        window().useLanguage(core::Language::English);
        QCOMPARE(cancel(), key("Cancel"));
    }

    void theBadgeCountsWhatTheListShowsInRedAndNoLineIsCut() {
        openWindow(support::shippedPlan("llama-3.1-405b-16384xh100"));
        document().setField(key("/batch/micro"), std::int64_t(8), ui::PlanDocument::Edit::Committed);
        settle();
        ui::ProblemList* list = openProblems();
        QVERIFY(list);
        int red = 0;
        for (const ui::Label* label : list->findChildren<ui::Label*>()) {
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            red += label->palette().color(QPalette::WindowText) == theme().theme().color(ui::Role::Danger) ? 1 : 0;
        }
        QVERIFY(red >= 2);
        QCOMPARE(window().findChild<ui::HeaderBar*>()->problemChip().text(), QStringLiteral("%1 problems").arg(red));
        QVERIFY(std::ranges::any_of(list->findChildren<ui::Label*>(), [](const ui::Label* label) {
            return label->text().contains(key("16,384 ranks"));
        }));
        list->close();
    }

    void aSuggestionOfTheBadgeStandsInItsListAndCanBeTakenThere() {
        openWindow(defaultPlan());
        document().setField(key("/layout/pp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        settle();
        auto* panel = window().findChild<ui::PlanPanel*>();
        QTRY_VERIFY(panel->hasSuggestion());
        ui::ProblemList* list = openProblems();
        QVERIFY(std::ranges::any_of(list->findChildren<ui::Label*>(), [&](const ui::Label* label) {
            return label->text() == panel->suggestion();
        }));
        const int before = document().plan().microBatches();
        for (auto* button : list->findChildren<ui::Button*>())
            if (button->text() == panel->useOfSuggestion()) {
                click(button);
                break;
            }
        QVERIFY(document().plan().microBatches() > before);
    }

    void plansAreNamedWhole() {
        openWindow(defaultPlan());
        QVERIFY(menuHas(QStringLiteral("Plan ▸ Plan llama-3.1-405b-16384xh100")));
        QCOMPARE(support::shippedPlan("tiny-2x2x2").name, std::string("tiny-2x2x2"));
    }

    void thePaletteSaysThatNothingWasFound() {
        openWindow(defaultPlan());
        QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QWidget* palette = QApplication::activePopupWidget();
        auto* none = palette->findChild<ui::Label*>(key("nothingFound"));
        auto* typed = palette->findChild<QLineEdit*>();
        QVERIFY(!none->isVisible());
        QTest::keyClicks(typed, key("zzqx"));
        QVERIFY(none->isVisible() && none->text().contains(key("No command")));
        typed->selectAll();
        QTest::keyClicks(typed, key("export"));
        QVERIFY(!none->isVisible());
        QTest::keyClick(typed, Qt::Key_Escape);
    }

    void aLinkOfTheAcceleratorIsCalledDefaultWithItsValue() {
        openWindow(support::shippedPlan("gpt2-8xa100"));
        window().commands().action(key("plan.fields"))->trigger();
        auto* all = window().findChild<ui::PlanFieldsWindow*>();
        QVERIFY(all);
        auto* field = all->findChild<ui::NumberField*>(key("/cluster/links/intra_node_bandwidth"));
        QVERIFY(field);
        QCOMPARE(field->placeholderText(), QStringLiteral("default (3e+11)"));
        QVERIFY(field->text().isEmpty());
        QTest::keyClicks(field, key("1e11"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document().plan().cluster.links.intraNodeBandwidth, 1e11);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document().plan().cluster.links.intraNodeBandwidth, 0.0);
        QCOMPARE(window().findChild<QLineEdit*>(key("/name"))->cursorPosition(), 0);
    }

    void numbersInSentencesHaveThousands() {
        core::Problem problem;
        problem.code = "layout.cards-not-whole";
        problem.fix = "fix.layout.cards-not-whole";
        problem.params = {{"nodes", "2048"}, {"gpus_per_node", "8"}, {"cards", "16384"}, {"tp", "5"}, {"cp", "1"},
                          {"pp", "1"}, {"dp", "4000"}, {"needed", "20000"}, {"replica", "5"}, {"nearest", "16380, 16385 or 20000"}};
        QCOMPARE(ui::sentences(problem),
                 QStringLiteral("tp·cp·dp·pp = 5·1·4,000·1 = 20,000 but the cluster has 2,048·8 = 16,384 cards, which no dp "
                                "makes up: a replica takes tp·cp·pp = 5. Use 16,380, 16,385 or 20,000 cards, or sizes whose "
                                "product is 16,384"));
    }

    void everyMenuThatPagesAndLessonsNameExists() {
        openWindow(defaultPlan());
        const QString resources = qEnvironmentVariable("SHARDSCOPE_RESOURCES");
        const auto check = [this](const QStringList& files) {
            int checked = 0;
            for (const QString& file : files)
                for (const QString& path : menuPaths(wholeFile(file))) {
                    ++checked;
                    if (!menuHas(path)) qWarning("%s names %s", qPrintable(file), qPrintable(path));
                    if (!menuHas(path)) return -1;
                }
            return checked;
        };
        QStringList english, chinese;
        for (const QFileInfo& page : QDir(resources + key("/help")).entryInfoList({key("*.md")}, QDir::Files))
            english << page.filePath();
        for (const QFileInfo& lesson :
             QDir(resources + key("/lessons")).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            english << lesson.filePath() + key("/en.md");
            chinese << lesson.filePath() + key("/zh_CN.md");
        }
        QVERIFY(check(english) >= 5);
        const QString catalogue = wholeFile(resources + key("/i18n/shardscope_zh_CN.ts"));
        int checked = 0;
        for (const QString& file : chinese)
            for (const QString& path : menuPaths(wholeFile(file)))
                for (const QString& name : path.split(QStringLiteral(" ▸ "))) {
                    ++checked;
                    QVERIFY2(catalogue.contains(QStringLiteral("<translation>") + name), qPrintable(file + ": " + path));
                }
        QVERIFY(checked >= 2);
    }
};

int main(int argc, char** argv) { return runWindowTest<WindowWordsTest>(argc, argv); }
#include "window_words_test.moc"
