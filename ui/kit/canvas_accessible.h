// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Painted views for assistive technology: a canvas is a list whose entries are its items, each with its hover
// text as name and its place on the screen.
#pragma once

namespace ui {

// Teaches Qt how to describe every Canvas; calling it again changes nothing.
void installCanvasAccessibility();

}  // namespace ui
