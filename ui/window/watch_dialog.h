// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks for a command whose output is a training log: checked as it is typed, with the commands watched before and
// examples to begin from. Nothing is run here.
#pragma once

#include <QDialog>

class QLineEdit;
class QVBoxLayout;

namespace ui {

class Button;
class Label;
class Settings;

class WatchDialog : public QDialog {
    Q_OBJECT
public:
    // Remembers what is chosen in `settings`, which must outlive it. Deletes itself when closed.
    WatchDialog(Settings& settings, QWidget* parent);

signals:
    void chosen(const QString& line);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addLines(QVBoxLayout& column, const QStringList& lines, const char* name);
    void check();
    void choose();
    void restyle();

    Settings& m_settings;
    QLineEdit* m_line;
    Label* m_verdict;
    Button* m_watch;
};

}  // namespace ui
