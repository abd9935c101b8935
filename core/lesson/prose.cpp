// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines into blocks, blocks into spans. Offsets into the original text are kept along, for the places of faults.
#include "core/lesson/prose.h"

#include "core/config/kit_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr std::string_view kDsConfigBlock = "ds_config";
constexpr std::array<std::string_view, 12> kMeanings = {"parameters", "gradients",  "optimizer",       "activations",
                                                        "temporary",  "framework",  "forward",         "backward",
                                                        "tensor",     "pipeline",   "weight-gradient", "data"};

// The text of one block, with the byte of the whole where each of its bytes came from.
struct Piece {
    std::string text;
    std::vector<std::size_t> from;

    void add(std::string_view more, std::size_t at) {
        text += more;
        for (std::size_t i = 0; i < more.size(); ++i) from.push_back(at + i);
    }
    [[nodiscard]] std::size_t at(std::size_t i) const {
        if (from.empty()) return 0;
        return i < from.size() ? from[i] : from.back() + 1;
    }
};

// A line break inside a paragraph is a space between words, and nothing between Chinese characters or beside a
// full-width sign; signs of emphasis and of links in between are not seen.
bool isWide(char byte) { return static_cast<unsigned char>(byte) >= 0xE2; }

// U+3000 to U+303F and U+FF00 to U+FF5F: 、。《》（），：；
bool isWideSign(std::string_view character) {
    if (character.size() < 2) return false;
    const auto first = static_cast<unsigned char>(character[0]), second = static_cast<unsigned char>(character[1]);
    return (first == 0xE3 && second == 0x80) || (first == 0xEF && (second == 0xBC || second == 0xBD));
}

std::string_view beginOf(std::string_view text) {
    const std::size_t at = text.find_first_not_of("*[");
    return at == text.npos ? std::string_view() : text.substr(at);
}

// From the last character that is read on: "[词](lesson:x)" ends in 词.
std::string_view endOf(std::string_view text) {
    while (!text.empty()) {
        if (text.ends_with('*') || text.ends_with(']')) {
            text.remove_suffix(1);
        } else if (const std::size_t link = text.rfind("]("); text.ends_with(')') && link != text.npos) {
            text = text.substr(0, link);
        } else {
            break;
        }
    }
    std::size_t at = text.size();
    while (at > 0 && (static_cast<unsigned char>(text[at - 1]) & 0xC0) == 0x80) --at;
    return at > 0 ? text.substr(at - 1) : text;
}

bool joinsWithoutBlank(std::string_view before, std::string_view after) {
    const std::string_view end = endOf(before), begin = beginOf(after);
    if (end.empty() || begin.empty()) return false;
    return isWideSign(end) || isWideSign(begin) || (isWide(end.front()) && isWide(begin.front()));
}

class SpanReader {
public:
    SpanReader(const Piece& piece, const ProseFaults& refuse)
        : m_piece(piece)
        , m_text(piece.text)
        , m_refuse(refuse) {}

    std::vector<ProseSpan> read() {
        while (m_at < m_text.size()) step();
        if (m_strongAt) fault("course.unclosed", *m_strongAt, {{"sign", "**"}}, "fix.course.close");
        if (m_inLink) fault("course.unclosed", m_linkAt, {{"sign", "["}}, "fix.course.escape");
        flush();
        return std::move(m_spans);
    }

private:
    void fault(const char* code, std::size_t at, std::map<std::string, std::string> params, const char* fix = "") {
        m_refuse({Severity::Error, code, {}, std::move(params), fix}, m_piece.at(at));
    }

    void flush() {
        if (m_plain.empty()) return;
        m_spans.push_back({m_plain, m_strongAt ? Emphasis::Strong : Emphasis::None, m_target, {}, m_piece.at(m_targetAt), {}});
        m_plain.clear();
    }

    void step() {
        const char c = m_text[m_at];
        if (c == '\\' && m_at + 1 < m_text.size() && std::string_view("\\*`[]{}").find(m_text[m_at + 1]) != m_text.npos) {
            m_plain += m_text[m_at + 1];
            m_at += 2;
        } else if (m_text.substr(m_at, 2) == "**") {
            toggleStrong();
        } else if (c == '`') {
            code();
        } else if (c == '{') {
            number();
        } else if (c == '[') {
            openLink();
        } else if (c == ']' && m_inLink) {
            closeLink();
        } else {
            m_plain += c;
            ++m_at;
        }
    }

