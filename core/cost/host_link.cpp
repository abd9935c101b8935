// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interfaces by card.
#include "core/cost/host_link.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace core {

namespace {

struct Interface {
    double link, disk;
};
constexpr double kGigabyte = 1e9;
constexpr Interface kPcie3{12.5 * kGigabyte, 3.125 * kGigabyte};
constexpr Interface kPcie4{25 * kGigabyte, 6.25 * kGigabyte};
constexpr Interface kPcie5{50 * kGigabyte, 12.5 * kGigabyte};
constexpr double kNodeMemory = 2 * 204.8 * kGigabyte;

struct Row {
    std::string_view card;  // beginning of its name in the catalogue
    Interface interface;
};
constexpr Row kRows[] = {
    {"virtual-card", {8 * kGigabyte, 2 * kGigabyte}},  // modelled, as its links to other cards are
    {"gh200", {450 * kGigabyte, kPcie5.disk}},         // NVLink-C2C, 900 GB/s both ways
    {"gb200", {225 * kGigabyte, kPcie5.disk}},         // the same between two cards and one processor
    {"t4", kPcie3},       {"v100", kPcie3},     {"h100", kPcie5},   {"h200", kPcie5},   {"h20", kPcie5},
    {"h800", kPcie5},     {"b200", kPcie5},     {"b300", kPcie5},   {"mi300x", kPcie5}, {"mi325x", kPcie5},
    {"mi355x", kPcie5},   {"rtx-5090", kPcie5}};

}  // namespace

HostLink hostLinkOf(const ClusterSpec& cluster) {
    const std::string_view name = cluster.gpu;
    const auto row = std::ranges::find_if(kRows, [&](const Row& r) { return name.starts_with(r.card); });
    const Interface& interface = cluster.own || row == std::end(kRows) ? kPcie4 : row->interface;
    return {interface.link, interface.disk, kNodeMemory / std::max(1, cluster.gpusPerNode)};
}

}  // namespace core
