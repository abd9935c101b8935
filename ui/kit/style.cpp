// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style.h"

#include "ui/kit/style_parts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFocusEvent>
#include <QFocusFrame>
#include <QStyleFactory>
#include <QStyleOption>

namespace ui {
namespace {

bool byKeyboard(Qt::FocusReason reason) {
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
           reason == Qt::ShortcutFocusReason;
}

bool isTextLike(const QStyleOption* option) { return option && option->type == QStyleOption::SO_Frame; }

}  // namespace

Style::Style(const Theme& theme)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    , m_theme(theme) {
    setObjectName(QStringLiteral("Shardscope"));
}

bool Style::hasKeyboardFocus(const QWidget* widget) const {
    return widget && widget->hasFocus() && m_keyboardFocus == widget;
}

void Style::polish(QApplication* application) {
    QProxyStyle::polish(application);
    application->installEventFilter(this);
}

void Style::unpolish(QApplication* application) {
    application->removeEventFilter(this);
    moveRing(nullptr);
    QProxyStyle::unpolish(application);
}

void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        QPalette palette = m_theme.palette();
        palette.setColor(QPalette::Highlight, m_theme.color(Role::AccentSoft));
        palette.setColor(QPalette::HighlightedText, m_theme.color(Role::Text));
        view->setPalette(palette);
    }
}

bool Style::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn && watched->isWidgetType()) {
        auto* widget = static_cast<QWidget*>(watched);
        const bool keyboard = byKeyboard(static_cast<QFocusEvent*>(event)->reason());
        m_keyboardFocus = keyboard ? widget : nullptr;
        moveRing(keyboard && !widget->property(kOwnFocusRing).toBool() ? widget : nullptr);
    } else if (event->type() == QEvent::FocusOut && watched == m_keyboardFocus) {
        // A popup borrows the focus and gives it back; the reason to show the ring stays.
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) m_keyboardFocus = nullptr;
        moveRing(nullptr);
    }
    return QProxyStyle::eventFilter(watched, event);
}

void Style::moveRing(QWidget* widget) {
    if (!widget) {
        if (m_ring) m_ring->setWidget(nullptr);
        return;
    }
    if (!m_ring) m_ring = new QFocusFrame(widget);  // re-parents itself to the window of what it follows
    m_ring->setWidget(widget);
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    const StyleParts parts(m_theme, *painter);
    switch (element) {
    case PE_FrameFocusRect: {
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        if (view && hasKeyboardFocus(view)) parts.cellFocus(option->rect);
        return;
    }
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
        if (isTextLike(option) && static_cast<const QStyleOptionFrame*>(option)->lineWidth > 0) {
            parts.field(*option);
            return;
        }
        break;
    case PE_Frame:
        if (isTextLike(option)) {
            parts.frame(*option);
            return;
        }
        break;
    case PE_IndicatorCheckBox:
        parts.checkBox(*option);
        return;
    case PE_IndicatorRadioButton:
        parts.radioButton(*option);
        return;
    case PE_PanelMenu:
    case PE_FrameMenu:
    case PE_PanelTipLabel:
        parts.popup(*option);
        return;
    case PE_IndicatorItemViewItemCheck:
        parts.checkBox(*option);
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    const StyleParts parts(m_theme, *painter);
    switch (element) {
    case CE_FocusFrame:
        parts.focusRing(option->rect);
        return;
    case CE_PushButtonBevel:
        parts.pushButton(*option);
        return;
    case CE_Splitter:
        parts.splitter(*option);
        return;
    case CE_HeaderSection:
        parts.headerSection(*option);
        return;
    case CE_HeaderEmptyArea:
        parts.headerSection(*option);
        return;
    case CE_ProgressBarGroove:
        parts.progressGroove(option->rect);
        return;
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) parts.progress(*bar);
        return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            parts.menuBarItem(*item);
            return;
        }
        break;
    case CE_MenuBarEmptyArea:
        return;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    const StyleParts parts(m_theme, *painter);
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        control == CC_ComboBox && combo) {
        parts.comboBox(*combo);
        return;
    }
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        control == CC_ScrollBar && slider) {
        parts.scrollBar(*slider, subControlRect(CC_ScrollBar, slider, SC_ScrollBarSlider, widget));
        return;
    }
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        control == CC_SpinBox && spin) {
        if (spin->buttonSymbols == QAbstractSpinBox::NoButtons) {
            parts.field(*spin);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                            const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        // No arrow buttons: the groove is the whole bar.
        if (subControl == SC_ScrollBarAddLine || subControl == SC_ScrollBarSubLine) return {};
        const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (slider && (subControl == SC_ScrollBarGroove)) return slider->rect;
        if (slider && subControl == SC_ScrollBarSlider) return StyleParts::scrollHandle(*slider, m_theme);
    }
    if (control == CC_ComboBox && subControl == SC_ComboBoxEditField)
        return option->rect.adjusted(m_theme.ipx(6), 1, -m_theme.ipx(24), -1);
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
    case CT_ComboBox:
        result.setHeight(m_theme.ipx(28));
        break;
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(m_theme.ipx(26));
        break;
    case CT_MenuItem:
        result.rheight() += m_theme.ipx(4);
        break;
    case CT_MenuBarItem:
        result = size + QSize(m_theme.ipx(16), m_theme.ipx(8));
        break;
    case CT_HeaderSection:
        result.setHeight(m_theme.ipx(28));
        break;
    default:
        break;
    }
    return result;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_FocusFrameHMargin:
    case PM_FocusFrameVMargin:
        return 3;
    case PM_ScrollBarExtent:
        return m_theme.ipx(10);
    case PM_ScrollBarSliderMin:
        return m_theme.ipx(24);
    case PM_SplitterWidth:
        return 1;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return m_theme.ipx(16);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return m_theme.ipx(16);
    case PM_DefaultFrameWidth:
        return 1;
    case PM_MenuBarPanelWidth:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_MenuBarItemSpacing:
        return m_theme.ipx(2);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returnData) const {
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ScrollBar_Transient:
        return 0;
    case SH_FocusFrame_AboveWidget:
        return 1;
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_Menu_SubMenuPopupDelay:
        return 150;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_FocusFrame_Mask:
        // The ring is a hollow frame: what lies inside stays visible and clickable.
        if (auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(returnData); mask && option) {
            mask->region = QRegion(option->rect) - QRegion(option->rect.adjusted(3, 3, -3, -3));
            return 1;
        }
        return 1;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

bool hasKeyboardFocus(const QWidget& widget) {
    const auto* style = qobject_cast<const Style*>(widget.style());
    return style ? style->hasKeyboardFocus(&widget) : widget.hasFocus();
}

}  // namespace ui
