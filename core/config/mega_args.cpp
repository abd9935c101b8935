// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/mega_args.h"

#include "core/base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace core {

namespace {

// As Python reads it: 220_000_000 is a number.
template <class Number>
std::optional<Number> numberOf(std::string_view written) {
    std::string text(written.substr(0, 64));
    std::erase(text, '_');
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// "-1" and "-0.5" are values, "--lr" and "-x" are not.
bool isName(const ShellText& word) {
    const std::string& text = word.text();
    return text.size() > 2 && text.starts_with("--") && text[2] != '-';
}

class Parser {
public:
    Parser(std::span<const ShellText> words, std::string_view file, MegaProgram program)
        : m_words(words)
        , m_program(program) {
        m_parsed.args.file = file;
        m_parsed.args.place = words.empty() ? std::string(file) : place(words.front());
    }

    MegaParsed run() {
        for (m_at = 0; m_at < m_words.size();) {
            if (isName(m_words[m_at]))
                argument();
            else
                ++m_at;  // a program, or the value of a launcher's flag
        }
        return std::move(m_parsed);
    }

private:
    [[nodiscard]] std::string place(const ShellText& word) const {
        return fmt::format("{}:{}:{}", m_parsed.args.file, word.at().line, word.at().column);
    }

    void add(Severity severity, std::string code, std::string where, std::map<std::string, std::string> params,
             std::string fix, std::string upstream = {}) {
        m_parsed.problems.push_back({severity, std::move(code), std::move(where), std::move(params), std::move(fix),
                                     std::move(upstream)});
    }

    void argument() {
        const ShellText& word = m_words[m_at];
        const std::size_t equals = word.text().find('=');
        std::string written = word.text().substr(2, equals == std::string::npos ? equals : equals - 2);
        MegaValue value{{}, place(word)};
        ++m_at;
        if (equals != std::string::npos)
            value.values.emplace_back(std::string_view(word.text()).substr(equals + 1), word.at(equals + 1));
        else
            while (m_at < m_words.size() && !isName(m_words[m_at])) value.values.push_back(m_words[m_at++]);
        const MegaName* name = resolved(written, value.where);
        if (name != nullptr) {
            written = name->name;
            check(*name, value);
        }
        m_parsed.args.set(std::move(written), std::move(value));
    }

    // The name itself, or nothing. megatron/training/arguments.py: ArgumentParser(allow_abbrev=False), and
    // parse_args(), which ends on an unknown name, unless the program asks for parse_known_args().
    const MegaName* resolved(const std::string& written, const std::string& where) {
        if (const MegaName* name = findMegaName(written)) return name;
        const bool own = m_program == MegaProgram::Own;
        const auto nearest = nearestName(written);
        const char* code = nearest ? own ? "mega.unknown-argument" : "mega.unknown-argument-extended"
                           : own   ? "mega.unlisted-argument"
                                   : "mega.unlisted-argument-extended";
        const char* fix = nearest ? "fix.mega.unknown-argument" : own ? "fix.mega.unlisted-argument" : "";
        const Severity severity = nearest && own   ? Severity::Error
                                  : nearest || own ? Severity::Warning
                                                   : Severity::Info;
        add(severity, code, where, {{"name", written}, {"nearest", nearest.value_or("")}}, fix,
            own ? fmt::format("error: unrecognized arguments: --{}", written) : "");
        return nullptr;
    }

    // Whoever wrote more unknown names than that made no slip of the pen.
    std::optional<std::string> nearestName(const std::string& written) {
        constexpr int kMostSlips = 50;
        constexpr std::size_t kLongestName = 60;
        if (++m_unknown > kMostSlips || written.size() > kLongestName) return std::nullopt;
        constexpr std::size_t kLeastBeginning = 4;
        std::vector<std::string> words;
        for (const MegaName& name : megaNames()) {
            if (written.size() >= kLeastBeginning && name.name.starts_with(written)) return std::string(name.name);
            words.emplace_back(name.name);
        }
        return nearestWord(written, words);
    }

    void check(const MegaName& name, const MegaValue& value) {
        const std::string upstream = fmt::format("error: argument --{}: ", name.name);
        const bool wantsOne = name.kind != MegaKind::Flag && name.kind != MegaKind::Several;
        if (wantsOne && value.values.empty())
            return add(Severity::Error, "mega.no-value", value.where, {{"name", std::string(name.name)}},
                       "fix.mega.no-value", upstream + "expected one argument");
        if (value.values.empty() || value.values.front().unknown()) return;
        const std::string& text = value.values.front().text();
        const bool whole = name.kind != MegaKind::Whole || numberOf<std::int64_t>(text);
        const bool real = name.kind != MegaKind::Real || numberOf<double>(text);
        if (!whole || !real)
            add(Severity::Error, "mega.wrong-type", value.where,
                {{"name", std::string(name.name)},
                 {"value", text},
                 {"expected", whole ? "a number" : "a whole number"}},
                "fix.mega.wrong-type",
                fmt::format("{}invalid {} value: '{}'", upstream, whole ? "float" : "int", text));
    }

    std::span<const ShellText> m_words;
    MegaProgram m_program;
    std::size_t m_at = 0;
    int m_unknown = 0;
    MegaParsed m_parsed;
};

}  // namespace

std::optional<std::int64_t> MegaArgs::whole(std::string_view name) const {
    const auto found = text(name);
    return found ? numberOf<std::int64_t>(*found) : std::nullopt;
}

std::optional<double> MegaArgs::real(std::string_view name) const {
    const auto found = text(name);
    return found ? numberOf<double>(*found) : std::nullopt;
}

std::optional<std::string> MegaArgs::text(std::string_view name) const {
    const auto found = m_values.find(name);
    if (found == m_values.end() || found->second.values.empty() || found->second.values.front().unknown())
        return std::nullopt;
    return found->second.values.front().text();
}

std::string MegaArgs::where(std::string_view name) const {
    const auto found = m_values.find(name);
    if (found == m_values.end()) return place;
    const std::string& where = found->second.where;
    return where.ends_with(')') ? where : where + " (--" + std::string(name) + ")";  // a file of NeoX names its own key
}

MegaParsed parseMegaArgs(std::span<const ShellText> words, std::string_view file, MegaProgram program) {
    return Parser(words, file, program).run();
}

}  // namespace core
