// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/planner_view.h"

#include "core/plan/cards.h"
#include "ui/kit/button.h"
#include "ui/kit/card_title.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/segmented.h"
#include "ui/kit/to_qt.h"
#include "ui/planner/compared_plans.h"
#include "ui/planner/fit_strip.h"
#include "ui/planner/ground.h"
#include "ui/planner/planner_pages.h"
#include "ui/planner/search_form.h"
#include "ui/planner/search_page.h"
#include "ui/planner/trial_page.h"
#include "ui/state/plan_document.h"

#include <QHBoxLayout>
#include <QStackedWidget>

namespace ui {

namespace {
constexpr int kRow = 44;
}

PlannerView::PlannerView(const Hall& hall, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_plans(new ComparedPlans(hall, this))
    , m_title(new Label({}, FontUse::Title, Role::Text))
    , m_switch(new Segmented(QStringList{}, this))
    , m_fit(new FitStrip(hall, this))
    , m_stack(new QStackedWidget(this))
    , m_search(new SearchPage(hall, *m_plans, this))
    , m_trial(new TrialPage(hall, *m_search, settings, this))
    , m_compare(new ComparePage(*m_plans, settings, this))
    , m_formulas(new FormulasPage(hall, this))
    , m_rivals(new RivalsPage(hall, this))
    , m_validation(new ValidationPage(this)) {
    auto* ground = new Ground(Role::Panel, this);
    ground->setEdge(Qt::BottomEdge);
    m_row = ground;
    auto* report = new Button(ButtonKind::Normal, Icon::Download, tr("Report…"), ground);
    report->setObjectName(QStringLiteral("reportButton"));
    report->setToolTip(tr("One page about this plan, as HTML or PDF"));
    m_title->setElided();
    m_switch->setObjectName(QStringLiteral("plannerPages"));
    m_switch->setAccessibleName(tr("Page"));
    auto* row = new QHBoxLayout(ground);
    row->setContentsMargins(14, 0, 14, 0);
    row->setSpacing(10);
    auto* right = new QHBoxLayout;
    right->addStretch(1);
    right->addWidget(report);
    row->addWidget(m_title, 1);
    row->addWidget(m_switch);
    row->addLayout(right, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(ground);
    column->addWidget(m_fit);
    column->addWidget(m_stack, 1);
    addPage(QStringLiteral("search"), tr("Search"), m_search);
    addPage(QStringLiteral("trial"), tr("Trial runs"), m_trial);
    addPage(QStringLiteral("compare"), tr("Compare"), m_compare);
    addPage(QStringLiteral("formulas"), tr("Formulas"), m_formulas);
    addPage(QStringLiteral("rivals"), tr("Other tools"), m_rivals);
    addPage(QStringLiteral("validation"), tr("Validation"), m_validation);
    connect(m_switch, &Segmented::chosen, this, [this](int index) { showPage(m_ids[index]); });
    connect(m_trial, &TrialPage::searchRequested, this, [this] {
        showPage(QStringLiteral("search"));
        m_search->form().begin();
    });
    connect(report, &Button::clicked, this, &PlannerView::reportRequested);
    connect(&hall.document, &PlanDocument::planChanged, this, &PlannerView::showPlan);
    showPlan();
    arrange();
}

void PlannerView::addPage(const QString& id, const QString& title, QWidget* page) {
    m_ids << id;
    m_titles << title;
    m_stack->addWidget(page);
    m_switch->setEntries(m_titles);
    m_switch->setCurrent(m_stack->currentIndex());
}

void PlannerView::showPage(const QString& id) {
    const qsizetype index = m_ids.indexOf(id);
    if (index < 0) return;
    m_stack->setCurrentIndex(int(index));
    m_switch->setCurrent(int(index));
    m_fit->setWanted(id == QLatin1String("search") || id == QLatin1String("compare") || id == QLatin1String("formulas"));
    emit pageShown(id);
}

QString PlannerView::page() const { return m_ids.value(m_stack->currentIndex()); }

QList<Splitter*> PlannerView::splitters() const { return m_search->splitters(); }

void PlannerView::showPlan() {
    const core::Plan& plan = m_hall.document.plan();
    const core::Accelerator* card = core::acceleratorOf(plan.cluster);
    const QString nodes = plan.cluster.nodes == 1 ? tr("one node of %1").arg(plan.cluster.gpusPerNode)
                                                  : tr("%1 nodes of %2").arg(wholeNumber(plan.cluster.nodes)).arg(plan.cluster.gpusPerNode);
    m_title->setText(tr("%1 on %2 × %3, %4")
                         .arg(qs(plan.model.name), wholeNumber(core::cardsOf(plan.cluster)), card ? titleOf(*card) : qs(plan.cluster.gpu), nodes));
}

void PlannerView::arrange() { m_row->setFixedHeight(themeOf(*this).ipx(kRow)); }

void PlannerView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_fit->look();
}

void PlannerView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
