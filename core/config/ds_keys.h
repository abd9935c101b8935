// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every key of a ds_config, as data: type, default, the ZeRO stages it acts in, the versions that know it, what
// DeepSpeed does with a key that it does not know in the same object. Read from the sources of DeepSpeed 0.19.5
// (runtime/config.py, runtime/constants.py, runtime/zero/config.py, runtime/precision_config.py and the files that
// they include); versions from 19 releases between 0.11 and 0.19.5: where a key came between two of them, the earlier
// bound is given, so that nothing that works is called too new.
#pragma once

#include "core/config/version.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class DsType { Boolean, Whole, Real, Text, Object, List, Any };

// What DeepSpeed does with a key of an object that it does not know: refuses it (pydantic models with
// extra="forbid"), ignores it without a word (dictionaries), or hands it on to somebody who may know it.
enum class UnknownKeys { Refused, Ignored, HandedOn };

// The ZeRO stages in which a key does something, as bits 1 << stage.
inline constexpr unsigned kEveryStage = 0b1111, kStages123 = 0b1110, kStages12 = 0b0110, kStage3 = 0b1000;

struct DsKey {
    std::string_view path;      // "zero_optimization/stage"
    DsType type = DsType::Any;
    std::string_view fallback{};  // the default, as JSON text; empty = none
    unsigned stages = kEveryStage;
    std::string_view choices{};   // "none|cpu|nvme" of a text
    UnknownKeys unknown = UnknownKeys::Ignored;  // of an object
    Version since{};            // the first version that knows it; 0.0.0 = before 0.11
    Version gone{};             // the first version that does not; 0.0.0 = still known
    std::string_view instead{}; // of a deprecated key: the one that replaces it
};

// Rows with more to say.
[[nodiscard]] constexpr DsKey since(Version version, DsKey key) { return key.since = version, key; }
[[nodiscard]] constexpr DsKey gone(Version version, DsKey key) { return key.gone = version, key; }
[[nodiscard]] constexpr DsKey replaced(std::string_view instead, DsKey key) { return key.instead = instead, key; }

// One default that changed: before `since` it was `before`.
struct DsDefaultChange {
    std::string_view path, before, after;
    Version since;
    std::string_view source;
};

[[nodiscard]] std::span<const DsKey> dsZeroKeys();
[[nodiscard]] std::span<const DsKey> dsTrainingKeys();
[[nodiscard]] std::span<const DsKey> dsServiceKeys();
[[nodiscard]] std::span<const DsDefaultChange> dsDefaultChanges();

// All three tables.
[[nodiscard]] std::vector<DsKey> dsKeys();
// Null when no version knows the path.
[[nodiscard]] const DsKey* findDsKey(std::string_view path);
// Names of the members of an object ("" = the top), as `version` knows them.
[[nodiscard]] std::vector<std::string> dsMembers(std::string_view object, Version version);
// The default of a key in that version, as JSON text.
[[nodiscard]] std::string_view dsDefault(const DsKey& key, Version version);

}  // namespace core
