// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_picture.h"

#include "ui/kit/kind_mark.h"
#include "ui/kit/legend.h"
#include "ui/kit/to_qt.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ui {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(memory)
};

constexpr std::int64_t kSmallShare = 16;  // of a card: less than one part in so many is said in a smaller unit

MemoryRow rowOf(const core::StageMemory& stage, const QString& name) {
    MemoryRow row;
    row.name = name;
    row.stage = stage.stage.value;
    row.ledger = stage.ledger;
    row.predicted = stage.ledger.byCategory();
    return row;
}

void addMeasured(MemoryRow& row, int rank, const MeasuredMemory& measured) {
    if (measured.outOfMemory && measured.outOfMemory->rank == rank) {
        row.measured = measured.outOfMemory->held;
        row.refused = measured.outOfMemory->requested;
        row.isOutOfMemory = true;
    } else if (const auto found = measured.ranks.find(rank); found != measured.ranks.end()) {
        row.measured = found->second.atPeak;
    }
}

// The rank of a stage whose measurement stands for it: the one that ran out of memory, else the highest peak.
std::optional<int> heaviestRank(const core::Layout& layout, int stage, const MeasuredMemory& measured) {
    const auto isOfStage = [&](int rank) {
        return rank < layout.ranks() && layout.coordinates(core::Rank(rank)).pp == stage;
    };
    if (measured.outOfMemory && isOfStage(measured.outOfMemory->rank)) return measured.outOfMemory->rank;
    std::optional<int> best;
    core::Bytes most;
    for (const auto& [rank, event] : measured.ranks) {
        if (!isOfStage(rank) || (best && event.peak <= most)) continue;
        best = rank;
        most = event.peak;
    }
    return best;
}

MemorySection stageSection(const core::Snapshot& snapshot, const MeasuredMemory& measured) {
    MemorySection section{Texts::tr("Heaviest card of each stage"), {}};
    for (const core::StageMemory& stage : snapshot.memory->stages) {
        MemoryRow row = rowOf(stage, Texts::tr("Stage %1").arg(stage.stage.value));
        const auto rank = snapshot.layout ? heaviestRank(*snapshot.layout, stage.stage.value, measured)
                                          : std::optional<int>();
        if (rank) addMeasured(row, *rank, measured);
        section.rows.push_back(std::move(row));
    }
    return section;
}

MemorySection cardSection(const core::Snapshot& snapshot, const MeasuredMemory& measured) {
    MemorySection section{Texts::tr("Every card at its peak"), {}};
    if (!snapshot.layout) return section;
    const auto& stages = snapshot.memory->stages;
    for (int rank = 0; rank < snapshot.layout->ranks(); ++rank) {
        const int stage = snapshot.layout->coordinates(core::Rank(rank)).pp;
        if (stage >= int(stages.size())) continue;
        MemoryRow row = rowOf(stages[std::size_t(stage)], Texts::tr("Rank %1").arg(rank));
        row.rank = rank;
        addMeasured(row, rank, measured);
        section.rows.push_back(std::move(row));
    }
    return section;
}

MemorySection zeroSection(const core::Snapshot& snapshot, int stage) {
    MemorySection section{Texts::tr("Stage %1 under ZeRO").arg(stage), {}};
    for (int zero = 0; zero < 4; ++zero) {
        const auto& stages = snapshot.memory->underZero[std::size_t(zero)];
        if (stage >= int(stages.size())) continue;
        MemoryRow row = rowOf(stages[std::size_t(stage)], QStringLiteral("ZeRO-%1").arg(zero));
        row.zero = zero;
        row.isChosen = zero == snapshot.plan.zero.stage;
        section.rows.push_back(std::move(row));
    }
    return section;
}

// The bytes of A's card that stands where the row's card does.
std::optional<core::CategoryBytes> pinnedOf(const core::Snapshot& a, const MemoryRow& row) {
    const auto& stages = row.zero ? a.memory->underZero[std::size_t(*row.zero)] : a.memory->stages;
    int stage = row.stage.value_or(-1);
    if (row.rank) {
        if (!a.layout || *row.rank >= a.layout->ranks()) return std::nullopt;
        stage = a.layout->coordinates(core::Rank(*row.rank)).pp;
    }
    if (stage < 0 || stage >= int(stages.size())) return std::nullopt;
    return stages[std::size_t(stage)].ledger.byCategory();
}

