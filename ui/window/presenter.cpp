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
    const auto key = [this](int code, auto act) {
        auto* shortcut = new QShortcut(QKeySequence(code), &m_window);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, act);
        m_keys << shortcut;
    };
    key(Qt::Key_B, &Presenter::toggleBlack);
    key(Qt::Key_Period, &Presenter::toggleBlack);
    key(Qt::Key_Escape, &Presenter::escape);
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
    delete m_black;
    m_black = nullptr;
    for (const auto& part : m_chrome)
        if (part) part->show();
    if (m_view) m_view->setPresenting(false);
    m_theme.setScale(m_scale);
    m_window.setWindowState(m_state);
    emit changed();
}

void Presenter::toggleBlack() {
    if (!m_black) {
        m_black = new QWidget(&m_window);
        m_black->setObjectName(QStringLiteral("blackScreen"));
        QPalette palette;
        palette.setColor(QPalette::Window, Qt::black);
        m_black->setPalette(palette);
        m_black->setAutoFillBackground(true);
        m_black->setGeometry(m_window.rect());
        m_black->show();
        m_black->raise();
        return;
    }
    delete m_black;
    m_black = nullptr;
}

// From black back to the lesson, from the lesson back to the window.
void Presenter::escape() { m_black ? toggleBlack() : end(); }

}  // namespace ui
