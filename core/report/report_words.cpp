// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row a word, in the order of the enum; a test holds the table whole.
#include "core/report/report_words.h"

#include "core/planner/derivations.h"

#include <array>

namespace core {

namespace {

struct Row {
    ReportWord which;
    const char* english;
    const char* chinese;
};

using enum ReportWord;
constexpr Row kRows[] = {
    {Predicted, "predicted", "预测"},
    {VirtualTime, "virtual time: as if each virtual card had a core of its own", "虚拟时间：如同每张虚拟卡独占一个核"},
    {Fits, "fits", "放得下"},
    {DoesNotFit, "does not fit", "放不下"},
    {Broken, "This plan breaks a rule; there is no estimate.", "此方案违反规则，没有估算。"},
    {OfCapacity, "of", "／容量"},
    {Layout, "Layout", "布局"},
    {Model, "Model", "模型"},
    {Parameters, "Parameters", "参数量"},
    {ReportWord::Cards, "Cards", "卡"},
    {Tensor, "Tensor parallel T", "张量并行 T"},
    {Context, "Context parallel C", "上下文并行 C"},
    {Pipeline, "Pipeline parallel P", "流水线并行 P"},
    {Data, "Data parallel D", "数据并行 D"},
    {Experts, "Expert parallel E", "专家并行 E"},
    {Chunks, "Model chunks a rank", "每个 rank 的模型块数"},
    {ReportWord::Framework, "Framework", "框架"},
    {GlobalBatch, "Global batch, sequences", "全局批大小（序列）"},
    {MicroBatchSize, "Micro-batch, sequences", "微批大小（序列）"},
    {MicroBatches, "Micro-batches of a replica", "每个副本的微批数"},
    {ReportWord::Sequence, "Sequence, tokens", "序列长度（token）"},
    {ReportWord::Precision, "Precision", "精度"},
    {ReportWord::Schedule, "Schedule", "调度"},
    {Recomputation, "Recomputation", "重计算"},
    {ReportWord::SequenceParallel, "Sequence parallel", "序列并行"},
    {Attention, "Attention", "注意力"},
    {ReportWord::On, "on", "开"},
    {ReportWord::Off, "off", "关"},
    {ReportWord::Step, "Step", "每步"},
    {Rate, "Rate of the job", "总吞吐"},
    {ReportWord::Memory, "Heaviest card", "占用最多的卡"},
    {Run, "The whole run", "整个训练"},
    {Duration, "Duration", "时长"},
    {Cost, "Cost", "费用"},
    {NoPrice, "no price given", "未给出价格"},
    {MemoryOfStages, "Memory of the heaviest card of each stage", "各阶段占用最多的卡的显存"},
    {HeaviestCard, "heaviest card", "占用最多的卡"},
    {StageNumber, "Stage", "阶段"},
    {Total, "Total", "合计"},
    {MoreStages, "further stages need less", "个其他阶段占用更少"},
    {CardLimit, "memory of a card", "单卡显存"},
    {WhereAStepGoes, "Where a step goes, busiest pipeline rank", "一步的时间去向（最忙的流水线级）"},
    {ReportWord::Time, "Time", "时间"},
    {ReportWord::Share, "Share", "占比"},
    {ReportWord::Quantity, "Quantity", "量"},
    {Value, "Value", "数值"},
    {Formula, "Formula", "公式"},
    {Numbers, "With its values", "代入数值"},
    {Source, "Source", "来源"},
    {Formulas, "Where the numbers come from", "数字从何而来"},
    {Advice, "Problems and advice", "问题与建议"},
    {NothingWrong, "This plan keeps every rule.", "此方案遵守所有规则。"},
    {ReportWord::Error, "problem", "问题"},
    {ReportWord::Warning, "warning", "警告"},
    {Hint, "note", "提示"},
    {WaysToFit, "Smallest changes that fit", "能放下的最小改动"},
    {StepTimes, "step ×", "每步时间 ×"},
    {ReportWord::Bubble, "Micro-batches that make the bubble smaller", "能减小气泡的微批数"},
    {OtherTools, "What other tools say for one card", "其他工具对单卡的估算"},
    {Tool, "Tool", "工具"},
    {Says, "Says", "给出"},
    {Against, "against ours", "与本估算相比"},
    {DiffersIn, "Differs most in", "差别最大的项"},
    {Term, "Term", "项"},
    {Assumptions, "Assumptions", "假设"},
    {TimesAreRoofline,
     "Times come from a roofline and an alpha-beta model without stragglers or interference: they rank layouts, they are "
     "no promise.",
     "时间来自 roofline 与 alpha-beta 模型，不含掉队与干扰：可用来比较布局，不是承诺。"},
    {FormulasOnly, "All numbers are predicted by formulas; nothing was measured.", "所有数字均由公式预测，未经测量。"},
};

constexpr std::array<std::pair<const char*, const char*>, kMemoryCategories> kCategories{{{"Parameters", "参数"},
                                                                                          {"Gradients", "梯度"},
                                                                                          {"Optimizer", "优化器"},
                                                                                          {"Activations", "激活"},
                                                                                          {"Temporary", "临时"},
                                                                                          {"Framework", "框架"}}};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const auto at = text.find(what);
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

}  // namespace

std::string word(ReportWord which, Language language) {
    for (const Row& row : kRows)
        if (row.which == which) return language == Language::Chinese ? row.chinese : row.english;
    return {};
}

std::string word(MemoryCategory category, Language language) {
    const auto& [english, chinese] = kCategories[std::size_t(category)];
    return language == Language::Chinese ? chinese : english;
}

std::string reportNumber(QuantityUnit unit, double value, Language language) {
    std::string text = readable(unit, value);
    if (language == Language::English) return text;
    if (unit == QuantityUnit::CardHours) return replaced(std::move(text), "card-hours", "卡时");
    if (unit == QuantityUnit::Days) return replaced(std::move(text), "days", "天");
    if (unit == QuantityUnit::Money) return replaced(std::move(text), "USD", "美元");
    return unit == QuantityUnit::Time ? replaced(std::move(text), "days", "天") : text;
}

}  // namespace core
