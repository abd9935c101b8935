// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads keys of one object of a foreign configuration: every fault is kept with its place, a null is an absent key,
// and what is absent has the value that the caller names. Where several names are given, the first that is present
// counts; two that contradict each other are a fault.
#pragma once

#include "core/base/json_text.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class ConfigReader {
public:
    using Keys = std::initializer_list<const char*>;
    using Json = nlohmann::ordered_json;

    ConfigReader(const JsonText& json, std::string pointer);  // keeps a reference

    [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
    // Numbers of at least 1 and at most 2^31-1. A fault without a fallback yields 1, so that reading can go on.
    int size(Keys keys);
    int sizeOr(Keys keys, int fallback);
    int countOr(Keys keys, int fallback);  // likewise from 0
    bool flagOr(const char* key, bool fallback);
    double numberOr(const char* key, double fallback);
    std::string textOr(const char* key, std::string fallback);
    // Entries of a list of texts; empty when it is absent.
    std::vector<std::string> texts(const char* key);
    std::vector<int> numbers(const char* key);
    // The object below `key`; its faults are gathered here too.
    std::optional<ConfigReader> below(const char* key);
    void take(ConfigReader&& child);

    void refuse(std::string code, const char* key, std::map<std::string, std::string> params, std::string fix = {});
    [[nodiscard]] const Problems& problems() const { return m_problems; }
    [[nodiscard]] Problems takeProblems() { return std::move(m_problems); }

private:
    [[nodiscard]] const Json* find(const char* key) const;
    std::optional<int> integer(const char* key, int least);
    std::optional<int> firstOf(Keys keys, int least);
    void wrongType(const char* key, const char* expected);

    const JsonText& m_json;
    const Json* m_object;
    std::string m_pointer;
    Problems m_problems;
};

}  // namespace core