void addPinned(MemoryPicture& picture, const core::Snapshot& a, MemoryGrouping grouping) {
    picture.hasPinned = true;
    std::size_t stages = 0;
    for (MemorySection& section : picture.sections)
        for (MemoryRow& row : section.rows) {
            row.pinned = pinnedOf(a, row);
            if (!row.zero) ++stages;
        }
    if (grouping != MemoryGrouping::Stages) return;
    for (std::size_t s = stages; s < a.memory->stages.size(); ++s) {
        MemoryRow row = rowOf(a.memory->stages[s], Texts::tr("Stage %1").arg(s));
        row.pinned = std::exchange(row.predicted, {});
        row.isOnlyPinned = true;
        picture.sections.front().rows.push_back(std::move(row));
    }
}

core::Bytes part(const core::CategoryBytes& bytes, core::MemoryCategory category) {
    return bytes[std::size_t(category)];
}

std::vector<const core::LedgerEntry*> entriesOf(const core::Ledger& ledger, core::MemoryCategory category) {
    std::vector<const core::LedgerEntry*> entries;
    for (const core::LedgerEntry& entry : ledger.entries)
        if (entry.category == category && entry.bytes.value() > 0) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(),
              [](const auto* a, const auto* b) { return a->bytes > b->bytes; });
    return entries;
}

// One entry: its formula in symbols, then with numbers. Several: one line each, the largest first.
void explain(HoverContent& content, const MemoryPicture& picture, const core::Ledger& ledger,
             core::MemoryCategory category) {
    constexpr std::size_t kMostLines = 5;
    const auto entries = entriesOf(ledger, category);
    if (entries.size() == 1) {
        content.symbols = qs(entries.front()->formula);
        content.numbers = qs(entries.front()->numbers);
        return;
    }
    QStringList symbols, numbers;
    for (std::size_t i = 0; i < entries.size() && i < kMostLines; ++i) {
        symbols << ledgerLabel(entries[i]->label) + QStringLiteral(": ") + qs(entries[i]->formula);
        numbers << qs(entries[i]->numbers) + QStringLiteral(" = ") +
                       bytesText(entries[i]->bytes, picture.unit);
    }
    if (entries.size() > kMostLines)
        numbers << Texts::tr("and %1 smaller ones").arg(int(entries.size() - kMostLines));
    content.symbols = symbols.join(QLatin1Char('\n'));
    content.numbers = numbers.join(QLatin1Char('\n'));
}

QString owner(const MemoryRow& row) {
    if (row.rank) return Texts::tr("rank %1").arg(*row.rank);
    if (row.zero) return Texts::tr("stage %1 under %2").arg(row.stage.value_or(0)).arg(row.name);
    return Texts::tr("stage %1").arg(row.stage.value_or(0));
}

void addDifference(HoverContent& content, const MemoryPicture& picture, core::Bytes measured,
                   core::Bytes predicted) {
    const QString value = bytesText(measured, picture.unit);
    const QString text =
        predicted.value() > 0
            ? Texts::tr("measured %1, %2").arg(value, signedPercentText(measured / predicted - 1))
            : Texts::tr("measured %1").arg(value);
    content.lines.push_back({NumberKind::Measured, text});
}

void addPinned(HoverContent& content, const MemoryPicture& picture, core::Bytes a, core::Bytes now) {
    const QString value = bytesText(a, picture.unit);
    content.lines.push_back({NumberKind::Predicted, a.value() > 0 ? Texts::tr("A: %1, now %2").arg(value, signedPercentText(now / a - 1))
                                                                  : Texts::tr("A: %1").arg(value)});
}

}  // namespace

core::Bytes MemoryRow::shownTotal() const {
    return measured ? core::sum(*measured) + refused : predictedTotal();
}

std::optional<double> MemoryRow::difference() const {
    if (!measured || predictedTotal().value() == 0) return std::nullopt;
    return core::sum(*measured) / predictedTotal() - 1;
}

core::Bytes MemoryPicture::heaviest() const {
    core::Bytes most;
    for (const MemorySection& section : sections)
        for (const MemoryRow& row : section.rows)
            most = std::max({most, row.shownTotal(), row.predictedTotal(), core::sum(row.pinned.value_or(core::CategoryBytes{}))});
    return most;
}

int MemoryPicture::rowCount() const {
    int rows = 0;
    for (const MemorySection& section : sections) rows += int(section.rows.size());
    return rows;
}