    void toggleStrong() {
        flush();
        if (m_strongAt)
            m_strongAt.reset();
        else
            m_strongAt = m_at;
        m_at += 2;
    }

    void code() {
        flush();
        const std::size_t end = m_text.find('`', m_at + 1);
        if (end == m_text.npos) {
            fault("course.unclosed", m_at, {{"sign", "`"}}, "fix.course.close");
            ++m_at;
            return;
        }
        m_spans.push_back({std::string(m_text.substr(m_at + 1, end - m_at - 1)), Emphasis::Code, m_target, {}, m_piece.at(m_targetAt), {}});
        m_at = end + 1;
    }

    void number() {
        flush();
        const std::size_t end = m_text.find('}', m_at);
        if (end == m_text.npos) {
            fault("course.unclosed", m_at, {{"sign", "{"}}, "fix.course.close");
            ++m_at;
            return;
        }
        const std::string_view inner = m_text.substr(m_at + 1, end - m_at - 1);
        const std::size_t bar = inner.find('|'), begin = m_at + 1;
        m_at = end + 1;
        ComputedNumber number;
        if (bar != inner.npos) {
            const std::string format(inner.substr(bar + 1));
            const auto known = fromText<NumberFormat>(format);
            if (!known) return fault("course.unknown-format", begin + bar + 1, {{"format", format}}, "fix.course.formats");
            number.format = *known;
        }
        auto expression = parseExpression(inner.substr(0, bar));
        if (!expression) {
            Problem problem = expression.error().front();
            const std::size_t at = begin + std::size_t(std::stoul(problem.where));
            return m_refuse(std::move(problem), m_piece.at(at));
        }
        number.expression = std::move(*expression);
        m_spans.push_back({{}, m_strongAt ? Emphasis::Strong : Emphasis::None, m_target, std::move(number), m_piece.at(begin), {}});
    }

    void openLink() {
        const std::size_t middle = m_text.find("](", m_at), end = middle == m_text.npos ? middle : m_text.find(')', middle);
        if (m_inLink || end == m_text.npos) {
            fault("course.unclosed", m_at, {{"sign", "["}}, "fix.course.escape");
            ++m_at;
            return;
        }
        flush();
        const std::string target(m_text.substr(middle + 2, end - middle - 2));
        if (!isMeaning(target) && !target.starts_with("lesson:") && !target.starts_with("help:"))
            fault("course.unknown-target", middle + 2, {{"target", target}}, "fix.course.targets");
        m_inLink = true;
        m_linkAt = m_at;
        m_linkEnd = end;
        m_targetAt = middle + 2;
        m_target = target;
        ++m_at;
    }

    void closeLink() {
        flush();
        m_inLink = false;
        m_target.clear();
        m_at = m_linkEnd + 1;
    }

    const Piece& m_piece;
    std::string_view m_text;
    const ProseFaults& m_refuse;
    std::vector<ProseSpan> m_spans;
    std::string m_plain, m_target;
    std::optional<std::size_t> m_strongAt;
    bool m_inLink = false;
    std::size_t m_at = 0, m_linkAt = 0, m_linkEnd = 0, m_targetAt = 0;
};

std::string_view withoutEnd(std::string_view line) { return line.substr(0, line.find_last_not_of(" \t\r") + 1); }

ProseBlock codeBlock(std::string code) {
    if (code.ends_with('\n')) code.pop_back();
    return {BlockKind::Code, {}, {{std::move(code), Emphasis::Code, {}, {}, 0, {}}}};
}

class BlockReader {
public:
    BlockReader(std::string_view text, const ProseFaults& refuse)
        : m_text(text)
        , m_refuse(refuse) {}

