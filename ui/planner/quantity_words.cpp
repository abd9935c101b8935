// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/quantity_words.h"

#include "ui/kit/format.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"
#include "ui/planner/planner_words.h"


#include <cmath>

namespace ui {

QString codeText(std::string_view code) {
    if (code.starts_with("ledger.")) return ledgerLabel(std::string(code));
    core::Problem named;
    named.code = std::string(code);
    return sentence(named);
}

UnitScale scaleFor(core::QuantityUnit unit, double largest) {
    using enum core::QuantityUnit;
    const auto scaled = [](const QString& name, double factor) {
        return UnitScale{name, [factor](double value) { return threeDigits(value * factor); }};
    };
    switch (unit) {
    case Count:
        return {{}, [](double value) {
                    return value == std::floor(value) && std::abs(value) < 1e15 ? wholeNumber(qint64(value)) : threeDigits(value);
                }};
    case TokenCount: return {PlannerWords::tr("tokens"), [](double value) { return shortNumber(value); }};
    case Time: {
        const TimeUnit time = timeUnitFor(largest);
        return {nameOf(time), [time](double value) { return threeDigits(inUnit(value, time)); }};
    }
    case Memory: {
        const ByteUnit bytes = unitFor(core::Bytes(std::int64_t(largest)));
        return {nameOf(bytes), [bytes](double value) { return bytesNumber(core::Bytes(std::int64_t(value)), bytes); }};
    }
    case Share: return {QStringLiteral("%"), [](double value) { return threeDigits(100 * value); }};
    case TokensPerSecond: return {PlannerWords::tr("tokens/s"), [](double value) { return shortNumber(value); }};
    case Teraflops: return scaled(QStringLiteral("TFLOP/s"), 1);
    case Days: {
        const double day = secondsIn(TimeUnit::Days);
        const TimeUnit time = timeUnitFor(largest * day);
        return {nameOf(time), [time, day](double value) { return threeDigits(inUnit(value * day, time)); }};
    }
    case CardHours: return {PlannerWords::tr("card-hours"), [](double value) { return shortNumber(value); }};
    case KilowattHours: return {QStringLiteral("kWh"), [](double value) { return shortNumber(value); }};
    case Money:
        return {QStringLiteral("USD"), [](double value) {
                    return std::abs(value) < 100 ? fixedDigits(value, 2) : wholeNumber(qint64(std::llround(value)));
                }};
    case FlopCount: return {QStringLiteral("FLOP"), [](double value) { return shortNumber(value); }};
    case FlopsPerSecond: return scaled(QStringLiteral("TFLOP/s"), 1e-12);
    case BytesPerSecond: return scaled(QStringLiteral("GB/s"), 1e-9);
    case Watts: return scaled(QStringLiteral("W"), 1);
    }
    return {};
}

QString quantityText(core::QuantityUnit unit, double value) {
    const UnitScale scale = scaleFor(unit, value);
    return scale.unit.isEmpty() ? scale.number(value) : withUnit(scale.number(value), scale.unit);
}

bool isMeant(const core::PlanQuantity& quantity, const core::Plan& plan) {
    return quantity.unit != core::QuantityUnit::KilowattHours || !inVirtualTime(plan);
}

QString whyNoEnergy() { return PlannerWords::tr("energy is left out: virtual cards draw no power of their own"); }

QString changeText(const core::PlanQuantity& quantity, std::optional<double> a, std::optional<double> b) {
    if (!a || !b) return QStringLiteral("–");
    if (quantity.unit == core::QuantityUnit::Share) return signedPointsText(*b - *a);
    const auto change = core::relativeChange(a, b);
    if (!change) return *b == 0 ? PlannerWords::tr("equal") : QStringLiteral("–");
    constexpr double kEqual = 5e-4;
    if (std::abs(*change) < kEqual) return PlannerWords::tr("equal");
    return *change < 0 ? PlannerWords::tr("less %1").arg(percentText(-*change)) : PlannerWords::tr("more %1").arg(percentText(*change));
}

}  // namespace ui
