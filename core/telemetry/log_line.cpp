// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/telemetry/log_line.h"

#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>

namespace core {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

double scaleOf(char suffix) {
    switch (suffix) {
    case 'K':
        return 1e3;
    case 'M':
        return 1e6;
    case 'B':
    case 'G':
        return 1e9;
    case 'T':
        return 1e12;
    default:
        return 1;
    }
}

// A letter that is a multiplier and not the beginning of a unit: "14.2K |", but not "9 MB" or "16.1GB".
double multiplier(std::string_view rest) {
    if (rest.empty()) return 1;
    const bool ends = rest.size() == 1 || (!std::isalpha(static_cast<unsigned char>(rest[1])) && rest[1] != '_');
    return ends ? scaleOf(rest[0]) : 1;
}

}  // namespace

bool contains(std::string_view line, std::string_view token) {
    return !line.empty() && ::memmem(line.data(), line.size(), token.data(), token.size()) != nullptr;
}

std::string_view behind(std::string_view line, std::string_view token) {
    if (line.empty()) return {};
    const void* found = ::memmem(line.data(), line.size(), token.data(), token.size());
    if (found == nullptr) return {};
    return line.substr(std::size_t(static_cast<const char*>(found) - line.data()) + token.size());
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view cleaned(std::string_view line, std::string& buffer) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const std::size_t overwritten = line.rfind('\r'); overwritten != line.npos) line.remove_prefix(overwritten + 1);
    if (line.empty() || std::memchr(line.data(), '\x1b', line.size()) == nullptr) return line;
    buffer.clear();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            buffer += line[i];
            continue;
        }
        // ESC [ parameters, up to a letter.
        if (i + 1 < line.size() && line[i + 1] == '[')
            for (i += 2; i < line.size() && !std::isalpha(static_cast<unsigned char>(line[i]));) ++i;
    }
    return buffer;
}

std::optional<double> numberAt(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec == std::errc::result_out_of_range) return std::numeric_limits<double>::quiet_NaN();
    if (read.ec != std::errc()) return std::nullopt;
    std::string_view rest(read.ptr, std::size_t(end - read.ptr));
    // Thousands: "171,542"
    while (rest.size() >= 4 && rest[0] == ',' && isDigit(rest[1]) && isDigit(rest[2]) && isDigit(rest[3]) &&
           (rest.size() == 4 || !isDigit(rest[4]))) {
        value = value * 1000 + (rest[1] - '0') * 100 + (rest[2] - '0') * 10 + (rest[3] - '0');
        rest.remove_prefix(4);
        double fraction = 0;
        if (rest.size() > 1 && rest[0] == '.' && isDigit(rest[1])) {
            const auto more = std::from_chars(rest.data(), end, fraction);
            value += fraction;
            rest.remove_prefix(std::size_t(more.ptr - rest.data()));
        }
    }
    return value * multiplier(rest);
}

std::optional<double> numberBehind(std::string_view line, std::string_view token) {
    const std::string_view rest = behind(line, token);
    return rest.empty() ? std::nullopt : numberAt(rest);
}

}  // namespace core
