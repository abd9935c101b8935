// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fusion with the outlines, corners and sizes of the design language; carries the Theme. Focus shows for the
// keyboard only: one ring of 2 px with a gap of 1 px that follows the focused control (canvases draw their
// own, on the item).
#pragma once

#include "ui/kit/theme.h"

#include <QPointer>
#include <QProxyStyle>

class QFocusFrame;

namespace ui {

class Style : public QProxyStyle {
    Q_OBJECT
public:
    explicit Style(const Theme& theme);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    void setTheme(const Theme& theme) { m_theme = theme; }
    // Whether the widget holds the focus and got it by Tab, Backtab, a shortcut or an arrow key.
    [[nodiscard]] bool hasKeyboardFocus(const QWidget* widget) const;

    void polish(QApplication* application) override;
    void unpolish(QApplication* application) override;
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returnData) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void moveRing(QWidget* widget);

    Theme m_theme;
    QPointer<QWidget> m_keyboardFocus;
    QPointer<QFocusFrame> m_ring;
};

// hasKeyboardFocus of the style the widget is drawn with.
[[nodiscard]] bool hasKeyboardFocus(const QWidget& widget);

// Dynamic property of widgets that draw their own focus ring.
inline constexpr char kOwnFocusRing[] = "shardscopeOwnFocusRing";

}  // namespace ui
