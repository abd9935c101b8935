// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Precedence climbing over the text; nodes are written after their operands, so evaluation is one pass of recursion.
#include "core/lesson/expression.h"

#include "core/base/utf8.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace core {

namespace {

constexpr int kDeepest = 60;
constexpr std::size_t kLongest = 2000;

struct Refusal {
    Problem problem;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

struct Operator {
    std::string_view sign;
    int strength;
};
// Longer signs first where one begins another.
constexpr std::array<Operator, 12> kBinary = {{{"or", 1},
                                               {"and", 2},
                                               {"!=", 4},
                                               {"<=", 4},
                                               {">=", 4},
                                               {"=", 4},
                                               {"<", 4},
                                               {">", 4},
                                               {"+", 5},
                                               {"-", 5},
                                               {"*", 6},
                                               {"/", 6}}};
constexpr int kNotStrength = 3, kNegateStrength = 7;

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text) {
        m_result.source = text;
    }

    Expression parse() {
        if (m_text.size() > kLongest) fail("expression.too-long", {{"limit", fmt::to_string(kLongest)}}, 0);
        choose(0);
        skip();
        if (m_at < m_text.size()) expected("an operator or the end");
        return std::move(m_result);
    }

private:
    [[noreturn]] static void fail(std::string code, std::map<std::string, std::string> params, std::size_t at) {
        throw Refusal{{Severity::Error, std::move(code), fmt::to_string(at), std::move(params),
                       "fix.expression.see-list"}};
    }
    [[noreturn]] void expected(const char* what) const {
        const std::string found = m_at < m_text.size() ? fmt::format("\"{}\"", utf8Prefix(m_text.substr(m_at), 12)) : "the end";
        fail("expression.syntax", {{"found", found}, {"expected", what}}, m_at);
    }

