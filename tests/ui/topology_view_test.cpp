// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology view under real mouse and keys, painted and in 3D. With SHARDSCOPE_PICTURES=FOLDER it also
// writes what it shows as PNG files, to be looked at.
#include "tests/support/ui_hall.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/theme_provider.h"
#include "ui/topology/rank_facts.h"
#include "ui/topology/topology_3d.h"
#include "ui/topology/topology_painted.h"
#include "ui/topology/topology_view.h"

#include <QApplication>
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

using namespace ui;
using namespace ui::testing;

namespace {

void savePicture(const QImage& picture, const QString& name) {
    const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES");
    if (!folder.isEmpty() && QDir().mkpath(folder))
        picture.save(folder + u'/' + name + QStringLiteral(".png"));
}

// A shown view of one plan.
struct Stage {
    Stage(const core::Plan& plan, TopologyDrawing drawing, TopologyForm form = TopologyForm::Full)
        : test(plan)
        , view(test.hall(), nullptr, form) {
        view.setDrawing(drawing);
        view.resize(form == TopologyForm::Full ? QSize(724, 456) : QSize(436, 291));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(view.canvas());
        QTRY_VERIFY(view.input()->viewport().width() > 100);
    }
    [[nodiscard]] QPoint centreOf(int rank) const {
        const Projector project(view.input()->camera(), view.input()->viewport());
        const SceneBox& box = view.scene().boxes[std::size_t(rank)];
        return project(box.center + QVector3D(0, box.size.y() / 2, 0)).toPoint();
    }
    // A card that nothing hides in the home view.
    [[nodiscard]] int frontRank() const {
        for (int rank = 0; rank < int(view.scene().boxes.size()); ++rank)
            if (view.input()->itemAt(centreOf(rank)) == rank) return rank;
        return -1;
    }
    TestHall test;
    TopologyView view;
};

QImage frameOf(Topology3D& view) {
    QImage frame;
    view.capture([&](const QImage& image) { frame = image; });
    [&] { QTRY_VERIFY_WITH_TIMEOUT(!frame.isNull(), 15000); }();
    return frame;
}

// The first frames may come before the first buffers: wait for one with more than the background in it.
QImage drawnFrameOf(Topology3D& view) {
    for (int attempt = 0; attempt < 20; ++attempt) {
        const QImage frame = frameOf(view);
        if (frame.isNull()) return frame;
        for (int y = 0; y < frame.height(); y += 7)
            for (int x = 0; x < frame.width(); x += 7)
                if (frame.pixel(x, y) != frame.pixel(0, 0)) return frame;
        QTest::qWait(50);
    }
    return {};
}

}  // namespace

class topology_view_test : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aClickOnAPaintedCardSelectsItsRank();
    void aClickOnTheGroundClearsTheSelection();
    void draggingOrbitsAndTheKeyZeroComesBack();
    void wheelAndKeysZoomAndControlArrowsWalk();
    void aSelectionFromElsewhereIsShown();
    void theFactsNameRankPlaceAndGroups();
    void hoveringTellsEveryView();
    void aRefusedPlanShowsItsReason();
    void everyModeAndThemePaintsSomethingElse();
    void theCompactFormShowsTheRunWithItsMemory();
    void anOutOfMemoryCardIsMarked();
    void exportsWriteFilesInEveryFormat();
    void the3dWindowShowsPicksAndTurns();
    void the3dWindowFollowsThemeAndSize();

private:
    std::unique_ptr<ThemeProvider> m_theme;
};

void topology_view_test::initTestCase() { m_theme = std::make_unique<ThemeProvider>(*qApp); }

void topology_view_test::aClickOnAPaintedCardSelectsItsRank() {
    for (const auto& [tp, pp, dp] : {std::tuple(2, 4, 2), std::tuple(1, 8, 1), std::tuple(4, 1, 3)}) {
        core::Plan plan = explorePlan();
        plan.layout.tp = tp;
        plan.layout.pp = pp;
        plan.layout.dp = dp;
        plan.cluster.nodes = 3;
        Stage stage(plan, TopologyDrawing::Painted);
        int clicked = 0;
        for (int rank = 0; rank < plan.layout.cards(); ++rank) {
            if (stage.view.input()->itemAt(stage.centreOf(rank)) != rank) continue;  // hidden behind another
            QTest::mouseClick(stage.view.canvas(), Qt::LeftButton, {}, stage.centreOf(rank));
            QCOMPARE(stage.test.selection.current().rank.value_or(-1), rank);
            ++clicked;
        }
        QVERIFY(clicked * 2 >= plan.layout.cards());
    }
}

