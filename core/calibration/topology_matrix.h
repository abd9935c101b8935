// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrix of `nvidia-smi topo -m`: how the cards and network ports of one node hang together.
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace core {

enum class CardPath { NvLink, Bridge, Host, Sockets };  // NV#; PIX, PXB; PHB; NODE, SYS

struct NodeTopology {
    int gpus = 0, ports = 0;  // ports of the network
    CardPath worst{};         // of all pairs of cards
    int links = 0;            // NVLinks of the pair that has fewest; 0 unless `worst` is NvLink
};

// Refused with file and line: no header of GPU columns, a row that lacks columns, an unknown mark, a missing row.
[[nodiscard]] Result<NodeTopology> readTopology(std::string_view text, std::string_view file);

}  // namespace core
