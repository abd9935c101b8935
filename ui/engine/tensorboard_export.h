// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recorded run as an event file of TensorBoard.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace ui {

// TensorBoard finds files whose name holds "tfevents"; another name gets that ending. The problems say why not.
[[nodiscard]] core::Result<QString> exportToTensorBoard(const QString& runFile, const QString& fileName);

}  // namespace ui
