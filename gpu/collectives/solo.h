// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The group of one: every collective is the identity. For single ranks and for tests of layers.
#pragma once

#include "gpu/collectives/communicator.h"

#include <algorithm>

namespace gpu {

class SoloCommunicator final : public Communicator {
public:
    [[nodiscard]] int rank() const override { return 0; }
    [[nodiscard]] int size() const override { return 1; }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(std::span<float>, Reduce) override {}
    void allReduce(std::span<std::int64_t>, Reduce) override {}
    void allReduce(std::span<double>, Reduce) override {}
    void reduceScatter(std::span<const float> input, std::span<float> output, std::int64_t) override {
        if (input.data() != output.data()) std::copy(input.begin(), input.end(), output.begin());
    }
    void allGather(std::span<const float> input, std::span<float> output, std::int64_t) override {
        if (input.data() != output.data()) std::copy(input.begin(), input.end(), output.begin());
    }
    void broadcast(std::span<float>, int) override {}
    void send(std::span<const float>, int) override { throw std::logic_error("a group of one has no peer"); }
    void receive(std::span<float>, int) override { throw std::logic_error("a group of one has no peer"); }
    void barrier() override {}
};

}  // namespace gpu
