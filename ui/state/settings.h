// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the explorer remembers between sessions, typed. Keys stand in settings.cpp only; core never reads
// them. Two windows share one file: each reads at its start and writes its own changes.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>

namespace ui {

enum class ThemeChoice { Light, Dark };

class Settings {
public:
    Settings();                                 // the user's own file
    explicit Settings(const QString& iniFile);  // of a test

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    [[nodiscard]] QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    // State of one splitter, by the name of the splitter.
    [[nodiscard]] QByteArray splitter(const QString& name) const;
    void setSplitter(const QString& name, const QByteArray& state);
    void forgetLayout();  // geometry and splitters

    [[nodiscard]] QStringList recentPlans() const;  // newest first, existing files only
    void addRecentPlan(const QString& fileName);
    void clearRecentPlans();

    [[nodiscard]] QString draft() const;  // text of a plan that was left without a file; empty = none
    void setDraft(const QString& plan);
    [[nodiscard]] QStringList recentCommands() const;  // whose output was watched, newest first
    void addRecentCommand(const QString& line);

    [[nodiscard]] QString language() const;  // "en", "zh_CN"; empty = as the system speaks
    void setLanguage(const QString& language);
    // What the learner has done, by a name of the course.
    [[nodiscard]] QString learned(const QString& name) const;
    void setLearned(const QString& name, const QString& value);  // empty = forgotten

    [[nodiscard]] qint64 runFolderCap() const;  // bytes that kept runs may take
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);

private:
    QSettings m_settings;
};

}  // namespace ui
