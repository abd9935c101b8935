// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The safetensors files of a Hugging Face model folder, opened: one, or those that its index names.
#pragma once

#include "core/checkpoint/safetensors.h"

#include <filesystem>
#include <map>
#include <string>

namespace core {

inline constexpr const char* kHfWeightsName = "model.safetensors";
inline constexpr const char* kHfIndexName = "model.safetensors.index.json";

class HfWeights {
public:
    struct Place {
        std::filesystem::path file;
        std::int64_t begin = 0;  // from the start of the file
        StoredTensor tensor;
    };

    // Reads headers alone. model.safetensors goes before an index, as in Transformers.
    [[nodiscard]] static Result<HfWeights> open(const std::filesystem::path& folder);

    [[nodiscard]] const std::map<std::string, Place>& places() const { return m_places; }
    // Row-major as stored, in fp64. From any thread.
    [[nodiscard]] static Result<std::vector<double>> read(const Place& place);

private:
    [[nodiscard]] Result<void> add(const std::filesystem::path& file);

    std::map<std::string, Place> m_places;
};

}  // namespace core
