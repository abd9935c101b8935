// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: plans from files and into them, and the question before edits of one are lost.
#include "ui/window/main_window.h"

#include "core/plan/plan_codec.h"
#include "ui/window/workspaces.h"

#include <QFileInfo>

namespace ui {

namespace {
QString changes() { return QStringLiteral("changes"); }
QString draft() { return QStringLiteral("draft"); }
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
    for (const char* banner : {"file", "died", "draft"}) dismissBanner(QString::fromLatin1(banner));
    showWorkspace(WorkspaceKind::Explore);
    return true;
}

// A plan that never had a file is kept as it is for the next window.
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
    saveTo(m_document.fileName());
}

void MainWindow::savePlanAs() {
    const QString file = m_files.askWhereToSave(this);
    if (!file.isEmpty() && saveTo(file)) dismissBanner(draft());
}

bool MainWindow::saveTo(const QString& file) {
    const auto saved = m_files.save(file);
    if (saved) return true;
    refuseFile(tr("The plan was not saved."), saved.error());
    auto message = *m_banner;
    message.actions.prepend({tr("Save plan as…"), ButtonKind::Normal, [this] {
                                 dismissBanner(QStringLiteral("file"));
                                 savePlanAs();
                             }});
    setBanner(std::move(message));
    return false;
}

void MainWindow::keepDraft() {
    const bool isDraft = m_document.isModified() && m_document.fileName().isEmpty();
    if (isDraft)
        m_settings.setDraft(QString::fromStdString(core::planToText(m_document.plan())));
    else if (m_hasDraft)
        m_settings.setDraft({});
}

void MainWindow::restoreDraft() {
    const QString text = m_settings.draft();
    if (text.isEmpty()) return;
    m_hasDraft = true;
    const auto plan = core::planFromText(text.toStdString(), "draft");
    if (!plan || *plan == m_document.plan()) return;
    m_document.replace(*plan, tr("Take the unsaved plan of last time"));
    if (m_banner) return;
    setBanner(BannerMessage{draft(),
                            Tone::Accent,
                            Icon::Info,
                            tr("Your changes of last time are here again."),
                            tr("They are in no file."),
                            {{tr("Save plan as…"), ButtonKind::Normal, [this] { savePlanAs(); }},
                             {tr("Undo them"), ButtonKind::Normal,
                              [this] {
                                  dismissBanner(draft());
                                  m_document.undoStack().setIndex(0);
                              }},
                             {tr("Dismiss"), ButtonKind::Text, [this] { dismissBanner(draft()); }}}});
}

}  // namespace ui
