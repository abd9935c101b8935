// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lies between a card and its host: PCIe or what replaces it, the host's memory, a drive. Nominal rates of the
// interfaces, PCIe by four fifths of its 16 lanes as in the catalogue of accelerators: 12.5, 25 and 50 GB/s a direction for
// the generations 3, 4 and 5; NVLink-C2C where the card sits beside its processor. A drive has four lanes of the same
// generation, one a card. The host's memory: two sockets of eight channels DDR4-3200, 204.8 GB/s each, shared by the cards
// of the node. Hardware of one's own: PCIe 4.
#pragma once

#include "core/plan/plan.h"

namespace core {

struct HostLink {
    double bandwidth = 0;  // bytes/s per card and direction
    double disk = 0;       // bytes/s of a card's drive, reading or writing
    double memory = 0;     // bytes/s of host memory, a card's share
    bool operator==(const HostLink&) const = default;
};

[[nodiscard]] HostLink hostLinkOf(const ClusterSpec& cluster);

}  // namespace core
