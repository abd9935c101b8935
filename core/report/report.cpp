// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sections, one function each, in the order of the page.
#include "core/report/report.h"

#include "core/base/catalogue.h"
#include "core/base/text.h"
#include "core/plan/fields.h"
#include "core/planner/advice.h"
#include "core/planner/advice_rules.h"
#include "core/planner/derivations.h"
#include "core/planner/rivals.h"
#include "core/report/report_html.h"
#include "core/report/report_pictures.h"
#include "core/report/report_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

constexpr std::size_t kMostStages = 16;

class Page {
public:
    Page(const Snapshot& snapshot, const ReportOptions& options)
        : m_snapshot(snapshot)
        , m_plan(snapshot.plan)
        , m_options(options) {}

    Report make() {
        std::string body = title();
        body += m_snapshot.step ? figures() : fmt::format("<p class=\"bad\">{}</p>", say(ReportWord::Broken));
        body += advice() + layout();
        if (m_snapshot.memory) body += memory();
        if (m_snapshot.step) body += step() + run() + others() + formulas();
        body += assumptions();
        const char* language = m_options.language == Language::Chinese ? "zh-CN" : "en";
        return {htmlPage(m_options.form, language, visible(m_plan.name), body), std::move(m_pictures)};
    }

private:
    [[nodiscard]] std::string say(ReportWord which) const { return escaped(word(which, m_options.language)); }
    [[nodiscard]] std::string name(MemoryCategory category) const { return escaped(word(category, m_options.language)); }
    [[nodiscard]] std::string catalogueText(const std::string& code) const {
        std::string text = m_options.sentence ? m_options.sentence(code) : std::string(sentence(code));
        if (text.empty()) text = code;
        return text;
    }
    // Standing alone: a small first letter becomes a large one.
    [[nodiscard]] std::string titleOf(const std::string& code) const {
        std::string text = catalogueText(code);
        if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
        return escaped(text);
    }
    [[nodiscard]] std::string number(QuantityUnit unit, double value) const {
        return escaped(reportNumber(unit, value, m_options.language));
    }
    [[nodiscard]] std::string predicted(QuantityUnit unit, double value) const { return "○ " + number(unit, value); }
    [[nodiscard]] std::string quantity(std::string_view of) const {
        const PlanQuantity* row = findQuantity(of);
        const auto value = row->of(m_snapshot);
        return value ? predicted(row->unit, *value) : of == "cost" ? say(ReportWord::NoPrice) : "–";
    }
    [[nodiscard]] bool isVirtual() const { return m_plan.cluster.gpu == "virtual-card"; }

    [[nodiscard]] std::string picture(ReportPicture made) {
        if (m_options.form == ReportForm::WebPage) return made.svg + "\n";
        std::string html = fmt::format("<p><img src=\"{}\" width=\"{}\" height=\"{}\"></p>\n", made.name, made.width, made.height);
        m_pictures.push_back(std::move(made));
        return html;
    }

    [[nodiscard]] std::string title() const {
        const Accelerator* card = acceleratorOf(m_plan.cluster);
        std::string text = fmt::format("<h1>{}</h1>\n", escaped(visible(m_plan.name)));
        text += quiet(fmt::format("{} · {} {} · {} × {} · ○ {}{}", escaped(visible(m_plan.model.name)),
                                  escaped(threeDigits(double(m_snapshot.parameters.total))), say(ReportWord::Parameters),
                                  withThousands(m_plan.layout.cards()), escaped(card ? card->title : visible(m_plan.cluster.gpu)),
                                  say(ReportWord::Predicted), isVirtual() ? "; " + say(ReportWord::VirtualTime) : ""));
        return text;
    }

    [[nodiscard]] std::string figures() const {
        const MemoryEstimate& memory = *m_snapshot.memory;
        const std::string fits = memory.fits ? fmt::format("<span class=\"good\">{}</span>", say(ReportWord::Fits))
                                             : fmt::format("<span class=\"bad\">{}</span>", say(ReportWord::DoesNotFit));
        const std::pair<std::string, std::string> cells[] = {
            {say(ReportWord::Step), quantity("step_seconds")},
            {say(ReportWord::Rate), quantity("tokens_per_second")},
            {"MFU", quantity("mfu")},
            {fmt::format("{} {} {}, {}", say(ReportWord::Memory), say(ReportWord::OfCapacity), escaped(toText(memory.capacity)), fits),
             quantity("memory_bytes")},
            {say(ReportWord::Duration), quantity("days")},
            {say(ReportWord::Cost), quantity("cost")}};
        std::string captions, numbers;
        for (const auto& [caption, value] : cells) {
            captions += fmt::format("<td class=\"cap\">{}</td>", caption);
            numbers += fmt::format("<td class=\"big\">{}</td>", value);
        }
        return fmt::format("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\"><tr>{}</tr><tr>{}</tr></table>\n", numbers, captions);
    }

