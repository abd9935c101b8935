// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes and seconds are written as everywhere else (core/base/text.h); large counts by thousands in English and by ten
// thousands in Chinese.
#include "core/lesson/number_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace core {

template <>
std::span<const std::pair<Language, std::string_view>> enumNames<Language>() {
    static constexpr std::pair<Language, std::string_view> kNames[] = {{Language::English, "en"},
                                                                       {Language::Chinese, "zh_CN"}};
    return kNames;
}

template <>
std::span<const std::pair<NumberFormat, std::string_view>> enumNames<NumberFormat>() {
    using enum NumberFormat;
    static constexpr std::pair<NumberFormat, std::string_view> kNames[] = {
        {Number, "number"},   {Integer, "int"}, {InBytes, "bytes"},      {Percent, "percent"},
        {InSeconds, "seconds"}, {Big, "big"},     {Scientific, "science"}, {Plain, "plain"}};
    return kNames;
}

namespace {

struct Magnitude {
    double least;
    const char* word;
};
constexpr std::array<Magnitude, 3> kEnglish = {{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}}};
constexpr std::array<Magnitude, 3> kChinese = {{{1e12, "\u202f万亿"}, {1e8, "\u202f亿"}, {1e4, "\u202f万"}}};

// A number and its unit do not part at the end of a line.
std::string unbroken(std::string text) {
    if (const std::size_t blank = text.find(' '); blank != text.npos) text.replace(blank, 1, "\u202f");
    return text;
}

std::string bigText(double value, Language language) {
    // Judged after rounding to three digits: 999.9 million is 1 billion.
    constexpr double kRounded = 0.9995;
    for (const Magnitude& magnitude : language == Language::Chinese ? kChinese : kEnglish)
        if (std::abs(value) >= magnitude.least * kRounded)
            return fmt::format("{:.4g}", std::stod(fmt::format("{:.3g}", value / magnitude.least))) + magnitude.word;
    return threeDigits(value);
}

std::string superscript(int exponent) {
    static constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "⁻" : "";
    for (const char digit : fmt::to_string(std::abs(exponent))) text += kDigits[std::size_t(digit - '0')];
    return text;
}

std::string scientificText(double value) {
    if (value == 0) return "0";
    int exponent = int(std::floor(std::log10(std::abs(value))));
    double mantissa = value / std::pow(10.0, exponent);
    if (std::abs(mantissa) >= 9.995) {
        mantissa /= 10;
        ++exponent;
    }
    return fmt::format("{:.2f} × 10{}", mantissa, superscript(exponent));
}

bool isWhole(double value) {
    constexpr double kExact = 1e15;
    return value == std::floor(value) && std::abs(value) < kExact;
}

std::string secondsText(double value, Language language) {
    constexpr double kDay = 86400;
    if (language == Language::Chinese && value >= 2 * kDay) return threeDigits(value / kDay) + "\u202f天";
    return unbroken(toText(core::Seconds(value)));
}

}  // namespace

std::string numberText(double value, NumberFormat format, Language language) {
    switch (format) {
    case NumberFormat::Number: return isWhole(value) ? withThousands(std::llround(value)) : threeDigits(value);
    case NumberFormat::Integer: return withThousands(std::llround(value));
    case NumberFormat::InBytes: return unbroken(toText(core::Bytes(std::llround(value))));
    case NumberFormat::Percent:
        return threeDigits(value * 100) + (language == Language::Chinese ? "%" : "\u202f%");
    case NumberFormat::InSeconds: return secondsText(value, language);
    case NumberFormat::Big: return bigText(value, language);
    case NumberFormat::Scientific: return scientificText(value);
    case NumberFormat::Plain: return fmt::format("{:.6g}", value);
    }
    return {};
}

}  // namespace core
