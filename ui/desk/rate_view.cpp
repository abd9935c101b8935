// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/rate_view.h"

#include "core/lr/lr_schedule.h"
#include "core/lr/registry.h"
#include "core/optim/loss_scale.h"
#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/line_chart.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/kit/splitter.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/state/plan_document.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr std::int64_t kMostPoints = 2000, kScaleUpdates = 60, kMostUpdates = 100'000'000;

struct RuleSet {
    core::LossScaleRules rules;
    QString name;
    Meaning meaning;
};
std::vector<RuleSet> ruleSets() {
    return {{core::LossScaleRules::DeepSpeedZero, RateView::tr("DeepSpeed, ZeRO 1 to 3"), Meaning::Parameters},
            {core::LossScaleRules::DeepSpeedStage0, RateView::tr("DeepSpeed, stage 0"), Meaning::Activations},
            {core::LossScaleRules::Megatron, RateView::tr("Megatron"), Meaning::WeightGradient}};
}

bool warmsUpAsDeepSpeed(core::LrKind kind) {
    return kind == core::LrKind::DeepSpeedWarmup || kind == core::LrKind::DeepSpeedWarmupDecay ||
           kind == core::LrKind::DeepSpeedWarmupCosine;
}

QString nameOf(const core::LrScheduleRow& row) {
    const QString own = qs(core::toText(row.kind));
    return row.foreignName.empty() ? own : QStringLiteral("%1 (%2)").arg(own, qs(row.foreignName));
}

void addField(QGridLayout& grid, const QString& label, QWidget* widget) {
    const int row = grid.rowCount();
    auto* name = new Label(label, FontUse::Body, Role::Text);
    name->setBuddy(widget);
    widget->setAccessibleName(label);
    grid.addWidget(name, row, 0);
    grid.addWidget(widget, row, 1);
}

QGridLayout* fieldGrid(QWidget* holder) {
    auto* grid = new QGridLayout(holder);
    grid->setContentsMargins(14, 10, 14, 10);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(0, 1);
    holder->setFixedWidth(296);
    return grid;
}

}  // namespace

