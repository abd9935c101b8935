// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words for engine states, plans and layouts that several parts of the window use.
#pragma once

#include "core/evaluate.h"
#include "ui/kit/chip.h"
#include "ui/state/run_store.h"

#include <QString>

namespace ui {

struct StateWord {
    QString word;
    Tone tone{};
};
[[nodiscard]] StateWord stateWord(EngineState state);
[[nodiscard]] bool isLive(EngineState state);  // a process is at work

// "tiny-2x2x2, 3.26 M parameters, ZeRO-1, 1F1B, seed 1"
[[nodiscard]] QString planLine(const core::Plan& plan);
// "GPT-2 on 16 cards"
[[nodiscard]] QString planTitle(const core::Plan& plan);
[[nodiscard]] QString scheduleName(core::ScheduleKind kind);
// "A100 40 GB, 312 TFLOP/s in bf16"
[[nodiscard]] QString acceleratorLine(const core::Plan& plan, const core::Calibration& calibration);

}  // namespace ui
