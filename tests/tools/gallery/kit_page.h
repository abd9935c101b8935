// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every control in every state, in the theme of the application.
#pragma once

#include <QWidget>

namespace gallery {

[[nodiscard]] QWidget* kitPage(QWidget* parent = nullptr);

}  // namespace gallery
