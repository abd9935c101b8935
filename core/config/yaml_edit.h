// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the YAML of GPT-NeoX, member by member, in block form ("key: value" lines) as in flow form (JSON with
// comments). Names of the outermost keys may be given with - or _. Members behind anchors, aliases or tags, and texts of
// several lines, are left alone.
#pragma once

#include "core/config/member_edit.h"

namespace core {

// Nothing where the text cannot be read, is no mapping, or has more members than anyone writes by hand.
[[nodiscard]] std::optional<MemberEditor> yamlEditor(std::string_view text);

}  // namespace core
