// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The message catalogue: one English sentence per code, with {parameter} placeholders. Problems, remedies,
// ledger labels and field names travel as codes; ui translates the same codes. Sentences are written so that
// "MESSAGE; FIX" reads as one: no capital first letter unless a name, no full stop. A room adds its rows to
// its own table, catalogue_ROOM.cpp.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct Sentence {
    std::string_view code;  // "layout.tp-divides-heads"; remedies begin with "fix."
    std::string_view text;  // "tp={tp} does not divide {heads} attention heads"
};

// Empty when no table has the code.
[[nodiscard]] std::string_view sentence(std::string_view code);
// A placeholder without its parameter stays as it is written; control characters of a parameter are made visible.
[[nodiscard]] std::string fillIn(std::string_view text, const std::map<std::string, std::string>& params);
// Every row of every table, for translators and tests.
[[nodiscard]] std::vector<Sentence> catalogue();

// The tables, one per room.
[[nodiscard]] std::span<const Sentence> fileSentences();
[[nodiscard]] std::span<const Sentence> planSentences();
[[nodiscard]] std::span<const Sentence> scheduleSentences();
[[nodiscard]] std::span<const Sentence> telemetrySentences();
[[nodiscard]] std::span<const Sentence> memorySentences();
[[nodiscard]] std::span<const Sentence> engineSentences();
[[nodiscard]] std::span<const Sentence> dataSentences();
[[nodiscard]] std::span<const Sentence> checkpointSentences();
[[nodiscard]] std::span<const Sentence> importSentences();
[[nodiscard]] std::span<const Sentence> lessonSentences();
[[nodiscard]] std::span<const Sentence> commandLineSentences();
[[nodiscard]] std::span<const Sentence> configSentences();
[[nodiscard]] std::span<const Sentence> exportSentences();
[[nodiscard]] std::span<const Sentence> workflowSentences();
[[nodiscard]] std::span<const Sentence> adviceSentences();
[[nodiscard]] std::span<const Sentence> plannerSentences();

}  // namespace core
