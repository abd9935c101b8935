// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the plan as evaluated can be started, and if not, or not without a question, why and what would
// mend it. Runs that go on are the window's to know: Replaces and Leads come from there.
#pragma once

#include "core/evaluate.h"
#include "core/planner/mend.h"

#include <QString>

#include <optional>

namespace ui {

struct EngineCommand;
class PlanDocument;

enum class StartGate {
    Free,
    Asks,      // it may be started, but is predicted to fail
    Replaces,  // another plan trains and would be stopped first
    Leads,     // this plan trains: there is only the run to be shown
    Refused
};

struct StartCheck {
    StartGate gate = StartGate::Free;
    QString reason;  // empty when free
    QString brief;   // the same where room is short
    std::optional<core::FieldMend> mend;
};

[[nodiscard]] StartCheck checkStart(const core::Snapshot& snapshot, const EngineCommand& engine,
                                    core::CardsPolicy policy);
// One undoable act.
void useMend(PlanDocument& document, const core::FieldMend& mend);
// "Stage 0 needs 23.6 MiB but a card has 20 MiB": none where the plan fits its cards.
[[nodiscard]] std::optional<core::Problem> tooSmallCard(const core::Snapshot& snapshot);

}  // namespace ui
