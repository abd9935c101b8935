// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines to read and copy, in a window of their own that blocks nothing.
#pragma once

#include <QDialog>

namespace ui {

class LogWindow : public QDialog {
    Q_OBJECT
public:
    // Owned by `parent`; deletes itself when closed.
    static LogWindow* open(const QString& title, const QStringList& lines, QWidget* parent);

private:
    LogWindow(const QString& title, const QStringList& lines, QWidget* parent);
};

}  // namespace ui
