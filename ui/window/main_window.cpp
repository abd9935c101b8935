// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: construction, workspaces, files, banner.
#include "ui/window/main_window.h"

#include "ui/desk/desk_files.h"
#include "ui/desk/desk_page.h"
#include "ui/engine/control_pipe.h"
#include "ui/kit/chip.h"
#include "ui/kit/segmented.h"
#include "ui/state/sentences.h"
#include "ui/window/command_palette.h"
#include "ui/window/figures_row.h"
#include "ui/window/header_bar.h"
#include "ui/window/help_window.h"
#include "ui/window/out_of_memory_panel.h"
#include "ui/window/plan_panel.h"
#include "ui/window/presenter.h"
#include "ui/window/problem_list.h"
#include "ui/window/prompt_editor.h"
#include "ui/window/status_line.h"
#include "ui/window/switched_view.h"
#include "ui/window/workspaces.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QRegularExpression>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace ui {

namespace {
constexpr QSize kMinimum(1280, 800), kOpening(1440, 900);

// "Line 2, column 17: …" where the problem lies inside a file.
QString withPlace(const core::Problem& problem) {
    static const QRegularExpression place(QStringLiteral(":(\\d+):(\\d+)"));
    const auto found = place.match(QString::fromStdString(problem.where));
    if (!found.hasMatch()) return wholeSentence(problem);
    return MainWindow::tr("Line %1, column %2: %3")
        .arg(found.captured(1), found.captured(2), wholeSentence(problem));
}
}  // namespace

MainWindow::MainWindow(Options options, ThemeProvider& theme, Settings& settings, Languages& languages)
    : m_options(std::move(options))
    , m_theme(theme)
    , m_settings(settings)
    , m_languages(languages)
    , m_document(m_options.plan)
    , m_hall{m_document, m_evaluator, m_selection, m_run}
    , m_client(m_run, m_options.engine)
    , m_probe(m_options.engine.command)
    , m_files(m_document, settings)
    , m_predictions(QStringLiteral("predictions"))
    , m_deskFiles(std::make_unique<DeskFiles>()) {
    if (!m_options.planFile.isEmpty()) {
        m_document.open(m_options.plan, m_options.planFile);
        m_settings.addRecentPlan(m_options.planFile);
    }
    setMinimumSize(kMinimum);
    resize(kOpening);
    setAcceptDrops(true);
    setWindowIcon(markIcon());
    m_presenter = new Presenter(*this, m_theme);
    connect(m_presenter, &Presenter::beginRequested, this, &MainWindow::togglePresenting);
    makeCommands();
    build();
    makeMenus();
    connectState();
    connectParts();
    restoreLayout();
    showWorkspace(WorkspaceKind::Explore);
    showTitle();
    m_evaluator.evaluate(m_document.plan(), m_document.serial());
    m_probe.start();
}

// Views go before the state they show; the undo stack still announces its own end.
MainWindow::~MainWindow() {
    m_document.undoStack().disconnect(this);
    delete takeCentralWidget();
}

void MainWindow::build() {
    m_header = new HeaderBar({tr("Explore"), tr("Plan"), tr("Run"), tr("Learn")},
                             QKeySequence(QStringLiteral("Ctrl+K")).toString(QKeySequence::NativeText));
    setMenuWidget(m_header);
    m_views = makeViews(m_hall, {[this] { startRun(); }, [this] { PromptEditor::open(m_hall, this); }});
    const QString toWorkflow = tr("Show the order of a step"), toTimeline = tr("Show the timeline");
    m_explore = new ExploreWorkspace(
        m_hall, m_commands,
        {m_views.exploreMemory, new SwitchedView({m_views.exploreTimeline, toWorkflow}, {m_views.exploreWorkflow, toTimeline},
                                                 QStringLiteral("exploreLower"))});
    makePlanner();
    m_runSpace = new RunWorkspace(
        m_hall, m_commands,
        {m_views.runMemory,
         new SwitchedView({m_views.runTimeline, toWorkflow}, {m_views.runWorkflow, toTimeline}, QStringLiteral("runLower")),
         m_views.loss, m_views.sample, m_views.charts});
    setHelpPages();
    m_status = new StatusLine(m_hall, m_client);
    m_palette = new CommandPalette(m_commands, this);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_stack = new QStackedWidget(content);
    m_stack->addWidget(m_explore);
    m_stack->addWidget(m_planSpace);
    m_stack->addWidget(m_runSpace);
    column->addWidget(m_stack, 1);
    column->addWidget(m_status);
    setCentralWidget(content);
}

