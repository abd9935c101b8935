// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The folders that tests/tools/make_huggingface_models.py saved with transformers, plans for them, and checkpoints made
// from them.
#pragma once

#include "core/checkpoint/find_checkpoint.h"
#include "core/checkpoint/hf_import.h"
#include "core/import/hf_config.h"

#include <QtGlobal>

#include <nlohmann/json.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace support {

inline std::filesystem::path hfFolder(const std::string& name) {
    return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/golden/huggingface" / name;
}

inline nlohmann::json hfExpected() {
    std::ifstream in(hfFolder("expected.json"));
    return nlohmann::json::parse(in);
}

// One card, one micro-batch of all rows of the fixture.
inline core::Plan hfPlan(const std::string& name) {
    core::Plan plan;
    plan.name = name;
    plan.model = core::importHfConfig(hfFolder(name) / "config.json").value().spec;
    plan.cluster = {"virtual-card", 1, 1};
    plan.batch = {.micro = 4, .global = 4};
    plan.precision = core::Precision::Fp32;
    return plan;
}

// Writes a checkpoint of step 0 below `to`.
inline core::Checkpoint hfCheckpoint(const std::filesystem::path& from, const core::Plan& plan,
                                     const std::filesystem::path& to) {
    const auto imported = core::importFromHuggingFace(from, plan);
    if (!imported) qFatal("%s", core::describe(imported.error().front()).c_str());
    auto folder = core::CheckpointFolder::open(to).value();
    (void)folder.write(imported->manifest, imported->shards).value();
    auto opened = core::openSound(to);
    if (!opened) qFatal("%s", core::describe(opened.error().front()).c_str());
    return std::move(*opened);
}

// Name → type, shape and bytes of every tensor of a safetensors file, read without the code under test.
struct RawTensor {
    std::string type;
    std::vector<std::int64_t> shape;
    std::string bytes;
    bool operator==(const RawTensor&) const = default;
};
inline std::map<std::string, RawTensor> rawTensors(const std::filesystem::path& folder) {
    std::map<std::string, RawTensor> tensors;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".safetensors") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string all{std::istreambuf_iterator<char>(in), {}};
        std::uint64_t length = 0;
        std::memcpy(&length, all.data(), sizeof length);
        const nlohmann::json header = nlohmann::json::parse(all.substr(8, length));
        for (const auto& [name, value] : header.items()) {
            if (name == "__metadata__") continue;
            const std::size_t begin = value["data_offsets"][0], end = value["data_offsets"][1];
            tensors[name] = {value["dtype"], value["shape"], all.substr(8 + length + begin, end - begin)};
        }
    }
    return tensors;
}

}  // namespace support
