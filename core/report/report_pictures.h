// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report's pictures: stacked bars as SVG in the light colours of the explorer, pale with an outline because they are
// predictions.
#pragma once

#include "core/lesson/language.h"
#include "core/report/report.h"

namespace core {

// Memory of the heaviest card of each of `stages`, with the limit of a card.
[[nodiscard]] ReportPicture memoryPicture(const MemoryEstimate& memory, const std::vector<const StageMemory*>& stages,
                                          Language language);
// One bar: where a step goes.
[[nodiscard]] ReportPicture stepPicture(const StepEstimate& step);

struct StepPart {
    const char* label;  // code of the message catalogue
    Seconds seconds;
    const char* fill;
    const char* line;
};
[[nodiscard]] std::vector<StepPart> stepParts(const StepEstimate& step);
// "#BDDAEB" and "#005E93" of a memory category.
struct BarColours {
    const char* fill;
    const char* line;
};
[[nodiscard]] BarColours coloursOf(MemoryCategory category);

}  // namespace core
