// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recomputes the contrast and colour-distance claims of the design language from the role table: WCAG 2
// contrast ratios, and CIELAB distances under protanopia and deuteranopia as simulated by Machado et al.
// 2009.
#include "ui/kit/theme.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace ui;

namespace {

using Vector = std::array<double, 3>;

Vector linear(const QColor& color) {
    const auto channel = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return {channel(color.redF()), channel(color.greenF()), channel(color.blueF())};
}

double luminance(const QColor& color) {
    const Vector rgb = linear(color);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

double contrast(const QColor& a, const QColor& b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

Vector lab(const Vector& rgb) {
    const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047;
    const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883;
    const auto f = [](double v) { return v > 0.008856 ? std::cbrt(v) : 7.787 * v + 16.0 / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

using Matrix = std::array<Vector, 3>;
constexpr Matrix kProtanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

double distanceUnder(const Matrix& vision, const QColor& a, const QColor& b) {
    const auto seen = [&](const QColor& color) {
        const Vector rgb = linear(color);
        Vector out{};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 3; ++column) out[row] += vision[row][column] * rgb[column];
        for (double& v : out) v = std::clamp(v, 0.0, 1.0);
        return lab(out);
    };
    const Vector p = seen(a), q = seen(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

double closestPair(const std::vector<QColor>& colors) {
    double closest = 1e9;
    for (std::size_t i = 0; i < colors.size(); ++i)
        for (std::size_t j = i + 1; j < colors.size(); ++j)
            for (const Matrix& vision : {kProtanopia, kDeuteranopia})
                closest = std::min(closest, distanceUnder(vision, colors[i], colors[j]));
    return closest;
}

constexpr std::array kSurfaces{Role::Window, Role::Panel, Role::Canvas, Role::Raised, Role::Sunken};
constexpr std::array kSofts{Role::AccentSoft, Role::DangerSoft, Role::WarnSoft, Role::OkSoft};

double worstOn(const Theme& theme, Role ink, const auto& grounds) {
    double worst = 1e9;
    for (const Role ground : grounds)
        worst = std::min(worst, contrast(theme.color(ink), theme.color(ground)));
    return worst;
}

const std::array<Theme, 2> kThemes{Theme(ThemeKind::Light), Theme(ThemeKind::Dark)};

// The claims are rounded to one digit behind the point.
#define HOLDS(value, claim) QVERIFY2((value) >= (claim)-0.05, qPrintable(QString::number(value)))

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT
private slots:
    void textIsLegibleOnEverySurface_data() {
        QTest::addColumn<int>("role");
        QTest::addColumn<double>("light");
        QTest::addColumn<double>("dark");
        const auto row = [](const char* name, Role role, double light, double dark) {
            QTest::newRow(name) << int(role) << light << dark;
        };
        row("text", Role::Text, 14.3, 11.3);
        row("text2", Role::Text2, 5.8, 6.1);
        row("accent", Role::Accent, 5.5, 6.0);
        row("danger", Role::Danger, 5.5, 6.0);
        row("warn", Role::Warn, 5.3, 7.7);
        row("ok", Role::Ok, 4.8, 7.0);
    }
    void textIsLegibleOnEverySurface() {
        QFETCH(int, role);
        QFETCH(double, light);
        QFETCH(double, dark);
        HOLDS(worstOn(kThemes[0], Role(role), kSurfaces), light);
        HOLDS(worstOn(kThemes[1], Role(role), kSurfaces), dark);
    }

    void whatCannotBeUsedIsFaintButFindable() {
        HOLDS(contrast(kThemes[0].color(Role::Disabled), kThemes[0].color(Role::Canvas)), 2.5);
        HOLDS(contrast(kThemes[1].color(Role::Disabled), kThemes[1].color(Role::Canvas)), 3.2);
    }

    void primaryButtonsAndSelectedRowsAreLegible() {
        const std::array onFill{6.6, 5.2}, onSoft{14.3, 11.1}, accentOnSoft{5.5, 5.9};
        for (std::size_t i = 0; i < 2; ++i) {
            const Theme& t = kThemes[i];
            HOLDS(contrast(t.color(Role::OnAccent), t.color(Role::AccentFill)), onFill[i]);
            HOLDS(contrast(t.color(Role::Text), t.color(Role::AccentSoft)), onSoft[i]);
            HOLDS(contrast(t.color(Role::Accent), t.color(Role::AccentSoft)), accentOnSoft[i]);
        }
    }

    void remarksAreLegibleOnTheirSoftGround() {
        const std::array ink{5.1, 6.3}, quiet{5.8, 6.0};
        for (std::size_t i = 0; i < 2; ++i) {
            const Theme& t = kThemes[i];
            HOLDS(contrast(t.color(Role::Danger), t.color(Role::DangerSoft)), ink[i]);
            HOLDS(contrast(t.color(Role::Warn), t.color(Role::WarnSoft)), ink[i]);
            HOLDS(contrast(t.color(Role::Ok), t.color(Role::OkSoft)), ink[i]);
            HOLDS(worstOn(t, Role::Text2, kSofts), quiet[i]);
        }
    }

    void everyMeaningCarriesLegibleText() {
        const std::array solid{4.8, 5.1}, pale{11.7, 7.4}, line{4.8, 6.2};
        for (std::size_t i = 0; i < 2; ++i)
            for (int m = 0; m < kMeanings; ++m) {
                const MeaningColors colors = kThemes[i].meaning(Meaning(m));
                HOLDS(contrast(colors.onFill, colors.fill), solid[i]);
                HOLDS(contrast(kThemes[i].color(Role::Text), colors.pale), pale[i]);
                HOLDS(contrast(colors.line, kThemes[i].color(Role::Canvas)), line[i]);
            }
    }

    // WCAG 1.4.11: a shape alone needs 3:1; where a fill misses it, it is drawn with its line.
    void everySolidFillIsVisibleAloneOrHasItsLine() {
        for (const Theme& theme : kThemes)
            for (int m = 0; m < kMeanings; ++m) {
                const double alone = contrast(theme.meaning(Meaning(m)).fill, theme.color(Role::Canvas));
                QVERIFY2(alone >= 3.0 || theme.fillNeedsLine(Meaning(m)), qPrintable(QString::number(alone)));
            }
        QVERIFY(kThemes[0].fillNeedsLine(Meaning::Gradients));
        QVERIFY(kThemes[0].fillNeedsLine(Meaning::Temporary));
        for (int m = 0; m < kMeanings; ++m)
            HOLDS(contrast(kThemes[1].meaning(Meaning(m)).fill, kThemes[1].color(Role::Canvas)), 3.45);
    }

    void outlinesAndTheSceneAreVisible() {
        const std::array outline{3.1, 3.2}, edge{3.1, 4.0}, frame{3.6, 5.9}, axis{5.0, 7.3};
        const std::array grounds{Role::Window, Role::Panel, Role::Canvas, Role::Raised};
        for (std::size_t i = 0; i < 2; ++i) {
            const Theme& t = kThemes[i];
            HOLDS(worstOn(t, Role::Strong, grounds), outline[i]);
            HOLDS(contrast(t.color(Role::CardEdge), t.color(Role::Scene)), edge[i]);
            HOLDS(contrast(t.color(Role::Frame), t.color(Role::Scene)), frame[i]);
            for (const Axis a : {Axis::Tensor, Axis::Pipeline, Axis::Data})
                HOLDS(contrast(t.axis(a), t.color(Role::Scene)), axis[i]);
        }
    }

    void colourBlindPeopleCanTellTheFillsApart() {
        for (const Theme& theme : kThemes) {
            const auto fills = [&](std::initializer_list<Meaning> meanings) {
                std::vector<QColor> colors;
                for (const Meaning m : meanings) colors.push_back(theme.meaning(m).fill);
                return colors;
            };
            HOLDS(closestPair(fills({Meaning::Parameters, Meaning::Gradients, Meaning::Optimizer,
                                     Meaning::Activations, Meaning::Temporary, Meaning::Framework})),
                  12.5);
            HOLDS(closestPair(fills({Meaning::Parameters, Meaning::Gradients, Meaning::WeightGradient,
                                     Meaning::Temporary, Meaning::Optimizer})),
                  15.5);
            HOLDS(closestPair({theme.axis(Axis::Tensor), theme.axis(Axis::Pipeline), theme.axis(Axis::Data)}),
                  32.5);
        }
    }

    void heatRunsFromCalmToLoudWithoutTurningBack() {
        for (const Theme& theme : kThemes) {
            const bool rising = theme.isDark();
            for (int i = 0; i < 100; ++i) {
                const double a = luminance(theme.heat(i / 100.0)), b = luminance(theme.heat((i + 1) / 100.0));
                QVERIFY(rising ? b >= a : b <= a);
            }
        }
    }

    void aTintNamesItsPlaceAlongTheAxis() {
        const Theme& theme = kThemes[0];
        QCOMPARE(theme.axisTint(Axis::Pipeline, 0, 4),
                 mix(theme.axisFill(Axis::Pipeline), theme.color(Role::Card), 0.18));
        QCOMPARE(theme.axisTint(Axis::Pipeline, 3, 4),
                 mix(theme.axisFill(Axis::Pipeline), theme.color(Role::Card), 0.85));
        QCOMPARE(theme.axisTint(Axis::Data, 0, 1), theme.axisTint(Axis::Data, 0, 4));
    }

    void everyUseOfTypeHasEqualDigitWidths() {
        for (int use = 0; use <= int(FontUse::Code); ++use) {
            const QFont font = fontFor(FontUse(use));
            const double width = textWidth(font, QStringLiteral("0000"));
            for (const char digit : {'1', '4', '7', '8'})
                QVERIFY(std::abs(textWidth(font, QString(4, QLatin1Char(digit))) - width) < 0.5);
        }
    }

    void emphasisIsHeavierThanTextWhateverFamilyIsInstalled() {
        QVERIFY(fontFor(FontUse::BodyStrong).weight() > fontFor(FontUse::Body).weight());
        QVERIFY(textWidth(fontFor(FontUse::BodyStrong), QStringLiteral("Heaviest card")) >
                textWidth(fontFor(FontUse::Body), QStringLiteral("Heaviest card")));
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
