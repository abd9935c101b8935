// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report's own words in every language, and numbers with the units of that language.
#pragma once

#include "core/lesson/language.h"
#include "core/planner/quantities.h"

#include <string>

namespace core {

enum class ReportWord {
    Predicted,
    VirtualTime,
    Fits,
    DoesNotFit,
    Broken,
    OfCapacity,
    Layout,
    Model,
    Parameters,
    Cards,
    Tensor,
    Context,
    Pipeline,
    Data,
    Experts,
    Chunks,
    Framework,
    GlobalBatch,
    MicroBatchSize,
    MicroBatches,
    Sequence,
    Precision,
    Schedule,
    Recomputation,
    SequenceParallel,
    Attention,
    On,
    Off,
    Step,
    Rate,
    Memory,
    Run,
    Duration,
    Cost,
    NoPrice,
    MemoryOfStages,
    HeaviestCard,
    StageNumber,
    Total,
    MoreStages,
    CardLimit,
    WhereAStepGoes,
    Time,
    Share,
    Quantity,
    Value,
    Formula,
    Numbers,
    Source,
    Formulas,
    Advice,
    NothingWrong,
    Error,
    Warning,
    Hint,
    WaysToFit,
    StepTimes,
    Bubble,
    OtherTools,
    Tool,
    Says,
    Against,
    DiffersIn,
    Term,
    Assumptions,
    TimesAreRoofline,
    FormulasOnly,
};

[[nodiscard]] std::string word(ReportWord which, Language language);
[[nodiscard]] std::string word(MemoryCategory category, Language language);
// As core::readable(), units in that language.
[[nodiscard]] std::string reportNumber(QuantityUnit unit, double value, Language language);

}  // namespace core
