// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For tests of the Plan workspace: a WindowStage that opens it, searches and chooses rows.
#pragma once

#include "tests/support/window_stage.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/planner_view.h"
#include "ui/planner/search_page.h"

namespace ui::testing {

inline core::Plan shipped(const char* name) { return support::shippedPlan(name); }

class PlannerStage : public WindowStage {
public:
    [[nodiscard]] PlannerView& planner() { return window().planner(); }
    [[nodiscard]] SearchPage& page() { return planner().search(); }

    void openPlanner(const core::Plan& plan) {
        openWindow(plan);
        QTest::keyClick(&window(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(window().workspace(), WorkspaceKind::Plan);
        settle();
    }
    void searchToTheEnd() {
        click(find<Button>("searchButton"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        QVERIFY(!page().layouts().empty());
    }
    void clickRow(int row) {
        const QRect place = page().table().placeOf(row, 9);
        QTest::mouseClick(page().table().viewport(), Qt::LeftButton, {}, place.center());
    }
};

}  // namespace ui::testing
