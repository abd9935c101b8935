// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A DeepSpeed configuration as read: typed access by path ("zero_optimization/stage") with the habits of its readers
// (whole floats are integers, "auto" is no value), and places for problems. A cheap copy of an immutable document.
#pragma once

#include "core/config/ds_keys.h"
#include "core/config/hjson.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

inline constexpr std::int64_t kMaxConfigBytes = 512 << 10;

class DsConfig {
public:
    explicit DsConfig(HjsonText text);

    [[nodiscard]] const JsonText& json() const { return m_text->json; }

    // Whether the key stands there, with any value but null.
    [[nodiscard]] bool has(std::string_view path) const;
    [[nodiscard]] bool isAuto(std::string_view path) const;
    // Nothing when absent, "auto" or of another type.
    [[nodiscard]] std::optional<bool> boolean(std::string_view path) const;
    [[nodiscard]] std::optional<std::int64_t> whole(std::string_view path) const;
    [[nodiscard]] std::optional<double> real(std::string_view path) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view path) const;
    [[nodiscard]] std::vector<std::string> members(std::string_view path) const;
    // The value for a sentence, cut where it is long.
    [[nodiscard]] std::string shown(std::string_view path) const;

    // As written or, where absent or "auto", the default of `version`.
    [[nodiscard]] bool flag(std::string_view path, Version version = kNewestDeepSpeed) const;

    // The stage that DeepSpeed would use: also of "zero_optimization": true. Nothing where it cannot be read.
    [[nodiscard]] std::optional<std::int64_t> zeroStage() const;
    // "cpu", "nvme" or "none"; the deprecated keys included.
    [[nodiscard]] std::string optimizerDevice() const;
    [[nodiscard]] std::string parameterDevice() const;

    // A value that stands for something to be put in: ${zero_stage}, CONFIG_BATCH_SIZE.
    [[nodiscard]] std::vector<std::string> placeholders() const;  // paths

    // "FILE:LINE:COLUMN (pointer)" of the value, of the key, or of the nearest object where the key is absent.
    [[nodiscard]] std::string where(std::string_view path) const;
    [[nodiscard]] std::string whereKey(std::string_view path) const;

private:
    [[nodiscard]] const nlohmann::ordered_json* find(std::string_view path) const;
    std::shared_ptr<const HjsonText> m_text;
};

// Duplicate keys are left to dsKeyProblems(); a document that is no object is refused.
[[nodiscard]] Result<DsConfig> readDsConfig(std::string_view text, std::string_view file);

// Unknown, misspelt, deprecated, inactive, "auto" and ill-typed keys, duplicates, placeholders.
[[nodiscard]] Problems dsKeyProblems(const DsConfig& config, Version version);

}  // namespace core
