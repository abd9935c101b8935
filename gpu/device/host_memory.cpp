// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mappings, private or of an unlinked file.
#include "gpu/device/host_memory.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace gpu {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

// A file without a name; the caller closes it.
int anonymousFile(const std::filesystem::path& folder, std::size_t bytes) {
    const auto where = folder.empty() ? std::filesystem::temp_directory_path() : folder;
    std::string name = (where / "shardscope-offload-XXXXXX").string();
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) refuse("no file for offloading can be made in " + where.string());
    unlink(name.c_str());
    if (const int error = posix_fallocate(file, 0, off_t(bytes)); error != 0) {
        close(file);
        errno = error;
        refuse("no room for " + std::to_string(bytes) + " offloaded bytes in " + where.string());
    }
    return file;
}

}  // namespace

HostMemory::HostMemory(core::Offload device, core::Bytes bytes, const std::filesystem::path& folder)
    : m_bytes(std::size_t(bytes.value())) {
    if (m_bytes == 0) return;
    const int file = device == core::Offload::Nvme ? anonymousFile(folder, m_bytes) : -1;
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void* const data = mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    if (file >= 0) close(file);
    if (data == MAP_FAILED) {
        m_bytes = 0;
        refuse("no host memory for offloading");
    }
    m_data = static_cast<std::byte*>(data);
}

HostMemory::~HostMemory() {
    if (m_data) munmap(m_data, m_bytes);
}

}  // namespace gpu
