// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

constexpr QChar kMinus(0x2212), kNarrowSpace(0x202F);

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(format)
};

QString withTrueMinus(QString text, const QLocale& locale) {
    return text.replace(locale.negativeSign(), QString(kMinus));
}

// Chinese, Japanese and Korean set the per cent sign close.
QString percentSign(const QLocale& locale) {
    const auto language = locale.language();
    const bool close =
        language == QLocale::Chinese || language == QLocale::Japanese || language == QLocale::Korean;
    return close ? QStringLiteral("%") : QString(kNarrowSpace) + QLatin1Char('%');
}

QString signedNumber(double value, const QString& magnitude) {
    return (value < 0 ? QString(kMinus) : QStringLiteral("+")) + magnitude;
}

}  // namespace

QString fixedDigits(double value, int decimals, const QLocale& locale) {
    // No "−0.0": what rounds to nothing is nothing.
    const double scale = std::pow(10.0, decimals);
    if (std::abs(value) * scale < 0.5) value = 0;
    return withTrueMinus(locale.toString(value, 'f', decimals), locale);
}

QString threeDigits(double value, const QLocale& locale) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    const double magnitude = std::abs(value);
    if (magnitude == 0) return fixedDigits(0, 0, locale);
    if (magnitude < 1e-3) return withTrueMinus(locale.toString(value, 'e', 2), locale);
    const int decimals = std::clamp(2 - int(std::floor(std::log10(magnitude * (1 + 1e-12)))), 0, 5);
    // 9.996 has two decimals but rounds to 10.00, one digit too many.
    const double rounded = std::round(magnitude * std::pow(10.0, decimals)) / std::pow(10.0, decimals);
    const bool carried = decimals > 0 && std::floor(std::log10(rounded)) > std::floor(std::log10(magnitude));
    return fixedDigits(value, carried ? decimals - 1 : decimals, locale);
}

QString wholeNumber(qint64 value, const QLocale& locale) {
    return withTrueMinus(locale.toString(value), locale);
}

QString shortNumber(double value, const QLocale& locale) {
    constexpr std::array<std::pair<double, const char*>, 4> kPrefixes{
        {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e4, "k"}}};
    for (const auto& [from, name] : kPrefixes)
        if (std::abs(value) >= from)
            return withUnit(threeDigits(value / (from == 1e4 ? 1e3 : from), locale),
                            QString::fromLatin1(name));
    return value == std::floor(value) ? wholeNumber(qint64(value), locale) : threeDigits(value, locale);
}

QString withUnit(const QString& number, const QString& unit) {
    return unit.isEmpty() ? number : number + kNarrowSpace + unit;
}

ByteUnit unitFor(core::Bytes largest) {
    const double magnitude = std::abs(double(largest.value()));
    for (const ByteUnit unit : {ByteUnit::TiB, ByteUnit::GiB, ByteUnit::MiB, ByteUnit::KiB}) {
        // TiB only from 10 on: cards of 1.5 TiB read better as 1,536 GiB.
        const double from = std::pow(1024.0, int(unit)) * (unit == ByteUnit::TiB ? 10 : 1);
        if (magnitude >= from) return unit;
    }
    return ByteUnit::B;
}

QString nameOf(ByteUnit unit) {
    constexpr std::array<const char*, 5> kNames{"B", "KiB", "MiB", "GiB", "TiB"};
    return QString::fromLatin1(kNames[std::size_t(unit)]);
}

double inUnit(core::Bytes bytes, ByteUnit unit) {
    return double(bytes.value()) / std::pow(1024.0, int(unit));
}

QString bytesNumber(core::Bytes bytes, ByteUnit unit, const QLocale& locale) {
    if (unit == ByteUnit::B) return wholeNumber(bytes.value(), locale);
    const double value = inUnit(bytes, unit);
    // Capacities are round: 40, not 40.0.
    if (value == std::floor(value) && std::abs(value) < 1e6) return wholeNumber(qint64(value), locale);
    if (std::abs(value) < 0.01) return QStringLiteral("< 0.01");
    return std::abs(value) < 1 ? fixedDigits(value, 2, locale) : threeDigits(value, locale);
}

QString bytesText(core::Bytes bytes, ByteUnit unit, const QLocale& locale) {
    return withUnit(bytesNumber(bytes, unit, locale), nameOf(unit));
}

