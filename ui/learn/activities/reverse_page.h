// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Reverse quiz": a picture, four plans; which of them made it?
#pragma once

#include "core/lesson/activities/reverse_quiz.h"
#include "ui/learn/activities/activity_page.h"

#include <QList>

namespace ui {

class Button;
class ChoiceButton;
class Label;
class PictureCanvas;
class Segmented;

class ReversePage : public ActivityPage {
    Q_OBJECT
public:
    explicit ReversePage(QWidget* parent);

    void ask(core::PictureKind kind, quint64 seed);
    [[nodiscard]] const core::ReverseQuestion& question() const { return m_question; }
    [[nodiscard]] QList<ChoiceButton*> choices() const { return m_choices; }
    [[nodiscard]] QString verdict() const;

private:
    void judge();
    void next();

    core::ReverseQuestion m_question;
    quint64 m_seed = 0;
    int m_asked = 0, m_right = 0;
    PictureCanvas* m_canvas;
    Segmented* m_kinds;
    QWidget* m_answers;
    QList<ChoiceButton*> m_choices;
    Button *m_submit, *m_next;
    Label *m_verdict, *m_score;
};

}  // namespace ui
