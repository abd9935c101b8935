// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How NCCL's communicators end: in threads of their own, because each may wait in there for the other ranks of the machine,
// and theirs may end later or never. From any thread.
#pragma once

#include "gpu/cuda/runtime/nccl_library.h"

#include <memory>

namespace gpu::cuda {

class NcclEnds {
public:
    explicit NcclEnds(const NcclLibrary& library);
    // Waits until all have ended, for some seconds; what has not is left behind.
    ~NcclEnds();
    NcclEnds(const NcclEnds&) = delete;
    NcclEnds& operator=(const NcclEnds&) = delete;

    enum class How { Orderly, Abort };
    void end(NcclComm communicator, int card, How how) noexcept;

private:
    struct State;
    const NcclLibrary& m_library;
    std::shared_ptr<State> m_state;
};

}  // namespace gpu::cuda
