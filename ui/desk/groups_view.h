// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The view around the two rank orders: which two, which kind of group, and in a sentence what would go wrong.
#pragma once

#include "core/plan/plan.h"
#include "ui/state/hall.h"

#include <QWidget>

class QComboBox;

namespace ui {

class GroupsCanvas;
class Label;
class Segmented;
class ViewHeader;

class GroupsView : public QWidget {
    Q_OBJECT
public:
    explicit GroupsView(const Hall& hall, QWidget* parent = nullptr);

    // Sizes and first order; the second stays chosen.
    void setLayoutSpec(const core::LayoutSpec& spec, int cardsPerNode);
    void setOrders(core::RankOrder first, core::RankOrder second);
    [[nodiscard]] GroupsCanvas& canvas() { return *m_canvas; }
    [[nodiscard]] QString verdict() const;

signals:
    void backRequested();

private:
    void refresh();

    const Hall m_hall;
    core::LayoutSpec m_spec;
    int m_perNode = 8;
    ViewHeader* m_header;
    QComboBox *m_first, *m_second;
    Segmented* m_kind;
    GroupsCanvas* m_canvas;
    Label* m_verdict;
};

}  // namespace ui
