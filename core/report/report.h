// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One page about a plan for whoever decides: figures, layout, memory of every stage, where a step goes, the whole run,
// what is wrong or could be better, the formulas with their values, what other tools say. One HTML text that needs no
// other file. Every number is predicted and says so. Pure: the same plan gives the same bytes.
#pragma once

#include "core/evaluate.h"
#include "core/lesson/language.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// WebPage: a style sheet and pictures in the text. RichText: what a text document without a browser understands, tables
// of plain colours; its pictures are named images that the caller draws.
enum class ReportForm { WebPage, RichText };

struct ReportOptions {
    Language language = Language::English;
    // The catalogue's sentence of a code in that language, placeholders unfilled; empty function = English.
    std::function<std::string(const std::string& code)> sentence;
    ReportForm form = ReportForm::WebPage;
    std::string producer;  // "Shardscope 0.3.0", in the footer
};

struct ReportPicture {
    std::string name;  // "memory-bars.svg"
    std::string svg;
    double width = 0, height = 0;  // CSS pixels
};

struct Report {
    std::string html;
    std::vector<ReportPicture> pictures;  // of RichText
};

// A plan that breaks rules has a report too: its layout and what is wrong.
[[nodiscard]] Report makeReport(const Snapshot& snapshot, const ReportOptions& options);

// Codes and sentences of a Qt translation file such as resources/i18n/codes_zh_CN.ts: what `sentence` above looks up where
// there is no Qt.
[[nodiscard]] std::map<std::string, std::string> readTranslatedCodes(std::string_view ts);

}  // namespace core
