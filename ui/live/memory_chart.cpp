// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/memory_chart.h"

#include "ui/kit/format.h"
#include "ui/kit/line_chart.h"
#include "ui/kit/view_header.h"
#include "ui/live/curves.h"
#include "ui/state/selection.h"

#include <algorithm>

namespace ui {

MemoryChart::MemoryChart(const Hall& hall, QWidget* parent)
    : LiveChart(hall, tr("Memory per card"), tr("Peak of every card, with its capacity."), parent) {
    for (int i = 0; i < kMemoryLines; ++i)
        m_lines.push_back(chart().addLine({QString(), Meaning::Framework, Stroke::Measured}));
    chart().setYFit(YFloor::Zero);
    connect(&hall.run, &RunStore::tick, this, &MemoryChart::collect);
    connect(&hall.selection, &Selection::changed, this, &MemoryChart::highlight);
}

// Runs on every tick, shown or not: the store keeps only the newest message of each card.
void MemoryChart::collect() {
    if (!run().lastStep()) return m_peaks.clear();
    const double step = double(run().lastStep()->step);
    std::erase_if(m_peaks, [this](const auto& entry) {
        return !run().memory().count(entry.first);
    });  // of an older run
    for (const auto& [rank, event] : run().memory()) {
        core::Series& peaks = m_peaks[rank];
        if (peaks.empty() || peaks.back().x != step) peaks.append(step, double(event.peak.value()));
    }
}

std::vector<int> MemoryChart::heaviest() const {
    std::vector<int> ranks;
    for (const auto& [rank, peaks] : m_peaks) ranks.push_back(rank);
    std::stable_sort(ranks.begin(), ranks.end(),
                     [this](int a, int b) { return m_peaks.at(a).back().y > m_peaks.at(b).back().y; });
    if (ranks.size() > std::size_t(kMemoryLines)) ranks.resize(kMemoryLines);
    return ranks;
}

void MemoryChart::highlight() {
    const auto rank = hall().selection.current().rank;
    const auto line = rank ? std::find(m_shown.begin(), m_shown.end(), *rank) : m_shown.end();
    chart().setHighlighted(line == m_shown.end() ? -1 : m_lines[std::size_t(line - m_shown.begin())]);
}

void MemoryChart::refresh() {
    collect();  // a new run may have begun since the last tick
    if (m_peaks.empty()) return;
    m_shown = heaviest();
    const core::Bytes capacity = run().memory().at(m_shown.front()).capacity;
    const core::Bytes peak(std::int64_t(m_peaks.at(m_shown.front()).back().y));
    const ByteUnit unit = unitFor(capacity);
    const double scale = inUnit(core::Bytes(core::kGiB), unit) / double(core::kGiB);
    header().setKinds({{NumberKind::Measured, {}}});
    header().setFigureWithUnit(bytesNumber(peak, unit), nameOf(unit));
    chart().setDataRange(0, std::max(double(run().lastStep()->step), 10.0));
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        chart().setLine(m_lines[i],
                        i < m_shown.size() ? curve(m_peaks.at(m_shown[i]), scale) : std::vector<QPointF>());
    chart().setReferences({{inUnit(capacity, unit), tr("capacity"), ReferenceStroke::Dashed}});
    highlight();
}

}  // namespace ui
