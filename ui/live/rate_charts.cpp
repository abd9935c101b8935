// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/rate_charts.h"

#include "core/lr/lr_schedule.h"
#include "ui/kit/format.h"
#include "ui/kit/view_header.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"

#include <QLayout>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kBandColumns = 120;
constexpr int kPlannedPoints = 400;

// "× 10⁻³": the power of ten that leaves one digit before the point.
QString powerText(int exponent) {
    static constexpr char16_t kDigits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString text = QStringLiteral("× 10");
    if (exponent < 0) text += u'⁻';
    for (const QChar digit : QString::number(std::abs(exponent))) text += QChar(kDigits[digit.digitValue()]);
    return text;
}

// "4.0e-3", where there is no room for "4.00 × 10⁻³".
QString shortRate(double mantissa, int exponent) {
    return fixedDigits(mantissa, 1) + QLatin1Char('e') + QString::number(exponent);
}

bool hasRoom(ViewHeader& header) {
    header.layout()->activate();
    return header.layout()->minimumSize().width() <= header.width();
}

double endOf(const core::Series& series) { return std::max(series.back().x, 10.0); }

}  // namespace

ThroughputChart::ThroughputChart(const Hall& hall, QWidget* parent)
    : LiveChart(hall, tr("Throughput"), tr("Tokens per second, with the predicted rate beside it."), parent)
    , m_band(chart().addBand(Meaning::Activations))
    , m_line(chart().addLine({tr("tokens per second"), Meaning::Activations, Stroke::Measured})) {}

// Tokens of a step over its virtual time; the number of tokens is the same in every step.
void ThroughputChart::followRates() {
    const core::Series& virtualMs = run().series().virtualMs;
    const bool cut = virtualMs.size() < m_rates.size() ||
                     (!m_rates.empty() && virtualMs[m_rates.size() - 1].x != m_rates.back().x);
    if (cut) m_rates.clear();
    for (std::size_t i = m_rates.size(); i < virtualMs.size(); ++i) {
        const double seconds = virtualMs[i].y / 1e3;
        m_rates.append(virtualMs[i].x,
                       seconds > 0 ? double(run().lastStep()->tokens) / seconds : std::nan(""));
    }
}

void ThroughputChart::refresh() {
    const bool simulated = run().lastStep()->virtualMs > 0;
    if (simulated) followRates();
    const core::Series& rates = simulated ? m_rates : run().series().tokensPerSecond;
    const core::Series& smooth = m_smoothed.follow(rates);
    const auto& prediction = run().prediction();
    const double predicted = prediction && prediction->step ? prediction->step->tokensPerSecond : 0;
    const bool thousands = smooth.back().y >= 1e3;
    const double scale = thousands ? 1e-3 : 1;
    header().setKinds({{simulated ? NumberKind::Simulated : NumberKind::Measured, {}}});
    header().setFigureWithUnit(threeDigits(smooth.back().y * scale),
                               thousands ? tr("k tokens/s") : tr("tokens/s"));
    chart().setCaption(simulated ? tr("virtual time, average of %1").arg(m_smoothed.steps())
                                 : tr("wall clock, average of %1").arg(m_smoothed.steps()));
    chart().setDataRange(0, endOf(rates));
    chart().setBand(m_band, band(rates, kBandColumns, scale));
    chart().setLine(m_line, curve(smooth, scale));
    chart().setReferences({});
    if (predicted > 0) chart().setReferences({{predicted * scale, tr("predicted"), ReferenceStroke::Dashed}});
}

GradientNormChart::GradientNormChart(const Hall& hall, QWidget* parent)
    : LiveChart(hall, tr("Gradient norm"), tr("Norm before clipping, with the limit."), parent)
    , m_band(chart().addBand(Meaning::Gradients))
    , m_line(chart().addLine({tr("gradient norm"), Meaning::Gradients, Stroke::Measured})) {
    chart().setYFit(YFloor::Zero);
}

