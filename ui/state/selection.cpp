// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selection: announces changes only.
#include "ui/state/selection.h"

namespace ui {

void Selection::select(const SelectedItem& item, const QObject* source) {
    if (item == m_current) return;
    m_current = item;
    emit changed(m_current, source);
}

void Selection::hover(const SelectedItem& item, const QObject* source) {
    if (item == m_hovered) return;
    m_hovered = item;
    emit hoverChanged(m_hovered, source);
}

}  // namespace ui
