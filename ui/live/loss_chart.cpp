// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/loss_chart.h"

#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/format.h"
#include "ui/kit/view_header.h"
#include "ui/state/plan_document.h"

#include <QFileInfo>

namespace ui {
namespace {

LegendEntry lineEntry(Swatch swatch, const QString& name, const QString& shortName, Meaning meaning) {
    LegendEntry entry;
    entry.swatch = swatch;
    entry.name = name;
    entry.shortName = shortName;
    entry.meaning = meaning;
    return entry;
}

constexpr std::array<Meaning, 2> kEarlier = {Meaning::Activations, Meaning::Optimizer};  // the run before, the one before that

std::vector<LegendEntry> lossLegend(std::size_t smoothedOver) {
    return {
        lineEntry(Swatch::Line, LossChart::tr("training, average of %1 steps").arg(smoothedOver),
                  LossChart::tr("average of %1 steps").arg(smoothedOver), Meaning::Parameters),
        lineEntry(Swatch::FaintLine, LossChart::tr("each step"), LossChart::tr("each"), Meaning::Parameters),
        lineEntry(Swatch::RingLine, LossChart::tr("held out"), {}, Meaning::Gradients)};
}

// "Text: fortunes, 2.4 MB, the last 5 % held out."
QString corpusSentence(const core::DataSpec& data, const std::optional<core::HelloEvent>& hello) {
    if (hello && !hello->corpus.empty())
        return LossChart::tr("Text: %1.").arg(QString::fromStdString(hello->corpus));
    const QString name = data.path.empty() ? LossChart::tr("real text found on this machine")
                                           : QFileInfo(QString::fromStdString(data.path)).fileName();
    return LossChart::tr("Text: %1, the last %2 held out.")
        .arg(name, withUnit(QLocale().toString(data.heldOutFraction * 100, 'g', 3), QStringLiteral("%")));
}

bool isGoingOn(EngineState state) {
    using enum EngineState;
    return state != Off && state != Finished && state != Stopped && state != Failed;
}

}  // namespace

LossChart::LossChart(const Hall& hall, QWidget* parent)
    : LiveChart(hall, tr("Loss"), {}, parent)
    , m_raw(chart().addLine({tr("training, every step"), Meaning::Parameters, Stroke::Raw}))
    , m_training(chart().addLine({tr("training"), Meaning::Parameters, Stroke::Measured}))
    , m_heldOut(chart().addLine({tr("held out"), Meaning::Gradients, Stroke::Sparse}))
    , m_before{chart().addLine({tr("the run before"), kEarlier[0], Stroke::Raw}),
               chart().addLine({tr("the run before that"), kEarlier[1], Stroke::Raw})} {
    m_legend = header().addLegend();
    showLegend();
    m_follow = header().addIconButton(Icon::Follow, tr("Follow the newest step"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &Button::toggled, &chart(), &LineChart::setFollowing);
    connect(&chart(), &LineChart::followingChanged, m_follow, &Button::setChecked);
    m_start = new Button(ButtonKind::Normal, Icon::Play, tr("Start"));
    emptyState().setButton(m_start);
    connect(m_start, &Button::clicked, this, &LiveChart::startRequested);
}

void LossChart::setEarlier(std::vector<core::Series> curves) {
    m_earlier = std::move(curves);
    showLegend();
    later();
}

void LossChart::showLegend() {
    std::vector<LegendEntry> entries = lossLegend(m_smoothed.steps());
    if (!m_earlier.empty()) entries.push_back(lineEntry(Swatch::FaintLine, tr("the run before"), tr("before"), kEarlier[0]));
    if (m_earlier.size() > 1)
        entries.push_back(lineEntry(Swatch::FaintLine, tr("the run before that"), tr("before that"), kEarlier[1]));
    m_legend->setEntries(std::move(entries));
}

void LossChart::refreshEmpty() {
    m_legend->hide();
    m_follow->hide();
    m_start->setVisible(!isGoingOn(run().state()));
    const core::Plan& plan = run().hasRun() ? run().plan() : hall().document.plan();
    emptyState().setSentence(tr("Training and held-out loss appear with the first step.") + u'\n' +
                             corpusSentence(plan.data, run().hello()));
}

void LossChart::refresh() {
    m_legend->show();
    m_follow->show();
    header().setKinds({{NumberKind::Measured, {}}});
    header().setFigure(run().watched().isEmpty() ? tr("nat per byte") : QString());
    const RunSeries& series = run().series();
    const core::Series& smooth = m_smoothed.follow(series.loss);
    double last = std::max(series.loss.back().x, 10.0);
    for (std::size_t i = 0; i < m_before.size(); ++i) {
        const bool drawn = i < m_earlier.size() && !m_earlier[m_earlier.size() - 1 - i].empty();
        chart().setLine(m_before[i], drawn ? curve(m_earlier[m_earlier.size() - 1 - i]) : std::vector<QPointF>());
        if (drawn) last = std::max(last, m_earlier[m_earlier.size() - 1 - i].back().x);
    }
    chart().setDataRange(0, last);
    std::vector<Reference> references;
    if (const auto& hello = run().hello(); hello && hello->unigramEntropy > 0) {
        references.push_back(
            {hello->unigramEntropy, tr("unigram %1").arg(fixedDigits(hello->unigramEntropy, 2))});
        if (hello->bigramEntropy > 0)
            references.push_back(
                {hello->bigramEntropy, tr("bigram %1").arg(fixedDigits(hello->bigramEntropy, 2))});
    }
    chart().setReferences(std::move(references));
    chart().setLine(m_raw, curve(series.loss));
    chart().setLine(m_training, curve(smooth));
    chart().setLine(m_heldOut, curve(series.validation));
    const bool ended = run().state() == EngineState::Failed;  // then the end carries its own line
    chart().setNewest(ended ? -1 : m_training, fixedDigits(smooth.back().y, 2));
}

}  // namespace ui