void topology_view_test::aClickOnTheGroundClearsTheSelection() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    QTest::mouseClick(stage.view.canvas(), Qt::LeftButton, {}, stage.centreOf(stage.frontRank()));
    QVERIFY(stage.test.selection.current().rank);
    QTest::mouseClick(stage.view.canvas(), Qt::LeftButton, {}, QPoint(4, 4));
    QVERIFY(stage.test.selection.current().empty());
}

void topology_view_test::draggingOrbitsAndTheKeyZeroComesBack() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    QWidget* canvas = stage.view.canvas();
    const OrbitCamera home = stage.view.input()->camera();
    const QImage before = canvas->grab().toImage();
    QTest::mousePress(canvas, Qt::LeftButton, {}, QPoint(300, 200));
    QTest::mouseMove(canvas, QPoint(340, 200));
    QTest::mouseMove(canvas, QPoint(400, 180));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, QPoint(400, 180));
    QVERIFY(stage.view.input()->camera().azimuth != home.azimuth);
    QVERIFY(stage.view.input()->camera().elevation != home.elevation);
    QVERIFY(stage.test.selection.current().empty());  // a drag is no click
    QVERIFY(canvas->grab().toImage() != before);
    canvas->setFocus();
    QTest::keyClick(canvas, Qt::Key_0);
    QTRY_COMPARE(stage.view.input()->camera().azimuth, home.azimuth);
    QTRY_VERIFY(std::abs(stage.view.input()->camera().distance - home.distance) < 1e-3f);
}

void topology_view_test::wheelAndKeysZoomAndControlArrowsWalk() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    QWidget* canvas = stage.view.canvas();
    const float home = stage.view.input()->camera().distance;
    QTest::keyClick(canvas, Qt::Key_Plus);
    const float nearer = stage.view.input()->camera().distance;
    QVERIFY(nearer < home);
    QTest::keyClick(canvas, Qt::Key_Minus);
    QTest::keyClick(canvas, Qt::Key_Minus);
    QVERIFY(stage.view.input()->camera().distance > home);
    const float azimuth = stage.view.input()->camera().azimuth;
    QTest::keyClick(canvas, Qt::Key_Left);
    QVERIFY(stage.view.input()->camera().azimuth != azimuth);
    QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(stage.test.selection.current().rank.value_or(-1), 0);
    QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(stage.test.selection.current().rank.value_or(-1), 1);
    QTest::keyClick(canvas, Qt::Key_Left, Qt::ControlModifier);
    QTest::keyClick(canvas, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(stage.test.selection.current().rank.value_or(-1), 15);
}

void topology_view_test::aSelectionFromElsewhereIsShown() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    const QImage before = stage.view.grabPicture();
    stage.test.selection.select({.rank = 5, .stage = 1}, this);
    QTRY_VERIFY(!stage.view.scene().links.empty());
    QVERIFY(stage.view.grabPicture() != before);
    savePicture(stage.view.grabPicture(), QStringLiteral("topology-groups-light"));
    stage.test.selection.select({.stage = 2}, this);
    QTRY_VERIFY(stage.view.scene().links.empty());
    int marked = 0;
    for (const SceneBox& box : stage.view.scene().boxes)
        marked += box.edge == m_theme->theme().color(Role::Accent);
    QCOMPARE(marked, 4);
}

void topology_view_test::theFactsNameRankPlaceAndGroups() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    stage.test.selection.select({.rank = 5}, this);
    auto* facts = stage.view.findChild<FactsLine*>();
    QTRY_VERIFY(facts->text().contains(QStringLiteral("Rank 5")));
    for (const char* piece :
         {"node 0, card 5", "stage 1 · replica 0 · tensor rank 1", "{4, 5}", "{1, 5, 9, 13}", "{5, 7}"})
        QVERIFY2(facts->text().contains(QString::fromUtf8(piece)), piece);
}

