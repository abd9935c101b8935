// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenter mode: Learn alone on the whole screen in large type. Keys as clickers send them: F5 begins, and begins the lesson anew
// when pressed again, Shift+F5 begins where the lesson stands; Page Down and Page Up step through it (on an open question the first
// press reveals the answer); B or a point makes the screen black, any of these keys brings it back; Esc ends it. What the window
// looked like before comes back.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QMainWindow;
class QShortcut;

namespace ui {

class LearnView;
class ThemeProvider;

class Presenter : public QObject {
    Q_OBJECT
public:
    Presenter(QMainWindow& window, ThemeProvider& theme);
    ~Presenter() override;

    static constexpr double kScale = 1.4;

    // `chrome`: what goes away meanwhile.
    void begin(LearnView& view, const QList<QWidget*>& chrome);
    void end();
    // Whether F5 and Shift+F5 are the presenter's: while Learn is shown.
    void takeStartKeys(bool take);
    [[nodiscard]] bool isOn() const { return m_on; }
    [[nodiscard]] bool isBlack() const { return m_black && m_black->isVisible(); }

signals:
    void changed();
    void beginRequested();

private:
    void toggleBlack();
    void escape();
    void start();      // F5
    void beginHere();  // Shift+F5

    QMainWindow& m_window;
    ThemeProvider& m_theme;
    QPointer<LearnView> m_view;
    QList<QPointer<QWidget>> m_chrome;
    QList<QShortcut*> m_keys, m_startKeys, m_lightKeys;  // those of the show, those that begin it, those of the black screen
    QWidget* m_black = nullptr;
    double m_scale = 1;
    Qt::WindowStates m_state;
    bool m_on = false;
};

}  // namespace ui
