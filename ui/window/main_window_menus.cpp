// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: its menus, made from the rows of commands in groups between lines.
#include "ui/window/main_window.h"

#include "ui/engine/run_files.h"
#include "ui/kit/format.h"
#include "ui/window/header_bar.h"

#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <map>

namespace ui {

namespace {

constexpr int kRunsInMenu = 12;

QString id(const char* text) { return QString::fromLatin1(text); }

// The groups of the menus, in their order; commands that no group names stand behind the others of their menu.
const std::vector<std::vector<const char*>>& menuGroups() {
    static const std::vector<std::vector<const char*>> groups{
        {"file.open", "file.openRun", "file.openLog", "file.watch"},
        {"file.save", "file.saveAs"},
        {"file.report", "file.pictures"},
        {"file.quit"},
        {"view.explore", "view.plan", "view.run", "view.learn"},
        {"view.workflow"},
        {"learn.list", "learn.quiz", "learn.present", "learn.handOut"},
        {"view.commands", "view.theme", "view.language", "view.reset"},
        {"plan.lock", "plan.fields", "plan.textbook", "plan.pin"},
        {"plan.search", "plan.trial", "plan.compare", "plan.formulas", "plan.rivals", "plan.validation", "plan.desk"},
        {"run.start", "run.pause", "run.step", "run.stop"},
        {"run.checkpoint", "run.resume", "run.resumeHere"},
        {"run.attach", "run.log", "run.folder", "run.tensorboard"},
        {"help.topics", "help.keys"},
        {"help.about"}};
    return groups;
}

// Where a command stands: its group, counted from the first, and its place in it; activities of Learn behind its pages,
// what no group names behind all others.
std::pair<std::size_t, std::size_t> menuPlace(const QString& command) {
    const auto& groups = menuGroups();
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (std::size_t i = 0; i < groups[group].size(); ++i)
            if (command == QLatin1String(groups[group][i])) return {group, i};
    if (command.startsWith(QLatin1String("learn."))) return {menuPlace(id("learn.list")).first, groups.size()};
    return {groups.size(), 0};
}

std::vector<const CommandRow*> menuOrder(const std::vector<CommandRow>& rows) {
    std::vector<const CommandRow*> order;
    for (const CommandRow& row : rows) order.push_back(&row);
    std::ranges::stable_sort(order, {}, [](const CommandRow* row) { return menuPlace(row->id); });
    return order;
}

}  // namespace

void MainWindow::makeMenus() {
    QMenuBar& bar = m_header->menuBar();
    std::map<CommandCategory, QMenu*> menus;
    for (const auto category : {CommandCategory::File, CommandCategory::Edit, CommandCategory::View,
                                CommandCategory::Plan, CommandCategory::Run, CommandCategory::Help})
        menus[category] = bar.addMenu(CommandSet::categoryName(category));
    std::map<CommandCategory, std::size_t> groups;  // of the entry added last
    for (const CommandRow* row : menuOrder(m_commands.rows())) {
        QAction* action = m_commands.action(row->id);
        QMenu& menu = *menus[row->category];
        const std::size_t group = menuPlace(row->id).first;
        if (!menu.isEmpty() && groups[row->category] != group) menu.addSeparator();
        groups[row->category] = group;
        menu.addAction(action);
        addAction(action);
        if (row->id == id("file.openRun")) {
            QMenu* recent = menu.addMenu(tr("Recent plans"));
            connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentPlans(*recent); });
        }
        if (row->id == id("run.folder")) {
            QMenu* runs = menu.addMenu(tr("Recorded runs"));
            connect(runs, &QMenu::aboutToShow, this, [this, runs] { fillRuns(*runs); });
        }
    }
}

void MainWindow::fillRecentPlans(QMenu& menu) {
    menu.clear();
    for (const QString& file : m_settings.recentPlans())
        menu.addAction(QFileInfo(file).fileName(), this, [this, file] { openPlan(file); })->setToolTip(file);
    if (menu.isEmpty()) menu.addAction(tr("No plan was opened yet"))->setEnabled(false);
    menu.addSeparator();
    menu.addAction(tr("Forget recent plans"), this, [this] { m_settings.clearRecentPlans(); });
}

void MainWindow::fillRuns(QMenu& menu) {
    menu.clear();
    const QList<RunFile> runs = listRuns(m_client.runFolder());
    qint64 total = 0;
    for (const RunFile& run : runs) total += run.bytes;
    for (const RunFile& run : runs.mid(0, kRunsInMenu)) {
        QMenu* entry = menu.addMenu(tr("%1, %2, %3")
                                        .arg(QLocale().toString(run.started, QLocale::ShortFormat), run.title,
                                             bytesText(core::Bytes(run.bytes))));
        entry->addAction(tr("Open"), this, [this, path = run.path] { openRun(path); });
        entry->addAction(tr("Delete"), this, [path = run.path] { QFile::remove(path); });
    }
    menu.addSeparator();
    menu.addAction(runs.isEmpty() ? tr("No run was recorded yet")
                                  : tr("%1 runs, %2 of at most %3")
                                        .arg(runs.size())
                                        .arg(bytesText(core::Bytes(total)),
                                             bytesText(core::Bytes(m_settings.runFolderCap()))))
        ->setEnabled(false);
}

}  // namespace ui
