// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text to train on, as bytes (vocabulary 256): any UTF-8 file or folder of them. The last `heldOutFraction` is kept for
// validation. Sample order depends on the seed and the global sample index only, never on the layout.
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gpu {

class Corpus {
public:
    // Reads plan.data.path; empty = the first real text found on this machine (fortunes, word lists and
    // dictionaries of miscfiles, the licence texts). Unreadable, binary, non-UTF-8 or too short text is refused.
    [[nodiscard]] static core::Result<Corpus> load(const core::DataSpec& data, int sequence);

    [[nodiscard]] std::span<const std::uint8_t> training() const { return {m_bytes.data(), m_split}; }
    [[nodiscard]] std::span<const std::uint8_t> heldOut() const {
        return {m_bytes.data() + m_split, m_bytes.size() - m_split};
    }
    [[nodiscard]] const std::string& description() const { return m_description; }
    // Entropy of the held-out bytes in nat per byte, from frequencies of the held-out part itself.
    [[nodiscard]] double unigramEntropy() const;
    [[nodiscard]] double bigramEntropy() const;

private:
    std::vector<std::uint8_t> m_bytes;
    std::size_t m_split = 0;
    std::string m_description;
};

// Fills tokens and targets (samples, sequence) of global samples [first, first + samples): targets are the next bytes.
void fillSamples(std::span<const std::uint8_t> text, std::uint64_t seed, std::int64_t firstSample, int samples, int sequence,
                 std::span<std::int32_t> tokens, std::span<std::int32_t> targets);

}  // namespace gpu
