// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// shardscope: the explorer. Finds plan, resources and engine, opens the window; all else is ui's.
#include "app/explorer/options.h"
#include "app/explorer/picture_run.h"
#include "app/explorer/report_run.h"
#include "core/base/resources.h"
#include "core/plan/plan_codec.h"
#include "ui/engine/engine_command.h"
#include "ui/engine/run_files.h"
#include "ui/kit/theme_provider.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFileInfo>
#include <QSurfaceFormat>
#include <QTemporaryDir>

#include <cstdio>
#include <memory>

namespace {

constexpr int kNotUnderstood = 2, kNoDisplay = 3;
constexpr char kDefaultPlan[] = "plans/tiny-2x2x2.shardscope.json";
constexpr char kHelpIndex[] = "help/index.md";
constexpr char kLessons[] = "lessons/why-one-card";

void say(const QString& line) { std::fputs((line + QLatin1Char('\n')).toUtf8().constData(), stderr); }

// Before QApplication: the OpenGL renderer of Qt 3D (its other one needs more of the driver), no shader cache
// on disk, native windows only where the 3D area needs one.
void prepareGraphics() {
    if (qEnvironmentVariableIsEmpty("QT3D_RENDERER")) qputenv("QT3D_RENDERER", "opengl");
    if (qEnvironmentVariableIsEmpty("QT3D_DISABLE_SHADER_CACHE")) qputenv("QT3D_DISABLE_SHADER_CACHE", "1");
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSamples(4);
    QSurfaceFormat::setDefaultFormat(format);
}

bool hasDisplay() {
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

ui::Theme themeFor(const QString& wished, const ui::Settings& settings) {
    const bool dark =
        wished.isEmpty() ? settings.theme() == ui::ThemeChoice::Dark : wished == QLatin1String("dark");
    return ui::Theme(dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light);
}

struct OpeningPlan {
    core::Plan plan;
    QString file;
    core::Problems problems;  // of the wished file; the default plan stands in
};

// A file, or a shipped plan by its bare name.
core::Result<OpeningPlan> openingPlan(const QString& wished) {
    const auto roots =
        core::resourceRoots(qgetenv("SHARDSCOPE_RESOURCES").toStdString(),
                            QCoreApplication::applicationFilePath().toStdString(), SHARDSCOPE_SOURCE_DIR);
    OpeningPlan opening;
    if (!wished.isEmpty()) {
        const auto shipped = core::findResource(roots, "plans/" + wished.toStdString() + ".shardscope.json");
        const bool byName = !QFileInfo::exists(wished) && shipped.has_value();
        auto plan = core::loadPlan(byName ? *shipped : std::filesystem::path(wished.toStdString()));
        if (plan) return OpeningPlan{std::move(*plan), byName ? QString() : wished, {}};
        opening.problems = plan.error();
    }
    auto file = core::findResource(roots, kDefaultPlan);
    if (!file) return tl::make_unexpected(file.error());
    auto plan = core::loadPlan(*file);
    if (!plan) return tl::make_unexpected(plan.error());
    opening.plan = std::move(*plan);
    return opening;
}

// A folder of the resources, known by a file in it; empty where it is missing.
QString resourceFolder(const char* fileInIt) {
    const auto roots =
        core::resourceRoots(qgetenv("SHARDSCOPE_RESOURCES").toStdString(),
                            QCoreApplication::applicationFilePath().toStdString(), SHARDSCOPE_SOURCE_DIR);
    const auto file = core::findResource(roots, fileInIt);
    return file ? QString::fromStdString(file->parent_path().string()) : QString();
}

}  // namespace

int main(int argc, char** argv) {
    int exit = 0;
    const auto options = app::parseOptions(argc, argv, exit);
    if (!options) return exit;
    if (!options->report.isEmpty()) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay()) {
        say(QStringLiteral(
            "There is no display. Start the explorer in a desktop session, or under xvfb-run to write "
            "pictures with --export."));
        return kNoDisplay;
    }
    prepareGraphics();
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("shardscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SHARDSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Shardscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("shardscope"));

    const bool pictures = !options->exportTo.isEmpty();
    const auto opening = openingPlan(options->plan);
    for (const core::Problem& problem : opening ? opening->problems : opening.error())
        say(QString::fromStdString(core::describe(problem)));
    const bool noWindow = pictures || !options->report.isEmpty();
    if (!opening || (noWindow && !opening->problems.empty())) return kNotUnderstood;

    QTemporaryDir scratch;
    QString settingsFile = options->settings;
    if (settingsFile.isEmpty() && noWindow) settingsFile = scratch.filePath(QStringLiteral("settings.ini"));
    auto settings = settingsFile.isEmpty() ? std::make_unique<ui::Settings>()
                                           : std::make_unique<ui::Settings>(settingsFile);
    ui::Languages languages(
        ui::Languages::named(options->language.isEmpty() ? settings->language() : options->language));
    if (!options->report.isEmpty()) return app::runReport(opening->plan, options->report, languages.current());
    ui::ThemeProvider theme(application, themeFor(options->theme, *settings));

    ui::MainWindow::Options windowOptions;
    windowOptions.plan = opening->plan;
    windowOptions.planFile = opening->file;
    windowOptions.shippedPlans = resourceFolder(kDefaultPlan);
    windowOptions.helpFolder = resourceFolder(kHelpIndex);
    windowOptions.lessonFolder = resourceFolder(kLessons);
    windowOptions.engine.command = ui::findEngine(options->engine, QCoreApplication::applicationDirPath());
    windowOptions.engine.runFolder = ui::defaultRunFolder();
    windowOptions.engine.runFolderCap = settings->runFolderCap();
    ui::MainWindow window(std::move(windowOptions), theme, *settings, languages);
    window.show();
    if (!opening->problems.empty()) window.openPlan(options->plan);  // says again, in the window, why not
    if (!options->replay.isEmpty() && !window.openRun(options->replay)) {
        say(QStringLiteral(
                "--replay: %1 is no run that can be opened; name a file that Shardscope has recorded")
                .arg(options->replay));
        if (pictures) return kNotUnderstood;
    }
    if (!options->watch.isEmpty()) {
        const bool standard = options->watch == QLatin1String("-");
        window.watchLog({standard ? ui::WatchedLog::Kind::StandardInput : ui::WatchedLog::Kind::File, options->watch});
    }
    if (!pictures && options->replay.isEmpty() && options->watch.isEmpty() && !window.banner()) window.offerLeftRuns();
    if (!noWindow && options->plan.isEmpty() && options->replay.isEmpty() && options->watch.isEmpty() &&
        !options->start)
        window.restoreDraft();
    if (options->workspace == QLatin1String("plan")) window.showWorkspace(ui::WorkspaceKind::Plan);
    if (options->workspace == QLatin1String("run")) window.showWorkspace(ui::WorkspaceKind::Run);
    if (options->workspace == QLatin1String("learn")) window.showWorkspace(ui::WorkspaceKind::Learn);
    if (!options->lesson.isEmpty() && !window.openLesson(options->lesson)) {
        say(QStringLiteral("--lesson: there is no lesson \"%1\"; use one of %2")
                .arg(options->lesson, window.lessonIds().join(QLatin1String(", "))));
        return kNotUnderstood;
    }

    app::PictureRun pictureRun(window, options->exportTo);
    if (pictures && options->start)
        pictureRun.afterTraining(options->exportAfter);
    else if (pictures)
        pictureRun.afterEvaluation();
    else if (options->start)
        window.startRun(ui::MainWindow::StartWish::Anyway);
    return QApplication::exec();
}