QString bytesText(core::Bytes bytes, const QLocale& locale) {
    return bytesText(bytes, unitFor(bytes), locale);
}

TimeUnit timeUnitFor(double largestSeconds) {
    const double s = std::abs(largestSeconds);
    if (s < 1e-3) return TimeUnit::Microseconds;
    if (s < 1) return TimeUnit::Milliseconds;
    if (s < 120) return TimeUnit::Seconds;
    if (s < 7200) return TimeUnit::Minutes;
    return s < 2 * 86400.0 ? TimeUnit::Hours : TimeUnit::Days;
}

QString nameOf(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Microseconds:
        return QStringLiteral("µs");
    case TimeUnit::Milliseconds:
        return QStringLiteral("ms");
    case TimeUnit::Seconds:
        return QStringLiteral("s");
    case TimeUnit::Minutes:
        return QStringLiteral("min");
    case TimeUnit::Hours:
        return QStringLiteral("h");
    case TimeUnit::Days:
        return Texts::tr("days");
    }
    return {};
}

double secondsIn(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Microseconds:
        return 1e-6;
    case TimeUnit::Milliseconds:
        return 1e-3;
    case TimeUnit::Seconds:
        return 1;
    case TimeUnit::Minutes:
        return 60;
    case TimeUnit::Hours:
        return 3600;
    case TimeUnit::Days:
        return 86400;
    }
    return 1;
}

double inUnit(double seconds, TimeUnit unit) { return seconds / secondsIn(unit); }

QString timeText(double seconds, TimeUnit unit, const QLocale& locale) {
    return withUnit(threeDigits(inUnit(seconds, unit), locale), nameOf(unit));
}

QString timeText(double seconds, const QLocale& locale) {
    return timeText(seconds, timeUnitFor(seconds), locale);
}

QString waitText(double seconds, const QLocale& locale) {
    if (seconds < 60)
        return withUnit(wholeNumber(qint64(std::ceil(seconds)), locale), nameOf(TimeUnit::Seconds));
    if (seconds < 3600)
        return withUnit(wholeNumber(qint64(std::round(seconds / 60)), locale), nameOf(TimeUnit::Minutes));
    if (seconds < 48 * 3600)
        return withUnit(fixedDigits(seconds / 3600, seconds < 10 * 3600 ? 1 : 0, locale),
                        nameOf(TimeUnit::Hours));
    return withUnit(wholeNumber(qint64(std::round(seconds / 86400)), locale), nameOf(TimeUnit::Days));
}

QString percentText(double fraction, const QLocale& locale) {
    if (!std::isfinite(fraction)) return QStringLiteral("–");
    return fixedDigits(100 * fraction, std::abs(fraction) < 10 ? 1 : 0, locale) + percentSign(locale);
}

QString signedPercentText(double fraction, const QLocale& locale) {
    if (!std::isfinite(fraction)) return QStringLiteral("–");
    return signedNumber(std::abs(fraction) < 5e-4 ? 0 : fraction, percentText(std::abs(fraction), locale));
}

QString signedPointsText(double fraction, const QLocale& locale) {
    const double points = 100 * fraction;
    return Texts::tr("%1 points")
        .arg(signedNumber(std::abs(points) < 0.05 ? 0 : points, fixedDigits(std::abs(points), 1, locale)));
}

double niceStep(double span, int count) {
    if (!(span > 0) || count < 1) return 1;
    const double raw = span / count;
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * decade >= raw * (1 - 1e-9)) return factor * decade;
    return 10 * decade;
}

QString stepLabel(double value, double step, const QLocale& locale) {
    int decimals = 0;
    for (double s = step; decimals < 6 && std::abs(s - std::round(s)) > 1e-6 * std::max(1.0, s); s *= 10)
        ++decimals;
    return fixedDigits(value, decimals, locale);
}

double niceBinaryStep(double span, int count) {
    if (!(span > 0) || count < 1) return 1;
    const double raw = span / count;
    // Powers of two where they divide the span (32 → 8), decimal steps where those do (40 → 10).
    const double power = std::pow(2.0, std::ceil(std::log2(raw) - 1e-9));
    const double decimal = niceStep(span, count);
    const auto divides = [span](double step) {
        return std::abs(span / step - std::round(span / step)) < 1e-9;
    };
    return divides(power) && !divides(decimal) ? power : divides(decimal) ? decimal : niceStep(span, count);
}

}  // namespace ui
