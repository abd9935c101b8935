// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/hjson_edit.h"

namespace core {

std::optional<MemberEditor> hjsonEditor(std::string_view text) {
    auto read = readHjson(text, "");
    if (!read || !read->json.root.is_object()) return std::nullopt;
    return MemberEditor(text, std::move(*read));
}

}  // namespace core
