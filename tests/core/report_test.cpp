// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas behind the numbers, and the report: what a derivation's terms give is what the estimate says; a report holds
// the numbers, is one file, and takes nothing from a plan as markup.
#include "core/base/catalogue.h"
#include "core/planner/advice_rules.h"
#include "core/planner/derivations.h"
#include "core/report/report.h"
#include "core/report/report_words.h"
#include "tests/support/shipped_plan.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <numeric>

namespace {

const char* const kPlans[] = {"tiny-2x2x2", "gpt2-8xa100", "llama-2-7b-16xa100", "gpt3-175b-1024xa100", "bloom-176b-384xa100"};

double term(const core::Derivation& derivation, const char* label) {
    for (const core::DerivedTerm& t : derivation.terms)
        if (t.label == label) return t.value;
    return std::nan("");
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

QString htmlOf(const core::Snapshot& snapshot, core::Language language = core::Language::English) {
    return QString::fromStdString(core::makeReport(snapshot, {language, {}, core::ReportForm::WebPage, "Shardscope"}).html);
}

}  // namespace

class ReportTest : public QObject {
    Q_OBJECT

private slots:
    void adviceStandsInTheReport() {
        const core::Snapshot snapshot = core::evaluate(support::shippedPlan("gpt3-175b-1024xa100"));
        const auto advice = core::adviceOn(snapshot);
        QVERIFY(!advice.empty());
        const QString html = htmlOf(snapshot, core::Language::English);
        for (const core::Advice& each : advice)
            QVERIFY2(html.contains(QString::fromStdString(core::message(each.problem)).toHtmlEscaped()), each.rule->code);
    }
    void everyQuantityThatAPlanHasIsDerived() {
        for (const char* name : kPlans) {
            const core::Snapshot snapshot = core::evaluate(support::shippedPlan(name));
            QVERIFY(snapshot.step.has_value());
            for (const core::PlanQuantity& quantity : core::planQuantities()) {
                const auto value = quantity.of(snapshot);
                const auto derivation = core::derive(snapshot, quantity.name);
                QVERIFY2(derivation.has_value() == value.has_value(), quantity.name.data());
                if (!derivation) continue;
                QCOMPARE(derivation->value, *value);
                QVERIFY2(!derivation->formula.empty() && !derivation->numbers.empty(), quantity.name.data());
            }
        }
    }

    void theTermsGiveTheNumber() {
        for (const char* name : kPlans) {
            const core::Snapshot s = core::evaluate(support::shippedPlan(name));
            const auto of = [&](const char* quantity) { return *core::derive(s, quantity); };
            const auto sum = [](const core::Derivation& d, std::size_t from = 0) {
                return std::accumulate(d.terms.begin() + std::ptrdiff_t(from), d.terms.end(), 0.0,
                                       [](double all, const core::DerivedTerm& t) { return all + t.value; });
            };
            QVERIFY2(std::abs(sum(of("step_seconds")) / s.step->step.value() - 1) < 1e-6, name);
            QVERIFY(close(sum(of("parameters")), double(s.parameters.total)));
            for (const char* memory : {"memory_bytes", "parameters_bytes", "gradients_bytes", "optimizer_bytes", "activations_bytes",
                                       "temporary_bytes", "framework_bytes"})
                QVERIFY2(close(sum(of(memory), 1), of(memory).value), memory);  // behind the number of the stage
            const double step = s.step->step.value(), tokens = double(s.plan.batch.global) * s.plan.sequence();
            const auto mfu = of("mfu");
            QVERIFY(close(term(mfu, "term.model-flops") * tokens / (step * s.plan.layout.cards() * term(mfu, "term.peak")), mfu.value));
            const auto hfu = of("hfu");
            QVERIFY(close(term(hfu, "term.hardware-flops") * tokens / (step * s.plan.layout.cards() * term(hfu, "term.peak")), hfu.value));
            const auto bubble = of("bubble_fraction");
            const double even = 1 - term(bubble, "term.busy") / (term(bubble, "term.stages") * term(bubble, "term.pipeline-time"));
            QVERIFY2(std::abs(even - bubble.value) < 1e-6, name);
            const auto tensor = of("tensor_communication_seconds");
            QVERIFY(close(term(tensor, "term.tensor-sums") * term(tensor, "term.tensor-sum"), tensor.value));
            const auto idle = of("idle_seconds");
            const double rest = term(idle, "term.pipeline-time") - term(idle, "term.busiest") -
                                term(idle, "quantity.pipeline-communication");
            QVERIFY2(std::abs(rest - idle.value) < 1e-6 * step, name);
            const auto update = of("optimizer_seconds");
            QVERIFY(close(term(update, "term.updated") * term(update, "term.update-bytes") /
                              term(update, "term.memory-bandwidth"),
                          update.value));
        }
    }

