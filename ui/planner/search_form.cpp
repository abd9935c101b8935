// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/search_form.h"

#include "core/plan/cards.h"
#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/planner/ground.h"
#include "ui/planner/rejection_list.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPainter>
#include <QProgressBar>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kWidth = 296, kMargin = 14, kProgress = 1000;
constexpr double kFieldWidth = 112, kPercent = 100;
constexpr int kMost = 120;  // layouts handed back, beside the front

QString keptWords(core::Kept kept) {
    switch (kept) {
    case core::Kept::Replica: return SearchForm::tr("only replicas and micro-batches change");
    case core::Kept::Split: return SearchForm::tr("tensor, pipeline, context and expert sizes are kept");
    case core::Kept::Tensor: return SearchForm::tr("the tensor size is kept");
    case core::Kept::Nothing: break;
    }
    return SearchForm::tr("nothing of the layout could be kept");
}

}  // namespace

SearchForm::SearchForm(const Hall& hall, PlanSearch& search, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_search(search)
    , m_for(new Segmented({tr("Fastest"), tr("Smallest")}, this))
    , m_problem(new Label({}, FontUse::Label, Role::Danger, this))
    , m_rescale(new Button(ButtonKind::Text, tr("Rescale this plan to them"), this))
    , m_button(new Button(ButtonKind::Primary, Icon::Search, tr("Search layouts"), this))
    , m_state(new Label({}, FontUse::Label, Role::Text2, this))
    , m_summary(new Label({}, FontUse::BodyStrong, Role::Text, this))
    , m_bar(new QProgressBar(this))
    , m_rejections(new RejectionList(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, 12, kMargin, 8);
    column->setSpacing(7);
    column->addWidget(new Label(tr("Search for"), FontUse::LabelStrong, Role::Text, this));
    column->addWidget(m_for, 0, Qt::AlignLeft);
    m_for->setObjectName(QStringLiteral("searchFor"));
    m_cards = addField(*column, tr("Cards"), QStringLiteral("searchCards"), {});
    m_rescale->setObjectName(QStringLiteral("rescalePlan"));
    m_rescale->setSize(ButtonSize::Small);
    m_rescale->setToolTip(tr("The same training on so many cards: the global batch stays, and as much of the layout as can"));
    column->addWidget(m_rescale, 0, Qt::AlignRight);
    m_batch = addField(*column, tr("Global batch"), QStringLiteral("searchBatch"), {});
    m_reserve = addField(*column, tr("Keep free, % of a card"), QStringLiteral("searchReserve"), QStringLiteral("%"));
    m_reserve->setNumber(core::kUsualReserve * kPercent);
    m_problem->setWrapped();
    m_problem->hide();
    column->addWidget(m_problem);
    column->addSpacing(6);
    column->addWidget(new Label(tr("May change"), FontUse::LabelStrong, Role::Text, this));
    addChecks(*column);
    column->addSpacing(6);
    auto* row = new QHBoxLayout;
    m_button->setObjectName(QStringLiteral("searchButton"));
    row->addWidget(m_button);
    row->addStretch(1);
    m_state->setObjectName(QStringLiteral("searchState"));
    m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_state);
    column->addLayout(row);
    m_bar->setRange(0, kProgress);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(4);
    column->addWidget(m_bar);
    column->addSpacing(4);
    m_summary->setWrapped();
    m_summary->setObjectName(QStringLiteral("searchSummary"));
    column->addWidget(m_summary);
    column->addWidget(new GroundScroll(m_rejections, this), 1);
    connect(m_rescale, &Button::clicked, this, &SearchForm::rescale);
    connect(m_cards, &NumberField::committed, this, &SearchForm::showRescale);
    connect(m_cards, &QLineEdit::textChanged, this, &SearchForm::showRescale);
    connect(m_for, &Segmented::chosen, this, &SearchForm::searchForChanged);
    connect(m_button, &Button::clicked, this, [this] { m_search.isRunning() ? m_search.cancel() : begin(); });
    connect(&search, &PlanSearch::started, this, &SearchForm::showState);
    connect(&search, &PlanSearch::progressed, this, &SearchForm::showState);
    connect(&search, &PlanSearch::finished, this, &SearchForm::showState);
    connect(&hall.document, &PlanDocument::planChanged, this, &SearchForm::showPlan);
    showPlan();
    showState();
    arrange();
}

NumberField* SearchForm::addField(QVBoxLayout& column, const QString& label, const QString& name, const QString& unit) {
    auto* row = new QHBoxLayout;
    auto* words = new Label(label, FontUse::Body, Role::Text, this);
    auto* field = new NumberField(unit.isEmpty() ? NumberRange::Whole : NumberRange::Real, this);
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setFieldWidth(kFieldWidth);
    row->addWidget(words, 1);
    row->addWidget(field);
    column.addLayout(row);
    connect(field, &NumberField::committed, this, [this] { m_problem->hide(); });
    connect(field, &NumberField::refused, this, [this](const QString& sentence) {
        m_problem->setText(sentence);
        m_problem->show();
    });
    return field;
}

