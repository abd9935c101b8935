// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names, one row each.
#include "core/checkpoint/hf_tensors.h"

#include <numeric>
#include <span>
#include <string_view>

namespace core {

namespace {

using enum Orientation;
constexpr int kWhole = -1;

struct NameRow {
    std::string_view ours, theirs;
    Orientation weight = AsHere;  // of a matrix; vectors have none
    int part = kWhole;            // of q, k and v
};

struct FamilyNames {
    std::string_view prefix, blocks;  // of everything but the head; of the blocks behind it
    std::span<const NameRow> outer, inBlock;
};

constexpr NameRow kGptOuter[] = {{"embedding.token", "transformer.wte.weight"},
                                 {"embedding.position", "transformer.wpe.weight"},
                                 {"final_norm.weight", "transformer.ln_f.weight"},
                                 {"final_norm.bias", "transformer.ln_f.bias"},
                                 {"head.weight", "lm_head.weight"}};
constexpr NameRow kGptBlock[] = {{"norm1", "ln_1"},
                                 {"attention.qkv", "attn.c_attn", Transposed},
                                 {"attention.out", "attn.c_proj", Transposed},
                                 {"norm2", "ln_2"},
                                 {"mlp.up", "mlp.c_fc", Transposed},
                                 {"mlp.down", "mlp.c_proj", Transposed}};
constexpr NameRow kLlamaOuter[] = {{"embedding.token", "model.embed_tokens.weight"},
                                   {"final_norm.weight", "model.norm.weight"},
                                   {"head.weight", "lm_head.weight"}};
constexpr NameRow kLlamaBlock[] = {{"norm1", "input_layernorm"},
                                   {"attention.qkv", "self_attn.q_proj", AsHere, 0},
                                   {"attention.qkv", "self_attn.k_proj", AsHere, 1},
                                   {"attention.qkv", "self_attn.v_proj", AsHere, 2},
                                   {"attention.out", "self_attn.o_proj"},
                                   {"norm2", "post_attention_layernorm"},
                                   {"mlp.gate", "mlp.gate_proj"},
                                   {"mlp.up", "mlp.up_proj"},
                                   {"mlp.down", "mlp.down_proj"}};

FamilyNames namesOf(Family family) {
    if (family == Family::Gpt) return {"transformer.", "h.", kGptOuter, kGptBlock};
    return {"model.", "layers.", kLlamaOuter, kLlamaBlock};
}

HfTensor whole(std::string name, int index, const ModelTensor& tensor) {
    return {std::move(name), index, 0, tensor.rows, tensor.columns, AsHere};
}

// "block.3.attention.qkv.weight" → "3", "attention.qkv", ".weight"
void addOfBlock(const FamilyNames& names, int index, const ModelTensor& tensor, std::vector<HfTensor>& all) {
    const std::string_view behind = std::string_view(tensor.name).substr(std::string_view("block.").size());
    const std::size_t dot = behind.find('.'), last = behind.rfind('.');
    const std::string number(behind.substr(0, dot)), kind(behind.substr(last));
    const std::string_view stem = behind.substr(dot + 1, last - dot - 1);
    for (const NameRow& row : names.inBlock) {
        if (row.ours != stem) continue;
        HfTensor one = whole(std::string(names.prefix) + std::string(names.blocks) + number + '.' +
                                 std::string(row.theirs) + kind,
                             index, tensor);
        if (tensor.columns > 1) one.orientation = row.weight;
        if (row.part != kWhole) {
            const auto first = tensor.parts.begin();
            one.row = std::accumulate(first, first + row.part, std::int64_t{0});
            one.rows = tensor.parts[std::size_t(row.part)];
        }
        all.push_back(std::move(one));
    }
}

}  // namespace

std::vector<std::int64_t> HfTensor::shape() const {
    if (columns == 1) return {rows};
    if (orientation == Transposed) return {columns, rows};
    return {rows, columns};
}

std::vector<HfTensor> hfTensors(Family family, const std::vector<ModelTensor>& tensors) {
    const FamilyNames names = namesOf(family);
    std::vector<HfTensor> all;
    for (std::size_t t = 0; t < tensors.size(); ++t) {
        if (tensors[t].name.starts_with("block."))
            addOfBlock(names, int(t), tensors[t], all);
        else
            for (const NameRow& row : names.outer)
                if (row.ours == tensors[t].name) all.push_back(whole(std::string(row.theirs), int(t), tensors[t]));
    }
    return all;
}

std::string bareHfName(Family family, const std::string& name) {
    const std::string_view prefix = namesOf(family).prefix;
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

bool isHfBuffer(const std::string& name) {
    return name.ends_with(".attn.bias") || name.ends_with(".attn.masked_bias") || name.ends_with(".rotary_emb.inv_freq");
}

}  // namespace core
