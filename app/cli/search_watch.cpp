// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/search_watch.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>

namespace app {

namespace {

volatile std::sig_atomic_t signalled = 0;

}  // namespace

Interruptible::Interruptible() {
    signalled = 0;
    m_before = std::signal(SIGINT, [](int) { signalled = 1; });
}

Interruptible::~Interruptible() { std::signal(SIGINT, m_before); }

bool Interruptible::interrupted() const { return signalled != 0; }

core::SearchWatch Interruptible::watch() const {
    using Clock = std::chrono::steady_clock;
    return [this, talks = isatty(STDERR_FILENO) != 0, last = Clock::now()](const core::SearchProgress& progress) mutable {
        constexpr auto kPause = std::chrono::milliseconds(500);
        if (interrupted()) return core::SearchStep::Stop;
        if (!talks || Clock::now() - last < kPause) return core::SearchStep::Go;
        last = Clock::now();
        std::fprintf(stderr, "%3.0f %%  %s plans scored%s\n", 100 * progress.fraction, core::withThousands(progress.evaluated).c_str(),
                     progress.best ? fmt::format(", best {:.3f} s", progress.best->value()).c_str() : "");
        return core::SearchStep::Go;
    };
}

}  // namespace app