std::optional<std::set<std::int64_t>> updatesOf(const QString& text) {
    std::set<std::int64_t> updates;
    for (const QString& piece : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QStringList ends = piece.trimmed().split(QLatin1Char('-'));
        bool first = false, last = false;
        const qlonglong from = ends.front().trimmed().toLongLong(&first), to = ends.back().trimmed().toLongLong(&last);
        if (!first || !last || ends.size() > 2 || from < 0 || to < from || to > 100'000) return std::nullopt;
        for (qlonglong update = from; update <= to; ++update) updates.insert(update);
    }
    return updates;
}

RateView::RateView(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_kind(new QComboBox(this))
    , m_warmupType(new Segmented({QStringLiteral("log"), QStringLiteral("linear")}, this))
    , m_peak(new NumberField(NumberRange::Real, this))
    , m_warmup(new NumberField(NumberRange::Whole, this))
    , m_total(new NumberField(NumberRange::Whole, this))
    , m_least(new NumberField(NumberRange::Real, this))
    , m_updates(new NumberField(NumberRange::Whole, this))
    , m_rates(new LineChart(this))
    , m_scales(new LineChart(this))
    , m_trapText(new Label({}, FontUse::Label, Role::Warn, this))
    , m_scaleText(new Label({}, FontUse::Label, Role::Text2, this))
    , m_overflows(new QLineEdit(QStringLiteral("0-2, 9, 10, 24"), this))
    , m_window(new NumberField(NumberRange::Whole, this))
    , m_hysteresis(new NumberField(NumberRange::Whole, this))
    , m_initial(new NumberField(NumberRange::Real, this)) {
    auto* rateHeader = new ViewHeader(tr("Learning rate by update"), this);
    rateHeader->setKinds({{NumberKind::Predicted, tr("computed")}});
    auto* fromPlan = new Button(ButtonKind::Text, tr("Take the plan's"), this);
    fromPlan->setSize(ButtonSize::Small);
    connect(fromPlan, &Button::clicked, this, &RateView::takePlan);
    auto* back = new Button(ButtonKind::Normal, Icon::Left, tr("Back to the files"), this);
    back->setSize(ButtonSize::Small);
    back->setObjectName(QStringLiteral("ratesBack"));
    connect(back, &Button::clicked, this, &RateView::backRequested);
    rateHeader->addRight(fromPlan);
    rateHeader->addRight(back);
    auto* scaleHeader = new ViewHeader(tr("Loss scale of fp16 by update"), this);
    scaleHeader->setKinds({{NumberKind::Predicted, tr("computed")}});
    scaleHeader->setNote(tr("powers of two"));
    std::vector<LegendEntry> legend;
    for (const RuleSet& set : ruleSets()) {
        LegendEntry entry;
        entry.swatch = Swatch::Line;
        entry.name = set.name;
        entry.meaning = set.meaning;
        legend.push_back(entry);
        m_scales->addLine({set.name, set.meaning, Stroke::Measured});
    }
    scaleHeader->addRightLegend()->setEntries(legend);
    m_rates->addLine({tr("learning rate"), Meaning::Optimizer, Stroke::Measured});
    m_rates->addLine({tr("with a linear warm-up"), Meaning::Optimizer, Stroke::Predicted});
    m_rates->setYFit(YFloor::Zero);
    const auto pane = [](ViewHeader* header, QWidget* fields, QWidget* chart) {
        auto* whole = new QWidget;
        auto* column = new QVBoxLayout(whole);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto* row = new QHBoxLayout;
        row->setSpacing(0);
        row->addWidget(fields);
        row->addWidget(chart, 1);
        column->addWidget(header);
        column->addLayout(row, 1);
        return whole;
    };
    auto* both = new Splitter(Qt::Vertical, this);
    both->addWidget(pane(rateHeader, makeRateFields(), m_rates));
    both->addWidget(pane(scaleHeader, makeScaleFields(), m_scales));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(both);
    takePlan();
    drawScales();
}

QWidget* RateView::makeRateFields() {
    for (const core::LrScheduleRow& row : core::lrSchedules()) m_kind->addItem(nameOf(row));
    m_kind->setObjectName(QStringLiteral("rateKind"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(18);
    m_kind->setAccessibleName(tr("Schedule"));
    auto* holder = new QWidget;
    auto* grid = fieldGrid(holder);
    grid->addWidget(m_kind, 0, 0, 1, 2);
    addField(*grid, tr("Highest rate"), m_peak);
    addField(*grid, tr("Warm-up, updates"), m_warmup);
    addField(*grid, tr("Warm-up"), m_warmupType);
    addField(*grid, tr("Schedule, updates"), m_total);
    addField(*grid, tr("Least rate / highest"), m_least);
    addField(*grid, tr("Shown, updates"), m_updates);
    m_trapText->setWrapped();
    grid->addWidget(m_trapText, grid->rowCount(), 0, 1, 2);
    grid->setRowStretch(grid->rowCount(), 1);
    for (NumberField* field : {m_peak, m_warmup, m_total, m_least, m_updates}) {
        field->setFieldWidth(96);
        connect(field, &NumberField::committed, this, &RateView::drawRates);
    }
    connect(m_kind, &QComboBox::activated, this, &RateView::drawRates);
    connect(m_warmupType, &Segmented::chosen, this, &RateView::drawRates);
    return holder;
}

QWidget* RateView::makeScaleFields() {
    auto* holder = new QWidget;
    auto* grid = fieldGrid(holder);
    m_initial->setNumber(65536);
    m_window->setNumber(8);
    m_hysteresis->setNumber(2);
    m_overflows->setObjectName(QStringLiteral("overflows"));
    addField(*grid, tr("First scale"), m_initial);
    addField(*grid, tr("Window, updates"), m_window);
    addField(*grid, tr("Hysteresis"), m_hysteresis);
    auto* label = new Label(tr("Updates that overflow"), FontUse::Body, Role::Text);
    label->setBuddy(m_overflows);
    m_overflows->setAccessibleName(label->text());
    grid->addWidget(label, grid->rowCount(), 0, 1, 2);
    grid->addWidget(m_overflows, grid->rowCount(), 0, 1, 2);
    m_scaleText->setWrapped();
    grid->addWidget(m_scaleText, grid->rowCount(), 0, 1, 2);
    grid->setRowStretch(grid->rowCount(), 1);
    for (NumberField* field : {m_initial, m_window, m_hysteresis}) {
        field->setFieldWidth(96);
        connect(field, &NumberField::committed, this, &RateView::drawScales);
    }
    connect(m_overflows, &QLineEdit::textEdited, this, &RateView::drawScales);
    return holder;
}

void RateView::takePlan() {
    const core::Plan& plan = m_hall.document.plan();
    setSchedule(plan.lrSchedule, plan.optimizer.lr, std::max<std::int64_t>(plan.run.steps, 10));
}

void RateView::setSchedule(const core::LrScheduleSpec& schedule, double peak, std::int64_t updates) {
    m_base = schedule;
    m_kind->setCurrentIndex(int(schedule.kind));
    m_warmupType->setCurrent(int(schedule.warmupType));
    m_peak->setNumber(peak);
    m_warmup->setNumber(double(schedule.warmup));
    m_total->setNumber(double(schedule.total));
    m_least->setNumber(schedule.minRatio);
    m_updates->setNumber(double(updates));
    drawRates();
}

void RateView::setOverflows(const QString& text) {
    m_overflows->setText(text);
    drawScales();
}

core::LrScheduleSpec RateView::schedule() const {
    core::LrScheduleSpec schedule = m_base;
    schedule.kind = core::LrKind(m_kind->currentIndex());
    schedule.warmupType = core::WarmupType(std::max(0, m_warmupType->current()));
    schedule.warmup = std::int64_t(m_warmup->number());
    schedule.total = std::int64_t(m_total->number());
    schedule.minRatio = m_least->number();
    return schedule;
}

void RateView::drawRates() {
    const core::LrScheduleSpec wanted = schedule();
    const core::LrScheduleRow& row = core::lrSchedule(wanted.kind);
    m_warmup->setEnabled(row.readsKey("warmup"));
    m_warmupType->setEnabled(row.readsKey("warmup_type"));
    m_total->setEnabled(row.readsKey("total"));
    m_least->setEnabled(row.readsKey("min_ratio"));
    const auto updates = std::clamp<std::int64_t>(std::int64_t(m_updates->number()), 2, kMostUpdates);
    const double peak = m_peak->number();
    const auto curve = [&](const core::LrScheduleSpec& spec) {
        std::vector<QPointF> points;
        const std::int64_t step = std::max<std::int64_t>(1, updates / kMostPoints);
        for (std::int64_t update = 0; update < updates; update += step)
            points.emplace_back(double(update), core::learningRate(spec, peak, update, updates));
        return points;
    };
    const bool warms = warmsUpAsDeepSpeed(wanted.kind);
    const bool isLog = warms && wanted.warmupType == core::WarmupType::Log;
    core::LrScheduleSpec straight = wanted;
    straight.warmupType = core::WarmupType::Linear;
    m_rates->setLine(0, curve(wanted));
    m_rates->setLine(1, isLog ? curve(straight) : std::vector<QPointF>{});
    m_rates->setDataRange(0, double(updates));
    m_traps.clear();
    std::vector<ChartEvent> events;
    const std::int64_t warmup = std::max<std::int64_t>(2, wanted.warmup);
    if (warms) {
        m_traps << tr(
            "The first two updates run at the minimum: the scheduler counts from −1, and steps behind the optimizer.");
        events.push_back({2, tr("two updates at the minimum"), Role::Warn});
    }
    if (isLog) {
        m_traps << tr("A log warm-up is not a straight one: after a tenth of the %1 updates it is at %2 of the peak.")
                       .arg(wholeNumber(warmup), percentText(core::learningRate(
                                                     wanted, 1, 1 + std::max<std::int64_t>(1, warmup / 10), updates)));
        events.push_back({double(warmup), tr("log: peak one update earlier"), Role::Warn});
    }
    if (wanted.kind == core::LrKind::DeepSpeedWarmupDecay)
        m_traps << tr("WarmupDecayLR without warmup_max_lr goes to 0.001, whatever the optimizer's lr is.");
    m_rates->setEvents(std::move(events));
    m_trapText->setText(m_traps.join(QStringLiteral("\n\n")));
}

void RateView::drawScales() {
    const auto overflows = updatesOf(m_overflows->text());
    m_scaleText->setRole(overflows ? Role::Text2 : Role::Danger);
    if (!overflows) return m_scaleText->setText(tr("Write updates such as 0-2, 9, 24."));
    const std::int64_t updates = std::max(kScaleUpdates, overflows->empty() ? 0 : *overflows->rbegin() + 2);
    QStringList notes;
    int line = 0;
    for (const RuleSet& set : ruleSets()) {
        core::LossScaleSpec spec;
        spec.rules = set.rules;
        spec.initial = m_initial->number();
        spec.window = int(std::clamp(m_window->number(), 1.0, 1e6));
        spec.hysteresis = int(std::clamp(m_hysteresis->number(), 1.0, 1e6));
        core::LossScaleState state = core::firstLossScaleState(spec);
        std::vector<double>& values = m_scaleValues[line];
        values.clear();
        std::vector<QPointF> points;
        bool ended = false;
        for (std::int64_t update = 0; update < updates && !ended; ++update) {
            points.emplace_back(double(update), std::log2(state.scale));
            const auto gradients = overflows->contains(update) ? core::Gradients::Overflow : core::Gradients::Finite;
            ended = core::advance(spec, gradients, state) == core::LossScaleEnd::AtMinimum;
            values.push_back(state.scale);
            points.emplace_back(double(update) + 0.999, std::log2(values.back()));
            if (ended)
                notes << tr("%1: the run ends at update %2, with the scale at its minimum.").arg(set.name).arg(update);
        }
        m_scales->setLine(line++, std::move(points));
    }
    m_scales->setDataRange(0, double(updates));
    notes << tr("%1 updates are left out, and the learning rate stands still in them.").arg(overflows->size());
    m_scaleText->setText(notes.join(QLatin1Char('\n')));
}

}  // namespace ui
