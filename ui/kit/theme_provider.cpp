// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/theme_provider.h"

#include "ui/kit/style.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace ui {

ThemeProvider::ThemeProvider(QApplication& application, const Theme& theme, QObject* parent)
    : QObject(parent)
    , m_application(application)
    , m_theme(theme)
    , m_style(new Style(theme)) {
    QApplication::setStyle(m_style);
    apply();
}

void ThemeProvider::setTheme(const Theme& theme) {
    if (theme == m_theme) return;
    m_theme = theme;
    if (m_style) m_style->setTheme(theme);
    apply();
    emit changed();
}

void ThemeProvider::apply() {
    QApplication::setPalette(m_theme.palette());
    m_application.setFont(m_theme.font(FontUse::Body));
    // A widget may answer by making its children anew: some of those that were there are gone when their turn comes.
    QList<QPointer<QWidget>> widgets;
    for (QWidget* widget : QApplication::allWidgets()) widgets << widget;
    for (const QPointer<QWidget>& widget : widgets) {
        if (!widget) continue;
        if (m_style) m_style->polish(widget);  // item views carry a palette of their own
        QEvent change(QEvent::StyleChange);
        QCoreApplication::sendEvent(widget, &change);
        if (!widget) continue;
        widget->updateGeometry();
        widget->update();
    }
}

}  // namespace ui