void topology_view_test::hoveringTellsEveryView() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    QSignalSpy spy(&stage.test.selection, &Selection::hoverChanged);
    const int rank = stage.frontRank();
    QTest::mouseMove(stage.view.canvas(), QPoint(3, 3));
    QTest::mouseMove(stage.view.canvas(), stage.centreOf(rank));
    QTRY_COMPARE(stage.test.selection.hovered().rank.value_or(-1), rank);
    QVERIFY(spy.count() > 0);
    QTest::mouseMove(stage.view.canvas(), QPoint(3, 3));
    QTRY_VERIFY(stage.test.selection.hovered().empty());
}

void topology_view_test::aRefusedPlanShowsItsReason() {
    TestHall test(explorePlan());
    core::Plan broken = explorePlan();
    broken.layout.tp = 0;
    test.evaluate(broken);
    TopologyView view(test.hall());
    view.resize(724, 456);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(view.scene().empty());
    QVERIFY(view.findChild<EmptyState*>()->isVisible());
    test.evaluate(explorePlan());
    QTRY_COMPARE(int(view.scene().boxes.size()), 16);
}

void topology_view_test::everyModeAndThemePaintsSomethingElse() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    stage.test.selection.select({.rank = 5, .stage = 1}, this);
    std::vector<QImage> pictures;
    for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
        m_theme->setKind(kind);
        for (const auto& [mode, name] : {std::pair(TopologyMode::Groups, "groups"),
                                         {TopologyMode::Stage, "stage"},
                                         {TopologyMode::Memory, "memory"},
                                         {TopologyMode::Zero, "zero"}}) {
            stage.view.setMode(mode);
            QTest::qWait(30);
            const QImage picture = stage.view.grabPicture();
            savePicture(picture,
                        QStringLiteral("topology-%1-%2")
                            .arg(QLatin1String(name), kind == ThemeKind::Light ? QStringLiteral("light")
                                                                               : QStringLiteral("dark")));
            for (const QImage& other : pictures) QVERIFY(other != picture);
            pictures.push_back(picture);
        }
    }
    m_theme->setKind(ThemeKind::Light);
}

void topology_view_test::theCompactFormShowsTheRunWithItsMemory() {
    Stage stage(tinyPlan(), TopologyDrawing::Painted, TopologyForm::Compact);
    stage.test.selection.select({.rank = 5, .stage = 1}, this);
    const auto categories = [&] {
        int count = 0;
        for (const ScenePatch& patch : stage.view.scene().patches)
            count += patch.fill == m_theme->theme().of(core::MemoryCategory::Activations).fill;
        return count;
    };
    QCOMPARE(categories(), 0);
    play(stage.test, 60);
    QTRY_COMPARE(categories(), 8);
    QVERIFY(stage.view.scene().frames.empty());
    QVERIFY(!stage.view.findChild<FactsLine*>()->isVisible());
    for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
        m_theme->setKind(kind);
        QTest::qWait(30);
        savePicture(stage.view.grabPicture(), kind == ThemeKind::Light ? QStringLiteral("topology-run-light")
                                                                       : QStringLiteral("topology-run-dark"));
    }
    m_theme->setKind(ThemeKind::Light);
}

void topology_view_test::anOutOfMemoryCardIsMarked() {
    Stage stage(tinyPlan(), TopologyDrawing::Painted, TopologyForm::Compact);
    play(stage.test, 1);
    core::ProblemEvent problem;
    problem.outOfMemory = core::OutOfMemory{};
    problem.outOfMemory->rank = 6;
    stage.test.run.add({{1.0, problem}});
    stage.test.run.setState(EngineState::Failed, QStringLiteral("rank 6 ran out of memory"));
    QTRY_COMPARE(int(stage.view.scene().badges.size()), 1);
    QCOMPARE(stage.view.scene().boxes[6].edge, m_theme->theme().color(Role::Danger));
    savePicture(stage.view.grabPicture(), QStringLiteral("topology-oom-light"));
}

