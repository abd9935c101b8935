// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the memory bars show, as values: rows of predicted and measured bytes by category, their captions, the
// capacity and the unit. Knows nothing of pixels.
#pragma once

#include "core/evaluate.h"
#include "core/telemetry/events.h"
#include "ui/kit/format.h"
#include "ui/kit/hover_card.h"
#include "ui/kit/table.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace ui {

enum class MemoryGrouping { Stages, Cards };
enum class MemoryOrder { ByNumber, HeaviestFirst };
enum class ZeroComparison { Hidden, Shown };  // "Stage N under ZeRO 0 … 3"

struct MeasuredMemory {
    std::map<int, core::MemoryEvent> ranks;
    std::optional<core::OutOfMemory> outOfMemory;
    [[nodiscard]] bool isEmpty() const { return ranks.empty() && !outOfMemory; }
};

struct MemoryRow {
    QString name;  // "Stage 1", "Rank 5", "ZeRO-2"
    std::optional<int> stage, rank, zero;
    core::Ledger ledger;  // predicted, for formulas
    core::CategoryBytes predicted{};
    std::optional<core::CategoryBytes> measured;  // at the instant of the peak
    std::optional<core::CategoryBytes> pinned;    // plan A's
    core::Bytes refused;                          // out of memory: the request that did not fit
    bool isOutOfMemory = false;
    bool isChosen = false;  // the plan's own ZeRO stage
    bool isOnlyPinned = false;  // A has such a stage, the plan does not; the ledger is A's

    [[nodiscard]] core::Bytes predictedTotal() const { return core::sum(predicted); }
    [[nodiscard]] core::Bytes shownTotal() const;  // measured (with what was refused) where there is one
    [[nodiscard]] std::optional<double> difference() const;  // measured over predicted, less 1
};

struct MemorySection {
    QString caption;
    std::vector<MemoryRow> rows;
};

struct MemoryPicture {
    std::vector<MemorySection> sections;
    core::Bytes capacity;
    ByteUnit unit = ByteUnit::GiB;
    bool hasMeasured = false, hasPinned = false;
    [[nodiscard]] core::Bytes heaviest() const;
    [[nodiscard]] int rowCount() const;
};

struct MemoryQuestion {
    MemoryGrouping grouping = MemoryGrouping::Stages;
    MemoryOrder order = MemoryOrder::ByNumber;
    ZeroComparison zero = ZeroComparison::Hidden;
    int stage = 0;  // of the ZeRO comparison
};

// Empty picture when the snapshot has no memory estimate. `pinned` is plan A, which stands behind; null = none.
[[nodiscard]] MemoryPicture memoryPicture(const core::Snapshot& snapshot, const MeasuredMemory& measured,
                                          const MemoryQuestion& question, const core::Snapshot* pinned = nullptr);
[[nodiscard]] HoverContent memoryHover(const MemoryPicture& picture, const MemoryRow& row,
                                       std::optional<core::MemoryCategory> category);
[[nodiscard]] Table memoryTable(const MemoryPicture& picture);

}  // namespace ui
