// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_arithmetic.h"

#include <cctype>
#include <charconv>
#include <limits>

namespace core {

namespace {

constexpr int kMaxDepth = 50;

class Calculator {
public:
    Calculator(std::string_view text, const std::function<ShellNumber(std::string_view)>& valueOf)
        : m_text(text)
        , m_valueOf(valueOf) {}

    ShellNumber run() {
        const ShellNumber value = comparison(0);
        skipBlank();
        return m_text.empty() ? value : std::nullopt;
    }

private:
    void skipBlank() {
        while (!m_text.empty() && std::string_view(" \t\n\r\"").find(m_text.front()) != std::string_view::npos)
            m_text.remove_prefix(1);
    }

    bool take(std::string_view sign) {
        skipBlank();
        if (!m_text.starts_with(sign)) return false;
        m_text.remove_prefix(sign.size());
        return true;
    }

    ShellNumber comparison(int depth) {
        ShellNumber left = sum(depth);
        for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"})
            if (left && take(sign)) {
                const ShellNumber right = sum(depth);
                if (!right) return std::nullopt;
                const bool holds = sign == "==" ? *left == *right
                                   : sign == "!=" ? *left != *right
                                   : sign == "<=" ? *left <= *right
                                   : sign == ">=" ? *left >= *right
                                   : sign == "<" ? *left < *right
                                                 : *left > *right;
                return holds ? 1 : 0;
            }
        return left;
    }

    ShellNumber sum(int depth) {
        ShellNumber left = product(depth);
        while (left) {
            const bool plus = take("+");
            if (!plus && !take("-")) break;
            const ShellNumber right = product(depth);
            std::int64_t value = 0;
            if (!right || (plus ? __builtin_add_overflow(*left, *right, &value)
                                : __builtin_sub_overflow(*left, *right, &value)))
                return std::nullopt;
            left = value;
        }
        return left;
    }

    ShellNumber product(int depth) {
        ShellNumber left = power(depth);
        while (left) {
            const char sign = take("*") ? '*' : take("/") ? '/' : take("%") ? '%' : '\0';
            if (sign == '\0') break;
            const ShellNumber right = power(depth);
            left = right ? combined(*left, sign, *right) : std::nullopt;
        }
        return left;
    }

    static ShellNumber combined(std::int64_t a, char sign, std::int64_t b) {
        std::int64_t value = 0;
        if (sign == '*') return __builtin_mul_overflow(a, b, &value) ? std::nullopt : ShellNumber(value);
        if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return std::nullopt;
        return sign == '/' ? a / b : a % b;
    }

    ShellNumber power(int depth) {
        const ShellNumber base = unary(depth);
        if (!base || !take("**")) return base;
        const ShellNumber exponent = unary(depth);
        if (!exponent || *exponent < 0 || *exponent > 62) return std::nullopt;
        ShellNumber value = 1;
        for (std::int64_t i = 0; i < *exponent && value; ++i) value = combined(*value, '*', *base);
        return value;
    }

    ShellNumber unary(int depth) {
        if (depth > kMaxDepth) return std::nullopt;
        if (take("-")) {
            const ShellNumber value = unary(depth + 1);
            return value ? combined(*value, '*', -1) : std::nullopt;
        }
        if (take("(")) {
            const ShellNumber value = comparison(depth + 1);
            return take(")") ? value : std::nullopt;
        }
        return atom();
    }

    ShellNumber atom() {
        const bool braces = take("${");
        if (!braces) take("$");
        skipBlank();
        std::size_t length = 0;
        while (length < m_text.size() &&
               (m_text[length] == '_' || std::isalnum(static_cast<unsigned char>(m_text[length]))))
            ++length;
        const std::string_view token = m_text.substr(0, length);
        m_text.remove_prefix(length);
        if (token.empty() || (braces && !take("}"))) return std::nullopt;
        if (token.front() < '0' || token.front() > '9') return m_valueOf(token);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
        return error == std::errc() && end == token.data() + token.size() ? ShellNumber(value) : std::nullopt;
    }

    std::string_view m_text;
    const std::function<ShellNumber(std::string_view)>& m_valueOf;
};

}  // namespace

ShellNumber shellArithmetic(std::string_view text, const std::function<ShellNumber(std::string_view)>& valueOf) {
    return Calculator(text, valueOf).run();
}

}  // namespace core
