// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text of lessons: a subset of Markdown with computed numbers.
//   paragraphs parted by empty lines, "- item", "1. item", ``` code blocks
//   ```ds_config, a block without lines: the ds_config of the plan, as an export writes it
//   **strong**  `code`  [text](target)  {expression} {expression|format}
// A target is a meaning (parameters, gradients, optimizer, activations, temporary, framework, forward, backward,
// weight-gradient, tensor, pipeline, data: the text takes its colour), "lesson:ID" or "help:PAGE".
// A backslash before one of \ * ` [ ] { } takes its meaning away. In code nothing is replaced.
#pragma once

#include "core/lesson/number_text.h"
#include "core/lesson/quantities.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

enum class Emphasis { None, Strong, Code };

struct ComputedNumber {
    Expression expression;
    NumberFormat format = NumberFormat::Number;
};

struct ProseSpan {
    std::string text;
    Emphasis emphasis = Emphasis::None;
    std::string target;                    // empty = none
    std::optional<ComputedNumber> number;  // then `text` is empty until it is rendered
    std::size_t at = 0;                    // byte of the target or the expression in the text that was parsed
    std::string where;                     // the same as a place, for whoever read the file to fill in
};

enum class BlockKind { Paragraph, Item, Code, DsConfig };  // DsConfig becomes Code when it is rendered
struct ProseBlock {
    BlockKind kind{};
    std::string mark;  // of an item: "•", "1."
    std::vector<ProseSpan> spans;
};
using Prose = std::vector<ProseBlock>;

// `refuse` hears of every fault: its problem and the byte of `text` where it stands. What is faulty is left out.
using ProseFaults = std::function<void(Problem problem, std::size_t at)>;
[[nodiscard]] Prose parseProse(std::string_view text, const ProseFaults& refuse);

// The spans with their numbers put in; a number that cannot be computed is refused.
[[nodiscard]] Result<Prose> renderProse(const Prose& prose, const QuantityScope& scope, Language language);
// Without any emphasis: blocks parted by line ends. Numbers must have been put in.
[[nodiscard]] std::string plainText(const Prose& prose);

// The place of byte `at` of a text that begins at the place `where`, all in one line.
[[nodiscard]] std::string placeFurther(const std::string& where, std::string_view text, std::size_t at);

[[nodiscard]] bool isMeaning(std::string_view target);  // one that is a colour

}  // namespace core
