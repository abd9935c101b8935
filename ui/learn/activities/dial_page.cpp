// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/dial_page.h"

#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/view_header.h"
#include "ui/learn/activities/dial_canvas.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr double kGiga = 1e9;

template <class T>
std::vector<double> asNumbers(const std::vector<T>& values, double divisor = 1) {
    std::vector<double> numbers;
    for (const T& value : values) numbers.push_back(double(value) / divisor);
    return numbers;
}

}  // namespace

DialPage::DialPage(QWidget* parent)
    : ActivityPage(tr("Break-even dial"),
                   tr("LLaMA-2 7B on eight nodes of eight A100, under ZeRO-3: while a block computes, the weights of the next are "
                      "gathered. With many tokens the gather hides behind the computing; with few it comes out. Turn the dials "
                      "across that point. Then move tensor parallelism over the node's edge."),
                   parent)
    , m_canvas(new DialCanvas(this)) {
    auto* header = new ViewHeader(tr("One block, forward"), this);
    header->setKinds({{NumberKind::Predicted, tr("predicted")}});
    stage().addWidget(header);
    stage().addWidget(m_canvas, 1);
    const auto dial = [this](const QString& name, std::optional<Axis> axis, const std::vector<double>& stops, const char* objectName, auto set) {
        auto* row = new StopRow(name, axis, this);
        row->setObjectName(QString::fromLatin1(objectName));
        row->setStops(stops, std::vector<StopState>(stops.size()));
        const auto take = [this, row, stops, set](double number) {
            if (number < stops.front() || number > stops.back()) {
                row->setProblem(tr("Use %1 to %2.").arg(threeDigits(stops.front()), threeDigits(stops.back())));
                return;
            }
            // Between the stops the next one below counts.
            set(*(std::ranges::upper_bound(stops, number) - 1));
            row->setProblem({});
            showSetting();
        };
        connect(row, &StopRow::dragged, this, take);
        connect(row, &StopRow::committed, this, take);
        strip().addWidget(row);
        return row;
    };
    m_tokens = dial(tr("Tokens"), std::nullopt, asNumbers(core::dialTokens()), "dialTokens", [this](double n) { m_setting.tokens = int(n); });
    m_link = dial(tr("Link, GB/s"), std::nullopt, asNumbers(core::dialLinks(), kGiga), "dialLink",
                  [this](double n) { m_setting.betweenNodes = n * kGiga; });
    m_tensor = dial(tr("Tensor"), Axis::Tensor, asNumbers(core::dialTensorSizes()), "dialTensor", [this](double n) { m_setting.tp = int(n); });
    m_words = addText({}, FontUse::Body);
    m_words->setObjectName(QStringLiteral("dialWords"));
    addText(tr("gather = (d − 1)·α + (d − 1)/d · 2Ψ/t / β      computing ∝ n · Ψ/t\nn tokens, Ψ weights of the block, t tensor ranks, "
               "d replicas, α latency and β bandwidth of the link. Nothing hides the two sums of n·h numbers over the tensor "
               "ranks: the block waits for each."),
            FontUse::Label, Role::Text2);
    strip().addStretch(1);
    connect(m_canvas, &DialCanvas::tokensChosen, this, [this](int tokens) {
        m_setting.tokens = tokens;
        showSetting();
    });
    showSetting();
}

void DialPage::showSetting() {
    m_tokens->setNumber(m_setting.tokens);
    m_link->setNumber(m_setting.betweenNodes / kGiga);
    m_tensor->setNumber(m_setting.tp);
    m_canvas->setSetting(m_setting);
    const core::DialReading now = core::readDial(m_setting);
    const auto tokens = core::breakEvenTokens(m_setting);
    QString text = now.exposed.value() > 0
                       ? tr("%1 of the gather come out: the cards wait.").arg(timeText(now.exposed.value()))
                       : tr("The gather hides behind the computing.");
    text += QLatin1Char('\n') + (tokens ? tr("Break-even at %1 tokens.").arg(wholeNumber(*tokens)) : tr("No number of tokens hides it."));
    if (m_setting.tp > 1)
        text += QLatin1Char('\n') + tr("Tensor sums take %1 of a block's %2.").arg(timeText(now.sums.value()), timeText(now.block().value()));
    if (now.tensorCrossesNodes) text += QLatin1Char('\n') + tr("They cross the node's edge: that is why tensor parallelism stays inside a node.");
    m_words->setText(text);
}

QString DialPage::words() const { return m_words->text(); }

}  // namespace ui
