// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line icons (resources/icons, 16 × 16, stroke 1.5), compiled in, drawn in the colour of a role and
// cached by (name, colour, size). The application mark is painted.
#pragma once

#include "ui/kit/theme.h"

#include <QIcon>

class QPainter;

namespace ui {

enum class Icon {
    Bulb,
    Card,
    Close,
    Cube,
    Down,
    Download,
    Error,
    File,
    Fit,
    Follow,
    Gear,
    Grid,
    Help,
    Info,
    Left,
    Lock,
    More,
    Ok,
    Pause,
    Pin,
    Play,
    Pot,
    Redo,
    Reset,
    Right,
    Search,
    Share,
    Step,
    Stop,
    Sun,
    Swap,
    Terminal,
    Undo,
    Unlock,
    Warn
};
inline constexpr int kIcons = 35;

[[nodiscard]] QLatin1String nameOf(Icon icon);
void drawIcon(QPainter& painter, const QRectF& rect, Icon icon, const QColor& color);
// Follows the application's theme; disabled mode uses the disabled role.
[[nodiscard]] QIcon themedIcon(Icon icon, Role role = Role::Text2);
// Cube of three faces in blue, orange and green.
void drawMark(QPainter& painter, const QRectF& rect, const Theme& theme);
[[nodiscard]] QIcon markIcon(const Theme& theme = Theme());

}  // namespace ui
