// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: its commands. A command is one row; the menus of main_window_menus.cpp name rows.
#include "ui/window/main_window.h"

#include "core/plan/plan_codec.h"
#include "ui/topology/topology_3d.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_window.h"
#include "ui/window/memory_note.h"
#include "ui/window/plan_fields_window.h"
#include "ui/window/workspaces.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QUrl>

namespace ui {

namespace {

const QString kPlanFile = QStringLiteral(".shardscope.json");

QString id(const char* text) { return QString::fromLatin1(text); }

QList<QKeySequence> keys(const char* text) { return {QKeySequence(QString::fromLatin1(text))}; }

}  // namespace

void MainWindow::makeCommands() {
    makeFileCommands();
    makeEditCommands();
    makeViewCommands();
    makePlanCommands();
    makeDeskCommands();
    makeRunCommands();
    makeHelpCommands();
    addKeywords();
}

// What people type who do not know a command's name.
void MainWindow::addKeywords() {
    const std::pair<const char*, QString> words[] = {
        {"file.open", tr("load import")},
        {"file.openRun", tr("replay recording load history")},
        {"file.save", tr("write store keep")},
        {"file.pictures", tr("screenshot image png save print")},
        {"file.report", tr("export html pdf print share summary page")},
        {"file.quit", tr("exit close end")},
        {"edit.undo", tr("back revert")},
        {"edit.redo", tr("again repeat forward")},
        {"edit.deselect", tr("unselect none escape")},
        {"view.explore", tr("plan predict design home")},
        {"view.plan", tr("planner search compare formulas estimators validation")},
        {"view.run", tr("train live charts loss monitor")},
        {"view.theme", tr("theme dark light mode colours colors appearance night day")},
        {"view.reset", tr("restore default panes splitters windows")},
        {"view.commands", tr("palette find")},
        {"plan.lock", tr("gpus devices fix count")},
        {"plan.fields", tr("settings options optimizer scheduler checkpoint seed steps preferences")},
        {"plan.textbook", tr("formula memory exact difference")},
        {"run.start", tr("train begin go launch play")},
        {"run.pause", tr("hold wait continue resume")},
        {"run.step", tr("single next one")},
        {"run.stop", tr("end cancel abort kill quit")},
        {"run.checkpoint", tr("store write snapshot weights keep")},
        {"run.resume", tr("restore continue load go on weights")},
        {"run.resumeHere", tr("restore continue load reshard reshape convert layout checkpoint")},
        {"run.attach", tr("left background reconnect follow detached")},
        {"run.log", tr("output messages errors terminal console")},
        {"run.folder", tr("recordings files delete history directory")},
        {"help.about", tr("version licence license copyright qt backends gpu")},
        {"help.topics", tr("manual documentation guide explain what why f1")},
        {"help.keys", tr("shortcuts keyboard hotkeys bindings")}};
    for (const auto& [name, keywords] : words) m_commands.setKeywords(id(name), keywords);
}

void MainWindow::makeFileCommands() {
    const auto kind = CommandCategory::File;
    m_commands.add({id("file.open"), kind, tr("Open plan…"), tr("Open a plan file"), themedIcon(Icon::File),
                    keys("Ctrl+O")},
                   [this] {
                       if (const QString file = m_files.askForPlan(this); !file.isEmpty()) openPlan(file);
                   });
    m_commands.add(
        {id("file.openRun"), kind, tr("Open run…"), tr("Open a recorded run"), {}, keys("Ctrl+Shift+O")},
        [this] {
            const QString file = m_files.askForRun(this, m_client.runFolder());
            if (!file.isEmpty()) openRun(file);
        });
    m_commands.add(
        {id("file.save"), kind, tr("Save plan"), tr("Save the plan to its file"), {}, keys("Ctrl+S")},
        [this] { savePlan(); });
    m_commands.add({id("file.saveAs"),
                    kind,
                    tr("Save plan as…"),
                    tr("Save the plan to another file"),
                    {},
                    keys("Ctrl+Shift+S")},
                   [this] { savePlanAs(); });
    m_commands.add({id("file.report"), kind, tr("Report…"), tr("One page about this plan, as HTML or PDF"),
                    themedIcon(Icon::Download), keys("Ctrl+Shift+R")},
                   [this] { askForReport(); });
    m_commands.add({id("file.pictures"),
                    kind,
                    tr("Export pictures…"),
                    tr("Write every view and the whole window as PNG, light and dark"),
                    themedIcon(Icon::Download),
                    {}},
                   [this] { askForPictures(); });
    m_commands.add({id("file.quit"), kind, tr("Quit"), tr("Close the window"), {}, keys("Ctrl+Q")},
                   [this] { close(); });
}

void MainWindow::makeEditCommands() {
    const auto kind = CommandCategory::Edit;
    QUndoStack& stack = m_document.undoStack();
    QAction* undo =
        m_commands.add({id("edit.undo"), kind, tr("Undo"), tr("Take back the last change of the plan"),
                        themedIcon(Icon::Undo), keys("Ctrl+Z")},
                       [&stack] { stack.undo(); });
    QAction* redo = m_commands.add({id("edit.redo"),
                                    kind,
                                    tr("Redo"),
                                    tr("Do the change again"),
                                    themedIcon(Icon::Redo),
                                    {QKeySequence(id("Ctrl+Y")), QKeySequence(id("Ctrl+Shift+Z"))}},
                                   [&stack] { stack.redo(); });
    const auto follow = [undo, redo, &stack] {
        undo->setText(stack.canUndo() ? tr("Undo %1").arg(stack.undoText()) : tr("Undo"));
        redo->setText(stack.canRedo() ? tr("Redo %1").arg(stack.redoText()) : tr("Redo"));
        undo->setEnabled(stack.canUndo());
        redo->setEnabled(stack.canRedo());
    };
    // Not this window: with a change of language the commands go and come anew.
    connect(&stack, &QUndoStack::indexChanged, undo, follow);
    connect(&stack, &QUndoStack::undoTextChanged, undo, follow);
    follow();
    m_commands.add({id("edit.deselect"), kind, tr("Clear selection"), tr("Select nothing"), {}, {}},
                   [this] { m_selection.clear(this); });
}

void MainWindow::makeViewCommands() {
    const auto kind = CommandCategory::View;
    m_commands.add(
        {id("view.explore"), kind, tr("Explore"), tr("The plan and its predictions"), {}, keys("Ctrl+1")},
        [this] { showWorkspace(WorkspaceKind::Explore); });
    m_commands.add({id("view.plan"), kind, tr("Plan"), tr("Search, comparison, formulas"), {}, keys("Ctrl+2")},
                   [this] { showWorkspace(WorkspaceKind::Plan); });
    m_commands.add({id("view.run"), kind, tr("Run"), tr("The training run"), {}, keys("Ctrl+3")},
                   [this] { showWorkspace(WorkspaceKind::Run); });
    makeLearnCommands();
    m_commands.add({id("view.theme"), kind, tr("Light or dark"), tr("Switch between light and dark"),
                    themedIcon(Icon::Sun), keys("Ctrl+Shift+L")},
                   [this] {
                       const bool dark = !m_theme.theme().isDark();
                       m_theme.setKind(dark ? ThemeKind::Dark : ThemeKind::Light);
                       m_settings.setTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
                   });
    m_commands.add({id("view.reset"),
                    kind,
                    tr("Reset layout"),
                    tr("Give every pane its first size again"),
                    themedIcon(Icon::Reset),
                    {}},
                   [this] {
                       m_settings.forgetLayout();
                       m_explore->resetSplitters();
                       m_planSpace->resetSplitters();
                       m_runSpace->resetSplitters();
                   });
    m_commands.add({id("view.commands"), kind, tr("Search commands"), tr("Find any command by a few letters"),
                    themedIcon(Icon::Search), keys("Ctrl+K")},
                   [this] { m_palette->open(); });
}

void MainWindow::makePlanCommands() {
    const auto kind = CommandCategory::Plan;
    m_commands.add({id("plan.lock"), kind, tr("Lock or free the number of cards"),
                    tr("Locked: data-parallel size follows the cards. Free: the cards follow the layout"),
                    themedIcon(Icon::Lock), keys("Ctrl+L")},
                   [this] {
                       m_document.setCardsPolicy(m_document.cardsPolicy() == core::CardsPolicy::Locked
                                                     ? core::CardsPolicy::Follow
                                                     : core::CardsPolicy::Locked);
                   });
    m_commands.add({id("plan.fields"), kind, tr("All fields of the plan…"),
                    tr("Optimizer, learning rate, checkpoints and everything else a plan can say"),
                    themedIcon(Icon::Gear), keys("Ctrl+E")},
                   [this] {
                       if (!m_fields) m_fields = new PlanFieldsWindow(m_hall, this);
                       m_fields->show();
                       m_fields->raise();
                       m_fields->activateWindow();
                   });
    m_commands.add({id("plan.textbook"),
                    kind,
                    tr("Why the textbook says more memory"),
                    tr("Exact and textbook memory side by side"),
                    themedIcon(Icon::Info),
                    {}},
                   [this] { MemoryNote::open(*m_evaluator.snapshot(), this); });
    makePlannerCommands();
    const auto files =
        QDir(m_options.shippedPlans).entryInfoList({QLatin1Char('*') + kPlanFile}, QDir::Files, QDir::Name);
    for (const QFileInfo& file : files) {
        const QString name = file.fileName().chopped(kPlanFile.size());
        m_commands.add(
            {id("plan.shipped.") + name, kind, tr("Plan %1").arg(name), tr("Take this shipped plan"), {}, {}},
            [this, path = file.absoluteFilePath(), name] {
                auto plan = core::loadPlan(path.toStdString());
                if (plan)
                    takePlan(*plan, name);
                else
                    refuseFile(tr("%1 was not opened.").arg(name), plan.error());
            });
    }
}

void MainWindow::makeRunCommands() {
    const auto kind = CommandCategory::Run;
    m_commands.add({id("run.start"), kind, tr("Start"), tr("Train this plan on virtual cards"),
                    themedIcon(Icon::Play), keys("F5")},
                   [this] {
                       m_resumeFrom.clear();
                       startRun();
                   });
    m_commands.add({id("run.pause"), kind, tr("Pause"), tr("Pause or go on training"),
                    themedIcon(Icon::Pause), keys("F6")},
                   [this] { m_run.state() == EngineState::Paused ? m_client.resume() : m_client.pause(); });
    m_commands.add({id("run.step"), kind, tr("One step"), tr("Train one step, then pause"),
                    themedIcon(Icon::Step), keys("F7")},
                   [this] { m_client.stepOnce(); });
    m_commands.add(
        {id("run.stop"), kind, tr("Stop"), tr("Stop the run"), themedIcon(Icon::Stop), keys("Shift+F5")},
        [this] { m_client.stop(); });
    makeCheckpointCommands();
    makeAttachCommand();
    m_commands.add({id("run.log"), kind, tr("Show log"), tr("What the engine has written"),
                    themedIcon(Icon::Terminal), keys("Ctrl+Shift+G")},
                   [this] { showLog(); });
    m_commands.add({id("run.folder"),
                    kind,
                    tr("Open the folder of runs"),
                    tr("Recorded runs, to look at or delete"),
                    {},
                    {}},
                   [this] {
                       QDir().mkpath(m_client.runFolder());
                       QDesktopServices::openUrl(QUrl::fromLocalFile(m_client.runFolder()));
                   });
}

void MainWindow::makeHelpCommands() {
    m_commands.add({id("help.topics"), CommandCategory::Help, tr("Help"), tr("What the views show and mean"),
                    themedIcon(Icon::Help), keys("F1")},
                   [this] { showHelp(); });
    m_commands.add({id("help.keys"), CommandCategory::Help, tr("Keys"), tr("All shortcuts"), {}, keys("?")},
                   [this] { (new ShortcutSheet(m_commands, this))->show(); });
    m_commands.add({id("help.about"), CommandCategory::Help, tr("About Shardscope"), tr("Version, licence and what it runs on"), {}, {}},
                   [this] { showAbout(); });
}

void MainWindow::showAbout() {
    const auto& devices = m_probe.devices();
    const QString cards = !devices              ? tr("The engine program has not said what it runs on.")
                          : devices->gpus == 0  ? tr("Trains on virtual cards; no GPU was found.")
                                                : tr("Trains on virtual cards and on GPUs, of which it found %1.").arg(devices->gpus);
    auto* about = new QMessageBox(this);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->setObjectName(id("aboutBox"));
    about->setWindowTitle(tr("About Shardscope"));
    about->setIconPixmap(markIcon().pixmap(48));
    about->setText(QStringList{tr("Shardscope %1").arg(QCoreApplication::applicationVersion()),
                               tr("Free software under the GNU General Public License, version 3 or later. It comes without any "
                                  "warranty."),
                               tr("Qt %1. %2").arg(QString::fromLatin1(qVersion()), cards)}
                       .join(QStringLiteral("\n\n")));
    about->addButton(tr("Close"), QMessageBox::AcceptRole);
    about->open();
}

// The page of the view that has the focus, else of the workspace.
void MainWindow::showHelp() {
    const QWidget* asked = QApplication::focusWidget();
    for (const Topology3D* cards : findChildren<Topology3D*>())  // a window of its own takes the focus there
        if (cards->isVisible() && QGuiApplication::focusWindow() == cards->window3d()) asked = cards;
    const QString page = asked && asked->isVisible() ? helpPageOf(asked) : QString();
    showHelpPage(page.isEmpty() ? helpPageOf(&front()) : page);
}

void MainWindow::askForPictures() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder for the pictures"), m_settings.lastFolder(),
                                          QFileDialog::DontUseNativeDialog | QFileDialog::ShowDirsOnly);
    if (folder.isEmpty()) return;
    const auto files = exportPictures(folder);
    if (!files) {
        refuseFile(tr("The pictures were not written."), files.error());
        return;
    }
    setBanner(BannerMessage{
        QStringLiteral("file"),
        Tone::Ok,
        Icon::Ok,
        tr("%1 pictures written.").arg(files->size()),
        folder,
        {{tr("Dismiss"), ButtonKind::Normal, [this] { dismissBanner(QStringLiteral("file")); }}}});
}

}  // namespace ui
