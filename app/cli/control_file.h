// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A named pipe beside a run: whoever may write to it commands the run, one line of the protocol each. Whether the
// run lives shows by opening it for writing: without a reader that fails at once (fifo(7)).
#pragma once

#include "core/base/result.h"

#include <string>

namespace app {

class ControlFile {
public:
    // Refuses a name that is taken: a pipe there may belong to another run.
    [[nodiscard]] static core::Result<ControlFile> create(const std::string& path);
    ControlFile(ControlFile&& other) noexcept;
    ControlFile& operator=(ControlFile&& other) = delete;
    ControlFile(const ControlFile&) = delete;
    ~ControlFile();  // removes it, unless it is kept

    [[nodiscard]] int descriptor() const { return m_descriptor; }  // never at its end, never blocks
    // It stays when the run has ended: the mark by which a run that was left is found.
    void keep() { m_kept = true; }

private:
    ControlFile(std::string path, int descriptor)
        : m_path(std::move(path))
        , m_descriptor(descriptor) {}

    std::string m_path;
    int m_descriptor = -1;
    bool m_kept = false;
};

}  // namespace app
