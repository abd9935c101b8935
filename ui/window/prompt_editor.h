// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small popup that edits the prompt of the samples and how often one is drawn; each is a field of the plan.
// Where the run shown was started otherwise, that is said.
#pragma once

#include <QFrame>

namespace ui {

struct Hall;

class PromptEditor : public QFrame {
    Q_OBJECT
public:
    static PromptEditor* open(const Hall& hall, QWidget* window);  // deletes itself when closed

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PromptEditor(const Hall& hall, QWidget* window);
};

}  // namespace ui
