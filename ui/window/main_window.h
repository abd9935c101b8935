// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explorer's window: owns the shared state and the engine client, puts the workspaces together and turns
// what happens to the engine and to files into words. Parts: commands in main_window_commands.cpp, menus in
// main_window_menus.cpp, what the engine's states mean for the window in main_window_engine.cpp, runs that are left
// running and attached to again in main_window_left_runs.cpp.
#pragma once

#include "ui/engine/calibration_probe.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/left_runs.h"
#include "ui/kit/theme_provider.h"
#include "ui/learn/lesson_hall.h"
#include "ui/state/command_set.h"
#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/state/selection.h"
#include "ui/state/settings.h"
#include "ui/window/banner_message.h"
#include "ui/window/plan_files.h"
#include "ui/window/start_check.h"
#include "ui/window/views.h"

#include <QMainWindow>
#include <QPointer>

#include <memory>
#include <optional>

class QMenu;
class QStackedWidget;

namespace ui {

class CommandPalette;
class DeskFiles;
class DeskPage;
class ExploreWorkspace;
class HeaderBar;
class HelpWindow;
class Languages;
class LearnView;
class LearnWorkspace;
class PlanFieldsWindow;
class Presenter;
class PlannerView;
class PlannerWorkspace;
class RunWorkspace;
class StatusLine;
class Workspace;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    struct Options {
        core::Plan plan;
        QString planFile;      // the file the plan came from; empty = none
        QString shippedPlans;  // folder; empty = none
        QString helpFolder;    // of the help pages; empty = none
        QString lessonFolder;  // of the course; empty = none
        EngineClient::Options engine;
    };
    MainWindow(Options options, ThemeProvider& theme, Settings& settings, Languages& languages);
    ~MainWindow() override;

    [[nodiscard]] const Hall& hall() const { return m_hall; }
    [[nodiscard]] EngineClient& engine() { return m_client; }
    [[nodiscard]] CommandSet& commands() { return m_commands; }
    [[nodiscard]] const std::optional<BannerMessage>& banner() const { return m_banner; }
    [[nodiscard]] const ViewSet& views() const { return m_views; }

    void showWorkspace(WorkspaceKind kind);
    [[nodiscard]] WorkspaceKind workspace() const;
    [[nodiscard]] PlannerView& planner();
    // One page about the plan, HTML or PDF by the ending; the banner says how it went.
    bool saveReport(const QString& file);
    // Learn, made now if it was not before.
    [[nodiscard]] LearnView& learn();
    bool openLesson(const QString& id);  // false: there is none of this name
    // Learn on the whole screen, or back to the window.
    void togglePresenting();
    [[nodiscard]] Presenter& presenter() { return *m_presenter; }
    // The open lesson as PDF, with pictures of the window's own plan.
    [[nodiscard]] core::Result<void> writeLessonHandOut(const QString& file);
    [[nodiscard]] QStringList lessonIds();
    // The whole window speaks it from now on.
    void useLanguage(core::Language language);
    // False: it cannot be read, or edits of the present file are asked about first.
    bool openPlan(const QString& file);
    bool openRun(const QString& file);
    // Follows the log of another program; its predictions are those of the plan shown.
    bool watchLog(const WatchedLog& log);
    [[nodiscard]] DeskPage& desk() { return *m_desk; }
    // As soon as the plan is evaluated and the machine measured. A plan that is predicted not to fit is asked
    // about, unless it is wished anyway.
    enum class StartWish { AskWhenDoubtful, Anyway };
    void startRun(StartWish wish = StartWish::AskWhenDoubtful);
    // The changes of a plan without a file that were there when the last window closed are there again. Not in a window
    // that was asked for a plan of its own.
    void restoreDraft();
    // Says which runs were left going, or ended since, and offers what can be done.
    void offerLeftRuns();
    // Goes on with a run that was left. False: refused, the banner says why.
    bool attachTo(const QString& runFile);
    // With the plan that the checkpoint was saved with, which the document then shows, or with the plan shown,
    // in its layout. `folder` is a checkpoint or a folder of them. False: refused, the banner says why.
    enum class ResumeWith { PlanOfCheckpoint, PlanShown };
    bool resumeFrom(const QString& folder, ResumeWith with);
    // Pictures of every view and of the whole window, light and dark, into a folder; the names of the files,
    // or the problem of the first that could not be written.
    [[nodiscard]] core::Result<QStringList> exportPictures(const QString& folder);

signals:
    void startRefused(const QString& reason);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // main_window.cpp
    void build();
    void setHelpPages();
    void connectState();  // what lives as long as the window
    void connectParts();  // what is made anew with a language
    void restoreLayout();
    void showTitle();
    void showProblems();
    void openProblemList();
    void setBanner(std::optional<BannerMessage> message);
    void dismissBanner(const QString& id);
    void takePlan(const core::Plan& plan, const QString& name);
    void refuseFile(const QString& what, const core::Problems& problems);
    [[nodiscard]] Workspace& front();

