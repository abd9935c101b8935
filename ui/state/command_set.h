// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every command of the window, once: menus, command palette, tooltips and the sheet of shortcuts read the
// same rows. A disabled command says why in its tooltip.
#pragma once

#include <QAction>
#include <QIcon>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace ui {

enum class CommandCategory { File, Edit, View, Plan, Run, Help };

struct CommandRow {
    QString id;  // "run.start"
    CommandCategory category{};
    QString text;  // "Start"
    QString tip;   // one sentence
    QIcon icon;
    QList<QKeySequence> keys;
    QString keywords{};  // other words for it, parted by spaces; the palette finds the command by them
};

class CommandSet : public QObject {
    Q_OBJECT
public:
    explicit CommandSet(QObject* parent = nullptr);

    QAction* add(CommandRow row, std::function<void()> run);
    void clear();  // the actions go
    [[nodiscard]] QAction* action(const QString& id) const;  // null = no such command
    [[nodiscard]] const std::vector<CommandRow>& rows() const { return m_rows; }
    void setKeywords(const QString& id, const QString& keywords);
    // An empty reason enables the command.
    void setDisabledReason(const QString& id, const QString& reason);

    [[nodiscard]] static QString categoryName(CommandCategory category);

private:
    void retip(const CommandRow& row, const QString& reason);
    [[nodiscard]] const CommandRow* find(const QString& id) const;

    std::vector<CommandRow> m_rows;
};

// Rows that `typed` finds, best first: those whose text holds it in one piece, then those each of whose typed words
// begins a keyword or a word of the text, then those whose text holds all its letters in order (word starts and
// unbroken runs count more).
[[nodiscard]] std::vector<const CommandRow*> matchCommands(const CommandSet& commands, const QString& typed);

}  // namespace ui
