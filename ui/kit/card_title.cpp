// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/card_title.h"

#include <QCoreApplication>

namespace ui {

QString titleOf(const core::Accelerator& card) {
    return card.name == "virtual-card" ? QCoreApplication::translate("plan_facts", "Virtual card")
                                       : QString::fromStdString(card.title);
}

}  // namespace ui
