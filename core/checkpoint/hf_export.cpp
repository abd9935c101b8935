// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Written beside its place under another name, synced, renamed.
#include "core/checkpoint/hf_export.h"

#include "core/checkpoint/file_io.h"
#include "core/checkpoint/hf_tensors.h"
#include "core/checkpoint/hf_weights.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace core {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const char* torchName(StoredType type) {
    switch (type) {
    case StoredType::F64:
        return "float64";
    case StoredType::F32:
        return "float32";
    case StoredType::Bf16:
        return "bfloat16";
    case StoredType::F16:
        return "float16";
    }
    return "float32";
}

Json gptConfig(const ModelSpec& model, std::int64_t positions) {
    return {{"architectures", {"GPT2LMHeadModel"}},
            {"model_type", "gpt2"},
            {"n_layer", model.layers},
            {"n_embd", model.hidden},
            {"n_head", model.heads},
            {"n_inner", model.ffn},
            {"n_positions", positions},
            {"vocab_size", model.vocabulary},
            {"activation_function", "gelu_new"},
            {"layer_norm_epsilon", 1e-5},
            {"attn_pdrop", 0.0},
            {"embd_pdrop", 0.0},
            {"resid_pdrop", 0.0}};
}

Json llamaConfig(const ModelSpec& model) {
    Json config{{"architectures", {"LlamaForCausalLM"}},
                {"model_type", "llama"},
                {"num_hidden_layers", model.layers},
                {"hidden_size", model.hidden},
                {"intermediate_size", model.ffn},
                {"num_attention_heads", model.heads},
                {"num_key_value_heads", model.kvHeads},
                {"head_dim", model.headSize()},
                {"max_position_embeddings", model.maxSequence},
                {"vocab_size", model.vocabulary},
                {"hidden_act", "silu"},
                {"rms_norm_eps", 1e-5},
                {"rope_theta", model.ropeTheta},
                {"rope_scaling", nullptr},
                {"attention_bias", false},
                {"mlp_bias", false},
                {"attention_dropout", 0.0}};
    if (model.ropeFactor > 1)
        config["rope_scaling"] = {{"rope_type", "llama3"},
                                  {"factor", model.ropeFactor},
                                  {"low_freq_factor", 1.0},
                                  {"high_freq_factor", 4.0},
                                  {"original_max_position_embeddings", 8192}};
    return config;
}

std::int64_t positionsOf(const Manifest& manifest) {
    const auto table = std::ranges::find(manifest.tensors, "embedding.position", &ModelTensor::name);
    return table == manifest.tensors.end() ? manifest.plan.model.maxSequence : table->rows;
}

// What the plan in the manifest says about the model is what its tensors are.
Result<std::vector<HfTensor>> tensorsOf(const Checkpoint& checkpoint) {
    const Manifest& manifest = checkpoint.manifest();
    const ModelSpec& model = manifest.plan.model;
    const bool known = model.family == Family::Gpt || model.family == Family::Llama;
    if (known && manifest.tensors == modelTensors(model, int(positionsOf(manifest))))
        return hfTensors(model.family, manifest.tensors);
    return refuse({Severity::Error, "checkpoint.bad-manifest", (checkpoint.folder() / kManifestName).string(),
                   {{"detail", "its tensors are not those of its model"}}});
}

SafetensorsHeader headerOf(const std::vector<HfTensor>& tensors, StoredType type) {
    SafetensorsHeader header{{{"format", "pt"}}, {}};
    std::int64_t at = 0;
    for (const HfTensor& tensor : tensors) {
        const std::int64_t bytes = tensor.rows * tensor.columns * bytesOf(type);
        header.tensors.push_back({tensor.name, type, tensor.shape(), at, bytes});
        at += bytes;
    }
    return header;
}

std::vector<double> transposed(const std::vector<double>& values, std::int64_t rows, std::int64_t columns) {
    std::vector<double> turned(values.size());
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c)
            turned[std::size_t(c * rows + r)] = values[std::size_t(r * columns + c)];
    return turned;
}

