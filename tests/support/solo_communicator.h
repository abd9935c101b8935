// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The group of one on host memory: every collective is the identity.
#pragma once

#include "gpu/collectives/communicator.h"

namespace gpu {

class SoloCommunicator final : public Communicator {
public:
    [[nodiscard]] int rank() const override { return 0; }
    [[nodiscard]] int size() const override { return 1; }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(Vector, Reduce) override {}
    void allReduce(std::span<std::int64_t>, Reduce) override {}
    void allReduceOnHost(std::span<double>, Reduce) override {}
    void broadcastOnHost(std::span<double>, int) override {}
    void reduceScatter(ConstVector input, Vector output, std::int64_t) override {
        copyElements(input, output);
    }
    void reduceScatter(ConstVector input, std::span<const Piece> pieces) override {
        for (const Piece& piece : pieces) copyElements(input.part(piece.begin, piece.elements), piece.output);
    }
    void allGather(ConstVector input, Vector output, std::int64_t) override { copyElements(input, output); }
    void broadcast(Vector, int) override {}
    void send(ConstVector, int) override { throw std::logic_error("a group of one has no peer"); }
    void receive(Vector, int) override { throw std::logic_error("a group of one has no peer"); }
    void barrier() override {}
};

}  // namespace gpu
