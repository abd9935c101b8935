// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ds_keys.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

std::array<std::span<const DsKey>, 3> tables() { return {dsTrainingKeys(), dsZeroKeys(), dsServiceKeys()}; }

bool knownIn(const DsKey& key, Version version) {
    return key.since <= version && (key.gone == Version{} || version < key.gone);
}

}  // namespace

std::vector<DsKey> dsKeys() {
    std::vector<DsKey> keys;
    for (const auto& table : tables()) keys.insert(keys.end(), table.begin(), table.end());
    return keys;
}

const DsKey* findDsKey(std::string_view path) {
    for (const auto& table : tables())
        if (const auto key = std::ranges::find(table, path, &DsKey::path); key != table.end()) return &*key;
    return nullptr;
}

std::vector<std::string> dsMembers(std::string_view object, Version version) {
    std::vector<std::string> names;
    for (const auto& table : tables())
        for (const DsKey& key : table) {
            const std::size_t cut = key.path.rfind('/');
            const std::string_view parent = cut == key.path.npos ? std::string_view() : key.path.substr(0, cut);
            if (parent == object && knownIn(key, version))
                names.emplace_back(cut == key.path.npos ? key.path : key.path.substr(cut + 1));
        }
    return names;
}

std::string_view dsDefault(const DsKey& key, Version version) {
    for (const DsDefaultChange& change : dsDefaultChanges())
        if (change.path == key.path && version < change.since) return change.before;
    return key.fallback;
}

}  // namespace core