    // Published: with P = 4 equal stages and m = 8 micro-batches 3/11 of the pipeline's time is bubble.
    void theBubbleOfEqualStagesStandsBesideIt() {
        core::Plan plan = support::shippedPlan("gpt3-175b-1024xa100");
        plan.layout.pp = 4;
        plan.layout.dp = 32;
        plan.batch = {1, 256};
        const auto bubble = core::derive(core::evaluate(plan), "bubble_fraction");
        QVERIFY(bubble.has_value());
        QCOMPARE(term(*bubble, "term.even-bubble"), 3.0 / 11);
    }

    void aReportHoldsTheNumbersAndNeedsNoOtherFile() {
        for (const char* name : kPlans) {
            const core::Snapshot s = core::evaluate(support::shippedPlan(name));
            const QString html = htmlOf(s);
            for (const char* quantity : {"step_seconds", "mfu", "memory_bytes", "days", "tokens_per_second"}) {
                const core::PlanQuantity* row = core::findQuantity(quantity);
                QVERIFY2(html.contains("○ " + QString::fromStdString(core::readable(row->unit, *row->of(s)))), quantity);
            }
            QVERIFY(html.contains("<svg"));
            QVERIFY(!html.contains(QRegularExpression("(src|href)=\"")));
            QVERIFY(html.size() < 200'000);
            QXmlStreamReader picture(html.mid(html.indexOf("<svg"), html.indexOf("</svg>") + 6 - html.indexOf("<svg")));
            while (!picture.atEnd()) picture.readNext();
            QVERIFY2(!picture.hasError(), qPrintable(picture.errorString()));
            QCOMPARE(htmlOf(s), html);
        }
    }

    void aReportInChineseHasNoEnglishHeadings() {
        const core::Snapshot s = core::evaluate(support::shippedPlan("llama-2-7b-16xa100"));
        QFile file(QString(SHARDSCOPE_SOURCE_DIR) + "/resources/i18n/codes_zh_CN.ts");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto codes = core::readTranslatedCodes(file.readAll().toStdString());
        QVERIFY(codes.size() > 500);
        QCOMPARE(codes.at("quantity.idle"), std::string("空闲"));
        const auto sentence = [&](const std::string& code) { return codes.at(code); };
        const QString html =
            QString::fromStdString(core::makeReport(s, {core::Language::Chinese, sentence, core::ReportForm::WebPage, {}}).html);
        QVERIFY(html.contains("lang=\"zh-CN\""));
        static const QRegularExpression heading("<h2>([^<]*)</h2>"), latin("[A-Za-z]{3,}");
        int headings = 0;
        for (auto found = heading.globalMatch(html); found.hasNext(); ++headings)
            QVERIFY2(!found.next().captured(1).contains(latin), qPrintable(html));
        QVERIFY(headings >= 8);
        QVERIFY(html.contains("张量通信"));
    }

    void everyWordIsThereInBothLanguages() {
        for (int i = 0; i <= int(core::ReportWord::FormulasOnly); ++i)
            for (const core::Language language : core::kLanguages)
                QVERIFY2(!core::word(core::ReportWord(i), language).empty(), qPrintable(QString::number(i)));
    }

    void namesAreTextAndNotMarkup() {
        core::Plan plan = support::shippedPlan("gpt2-8xa100");
        plan.name = "<script>alert(\"x\")</script> & more\x1b[2J";
        plan.model.name = "<b>bold</b>";
        const QString html = htmlOf(core::evaluate(plan));
        QVERIFY(!html.contains("<script>") && !html.contains("<b>bold"));
        QVERIFY(html.contains("&lt;script&gt;"));
        QVERIFY(!html.contains(QChar(0x1b)));
    }

    void aPlanThatBreaksARuleHasAReportThatSaysSo() {
        core::Plan plan = support::shippedPlan("llama-2-7b-16xa100");
        plan.layout.tp = 3;  // divides no 32 heads
        const core::Snapshot s = core::evaluate(plan);
        QVERIFY(!s.step.has_value());
        const QString html = htmlOf(s);
        QVERIFY(html.contains("This plan breaks a rule"));
        QVERIFY(html.contains("class=\"bad\">problem"));
    }

    void aPlanThatDoesNotFitGetsTheChangesThatWould() {
        core::Plan plan = support::shippedPlan("llama-2-7b-16xa100");
        plan.batch.micro = 4;
        const core::Snapshot s = core::evaluate(plan);
        QVERIFY(s.memory && !s.memory->fits);
        QVERIFY(htmlOf(s).contains("Smallest changes that fit"));
    }

    void richTextNamesItsPictures() {
        const core::Report report = core::makeReport(core::evaluate(support::shippedPlan("gpt2-8xa100")),
                                                     {core::Language::English, {}, core::ReportForm::RichText, {}});
        QCOMPARE(report.pictures.size(), std::size_t(2));
        for (const core::ReportPicture& picture : report.pictures)
            QVERIFY(report.html.find("src=\"" + picture.name + "\"") != std::string::npos);
        QVERIFY(report.html.find("<svg") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
