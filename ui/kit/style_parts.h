// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How Style draws each standard control. One short-lived object per draw call; not for views, which use
// paint.h.
#pragma once

#include "ui/kit/theme.h"

#include <QRect>

class QPainter;
class QStyleOption;
class QStyleOptionComboBox;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;

namespace ui {

class StyleParts {
public:
    StyleParts(const Theme& theme, QPainter& painter)
        : m_theme(theme)
        , m_painter(painter) {}

    void focusRing(const QRect& rect) const;
    void cellFocus(const QRect& rect) const;
    void field(const QStyleOption& option) const;
    void frame(const QStyleOption& option) const;
    void popup(const QStyleOption& option) const;
    void checkBox(const QStyleOption& option) const;
    void radioButton(const QStyleOption& option) const;
    void pushButton(const QStyleOption& option) const;
    void comboBox(const QStyleOptionComboBox& option) const;
    void scrollBar(const QStyleOptionSlider& option, const QRect& handle) const;
    void splitter(const QStyleOption& option) const;
    void headerSection(const QStyleOption& option) const;
    void progressGroove(const QRect& rect) const;
    void progress(const QStyleOptionProgressBar& option) const;
    void menuBarItem(const QStyleOptionMenuItem& option) const;

    [[nodiscard]] static QRect scrollHandle(const QStyleOptionSlider& option, const Theme& theme);

private:
    const Theme& m_theme;
    QPainter& m_painter;
};

// Dynamic property of a text field whose content is refused: its outline turns to danger.
inline constexpr char kWrong[] = "shardscopeWrong";

}  // namespace ui
