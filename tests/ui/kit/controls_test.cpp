// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls under a real pointer and keyboard.
#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/chip.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/label.h"
#include "ui/kit/legend.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/style.h"
#include "ui/kit/theme_provider.h"
#include "ui/kit/view_header.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFocusFrame>
#include <QListWidget>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

using namespace ui;

namespace {

QColor pixel(QWidget& widget, const QPoint& at) { return widget.grab().toImage().pixelColor(at); }

bool isShown(const QFocusFrame* ring) { return ring && ring->isVisible(); }

}  // namespace

class ControlsTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ThemeProvider> m_theme;

private slots:
    // A legend in a header that is too narrow shortens its names; every entry keeps its swatch.
    void aNarrowLegendKeepsEveryEntry() {
        const auto entry = [](const char* name, const char* shortName, Axis axis) {
            LegendEntry line;
            line.swatch = Swatch::Line;
            line.name = QString::fromLatin1(name);
            line.shortName = QString::fromLatin1(shortName);
            line.axis = axis;
            return line;
        };
        Legend legend;
        legend.setEntries({entry("Tensor", "T", Axis::Tensor), entry("Pipeline", "P", Axis::Pipeline),
                           entry("Data", "D", Axis::Data)});
        const int whole = legend.sizeHint().width();
        QVERIFY(legend.minimumSizeHint().width() < whole / 2);
        for (const int width : {whole, whole * 3 / 4, whole / 2, legend.minimumSizeHint().width()}) {
            legend.resize(width, legend.sizeHint().height());
            const QImage picture = legend.grab().toImage();
            for (const Axis axis : {Axis::Tensor, Axis::Pipeline, Axis::Data}) {
                bool drawn = false;
                for (int y = 0; y < picture.height() && !drawn; ++y)
                    for (int x = 0; x < picture.width() && !drawn; ++x)
                        drawn = picture.pixelColor(x, y) == applicationTheme().axis(axis);
                QVERIFY2(drawn, qPrintable(QStringLiteral("axis %1 at %2 px").arg(int(axis)).arg(width)));
            }
        }
    }

    void initTestCase() { m_theme = std::make_unique<ThemeProvider>(*qApp); }
    void init() { m_theme->setTheme(Theme()); }

    void aClickOnAStopChoosesTheNearestAndOneDragIsOneCommit() {
        StopRow row(QStringLiteral("Tensor"), Axis::Tensor);
        row.setStops({1, 2, 4, 8}, {});
        row.setNumber(2);
        row.resize(310, 34);
        row.show();
        QVERIFY(QTest::qWaitForWindowExposed(&row));
        QSignalSpy dragged(&row, &StopRow::dragged), committed(&row, &StopRow::committed);
        StopSlider& slider = *row.slider();
        QTest::mousePress(&slider, Qt::LeftButton, {}, slider.stopPosition(1).toPoint());
        QTest::mouseMove(&slider, slider.stopPosition(2).toPoint());
        QTest::mouseMove(&slider, slider.stopPosition(3).toPoint() - QPoint(2, 0));
        QVERIFY(dragged.count() >= 1);
        QCOMPARE(committed.count(), 0);
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, slider.stopPosition(3).toPoint());
        QCOMPARE(committed.count(), 1);
        QCOMPARE(committed.last().first().toDouble(), 8.0);
        QCOMPARE(row.field()->text(), QStringLiteral("8"));
    }

    void arrowsAndEndsWalkTheStops() {
        StopRow row(QStringLiteral("Pipeline"), Axis::Pipeline);
        row.setStops({1, 2, 4, 8, 16}, {});
        row.setNumber(4);
        row.show();
        QVERIFY(QTest::qWaitForWindowExposed(&row));
        QSignalSpy committed(&row, &StopRow::committed);
        QTest::keyClick(row.slider(), Qt::Key_Right);
        QTest::keyClick(row.slider(), Qt::Key_Home);
        QTest::keyClick(row.slider(), Qt::Key_End);
        QCOMPARE(committed.count(), 3);
        QCOMPARE(committed[0].first().toDouble(), 8.0);
        QCOMPARE(committed[1].first().toDouble(), 1.0);
        QCOMPARE(committed[2].first().toDouble(), 16.0);
    }

    void aRefusedStopCanStillBeChosen() {
        StopRow row(QStringLiteral("Tensor"), Axis::Tensor);
        row.setStops({1, 2, 3, 4},
                     {StopState::Valid, StopState::Valid, StopState::Refused, StopState::Valid});
        row.show();
        QVERIFY(QTest::qWaitForWindowExposed(&row));
        QSignalSpy committed(&row, &StopRow::committed);
        QTest::mouseClick(row.slider(), Qt::LeftButton, {}, row.slider()->stopPosition(2).toPoint());
        QCOMPARE(committed.last().first().toDouble(), 3.0);
    }

    void aNumberFieldReadsWhatPeopleWrite_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("number");
        QTest::newRow("plain") << "12" << 12.0;
        QTest::newRow("exponent") << "175e9" << 175e9;
        QTest::newRow("prefix") << "175B" << 175e9;
        QTest::newRow("fraction of a prefix") << "0.5k" << 500.0;
    }
    void aNumberFieldReadsWhatPeopleWrite() {
        QFETCH(QString, text);
        QFETCH(double, number);
        NumberField field;
        field.show();
        QVERIFY(QTest::qWaitForWindowExposed(&field));
        QSignalSpy committed(&field, &NumberField::committed);
        field.selectAll();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 1);
        QCOMPARE(committed.first().first().toDouble(), number);
    }

    void aWrongNumberStaysAsTypedAndSaysWhy() {
        NumberField field;
        field.setNumber(4);
        field.show();
        QVERIFY(QTest::qWaitForWindowExposed(&field));
        QSignalSpy committed(&field, &NumberField::committed), refused(&field, &NumberField::refused);
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("many"));
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(committed.count(), 0);
        QCOMPARE(refused.count(), 1);
        QCOMPARE(field.text(), QStringLiteral("many"));
        QVERIFY(!field.toolTip().isEmpty());
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(field.text(), QStringLiteral("4"));
        QVERIFY(field.toolTip().isEmpty());
    }

    void segmentsChooseByClickAndByArrow() {
        Segmented segmented({QStringLiteral("Groups"), QStringLiteral("Stage"), QStringLiteral("Memory")});
        segmented.show();
        QVERIFY(QTest::qWaitForWindowExposed(&segmented));
        segmented.activateWindow();
        QTRY_VERIFY(segmented.isActiveWindow());
        QSignalSpy chosen(&segmented, &Segmented::chosen);
        const auto entries = segmented.findChildren<QAbstractButton*>();
        QTest::mouseClick(entries[2], Qt::LeftButton);
        QCOMPARE(segmented.current(), 2);
        entries[2]->setFocus();
        QTRY_VERIFY(entries[2]->hasFocus());
        QTest::keyClick(entries[2], Qt::Key_Left);
        QCOMPARE(segmented.current(), 1);
        QCOMPARE(chosen.count(), 2);
        segmented.setCurrent(0);
        QCOMPARE(chosen.count(), 2);
    }

    void choosingASegmentMovesNoNeighbour() {
        Segmented segmented({QStringLiteral("Groups"), QStringLiteral("Stage")});
        segmented.show();
        QVERIFY(QTest::qWaitForWindowExposed(&segmented));
        const auto entries = segmented.findChildren<QAbstractButton*>();
        const QRect before = entries[1]->geometry();
        segmented.setCurrent(1);
        QCoreApplication::processEvents();
        QCOMPARE(entries[1]->geometry(), before);
    }

    void theFocusRingIsForTheKeyboardOnly() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* first = new Button(ButtonKind::Normal, QStringLiteral("Use 32"));
        auto* second = new Button(ButtonKind::Primary, QStringLiteral("Start"));
        column->addWidget(first);
        column->addWidget(second);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.activateWindow();
        QTRY_VERIFY(window.isActiveWindow());
        QTest::mouseClick(first, Qt::LeftButton);
        first->setFocus(Qt::MouseFocusReason);
        QVERIFY(!hasKeyboardFocus(*first));
        QTest::keyClick(first, Qt::Key_Tab);
        QTRY_VERIFY(second->hasFocus());
        QVERIFY(hasKeyboardFocus(*second));
        QTRY_VERIFY(isShown(window.findChild<QFocusFrame*>()));
        // 2 px of accent with 1 px of ground between ring and button.
        const QColor accent = m_theme->theme().color(Role::Accent);
        const QPoint left = second->geometry().topLeft() + QPoint(0, second->height() / 2);
        QTRY_COMPARE(pixel(window, left - QPoint(2, 0)), accent);
    }

    void keysPressButtons() {
        Button button(ButtonKind::Primary, Icon::Play, QStringLiteral("Start"));
        button.show();
        QVERIFY(QTest::qWaitForWindowExposed(&button));
        QSignalSpy clicked(&button, &Button::clicked);
        QTest::keyClick(&button, Qt::Key_Space);
        QTest::mouseClick(&button, Qt::LeftButton);
        QCOMPARE(clicked.count(), 2);
        button.setEnabled(false);
        QTest::mouseClick(&button, Qt::LeftButton);
        QCOMPARE(clicked.count(), 2);
    }

    void iconButtonsHaveNames() {
        Button button(Icon::Fit, QStringLiteral("Show everything"));
        QCOMPARE(button.accessibleName(), QStringLiteral("Show everything"));
        QCOMPARE(button.toolTip(), QStringLiteral("Show everything"));
    }

    void everyIconIsInTheBinary() {
        for (int i = 0; i < kIcons; ++i) {
            QPixmap pixmap(16, 16);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            drawIcon(painter, QRectF(0, 0, 16, 16), Icon(i), Qt::red);
            painter.end();
            const QImage image = pixmap.toImage();
            int inked = 0;
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 16; ++x) inked += image.pixelColor(x, y).alpha() > 60;
            QVERIFY2(inked > 5, nameOf(Icon(i)).data());
        }
    }

    void themeAndScaleReachOpenWidgets() {
        Button button(ButtonKind::Normal, QStringLiteral("Pin as A"));
        button.show();
        QVERIFY(QTest::qWaitForWindowExposed(&button));
        const QSize small = button.sizeHint();
        const QPoint inside(4, button.height() / 2);
        QCOMPARE(pixel(button, inside), m_theme->theme().color(Role::Raised));
        QSignalSpy changed(m_theme.get(), &ThemeProvider::changed);
        m_theme->setTheme(Theme(ThemeKind::Dark, 1.25));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(pixel(button, inside), Theme(ThemeKind::Dark).color(Role::Raised));
        QCOMPARE(button.sizeHint().height(), qRound(small.height() * 1.25));
        QVERIFY(button.sizeHint().width() > small.width());
        QListWidget list;
        list.show();
        m_theme->setTheme(Theme(ThemeKind::Light));
        QCOMPARE(list.palette().color(QPalette::Highlight), Theme().color(Role::AccentSoft));
        QCOMPARE(list.palette().color(QPalette::Base), Theme().color(Role::Canvas));
    }

    // Whatever the width, every line of the sentence has its room.
    void anEmptyStateCutsNoLine() {
        const QString sentence =
            QStringLiteral("Training and held-out loss appear with the first step.\n"
                           "Text: real text found on this machine, the last 5.0 % held out.");
        EmptyState empty(sentence);
        empty.setButton(new Button(ButtonKind::Normal, Icon::Play, QStringLiteral("Start")));
        empty.show();
        QVERIFY(QTest::qWaitForWindowExposed(&empty));
        for (const int width : {200, 320, 582, 1000}) {
            empty.resize(width, 246);
            QCoreApplication::processEvents();
            const auto* label = empty.findChild<Label*>();
            QVERIFY(label->height() >= label->heightForWidth(label->width()));
            QVERIFY(label->width() <= width);
        }
    }

    void calloutButtonsCanReplaceThemselves() {
        Callout callout(Tone::Warn, Icon::Bulb);
        callout.setText(QStringLiteral("27.3 % of the step is bubble."));
        auto* use = new Button(ButtonKind::Normal, QStringLiteral("Use 32"));
        callout.setButtons({use});
        callout.show();
        QVERIFY(QTest::qWaitForWindowExposed(&callout));
        connect(use, &Button::clicked, &callout, [&] { callout.setButtons({}); });
        QTest::mouseClick(use, Qt::LeftButton);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(callout.findChildren<Button*>().isEmpty());
    }
};

QTEST_MAIN(ControlsTest)
#include "controls_test.moc"
