// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Result<T>: a value or the problems that kept it from being one.
#pragma once

#include "core/base/problem.h"

#include <tl/expected.hpp>

namespace core {

template <class T>
using Result = tl::expected<T, Problems>;

[[nodiscard]] inline tl::unexpected<Problems> refuse(Problem problem) {
    return tl::make_unexpected(Problems{std::move(problem)});
}

}  // namespace core