    [[nodiscard]] std::string problemText(const Problem& problem) const {
        std::string text = fillIn(catalogueText(problem.code), problem.params);
        if (!problem.fix.empty()) text += "; " + fillIn(catalogueText(problem.fix), problem.params);
        return escaped(text);
    }

    [[nodiscard]] std::string adviceLine(const Problem& problem) const {
        const bool error = problem.severity == Severity::Error, warning = problem.severity == Severity::Warning;
        return fmt::format("<p><span class=\"{}\">{}</span>: {}</p>\n", error ? "bad" : warning ? "warn" : "quiet",
                           say(error ? ReportWord::Error : warning ? ReportWord::Warning : ReportWord::Hint), problemText(problem));
    }

    [[nodiscard]] std::string advice() const {
        std::string text = heading(word(ReportWord::Advice, m_options.language));
        for (const Problem& problem : m_snapshot.problems) text += adviceLine(problem);
        if (m_snapshot.problems.empty()) text += fmt::format("<p class=\"good\">{}</p>\n", say(ReportWord::NothingWrong));
        for (const Advice& advice : adviceOn(m_snapshot)) text += adviceLine(advice.problem);
        if (m_snapshot.memory && !m_snapshot.memory->fits) text += waysText();
        if (const auto bubble = m_snapshot.step ? lessBubble(m_snapshot) : std::nullopt; bubble && bubble->microBatches > 0)
            text += fmt::format("<p>{}: {} → {}, ○ {} → ○ {}</p>\n", say(ReportWord::Bubble), m_plan.microBatches(),
                                bubble->microBatches, number(QuantityUnit::Share, bubble->before),
                                number(QuantityUnit::Share, bubble->after));
        return text;
    }

