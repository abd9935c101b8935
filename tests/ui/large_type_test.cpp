// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// At 125 % type nothing is cut, in both languages: every label and button of every screen of Learn and of Explore and Run has
// the room that its text needs, and nothing reaches out of a pane sideways. Needs a display.
#include "tests/support/learn_screens.h"
#include "tests/support/window_stage.h"

#include <QLabel>
#include <QScrollArea>

using ui::testing::key;

namespace {

constexpr double kScale = 1.25;
constexpr int kSettle = 30;  // milliseconds
constexpr QSize kWindow(1440, 900);

bool isElided(const QLabel& label) { return label.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored; }

// What is cut in a widget, for people; empty = nothing.
QString cutOf(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget); label && !label->text().isEmpty() && !isElided(*label)) {
        if (label->wordWrap() && label->heightForWidth(label->width()) > label->height() + 2)
            return QStringLiteral("%1 px high, needs %2: ").arg(label->height()).arg(label->heightForWidth(label->width())) + label->text();
        if (!label->wordWrap() && label->sizeHint().width() > label->width() + 2)
            return QStringLiteral("%1 px wide, needs %2: ").arg(label->width()).arg(label->sizeHint().width()) + label->text();
    }
    if (const auto* button = qobject_cast<const ui::Button*>(&widget); button && !button->text().isEmpty())
        if (button->sizeHint().width() > button->width() + 2)
            return QStringLiteral("button %1 px wide, needs %2: ").arg(button->width()).arg(button->sizeHint().width()) + button->text();
    if (const auto* scroll = qobject_cast<const QScrollArea*>(&widget); scroll && scroll->widget())
        if (scroll->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
            scroll->widget()->width() > scroll->viewport()->width() + 2)
            return QStringLiteral("content %1 px wide in a pane of %2").arg(scroll->widget()->width()).arg(scroll->viewport()->width());
    return {};
}

}  // namespace

class LargeTypeTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ui::testing::WindowStage> m_stage;
    QStringList m_cuts;

    void look(const QString& where) {
        for (const QWidget* widget : m_stage->window().findChildren<QWidget*>())
            if (widget->isVisible())
                if (const QString cut = cutOf(*widget); !cut.isEmpty()) m_cuts << where + QStringLiteral(": ") + cut;
    }

private slots:
    void cleanup() {
        m_stage->closeWindow();
        m_stage.reset();
    }
    void nothingIsCut_data() {
        QTest::addColumn<int>("language");
        QTest::newRow("English") << int(core::Language::English);
        QTest::newRow("Chinese") << int(core::Language::Chinese);
    }
    void nothingIsCut() {
        QFETCH(int, language);
        m_stage = std::make_unique<ui::testing::WindowStage>();
        m_stage->theme().setScale(kScale);
        m_stage->languages().use(core::Language(language));
        m_stage->openWindow(ui::testing::defaultPlan());
        ui::MainWindow& window = m_stage->window();
        window.resize(kWindow);
        m_cuts.clear();
        for (const auto workspace : {ui::WorkspaceKind::Explore, ui::WorkspaceKind::Run}) {
            window.showWorkspace(workspace);
            ui::testing::passTime(100);
            look(workspace == ui::WorkspaceKind::Explore ? key("Explore") : key("Run"));
        }
        window.showWorkspace(ui::WorkspaceKind::Learn);
        int screens = 0;
        ui::testing::forEachLearnScreen(window.learn(), kSettle, [&](const QString& name) {
            ++screens;
            look(name);
        });
        QVERIFY2(screens > 110, qPrintable(QString::number(screens)));
        m_cuts.removeDuplicates();
        for (const QString& cut : m_cuts.mid(0, 40)) qWarning("%s", qPrintable(cut));
        QCOMPARE(m_cuts.size(), 0);
    }
};

int main(int argc, char** argv) { return ui::testing::runWindowTest<LargeTypeTest>(argc, argv); }
#include "large_type_test.moc"
