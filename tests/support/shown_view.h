// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view of the hall in a window of its own, on a snapshot.
#pragma once

#include "ui/state/evaluator.h"
#include "ui/state/hall_view.h"

#include <QTest>

#include <memory>

namespace support {

template <class View>
std::unique_ptr<View> shownView(ui::ViewPlace place, QSize size, ui::SnapshotPtr snapshot) {
    auto view = std::make_unique<View>(place);
    view->setSnapshot(std::move(snapshot));
    view->resize(size);
    view->show();
    if (!QTest::qWaitForWindowExposed(view.get())) qFatal("no window appeared");
    return view;
}

}  // namespace support
