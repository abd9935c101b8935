// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A way to make a plan fit its cards, in words.
#pragma once

#include "core/planner/advice.h"

#include <QString>

namespace ui {

struct WayWords {
    QString title;  // "Selective recompute + ZeRO stage 2"
    QString note;   // "step time +4.1 %"; may be empty
};
[[nodiscard]] WayWords wayWords(const core::FitAdvice& way);

}  // namespace ui
