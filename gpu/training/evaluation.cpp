// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Validation and sampling over the pipeline.
#include "gpu/training/evaluation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpu {

namespace {

constexpr double kTemperature = 0.8;
constexpr std::size_t kBytes = 256;  // vocabularies may be padded beyond the bytes; the rest is never drawn

// Sequence `window` of `windows` that lie evenly over the text.
void fillWindow(std::span<const std::uint8_t> text, std::int64_t window, std::int64_t windows,
                std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
    const auto room = std::int64_t(text.size()) - std::int64_t(tokens.size()) - 1;
    const auto begin = std::size_t(windows > 1 ? room * window / (windows - 1) : 0);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        tokens[i] = text[begin + i];
        targets[i] = text[begin + i + 1];
    }
}

// SplitMix64: a number in [0, 1) from three counters.
double uniform(std::uint64_t seed, std::uint64_t step, std::uint64_t position) {
    std::uint64_t z =
        seed * 0x9E3779B97F4A7C15u + step * 0xD1B54A32D192ED03u + position * 0x8CB92BA72F3D8DD7u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

std::uint8_t draw(std::span<const float> logits, double number) {
    const std::size_t count = std::min(kBytes, logits.size());
    const float largest = *std::max_element(logits.begin(), logits.begin() + std::ptrdiff_t(count));
    std::vector<double> weights(count);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum += weights[i] = std::exp((double(logits[i]) - double(largest)) / kTemperature);
    for (std::size_t i = 0; i < count; ++i)
        if ((number -= weights[i] / sum) < 0) return std::uint8_t(i);
    return std::uint8_t(count - 1);
}

// The last stage's choice reaches every stage of the replica.
std::uint8_t nextByte(RankWorker& worker, std::int64_t step, std::size_t made, int position) {
    const core::Plan& plan = worker.job().plan();
    double byte = 0;
    if (worker.lastStage()) {
        std::vector<float> logits(std::size_t(plan.model.vocabulary));
        worker.stage().logitsAt(position, logits);
        byte = double(draw(logits, uniform(plan.run.seed, std::uint64_t(step), made)));
    }
    worker.groups().pipeline->broadcastOnHost(std::span(&byte, 1), plan.layout.pp - 1);
    return std::uint8_t(byte);
}

}  // namespace

double validationLoss(RankWorker& worker, std::span<const std::uint8_t> heldOut) {
    const core::Plan& plan = worker.job().plan();
    const std::int64_t sequence = plan.sequence(), micro = plan.batch.micro, replicas = plan.layout.dp;
    const std::int64_t fitting =
        std::min<std::int64_t>(kValidationWindows, std::int64_t(heldOut.size()) / (sequence + 1));
    const std::int64_t batches = std::max<std::int64_t>(1, fitting / micro), windows = batches * micro;
    std::vector<std::int32_t> tokens(std::size_t(micro * sequence)), targets(tokens.size());
    double sum = 0;
    // ZeRO-3 gathers in every call, so replicas without a batch of their own repeat the first and drop the
    // result.
    for (std::int64_t round = 0; round * replicas < batches; ++round) {
        const std::int64_t mine = round * replicas + worker.at().dp, batch = mine < batches ? mine : 0;
        for (std::int64_t i = 0; i < micro; ++i) {
            const auto begin = std::size_t(i * sequence), count = std::size_t(sequence);
            fillWindow(heldOut, batch * micro + i, windows, std::span(tokens).subspan(begin, count),
                       std::span(targets).subspan(begin, count));
        }
        const double loss = worker.executor().evaluate({tokens, targets});
        if (mine < batches) sum += loss;
    }
    worker.groups().data->allReduceOnHost(std::span(&sum, 1), Reduce::Sum);
    worker.groups().pipeline->allReduceOnHost(std::span(&sum, 1), Reduce::Sum);
    return sum / double(windows * sequence);
}

std::string generateText(RankWorker& worker, std::int64_t step) {
    const core::Plan& plan = worker.job().plan();
    if (worker.at().dp > 0 && plan.zero.stage < 3) return {};
    const auto sequence = std::size_t(plan.sequence());
    std::string text = plan.run.sample.prompt.empty() ? "\n" : plan.run.sample.prompt;
    const std::size_t prompt = text.size();
    std::vector<std::int32_t> tokens(sequence), targets(sequence);
    for (int made = 0; made < plan.run.sample.length; ++made) {
        const std::size_t seen = std::min(sequence, text.size());
        std::fill(tokens.begin(), tokens.end(), 0);
        for (std::size_t i = 0; i < seen; ++i) tokens[i] = std::uint8_t(text[text.size() - seen + i]);
        worker.executor().evaluate({tokens, targets});
        text.push_back(char(nextByte(worker, step, std::size_t(made), int(seen) - 1)));
    }
    return worker.at().dp == 0 ? text.substr(prompt) : std::string();
}

}  // namespace gpu
