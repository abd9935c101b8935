// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/nccl_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string>

namespace core {

namespace {

constexpr std::size_t kMostPoints = 10'000;
constexpr int kMostRanks = 1 << 20;

std::vector<std::string_view> wordsOf(std::string_view line) {
    constexpr std::string_view kBlank = " \t\r";
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t begin = line.find_first_not_of(kBlank);
        if (begin == line.npos) return words;
        const std::size_t end = std::min(line.find_first_of(kBlank, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        line.remove_prefix(end);
    }
}

std::optional<double> numberOf(std::string_view word) {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

struct Named {
    std::string_view program;
    CollectiveKind kind;
};
constexpr Named kPrograms[] = {{"all_reduce_perf", CollectiveKind::AllReduce},
                               {"reduce_scatter_perf", CollectiveKind::ReduceScatter},
                               {"all_gather_perf", CollectiveKind::AllGather},
                               {"broadcast_perf", CollectiveKind::Broadcast},
                               {"sendrecv_perf", CollectiveKind::Send}};

class Reader {
public:
    Reader(std::string_view text, std::string_view file)
        : m_text(text)
        , m_file(file) {}

    Result<CollectiveSweep> read() {
        for (const Named& named : kPrograms)
            if (m_text.find(named.program) != m_text.npos) m_kind = named.kind;
        while (!m_text.empty()) {
            ++m_line;
            const std::string_view line = m_text.substr(0, m_text.find('\n'));
            m_text.remove_prefix(std::min(m_text.size(), line.size() + 1));
            if (auto problem = take(wordsOf(line))) return refuse(std::move(*problem));
        }
        return finish();
    }

private:
    [[nodiscard]] Problem problem(const char* code, const char* fix, std::map<std::string, std::string> params = {}) const {
        return {Severity::Error, code, fmt::format("{}:{}:1", m_file, m_line), std::move(params), fix};
    }

    std::optional<Problem> take(const std::vector<std::string_view>& words) {
        if (words.empty()) return std::nullopt;
        if (words.front() == "#") {
            header(words);
            return std::nullopt;
        }
        if (!numberOf(words.front())) return std::nullopt;  // what a launcher prints between
        return point(words);
    }

    void header(const std::vector<std::string_view>& words) {
        if (words.size() > 8 && words[1] == "Rank" && numberOf(words[2])) {
            ++m_ranks;
            const auto on = std::find(words.begin(), words.end(), "on");
            if (on != words.end() && on + 1 != words.end()) m_hosts.emplace(*(on + 1));
        }
        if (words.size() > 5 && words[1] == "size")
            m_timeColumn = std::size_t(std::find(words.begin(), words.end(), "time") - words.begin()) - 1;
    }

    // size count type redop root time algbw busbw …
    std::optional<Problem> point(const std::vector<std::string_view>& words) {
        const auto bad = [&] {
            return problem("nccl.bad-row", "fix.nccl.bad-row", {{"columns", std::to_string(m_timeColumn + 3)}});
        };
        constexpr std::size_t kType = 2, kOperation = 3;
        if (words.size() < m_timeColumn + 3 || numberOf(words[kType]) || numberOf(words[kOperation])) return bad();
        const auto bytes = numberOf(words[0]), time = numberOf(words[m_timeColumn]), algorithm = numberOf(words[m_timeColumn + 1]),
                   bus = numberOf(words[m_timeColumn + 2]);
        if (!bytes || !time || !algorithm || !bus || *bytes < 0 || *time <= 0 || m_points.size() >= kMostPoints) return bad();
        constexpr double kMicrosecond = 1e-6;
        if (*bytes > 0) m_points.push_back({*bytes, *time * kMicrosecond});
        if (*algorithm > 0.5 && *bus > 0) m_busRatio = *bus / *algorithm;
        m_sums = words[kOperation] != "none";
        return std::nullopt;
    }

    Result<CollectiveSweep> finish() {
        const bool several = std::ranges::any_of(m_points, [&](const SweepPoint& p) { return p.bytes != m_points.front().bytes; });
        if (!several) return refuse(problem("nccl.no-rows", "fix.nccl.no-rows"));
        if (m_ranks < 2 || m_ranks > kMostRanks) return refuse(problem("nccl.no-ranks", "fix.nccl.no-ranks"));
        return CollectiveSweep{m_kind.value_or(byRatio()), m_ranks, std::max(1, int(m_hosts.size())), std::move(m_points)};
    }

    // The bus bandwidth is 2(n−1)/n of the algorithm's in an all-reduce, (n−1)/n where it moves once, else the same.
    [[nodiscard]] CollectiveKind byRatio() const {
        const double once = (m_ranks - 1.0) / m_ranks;
        const auto distance = [this](double ratio) { return std::abs(m_busRatio - ratio); };
        if (m_busRatio == 0 || (distance(2 * once) <= distance(once) && distance(2 * once) <= distance(1)))
            return CollectiveKind::AllReduce;
        if (distance(1) < distance(once)) return CollectiveKind::Broadcast;
        return m_sums ? CollectiveKind::ReduceScatter : CollectiveKind::AllGather;
    }

    std::string_view m_text, m_file;
    int m_line = 0, m_ranks = 0;
    std::size_t m_timeColumn = 5;
    std::optional<CollectiveKind> m_kind;
    std::set<std::string, std::less<>> m_hosts;
    std::vector<SweepPoint> m_points;
    double m_busRatio = 0;
    bool m_sums = true;
};

}  // namespace

Result<CollectiveSweep> readNcclTests(std::string_view text, std::string_view file) { return Reader(text, file).read(); }

// Weighted least squares of t = α·steps + S·factor/β with weights 1/t²; neither may be negative.
LinkFit fitLink(const CollectiveSweep& sweep) {
    const double steps = collectiveSeconds(sweep.kind, sweep.ranks, Bytes(0), {0, 1}).value();
    constexpr std::int64_t kUnit = std::int64_t{1} << 30;
    const double factor = collectiveSeconds(sweep.kind, sweep.ranks, Bytes(kUnit), {1, 0}).value() / double(kUnit);
    double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
    for (const SweepPoint& point : sweep.points) {
        const double x = steps / point.seconds, y = factor * point.bytes / point.seconds;
        aa += x * x;
        ab += x * y;
        bb += y * y;
        a += x;
        b += y;
    }
    const double determinant = aa * bb - ab * ab;
    double latency = determinant > 0 ? (a * bb - b * ab) / determinant : 0, inverse = determinant > 0 ? (b * aa - a * ab) / determinant : 0;
    if (latency <= 0 || !std::isfinite(latency)) {
        latency = 0;
        inverse = bb > 0 ? b / bb : 0;
    }
    if (inverse <= 0 || !std::isfinite(inverse)) {
        inverse = 0;
        latency = aa > 0 ? a / aa : 0;
    }
    LinkFit fit{{inverse > 0 ? 1 / inverse : 0, latency}, 0};
    for (const SweepPoint& point : sweep.points)
        fit.meanError += std::abs((latency * steps + inverse * factor * point.bytes) / point.seconds - 1) / double(sweep.points.size());
    return fit;
}

}  // namespace core
