// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers for the screen: three significant digits, thousands by the locale, a true minus, a narrow no-break
// space before units, one unit for all values of a view. Knows no plans and no views.
#pragma once

#include "core/base/units.h"

#include <QLocale>
#include <QString>

namespace ui {

enum class ByteUnit { B, KiB, MiB, GiB, TiB };
enum class TimeUnit { Microseconds, Milliseconds, Seconds, Minutes, Hours, Days };

[[nodiscard]] QString threeDigits(double value, const QLocale& locale = QLocale());  // 29.2, 4.89, 1,174
[[nodiscard]] QString fixedDigits(double value, int decimals, const QLocale& locale = QLocale());
[[nodiscard]] QString wholeNumber(qint64 value, const QLocale& locale = QLocale());
// "46.2 k", "6.74 B": decimal prefixes k M B T.
[[nodiscard]] QString shortNumber(double value, const QLocale& locale = QLocale());
// A number and its unit, joined so that they do not part at a line end.
[[nodiscard]] QString withUnit(const QString& number, const QString& unit);

[[nodiscard]] ByteUnit unitFor(core::Bytes largest);
[[nodiscard]] QString nameOf(ByteUnit unit);
[[nodiscard]] double inUnit(core::Bytes bytes, ByteUnit unit);
[[nodiscard]] QString bytesNumber(core::Bytes bytes, ByteUnit unit,
                                  const QLocale& locale = QLocale());  // "29.2"
[[nodiscard]] QString bytesText(core::Bytes bytes, ByteUnit unit,
                                const QLocale& locale = QLocale());  // "29.2 GiB"
[[nodiscard]] QString bytesText(core::Bytes bytes, const QLocale& locale = QLocale());

[[nodiscard]] TimeUnit timeUnitFor(double largestSeconds);
[[nodiscard]] QString nameOf(TimeUnit unit);
[[nodiscard]] double inUnit(double seconds, TimeUnit unit);
[[nodiscard]] double secondsIn(TimeUnit unit);
[[nodiscard]] QString timeText(double seconds, TimeUnit unit, const QLocale& locale = QLocale());
[[nodiscard]] QString timeText(double seconds, const QLocale& locale = QLocale());

// How long a person waits, no finer than it can be known: "40 s", "4 min", "1.5 h".
[[nodiscard]] QString waitText(double seconds, const QLocale& locale = QLocale());

[[nodiscard]] QString percentText(double fraction, const QLocale& locale = QLocale());  // "27.3 %"
[[nodiscard]] QString signedPercentText(double fraction,
                                        const QLocale& locale = QLocale());  // "+0.9 %", "−4.1 %"
// Difference of two shares, in points: "+1.1 points".
[[nodiscard]] QString signedPointsText(double fraction, const QLocale& locale = QLocale());

// Round steps 1, 2, 2.5, 5 × 10^n that cut `span` into about `count` pieces.
[[nodiscard]] double niceStep(double span, int count);
// A multiple of an axis step with just the decimals the step needs: 2.5 of 2.5, 10 of 5.
[[nodiscard]] QString stepLabel(double value, double step, const QLocale& locale = QLocale());
// 1, 2, 4, 8, 16 … for axes of binary units, decimal above: 0 8 16 24 32.
[[nodiscard]] double niceBinaryStep(double span, int count);

}  // namespace ui
