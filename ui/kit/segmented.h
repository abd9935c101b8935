// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two to five choices side by side, painted as one control; arrows move, a refused entry stays choosable
// under a dotted warn line. More than five entries: use a QComboBox.
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace ui {

class Segmented : public QWidget {
    Q_OBJECT
public:
    explicit Segmented(const QStringList& entries, QWidget* parent = nullptr);

    void setEntries(const QStringList& entries);  // keeps the current index where it still exists
    [[nodiscard]] int count() const;
    [[nodiscard]] int current() const;
    void setCurrent(int index);  // emits nothing
    // An entry that breaks a rule: the reason becomes its tooltip; empty = fine.
    void setEntryProblem(int index, const QString& reason);
    // Wider entries, for the workspaces of the window header.
    void setPadding(double designPixels);

signals:
    void chosen(int index);  // by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QButtonGroup* m_group;
    double m_padding = 10;
};

}  // namespace ui
