// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Appending to a run file.
#include "core/telemetry/codec.h"
#include "core/telemetry/run_file.h"
#include "core/telemetry/run_index.h"

#include <cerrno>
#include <cstring>

namespace core {

Result<RunFileWriter> RunFileWriter::create(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored))
        return refuse({.code = "telemetry.exists",
                       .where = file.string(),
                       .fix = "fix.telemetry.exists"});
    RunFileWriter writer;
    writer.m_file = file;
    writer.m_out.open(file, std::ios::binary);
    if (auto state = writer.state(); !state) return tl::make_unexpected(state.error());
    return writer;
}

RunFileWriter::~RunFileWriter() {
    if (m_out.is_open()) (void)close();
}

Result<void> RunFileWriter::state() const {
    if (m_out.good()) return {};
    return refuse({.code = "telemetry.cannot-write",
                   .where = m_file.string(),
                   .params = {{"detail", std::strerror(errno)}},
                   .fix = "fix.telemetry.cannot-write"});
}

Result<void> RunFileWriter::append(std::string_view line, double t, std::optional<std::int64_t> step) {
    if (line.size() > kMaxLineBytes || line.find('\n') != line.npos)
        return refuse({.code = "telemetry.line-too-long",
                       .where = m_file.string(),
                       .params = {{"bytes", std::to_string(line.size())}}});
    if (m_blocks.empty() || m_offset - m_blocks.back().offset >= runIndex::kBlockBytes) {
        if (m_blocks.size() == runIndex::kBlocksPerLine) writeIndex();
        m_blocks.push_back({m_offset, t, 0, 0});
    }
    RunBlock& block = m_blocks.back();
    ++block.lines;
    if (step) block.lastStep = std::max(block.lastStep, *step);
    m_lastTime = t;
    m_out.write(line.data(), std::streamsize(line.size())).put('\n');
    m_offset += std::int64_t(line.size()) + 1;
    return state();
}

Result<void> RunFileWriter::append(const Event& event) {
    const auto* step = std::get_if<StepEvent>(&event.body);
    return append(encode(event), event.t, step ? std::optional(step->step) : std::nullopt);
}

void RunFileWriter::writeIndex() {
    const std::string line = runIndex::encode({m_lastTime, m_previousIndex, m_blocks});
    m_previousIndex = m_offset;
    m_out << line << '\n';
    m_offset += std::int64_t(line.size()) + 1;
    m_blocks.clear();
}

Result<void> RunFileWriter::flush() {
    m_out.flush();
    return state();
}

Result<void> RunFileWriter::close() {
    if (!m_blocks.empty()) writeIndex();
    m_out.close();
    return state();
}

}  // namespace core