void MainWindow::setHelpPages() {
    setHelpPage(m_explore, "explore");
    setHelpPage(&m_explore->panel(), "plan");
    setHelpPage(m_runSpace, "run");
    setHelpPage(&m_runSpace->outOfMemory(), "out-of-memory");
    setHelpPage(m_views.topology, "topology");
    for (QWidget* view : {m_views.exploreMemory, m_views.runMemory}) setHelpPage(view, "memory");
    for (QWidget* view : {m_views.exploreTimeline, m_views.runTimeline}) setHelpPage(view, "timeline");
    for (QWidget* view : {m_views.exploreWorkflow, m_views.runWorkflow}) setHelpPage(view, "workflow");
    for (QWidget* view : QList<QWidget*>{m_views.loss, m_views.sample} + m_views.charts)
        setHelpPage(view, "live-charts");
}

void MainWindow::connectState() {
    connect(&m_document, &PlanDocument::planChanged, &m_evaluator, &Evaluator::evaluate);
    connect(&m_document, &PlanDocument::planChanged, this, [this] {
        for (const char* banner : {"file", "start"}) dismissBanner(QString::fromLatin1(banner));
        updateRunCommands();
    });
    connect(&m_document, &PlanDocument::fileChanged, this, &MainWindow::showTitle);
    connect(&m_document, &PlanDocument::planChanged, this, &MainWindow::showTitle);
    connect(&m_evaluator, &Evaluator::evaluated, this, [this] {
        showProblems();
        updateRunCommands();
        if (m_startWhenReady) startRun(*m_startWhenReady);
    });
    connect(&m_run, &RunStore::stateChanged, this, &MainWindow::onEngineState);
    connect(&m_run, &RunStore::warned, this, &MainWindow::showRunWarning);
    connect(&m_client, &EngineClient::ended, this, [this] {
        updateRunCommands();
        if (m_closeWhenOver) close();
        if (const auto wish = std::exchange(m_startWhenOver, std::nullopt); wish && !m_closeWhenOver) startRun(*wish);
    });
    connect(&m_client, &EngineClient::left, this, [this] { close(); });
    connect(&m_client, &EngineClient::notLeft, this, [this] {
        setBanner(BannerMessage{QStringLiteral("close"),
                                Tone::Warn,
                                Icon::Warn,
                                tr("The run could not be left running."),
                                tr("The engine did not answer. The run still belongs to this window."),
                                {{tr("Dismiss"), ButtonKind::Normal,
                                  [this] { dismissBanner(QStringLiteral("close")); }}}});
    });
    connect(&m_probe, &CalibrationProbe::done, this, &MainWindow::onCalibrated);
    connect(&m_probe, &CalibrationProbe::late, this, &MainWindow::onCalibrationLate);
    updateRunCommands();
}

void MainWindow::connectParts() {
    connect(&m_header->workspaces(), &Segmented::chosen, this,
            [this](int index) { showWorkspace(WorkspaceKind(index)); });
    connect(&m_header->commandField(), &QAbstractButton::clicked, m_palette, &CommandPalette::open);
    connect(m_header, &HeaderBar::problemsClicked, this, &MainWindow::openProblemList);
    connect(&m_explore->panel(), &PlanPanel::suggestionChanged, this, &MainWindow::showProblems);
    connect(&m_runSpace->outOfMemory(), &OutOfMemoryPanel::startAgain, this, [this] { startRun(); });
}

void MainWindow::restoreLayout() {
    if (const QByteArray geometry = m_settings.geometry(); !geometry.isEmpty()) restoreGeometry(geometry);
    resize(size().boundedTo(screen()->availableSize()));
    m_explore->restoreSplitters(m_settings);
    m_planSpace->restoreSplitters(m_settings);
    m_runSpace->restoreSplitters(m_settings);
}

Workspace& MainWindow::front() {
    if (workspace() == WorkspaceKind::Plan) return *m_planSpace;
    if (workspace() == WorkspaceKind::Run) return *m_runSpace;
    if (workspace() == WorkspaceKind::Learn) return *m_learnSpace;
    return *m_explore;
}

WorkspaceKind MainWindow::workspace() const { return WorkspaceKind(m_stack->currentIndex()); }

void MainWindow::showWorkspace(WorkspaceKind kind) {
    if (kind == WorkspaceKind::Learn) (void)learn();
    m_stack->setCurrentIndex(int(kind));
    m_header->workspaces().setCurrent(m_stack->currentIndex());
    if (kind == WorkspaceKind::Explore || kind == WorkspaceKind::Run) {
        m_views.showTopologyFor(kind);
        front().holdTopology(m_views.topology);
    }
    shareStartKeys();
    m_status->setAbout(kind == WorkspaceKind::Run ? StatusLine::About::Run : StatusLine::About::Plan);
    if (kind == WorkspaceKind::Run && !m_banner) setBanner(noGpuBanner());
    if (kind != WorkspaceKind::Run) dismissBanner(QStringLiteral("gpu"));
}

void MainWindow::takePlan(const core::Plan& plan, const QString& name) {
    dismissBanner(QStringLiteral("died"));
    m_document.replace(plan, tr("Take plan %1").arg(name));
    showWorkspace(WorkspaceKind::Explore);
}

