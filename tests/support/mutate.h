// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mutation fuzzing: inputs made from sound ones by changing, removing, repeating and splicing pieces of them.
// Deterministic by SHARDSCOPE_FUZZ_SEED. A run lasts two seconds of processor time; SHARDSCOPE_FUZZ_SECONDS makes it longer,
// SHARDSCOPE_FUZZ_INPUTS ends it after so many inputs.
#pragma once

#include <QByteArray>
#include <QTest>

#include <algorithm>
#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace support {

class Mutator {
public:
    Mutator(std::vector<std::string> seeds, unsigned seed)
        : m_seeds(std::move(seeds))
        , m_random(seed) {}

    std::string next() {
        std::string text = pick(m_seeds);
        for (std::size_t count = 1 + below(6); count > 0; --count) mutate(text);
        return text.substr(0, 64 << 10);
    }
    // One more text to make others from.
    void keep(std::string seed) { m_seeds.push_back(std::move(seed)); }
    [[nodiscard]] std::size_t seeds() const { return m_seeds.size(); }

private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : m_random() % end; }
    const std::string& pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

    void mutate(std::string& text) {
        static const std::vector<std::string> kPieces = {
            "{", "}", "[", "]", "\"", "'", "'''", ":", ",", "\\", "$", "${", "$(", "$((", "))", ")", "`", "<<EOF\n", "\nEOF\n", "#",
            "/*", "*/", "//", "\n", "\r\n", "\t", " ", "\\\n", "=", "+=", "=(", "if ", "fi", "then ", "do ", "done", "case ", "esac",
            ";;", "for x in ", "&&", "||", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e309", "1e-400", "nan", "auto", "null", "\xff", "\xC3",
            "\xEF\xBB\xBF", std::string(1, '\0'), "\\u", "\\ud800", "*a", "&a ", "!!binary ", "- ", "? ", "|", ">", "%", "@",
            "--", "--num-layers", "--x=", "iteration", "lm loss: nan |", "step=", "\x1b[31m"};
        const std::size_t at = below(text.size() + 1), length = below(1 + below(40));
        switch (below(7)) {
        case 0:
            text.insert(at, pick(kPieces));
            break;
        case 1:
            text.erase(at, length);
            break;
        case 2:
            text.insert(at, text.substr(below(text.size() + 1), length));
            break;
        case 3:
            if (!text.empty()) text[below(text.size())] = char(m_random());
            break;
        case 4:
            text.insert(at, pick(m_seeds).substr(0, 1 + length * 10));
            break;
        case 5: {
            const std::string piece = pick(kPieces);
            for (std::size_t i = below(200); i > 0; --i) text.insert(std::min(at, text.size()), piece);
            break;
        }
        default:
            text.resize(at);
        }
    }

    std::vector<std::string> m_seeds;
    std::mt19937 m_random;
};

inline double processorSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

// Calls `read` with mutated inputs until the time is over; says how many there were and how long the slowest took, and
// returns their number.
template <class Read>
std::int64_t fuzz(std::vector<std::string> seeds, Read read) {
    bool timed = false, counted = false;
    const int wanted = qEnvironmentVariableIntValue("SHARDSCOPE_FUZZ_SECONDS", &timed), seconds = timed ? wanted : 2;
    const int most = qEnvironmentVariableIntValue("SHARDSCOPE_FUZZ_INPUTS", &counted);
    Mutator mutator(std::move(seeds), unsigned(qEnvironmentVariableIntValue("SHARDSCOPE_FUZZ_SEED")));
    const double begun = processorSeconds();
    double now = begun, slowest = 0;
    std::int64_t count = 0;
    for (; now - begun < seconds && (!counted || count < most) && !QTest::currentTestFailed(); ++count) {
        const std::string text = mutator.next();
        const double before = processorSeconds();
        read(text);
        now = processorSeconds();
        slowest = std::max(slowest, now - before);
    }
    qInfo("%lld inputs in %.1f s of processor time, the slowest took %.3f s", static_cast<long long>(count), now - begun, slowest);
    return count;
}

}  // namespace support
