// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a checkpoint is, apart from its numbers: where training stands, the plan it came from, every tensor of
// the model with its global shape, and which file holds which slice. Nothing in it depends on the layout that
// wrote it; the plan is there to be looked at, and to go on from without another. JSON, with its own checksum.
#pragma once

#include "core/checkpoint/safetensors.h"
#include "core/checkpoint/slices.h"
#include "core/optim/loss_scale.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

inline constexpr int kCheckpointVersion = 1;
inline constexpr const char* kManifestName = "manifest.json";

// Parameters are what the optimizer updates: master weights where there are some.
enum class StateKind { Parameters, FirstMoments, SecondMoments };
template <>
std::span<const std::pair<StateKind, std::string_view>> enumNames<StateKind>();

struct SliceId {
    StateKind kind{};
    int tensor = 0;  // index into the manifest's tensors
    Box box;
    bool operator==(const SliceId&) const = default;
};

struct StoredSlice {
    SliceId id;
    StoredType type{};
    std::uint32_t checksum = 0;  // CRC-32C of its bytes
    bool operator==(const StoredSlice&) const = default;
};

struct StoredFile {
    std::string name;  // in the checkpoint's folder
    int rank = 0;      // that wrote it
    std::int64_t bytes = 0;
    std::uint32_t headerChecksum = 0;
    std::vector<StoredSlice> slices;  // in the order of the data
    bool operator==(const StoredFile&) const = default;
};

struct TrainingPosition {
    std::int64_t step = 0;     // steps done; less the skipped ones: Adam's t, and where the learning rate stands
    std::int64_t samples = 0;  // sequences consumed: where the data stand
    std::int64_t skipped = 0;  // steps without an update, for an overflow
    std::optional<LossScaleState> lossScale = std::nullopt;  // of fp16
    bool operator==(const TrainingPosition&) const = default;
};

// The training text, so that another one is noticed.
struct TextMark {
    std::string description;
    std::int64_t bytes = 0;
    std::uint32_t checksum = 0;
    bool operator==(const TextMark&) const = default;
};

struct Manifest {
    std::string id;       // the same in all files of one checkpoint, another in every other
    std::string savedAt;  // ISO 8601, UTC, milliseconds
    std::string build;
    TrainingPosition position;
    TextMark text;
    Plan plan;
    std::vector<ModelTensor> tensors;
    std::vector<StoredFile> files;
    bool operator==(const Manifest&) const = default;

    [[nodiscard]] std::int64_t bytes() const;  // of all files
};

[[nodiscard]] std::string encode(const Manifest& manifest);
// `file` stands in problems. Refuses what is truncated, altered, of another version or does not cover every
// tensor exactly once.
[[nodiscard]] Result<Manifest> decodeManifest(std::string_view text, const std::filesystem::path& file);

// "parameters/block.0.attention.qkv.weight[0:48,0:16]": the name of a slice in its file.
[[nodiscard]] std::string sliceName(const SliceId& id, const std::vector<ModelTensor>& tensors);
// Names of the sub-parameters of a fused tensor: q, k and v.
[[nodiscard]] std::string_view partName(std::size_t part);

// The first field of the model in which the plan differs from the checkpoint, as a problem that names both
// values; nothing when the weights fit.
[[nodiscard]] std::optional<Problem> modelMismatch(const Manifest& manifest, const Plan& plan);

}  // namespace core
