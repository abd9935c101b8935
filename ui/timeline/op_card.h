// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why an op of the predicted timeline is as long as it is: its formula with the values put in and its terms, each with its own.
#pragma once

#include "core/planner/op_formula.h"
#include "ui/timeline/popup_card.h"

namespace ui {

class OpCard : public PopupCard {
    Q_OBJECT
public:
    OpCard(const QString& title, core::OpFormula op, QWidget* parent);
    [[nodiscard]] const core::OpFormula& op() const { return m_op; }
    [[nodiscard]] QString toText() const override;

private:
    core::OpFormula m_op;
};

}  // namespace ui
