// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows are few; those that are nothing in every plan are left out. A plan that breaks a rule shows dashes.
#include "ui/learn/compare_pane.h"

#include "ui/kit/format.h"
#include "ui/kit/icons.h"
#include "ui/kit/label.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/learn/plain_scroll.h"
#include "ui/state/sentences.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <vector>

namespace ui {

namespace {

using core::Snapshot;

enum class RowAbout { Step, Training };

struct Row {
    QString title;
    std::function<QString(const Snapshot&)> text;
    RowAbout about = RowAbout::Step;
};

QString dash() { return QStringLiteral("–"); }

template <class Part, class Text>
std::function<QString(const Snapshot&)> of(std::optional<Part> Snapshot::*part, Text text) {
    return [part, text](const Snapshot& s) { return s.*part ? text(*(s.*part)) : dash(); };
}

QString layoutText(const Snapshot& s) {
    return QStringLiteral("%1 · %2 · %3").arg(s.plan.layout.tp).arg(s.plan.layout.pp).arg(s.plan.layout.dp);
}

std::function<QString(const Snapshot&)> heaviest(core::MemoryCategory category) {
    return of(&Snapshot::memory, [category](const core::MemoryEstimate& memory) {
        core::Bytes most;
        for (const core::StageMemory& stage : memory.stages) most = std::max(most, stage.ledger.of(category));
        return bytesText(most);
    });
}

std::vector<Row> rows() {
    const auto time = [](auto member) {
        return of(&Snapshot::step, [member](const core::StepEstimate& e) { return timeText((e.*member).value()); });
    };
    using core::StepEstimate;
    return {
        {ComparePane::tr("tp · pp · dp"), layoutText},
        {ComparePane::tr("ZeRO stage"), [](const Snapshot& s) { return wholeNumber(s.plan.zero.stage); }},
        {ComparePane::tr("Micro-batches"), [](const Snapshot& s) { return wholeNumber(s.plan.microBatches()); }},
        {ComparePane::tr("Heaviest card"),
         of(&Snapshot::memory, [](const core::MemoryEstimate& m) { return bytesText(m.peak()); })},
        {ComparePane::tr("Optimizer"), heaviest(core::MemoryCategory::Optimizer)},
        {ComparePane::tr("Activations"), heaviest(core::MemoryCategory::Activations)},
        {ComparePane::tr("Step"), time(&StepEstimate::step)},
        {ComparePane::tr("Training tokens"),
         of(&Snapshot::run, [](const core::RunEstimate& e) { return shortNumber(e.tokens); }), RowAbout::Training},
        {ComparePane::tr("Days"), of(&Snapshot::run, [](const core::RunEstimate& e) { return threeDigits(e.days); }),
         RowAbout::Training},
        {ComparePane::tr("Inside layers"), time(&StepEstimate::tensorCommunication)},
        {ComparePane::tr("Between replicas"), time(&StepEstimate::dataCommunication)},
        {ComparePane::tr("Sent between replicas"),
         of(&Snapshot::traffic, [](const core::Traffic& traffic) { return bytesText(traffic.wire(core::GroupKind::Data)); })},
        {ComparePane::tr("Bubble"),
         of(&Snapshot::step, [](const StepEstimate& e) { return percentText(e.bubbleFraction); })},
        {ComparePane::tr("MFU"), of(&Snapshot::step, [](const StepEstimate& e) { return percentText(e.mfu); })},
    };
}

// "0 µs", "0 B", "0.0 %", or no number at all.
bool isNothing(const QString& text) {
    return text == dash() || text == timeText(0) || text == bytesText(core::Bytes(0)) || text == percentText(0) ||
           text == wholeNumber(0);
}

}  // namespace

// No number of tokens stands for the rule of thumb.
QString ComparePane::tokensText(std::int64_t tokens) {
    return tokens == 0 ? tr("20 tokens per parameter") : tr("%1 training tokens").arg(shortNumber(double(tokens)));
}

ComparePane::ComparePane(QWidget* parent)
    : QWidget(parent) {
    auto* header = new ViewHeader(tr("Plans side by side"), this);
    header->setKinds({{NumberKind::Predicted, tr("predicted")}});
    m_scroll = new PlainScroll(this);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);  // a column for every plan
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(m_scroll, 1);
}

QString ComparePane::nameOf(const core::PlanPatch& patch, const core::Plan& plan) {
    QStringList parts;
    for (const core::PatchEntry& entry : patch)
        if (const core::Field* field = core::findField(entry.pointer))
            parts << (entry.pointer == "/budget/tokens" ? tokensText(plan.budgetTokens)
                                                        : tr("%1 %2").arg(fieldLabel(*field), valueText(*field, field->get(plan))));
    return parts.join(tr(", "));
}

