// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ComparePage: who A and B are, and the comparison in full.
#include "core/plan/plan_codec.h"
#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/label.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/splitter.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/compare_view.h"
#include "ui/planner/formula_card.h"
#include "ui/planner/ground.h"
#include "ui/planner/planner_pages.h"
#include "ui/state/sentences.h"
#include "ui/state/settings.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>

namespace ui {

ComparePage::ComparePage(ComparedPlans& plans, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_plans(plans)
    , m_settings(settings)
    , m_view(new CompareView(plans, CompareRows::All, this))
    , m_formula(new FormulaCard(tr("Choose a row to see its formula with the values of B."), this))
    , m_pin(new Button(ButtonKind::Normal, Icon::Pin, {}, this))
    , m_drop(new Button(ButtonKind::Text, tr("Without B"), this))
    , m_a(new Label({}, FontUse::Body, Role::Text, this))
    , m_b(new Label({}, FontUse::Body, Role::Text, this))
    , m_problem(new Label({}, FontUse::Body, Role::Danger, this)) {
    m_pin->setObjectName(QStringLiteral("pinA"));
    m_a->setElided();
    m_b->setElided();
    auto* other = new Button(ButtonKind::Normal, Icon::File, tr("Compare with a plan file…"), this);
    other->setObjectName(QStringLiteral("compareWith"));
    auto* menu = new QMenu(other);
    connect(other, &Button::clicked, menu, [this, other, menu] {
        menu->clear();
        for (const QString& file : m_settings.recentPlans())
            menu->addAction(QFileInfo(file).fileName(), this, [this, file] { openOther(file); });
        menu->addSeparator();
        menu->addAction(tr("Choose a file…"), this, [this] { askForFile(); });
        menu->popup(other->mapToGlobal(QPoint(0, other->height() + 2)));
    });
    auto* bar = new Ground(Role::Panel, this);
    bar->setEdge(Qt::BottomEdge);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(14, 8, 14, 9);
    row->setSpacing(10);
    row->addWidget(new Label(tr("A"), FontUse::BodyStrong, Role::Text, bar));
    row->addWidget(m_a, 2);
    row->addWidget(m_pin);
    row->addSpacing(14);
    row->addWidget(new Label(tr("B"), FontUse::BodyStrong, Role::Accent, bar));
    row->addWidget(m_b, 3);
    row->addWidget(m_drop);
    row->addWidget(other);
    m_problem->setWrapped();
    m_problem->setContentsMargins(14, 6, 14, 6);
    m_problem->hide();
    auto* split = new Splitter(Qt::Horizontal, this);
    split->addWidget(m_view);
    split->addWidget(m_formula);
    split->setStretchFactor(0, 1);
    split->setSizes({900, 440});
    m_view->setMinimumWidth(520);
    m_formula->setMinimumWidth(260);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_problem);
    column->addWidget(split, 1);
    connect(m_pin, &Button::clicked, this, [this] { m_plans.pin().toggle(); });
    connect(m_drop, &Button::clicked, this, [this] { m_plans.dropOther(); });
    connect(m_view, &CompareView::quantityChosen, this, &ComparePage::explain);
    connect(&plans, &ComparedPlans::changed, this, [this] {
        showState();
        explain();
    });
    m_view->emptyState().setSentence(tr("Two plans will stand here side by side. Choose a layout in Search or a plan file as B, "
                                        "or pin this plan as A and change it."));
    auto* pin = new Button(ButtonKind::Normal, Icon::Pin, tr("Pin this plan as A"));
    connect(pin, &Button::clicked, this, [this] { m_plans.pin().pin(); });
    m_view->emptyState().setButton(pin);
    showState();
}

void ComparePage::showState() {
    m_pin->setText(m_plans.pin().isPinned() ? tr("Unpin A") : tr("Pin this plan as A"));
    const ComparedPlan b = m_plans.b();
    m_a->setText(m_plans.a().name);
    m_b->setText(b.snapshot ? b.name : tr("nothing chosen yet"));
    m_drop->setVisible(m_plans.hasOther());
}

bool ComparePage::openOther(const QString& file) {
    const auto plan = core::loadPlan(file.toStdString());
    m_problem->setVisible(!plan);
    if (!plan) {
        m_problem->setText(wholeSentences(plan.error()));
        return false;
    }
    m_plans.setOther(tr("%1: %2").arg(QFileInfo(file).fileName(), layoutWords(*plan)), *plan);
    return true;
}

void ComparePage::askForFile() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Plan to compare with"), m_settings.lastFolder(),
                                                      tr("Plans (*.shardscope.json);;All files (*)"), nullptr, QFileDialog::DontUseNativeDialog);
    if (!file.isEmpty()) openOther(file);
}

void ComparePage::explain() {
    const ComparedPlan b = m_plans.b();
    const std::string quantity = m_view->quantity();
    if (quantity.empty() || !b.snapshot) return m_formula->show(std::nullopt);
    m_formula->show(core::derive(*b.snapshot, quantity), QStringLiteral("B"));
}

}  // namespace ui