MemoryPicture memoryPicture(const core::Snapshot& snapshot, const MeasuredMemory& measured,
                            const MemoryQuestion& question, const core::Snapshot* pinned) {
    MemoryPicture picture;
    if (!snapshot.memory) return picture;
    picture.capacity = snapshot.memory->capacity;
    if (!measured.ranks.empty() && measured.ranks.begin()->second.capacity.value() > 0)
        picture.capacity = measured.ranks.begin()->second.capacity;
    if (measured.outOfMemory) picture.capacity = measured.outOfMemory->capacity;
    picture.sections.push_back(question.grouping == MemoryGrouping::Stages ? stageSection(snapshot, measured)
                                                                           : cardSection(snapshot, measured));
    if (question.order == MemoryOrder::HeaviestFirst) {
        auto& rows = picture.sections.front().rows;
        std::stable_sort(rows.begin(), rows.end(), [](const MemoryRow& a, const MemoryRow& b) {
            return a.shownTotal() > b.shownTotal();
        });
        if (question.grouping == MemoryGrouping::Cards)
            picture.sections.front().caption = Texts::tr("Every card at its peak, heaviest first");
    }
    if (question.zero == ZeroComparison::Shown)
        picture.sections.push_back(zeroSection(snapshot, question.stage));
    if (pinned && pinned->memory) addPinned(picture, *pinned, question.grouping);
    for (const MemoryRow& row : picture.sections.front().rows)
        picture.hasMeasured |= row.measured.has_value();
    // That of the card, as everywhere beside it, unless the rows were all but nothing in it.
    const bool small = picture.heaviest() * kSmallShare < picture.capacity;
    picture.unit = unitFor(small || picture.capacity.value() == 0 ? picture.heaviest() : picture.capacity);
    return picture;
}

HoverContent memoryHover(const MemoryPicture& picture, const MemoryRow& row,
                         std::optional<core::MemoryCategory> category) {
    HoverContent content;
    if (row.isOnlyPinned) {
        content.title = Texts::tr("A: total, %1").arg(owner(row));
        content.value = bytesText(core::sum(*row.pinned), picture.unit);
        content.symbols = Texts::tr("the plan shown has no such stage");
        content.lines.push_back({NumberKind::Predicted, nameOf(NumberKind::Predicted)});
        return content;
    }
    if (!category) {
        content.title = Texts::tr("Total, %1").arg(owner(row));
        content.value = bytesText(row.predictedTotal(), picture.unit);
        content.symbols = Texts::tr("of %1 on the card").arg(bytesText(picture.capacity, picture.unit));
        content.lines.push_back({NumberKind::Predicted, nameOf(NumberKind::Predicted)});
        if (row.measured) addDifference(content, picture, core::sum(*row.measured), row.predictedTotal());
        if (row.pinned) addPinned(content, picture, core::sum(*row.pinned), row.predictedTotal());
        if (row.isOutOfMemory)
            content.lines.push_back(
                {std::nullopt, Texts::tr("refused a request of %1").arg(bytesText(row.refused))});
        return content;
    }
    const core::Bytes predicted = part(row.predicted, *category);
    content.meaning = meaningOf(*category);
    content.swatch = row.measured ? NumberKind::Measured : NumberKind::Predicted;
    content.title = QStringLiteral("%1, %2").arg(nameOf(*category), owner(row));
    content.value = bytesText(predicted, picture.unit);
    explain(content, picture, row.ledger, *category);
    content.lines.push_back({NumberKind::Predicted, nameOf(NumberKind::Predicted)});
    if (row.measured) addDifference(content, picture, part(*row.measured, *category), predicted);
    if (row.pinned) addPinned(content, picture, part(*row.pinned, *category), predicted);
    return content;
}

Table memoryTable(const MemoryPicture& picture) {
    Table table;
    table.header << Texts::tr("Row") << Texts::tr("Kind");
    for (int i = 0; i < core::kMemoryCategories; ++i)
        table.header << QStringLiteral("%1, %2").arg(nameOf(core::MemoryCategory(i)), nameOf(picture.unit));
    table.header << QStringLiteral("%1, %2").arg(Texts::tr("Total"), nameOf(picture.unit));
    const auto line = [&](const QString& name, const QString& kind, const core::CategoryBytes& bytes) {
        QStringList fields{name, kind};
        for (const core::Bytes value : bytes) fields << QString::number(inUnit(value, picture.unit), 'f', 3);
        fields << QString::number(inUnit(core::sum(bytes), picture.unit), 'f', 3);
        table.rows.push_back(fields);
    };
    for (const MemorySection& section : picture.sections)
        for (const MemoryRow& row : section.rows) {
            const QString name = row.zero ? owner(row) : row.name;
            if (!row.isOnlyPinned) line(name, nameOf(NumberKind::Predicted), row.predicted);
            if (row.measured) line(name, nameOf(NumberKind::Measured), *row.measured);
            if (row.pinned) line(name, Texts::tr("A, predicted"), *row.pinned);
        }
    return table;
}

}  // namespace ui
