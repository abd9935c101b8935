// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes what a canvas shows to a file by its ending: .png (twice the pixels), .svg and .pdf (text stays
// text), .csv (its table). Always in the light theme with patterns, with a title and a line about the plan
// below.
#pragma once

#include <QString>

#include <optional>

namespace ui {

class Canvas;

struct ExportText {
    QString title;     // "Memory"
    QString planLine;  // "tiny-2x2x2, 3.26 M parameters, ZeRO-1, 1F1B, seed 1"
};

// The reason when it could not be written.
[[nodiscard]] std::optional<QString> exportCanvas(Canvas& canvas, const QString& fileName,
                                                  const ExportText& text);

}  // namespace ui
