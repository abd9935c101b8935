// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text as people type it → numbers and field values. Exact where 64 bits hold the number, never rounded to
// whole.
#include "core/base/suggest.h"
#include "core/base/suggest_words.h"
#include "core/plan/byte_text.h"
#include "core/plan/field_stops.h"
#include "core/plan/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace core {

namespace {

double suffixFactor(std::string_view suffix) {
    if (suffix.empty()) return 1;
    if (suffix == "k" || suffix == "K") return 1e3;
    if (suffix == "M") return 1e6;
    if (suffix == "B" || suffix == "G") return 1e9;
    if (suffix == "T") return 1e12;
    return 0;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

Problem numberProblem(const char* code, std::string_view text, std::string_view where, const char* fix) {
    return {Severity::Error, code, std::string(where), {{"text", std::string(text)}}, fix};
}

// A seed has 64 bits and no sign: the one number that a negative one would be taken for another of.
Problem negativeSeed(std::string_view text, std::string_view where) {
    return {Severity::Error,
            "plan.out-of-range",
            std::string(where),
            {{"key", "seed"},
             {"found", std::string(text)},
             {"least", "0"},
             {"most", std::to_string(std::numeric_limits<std::uint64_t>::max())}},
            "fix.plan.range"};
}

Result<FieldValue> parseWhole(std::string_view text, std::string_view where) {
    std::int64_t exact = 0;
    const std::string_view digits = trimmed(text);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exact);
    if (error == std::errc() && end == digits.data() + digits.size()) return FieldValue(exact);
    const Result<double> number = parseNumber(text, where);
    if (!number) return tl::make_unexpected(number.error());
    if (*number != std::floor(*number))
        return refuse(numberProblem("field.whole-number", text, where, "fix.field.whole-number"));
    if (std::abs(*number) >= 0x1p63) return refuse(numberProblem("field.too-large", text, where, "fix.plan.smaller"));
    return FieldValue(std::int64_t(*number));
}

Result<FieldValue> parseChoice(const Field& field, std::string_view text, std::string_view where) {
    std::vector<std::string> names;
    for (const FieldValue& value : fieldCandidates(Plan{}, field.pointer))
        if (const auto* name = std::get_if<std::string>(&value); name != nullptr && !name->empty())
            names.push_back(*name);
    if (std::ranges::find(names, text) != names.end()) return FieldValue(std::string(text));
    const auto nearest = nearestWords(text, names);
    return refuse({Severity::Error,
                   "plan.unknown-choice",
                   std::string(where),
                   {{"key", field.label},
                    {"found", std::string(text)},
                    {"nearest", nearest.value_or("")},
                    {"choices", joinedByOr(names)}},
                   nearest ? "fix.did-you-mean" : "fix.one-of"});
}

}  // namespace

Result<double> parseNumber(std::string_view text, std::string_view where) {
    const std::string_view number = trimmed(text);
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const double factor = suffixFactor(number.substr(std::size_t(end - number.data())));
    if (error == std::errc::result_out_of_range)
        return refuse(numberProblem("number.too-large", text, where, "fix.number.write"));
    if (error != std::errc() || factor == 0 || !std::isfinite(value))
        return refuse(numberProblem("number.not-a-number", text, where, "fix.number.write"));
    if (!std::isfinite(value * factor))
        return refuse(numberProblem("number.too-large", text, where, "fix.number.write"));
    return value * factor;
}

Result<FieldValue> parseFieldValue(const Field& field, std::string_view text, std::string_view where) {
    switch (field.kind) {
    case FieldKind::Integer: {
        if (field.unit == "bytes") return parseBytes(text, where).map([](std::int64_t bytes) { return FieldValue(bytes); });
        Result<FieldValue> whole = parseWhole(text, where);
        if (whole && field.pointer == "/run/seed" && std::get<std::int64_t>(*whole) < 0) return refuse(negativeSeed(text, where));
        return whole;
    }
    case FieldKind::Choice:
        return parseChoice(field, text, where);
    case FieldKind::Text:
        return FieldValue(std::string(text));
    case FieldKind::Real:
        break;
    }
    const Result<double> number = parseNumber(text, where);
    if (!number) return tl::make_unexpected(number.error());
    return FieldValue(*number);
}

}  // namespace core
