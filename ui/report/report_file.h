// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a plan as a file, by its ending: .html is core's web page; .pdf is printed from the rich text form on A4.
// Needs a QGuiApplication for fonts, no display.
#pragma once

#include "core/base/result.h"
#include "core/evaluate.h"
#include "core/lesson/language.h"

#include <QString>

namespace ui {

[[nodiscard]] bool isReportFile(const QString& file);  // of an ending that can be written
// Sentences are those of the translations that the application has loaded: `language` must be theirs.
[[nodiscard]] core::Result<void> writeReport(const core::Snapshot& snapshot, const QString& file, core::Language language);

}  // namespace ui
