// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of relaxed JSON, member by member.
#pragma once

#include "core/config/member_edit.h"

namespace core {

// Nothing where the text cannot be read or is no object.
[[nodiscard]] std::optional<MemberEditor> hjsonEditor(std::string_view text);

}  // namespace core
