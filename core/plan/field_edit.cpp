// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What follows from the edit of one field. Every quotient is taken only where it is whole.
#include "core/plan/cards.h"
#include "core/plan/fields.h"
#include "core/plan/rules.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

bool isAnyOf(std::string_view pointer, std::initializer_list<std::string_view> pointers) {
    return std::ranges::find(pointers, pointer) != pointers.end();
}

void letDataParallelFollow(Plan& plan) {
    LayoutSpec& layout = plan.layout;
    if (layout.tp < 1 || layout.cp < 1 || layout.pp < 1) return;
    const double replica = double(layout.tp) * layout.cp * layout.pp;
    const std::int64_t cards = cardsOf(plan.cluster);
    if (replica > double(cards)) return;
    const auto whole = std::int64_t(replica);
    if (cards % whole == 0 && cards / whole <= std::numeric_limits<int>::max())
        layout.dp = int(cards / whole);
}

void letCardsFollow(Plan& plan) {
    const int cards = plan.layout.cards();
    if (cards >= 1 && cards < std::numeric_limits<int>::max() && cards != cardsOf(plan.cluster))
        spreadCards(plan.cluster, cards);
}

void dropUnfittingSplit(LayoutSpec& layout) {
    if (std::int64_t(layout.stageLayers.size()) != std::int64_t(layout.pp) * layout.virtualStages) layout.stageLayers.clear();
}

void letModelDetailsFollow(const ModelSpec& before, Plan& plan) {
    if (plan.model.layers != before.layers) plan.layout.stageLayers.clear();
    if (plan.sequenceLength > plan.model.maxSequence) plan.sequenceLength = 0;
}

void letChunksFollow(Plan& plan) {
    const ChunkRange allowed = chunksOf(plan.schedule);
    plan.layout.virtualStages = std::clamp(plan.layout.virtualStages, allowed.least, allowed.most);
    if (plan.schedule != ScheduleKind::Table) plan.scheduleTable.clear();
}

}  // namespace

Plan withField(const Plan& plan, std::string_view pointer, const FieldValue& value, CardsPolicy policy) {
    Plan edited = plan;
    const Field* field = findField(pointer);
    if (field == nullptr) return edited;
    field->set(edited, value);
    if (pointer == "/model") letModelDetailsFollow(plan.model, edited);
    if (pointer == "/schedule") letChunksFollow(edited);
    if (pointer == "/layout/pp") dropUnfittingSplit(edited.layout);
    if (isAnyOf(pointer, {"/cluster/nodes", "/cluster/gpus_per_node", "/cluster/cards"}))
        letDataParallelFollow(edited);
    else if (isAnyOf(pointer, {"/layout/tp", "/layout/cp", "/layout/pp"}) && policy == CardsPolicy::Locked)
        letDataParallelFollow(edited);
    else if (isAnyOf(pointer, {"/layout/tp", "/layout/cp", "/layout/pp", "/layout/dp"}) &&
             policy == CardsPolicy::Follow)
        letCardsFollow(edited);
    return edited;
}

}  // namespace core
