// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Below the line of the chosen problem: what the mend would change there, line by line, and the buttons that do it.
#pragma once

#include "ui/desk/desk_words.h"

#include <QWidget>

namespace ui {

class FixCard : public QWidget {
    Q_OBJECT
public:
    // `text`: of the file as it stands, to show what changes in it.
    FixCard(const DeskProblem& problem, const QString& text, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QStringList changes() const;  // "- old", "+ new"

signals:
    void mendRequested(int which);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Change {
        QString text;
        bool added = false;
    };
    std::vector<Change> m_changes;
    int m_head = 0;  // pixels of title and buttons
};

}  // namespace ui
