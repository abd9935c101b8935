// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Push buttons: Primary (one a screen: the next sensible step), Normal, Text, Icon (28 × 28, checkable: on =
// accentsoft; needs a tooltip, which is its accessible name too).
#pragma once

#include "ui/kit/icons.h"

#include <QAbstractButton>

#include <optional>

namespace ui {

enum class ButtonKind { Primary, Normal, Text, Icon };
enum class ButtonSize { Normal, Small, Tall };  // 28, 24, 32

class Button : public QAbstractButton {
    Q_OBJECT
public:
    Button(ButtonKind kind, const QString& text, QWidget* parent = nullptr);
    Button(ButtonKind kind, Icon icon, const QString& text, QWidget* parent = nullptr);
    // Icon-only: the tooltip is its name.
    Button(Icon icon, const QString& toolTip, QWidget* parent = nullptr);
    // An outlined square button that shows only its icon (pause, step, stop).
    [[nodiscard]] static Button* outlined(Icon icon, const QString& toolTip, QWidget* parent = nullptr);

    void setKind(ButtonKind kind);
    [[nodiscard]] ButtonKind kind() const { return m_kind; }
    void setSize(ButtonSize size);
    void setIconName(Icon icon);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QFont textFont() const;
    [[nodiscard]] double padding() const;
    [[nodiscard]] QColor ink() const;
    void paintGround(class QPainter& painter) const;

    ButtonKind m_kind;
    ButtonSize m_size = ButtonSize::Normal;
    std::optional<Icon> m_icon;
};

}  // namespace ui
