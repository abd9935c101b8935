// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/spotlight.h"

#include "ui/state/selection.h"

namespace ui {

Spotlight& Spotlight::of(Selection& selection) {
    if (auto* known = selection.findChild<Spotlight*>()) return *known;
    return *new Spotlight(&selection);
}

void Spotlight::show(LitGroups lit, const QObject* source) {
    m_source = source;
    if (lit == m_lit) return;
    m_lit = std::move(lit);
    emit changed();
}

void Spotlight::clear(const QObject* source) {
    if (source == m_source) show({}, source);
}

}  // namespace ui