    // What of the plan each way changes, in the plan's own words.
    [[nodiscard]] std::string waysText() const {
        std::string text;
        for (const FitAdvice& way : waysToFit(m_plan, RunsOn::AnyFramework, Bytes(0), m_snapshot.calibration))
            text += fmt::format("<p>{}: {} (○ {}, {} {})</p>\n", say(ReportWord::WaysToFit), escaped(changesOf(way.plan)),
                                escaped(toText(way.peak)), say(ReportWord::StepTimes), threeDigits(way.stepRatio));
        return text;
    }
    [[nodiscard]] std::string changesOf(const Plan& to) const {
        std::string text;
        for (const Field& field : planFields()) {
            const FieldValue before = field.get(m_plan), after = field.get(to);
            if (before == after || field.pointer.starts_with("/cluster") || field.flag.empty()) continue;
            const std::string value = std::visit(
                [](const auto& v) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
                        return v;
                    else
                        return fmt::format("{}", v);
                },
                after);
            text += (text.empty() ? "" : " ") + field.flag + ' ' + value;
        }
        return text;
    }

    [[nodiscard]] std::string layout() const {
        const LayoutSpec& l = m_plan.layout;
        const auto onOff = [&](bool on) { return say(on ? ReportWord::On : ReportWord::Off); };
        std::vector<std::pair<std::string, std::string>> facts{
            {say(ReportWord::Cards),
             fmt::format("{} = {} × {}", withThousands(l.cards()), m_plan.cluster.nodes, m_plan.cluster.gpusPerNode)},
            {say(ReportWord::Tensor), std::to_string(l.tp)},
            {say(ReportWord::Pipeline), std::to_string(l.pp)},
            {say(ReportWord::Data), std::to_string(l.dp)}};
        if (l.cp > 1) facts.emplace_back(say(ReportWord::Context), std::to_string(l.cp));
        if (l.ep > 1) facts.emplace_back(say(ReportWord::Experts), std::to_string(l.ep));
        if (l.virtualStages > 1) facts.emplace_back(say(ReportWord::Chunks), std::to_string(l.virtualStages));
        facts.insert(facts.end(),
                     {{say(ReportWord::Framework), escaped(toText(m_plan.framework))},
                      {"ZeRO", std::to_string(m_plan.zero.stage)},
                      {say(ReportWord::GlobalBatch), withThousands(m_plan.batch.global)},
                      {say(ReportWord::MicroBatchSize), std::to_string(m_plan.batch.micro)},
                      {say(ReportWord::MicroBatches), std::to_string(m_plan.microBatches())},
                      {say(ReportWord::Sequence), withThousands(m_plan.sequence())},
                      {say(ReportWord::Precision), escaped(toText(m_plan.precision))},
                      {say(ReportWord::Schedule), escaped(toText(m_plan.schedule))},
                      {say(ReportWord::Recomputation), escaped(toText(m_plan.recompute))},
                      {say(ReportWord::SequenceParallel), onOff(m_plan.sequenceParallel == SequenceParallel::On)},
                      {say(ReportWord::Attention), escaped(toText(m_plan.attention))}});
        const std::size_t half = (facts.size() + 1) / 2;
        const std::vector<std::pair<std::string, std::string>> left(facts.begin(), facts.begin() + std::ptrdiff_t(half)),
            right(facts.begin() + std::ptrdiff_t(half), facts.end());
        return heading(word(ReportWord::Layout, m_options.language)) +
               fmt::format("<table width=\"100%\" cellspacing=\"0\"><tr><td width=\"47%\">{}</td><td width=\"6%\"></td><td "
                           "width=\"47%\">{}</td></tr></table>\n",
                           factTable(left), factTable(right));
    }

    [[nodiscard]] std::string memory() {
        const MemoryEstimate& memory = *m_snapshot.memory;
        std::vector<const StageMemory*> stages;
        for (const StageMemory& stage : memory.stages) stages.push_back(&stage);
        const std::size_t more = stages.size() > kMostStages ? stages.size() - kMostStages : 0;
        if (more > 0) {
            std::ranges::stable_sort(stages, std::greater(), [](const StageMemory* stage) { return stage->ledger.total(); });
            stages.resize(kMostStages);
        }
        std::string text = heading(word(ReportWord::MemoryOfStages, m_options.language));
        text += picture(memoryPicture(memory, stages, m_options.language));
        std::vector<HtmlColumn> columns{{say(ReportWord::StageNumber), CellAlign::Left}};
        for (int i = 0; i < kMemoryCategories; ++i)
            columns.push_back({swatch(coloursOf(MemoryCategory(i)).line) + name(MemoryCategory(i)) + ", GiB", CellAlign::Right});
        columns.push_back({"○ " + say(ReportWord::Total) + ", GiB", CellAlign::Right});
        std::vector<std::vector<std::string>> rows;
        for (const StageMemory* stage : stages) {
            std::vector<std::string>& row = rows.emplace_back();
            row.push_back(std::to_string(stage->stage.value));
            for (const Bytes bytes : stage->ledger.byCategory()) row.push_back(gibibytesText(bytes));
            row.push_back(gibibytesText(stage->ledger.total()));
        }
        text += htmlTable(columns, rows);
        if (more > 0) text += quiet(fmt::format("{} {}", more, say(ReportWord::MoreStages)));
        return text;
    }
    // One unit for the table; three digits of what is small.
    [[nodiscard]] static std::string gibibytesText(Bytes bytes) {
        const double gib = toGiB(bytes);
        return gib >= 10 || bytes == Bytes(0) ? fmt::format("{:.1f}", gib)
               : gib >= 0.1                   ? fmt::format("{:.2f}", gib)
                                              : fmt::format("{:.4f}", gib);
    }

    [[nodiscard]] std::string step() {
        const StepEstimate& step = *m_snapshot.step;
        std::string text = heading(word(ReportWord::WhereAStepGoes, m_options.language)) + picture(stepPicture(step));
        std::vector<std::vector<std::string>> rows;
        for (const StepPart& part : stepParts(step))
            rows.push_back({swatch(part.line) + titleOf(part.label), predicted(QuantityUnit::Time, part.seconds.value()),
                            number(QuantityUnit::Share, part.seconds / step.step)});
        rows.push_back({titleOf("quantity.step"), predicted(QuantityUnit::Time, step.step.value()), number(QuantityUnit::Share, 1)});
        return text + htmlTable({{say(ReportWord::Term), CellAlign::Left},
                                 {say(ReportWord::Time), CellAlign::Right},
                                 {say(ReportWord::Share), CellAlign::Right}},
                                rows);
    }

    [[nodiscard]] std::string run() const {
        std::vector<std::pair<std::string, std::string>> facts{
            {titleOf("term.budget"), predicted(QuantityUnit::TokenCount, m_snapshot.run->tokens)}};
        for (const char* name : {"steps", "days", "gpu_hours", "energy_kwh", "cost"})
            if (!isVirtual() || std::string_view(name) != "energy_kwh")
                facts.emplace_back(titleOf(std::string(findQuantity(name)->title)), quantity(name));
        return heading(word(ReportWord::Run, m_options.language)) + factTable(facts);
    }

    [[nodiscard]] std::string others() const {
        const StageMemory& heaviest =
            *std::ranges::max_element(m_snapshot.memory->stages, {}, [](const StageMemory& s) { return s.ledger.total(); });
        const Bytes ours = heaviest.ledger.total();
        std::vector<std::vector<std::string>> rows;
        for (const RivalEstimate& rival : rivalEstimates(m_plan)) {
            const Bytes theirs = rival.ledger.total();
            const LedgerGap gap = widestGap(rival.ledger, heaviest.ledger);
            rows.push_back({titleOf(rival.title), "○ " + escaped(toText(theirs)),
                            fmt::format("{:+.0f} %", 100 * (theirs / ours - 1)),
                            fmt::format("{}: {} / {}", name(gap.category), escaped(toText(gap.theirs)), escaped(toText(gap.ours)))});
        }
        return heading(word(ReportWord::OtherTools, m_options.language)) +
               htmlTable({{say(ReportWord::Tool), CellAlign::Left},
                          {say(ReportWord::Says), CellAlign::Right},
                          {say(ReportWord::Against), CellAlign::Right},
                          {say(ReportWord::DiffersIn), CellAlign::Right}},
                         rows);
    }

    [[nodiscard]] std::string formulas() const {
        std::vector<std::vector<std::string>> rows;
        for (const Derivation& d : deriveAll(m_snapshot)) {
            std::string numbers = escaped(d.numbers);
            if (!d.source.empty()) numbers += "<br>&nbsp; <span class=\"quiet\">" + escaped(d.source) + "</span>";
            rows.push_back({titleOf(std::string(d.quantity->title)), predicted(d.quantity->unit, d.value),
                            "&nbsp; " + formulaHtml(d.formula) + "<br>&nbsp; = " + numbers});
        }
        const char* sheet = m_options.form == ReportForm::RichText ? "<h2 style=\"page-break-before: always\">{}</h2>\n" : "<h2>{}</h2>\n";
        return fmt::format(fmt::runtime(sheet), say(ReportWord::Formulas)) +
               htmlTable({{say(ReportWord::Quantity), CellAlign::Left},
                          {say(ReportWord::Value), CellAlign::Right},
                          {say(ReportWord::Formula) + ", " + say(ReportWord::Numbers) + ", " + say(ReportWord::Source),
                           CellAlign::Left}},
                         rows);
    }

    [[nodiscard]] std::string assumptions() const {
        return heading(word(ReportWord::Assumptions, m_options.language)) + quiet(say(ReportWord::FormulasOnly)) +
               quiet(say(ReportWord::TimesAreRoofline)) + (m_options.producer.empty() ? "" : quiet(escaped(m_options.producer)));
    }

    const Snapshot& m_snapshot;
    const Plan& m_plan;
    const ReportOptions& m_options;
    std::vector<ReportPicture> m_pictures;
};

std::string unescaped(std::string text) {
    for (const auto& [entity, character] :
         {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
        for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at)
            text.replace(at, std::string_view(entity).size(), character);
    return text;
}

std::string between(std::string_view text, std::size_t& at, std::string_view open, std::string_view close) {
    const std::size_t begin = text.find(open, at);
    if (begin == std::string_view::npos) {
        at = begin;
        return {};
    }
    const std::size_t from = begin + open.size(), end = text.find(close, from);
    at = end;
    return end == std::string_view::npos ? std::string() : unescaped(std::string(text.substr(from, end - from)));
}

}  // namespace

Report makeReport(const Snapshot& snapshot, const ReportOptions& options) { return Page(snapshot, options).make(); }

std::map<std::string, std::string> readTranslatedCodes(std::string_view ts) {
    std::map<std::string, std::string> codes;
    for (std::size_t at = 0; at != std::string_view::npos;) {
        const std::string code = between(ts, at, "<source>", "</source>");
        if (at == std::string_view::npos) break;
        codes[code] = between(ts, at, "<translation>", "</translation>");
    }
    return codes;
}

}  // namespace core