void SearchForm::addChecks(QVBoxLayout& column) {
    using core::Plan;
    using core::SearchLimits;
    const std::pair<QString, void (*)(SearchLimits&, const Plan&)> rows[] = {
        {tr("Tensor"), [](SearchLimits& limits, const Plan& plan) { limits.tp = plan.layout.tp; }},
        {tr("Pipeline"), [](SearchLimits& limits, const Plan& plan) { limits.pp = plan.layout.pp; }},
        {tr("Context"), [](SearchLimits& limits, const Plan& plan) { limits.cp = plan.layout.cp; }},
        {tr("ZeRO stage"), [](SearchLimits& limits, const Plan& plan) { limits.zero = plan.zero.stage; }},
        {tr("Micro-batch"), [](SearchLimits& limits, const Plan& plan) { limits.micro = plan.batch.micro; }},
        {tr("Recompute"), [](SearchLimits& limits, const Plan& plan) { limits.recompute = plan.recompute; }},
        {tr("Schedule"),
         [](SearchLimits& limits, const Plan& plan) {
             limits.schedule = plan.schedule;
             limits.virtualStages = plan.layout.virtualStages;
         }},
        {tr("Sequence parallel"),
         [](SearchLimits& limits, const Plan& plan) { limits.sequenceParallel = plan.sequenceParallel; }}};
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(7);
    for (const auto& [label, keep] : rows) {
        auto* box = new QCheckBox(label, this);
        box->setChecked(true);
        const int place = int(m_checks.size());
        grid->addWidget(box, place / 2, place % 2);
        m_checks.push_back({box, keep});
    }
    column.addLayout(grid);
}

SearchFor SearchForm::searchFor() const { return m_for->current() == 1 ? SearchFor::Smallest : SearchFor::Fastest; }

void SearchForm::showPlan() {
    const core::Plan& plan = m_hall.document.plan();
    m_cards->setZeroWords(tr("this plan's %1").arg(wholeNumber(core::cardsOf(plan.cluster))));
    m_batch->setZeroWords(tr("this plan's %1").arg(wholeNumber(plan.batch.global)));
    showRescale();
}

SearchWish SearchForm::wish() const {
    SearchWish wish{m_hall.document.plan(), {}, m_hall.evaluator.calibration()};
    if (m_cards->number() > 0) core::spreadCards(wish.base.cluster, std::int64_t(m_cards->number()));
    if (m_batch->number() > 0) wish.base.batch.global = std::int64_t(m_batch->number());
    constexpr double kMostReserve = 0.95;
    const double reserve = std::clamp(m_reserve->number() / kPercent, 0.0, kMostReserve);
    wish.limits.margin = core::marginFor(reserve);
    wish.limits.most = kMost;
    for (const Check& check : m_checks)
        if (!check.box->isChecked()) check.keep(wish.limits, wish.base);
    return wish;
}

std::optional<SearchWish> SearchForm::asked() {
    setFocus();  // a number that is being typed counts
    if (m_problem->isVisible()) return std::nullopt;
    SearchWish wish = this->wish();
    if (core::acceleratorOf(wish.base.cluster)) return wish;
    m_problem->setText(tr("This plan's accelerator is unknown; choose one in Explore."));
    m_problem->show();
    return std::nullopt;
}

void SearchForm::begin() {
    if (const auto wish = asked()) m_search.start(*wish);
}

void SearchForm::rescale() {
    if (const auto wish = asked()) m_search.rescale(*wish);
}

// Only where there are other cards to rescale to.
void SearchForm::showRescale() {
    bool number = false;
    const double typed = QLocale().toDouble(m_cards->text(), &number);
    m_rescale->setVisible(number && typed > 0 && typed != double(core::cardsOf(m_hall.document.plan().cluster)));
}

void SearchForm::showState() {
    const bool running = m_search.isRunning();
    m_button->setKind(running ? ButtonKind::Normal : ButtonKind::Primary);
    m_button->setIconName(running ? Icon::Stop : Icon::Search);
    m_button->setText(!running ? tr("Search layouts") : m_search.isRescaling() ? tr("Stop") : tr("Stop and keep"));
    m_rescale->setEnabled(!running);
    m_bar->setVisible(running);
    if (running) {
        const core::SearchProgress& progress = m_search.progress();
        m_bar->setValue(int(progress.fraction * kProgress));
        QStringList words{tr("%1 scored").arg(wholeNumber(progress.evaluated))};
        if (progress.best) words << tr("best ○ %1").arg(timeText(progress.best->value()));
        m_state->setText(words.join(QLatin1Char('\n')));
        return;
    }
    const SearchResultPtr& result = m_search.result();
    if (!result) {
        m_state->clear();
        m_summary->clear();
        return m_rejections->clear();
    }
    if (m_search.kept()) {
        m_state->clear();
        m_summary->setText(result->cancelled       ? tr("Stopped: the plan was not rescaled.")
                           : result->plans.empty() ? tr("No layout of so many cards keeps the global batch and fits.")
                                                   : tr("Rescaled: %1").arg(keptWords(*m_search.kept())));
        return m_rejections->clear();
    }
    m_state->setText(tr("%1 scored\nin %2").arg(wholeNumber(result->evaluated), timeText(result->seconds)));
    std::int64_t left = 0;
    for (const auto& [code, count] : result->rejected) left += count;
    m_summary->setText(result->cancelled ? tr("%1 fit so far, %2 do not; stopped early").arg(wholeNumber(result->feasible), wholeNumber(left))
                                         : tr("%1 fit, %2 do not").arg(wholeNumber(result->feasible), wholeNumber(left)));
    m_rejections->show(*result);
}

void SearchForm::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.color(Role::Border));
}

void SearchForm::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

void SearchForm::arrange() { setFixedWidth(themeOf(*this).ipx(kWidth)); }

}  // namespace ui
