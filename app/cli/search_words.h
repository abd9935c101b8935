// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search of layouts found, as JSON and as text with its assumptions, and why the others were left out.
#pragma once

#include "app/cli/answer.h"
#include "core/planner/search.h"

#include <cstdint>
#include <string>
#include <vector>

namespace app {

enum class BatchSource { Given, Usual };  // Usual: four million tokens, because nothing said otherwise

struct Rejection {
    std::int64_t count = 0;
    std::string code, sentence;  // the sentence of the first case
};
// The most frequent first.
[[nodiscard]] std::vector<Rejection> rejectionsOf(const core::SearchResult& result);

[[nodiscard]] std::string layoutWords(const core::Plan& plan);
[[nodiscard]] Json resultJson(const core::SearchResult& result);
// `reserve`: the share of a card that was to stay free.
[[nodiscard]] std::string resultText(const core::SearchResult& result, const core::Plan& base, BatchSource batch, double reserve);

}  // namespace app
