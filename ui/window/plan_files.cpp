// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// PlanFiles: Qt's own file dialogs, so that they look and behave the same on every desktop and under tests.
#include "ui/window/plan_files.h"

#include "core/plan/plan_codec.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <filesystem>

namespace ui {

namespace {

const QString kEnding = QStringLiteral(".shardscope.json");

QString planFilter() { return QFileDialog::tr("Plans (*.shardscope.json *.json);;All files (*)"); }

std::filesystem::path pathOf(const QString& file) { return std::filesystem::path(file.toStdString()); }

}  // namespace

core::Result<void> PlanFiles::open(const QString& file) {
    auto plan = core::loadPlan(pathOf(file));
    if (!plan) return tl::make_unexpected(plan.error());
    m_document.open(*plan, file);
    m_settings.addRecentPlan(file);
    m_settings.setLastFolder(QFileInfo(file).absolutePath());
    return {};
}

core::Result<void> PlanFiles::save(const QString& file) {
    const core::Plan plan = core::namedAfter(m_document.plan(), pathOf(file));
    if (auto saved = core::savePlan(plan, pathOf(file)); !saved) return saved;
    m_document.replace(plan, QFileDialog::tr("Name the plan"));
    m_document.setSaved(file);
    m_settings.addRecentPlan(file);
    m_settings.setLastFolder(QFileInfo(file).absolutePath());
    return {};
}

QString PlanFiles::askForPlan(QWidget* window) const {
    return QFileDialog::getOpenFileName(window, QFileDialog::tr("Open a plan"), m_settings.lastFolder(),
                                        planFilter(), nullptr, QFileDialog::DontUseNativeDialog);
}

QString PlanFiles::askForRun(QWidget* window, const QString& runFolder) const {
    return QFileDialog::getOpenFileName(window, QFileDialog::tr("Open a recorded run"), runFolder,
                                        QFileDialog::tr("Runs (*.ndjson);;All files (*)"), nullptr,
                                        QFileDialog::DontUseNativeDialog);
}

QString PlanFiles::askWhereToSave(QWidget* window) const {
    const QString name = QString::fromStdString(m_document.plan().name) + kEnding;
    const QString chosen = QFileDialog::getSaveFileName(window, QFileDialog::tr("Save the plan"),
                                                        QDir(m_settings.lastFolder()).filePath(name), planFilter(), nullptr,
                                                        QFileDialog::DontUseNativeDialog);
    const QString file = withPlanEnding(chosen);
    // The dialog asked about the name as it was typed.
    if (file != chosen && QFileInfo::exists(file) &&
        QMessageBox::question(window, QFileDialog::tr("Save the plan"),
                              QFileDialog::tr("%1 already exists.\nDo you want to replace it?").arg(QFileInfo(file).fileName())) !=
            QMessageBox::Yes)
        return {};
    return file;
}

QString withPlanEnding(const QString& file) {
    return file.isEmpty() || file.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? file : file + kEnding;
}

bool looksLikeRun(const QString& file) {
    return file.endsWith(QLatin1String(".ndjson"), Qt::CaseInsensitive);
}

}  // namespace ui
