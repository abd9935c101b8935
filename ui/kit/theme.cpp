// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/theme.h"

#include "ui/kit/style.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

struct Pair {
    QRgb light, dark;
};

// In the order of Role.
constexpr std::array<Pair, kRoles> kRoleTable{{
    {0xF3F4F6, 0x1B1D21}, {0xFAFBFC, 0x1F2226}, {0xFFFFFF, 0x15171A}, {0xFFFFFF, 0x2A2D33},
    {0xE9EBEF, 0x101214}, {0xDADDE3, 0x32363D}, {0x858B97, 0x747B87}, {0xE8EAEE, 0x24272C},
    {0x191C22, 0xE7E9ED}, {0x535A67, 0xA6ADB9}, {0x9CA2AD, 0x686F7B}, {0x4250C4, 0x98A5FF},
    {0x4250C4, 0x5361D6}, {0xFFFFFF, 0xFFFFFF}, {0xE8EAFB, 0x272C4D}, {0xB3261E, 0xFF8A80},
    {0xFCEBEA, 0x3D2222}, {0x8A5300, 0xF2B84B}, {0xFDF3DF, 0x372B12}, {0x1B7446, 0x62CC93},
    {0xE6F4EC, 0x17321F}, {0xF6F7F9, 0x121417}, {0xE7EAEF, 0x1C1F24}, {0xCDD3DC, 0x414753},
    {0x868E9C, 0x6D7583}, {0x7A8290, 0x8A92A0}, {0xFFFFFF, 0x3A3E46},
}};

struct MeaningRow {
    QRgb fill, line, pale, onFill;
};
constexpr QRgb kWhite = 0xFFFFFF, kBlack = 0x101214;

// In the order of Meaning.
constexpr std::array<MeaningRow, kMeanings> kLightMeanings{{
    {0x0072B2, 0x005E93, 0xBDDAEB, kWhite},
    {0xE69F00, 0x9A6700, 0xF8E6BD, kBlack},
    {0xCC79A7, 0xA14C7C, 0xF2DCE8, kBlack},
    {0x009E73, 0x00795A, 0xBDE6DB, kBlack},
    {0x56B4E9, 0x2676A6, 0xD3ECF9, kBlack},
    {0xD55E00, 0xA84A00, 0xF4D5BD, kBlack},
    {0x6B7280, 0x4A505B, 0xD9DADE, kWhite},
}};
constexpr std::array<MeaningRow, kMeanings> kDarkMeanings{{
    {0x2F8BCF, 0x5AAAE4, 0x1D3A50, kBlack},
    {0xE69F00, 0xF0B537, 0x544012, kBlack},
    {0xCC79A7, 0xDE9CC0, 0x4C3444, kBlack},
    {0x12A67C, 0x3CC79D, 0x144237, kBlack},
    {0x7CC8F2, 0xA3DAF8, 0x344C5B, kBlack},
    {0xE0691A, 0xF58F4B, 0x52301A, kBlack},
    {0x666D79, 0x9199A6, 0x2D3136, kWhite},
}};

constexpr std::array<QRgb, 5> kLightHeat{0xE8ECF4, 0xB9C4DE, 0x7F93C0, 0x47629B, 0x1B2F66};
constexpr std::array<QRgb, 5> kDarkHeat{0x23283A, 0x34457A, 0x4F6DB3, 0x86A3DB, 0xD5E2FA};

Meaning meaningOfAxis(Axis axis) {
    switch (axis) {
    case Axis::Tensor:
        return Meaning::WeightGradient;
    case Axis::Pipeline:
        return Meaning::Parameters;
    case Axis::Data:
        return Meaning::Activations;
    }
    return Meaning::Framework;
}

}  // namespace

Meaning meaningOf(core::MemoryCategory category) {
    switch (category) {
    case core::MemoryCategory::Parameters:
        return Meaning::Parameters;
    case core::MemoryCategory::Gradients:
        return Meaning::Gradients;
    case core::MemoryCategory::Optimizer:
        return Meaning::Optimizer;
    case core::MemoryCategory::Activations:
        return Meaning::Activations;
    case core::MemoryCategory::Temporary:
        return Meaning::Temporary;
    case core::MemoryCategory::Framework:
        return Meaning::Framework;
    }
    return Meaning::Framework;
}

