// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gives the application its style, palette and font, and changes them at run time. One per application, owned
// by its main function; GUI thread only.
#pragma once

#include "ui/kit/theme.h"

#include <QObject>
#include <QPointer>

class QApplication;

namespace ui {

class Style;

class ThemeProvider : public QObject {
    Q_OBJECT
public:
    explicit ThemeProvider(QApplication& application, const Theme& theme = Theme(),
                           QObject* parent = nullptr);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    void setTheme(const Theme& theme);
    void setKind(ThemeKind kind) { setTheme(Theme(kind, m_theme.scale(), m_theme.patterns())); }
    void setScale(double scale) { setTheme(Theme(m_theme.kind(), scale, m_theme.patterns())); }

signals:
    void changed();  // after every widget has seen QEvent::StyleChange

private:
    void apply();

    QApplication& m_application;
    Theme m_theme;
    QPointer<Style> m_style;  // owned by the application
};

}  // namespace ui
