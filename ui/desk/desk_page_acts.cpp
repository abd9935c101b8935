// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// DeskPage: what its buttons do.
#include "core/config/import_plan.h"
#include "ui/desk/code_editor.h"
#include "ui/desk/desk_files.h"
#include "ui/desk/desk_page.h"
#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/to_qt.h"
#include "ui/state/plan_document.h"
#include "ui/state/sentences.h"

#include "core/base/file.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

#include <algorithm>

namespace ui {

namespace {

bool isPlan(const QString& path) { return path.endsWith(QLatin1String(".shardscope.json")); }
bool isLog(const QString& path) {
    return path.contains(QLatin1String("tfevents")) || path.endsWith(QLatin1String(".log")) ||
           path.endsWith(QLatin1String(".out")) || path.endsWith(QLatin1String(".err"));
}

}  // namespace

bool DeskPage::takes(const QString& path) {
    static const QStringList endings{QStringLiteral(".sh"),  QStringLiteral(".sbatch"), QStringLiteral(".slurm"),
                                     QStringLiteral(".yml"), QStringLiteral(".yaml"),   QStringLiteral(".hjson")};
    const QString name = QFileInfo(path).fileName();
    return std::ranges::any_of(endings, [&](const QString& ending) { return name.endsWith(ending); }) || isLog(path) ||
           name.startsWith(QLatin1String("hostfile")) ||
           (name.endsWith(QLatin1String(".json")) && name.startsWith(QLatin1String("ds_")));
}

void DeskPage::open(const QStringList& paths) {
    for (const QString& path : paths) {
        if (isPlan(path)) {
            emit openPlanRequested(path);
            continue;
        }
        if (isLog(path)) {
            emit openLogRequested(path);
            continue;
        }
        if (const auto opened = m_files.open(path); !opened)
            say(Tone::Danger, Icon::Error, tr("%1 was not opened.").arg(QFileInfo(path).fileName()),
                wholeSentences(opened.error()));
    }
}

void DeskPage::askForFiles() {
    const QString folder = m_files.current() ? QFileInfo(m_files.current()->path()).absolutePath() : QString();
    open(QFileDialog::getOpenFileNames(
        this, tr("Open the files of one launch"), folder,
        tr("Configurations (*.json *.hjson *.sh *.sbatch *.slurm *.yml *.yaml *.txt hostfile*);;All files (*)")));
}

void DeskPage::mend(int problem, int which) {
    if (problem < 0 || problem >= int(m_problems.size())) return;
    const auto& mends = m_problems[std::size_t(problem)].mends;
    if (which < int(mends.size())) applyChanges(mends[std::size_t(which)].changed);
}

// One undoable act in each file that changes.
void DeskPage::applyChanges(const std::vector<core::ConfigFile>& changed) {
    m_editor->setCard(-1, nullptr);
    for (const core::ConfigFile& file : changed)
        if (DeskFile* open = m_files.find(qs(file.name))) open->change(qs(file.text));
    m_checker.now();
}

void DeskPage::saveCurrent(Save how) {
    DeskFile* file = m_files.current();
    if (!file || !file->isModified()) return;
    if (how == Save::IfUntouched && file->changedOnDisk())
        return say(Tone::Warn, Icon::Warn, tr("%1 has been changed by another program.").arg(file->name()),
                   tr("Saving replaces what it wrote."),
                   {bannerButton(tr("Save over it"), [this] { saveCurrent(Save::Anyway); })});
    if (const auto saved = file->save(); !saved)
        return say(Tone::Danger, Icon::Error, tr("%1 was not saved.").arg(file->name()), wholeSentences(saved.error()));
    m_banner->hide();
    showState();
    if (middle() == Middle::Diff) showMiddle(Middle::Editor);
}

void DeskPage::close(int index) {
    DeskFile& file = *m_files.all()[std::size_t(index)];
    if (!file.isModified()) return m_files.close(index);
    m_files.setCurrent(index);
    say(Tone::Warn, Icon::Warn, tr("%1 has changes that are not saved.").arg(file.name()), {},
        {bannerButton(tr("Save and close"),
                      [this, index] {
                          saveCurrent(Save::IfUntouched);
                          if (!m_files.all()[std::size_t(index)]->isModified()) m_files.close(index);
                      }),
         bannerButton(tr("Close without saving"), [this, index] { m_files.close(index); })});
}

bool DeskPage::mayClose() {
    const auto& all = m_files.all();
    const auto unsaved = std::ranges::find_if(all, [](const auto& file) { return file->isModified(); });
    if (unsaved == all.end()) return true;
    close(int(unsaved - all.begin()));
    return false;
}

void DeskPage::importPlan() { importWith(nullptr); }

void DeskPage::importWith(const core::ModelSpec* model) {
    core::ImportOptions options;
    const DeskInput files = input();
    options.check = files.options;
    options.check.open = openBeside;
    options.model = model;
    const auto imported = core::importPlan(files.files, options);
    if (!imported) {
        QList<Button*> buttons;
        const bool noModel = std::ranges::any_of(imported.error(), [](const core::Problem& problem) {
            return problem.code == "import.missing" || problem.code == "import.experts";
        });
        if (noModel && !model)
            buttons << bannerButton(tr("Use the model of the plan"), [this] {
                const core::ModelSpec own = m_hall.document.plan().model;
                importWith(&own);
            });
        return say(Tone::Danger, Icon::Error, tr("No plan was made of these files."),
                   wholeSentence(imported.error().front()), buttons);
    }
    m_hall.document.replace(imported->plan,
                            tr("Import %1").arg(m_files.current() ? m_files.current()->name() : QString()));
    const auto assumed = std::ranges::find_if(imported->problems, [](const core::Problem& problem) {
        return problem.code.starts_with("import.");
    });
    say(Tone::Accent, Icon::Ok, tr("The plan is now that of these files."),
        assumed == imported->problems.end() ? QString() : wholeSentence(*assumed),
        {bannerButton(tr("Undo"), [this] {
            m_hall.document.undoStack().undo();
            m_banner->hide();
        })});
    emit planImported();
}

void DeskPage::askForKit() {
    QMenu menu;
    for (const auto& [target, text] : {std::pair{core::KitTarget::MegatronDeepSpeed, tr("For Megatron-DeepSpeed…")},
                                       {core::KitTarget::MegatronLm, tr("For Megatron-LM…")},
                                       {core::KitTarget::Torchrun, tr("For Megatron-LM with torchrun…")},
                                       {core::KitTarget::Slurm, tr("As a Slurm job…")}})
        menu.addAction(text, this, [this, target = target] {
            // A name that is not there yet makes the folder.
            const QString folder = QFileDialog::getSaveFileName(this, tr("Folder of the launch kit"), QStringLiteral("launch-kit"), {}, nullptr,
                                                                QFileDialog::DontUseNativeDialog | QFileDialog::DontConfirmOverwrite);
            if (!folder.isEmpty()) exportKit(target, folder);
        });
    menu.exec(m_export->mapToGlobal(QPoint(0, m_export->height())));
}

void DeskPage::exportKit(core::KitTarget target, const QString& folder) {
    auto kit = core::launchKit(m_hall.document.plan(), target);
    if (!kit)
        return say(Tone::Danger, Icon::Error, tr("The plan was not exported: the target would refuse it."),
                   wholeSentence(kit.error().front()));
    QStringList there;
    for (const std::string& name : core::filesToReplace(*kit, folder.toStdString())) there << qs(name);
    if (there.isEmpty()) return writeKit(*kit, folder);
    say(Tone::Warn, Icon::Warn, tr("The folder has %1 already.").arg(there.join(QStringLiteral(", "))), {},
        {bannerButton(tr("Write over it"), [this, kit = std::move(*kit), folder] { writeKit(kit, folder); })});
}

void DeskPage::writeKit(const core::LaunchKit& kit, const QString& folder) {
    if (const auto written = core::writeKit(kit, folder.toStdString()); !written)
        return say(Tone::Danger, Icon::Error, tr("The launch kit was not written."), wholeSentences(written.error()));
    QStringList paths;
    for (const core::KitFile& file : kit.files) paths << folder + QLatin1Char('/') + qs(file.name);
    say(kit.problems.empty() ? Tone::Accent : Tone::Warn, kit.problems.empty() ? Icon::Ok : Icon::Warn,
        paths.size() == 1 ? tr("One file was written to %1.").arg(folder) : tr("%1 files were written to %2.").arg(paths.size()).arg(folder),
        kit.problems.empty() ? QString() : wholeSentence(kit.problems.front()),
        {bannerButton(tr("Open them here"), [this, paths] {
            m_banner->hide();
            open(paths);
        })});
}

void DeskPage::say(Tone tone, Icon icon, const QString& headline, const QString& text, const QList<Button*>& buttons) {
    m_banner->setMessage(tone, icon, headline, text);
    m_banner->setButtons(buttons + QList<Button*>{bannerButton(tr("Dismiss"), [this] { m_banner->hide(); })});
    m_banner->show();
}

Button* DeskPage::bannerButton(const QString& text, std::function<void()> act) {
    auto* button = new Button(ButtonKind::Normal, text);
    button->setSize(ButtonSize::Small);
    connect(
        button, &Button::clicked, this, [act = std::move(act)] { act(); }, Qt::QueuedConnection);
    return button;
}

QString DeskPage::message() const {
    return m_banner->isHidden() ? QString() : m_banner->headline() + QLatin1Char(' ') + m_banner->text();
}

void DeskPage::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void DeskPage::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    event->acceptProposedAction();
    open(paths);
}

void DeskPage::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), themeOf(*this).color(Role::Panel)); }

}  // namespace ui
