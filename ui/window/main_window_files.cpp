// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: plans from files and into them, and the question before edits of one are lost.
#include "ui/window/main_window.h"

#include "ui/window/workspaces.h"

#include <QFileInfo>

namespace ui {

namespace {
QString changes() { return QStringLiteral("changes"); }
}  // namespace

bool MainWindow::openPlan(const QString& file) {
    if (!hasUnsavedFile()) return loadPlan(file);
    askAboutChanges(tr("Open without saving"), [this, file] { (void)loadPlan(file); });
    return false;
}

bool MainWindow::loadPlan(const QString& file) {
    if (const auto opened = m_files.open(file); !opened) {
        refuseFile(tr("%1 was not opened.").arg(QFileInfo(file).fileName()), opened.error());
        return false;
    }
    dismissBanner(QStringLiteral("file"));
    showWorkspace(WorkspaceKind::Explore);
    return true;
}

// A plan that never had a file is a try, and its end is no loss.
bool MainWindow::hasUnsavedFile() const { return m_document.isModified() && !m_document.fileName().isEmpty(); }

void MainWindow::askAboutChanges(const QString& anyway, const std::function<void()>& then) {
    // Dismissing the banner ends its actions, this one included: it goes on with its own copies.
    const auto afterwards = [this, then](bool save) {
        const auto next = then;
        MainWindow& window = *this;
        window.dismissBanner(changes());
        if (save) window.savePlan();
        if (!save || !window.hasUnsavedFile()) next();
    };
    BannerMessage message{changes(), Tone::Warn, Icon::Warn,
                          tr("%1 has changes that are not saved.").arg(QFileInfo(m_document.fileName()).fileName()), {}, {}};
    message.actions << BannerAction{tr("Keep editing"), ButtonKind::Normal, [this] { dismissBanner(changes()); }}
                    << BannerAction{anyway, ButtonKind::Normal, [afterwards] { afterwards(false); }}
                    << BannerAction{tr("Save"), ButtonKind::Primary, [afterwards] { afterwards(true); }};
    setBanner(std::move(message));
}

void MainWindow::savePlan() {
    if (m_document.fileName().isEmpty()) {
        savePlanAs();
        return;
    }
    if (const auto saved = m_files.save(m_document.fileName()); !saved)
        refuseFile(tr("The plan was not saved."), saved.error());
}

void MainWindow::savePlanAs() {
    const QString file = m_files.askWhereToSave(this);
    if (file.isEmpty()) return;
    if (const auto saved = m_files.save(file); !saved)
        refuseFile(tr("The plan was not saved."), saved.error());
}

}  // namespace ui
