// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings: keys and defaults.
#include "ui/state/settings.h"

#include <QDir>
#include <QFileInfo>

namespace ui {

namespace {
constexpr int kRecentPlans = 10, kRecentCommands = 5;
constexpr qint64 kDefaultRunFolderCap = qint64(2) << 30;

QString themeKey() { return QStringLiteral("window/theme"); }
QString geometryKey() { return QStringLiteral("window/geometry"); }
QString splitterKey(const QString& name) { return QStringLiteral("splitters/") + name; }
QString recentKey() { return QStringLiteral("plans/recent"); }
QString draftKey() { return QStringLiteral("plans/draft"); }
QString commandsKey() { return QStringLiteral("logs/commands"); }
QString folderKey() { return QStringLiteral("plans/folder"); }
QString languageKey() { return QStringLiteral("window/language"); }
QString learnedKey(const QString& name) { return QStringLiteral("learn/") + name; }
QString capKey() { return QStringLiteral("runs/cap_bytes"); }
}  // namespace

Settings::Settings()
    : m_settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("shardscope"),
                 QStringLiteral("explorer")) {}

Settings::Settings(const QString& iniFile)
    : m_settings(iniFile, QSettings::IniFormat) {}

ThemeChoice Settings::theme() const {
    return m_settings.value(themeKey()).toString() == QLatin1String("dark") ? ThemeChoice::Dark
                                                                            : ThemeChoice::Light;
}
void Settings::setTheme(ThemeChoice theme) {
    m_settings.setValue(themeKey(),
                        theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

QString Settings::draft() const { return m_settings.value(draftKey()).toString(); }
void Settings::setDraft(const QString& plan) {
    if (plan.isEmpty())
        m_settings.remove(draftKey());
    else
        m_settings.setValue(draftKey(), plan);
}

QString Settings::language() const { return m_settings.value(languageKey()).toString(); }
void Settings::setLanguage(const QString& language) { m_settings.setValue(languageKey(), language); }

QString Settings::learned(const QString& name) const { return m_settings.value(learnedKey(name)).toString(); }
void Settings::setLearned(const QString& name, const QString& value) {
    if (value.isEmpty())
        m_settings.remove(learnedKey(name));
    else
        m_settings.setValue(learnedKey(name), value);
}

QByteArray Settings::geometry() const { return m_settings.value(geometryKey()).toByteArray(); }
void Settings::setGeometry(const QByteArray& geometry) { m_settings.setValue(geometryKey(), geometry); }

QByteArray Settings::splitter(const QString& name) const {
    return m_settings.value(splitterKey(name)).toByteArray();
}
void Settings::setSplitter(const QString& name, const QByteArray& state) {
    m_settings.setValue(splitterKey(name), state);
}
void Settings::forgetLayout() {
    m_settings.remove(QStringLiteral("splitters"));
    m_settings.remove(geometryKey());
}

QStringList Settings::recentPlans() const {
    QStringList existing;
    for (const QString& file : m_settings.value(recentKey()).toStringList())
        if (QFileInfo::exists(file)) existing << file;
    return existing;
}

void Settings::addRecentPlan(const QString& fileName) {
    const QString path = QFileInfo(fileName).absoluteFilePath();
    QStringList plans = m_settings.value(recentKey()).toStringList();
    plans.removeAll(path);
    plans.prepend(path);
    m_settings.setValue(recentKey(), QStringList(plans.mid(0, kRecentPlans)));
}
void Settings::clearRecentPlans() { m_settings.remove(recentKey()); }

QStringList Settings::recentCommands() const { return m_settings.value(commandsKey()).toStringList(); }

void Settings::addRecentCommand(const QString& line) {
    QStringList lines = recentCommands();
    lines.removeAll(line);
    lines.prepend(line);
    m_settings.setValue(commandsKey(), QStringList(lines.mid(0, kRecentCommands)));
}

qint64 Settings::runFolderCap() const {
    return m_settings.value(capKey(), kDefaultRunFolderCap).toLongLong();
}

QString Settings::lastFolder() const { return m_settings.value(folderKey(), QDir::homePath()).toString(); }
void Settings::setLastFolder(const QString& folder) { m_settings.setValue(folderKey(), folder); }

}  // namespace ui
