// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the CUDA runtime refused. `code` is its cudaError_t; what() names the call, the code's name and its sentence.
#pragma once

#include <stdexcept>
#include <string>

namespace gpu::cuda {

class CudaError : public std::runtime_error {
public:
    CudaError(int code, const std::string& text)
        : std::runtime_error(text)
        , m_code(code) {}
    [[nodiscard]] int code() const { return m_code; }

private:
    int m_code;
};

}  // namespace gpu::cuda
