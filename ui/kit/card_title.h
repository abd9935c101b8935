// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of an accelerator as it is shown: brands as they are, the virtual card in the language of the window.
#pragma once

#include "core/cluster/cluster.h"

#include <QString>

namespace ui {

[[nodiscard]] QString titleOf(const core::Accelerator& card);

}  // namespace ui
