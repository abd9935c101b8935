// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is selected and what is hovered, once for the whole window. Views ask and propose; they never talk to
// each other. An item is the narrowest thing clicked: a rank, a stage, a micro-batch on a stage, a memory
// category of a stage or rank.
#pragma once

#include "core/layout/layout.h"
#include "core/memory/ledger.h"

#include <QObject>

#include <optional>

namespace ui {

struct SelectedItem {
    std::optional<int> rank;
    std::optional<int> stage;
    std::optional<int> microBatch;
    std::optional<core::MemoryCategory> category;
    [[nodiscard]] bool empty() const { return !rank && !stage && !microBatch && !category; }
    bool operator==(const SelectedItem&) const = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    [[nodiscard]] const SelectedItem& current() const { return m_current; }
    [[nodiscard]] const SelectedItem& hovered() const { return m_hovered; }
    // `source` is the view that proposes: it can tell its own change from another's.
    void select(const SelectedItem& item, const QObject* source);
    void hover(const SelectedItem& item, const QObject* source);
    void clear(const QObject* source) { select({}, source); }

signals:
    void changed(const ui::SelectedItem& item, const QObject* source);
    void hoverChanged(const ui::SelectedItem& item, const QObject* source);

private:
    SelectedItem m_current, m_hovered;
};

}  // namespace ui
