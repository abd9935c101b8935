// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run on disk: the NDJSON lines of the engine as they came, append-only, with index lines in between.
// An index line is {"type":"index","t":T,"previous":OFFSET,"blocks":[[offset, first t, last step, lines],
// ...]}; readers of the protocol skip it as an unknown type. The index lines form a chain from the last one
// backwards, so that a long file opens by reading its tail. A file without index lines (written by `train
// --json > FILE`) and one whose last line is cut off open as well: the rest is scanned once. Not thread-safe.
#pragma once

#include "core/base/result.h"
#include "core/telemetry/events.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct RunBlock {
    std::int64_t offset = 0;  // of its first line
    double firstTime = 0;     // seconds of its first line
    std::int64_t lastStep = 0;
    std::int64_t lines = 0;
    bool operator==(const RunBlock&) const = default;
};

class RunFileWriter {
public:
    // Refuses a file that exists: a run is never overwritten.
    [[nodiscard]] static Result<RunFileWriter> create(const std::filesystem::path& file);
    RunFileWriter(RunFileWriter&&) = default;
    RunFileWriter& operator=(RunFileWriter&&) = default;
    ~RunFileWriter();  // closes

    // `line` without the newline; a line with a newline inside or over 1 MiB is refused.
    [[nodiscard]] Result<void> append(std::string_view line, double t, std::optional<std::int64_t> step = {});
    [[nodiscard]] Result<void> append(const Event& event);
    [[nodiscard]] Result<void> flush();
    // Writes the last index line. Nothing can be appended afterwards.
    [[nodiscard]] Result<void> close();
    [[nodiscard]] std::int64_t bytes() const { return m_offset; }

private:
    RunFileWriter() = default;
    void writeIndex();
    [[nodiscard]] Result<void> state() const;

    std::filesystem::path m_file;
    std::ofstream m_out;
    std::int64_t m_offset = 0, m_previousIndex = -1;
    double m_lastTime = 0;
    std::vector<RunBlock> m_blocks;  // since the last index line; the last one is open
};

class RunFileReader {
public:
    [[nodiscard]] static Result<RunFileReader> open(const std::filesystem::path& file);

    [[nodiscard]] const std::vector<RunBlock>& blocks() const { return m_blocks; }
    [[nodiscard]] std::int64_t lines() const;                     // without index lines
    [[nodiscard]] std::int64_t lastStep() const;                  // 0 when no step is finished
    [[nodiscard]] double duration() const { return m_duration; }  // t of the last whole line
    // The last line was cut off and is left out.
    [[nodiscard]] bool truncated() const { return m_truncated; }
    // Bytes that were scanned line by line because no index covered them.
    [[nodiscard]] std::int64_t scannedBytes() const { return m_scanned; }

    // Places the reader at the block that holds time t.
    void seek(double t);
    // The next line; none at the end. Index lines and lines over 1 MiB are skipped, the latter counted.
    [[nodiscard]] std::optional<std::string> nextLine();
    [[nodiscard]] std::int64_t skippedLines() const { return m_skipped; }

private:
    RunFileReader() = default;
    [[nodiscard]] std::int64_t loadIndex();
    void scan(std::int64_t from);
    [[nodiscard]] bool readRaw(std::string& line);

    std::ifstream m_in;
    std::int64_t m_size = 0, m_end = 0;  // m_end: behind the last whole line
    std::int64_t m_at = 0, m_scanned = 0, m_skipped = 0;
    double m_duration = 0;
    bool m_truncated = false;
    std::vector<RunBlock> m_blocks;
};

}  // namespace core
