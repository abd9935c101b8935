// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A second hall for lessons: a plan, its evaluation and a selection of their own, so that nothing a lesson does touches
// the learner's plan or its undo history. The run is the window's: there is one engine.
#pragma once

#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"
#include "ui/state/selection.h"

namespace ui {

class LessonHall {
public:
    LessonHall(const core::Plan& plan, RunStore& run)
        : document(plan)
        , hall{document, evaluator, selection, run} {
        QObject::connect(&document, &PlanDocument::planChanged, &evaluator, &Evaluator::evaluate);
    }

    PlanDocument document;
    Evaluator evaluator;
    Selection selection;
    const Hall hall;
};

}  // namespace ui