Result<std::vector<std::byte>> storedBytes(const Checkpoint& checkpoint, const HfTensor& tensor, StoredType type) {
    std::vector<double> values(std::size_t(tensor.rows * tensor.columns));
    const Box box{tensor.row, tensor.rows, 0, tensor.columns};
    if (const auto read = checkpoint.read(StateKind::Parameters, tensor.tensor, box, values); !read)
        return tl::make_unexpected(read.error());
    if (tensor.orientation == Orientation::Transposed) values = transposed(values, tensor.rows, tensor.columns);
    std::vector<std::byte> stored(values.size() * std::size_t(bytesOf(type)));
    if (const auto beyond = fromDoubles(type, values, stored))
        return refuse({Severity::Error, "checkpoint.hf-beyond", checkpoint.folder().string(),
                       {{"tensor", tensor.name}, {"value", fmt::format("{:g}", *beyond)}, {"dtype", torchName(type)}},
                       "fix.checkpoint.hf-beyond"});
    return stored;
}

Result<void> writeWeights(const Checkpoint& checkpoint, const std::vector<HfTensor>& tensors,
                          const SafetensorsHeader& header, StoredType type, const fs::path& file) {
    Result<OutputFile> out = OutputFile::create(file);
    if (!out) return tl::make_unexpected(out.error());
    const std::string head = encode(header);
    if (const auto written = out->append(std::as_bytes(std::span(head))); !written) return written;
    for (const HfTensor& tensor : tensors) {
        const auto bytes = storedBytes(checkpoint, tensor, type);
        if (!bytes) return tl::make_unexpected(bytes.error());
        if (const auto written = out->append(*bytes); !written) return written;
    }
    return out->finish();
}

Result<void> writeConfig(const Manifest& manifest, StoredType type, const fs::path& file) {
    const std::string text = hfConfigText(manifest.plan.model, positionsOf(manifest), type);
    const std::span<const std::byte> parts[] = {std::as_bytes(std::span(text))};
    return writeSynced(file, parts);
}

Problem notEmpty(const fs::path& folder) {
    return {Severity::Error, "checkpoint.folder-not-empty", folder.string(), {}, "fix.checkpoint.folder-not-empty"};
}

// An empty folder of that name makes way; one that was filled meanwhile does not.
Result<void> giveName(const fs::path& temporary, const fs::path& folder) {
    if (::rename(temporary.c_str(), folder.c_str()) == 0) {
        syncFolder(folder.parent_path());
        return {};
    }
    const int error = errno;
    return refuse(error == ENOTEMPTY || error == EEXIST ? notEmpty(folder) : cannotWrite(folder, error));
}

}  // namespace

std::string hfConfigText(const ModelSpec& model, std::int64_t positions, StoredType type) {
    Json config = model.family == Family::Gpt ? gptConfig(model, positions) : llamaConfig(model);
    config["tie_word_embeddings"] = model.embeddings == Embeddings::Tied;
    // Transformers' own defaults name tokens of other vocabularies.
    config["bos_token_id"] = config["eos_token_id"] = nullptr;
    config["torch_dtype"] = torchName(type);
    return config.dump(2) + "\n";
}

Result<void> requireEmpty(const fs::path& folder) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(folder, error);
    if (status.type() == fs::file_type::not_found) return {};
    if (error) return refuse(cannotWrite(folder, error.value()));
    if (!fs::is_directory(folder, error)) return refuse(cannotWrite(folder, ENOTDIR));
    const bool empty = fs::is_empty(folder, error);
    if (error) return refuse(cannotWrite(folder, error.value()));
    if (!empty) return refuse(notEmpty(folder));
    return {};
}

Result<HfExport> exportToHuggingFace(const Checkpoint& checkpoint, StoredType type, const fs::path& given) {
    if (const auto empty = requireEmpty(given); !empty) return tl::make_unexpected(empty.error());
    const auto tensors = tensorsOf(checkpoint);
    if (!tensors) return tl::make_unexpected(tensors.error());
    fs::path folder = fs::absolute(given).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    const fs::path temporary = folder.string() + fmt::format(".unfinished-{}", ::getpid());
    std::error_code error, ignored;
    fs::create_directories(temporary, error);
    if (error) return refuse(cannotWrite(given, error.value()));
    const SafetensorsHeader header = headerOf(*tensors, type);
    const auto written = writeWeights(checkpoint, *tensors, header, type, temporary / kHfWeightsName)
                             .and_then([&] { return writeConfig(checkpoint.manifest(), type, temporary / kHfConfigName); })
                             .and_then([&]() -> Result<void> {
                                 syncFolder(temporary);
                                 return giveName(temporary, folder);
                             });
    if (!written) {
        fs::remove_all(temporary, ignored);
        return tl::make_unexpected(written.error());
    }
    return HfExport{header.tensors, std::int64_t(fs::file_size(folder / kHfWeightsName, ignored) +
                                                 fs::file_size(folder / kHfConfigName, ignored))};
}

}  // namespace core
