// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading, checking and splitting of text files, and the entropies that a model has to beat.
#include "gpu/data/corpus.h"

#include "gpu/data/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <system_error>

namespace gpu {
namespace {

namespace fs = std::filesystem;

struct TextFiles {
    std::string name;
    std::vector<std::string> contents;
    int leftOut = 0;  // files of a folder that are not text
};

core::Problem problem(const std::string& code, const fs::path& where, std::map<std::string, std::string> params = {}) {
    params["path"] = where.string();
    return {core::Severity::Error, "data." + code, "/data/path", std::move(params), "fix.data." + code, {}};
}

std::optional<std::string> readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    try {
        return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    } catch (const std::ios_base::failure&) {  // libstdc++ throws on a failing disk
        return std::nullopt;
    }
}

core::Result<TextFiles> readOneFile(const fs::path& path) {
    auto text = readFile(path);
    if (!text) return core::refuse(problem("unreadable", path));
    if (text->find('\0') != std::string::npos) return core::refuse(problem("binary", path));
    if (const std::size_t bad = firstInvalidUtf8(*text); bad != text->size())
        return core::refuse(problem("not-utf8", path, {{"offset", std::to_string(bad)}}));
    return TextFiles{path.filename().string(), {std::move(*text)}, 0};
}

core::Result<TextFiles> readFolder(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (auto it = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error))
        if (it->is_regular_file() && !it->is_symlink()) paths.push_back(it->path());  // links would count twice
    if (error) return core::refuse(problem("unreadable", folder));
    std::sort(paths.begin(), paths.end());

    TextFiles files{folder.filename().empty() ? folder.parent_path().filename().string() : folder.filename().string(), {}, 0};
    for (const fs::path& path : paths) {
        auto one = readOneFile(path);
        if (one) files.contents.push_back(std::move(one->contents.front()));
        else ++files.leftOut;
    }
    if (files.contents.empty()) return core::refuse(problem("no-text", folder));
    return files;
}

core::Result<TextFiles> readText(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return core::refuse(problem("missing", path));
    if (fs::is_directory(status)) return readFolder(path);
    if (!fs::is_regular_file(status)) return core::refuse(problem("not-a-file", path));  // pipes and devices need not end
    return readOneFile(path);
}

// Real text that Debian machines have, best first: quotations, an English word list, the licences.
core::Result<TextFiles> readTextOfThisMachine() {
    static constexpr std::array kPlaces = {"/usr/share/games/fortunes", "/usr/share/dict/web2", "/usr/share/common-licenses"};
    for (const char* place : kPlaces)
        if (auto files = readText(place)) return files;
    return core::refuse(problem("none-on-machine", kPlaces.front()));
}

double entropyOf(std::span<const std::int64_t> counts) {
    double total = 0, sum = 0;
    for (const std::int64_t count : counts) total += double(count);
    for (const std::int64_t count : counts)
        if (count > 0) sum -= double(count) * std::log(double(count) / total);
    return total > 0 ? sum / total : 0;
}

std::uint64_t mix(std::uint64_t x) {  // splitmix64 finaliser (Steele et al. 2014)
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

}  // namespace

core::Result<Corpus> Corpus::load(const core::DataSpec& data, int sequence) {
    const auto files = data.path.empty() ? readTextOfThisMachine() : readText(data.path);
    if (!files) return tl::make_unexpected(files.error());

    // Each file gives its own tail, so that both parts hold the same kinds of text.
    Corpus corpus;
    std::vector<std::uint8_t> heldOut;
    for (const std::string& text : files->contents) {
        const auto split = text.begin() + std::ptrdiff_t(double(text.size()) * (1.0 - data.heldOutFraction));
        corpus.m_bytes.insert(corpus.m_bytes.end(), text.begin(), split);
        heldOut.insert(heldOut.end(), split, text.end());
    }
    corpus.m_split = corpus.m_bytes.size();
    corpus.m_bytes.insert(corpus.m_bytes.end(), heldOut.begin(), heldOut.end());

    const std::size_t needed = std::size_t(sequence) + 1;
    if (corpus.training().size() < needed || corpus.heldOut().size() < needed)
        return core::refuse(problem("too-short", data.path,
                                    {{"bytes", std::to_string(corpus.m_bytes.size())},
                                     {"training", std::to_string(corpus.training().size())},
                                     {"held_out", std::to_string(corpus.heldOut().size())},
                                     {"needed", std::to_string(needed)}}));
    corpus.m_description = fmt::format("{}, {:.2f} MB, the last {:.3g} % held out{}", files->name,
                                       double(corpus.m_bytes.size()) / 1e6, data.heldOutFraction * 100,
                                       files->leftOut > 0 ? fmt::format(", {} files that are not text left out", files->leftOut)
                                                          : std::string());
    return corpus;
}

double Corpus::unigramEntropy() const {
    std::array<std::int64_t, 256> counts{};
    for (const std::uint8_t byte : heldOut()) ++counts[byte];
    return entropyOf(counts);
}

double Corpus::bigramEntropy() const {
    const auto text = heldOut();
    std::vector<std::int64_t> pairs(256 * 256);
    std::array<std::int64_t, 256> firsts{};
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        ++pairs[std::size_t(text[i]) * 256 + text[i + 1]];
        ++firsts[text[i]];
    }
    return entropyOf(pairs) - entropyOf(firsts);  // H(next | this) = H(this, next) − H(this)
}

void fillSamples(std::span<const std::uint8_t> text, std::uint64_t seed, std::int64_t firstSample, int samples,
                 int sequence, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const std::uint64_t starts = text.size() - std::size_t(sequence);  // each start leaves room for the last target
    for (int i = 0; i < samples; ++i) {
        const std::uint64_t start = mix(mix(seed) ^ std::uint64_t(firstSample + i)) % starts;
        for (int t = 0; t < sequence; ++t) {
            const std::size_t at = std::size_t(i) * std::size_t(sequence) + std::size_t(t);
            tokens[at] = text[start + std::size_t(t)];
            targets[at] = text[start + std::size_t(t) + 1];
        }
    }
}

}  // namespace gpu
