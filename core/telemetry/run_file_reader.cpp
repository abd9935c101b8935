// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening and reading a run file.
#include "core/telemetry/codec.h"
#include "core/telemetry/run_file.h"
#include "core/telemetry/run_index.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>

namespace core {

namespace {

// An index line lies within this distance of the end of a file that its writer kept to the rules.
constexpr std::int64_t kTailBytes =
    std::int64_t(runIndex::kBlocksPerLine) * runIndex::kBlockBytes + 3 * std::int64_t(kMaxLineBytes);

std::string readAt(std::ifstream& in, std::int64_t from, std::int64_t size) {
    std::string text(std::size_t(size), '\0');
    in.clear();
    in.seekg(from);
    in.read(text.data(), size);
    text.resize(std::size_t(std::max<std::streamsize>(0, in.gcount())));
    return text;
}

// Offset of the last whole index line in `tail`, which starts at `base`.
std::optional<std::int64_t> lastIndexLine(const std::string& tail, std::int64_t base) {
    for (std::size_t at = tail.rfind(runIndex::kPrefix); at != tail.npos;
         at = at ? tail.rfind(runIndex::kPrefix, at - 1) : tail.npos) {
        const bool startsLine = at == 0 ? base == 0 : tail[at - 1] == '\n';
        if (startsLine && tail.find('\n', at) != tail.npos) return base + std::int64_t(at);
    }
    return std::nullopt;
}

}  // namespace

Result<RunFileReader> RunFileReader::open(const std::filesystem::path& file) {
    RunFileReader reader;
    reader.m_in.open(file, std::ios::binary);
    std::error_code error;
    if (reader.m_in.is_open()) reader.m_size = std::int64_t(std::filesystem::file_size(file, error));
    if (!reader.m_in.is_open() || error)
        return refuse({.code = "telemetry.cannot-read",
                       .where = file.string(),
                       .params = {{"detail", error ? error.message() : std::strerror(errno)}},
                       .fix = "fix.telemetry.cannot-read"});
    // A first line without end is no NDJSON; without this check a large binary file would be read whole.
    const std::string head = readAt(reader.m_in, 0, std::min<std::int64_t>(reader.m_size, kMaxLineBytes + 1));
    if (head.find('\n') != head.npos) reader.scan(reader.loadIndex());
    if (reader.m_blocks.empty())
        return refuse(
            {.code = "telemetry.not-a-run", .where = file.string(), .fix = "fix.telemetry.not-a-run"});
    reader.seek(0);
    return reader;
}

// Follows the chain of index lines from the last one. Returns where the part without index begins; a chain
// that does not hold (a file edited by hand) is dropped, and everything is scanned.
std::int64_t RunFileReader::loadIndex() {
    const std::int64_t base = std::max<std::int64_t>(0, m_size - kTailBytes);
    const std::string tail = readAt(m_in, base, m_size - base);
    auto at = lastIndexLine(tail, base);
    if (!at) return 0;
    std::int64_t covered = 0;
    std::vector<std::vector<RunBlock>> chain;
    for (std::int64_t offset = *at, limit = m_size; offset >= 0;) {
        std::string text = readAt(m_in, offset, std::min<std::int64_t>(kMaxLineBytes, m_size - offset));
        text.resize(std::min(text.size(), text.find('\n')));
        auto line = runIndex::decode(text);
        if (!line || line->previous >= offset || offset >= limit) return 0;
        if (chain.empty()) {
            covered = offset + std::int64_t(text.size()) + 1;
            m_duration = line->t;
        }
        chain.push_back(std::move(line->blocks));
        limit = offset;
        offset = line->previous;
    }
    for (auto part = chain.rbegin(); part != chain.rend(); ++part)
        m_blocks.insert(m_blocks.end(), part->begin(), part->end());
    const bool ordered =
        std::is_sorted(m_blocks.begin(), m_blocks.end(),
                       [](const RunBlock& a, const RunBlock& b) { return a.offset < b.offset; });
    if (ordered && !m_blocks.empty() && m_blocks.front().offset == 0) return covered;
    m_blocks.clear();
    return 0;
}

void RunFileReader::scan(std::int64_t from) {
    m_at = m_end = from;
    m_in.clear();
    m_in.seekg(from);
    std::string line;
    for (std::int64_t start = from; readRaw(line); start = m_at) {
        m_end = m_at;
        if (line.starts_with(runIndex::kPrefix)) continue;
        const auto event = decodeEvent(line);
        if (!event || !*event) {
            if (!m_blocks.empty()) ++m_blocks.back().lines;
            continue;
        }
        if (m_blocks.empty() || m_blocks.back().offset < from ||
            start - m_blocks.back().offset >= runIndex::kBlockBytes)
            m_blocks.push_back({start, (*event)->t, 0, 0});
        ++m_blocks.back().lines;
        m_duration = std::max(m_duration, (*event)->t);
        if (const auto* step = std::get_if<StepEvent>(&(*event)->body))
            m_blocks.back().lastStep = std::max(m_blocks.back().lastStep, step->step);
    }
    m_scanned = m_size - from;
    m_truncated = m_end < m_size;
}

// A line with its newline; false at the end and for a line without one.
bool RunFileReader::readRaw(std::string& line) {
    if (!std::getline(m_in, line) || m_in.eof()) return false;
    m_at += std::int64_t(line.size()) + 1;
    return true;
}

std::int64_t RunFileReader::lines() const {
    return std::accumulate(m_blocks.begin(), m_blocks.end(), std::int64_t(0),
                           [](std::int64_t n, const RunBlock& b) { return n + b.lines; });
}

std::int64_t RunFileReader::lastStep() const {
    std::int64_t step = 0;
    for (const RunBlock& block : m_blocks) step = std::max(step, block.lastStep);
    return step;
}

void RunFileReader::seek(double t) {
    auto behind = std::upper_bound(m_blocks.begin(), m_blocks.end(), t,
                                   [](double time, const RunBlock& b) { return time < b.firstTime; });
    m_at = behind == m_blocks.begin() ? 0 : std::prev(behind)->offset;
    m_in.clear();
    m_in.seekg(m_at);
}

std::optional<std::string> RunFileReader::nextLine() {
    std::string line;
    while (m_at < m_end && readRaw(line)) {
        if (line.starts_with(runIndex::kPrefix)) continue;
        if (line.size() <= kMaxLineBytes) return line;
        ++m_skipped;
    }
    return std::nullopt;
}

}  // namespace core