    // main_window_commands.cpp
    void makeCommands();
    void makeFileCommands();
    void makeEditCommands();
    void makeViewCommands();
    void makePlanCommands();
    void makeRunCommands();
    void makeHelpCommands();
    void addKeywords();
    void showHelp();
    void showAbout();
    void askForPictures();

    // main_window_menus.cpp
    void makeMenus();
    void fillRecentPlans(QMenu& menu);
    void fillRuns(QMenu& menu);

    // main_window_files.cpp
    [[nodiscard]] bool loadPlan(const QString& file);
    [[nodiscard]] bool hasUnsavedFile() const;
    void askAboutChanges(const QString& anyway, const std::function<void()>& then);
    void savePlan();
    void savePlanAs();
    bool saveTo(const QString& file);
    void keepDraft();

    // main_window_planner.cpp
    void makePlanner();
    void makePlannerCommands();
    void showPlannerPage(const QString& page);
    void askForReport();

    // main_window_learn.cpp
    void makeLearnCommands();
    void startLessonRun(const core::Plan& plan);
    void askForHandOut();
    void shareStartKeys();
    void showHelpPage(const QString& page);
    [[nodiscard]] BannerMessage lessonEndedBanner();

    // main_window_left_runs.cpp
    void makeAttachCommand();
    void askAboutClosing();
    void leaveAndClose();
    void offerNextLeftRun();
    void openLeftRecording(LeftRun run);
    void attachAndStop(QString runFile);
    [[nodiscard]] BannerMessage leftRunBanner(const LeftRun& run);

    // main_window_checkpoints.cpp
    void makeCheckpointCommands();
    void updateCheckpointCommands();
    void saveCheckpoint();
    void tellSavedCheckpoint();
    void askForCheckpoint(ResumeWith with);

    // main_window_desk.cpp
    void makeDesk(PlannerView& view);
    void openOnDesk(const QString& file);
    void makeDeskCommands();
    void askForLog();
    void askForLogCommand();
    void forwardStandardInput();

    // main_window_engine.cpp
    void updateRunCommands();
    void showRunWarning(const core::Problem& problem);
    void onEngineState(EngineState state);
    void onCalibrated();
    void onCalibrationLate();
    void beginRun();
    void showLog();
    void askForText();
    [[nodiscard]] bool trainsThisPlan() const;
    [[nodiscard]] StartCheck startCheck() const;
    [[nodiscard]] BannerMessage otherRunBanner(StartWish wish);
    [[nodiscard]] BannerMessage refusedBanner(const StartCheck& check);
    [[nodiscard]] BannerMessage doubtfulBanner(const StartCheck& check);
    void tellResumed(const QString& checkpoint);
    [[nodiscard]] BannerMessage savingBanner();
    [[nodiscard]] std::optional<BannerMessage> diedBanner();
    [[nodiscard]] std::optional<BannerMessage> noGpuBanner();

    Options m_options;
    ThemeProvider& m_theme;
    Settings& m_settings;
    Languages& m_languages;
    PlanDocument m_document;
    Evaluator m_evaluator;
    Selection m_selection;
    RunStore m_run;
    Hall m_hall;
    EngineClient m_client;
    CalibrationProbe m_probe;
    CommandSet m_commands;
    PlanFiles m_files;
    LatestJob m_predictions;

    std::unique_ptr<LessonHall> m_lessonHall;
    HeaderBar* m_header = nullptr;
    QStackedWidget* m_stack = nullptr;
    ExploreWorkspace* m_explore = nullptr;
    PlannerWorkspace* m_planSpace = nullptr;
    RunWorkspace* m_runSpace = nullptr;
    LearnWorkspace* m_learnSpace = nullptr;  // made when first asked for
    StatusLine* m_status = nullptr;
    CommandPalette* m_palette = nullptr;
    Presenter* m_presenter = nullptr;
    HelpWindow* m_help = nullptr;  // made when first asked for, as is:
    PlanFieldsWindow* m_fields = nullptr;
    std::unique_ptr<DeskFiles> m_deskFiles;
    DeskPage* m_desk = nullptr;  // the Plan workspace's
    ViewSet m_views;
    std::optional<BannerMessage> m_banner;
    QString m_resumeFrom;  // of the start that is being prepared; empty = from the beginning
    std::int64_t m_toldCheckpoint = 0;
    bool m_checkpointAsked = false;
    std::optional<StartWish> m_startWhenReady, m_startWhenOver;  // evaluated; the run that goes on has ended
    bool m_closeWhenOver = false;
    bool m_hasDraft = false;  // of the last window, restored in this one
    bool m_discards = false;  // edits of the plan's file, when the window closes
    QList<LeftRun> m_leftRuns;  // to be told about, the next one first
};

}  // namespace ui