    Prose read() {
        while (m_at < m_text.size()) {
            const std::size_t begin = m_at, end = std::min(m_text.find('\n', m_at), m_text.size());
            m_at = std::min(end + 1, m_text.size());
            line(m_text.substr(begin, end - begin), begin);
        }
        if (m_fenceAt) m_refuse({Severity::Error, "course.unclosed", {}, {{"sign", "```"}}, "fix.course.close-block"}, *m_fenceAt);
        finish();
        return std::move(m_prose);
    }

private:
    void line(std::string_view line, std::size_t at) {
        if (line.starts_with(kFence)) return fence(withoutEnd(line.substr(kFence.size())), at);
        if (m_fenceAt) {
            m_code += std::string(line) + '\n';
            return;
        }
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == line.npos) return finish();
        const std::string_view words = line.substr(first);
        if (const std::size_t mark = markLength(words)) {
            finish();
            m_kind = BlockKind::Item;
            m_mark = words.starts_with("- ") ? "•" : std::string(words.substr(0, mark - 1));
            m_piece.add(words.substr(mark), at + first + mark);
            return;
        }
        if (!m_piece.text.empty() && !joinsWithoutBlank(m_piece.text, words)) m_piece.add(" ", at);
        m_piece.add(words, at + first);
    }

    // Of "- " or "12. ", with the blank; 0 = no item.
    static std::size_t markLength(std::string_view words) {
        if (words.starts_with("- ")) return 2;
        const std::size_t digits = words.find_first_not_of("0123456789");
        return digits != words.npos && digits > 0 && words.substr(digits, 2) == ". " ? digits + 2 : 0;
    }

    // `word` stands behind the opening fence.
    void fence(std::string_view word, std::size_t at) {
        if (!m_fenceAt) {
            finish();
            m_fenceAt = at;
            m_fence = word == kDsConfigBlock ? BlockKind::DsConfig : BlockKind::Code;
            if (m_fence == BlockKind::Code && !word.empty())
                m_refuse({Severity::Error, "course.unknown-block", {}, {{"name", std::string(word)}}, "fix.course.blocks"}, at + kFence.size());
            return;
        }
        if (m_fence == BlockKind::DsConfig && !m_code.empty())
            m_refuse({Severity::Error, "course.computed-block", {}, {{"name", std::string(kDsConfigBlock)}}, "fix.course.computed-block"},
                     *m_fenceAt);
        m_prose.push_back(codeBlock(std::move(m_code)));
        m_prose.back().kind = m_fence;
        m_code.clear();
        m_fenceAt.reset();
    }

    void finish() {
        if (!m_piece.text.empty())
            m_prose.push_back({m_kind, std::move(m_mark), SpanReader(m_piece, m_refuse).read()});
        m_piece = {};
        m_mark.clear();
        m_kind = BlockKind::Paragraph;
    }

    std::string_view m_text;
    const ProseFaults& m_refuse;
    Prose m_prose;
    Piece m_piece;
    static constexpr std::string_view kFence = "```";
    std::string m_mark, m_code;
    BlockKind m_kind = BlockKind::Paragraph, m_fence = BlockKind::Code;
    std::optional<std::size_t> m_fenceAt;
    std::size_t m_at = 0;
};

}  // namespace

std::string placeFurther(const std::string& where, std::string_view text, std::size_t at) {
    // "FILE:LINE:COLUMN (note)"
    const std::size_t space = where.rfind(" ("), colon = where.rfind(':', space);
    if (space == where.npos || colon == where.npos) return where;
    int column = std::stoi(where.substr(colon + 1, space - colon - 1));
    for (const char byte : text.substr(0, at))
        if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) ++column;
    return fmt::format("{}:{}{}", where.substr(0, colon), column, where.substr(space));
}

bool isMeaning(std::string_view target) { return std::ranges::find(kMeanings, target) != kMeanings.end(); }

Prose parseProse(std::string_view text, const ProseFaults& refuse) { return BlockReader(text, refuse).read(); }

Result<Prose> renderProse(const Prose& prose, const QuantityScope& scope, Language language) {
    Prose rendered = prose;
    for (ProseBlock& block : rendered) {
        if (block.kind == BlockKind::DsConfig) {
            block = codeBlock(kitDsConfig(scope.plan->plan));
            continue;
        }
        for (ProseSpan& span : block.spans) {
            if (!span.number) continue;
            const auto value = evaluateIn(span.number->expression, scope);
            if (!value) {
                Problem problem = value.error().front();
                problem.where = placeFurther(span.where, span.number->expression.source, std::stoul(problem.where));
                return refuse(std::move(problem));
            }
            span.text = numberText(*value, span.number->format, language);
            span.number.reset();
        }
    }
    return rendered;
}

std::string plainText(const Prose& prose) {
    std::string text;
    for (const ProseBlock& block : prose) {
        if (!text.empty()) text += '\n';
        if (!block.mark.empty()) text += block.mark + ' ';
        for (const ProseSpan& span : block.spans) text += span.text;
    }
    return text;
}

}  // namespace core
