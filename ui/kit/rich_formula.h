// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A formula with its subscripts, as rich text: t_pipe → t<sub>pipe</sub>.
#pragma once

#include <QString>

namespace ui {

[[nodiscard]] QString richFormula(const QString& formula);

}  // namespace ui
