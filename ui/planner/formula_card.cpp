// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/formula_card.h"

#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/kind_mark.h"
#include "ui/kit/label.h"
#include "ui/kit/rich_formula.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/planner/ground.h"
#include "ui/planner/quantity_words.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QRegularExpression>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace ui {

namespace {

// "32.9 ms" stays on one line.
QString unbroken(std::string_view numbers) {
    static const QRegularExpression gap(QStringLiteral("(?<=\\d) (?=[A-Za-zµ%])"));
    return qs(numbers).replace(gap, QStringLiteral("\u202f"));
}

}  // namespace

FormulaCard::FormulaCard(const QString& emptySentence, QWidget* parent)
    : QWidget(parent)
    , m_header(new ViewHeader(tr("Formula"), this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(emptySentence, this))
    , m_number(new Label({}, FontUse::Number))
    , m_unit(new Label({}, FontUse::Body, Role::Text2))
    , m_symbols(new Label({}, FontUse::Formula))
    , m_values(new Label({}, FontUse::Title))
    , m_source(new Label({}, FontUse::Label, Role::Text2))
    , m_terms(new QWidget) {
    Button* copy = m_header->addIconButton(Icon::Share, tr("Copy the formula as text"));
    copy->setObjectName(QStringLiteral("copyFormula"));
    connect(copy, &Button::clicked, this, [this] { QApplication::clipboard()->setText(toText()); });
    m_number->setObjectName(QStringLiteral("formulaNumber"));
    m_values->setObjectName(QStringLiteral("formulaValues"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(20, 14, 20, 14);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(m_number, 0, Qt::AlignBaseline);
    head->addWidget(m_unit, 0, Qt::AlignBaseline);
    head->addSpacing(8);
    head->addWidget(new KindMarks({{NumberKind::Predicted, tr("predicted")}}));
    head->addStretch(1);
    column->addLayout(head);
    for (Label* label : {m_symbols, m_values}) {
        label->setWrapped();
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    new QGridLayout(m_terms);
    column->addWidget(m_terms);
    m_source->setWrapped();
    column->addWidget(m_source);
    column->addStretch(1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(new GroundScroll(content));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_header);
    all->addLayout(m_stack, 1);
}

void FormulaCard::show(const std::optional<core::Derivation>& derivation, const QString& whose) {
    m_derivation = derivation;
    m_whose = whose;
    fill();
}

void FormulaCard::clearTerms() {
    while (QLayoutItem* item = m_terms->layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void FormulaCard::fill() {
    m_stack->setCurrentIndex(m_derivation ? 1 : 0);
    if (!m_derivation) return m_header->setTitle(tr("Formula"));
    const core::Derivation& d = *m_derivation;
    const QString title = codeText(d.quantity->title);
    m_header->setTitle(m_whose.isEmpty() ? title : QStringLiteral("%1: %2").arg(m_whose, title));
    const UnitScale scale = scaleFor(d.quantity->unit, d.value);
    m_number->setText(scale.number(d.value));
    m_unit->setText(scale.unit);
    m_symbols->setTextFormat(Qt::RichText);
    m_symbols->setText(richFormula(qs(d.formula)));
    m_symbols->setVisible(d.formula != "Σ");
    m_values->setText(QStringLiteral("= ") + unbroken(d.numbers));
    m_source->setText(d.source.empty() ? QString() : tr("Source: %1").arg(qs(d.source)));
    m_source->setVisible(!d.source.empty());
    clearTerms();
    auto* grid = static_cast<QGridLayout*>(m_terms->layout());
    grid->setContentsMargins(0, 6, 0, 6);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    int row = 0;
    for (const core::DerivedTerm& term : d.terms) {
        auto* name = new Label({}, FontUse::Body, Role::Text, m_terms);
        name->setTextFormat(Qt::RichText);
        name->setText(richFormula(codeText(term.label)));
        name->setWrapped();
        grid->addWidget(name, row, 0);
        grid->addWidget(new Label(quantityText(term.unit, term.value), FontUse::Body, Role::Text, m_terms), row++, 1,
                        Qt::AlignRight | Qt::AlignTop);
        if (term.formula.empty() && term.numbers.empty()) continue;
        QString how = qs(term.formula);
        if (!term.numbers.empty()) how += (how.isEmpty() ? QString() : QStringLiteral(" = ")) + qs(term.numbers);
        auto* formula = new Label(how, FontUse::Label, Role::Text2, m_terms);
        formula->setWrapped();
        grid->addWidget(formula, row++, 0, 1, 2);
    }
}

QString FormulaCard::toText() const {
    if (!m_derivation) return {};
    const core::Derivation& d = *m_derivation;
    QStringList lines{QStringLiteral("%1 = %2").arg(codeText(d.quantity->title), quantityText(d.quantity->unit, d.value)),
                      qs(d.formula), QStringLiteral("= ") + qs(d.numbers)};
    for (const core::DerivedTerm& term : d.terms)
        lines << QStringLiteral("%1: %2").arg(codeText(term.label), quantityText(term.unit, term.value));
    if (!d.source.empty()) lines << qs(d.source);
    return lines.join(QLatin1Char('\n'));
}

void FormulaCard::changeEvent(QEvent* event) {
    // Its labels restyle themselves; none may be deleted while a new style goes round.
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) update();
}

void FormulaCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Canvas));
}

}  // namespace ui
