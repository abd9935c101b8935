// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One language of a lesson, as sections of a Markdown file:
//   # Title                     then a summary
//   ## step STEP: Title         then the text of the step
//   ## quiz QUESTION            then the question itself
//   ### question                of a step that asks
//   ### choice CHOICE: label    then why it is wrong (or right)
//   ### right | hint | kitchen | formula | run
// A section is found by its path: "step/STEP", "step/STEP/choice/CHOICE", "quiz/QUESTION/right".
#pragma once

#include "core/base/json_text.h"
#include "core/base/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

struct TextSection {
    std::string path;
    std::string heading;           // behind the colon
    std::string body;
    std::size_t headingAt = 0, bodyAt = 0, lineAt = 0;  // bytes of the file
    bool used = false;
};

class LessonText {
public:
    // Faults of the headings are kept in problems().
    LessonText(std::string text, std::string file);

    [[nodiscard]] const std::string& title() const { return m_title; }
    // The section, now used; null and a problem, in the place of `parent`, where it is missing.
    TextSection* need(const std::string& path, const std::string& parent);
    TextSection* find(const std::string& path);  // null = absent
    // Sections that nobody asked for, after all others.
    void refuseUnused();
    [[nodiscard]] std::string where(std::size_t at, std::string_view note) const;  // FILE:LINE:COLUMN (note)
    void add(Problem problem) { m_problems.push_back(std::move(problem)); }
    [[nodiscard]] Problems takeProblems() { return std::move(m_problems); }

private:
    void heading(std::string_view line, std::size_t at);
    void open(std::string path, std::string_view title, std::size_t titleAt, std::size_t lineAt);
    [[nodiscard]] std::string placeOf(const std::string& path);

    std::string m_text, m_file, m_title, m_outer;
    std::vector<TextSection> m_sections;
    Problems m_problems;
};

}  // namespace core
