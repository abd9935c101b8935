// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hall: the shared state that every view may see. A view gets a Hall& and a ThemeProvider&, nothing else;
// the window builds both and owns them.
#pragma once

namespace ui {

class PlanDocument;
class Evaluator;
class Selection;
class RunStore;

struct Hall {
    PlanDocument& document;
    Evaluator& evaluator;
    Selection& selection;
    RunStore& run;
};

}  // namespace ui
