// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line of text in a font and a colour role; follows theme changes. Selectable and wrapping on demand.
#pragma once

#include "ui/kit/theme.h"

#include <QLabel>

namespace ui {

class Label : public QLabel {
    Q_OBJECT
public:
    explicit Label(const QString& text = {}, FontUse use = FontUse::Body, Role role = Role::Text,
                   QWidget* parent = nullptr);

    void setUse(FontUse use);
    void setRole(Role role);
    // Breaks lines at the given width at most (0 = whatever the layout gives).
    void setWrapped(int widestPixels = 0);
    // Cuts what does not fit with …, and shows the whole as tooltip then.
    void setElided();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    FontUse m_use;
    Role m_role;
    bool m_elided = false;
};

}  // namespace ui
