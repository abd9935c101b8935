// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/presenter.h"

#include "ui/kit/theme_provider.h"
#include "ui/learn/learn_view.h"

#include <QMainWindow>
#include <QPalette>
#include <QShortcut>

namespace ui {

Presenter::Presenter(QMainWindow& window, ThemeProvider& theme)
    : QObject(&window)
    , m_window(window)
    , m_theme(theme) {
    const auto key = [this](QList<QShortcut*>& keys, QKeyCombination code, auto act) {
        auto* shortcut = new QShortcut(QKeySequence(code), &m_window);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, act);
        keys << shortcut;
    };
    key(m_keys, Qt::Key_B, &Presenter::toggleBlack);
    key(m_keys, Qt::Key_Period, &Presenter::toggleBlack);
    key(m_keys, Qt::Key_Escape, &Presenter::escape);
    key(m_startKeys, Qt::Key_F5, &Presenter::start);
    key(m_startKeys, Qt::SHIFT | Qt::Key_F5, &Presenter::beginHere);
    key(m_lightKeys, Qt::Key_PageDown, &Presenter::toggleBlack);
    key(m_lightKeys, Qt::Key_PageUp, &Presenter::toggleBlack);
}

Presenter::~Presenter() = default;

void Presenter::begin(LearnView& view, const QList<QWidget*>& chrome) {
    if (m_on) return;
    m_on = true;
    m_view = &view;
    m_scale = m_theme.theme().scale();
    m_state = m_window.windowState();
    m_chrome.clear();
    for (QWidget* part : chrome) {
        if (!part->isVisible()) continue;
        part->hide();
        m_chrome << part;
    }
    view.setPresenting(true);
    m_theme.setScale(kScale);
    m_window.setWindowState(m_state | Qt::WindowFullScreen);
    for (QShortcut* shortcut : m_keys) shortcut->setEnabled(true);
    emit changed();
}

void Presenter::end() {
    if (!m_on) return;
    m_on = false;
    for (QShortcut* shortcut : m_keys) shortcut->setEnabled(false);
    if (m_black) toggleBlack();
    for (const auto& part : m_chrome)
        if (part) part->show();
    if (m_view) m_view->setPresenting(false);
    m_theme.setScale(m_scale);
    m_window.setWindowState(m_state);
    emit changed();
}

// The lesson is disabled below the black screen, so that no key steps on unseen.
void Presenter::toggleBlack() {
    const bool black = !m_black;
    if (m_view) m_view->setEnabled(!black);
    for (QShortcut* shortcut : m_lightKeys) shortcut->setEnabled(black);
    if (!black) {
        delete m_black;
        m_black = nullptr;
        return;
    }
    m_black = new QWidget(&m_window);
    m_black->setObjectName(QStringLiteral("blackScreen"));
    QPalette palette;
    palette.setColor(QPalette::Window, Qt::black);
    m_black->setPalette(palette);
    m_black->setAutoFillBackground(true);
    m_black->setGeometry(m_window.rect());
    m_black->show();
    m_black->raise();
}

void Presenter::takeStartKeys(bool take) {
    for (QShortcut* shortcut : m_startKeys) shortcut->setEnabled(take);
}

void Presenter::start() {
    if (m_black) return toggleBlack();
    beginHere();
    if (!m_view) return;
    if (const core::Lesson* lesson = m_view->shownLesson()) m_view->openLesson(*lesson, 0);
}

void Presenter::beginHere() {
    if (m_black) return toggleBlack();
    if (!m_on) emit beginRequested();
}

// From black back to the lesson, from the lesson back to the window.
void Presenter::escape() { m_black ? toggleBlack() : end(); }

}  // namespace ui
