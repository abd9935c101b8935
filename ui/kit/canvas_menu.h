// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The "more" menu of a painted view: export as picture or table, copy the table. Views add their own entries
// above.
#pragma once

#include "ui/kit/exporters.h"

#include <functional>

class QMenu;
class QWidget;

namespace ui {

class Button;
class Canvas;

// Puts a menu on `button`, owned by it. `text` is asked when an export starts.
QMenu* addCanvasMenu(Button& button, Canvas& canvas, const std::function<ExportText()>& text);

}  // namespace ui
