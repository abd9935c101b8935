// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colours by role and by meaning, fonts by use, one scale factor: everything a view needs to paint itself.
// A value without state of its own: the screen uses the theme of the application's style (themeOf), exports
// make their own. Contrasts and colour distances of the table are recomputed by tests/ui/theme_test.
#pragma once

#include "core/layout/layout.h"
#include "core/memory/ledger.h"
#include "core/schedule/schedule.h"
#include "ui/kit/fonts.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace ui {

enum class ThemeKind { Light, Dark };
enum class Patterns { Off, On };  // hatch fills besides colour; always on in print

enum class Role {
    Window,
    Panel,
    Canvas,
    Raised,
    Sunken,
    Border,
    Strong,
    Grid,
    Text,
    Text2,
    Disabled,
    Accent,
    AccentFill,
    OnAccent,
    AccentSoft,
    Danger,
    DangerSoft,
    Warn,
    WarnSoft,
    Ok,
    OkSoft,
    Scene,
    Floor,
    Card,
    CardEdge,
    Frame,
    Chosen  // ground of the chosen entry of a Segmented: raised, lifted once more in the dark
};
inline constexpr int kRoles = 27;

// One hue, one idea. Forward shares blue with parameters, backward orange with gradients, communication sky
// with temporary.
enum class Meaning { Parameters, Gradients, Optimizer, Activations, Temporary, WeightGradient, Framework };
inline constexpr int kMeanings = 7;

struct MeaningColors {
    QColor fill;    // measured: solid
    QColor line;    // outlines, curves, text
    QColor pale;    // predicted: ground under `line`
    QColor onFill;  // text on `fill`
};

enum class Axis { Tensor, Pipeline, Data };

[[nodiscard]] Meaning meaningOf(core::MemoryCategory category);
[[nodiscard]] Meaning meaningOf(core::SpanKind kind);
[[nodiscard]] Meaning meaningOf(core::OpKind kind);
// Context groups share the data axis, embedding groups the pipeline axis, expert groups the tensor axis.
[[nodiscard]] Axis axisOf(core::GroupKind kind);

class Theme {
public:
    explicit Theme(ThemeKind kind = ThemeKind::Light, double scale = 1.0, Patterns patterns = Patterns::Off);

    [[nodiscard]] ThemeKind kind() const { return m_kind; }
    [[nodiscard]] bool isDark() const { return m_kind == ThemeKind::Dark; }
    [[nodiscard]] double scale() const { return m_scale; }
    [[nodiscard]] Patterns patterns() const { return m_patterns; }

    [[nodiscard]] QColor color(Role role) const;
    [[nodiscard]] MeaningColors meaning(Meaning meaning) const;
    template <class Kind>
    [[nodiscard]] MeaningColors of(Kind kind) const {
        return meaning(meaningOf(kind));
    }
    [[nodiscard]] QColor axis(Axis axis) const;      // strokes, links, text
    [[nodiscard]] QColor axisFill(Axis axis) const;  // ground of tinted cards
    // Card colour of position `index` of `count` along an axis: axis fill over card from 18 % to 85 %.
    [[nodiscard]] QColor axisTint(Axis axis, int index, int count) const;
    [[nodiscard]] QColor heat(double share) const;  // 0..1, low to high
    [[nodiscard]] bool
    fillNeedsLine(Meaning meaning) const;  // solid fill that alone misses 3:1 against the canvas

    [[nodiscard]] QFont font(FontUse use) const { return fontFor(use, m_scale); }
    // Design pixels → pixels of this scale.
    [[nodiscard]] double px(double designPixels) const { return designPixels * m_scale; }
    [[nodiscard]] int ipx(double designPixels) const { return qRound(designPixels * m_scale); }
    [[nodiscard]] QPalette palette() const;

    bool operator==(const Theme&) const = default;

private:
    ThemeKind m_kind;
    double m_scale;
    Patterns m_patterns;
};

// `share` of a over b, per channel in sRGB.
[[nodiscard]] QColor mix(const QColor& a, const QColor& b, double share);

// Theme of the style the widget is drawn with; a light one where the application runs another style. Theme
// changes reach every widget as QEvent::StyleChange.
[[nodiscard]] const Theme& themeOf(const QWidget& widget);
[[nodiscard]] const Theme& applicationTheme();

}  // namespace ui