QString GradientNormChart::lossScaleText() const {
    const core::StepEvent& step = *run().lastStep();
    if (step.lossScale == 1) return {};
    const QString scale = QLocale().toString(step.lossScale, 'g', 10);
    return step.skipped ? tr("loss scale %1, step skipped").arg(scale) : tr("loss scale %1").arg(scale);
}

void GradientNormChart::refresh() {
    const core::Series& norms = run().series().gradNorm;
    header().setKinds({{NumberKind::Measured, {}}});
    header().setFigureWithUnit(threeDigits(norms.back().y), {});
    chart().setDataRange(0, endOf(norms));
    const QString average = tr("average of %1 steps").arg(m_smoothed.steps());
    const QString scale = lossScaleText();
    chart().setCaption(scale.isEmpty() ? average : average + QStringLiteral(", ") + scale);
    const double clip = run().plan().optimizer.clip;
    chart().setReferences({});
    if (clip > 0)
        chart().setReferences(
            {{clip, tr("clipped at %1").arg(fixedDigits(clip, 1)), ReferenceStroke::Dashed}});
    chart().setBand(m_band, band(norms, kBandColumns));
    chart().setLine(m_line, curve(m_smoothed.follow(norms)));
}

LearningRateChart::LearningRateChart(const Hall& hall, LearningRateOf of, QWidget* parent)
    : LiveChart(hall, tr("Learning rate"), tr("Warm-up and cosine, with the planned curve."), parent)
    , m_of(of)
    , m_planned(chart().addLine({tr("planned"), Meaning::Optimizer, Stroke::Predicted}))
    , m_line(chart().addLine({tr("learning rate"), Meaning::Optimizer, Stroke::Measured})) {
    chart().setYFit(YFloor::Zero);
    if (of == LearningRateOf::Plan) connect(&hall.evaluator, &Evaluator::evaluated, this, &LearningRateChart::later);
}

bool LearningRateChart::hasRunOf(const core::Plan& plan) const {
    const core::Plan& ran = run().plan();
    return hasRun() && ran.lrSchedule == plan.lrSchedule && ran.optimizer.lr == plan.optimizer.lr && ran.run.steps == plan.run.steps;
}

void LearningRateChart::resizeEvent(QResizeEvent* event) {
    LiveChart::resizeEvent(event);
    if (showsData() && hasData()) refresh();  // the figure is as long as there is room
}

void LearningRateChart::refresh() {
    const core::Plan& plan = m_of == LearningRateOf::Run ? run().plan() : hall().document.plan();
    static const core::Series kNone;
    const core::Series& rates = m_of == LearningRateOf::Run || hasRunOf(plan) ? run().series().learningRate : kNone;
    const double peak = plan.optimizer.lr;
    const int exponent = peak > 0 ? int(std::floor(std::log10(peak) + 1e-9)) : 0;
    const double scale = std::pow(10.0, -exponent);
    const auto steps = std::max<std::int64_t>(plan.run.steps, rates.empty() ? 0 : std::int64_t(rates.back().x));
    std::vector<QPointF> planned;
    const std::int64_t each = std::max<std::int64_t>(1, steps / kPlannedPoints);
    for (std::int64_t step = 1; step <= steps; step += each)
        planned.emplace_back(double(step),
                             core::learningRate(plan.lrSchedule, peak, step - 1, plan.run.steps) * scale);
    const double newest = rates.empty() ? peak : rates.back().y;
    header().setKinds({{rates.empty() ? NumberKind::Predicted : NumberKind::Measured, {}}});
    header().setFigureWithUnit(fixedDigits(newest * scale, 2), powerText(exponent));
    if (!hasRoom(header())) header().setFigureWithUnit(shortRate(newest * scale, exponent), {});
    chart().setCaption(powerText(exponent));
    chart().setDataRange(0, double(steps));
    chart().setLine(m_planned, std::move(planned));
    chart().setLine(m_line, curve(rates, scale));
    chart().setNewest(m_line, {});
}

}  // namespace ui
