// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The translation context of the planner's words that belong to no widget.
#pragma once

#include <QCoreApplication>

namespace ui {

class PlannerWords {
    Q_DECLARE_TR_FUNCTIONS(ui::PlannerWords)
};

}  // namespace ui
