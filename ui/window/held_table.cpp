// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// HeldTable: one row a category with its largest tensors, the refused request in danger below.
#include "ui/kit/format.h"
#include "ui/kit/legend.h"
#include "ui/window/out_of_memory_panel.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int kRowHeight = 25, kLowestRow = 19, kMargin = 14, kNumberRight = 200, kNoteLeft = 228;
constexpr int kNamesShown = 2;

QString unitNumber(core::Bytes bytes) { return fixedDigits(core::toMiB(bytes), 2); }

// "category: name" → the names of the largest entries of one category.
QString largestOf(const core::OutOfMemory& memory, core::MemoryCategory category) {
    const QString wanted = nameOf(category) + QLatin1String(": ");
    QStringList names;
    for (const auto& [name, bytes] : memory.entries) {
        const QString text = QString::fromStdString(name);
        if (!text.startsWith(wanted, Qt::CaseInsensitive)) continue;
        names << text.mid(wanted.size());
        if (names.size() == kNamesShown) break;
    }
    return names.join(QLatin1String(", "));
}

}  // namespace

void HeldTable::show(const core::OutOfMemory& memory) {
    m_rows.clear();
    for (int i = 0; i < core::kMemoryCategories; ++i) {
        const auto category = core::MemoryCategory(i);
        m_rows.push_back({category, memory.held[std::size_t(i)], largestOf(memory, category)});
    }
    m_refused = {{}, memory.requested, QString::fromStdString(memory.tensor)};
    m_rank = memory.rank;
    m_valid = true;
    QStringList words{tr("Held by rank %1").arg(m_rank)};
    for (const Row& row : m_rows)
        words << nameOf(row.category) + QLatin1Char(' ') + unitNumber(row.bytes) + tr(" MiB");
    setAccessibleName(words.join(QLatin1String(", ")));
    updateGeometry();
    update();
}

QSize HeldTable::sizeHint() const { return {400, themeOf(*this).ipx(kRowHeight * (int(m_rows.size()) + 2))}; }

QSize HeldTable::minimumSizeHint() const {
    return {200, themeOf(*this).ipx(kLowestRow * (int(m_rows.size()) + 2))};
}

void HeldTable::paintEvent(QPaintEvent*) {
    if (!m_valid) return;
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const double row = std::clamp(double(height()) / double(m_rows.size() + 2), theme.px(kLowestRow),
                                  theme.px(kRowHeight));
    const double margin = theme.px(kMargin);
    const QColor quiet = theme.color(Role::Text2), danger = theme.color(Role::Danger);
    double y = 0;
    const auto line = [&](const QString& name, const QString& number, const QString& note, const QFont& font,
                          const QColor& ink, const QColor& noteInk, double indent) {
        drawText(painter, QRectF(margin + indent, y, theme.px(kNumberRight), row), name, font, ink);
        drawText(painter, QRectF(0, y, theme.px(kNumberRight), row), number, font, ink, Qt::AlignRight);
        drawText(painter, QRectF(theme.px(kNoteLeft), y, width() - theme.px(kNoteLeft) - margin, row), note,
                 theme.font(FontUse::Label), noteInk);
        y += row;
        painter.fillRect(QRectF(0, y - 1, width(), 1), theme.color(Role::Grid));
    };
    line(tr("Held by rank %1").arg(m_rank), tr("MiB"), tr("largest"), theme.font(FontUse::LabelStrong), quiet,
         quiet, 0);
    for (const Row& entry : m_rows) {
        const double box = theme.px(11);
        drawDatum(painter, QRectF(margin, y + (row - box) / 2, box, box), theme.px(1.5), theme,
                  meaningOf(entry.category), NumberKind::Measured);
        line(nameOf(entry.category), unitNumber(entry.bytes), entry.note, theme.font(FontUse::Body),
             theme.color(Role::Text), quiet, theme.px(20));
    }
    line(tr("Refused request"), unitNumber(m_refused.bytes), m_refused.note, theme.font(FontUse::BodyStrong),
         danger, danger, 0);
}

}  // namespace ui
