// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/op_card.h"

#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/rich_formula.h"
#include "ui/kit/to_qt.h"

#include <QGridLayout>

namespace ui {

namespace {

constexpr int kMargin = 14;

QString labelOf(const core::DerivedTerm& term) {
    core::Problem problem;
    problem.code = term.label;
    return sentence(problem);
}

QString valueOf(const core::DerivedTerm& term) {
    return term.unit == core::QuantityUnit::Time ? timeText(term.value) : qs(core::readable(term.unit, term.value));
}

QString howOf(const core::DerivedTerm& term) {
    QString how = qs(term.formula);
    if (!term.numbers.empty()) how += (how.isEmpty() ? QString() : QStringLiteral(" = ")) + qs(term.numbers);
    return how;
}

// Of a sum the terms below say it all.
QString formulaOf(const core::OpFormula& op) {
    return op.formula == "Σ" ? QStringLiteral("= ") + qs(op.numbers) : QStringLiteral("%1 = %2").arg(qs(op.formula), qs(op.numbers));
}

}  // namespace

OpCard::OpCard(const QString& title, core::OpFormula op, QWidget* parent)
    : PopupCard(title, timeText(op.length.value()), parent)
    , m_op(std::move(op)) {
    setObjectName(QStringLiteral("opCard"));
    const Theme& theme = themeOf(*this);
    auto* list = new QWidget(this);
    auto* grid = new QGridLayout(list);
    grid->setContentsMargins(theme.ipx(kMargin), 0, theme.ipx(kMargin), theme.ipx(12));
    grid->setHorizontalSpacing(theme.ipx(16));
    grid->setVerticalSpacing(theme.ipx(4));
    grid->setColumnStretch(0, 1);
    int row = 0;
    const auto line = [&](const QString& text, FontUse use, Role role) {
        if (text.isEmpty()) return;
        auto* label = new Label(richFormula(text), use, role, list);
        label->setTextFormat(Qt::RichText);
        label->setWrapped();
        grid->addWidget(label, row++, 0, 1, 2);
    };
    line(formulaOf(m_op), FontUse::Body, Role::Text);
    for (const core::DerivedTerm& term : m_op.terms) {
        grid->setRowMinimumHeight(row++, theme.ipx(4));
        auto* name = new Label(richFormula(labelOf(term)), FontUse::Body, Role::Text, list);
        name->setTextFormat(Qt::RichText);
        name->setWrapped();
        grid->addWidget(name, row, 0);
        grid->addWidget(new Label(valueOf(term), FontUse::Body, Role::Text, list), row++, 1, Qt::AlignRight | Qt::AlignTop);
        line(howOf(term), FontUse::Label, Role::Text2);
    }
    grid->setRowMinimumHeight(row++, theme.ipx(4));
    if (!m_op.source.empty()) line(tr("Source: %1").arg(qs(m_op.source)), FontUse::Label, Role::Text2);
    setList(list);
}

QString OpCard::toText() const {
    QStringList lines{firstLine(), formulaOf(m_op)};
    for (const core::DerivedTerm& term : m_op.terms) lines << QStringLiteral("%1\t%2\t%3").arg(labelOf(term), valueOf(term), howOf(term));
    if (!m_op.source.empty()) lines << qs(m_op.source);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace ui