void ComparePane::show(const core::QuantityScope& scope, const core::OtherPlans& patches, OtherColumns others) {
    m_scope = scope;
    m_patches = patches;
    m_others = others;
    rebuild();
}

void ComparePane::rebuild() {
    const Theme& theme = themeOf(*this);
    m_table = new QWidget;
    auto* grid = new QGridLayout(m_table);
    grid->setContentsMargins(theme.ipx(20), theme.ipx(10), theme.ipx(14), theme.ipx(10));
    grid->setHorizontalSpacing(theme.ipx(16));
    grid->setVerticalSpacing(theme.ipx(4));
    const auto add = [&](int row, int column, const QString& text, FontUse use, Role role) {
        auto* label = new Label(text, use, role, m_table);
        grid->addWidget(label, row, column, column == 0 ? Qt::AlignLeft : Qt::AlignRight);
    };
    std::vector<std::pair<QString, const core::Snapshot*>> plans;
    if (m_scope.plan) plans.emplace_back(tr("this plan"), m_scope.plan.get());
    for (const auto& [name, snapshot] : m_scope.others) {
        const auto patch = m_patches.find(name);
        plans.emplace_back(patch == m_patches.end() ? qs(name) : nameOf(patch->second, snapshot->plan), snapshot.get());
    }
    constexpr double kTitles = 134, kValues = 96;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        auto* name = new Label(plans[i].first, FontUse::LabelStrong, Role::Text2, m_table);
        name->setWrapped();
        name->setAlignment(Qt::AlignRight | Qt::AlignBottom);
        grid->addWidget(name, 0, int(i) + 1, Qt::AlignBottom);
    }
    // A plan that says how many tokens speaks of a whole training, if its cards are real.
    const bool training = std::ranges::any_of(plans, [](const auto& plan) {
        return plan.second->plan.budgetTokens > 0 && plan.second->plan.cluster.gpu != "virtual-card";
    });
    int line = 1;
    for (const Row& row : rows()) {
        if (std::ranges::all_of(plans, [&](const auto& plan) { return isNothing(row.text(*plan.second)); })) continue;
        if (row.about == RowAbout::Training && !training) continue;
        add(line, 0, row.title, FontUse::Body, Role::Text2);
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const bool hidden = i > 0 && m_others == OtherColumns::Hidden;
            add(line, int(i) + 1, hidden ? QStringLiteral("?") : row.text(*plans[i].second), FontUse::Body,
                hidden ? Role::Text2 : Role::Text);
        }
        ++line;
    }
    grid->setColumnMinimumWidth(0, theme.ipx(kTitles));
    for (std::size_t i = 0; i < plans.size(); ++i) grid->setColumnMinimumWidth(int(i) + 1, theme.ipx(kValues));
    grid->setColumnStretch(int(plans.size()) + 1, 1);
    grid->setRowStretch(line, 1);
    m_scroll->hold(m_table);
}

void ComparePane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Canvas));
}

void ComparePane::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_scope.plan) rebuild();
}

ProblemsPane::ProblemsPane(QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new ViewHeader(tr("What the plan's rules say"), this));
    m_list = new QWidget(this);
    m_list->setObjectName(QStringLiteral("problems"));
    column->addWidget(m_list, 1);
    new QVBoxLayout(m_list);
}

void ProblemsPane::show(const core::Snapshot& snapshot, RulesShown shown) {
    while (QLayoutItem* item = m_list->layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const Theme& theme = themeOf(*this);
    auto* column = static_cast<QVBoxLayout*>(m_list->layout());
    column->setContentsMargins(theme.ipx(20), theme.ipx(12), theme.ipx(20), theme.ipx(12));
    column->setSpacing(theme.ipx(10));
    const auto add = [&](const QString& text, Role role) {
        auto* label = new Label(text, FontUse::Body, role, m_list);
        label->setWrapped();
        column->addWidget(label);
    };
    if (shown == RulesShown::Later) {
        add(tr("Hidden until you have predicted"), Role::Text2);
        column->addStretch(1);
        return;
    }
    for (const core::Problem& problem : snapshot.problems) {
        add(wholeSentence(problem), problem.severity == core::Severity::Error ? Role::Danger : Role::Warn);
        if (!problem.upstreamMessage.empty()) add(tr("It says: “%1”").arg(qs(problem.upstreamMessage)), Role::Text2);
    }
    if (snapshot.problems.empty()) add(tr("No rule is broken."), Role::Ok);
    column->addStretch(1);
}

void ProblemsPane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Canvas));
}

}  // namespace ui