    void skip() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t')) ++m_at;
    }
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(std::string_view sign) {
        skip();
        if (!m_text.substr(m_at).starts_with(sign)) return false;
        const char after = m_at + sign.size() < m_text.size() ? m_text[m_at + sign.size()] : '\0';
        if (isLetter(sign.front()) && (isLetter(after) || isDigit(after))) return false;  // "order" is no "or"
        m_at += sign.size();
        return true;
    }
    void need(std::string_view sign, const char* what) {
        if (!take(sign)) expected(what);
    }

    std::size_t add(ExpressionNode node) {
        m_result.nodes.push_back(std::move(node));
        return m_result.nodes.size() - 1;
    }

    std::size_t choose(int depth) {
        if (depth > kDeepest) fail("expression.too-deep", {}, m_at);
        const std::size_t condition = binary(1, depth);
        const std::size_t at = m_at;
        if (!take("?")) return condition;
        const std::size_t yes = choose(depth + 1);
        need(":", "a colon");
        const std::size_t no = choose(depth + 1);
        return add({ExpressionNode::Kind::Choose, 0, "?", {condition, yes, no}, at});
    }

    std::size_t binary(int least, int depth) {
        if (depth > kDeepest) fail("expression.too-deep", {}, m_at);
        std::size_t left = unary(depth);
        for (;;) {
            skip();
            const std::size_t at = m_at;
            const Operator* found = nullptr;
            for (const Operator& candidate : kBinary) {
                if (candidate.strength < least || !take(candidate.sign)) continue;
                found = &candidate;
                break;
            }
            if (!found) return left;
            const std::size_t right = binary(found->strength + 1, depth + 1);
            left = add({ExpressionNode::Kind::Binary, 0, std::string(found->sign), {left, right}, at});
        }
    }

    std::size_t unary(int depth) {
        skip();
        const std::size_t at = m_at;
        if (take("not"))
            return add({ExpressionNode::Kind::Not, 0, "not", {binary(kNotStrength, depth + 1)}, at});
        if (take("-"))
            return add({ExpressionNode::Kind::Negate, 0, "-", {binary(kNegateStrength, depth + 1)}, at});
        return power(depth);
    }

    std::size_t power(int depth) {
        const std::size_t base = primary(depth);
        const std::size_t at = m_at;
        if (!take("^")) return base;
        const std::size_t exponent = unary(depth + 1);
        return add({ExpressionNode::Kind::Binary, 0, "^", {base, exponent}, at});
    }

    std::size_t primary(int depth) {
        if (take("(")) {
            const std::size_t inner = choose(depth + 1);
            need(")", "a closing bracket");
            return inner;
        }
        if (isDigit(peek()) || peek() == '.') return number();
        if (isLetter(peek())) return nameOrCall(depth);
        expected("a number, a name or (");
    }

    std::size_t number() {
        const std::size_t at = m_at;
        double value = 0;
        const char* first = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(first, m_text.data() + m_text.size(), value);
        if (error != std::errc()) expected("a number");
        m_at += std::size_t(end - first);
        if (isLetter(peek())) expected("an operator after the number");
        return add({ExpressionNode::Kind::Number, value, {}, {}, at});
    }

    std::size_t nameOrCall(int depth) {
        const std::size_t at = m_at;
        const auto word = [&] {
            while (isLetter(peek()) || isDigit(peek())) ++m_at;
        };
        word();
        if (peek() == '.') {
            ++m_at;
            if (!isLetter(peek())) expected("a name after the point");
            word();
        }
        std::string name(m_text.substr(at, m_at - at));
        if (!take("(")) return add({ExpressionNode::Kind::Name, 0, std::move(name), {}, at});
        ExpressionNode call{ExpressionNode::Kind::Call, 0, std::move(name), {}, at};
        if (!take(")")) {
            do call.operands.push_back(argument(depth));
            while (take(","));
            need(")", "a comma or a closing bracket");
        }
        return add(std::move(call));
    }

    std::size_t argument(int depth) {
        skip();
        if (peek() != '\'') return choose(depth + 1);
        const std::size_t at = m_at++;
        const std::size_t end = m_text.find('\'', m_at);
        if (end == m_text.npos) expected("the closing quote");
        std::string text(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return add({ExpressionNode::Kind::Text, 0, std::move(text), {}, at});
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Expression m_result;
};

class Evaluation {
public:
    Evaluation(const Expression& expression, const ExpressionMeanings& meanings)
        : m_expression(expression)
        , m_meanings(meanings) {}

    double of(std::size_t index) const {
        using Kind = ExpressionNode::Kind;
        const ExpressionNode& node = m_expression.nodes[index];
        switch (node.kind) {
        case Kind::Number: return node.number;
        case Kind::Name: return checked(m_meanings.name(node.text), node);
        case Kind::Call: return called(node);
        case Kind::Not: return of(node.operands[0]) == 0;
        case Kind::Negate: return -of(node.operands[0]);
        case Kind::Choose: return of(node.operands[of(node.operands[0]) != 0 ? 1 : 2]);
        case Kind::Binary: return binary(node);
        case Kind::Text: break;
        }
        throw Refusal{{Severity::Error, "expression.text-alone", fmt::to_string(node.at), {{"text", node.text}}}};
    }

private:
    static double checked(Result<double> value, const ExpressionNode& node) {
        if (!value) {
            Problem problem = value.error().front();
            problem.where = fmt::to_string(node.at);
            throw Refusal{std::move(problem)};
        }
        if (!std::isfinite(*value))
            throw Refusal{{Severity::Error, "expression.not-finite", fmt::to_string(node.at), {{"name", node.text}}}};
        return *value;
    }

    double called(const ExpressionNode& node) const {
        std::vector<ExpressionArgument> arguments;
        for (const std::size_t operand : node.operands) {
            const ExpressionNode& argument = m_expression.nodes[operand];
            if (argument.kind == ExpressionNode::Kind::Text)
                arguments.emplace_back(argument.text);
            else
                arguments.emplace_back(of(operand));
        }
        return checked(m_meanings.call(node.text, arguments), node);
    }

    double binary(const ExpressionNode& node) const {
        const std::string& sign = node.text;
        const double left = of(node.operands[0]);
        if (sign == "and") return left != 0 && of(node.operands[1]) != 0;
        if (sign == "or") return left != 0 || of(node.operands[1]) != 0;
        const double right = of(node.operands[1]);
        if (sign == "+") return left + right;
        if (sign == "-") return left - right;
        if (sign == "*") return left * right;
        if (sign == "/" && right == 0)
            throw Refusal{{Severity::Error, "expression.divided-by-zero", fmt::to_string(node.at)}};
        if (sign == "/") return left / right;
        if (sign == "^") return checked(std::pow(left, right), node);
        if (sign == "=") return left == right;
        if (sign == "!=") return left != right;
        if (sign == "<") return left < right;
        if (sign == "<=") return left <= right;
        return sign == ">" ? left > right : left >= right;
    }

    const Expression& m_expression;
    const ExpressionMeanings& m_meanings;
};

}  // namespace

Result<Expression> parseExpression(std::string_view text) {
    try {
        return Parser(text).parse();
    } catch (const Refusal& refusal) {
        return refuse(refusal.problem);
    }
}

Result<double> evaluateExpression(const Expression& expression, const ExpressionMeanings& meanings) {
    try {
        return Evaluation(expression, meanings).of(expression.nodes.size() - 1);
    } catch (const Refusal& refusal) {
        return refuse(refusal.problem);
    }
}

}  // namespace core
