// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Headings outside of code blocks part the file into sections.
#include "core/lesson/lesson_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr std::string_view kSummary = "summary";
constexpr std::array<std::string_view, 6> kParts = {"question", "right", "hint", "kitchen", "formula", "run"};

// "choice ID: label", with the colon of either script; label and its byte in the line, npos without a colon.
struct Head {
    std::string_view words, label;
    std::size_t labelAt = 0;
};
Head splitAtColon(std::string_view line) {
    constexpr std::string_view kWide = "：";
    const std::size_t narrow = line.find(':'), wide = line.find(kWide);
    const std::size_t colon = std::min(narrow, wide);
    if (colon == line.npos) return {line, {}, line.size()};
    std::size_t at = colon + (colon == wide ? kWide.size() : 1);
    while (at < line.size() && line[at] == ' ') ++at;
    return {line.substr(0, colon), line.substr(at), at};
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank), last = text.find_last_not_of(kBlank);
    return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

}  // namespace

LessonText::LessonText(std::string text, std::string file)
    : m_text(std::move(text))
    , m_file(std::move(file)) {
    bool inCode = false;
    std::size_t at = m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (at < m_text.size()) {
        const std::size_t end = std::min(m_text.find('\n', at), m_text.size());
        const std::string_view line = std::string_view(m_text).substr(at, end - at);
        const std::size_t next = std::min(end + 1, m_text.size());
        if (line.starts_with("```")) inCode = !inCode;
        if (!inCode && line.starts_with('#')) {
            heading(line, at);
            if (!m_sections.empty()) m_sections.back().bodyAt = next;
        } else if (!m_sections.empty()) {
            m_sections.back().body += m_text.substr(at, next - at);
        } else if (!trimmed(line).empty()) {
            add({Severity::Error, "course.no-title", where(at, "title"), {}, "fix.course.title"});
            m_sections.push_back({std::string(kSummary), {}, {}, at, next, at, true});
        }
        at = next;
    }
    if (m_sections.empty()) add({Severity::Error, "course.no-title", where(0, "title"), {}, "fix.course.title"});
}

void LessonText::heading(std::string_view line, std::size_t at) {
    const std::size_t level = line.find_first_not_of('#');
    const std::size_t depth = level == line.npos ? line.size() : level;
    const std::size_t skip = std::min(line.find_first_not_of("# "), line.size());
    const Head head = splitAtColon(line.substr(skip));
    const std::string words(trimmed(head.words));
    const std::size_t labelAt = at + skip + head.labelAt;
    if (depth == 1 && m_sections.empty()) {
        m_title = trimmed(line.substr(skip));
        if (m_title.empty()) add({Severity::Error, "course.no-title", where(at, "title"), {}, "fix.course.title"});
        return open(std::string(kSummary), {}, at, at);
    }
    if (depth == 2 && (words.starts_with("step ") || words.starts_with("quiz "))) {
        m_outer = words.substr(0, 4) + '/' + std::string(trimmed(std::string_view(words).substr(5)));
        return open(m_outer, head.label, labelAt, at);
    }
    if (depth == 3 && !m_outer.empty() && words.starts_with("choice "))
        return open(m_outer + "/choice/" + std::string(trimmed(std::string_view(words).substr(7))), head.label, labelAt,
                    at);
    if (depth == 3 && !m_outer.empty() && std::ranges::find(kParts, words) != kParts.end())
        return open(m_outer + '/' + words, head.label, labelAt, at);
    add({Severity::Error, "course.unknown-heading", where(at, m_outer), {{"heading", std::string(trimmed(line))}},
         "fix.course.headings"});
    open("?", {}, at, at);
    m_sections.back().used = true;
}

void LessonText::open(std::string path, std::string_view title, std::size_t titleAt, std::size_t lineAt) {
    const auto before = std::ranges::find(m_sections, path, &TextSection::path);
    if (before != m_sections.end() && path != "?")
        add({Severity::Error, "course.section-twice", where(lineAt, path), {{"section", path}}, "fix.json.keep-one"});
    m_sections.push_back({std::move(path), std::string(trimmed(title)), {}, titleAt, titleAt, lineAt, false});
}

TextSection* LessonText::find(const std::string& path) {
    const auto found = std::ranges::find(m_sections, path, &TextSection::path);
    if (found == m_sections.end()) return nullptr;
    found->used = true;
    return &*found;
}

TextSection* LessonText::need(const std::string& path, const std::string& parent) {
    TextSection* section = find(path);
    if (section && !trimmed(section->body).empty()) return section;
    const bool exists = section != nullptr;
    add({Severity::Error, exists ? "course.empty-section" : "course.missing-section",
         exists ? where(section->lineAt, path) : placeOf(parent), {{"section", path}}, "fix.course.write-section"});
    return nullptr;
}

std::string LessonText::placeOf(const std::string& path) {
    const auto found = std::ranges::find(m_sections, path, &TextSection::path);
    return where(found == m_sections.end() ? m_text.size() : found->lineAt, path);
}

void LessonText::refuseUnused() {
    std::vector<std::string> known;
    for (const TextSection& section : m_sections)
        if (section.used) known.push_back(section.path);
    for (const TextSection& section : m_sections) {
        if (section.used || section.path == kSummary) continue;
        add({Severity::Error, "course.unknown-section", where(section.lineAt, section.path),
             {{"section", section.path}}, "fix.course.remove-section"});
    }
}

std::string LessonText::where(std::size_t at, std::string_view note) const {
    TextPosition position;
    const std::size_t first = m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (std::size_t i = first; i < std::min(at, m_text.size()); ++i) {
        if (m_text[i] == '\n')
            position = {position.line + 1, 1};
        else if ((static_cast<unsigned char>(m_text[i]) & 0xC0) != 0x80)
            ++position.column;
    }
    return placeText(m_file, position, note);
}

}  // namespace core
