// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: Learn, which is made when it is first asked for, the runs that lessons start, and the language.
#include "ui/desk/desk_page.h"
#include "ui/window/main_window.h"

#include "core/lesson/lesson_check.h"
#include "core/plan/plan_codec.h"
#include "ui/engine/hunt_process.h"
#include "ui/learn/learn_view.h"
#include "ui/planner/planner_view.h"
#include "ui/window/command_palette.h"
#include "ui/window/header_bar.h"
#include "ui/window/help_window.h"
#include "ui/window/languages.h"
#include "ui/window/plan_fields_window.h"
#include "ui/window/presenter.h"
#include "ui/window/status_line.h"
#include "ui/window/workspaces.h"

#include <QStackedWidget>
#include <QTimer>

namespace ui {

namespace {

constexpr char kActivityPlan[] = "/tiny-2x2x2.shardscope.json";

}  // namespace

LearnView& MainWindow::learn() {
    if (m_learnSpace) return m_learnSpace->view();
    if (!m_lessonHall) m_lessonHall = std::make_unique<LessonHall>(m_options.plan, m_run);
    m_lessonHall->evaluator.setCalibration(m_evaluator.calibration());
    auto course = core::readCourse(m_options.lessonFolder.toStdString(), m_options.shippedPlans.toStdString());
    core::Problems problems = course.problems;
    const auto activityPlan = core::loadPlan(m_options.shippedPlans.toStdString() + kActivityPlan);
    if (!activityPlan) problems.insert(problems.end(), activityPlan.error().begin(), activityPlan.error().end());
    auto* view = new LearnView(*m_lessonHall, makeLearnViews(m_lessonHall->hall, [this] { learn().startRun(); }),
                               std::move(course), activityPlan.value_or(m_options.plan), m_settings);
    view->setLanguage(m_languages.current());
    m_learnSpace = new LearnWorkspace(view);
    m_stack->addWidget(m_learnSpace);
    m_learnSpace->restoreSplitters(m_settings);
    setHelpPage(m_learnSpace, "learn");
    setHelpPage(&view->activities(), "activities");
    connect(view, &LearnView::runRequested, this, &MainWindow::startLessonRun);
    connect(view, &LearnView::stopRequested, this, [this] { m_client.stop(); });
    connect(view, &LearnView::helpRequested, this, [this](const QString& page) { showHelpPage(page); });
    auto* hunts = new HuntProcess(m_client.command(), view);
    connect(view, &LearnView::huntRequested, hunts, &HuntProcess::start);
    connect(hunts, &HuntProcess::done, &view->activities(), &Activities::showHunt);
    connect(hunts, &HuntProcess::failed, &view->activities(), &Activities::showHuntFailure);
    if (!problems.empty())
        refuseFile(tr("Some lessons could not be read."), problems);
    return *view;
}

bool MainWindow::openLesson(const QString& id) {
    if (!learn().openLesson(id)) return false;
    showWorkspace(WorkspaceKind::Learn);
    return true;
}

void MainWindow::togglePresenting() {
    if (m_presenter->isOn()) return m_presenter->end();
    showWorkspace(WorkspaceKind::Learn);
    m_presenter->begin(learn(), QList<QWidget*>{m_header, m_status});
}

// A clicker begins with F5; in Learn that must not train the learner's own plan.
void MainWindow::shareStartKeys() {
    const bool presents = workspace() == WorkspaceKind::Learn;
    m_presenter->takeStartKeys(presents);
    for (const CommandRow& row : m_commands.rows())
        if (row.id == QLatin1String("run.start") || row.id == QLatin1String("run.stop"))
            m_commands.action(row.id)->setShortcuts(presents ? QList<QKeySequence>() : row.keys);
}

QStringList MainWindow::lessonIds() {
    QStringList ids;
    for (const core::Lesson& lesson : learn().course().lessons) ids << QString::fromStdString(lesson.id);
    return ids;
}

// The learner's own plan is not asked: the run is the lesson's.
void MainWindow::startLessonRun(const core::Plan& plan) {
    if (m_client.isRunning()) return;
    auto snapshot = std::make_shared<const core::Snapshot>(core::evaluate(plan, m_evaluator.calibration()));
    core::Problems refused;
    for (const core::Problems& problems : {snapshot->problems, snapshot->engineProblems})
        for (const core::Problem& problem : problems)
            if (problem.severity == core::Severity::Error) refused.push_back(problem);
    if (!refused.empty()) return refuseFile(tr("This plan was not started."), refused);
    setBanner(std::nullopt);
    m_client.start(plan, snapshot);
    updateRunCommands();
}

BannerMessage MainWindow::lessonEndedBanner() {
    return {QStringLiteral("died"),
            Tone::Danger,
            Icon::Error,
            tr("The run of the lesson has ended."),
            m_run.detail(),
            {{tr("See what the card held"), ButtonKind::Normal, [this] { showWorkspace(WorkspaceKind::Run); }}}};
}

void MainWindow::showHelpPage(const QString& page) {
    if (!m_help) m_help = new HelpWindow(loadHelp(m_options.helpFolder, m_languages.current()), this);
    m_help->showPage(page);
}

void MainWindow::makeLearnCommands() {
    const auto kind = CommandCategory::View;
    const auto id = [](const char* text) { return QString::fromLatin1(text); };
    m_commands.add({id("view.learn"), kind, tr("Learn"), tr("The course, cases and quiz"), {}, {QKeySequence(id("Ctrl+4"))}},
                   [this] { showWorkspace(WorkspaceKind::Learn); });
    m_commands.add({id("learn.list"), kind, tr("All lessons"), tr("The list of chapters, cases and beliefs"), {}, {}}, [this] {
        learn().showList();
        showWorkspace(WorkspaceKind::Learn);
    });
    m_commands.add({id("learn.quiz"), kind, tr("Take the quiz"), tr("Questions over all chapters"), {}, {}}, [this] {
        learn().showQuiz();
        showWorkspace(WorkspaceKind::Learn);
    });
    m_commands.add({id("learn.present"), kind, tr("Present"), tr("Learn on the whole screen, in large type, for a clicker"),
                    themedIcon(Icon::Fit), {QKeySequence(id("F11"))}},
                   [this] { togglePresenting(); });
    m_commands.add({id("learn.handOut"), kind, tr("Print the lesson…"), tr("A hand-out of the open lesson as PDF, with pictures of your plan"),
                    themedIcon(Icon::Download), {}},
                   [this] { askForHandOut(); });
    m_commands.setKeywords(id("learn.present"), tr("presenter full screen projector slides beamer"));
    m_commands.setKeywords(id("learn.handOut"), tr("pdf paper hand-out handout export"));
    const bool chinese = m_languages.current() == core::Language::Chinese;
    // In the language that it leads to, so that whoever cannot read this one finds it.
    m_commands.add({id("view.language"), kind, chinese ? QStringLiteral("English") : QStringLiteral("简体中文"),
                    tr("Switch the language of the window"), {}, {}},
                   [this, chinese] {
                       // Later: the command itself is made anew.
                       QTimer::singleShot(0, this, [this, chinese] {
                           useLanguage(chinese ? core::Language::English : core::Language::Chinese);
                       });
                   });
    for (int i = 0; i < kActivities; ++i) {
        const auto activity = ActivityKind(i);
        m_commands.add({QStringLiteral("learn.") + idOf(activity), kind, titleOf(activity), summaryOf(activity), {}, {}},
                       [this, activity] {
                           learn().openActivity(activity);
                           showWorkspace(WorkspaceKind::Learn);
                       });
    }
    m_commands.setKeywords(id("view.learn"), tr("course lesson chapter teach tutorial"));
    m_commands.setKeywords(id("learn.quiz"), tr("questions test exam"));
    m_commands.setKeywords(id("view.language"), QStringLiteral("language chinese english 中文 英文 语言"));
}

// Every widget with a text is made anew; plan, selection, run and engine stay.
void MainWindow::useLanguage(core::Language language) {
    if (language == m_languages.current()) return;
    m_presenter->end();
    const WorkspaceKind kind = workspace();
    const core::Lesson* open = m_learnSpace ? m_learnSpace->view().player().lesson() : nullptr;
    const QString lesson = open ? QString::fromStdString(open->id) : QString();
    m_languages.use(language);
    m_settings.setLanguage(QString::fromUtf8(core::toText(language).data()));
    const QString page = planner().page();
    m_runSpace->showTop(RunWorkspace::Top::Charts);
    m_explore->saveSplitters(m_settings);
    m_planSpace->saveSplitters(m_settings);
    m_runSpace->saveSplitters(m_settings);
    m_banner.reset();
    delete m_help;
    m_help = nullptr;
    delete m_palette;
    delete m_fields;
    m_fields = nullptr;
    delete takeCentralWidget();
    m_learnSpace = nullptr;
    m_commands.clear();
    makeCommands();
    build();
    makeMenus();
    connectParts();
    m_explore->restoreSplitters(m_settings);
    m_planSpace->restoreSplitters(m_settings);
    planner().showPage(page);
    m_runSpace->restoreSplitters(m_settings);
    if (!lesson.isEmpty()) learn().openLesson(lesson);
    showWorkspace(kind);
    showTitle();
    showProblems();
    updateRunCommands();
}

}  // namespace ui