bool MainWindow::openRun(const QString& file) {
    if (m_client.isRunning()) {
        setBanner(BannerMessage{QStringLiteral("file"),
                                Tone::Warn,
                                Icon::Warn,
                                tr("A run is going on."),
                                tr("Stop it before opening a recorded one."),
                                {}});
        return false;
    }
    if (ControlPipe::open(controlPathOf(file)).hold()) return attachTo(file);
    const auto opened = m_client.replay(file, m_evaluator.calibration());
    if (!opened) {
        refuseFile(tr("%1 was not opened.").arg(QFileInfo(file).fileName()), opened.error());
        return false;
    }
    if (!m_run.problem() || !m_run.problem()->outOfMemory) m_runSpace->showTop(RunWorkspace::Top::Charts);
    showWorkspace(WorkspaceKind::Run);
    if (opened->isEmpty()) return true;
    setBanner(BannerMessage{QStringLiteral("file"),
                            Tone::Warn,
                            Icon::Warn,
                            tr("%1 is not whole.").arg(QFileInfo(file).fileName()),
                            *opened,
                            {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(QStringLiteral("file")); }}}});
    return true;
}

void MainWindow::refuseFile(const QString& what, const core::Problems& problems) {
    setBanner(BannerMessage{
        QStringLiteral("file"),
        Tone::Danger,
        Icon::Error,
        what,
        problems.empty() ? QString() : withPlace(problems.front()),
        {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(QStringLiteral("file")); }}}});
}

void MainWindow::setBanner(std::optional<BannerMessage> message) {
    m_banner = std::move(message);
    auto quieter = m_banner;  // Explore has its own primary button
    if (quieter)
        for (BannerAction& action : quieter->actions)
            if (action.kind == ButtonKind::Primary) action.kind = ButtonKind::Normal;
    m_explore->showBanner(quieter);
    m_planSpace->showBanner(quieter);
    m_runSpace->showBanner(m_banner);
    if (m_learnSpace) m_learnSpace->showBanner(quieter);
}

void MainWindow::dismissBanner(const QString& id) {
    if (m_banner && m_banner->id == id) setBanner(std::nullopt);
}

void MainWindow::showTitle() {
    const QString name = m_document.fileName().isEmpty() ? QString::fromStdString(m_document.plan().name)
                                                         : QFileInfo(m_document.fileName()).fileName();
    setWindowTitle(tr("%1[*] – Shardscope").arg(name));
    if (isWindowModified() != m_document.isModified()) setWindowModified(m_document.isModified());  // tells every child
}

void MainWindow::showProblems() {
    int errors = 0, suggestions = m_explore->panel().hasSuggestion() ? 1 : 0;
    for (const core::Problem& problem : m_evaluator.snapshot()->problems)
        ++(problem.severity == core::Severity::Error ? errors : suggestions);
    for (const core::Problem& problem : m_evaluator.snapshot()->engineProblems)
        if (problem.severity == core::Severity::Error) ++errors;
    if (tooSmallCard(*m_evaluator.snapshot())) ++errors;
    if (m_run.state() == EngineState::Failed) ++errors;
    m_header->showProblems(errors, suggestions);
}

void MainWindow::openProblemList() {
    auto* list = new ProblemList(*m_evaluator.snapshot(), m_hall, this);
    PlanPanel& panel = m_explore->panel();
    if (panel.hasSuggestion()) list->addSuggestion(panel.suggestion(), panel.useOfSuggestion(), [&panel] { panel.useSuggestion(); });
    connect(list, &ProblemList::show, this, [this](const QString& pointer) {
        showWorkspace(WorkspaceKind::Explore);
        m_explore->panel().reveal(pointer);
    });
    list->openBelow(m_header->problemChip());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_presenter->end();
    if (m_client.isRunning()) {
        event->ignore();
        askAboutClosing();
        return;
    }
    if (hasUnsavedFile() && !m_discards) {
        event->ignore();
        askAboutChanges(tr("Close without saving"), [this] {
            m_discards = true;
            close();
        });
        return;
    }
    if (!m_desk->mayClose()) {
        event->ignore();
        showPlannerPage(QStringLiteral("desk"));
        return;
    }
    keepDraft();
    m_settings.setGeometry(saveGeometry());
    m_runSpace->showTop(RunWorkspace::Top::Charts);  // sizes are kept without what pushes them
    m_explore->saveSplitters(m_settings);
    m_planSpace->saveSplitters(m_settings);
    m_runSpace->saveSplitters(m_settings);
    if (m_learnSpace) m_learnSpace->saveSplitters(m_settings);
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString file = event->mimeData()->urls().front().toLocalFile();
    event->acceptProposedAction();
    if (looksLikeRun(file))
        openRun(file);
    else if (DeskPage::takes(file))
        openOnDesk(file);
    else
        openPlan(file);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) m_selection.clear(this);
    QMainWindow::keyPressEvent(event);
}

}  // namespace ui
