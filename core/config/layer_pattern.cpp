// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/layer_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace core {

namespace {

constexpr std::size_t kMostLayers = 10'000;
constexpr int kMaxDepth = 20;

// sum = product { "+" product }, product = (list | "(" sum ")") { "*" number }, list = "[" number { "," number } "]"
class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text) {}

    std::optional<std::vector<bool>> run() {
        auto found = sum(0);
        skip();
        return m_at == m_text.size() ? found : std::nullopt;
    }

private:
    using Blocks = std::optional<std::vector<bool>>;

    void skip() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
    }
    bool take(char c) {
        skip();
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }
    std::optional<int> number() {
        skip();
        int value = 0;
        const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
        if (error != std::errc() || value < 0) return std::nullopt;
        m_at = std::size_t(end - m_text.data());
        return value;
    }

    Blocks sum(int depth) {
        Blocks all = product(depth);
        while (all && take('+')) {
            const Blocks next = product(depth);
            if (!next || all->size() + next->size() > kMostLayers) return std::nullopt;
            all->insert(all->end(), next->begin(), next->end());
        }
        return all;
    }

    Blocks product(int depth) {
        if (depth > kMaxDepth) return std::nullopt;
        Blocks blocks = take('(') ? inBrackets(depth) : list();
        while (blocks && take('*')) {
            const auto times = number();
            if (!times || std::size_t(*times) > kMostLayers || std::size_t(*times) * blocks->size() > kMostLayers)
                return std::nullopt;
            const std::vector<bool> once = *blocks;
            blocks->clear();
            for (int i = 0; i < *times; ++i) blocks->insert(blocks->end(), once.begin(), once.end());
        }
        return blocks;
    }

    Blocks inBrackets(int depth) {
        Blocks inside = sum(depth + 1);
        return inside && take(')') ? inside : std::nullopt;
    }

    Blocks list() {
        if (!take('[')) return std::nullopt;
        std::vector<bool> blocks;
        do {
            const auto entry = number();
            if (!entry || *entry > 1 || blocks.size() >= kMostLayers) return std::nullopt;
            blocks.push_back(*entry == 1);
        } while (take(','));
        return take(']') ? Blocks(std::move(blocks)) : std::nullopt;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::vector<bool> blocksOf(const ModelSpec& model) {
    std::vector<bool> blocks;
    for (int block = 0; block < model.layers; ++block) blocks.push_back(model.hasExperts(block));
    return blocks;
}

}  // namespace

std::optional<std::vector<bool>> layerPattern(std::string_view text, int layers) {
    // Scripts quote the list once more inside the quotes of the shell.
    while (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    int every = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), every);
    if (error == std::errc() && end == text.data() + text.size()) {
        if (every < 1 || layers < 1 || std::size_t(layers) > kMostLayers) return std::nullopt;
        std::vector<bool> blocks(std::size_t(layers), false);
        for (std::size_t block = 0; block < blocks.size(); block += std::size_t(every)) blocks[block] = true;
        return blocks;
    }
    auto listed = Parser(text).run();
    return listed && std::ssize(*listed) == layers ? listed : std::nullopt;
}

bool takePattern(ExpertSpec& experts, const std::vector<bool>& pattern) {
    constexpr int kLongestPeriod = 64;
    const auto first = std::ranges::find(pattern, true) - pattern.begin();
    ModelSpec model;
    model.layers = int(pattern.size());
    model.details.experts.count = 1;
    ExpertSpec& tried = model.details.experts;
    for (tried.every = 1; tried.every <= std::min(kLongestPeriod, model.layers); ++tried.every)
        for (const int dense : {0, int(first)}) {
            tried.firstDense = dense;
            tried.offset = int(first) % tried.every;
            if (blocksOf(model) != pattern) continue;
            experts.firstDense = tried.firstDense;
            experts.every = tried.every;
            experts.offset = tried.offset;
            return true;
        }
    return false;
}

std::string layerPatternText(const ModelSpec& model) {
    const std::vector<bool> blocks = blocksOf(model);
    std::string text;
    for (auto run = blocks.begin(); run != blocks.end();) {
        const auto end = std::find(run, blocks.end(), !*run);
        text += fmt::format("{}[{}]*{}", text.empty() ? "" : "+", *run ? 1 : 0, end - run);
        run = end;
    }
    return "(" + text + ")";
}

}  // namespace core
