// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One number explained: the value, its formula in symbols and with the values put in, the terms, the source. The whole can
// be copied as text.
#pragma once

#include "core/planner/derivations.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QStackedLayout;

namespace ui {

class EmptyState;
class Label;
class ViewHeader;

class FormulaCard : public QWidget {
    Q_OBJECT
public:
    explicit FormulaCard(const QString& emptySentence, QWidget* parent = nullptr);

    // `whose` stands before the title: "B, …"; empty = nothing. None: the card is empty.
    void show(const std::optional<core::Derivation>& derivation, const QString& whose = {});
    using QWidget::show;
    [[nodiscard]] QString toText() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fill();
    void clearTerms();

    std::optional<core::Derivation> m_derivation;
    QString m_whose;
    ViewHeader* m_header;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    Label *m_number, *m_unit, *m_symbols, *m_values, *m_source;
    QWidget* m_terms;
};

}  // namespace ui
