// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/legend.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>

#include <cmath>

namespace ui {
namespace {

constexpr double kRowHeight = 20, kGap = 12, kTextGap = 5;

double swatchWidth(Swatch swatch) {
    switch (swatch) {
    case Swatch::Box:
        return 11;
    case Swatch::WideBox:
    case Swatch::Bubble:
        return 15;
    case Swatch::Line:
    case Swatch::FaintLine:
    case Swatch::DashedLine:
    case Swatch::DottedLine:
    case Swatch::RingLine:
        return 16;
    }
    return 11;
}

QColor lineColor(const LegendEntry& entry, const Theme& theme) {
    if (entry.axis) return theme.axis(*entry.axis);
    if (entry.role) return theme.color(*entry.role);
    return theme.meaning(entry.meaning).line;
}

QPen linePen(const LegendEntry& entry, const Theme& theme) {
    QColor color = lineColor(entry, theme);
    if (entry.swatch == Swatch::FaintLine) color.setAlphaF(0.45F);  // as the chart draws raw values
    QPen pen(color, theme.px(entry.swatch == Swatch::Line ? 2.5 : 1.5), Qt::SolidLine, Qt::RoundCap);
    if (entry.swatch == Swatch::DashedLine) pen.setDashPattern({3, 2.4});
    if (entry.swatch == Swatch::DottedLine) {
        pen.setWidthF(theme.px(2.5));
        pen.setDashPattern({0.01, 2});
    }
    return pen;
}

void drawSwatch(QPainter& painter, const QRectF& rect, const LegendEntry& entry, const Theme& theme) {
    switch (entry.swatch) {
    case Swatch::Box:
    case Swatch::WideBox: {
        const MeaningColors colors = theme.meaning(entry.meaning);
        const QColor fill = entry.kind == NumberKind::Predicted ? colors.pale : colors.fill;
        drawBox(painter, rect, 2, fill, colors.line, 1.25);
        return;
    }
    case Swatch::Bubble:
        drawBubble(painter, rect.toRect(), theme);
        return;
    default:
        break;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(linePen(entry, theme));
    const double y = rect.center().y();
    painter.drawLine(QPointF(rect.left() + 1, y), QPointF(rect.right() - 1, y));
    if (entry.swatch == Swatch::RingLine) {
        painter.setBrush(theme.color(Role::Panel));
        painter.drawEllipse(rect.center(), theme.px(2.8), theme.px(2.8));
    }
    painter.restore();
}

// How much of an entry is written where room is short.
enum class Names { Whole, Short, None };
struct Fit {
    Names names;
    double gap;
};
constexpr Fit kFits[] = {
    {Names::Whole, kGap}, {Names::Whole, kGap / 2}, {Names::Short, kGap / 2}, {Names::None, kGap / 4}};

QString nameIn(const LegendEntry& entry, Names names) {
    if (names == Names::None) return {};
    return names == Names::Short && !entry.shortName.isEmpty() ? entry.shortName : entry.name;
}

double swatchIn(const LegendEntry& entry, const Theme& theme, Names names) {
    constexpr double kShort = 11;
    const double whole = swatchWidth(entry.swatch);
    return theme.px(names == Names::Whole ? whole : std::min(whole, kShort));
}

double widthOf(const LegendEntry& entry, const Theme& theme, Names names = Names::Whole) {
    const QString name = nameIn(entry, names);
    const double swatch = swatchIn(entry, theme, names);
    return name.isEmpty() ? swatch
                          : swatch + theme.px(kTextGap) + textWidth(theme.font(FontUse::Label), name);
}

double rowWidth(const std::vector<LegendEntry>& entries, const Theme& theme, const Fit& fit) {
    double width = -theme.px(fit.gap);
    for (const LegendEntry& entry : entries) width += widthOf(entry, theme, fit.names) + theme.px(fit.gap);
    return std::max(0.0, width);
}

void drawEntry(QPainter& painter, const QPointF& at, const LegendEntry& entry, const Theme& theme,
               Names names = Names::Whole) {
    const double swatch = swatchIn(entry, theme, names), height = theme.px(11),
                 row = theme.px(kRowHeight);
    drawSwatch(painter, QRectF(at.x(), at.y() + std::round((row - height) / 2), swatch, height), entry,
               theme);
    const double x = at.x() + swatch + theme.px(kTextGap);
    drawText(painter, QRectF(x, at.y(), widthOf(entry, theme), row), nameIn(entry, names),
             theme.font(FontUse::Label), theme.color(Role::Text2));
}

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(legend)
};

}  // namespace

QString nameOf(core::MemoryCategory category) {
    switch (category) {
    case core::MemoryCategory::Parameters:
        return Texts::tr("Parameters");
    case core::MemoryCategory::Gradients:
        return Texts::tr("Gradients");
    case core::MemoryCategory::Optimizer:
        return Texts::tr("Optimizer");
    case core::MemoryCategory::Activations:
        return Texts::tr("Activations");
    case core::MemoryCategory::Temporary:
        return Texts::tr("Temporary");
    case core::MemoryCategory::Framework:
        return Texts::tr("Framework");
    }
    return {};
}

QString nameOf(core::SpanKind kind) {
    switch (kind) {
    case core::SpanKind::Forward:
        return Texts::tr("Forward");
    case core::SpanKind::Backward:
        return Texts::tr("Backward");
    case core::SpanKind::InputGradient:
        return Texts::tr("Input gradient");
    case core::SpanKind::WeightGradient:
        return Texts::tr("Weight gradient");
    case core::SpanKind::Communication:
        return Texts::tr("Communication");
    case core::SpanKind::Optimizer:
        return Texts::tr("Optimizer");
    }
    return {};
}

namespace {
QString shortNameOf(core::SpanKind kind) {
    switch (kind) {
    case core::SpanKind::InputGradient:
        return Texts::tr("Input gr.");
    case core::SpanKind::WeightGradient:
        return Texts::tr("Weight gr.");
    case core::SpanKind::Communication:
        return Texts::tr("Comm.");
    case core::SpanKind::Optimizer:
        return Texts::tr("Optim.");
    default:
        return {};
    }
}
}  // namespace

std::vector<LegendEntry> memoryLegend(NumberKind kind) {
    std::vector<LegendEntry> entries;
    for (int i = 0; i < core::kMemoryCategories; ++i) {
        const auto category = core::MemoryCategory(i);
        entries.push_back({Swatch::Box, nameOf(category), meaningOf(category), kind, {}, {}});
    }
    return entries;
}

std::vector<LegendEntry> opLegend(NumberKind kind, OpLegend which, bool splitBackward) {
    std::vector<core::SpanKind> kinds{core::SpanKind::Forward, splitBackward ? core::SpanKind::InputGradient
                                                                             : core::SpanKind::Backward};
    if (splitBackward) kinds.push_back(core::SpanKind::WeightGradient);
    if (which == OpLegend::WithTail)
        kinds.insert(kinds.end(), {core::SpanKind::Communication, core::SpanKind::Optimizer});
    std::vector<LegendEntry> entries;
    for (const auto span : kinds)
        entries.push_back({Swatch::WideBox, nameOf(span), meaningOf(span), kind, {}, {}, shortNameOf(span)});
    entries.push_back({Swatch::Bubble, Texts::tr("Bubble"), Meaning::Framework, kind, {}, {}});
    return entries;
}

Legend::Legend(QWidget* parent, int columns)
    : QWidget(parent)
    , m_columns(columns) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Legend::setEntries(std::vector<LegendEntry> entries) {
    m_entries = std::move(entries);
    QStringList names;
    for (const LegendEntry& entry : m_entries) names << entry.name;
    setAccessibleName(tr("Legend: %1").arg(names.join(QStringLiteral(", "))));
    setToolTip(names.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

double Legend::entryWidth(const LegendEntry& entry) const { return widthOf(entry, themeOf(*this)); }

QSize Legend::sizeHint() const {
    const Theme& theme = themeOf(*this);
    if (m_columns > 0) {
        double widest = 0;
        for (const LegendEntry& entry : m_entries) widest = std::max(widest, entryWidth(entry));
        const int rows = (int(m_entries.size()) + m_columns - 1) / m_columns;
        return {int(std::ceil(m_columns * (widest + theme.px(16)))), int(rows * theme.px(kRowHeight))};
    }
    return {int(std::ceil(rowWidth(m_entries, theme, kFits[0]))) + 1, theme.ipx(kRowHeight)};
}

QSize Legend::minimumSizeHint() const {
    if (m_columns > 0) return sizeHint();
    const Theme& theme = themeOf(*this);
    const double least = rowWidth(m_entries, theme, *std::prev(std::end(kFits)));
    return {int(std::ceil(least)) + 1, theme.ipx(kRowHeight)};
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    if (m_columns == 0) {
        drawLegend(painter, {0, (height() - theme.px(kRowHeight)) / 2}, width(), theme, m_entries);
        return;
    }
    double widest = 0;
    for (const LegendEntry& entry : m_entries) widest = std::max(widest, entryWidth(entry));
    for (int i = 0; i < int(m_entries.size()); ++i) {
        const double x = (i % m_columns) * (widest + theme.px(16));
        drawEntry(painter, {x, (i / m_columns) * theme.px(kRowHeight)}, m_entries[std::size_t(i)], theme);
    }
}

void Legend::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

double drawLegend(QPainter& painter, const QPointF& at, double width, const Theme& theme,
                  const std::vector<LegendEntry>& entries) {
    const Fit* fit = kFits;
    while (fit + 1 != std::end(kFits) && rowWidth(entries, theme, *fit) > width + 1) ++fit;
    double x = 0;
    for (const LegendEntry& entry : entries) {
        drawEntry(painter, at + QPointF(x, 0), entry, theme, fit->names);
        x += widthOf(entry, theme, fit->names) + theme.px(fit->gap);
    }
    return std::max(0.0, x - theme.px(fit->gap));
}

}  // namespace ui