void topology_view_test::exportsWriteFilesInEveryFormat() {
    Stage stage(explorePlan(), TopologyDrawing::Painted);
    QTemporaryDir folder;
    for (const char* ending : {"png", "svg", "pdf", "csv"}) {
        const QString file = folder.filePath(QStringLiteral("topology.") + QLatin1String(ending));
        QCOMPARE(stage.view.exportTo(file).value_or(QString()), QString());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(bytes.size() > 400);
        if (qstrcmp(ending, "csv") == 0) QCOMPARE(bytes.count('\n'), 17);
        if (qstrcmp(ending, "svg") == 0) QVERIFY(bytes.contains("Replica 1"));  // text stays text
    }
    QVERIFY(stage.view.exportTo(folder.filePath(QStringLiteral("no/such/folder.png"))));
}

void topology_view_test::the3dWindowShowsPicksAndTurns() {
    if (!openGlUsable()) QSKIP("no OpenGL 3.2 here; the painted topology is tested instead");
    Stage stage(explorePlan(), TopologyDrawing::Automatic);
    QVERIFY(stage.view.uses3d());
    auto* view = qobject_cast<Topology3D*>(stage.view.canvas());
    QTRY_VERIFY(view->window3d()->isExposed());
    const QImage empty = drawnFrameOf(*view);
    QVERIFY(!empty.isNull());
    const int rank = stage.frontRank();
    QTest::mouseClick(view->window3d(), Qt::LeftButton, {}, stage.centreOf(rank));
    QCOMPARE(stage.test.selection.current().rank.value_or(-1), rank);
    stage.test.selection.select({.rank = 5, .stage = 1}, this);
    QTRY_VERIFY(!stage.view.scene().links.empty());
    QTRY_VERIFY_WITH_TIMEOUT(frameOf(*view) != empty, 15000);
    const QImage selected = frameOf(*view);
    savePicture(stage.view.grabPicture(), QStringLiteral("topology-3d-groups-light"));

    const float azimuth = stage.view.input()->camera().azimuth;
    QTest::mousePress(view->window3d(), Qt::LeftButton, {}, QPoint(300, 200));
    QTest::mouseMove(view->window3d(), QPoint(340, 200));
    QTest::mouseMove(view->window3d(), QPoint(420, 190));
    QTest::mouseRelease(view->window3d(), Qt::LeftButton, {}, QPoint(420, 190));
    QVERIFY(stage.view.input()->camera().azimuth != azimuth);
    QTRY_VERIFY_WITH_TIMEOUT(frameOf(*view) != selected, 15000);
    savePicture(stage.view.grabPicture(), QStringLiteral("topology-3d-turned-light"));
}

void topology_view_test::the3dWindowFollowsThemeAndSize() {
    if (!openGlUsable()) QSKIP("no OpenGL 3.2 here; the painted topology is tested instead");
    Stage stage(explorePlan(), TopologyDrawing::Automatic);
    stage.test.selection.select({.rank = 5, .stage = 1}, this);
    auto* view = qobject_cast<Topology3D*>(stage.view.canvas());
    QTRY_VERIFY(view->window3d()->isExposed());
    const QImage light = drawnFrameOf(*view);
    QVERIFY(!light.isNull());
    m_theme->setKind(ThemeKind::Dark);
    const QColor scene = m_theme->theme().color(Role::Scene);
    QTRY_VERIFY_WITH_TIMEOUT(qAbs(qRed(frameOf(*view).pixel(2, 2)) - scene.red()) <= 2, 15000);
    savePicture(stage.view.grabPicture(), QStringLiteral("topology-3d-groups-dark"));
    stage.view.setMode(TopologyMode::Zero);
    QTest::qWait(300);
    savePicture(stage.view.grabPicture(), QStringLiteral("topology-3d-zero-dark"));
    stage.view.resize(560, 400);
    QTRY_VERIFY_WITH_TIMEOUT(frameOf(*view).width() == view->width(), 15000);
    stage.view.setDrawing(TopologyDrawing::Painted);
    QTRY_VERIFY(!stage.view.uses3d() && stage.view.canvas());
    stage.view.setDrawing(TopologyDrawing::Automatic);
    QTRY_VERIFY(stage.view.uses3d());
    m_theme->setKind(ThemeKind::Light);
}

QTEST_MAIN(topology_view_test)
#include "topology_view_test.moc"
