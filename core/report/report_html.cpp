// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_html.h"

#include <fmt/format.h>

namespace core {

namespace {

// Colours of the explorer's light theme. Rules that a text document does not know are the browser's alone.
constexpr std::string_view kStyle = R"(
body { font-family: Roboto, "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif; font-size: 13px;
  color: #191C22; background: #FFFFFF; max-width: 860px; margin: 24px auto; padding: 0 20px; line-height: 1.4; }
h1 { font-size: 20px; font-weight: 500; margin: 0 0 4px 0; }
h2 { font-size: 15px; font-weight: 500; margin: 22px 0 6px 0; }
table { border-collapse: collapse; width: 100%; }
th { font-size: 12px; font-weight: 500; color: #535A67; text-align: left; }
td, th { padding: 3px 8px 3px 0; vertical-align: top; }
td { border-top: 1px solid #E8EAEE; }
td.n, th.n { text-align: right; white-space: nowrap; }
td.big { font-size: 17px; font-weight: 500; border: 0; }
td.cap { color: #535A67; font-size: 12px; border: 0; }
p { margin: 4px 0; }
.quiet { color: #535A67; font-size: 12px; }
.bad { color: #B3261E; } .warn { color: #8A5300; } .good { color: #1B7446; }
svg { max-width: 100%; height: auto; display: block; margin: 4px 0 8px 0; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
)";

// Of a text document, tighter, so that what decides stands on the first sheet of paper.
constexpr std::string_view kPrintStyle = R"(
body { font-family: Roboto, "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", "WenQuanYi Micro Hei"; font-size: 11px; color: #191C22; }
h1 { font-size: 18px; font-weight: 500; margin: 0 0 2px 0; }
h2 { font-size: 13px; font-weight: 500; margin: 9px 0 2px 0; }
table { border-collapse: collapse; }
th { font-size: 10px; font-weight: 500; color: #535A67; }
td { border-top: 1px solid #E8EAEE; }
td.big { font-size: 14px; font-weight: 500; border: 0; }
td.cap { color: #535A67; font-size: 10px; border: 0; }
p { margin: 1px 0; }
.quiet { color: #535A67; font-size: 10px; }
.bad { color: #B3261E; } .warn { color: #8A5300; } .good { color: #1B7446; }
)";

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

std::string formulaHtml(std::string_view formula) {
    const std::string text = escaped(formula);
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::string html;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            html += text[i];
            continue;
        }
        std::size_t end = i + 1;
        while (end < text.size() && isLetter(text[end])) ++end;
        html += "<sub>" + text.substr(i + 1, end - i - 1) + "</sub>";
        i = end - 1;
    }
    return html;
}

std::string htmlTable(const std::vector<HtmlColumn>& columns, const std::vector<std::vector<std::string>>& rows) {
    const auto classOf = [&](std::size_t column) {
        return columns[column].align == CellAlign::Right ? " class=\"n\" align=\"right\"" : " align=\"left\"";
    };
    std::string html = "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\"><tr>";
    for (std::size_t i = 0; i < columns.size(); ++i)
        html += fmt::format("<th{}>{}</th>", classOf(i), columns[i].title);
    html += "</tr>\n";
    for (const auto& row : rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) html += fmt::format("<td{}>{}</td>", classOf(i), row[i]);
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

std::string factTable(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string html = "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">";
    for (const auto& [name, value] : facts)
        html += fmt::format("<tr><td>{}</td><td class=\"n\" align=\"right\">{}</td></tr>\n", name, value);
    return html + "</table>\n";
}

std::string heading(std::string_view text) { return fmt::format("<h2>{}</h2>\n", escaped(text)); }

std::string quiet(std::string_view html) { return fmt::format("<p class=\"quiet\">{}</p>\n", html); }

std::string swatch(std::string_view colour) { return fmt::format("<span style=\"color:{}\">■</span> ", colour); }

std::string htmlPage(ReportForm form, std::string_view language, std::string_view title, std::string_view body) {
    return fmt::format("<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>{}</style></head>\n"
                       "<body>\n{}</body></html>\n",
                       language, escaped(title), form == ReportForm::WebPage ? kStyle : kPrintStyle, body);
}

}  // namespace core
