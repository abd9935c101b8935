// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The left side of a lesson: which chapter and step, the text, the second voice, what to run, the question; back and on.
// Keys: Page Down goes on, Page Up goes back (a presenter's clicker sends them).
#pragma once

#include "ui/learn/lesson_player.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

class Button;
class LessonRunTable;
class PlainScroll;
class Label;
class ProseLabel;
class QuestionCard;
class StepDots;

enum class Voice { Plain, Kitchen };

class LessonStrip : public QWidget {
    Q_OBJECT
public:
    LessonStrip(LessonPlayer& player, QWidget* parent = nullptr);

    [[nodiscard]] QuestionCard& card() const { return *m_card; }
    [[nodiscard]] Button* nextButton() const { return m_next; }
    [[nodiscard]] Button* runButton() const { return m_run; }
    // The page keys then first scroll the text, and Page Down on an open question reveals its answer instead of waiting for one:
    // who presents has no mouse in the hand.
    void setPresenting(bool presenting) { m_presenting = presenting; }
    void setVoice(Voice voice);
    [[nodiscard]] Voice voice() const { return m_voice; }
    // What the run is doing: beside the button, which then stops it.
    void setRunState(const QString& words, bool running);
    [[nodiscard]] LessonRunTable& runTable() const { return *m_runTable; }

signals:
    void runRequested();
    void stopRequested();
    void listRequested();
    void linkActivated(const QString& target);
    void voiceChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildHead(QVBoxLayout& all);
    void buildBody(QVBoxLayout& all);
    void buildFoot(QVBoxLayout& all);
    void showStep();
    void showNumbers();
    void showButtons();
    void showResult();  // scrolls to the verdict, as far as the question stays in sight
    void pageDown();
    void pageUp();
    void arrange();

    LessonPlayer& m_player;
    Label *m_chapter, *m_count, *m_title;
    ProseLabel* m_stepTitle;
    StepDots* m_dots;
    PlainScroll* m_scroll;
    ProseLabel *m_text, *m_kitchen, *m_runText;
    QWidget *m_kitchenBox, *m_runBox, *m_foot, *m_head;
    Label* m_runState;
    LessonRunTable* m_runTable;
    QuestionCard* m_card;
    Button *m_run, *m_back, *m_next, *m_list, *m_voiceButton;
    Voice m_voice = Voice::Plain;
    bool m_running = false, m_presenting = false;
};

}  // namespace ui
