// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window without a mouse: Tab reaches every control of each workspace, and each says its name to a screen reader.
#include "tests/support/window_stage.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QButtonGroup>
#include <QTest>

#include <algorithm>
#include <set>

namespace {

using namespace ui::testing;

constexpr int kMostStops = 400;

QString described(QWidget* widget) {
    QString path;
    for (QWidget* w = widget; w; w = w->parentWidget())
        path += key(w->metaObject()->className()) + key(" \"") + w->objectName() + key("\" ");
    return path;
}

QString spokenName(QWidget* widget) {
    const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    if (!spoken) return {};
    const QString name = spoken->text(QAccessible::Name);
    return name.isEmpty() ? spoken->text(QAccessible::Value) : name;
}

class KeyboardTest : public QObject, protected WindowStage {
    Q_OBJECT
private slots:
    void cleanup() { closeWindow(); }

    void tabReachesEveryControlAndEachHasAName_data() {
        QTest::addColumn<int>("workspace");
        QTest::newRow("Explore") << int(ui::WorkspaceKind::Explore);
        QTest::newRow("Run") << int(ui::WorkspaceKind::Run);
        QTest::newRow("Learn") << int(ui::WorkspaceKind::Learn);
    }
    void tabReachesEveryControlAndEachHasAName() {
        QFETCH(int, workspace);
        openWindow(defaultPlan());
        window().showWorkspace(ui::WorkspaceKind(workspace));
        QTest::qWait(100);
        std::set<QWidget*> reached;
        for (int stop = 0; stop < kMostStops; ++stop) {
            QWidget* focus = window().focusWidget();
            QTest::keyClick(focus ? focus : &window(), Qt::Key_Tab);
            QVERIFY(window().focusWidget());
            reached.insert(window().focusWidget());
        }
        const auto isReached = [&reached](QWidget* control) {
            const auto* button = qobject_cast<QAbstractButton*>(control);
            if (!button || !button->group()) return reached.contains(control);
            return std::ranges::any_of(button->group()->buttons(), [&](QWidget* one) { return reached.contains(one); });
        };
        QStringList problems;
        for (QWidget* control : window().findChildren<QWidget*>()) {
            if (!(control->focusPolicy() & Qt::TabFocus) || !control->isVisible() || !control->isEnabled() ||
                control->window() != &window() || control->focusProxy())
                continue;
            if (!isReached(control)) problems << key("never reached: ") + described(control);
            if (spokenName(control).isEmpty()) problems << key("no name: ") + described(control);
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
    }
};

}  // namespace

QTEST_MAIN(KeyboardTest)
#include "keyboard_test.moc"
