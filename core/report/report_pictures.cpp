// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_pictures.h"

#include "core/base/text.h"
#include "core/report/report_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

constexpr double kWidth = 700, kLabels = 70, kFigures = 90, kBar = 14, kPitch = 22, kTop = 18;

constexpr BarColours kBlue{"#BDDAEB", "#005E93"}, kOrange{"#F8E6BD", "#9A6700"}, kPurple{"#F2DCE8", "#A14C7C"},
    kGreen{"#BDE6DB", "#00795A"}, kSky{"#D3ECF9", "#2676A6"}, kGrey{"#D9DADE", "#4A505B"}, kIdle{"#FFFFFF", "#858B97"};

std::string box(double x, double y, double width, double height, const BarColours& colours) {
    return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" stroke=\"{}\"/>", x + 0.5,
                       y + 0.5, std::max(0.0, width - 1), height - 1, colours.fill, colours.line);
}

std::string label(double x, double y, const char* anchor, const std::string& text, const char* colour = "#191C22") {
    return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\" font-size=\"11\" font-family=\"Roboto, 'Noto Sans', "
                       "'DejaVu Sans', 'Noto Sans CJK SC', 'WenQuanYi Micro Hei', sans-serif\" fill=\"{}\">{}</text>",
                       x, y, anchor, colour, text);
}

std::string opened(double height) {
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                       "role=\"img\">",
                       kWidth, height);
}

}  // namespace

BarColours coloursOf(MemoryCategory category) {
    constexpr BarColours colours[] = {kBlue, kOrange, kPurple, kGreen, kSky, kGrey};
    return colours[std::size_t(category)];
}

ReportPicture memoryPicture(const MemoryEstimate& memory, const std::vector<const StageMemory*>& stages, Language language) {
    const double height = kTop + kPitch * double(stages.size()) + 4, room = kWidth - kLabels - kFigures;
    const double capacity = double(memory.capacity.value());
    const double end = std::max(capacity, double(memory.peak().value())) * 1.02;
    std::string svg = opened(height);
    double y = kTop;
    for (const StageMemory* stage : stages) {
        svg += label(0, y + kBar - 3, "start", fmt::format("{} {}", word(ReportWord::StageNumber, language), stage->stage.value));
        double x = kLabels;
        for (int i = 0; i < kMemoryCategories; ++i) {
            const double width = double(stage->ledger.of(MemoryCategory(i)).value()) / end * room;
            if (width >= 1.2) svg += box(x, y, width, kBar, coloursOf(MemoryCategory(i)));
            x += width;
        }
        svg += label(kWidth, y + kBar - 3, "end", toText(stage->ledger.total()));
        y += kPitch;
    }
    const double limit = kLabels + capacity / end * room;
    svg += fmt::format("<line x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#B3261E\" stroke-width=\"1.5\"/>", limit,
                       kTop - 4, height);
    svg += label(limit, kTop - 7, "end", word(ReportWord::CardLimit, language) + ' ' + toText(memory.capacity), "#B3261E");
    return {"memory-bars.svg", svg + "</svg>", kWidth, height};
}

std::vector<StepPart> stepParts(const StepEstimate& step) {
    return {{"term.forward", step.forward, kBlue.fill, kBlue.line},
            {"term.backward", step.backward, kOrange.fill, kOrange.line},
            {"quantity.tensor-communication", step.tensorCommunication, kSky.fill, "#A84A00"},
            {"quantity.pipeline-communication", step.pipelineCommunication, kSky.fill, "#005E93"},
            {"quantity.data-communication", step.dataCommunication, kSky.fill, "#00795A"},
            {"quantity.update", step.optimizer, kPurple.fill, kPurple.line},
            {"quantity.idle", step.idle, kIdle.fill, kIdle.line}};
}

ReportPicture stepPicture(const StepEstimate& step) {
    constexpr double kHeight = kBar + 6;
    std::string svg = opened(kHeight);
    double x = 0;
    for (const StepPart& part : stepParts(step)) {
        const double width = step.step.value() > 0 ? part.seconds / step.step * kWidth : 0;
        if (width >= 1.2) svg += box(x, 2, width, kBar, {part.fill, part.line});
        x += width;
    }
    return {"step-bar.svg", svg + "</svg>", kWidth, kHeight};
}

}  // namespace core
