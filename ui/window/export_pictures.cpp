// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of every view and of the whole window in both themes. QWidget::grab leaves the native 3D area
// empty, so the topology's own picture is painted over its place.
#include "ui/planner/planner_view.h"
#include "ui/window/main_window.h"
#include "ui/window/workspaces.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QPainter>
#include <QStackedWidget>

namespace ui {

namespace {

constexpr int kSettleMilliseconds = 250;

// Lets layouts, evaluated views and the 3D area draw themselves.
void settle() {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < kSettleMilliseconds) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

// Whether the scene between header and facts line is of one colour: its first frame is still to come.
bool isBlank(const QImage& topology) {
    constexpr int kEdge = 60, kStride = 3;
    const QRgb first = topology.pixel(topology.width() / 2, kEdge);
    for (int y = kEdge; y < topology.height() - kEdge; y += kStride)
        for (int x = kStride; x < topology.width() - kStride; x += kStride)
            if (topology.pixel(x, y) != first) return false;
    return true;
}

QImage drawnTopology(const std::function<QImage()>& grab) {
    constexpr int kTries = 12;
    QImage topology = grab();
    for (int i = 1; i < kTries && isBlank(topology); ++i) {
        settle();
        topology = grab();
    }
    return topology;
}

core::Problem unwritable(const QString& file, const char* reason) {
    core::Problem problem;
    problem.code = "file.cannot-write";
    problem.where = file.toStdString();
    problem.params = {{"reason", reason}};
    problem.fix = "fix.file.choose-other-place";
    return problem;
}

}  // namespace

core::Result<QStringList> MainWindow::exportPictures(const QString& folder) {
    if (!QDir().mkpath(folder)) return core::refuse(unwritable(folder, "the folder cannot be made"));
    const ThemeKind before = m_theme.theme().kind();
    const WorkspaceKind workspaceBefore = workspace();
    const QString pageBefore = planner().page();
    QStringList written;
    std::optional<core::Problem> failed;
    const auto write = [&](const QImage& picture, const QString& name) {
        const QString suffix = m_theme.theme().kind() == ThemeKind::Light ? QStringLiteral("-light") : QStringLiteral("-dark");
        const QString file = QDir(folder).filePath(name + suffix + QStringLiteral(".png"));
        if (picture.save(file))
            written << file;
        else if (!failed)
            failed = unwritable(file, "the picture could not be saved");
    };
    const auto writeWhole = [&](const QString& name) {
        QImage whole = grab().toImage();
        if (m_views.topology->isVisible()) {
            const QImage topology = drawnTopology(m_views.grabTopology);
            QPainter(&whole).drawImage(QRect(m_views.topology->mapTo(this, QPoint()), m_views.topology->size()), topology);
        }
        write(whole, QStringLiteral("window-") + name);
    };
    // The timeline's place is shared by the order of a step.
    const auto writeViews = [&](WorkspaceKind place, const QString& name) {
        auto* shared = front().findChild<QStackedWidget*>(name + QStringLiteral("Lower"));
        const int shownBefore = shared->currentIndex();
        for (int i = 0; i < shared->count(); ++i) {
            shared->setCurrentIndex(i);
            settle();
            for (const NamedView& view : m_views.named)
                if (view.workspace == place && (i == 0 ? view.view->isVisible() : view.view == shared->currentWidget()))
                    write(view.view->grab().toImage(), name + QLatin1Char('-') + view.fileName);
        }
        shared->setCurrentIndex(shownBefore);
    };
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        m_theme.setKind(kind);
        for (const WorkspaceKind place : {WorkspaceKind::Explore, WorkspaceKind::Run}) {
            showWorkspace(place);
            settle();
            const QString name = place == WorkspaceKind::Explore ? QStringLiteral("explore") : QStringLiteral("run");
            writeWhole(name);
            write(drawnTopology(m_views.grabTopology), name + QStringLiteral("-topology"));
            writeViews(place, name);
        }
        showWorkspace(WorkspaceKind::Plan);
        for (const QString& page : planner().pages()) {
            planner().showPage(page);
            settle();
            writeWhole(QStringLiteral("plan-") + page);
        }
        planner().showPage(pageBefore);
        showWorkspace(WorkspaceKind::Learn);
        settle();
        writeWhole(QStringLiteral("learn"));
    }
    m_theme.setKind(before);
    showWorkspace(workspaceBefore);
    if (failed) return core::refuse(*failed);
    return written;
}

}  // namespace ui
