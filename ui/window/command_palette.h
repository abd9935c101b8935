// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command palette (Ctrl+K): type a few letters, Enter runs the command. A popup window, so that it also
// shows above the 3D view.
#pragma once

#include <QFrame>

class QLineEdit;
class QListWidget;

namespace ui {

class CommandSet;
class Label;

class CommandPalette : public QFrame {
    Q_OBJECT
public:
    CommandPalette(CommandSet& commands, QWidget* window);
    void open();  // below the window's header, centred

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fill(const QString& typed);
    void runCurrent();

    CommandSet& m_commands;
    QLineEdit* m_typed;
    QListWidget* m_list;
    Label* m_none;  // in its place where nothing matches
};

// Every command with its keys, by category; the sheet of shortcuts.
class ShortcutSheet : public QFrame {
    Q_OBJECT
public:
    ShortcutSheet(const CommandSet& commands, QWidget* window);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui
