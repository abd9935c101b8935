// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A search in a terminal: while an Interruptible lives Ctrl-C ends searches that ask it, and people who wait at the
// terminal get a line on standard error twice a second. One at a time.
#pragma once

#include "core/planner/search.h"

namespace app {

class Interruptible {
public:
    Interruptible();
    ~Interruptible();
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    [[nodiscard]] core::SearchWatch watch() const;
    [[nodiscard]] bool interrupted() const;

private:
    void (*m_before)(int);
};

}  // namespace app