Meaning meaningOf(core::SpanKind kind) {
    switch (kind) {
    case core::SpanKind::Forward:
        return Meaning::Parameters;
    case core::SpanKind::Backward:
    case core::SpanKind::InputGradient:
        return Meaning::Gradients;
    case core::SpanKind::WeightGradient:
        return Meaning::WeightGradient;
    case core::SpanKind::Communication:
        return Meaning::Temporary;
    case core::SpanKind::Optimizer:
        return Meaning::Optimizer;
    }
    return Meaning::Framework;
}

Meaning meaningOf(core::OpKind kind) {
    switch (kind) {
    case core::OpKind::Forward:
        return Meaning::Parameters;
    case core::OpKind::Backward:
    case core::OpKind::InputGradient:
        return Meaning::Gradients;
    case core::OpKind::WeightGradient:
        return Meaning::WeightGradient;
    }
    return Meaning::Framework;
}

Axis axisOf(core::GroupKind kind) {
    switch (kind) {
    case core::GroupKind::Tensor:
    case core::GroupKind::Expert:
        return Axis::Tensor;
    case core::GroupKind::Pipeline:
    case core::GroupKind::Embedding:
        return Axis::Pipeline;
    case core::GroupKind::Data:
    case core::GroupKind::Context:
        return Axis::Data;
    }
    return Axis::Data;
}

Theme::Theme(ThemeKind kind, double scale, Patterns patterns)
    : m_kind(kind)
    , m_scale(scale)
    , m_patterns(patterns) {}

QColor Theme::color(Role role) const {
    const Pair& pair = kRoleTable[std::size_t(role)];
    return QColor::fromRgb(isDark() ? pair.dark : pair.light);
}

MeaningColors Theme::meaning(Meaning meaning) const {
    const MeaningRow& row = (isDark() ? kDarkMeanings : kLightMeanings)[std::size_t(meaning)];
    return {QColor::fromRgb(row.fill), QColor::fromRgb(row.line), QColor::fromRgb(row.pale),
            QColor::fromRgb(row.onFill)};
}

QColor Theme::axis(Axis axis) const { return meaning(meaningOfAxis(axis)).line; }
QColor Theme::axisFill(Axis axis) const { return meaning(meaningOfAxis(axis)).fill; }

QColor Theme::axisTint(Axis axis, int index, int count) const {
    const double position = count > 1 ? double(index) / (count - 1) : 0;
    return mix(axisFill(axis), color(Role::Card), 0.18 + position * (0.85 - 0.18));
}

QColor Theme::heat(double share) const {
    const auto& stops = isDark() ? kDarkHeat : kLightHeat;
    const double at = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
    const auto low = std::min(std::size_t(at), stops.size() - 2);
    return mix(QColor::fromRgb(stops[low + 1]), QColor::fromRgb(stops[low]), at - double(low));
}

bool Theme::fillNeedsLine(Meaning meaning) const {
    return !isDark() &&
           (meaning == Meaning::Gradients || meaning == Meaning::Temporary || meaning == Meaning::Framework);
}

QPalette Theme::palette() const {
    QPalette palette;
    const auto set = [&](QPalette::ColorRole at, Role role) { palette.setColor(at, color(role)); };
    set(QPalette::Window, Role::Window);
    set(QPalette::Base, Role::Canvas);
    set(QPalette::AlternateBase, Role::Panel);
    set(QPalette::Button, Role::Raised);
    set(QPalette::ToolTipBase, Role::Raised);
    for (const auto at : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        set(at, Role::Text);
    set(QPalette::PlaceholderText, Role::Text2);
    set(QPalette::Highlight, Role::AccentFill);
    set(QPalette::HighlightedText, Role::OnAccent);
    set(QPalette::Link, Role::Accent);
    set(QPalette::LinkVisited, Role::Accent);
    set(QPalette::Mid, Role::Border);
    set(QPalette::Dark, Role::Strong);
    set(QPalette::Light, Role::Raised);
    set(QPalette::Midlight, Role::Border);
    set(QPalette::Shadow, Role::Strong);
    for (const auto at :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, at, color(Role::Disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, color(Role::Sunken));
    return palette;
}

QColor mix(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](int x, int y) { return int(std::lround(x * share + y * (1 - share))); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

namespace {
const Theme& themeOfStyle(const QStyle* style) {
    static const Theme fallback;
    const auto* own = qobject_cast<const Style*>(style);
    return own ? own->theme() : fallback;
}
}  // namespace

const Theme& themeOf(const QWidget& widget) { return themeOfStyle(widget.style()); }
const Theme& applicationTheme() { return themeOfStyle(QApplication::style()); }

}  // namespace ui
