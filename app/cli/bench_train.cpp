// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_train.h"

#include "app/cli/bench_turns.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/resource_file.h"
#include "app/cli/table.h"
#include "app/cli/torch_peer.h"
#include "core/base/text.h"
#include "gpu/bench/product_floor.h"
#include "gpu/bench/stepper.h"
#include "gpu/training/hello.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include <unistd.h>

namespace app {

namespace {

constexpr int kSequence = 256;
constexpr int kFloorRounds = 5;

// The fewest micro-batches are 8, what a pipeline needs to be busy.
constexpr int kMicroBatches = 8;

core::Plan oneRank(int threads, int sequences) {
    core::Plan plan;
    plan.name = "10.84 M GPT";
    plan.model = {.name = "10.84 M GPT",
                  .layers = 6,
                  .hidden = 384,
                  .heads = 6,
                  .kvHeads = 6,
                  .ffn = 1536,
                  .vocabulary = 256,
                  .maxSequence = kSequence};
    plan.cluster = {.gpu = "virtual-card", .nodes = 1, .gpusPerNode = 1};
    plan.precision = core::Precision::Fp32;
    plan.batch = {.micro = sequences / kMicroBatches, .global = sequences};
    plan.run.threadsPerRank = threads;
    plan.run.cardMemory = core::gibibytes(16);
    return plan;
}

core::Plan inBf16(core::Plan plan) {
    plan.precision = core::Precision::Bf16;
    return plan;
}

struct Shape {
    int tp = 1, pp = 1, dp = 1, microBatches = kMicroBatches;  // of all replicas together
};

core::Plan onRanks(const Shape& shape, int sequences) {
    core::Plan plan = oneRank(1, sequences);
    plan.layout.tp = shape.tp;
    plan.layout.pp = shape.pp;
    plan.layout.dp = shape.dp;
    plan.batch.micro = std::max(1, sequences / shape.microBatches);
    plan.cluster.gpusPerNode = plan.layout.cards();
    return plan;
}

std::string nameOf(const Shape& shape) {
    return fmt::format("tp {} pp {} dp {}", shape.tp, shape.pp, shape.dp);
}

void tell(const std::string& text) {
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

Contestant engineRun(std::string name, const core::Plan& plan, const gpu::Corpus& corpus) {
    auto stepper = std::make_shared<gpu::Stepper>(plan, corpus);
    return {std::move(name), [stepper] { return stepper->step().wallSeconds; }};
}

// One rank with some threads beside every PyTorch there is.
struct Duel {
    int threads = 1;
    double tokens = 0;  // of a step
    gpu::ProductFloor floor;
    Contestant engine, sixteenBits;
    struct Peer {
        std::string version, blas;
        double tokensPerSecond = 0;
    };
    std::vector<Peer> peers;

    [[nodiscard]] double speed() const { return tokens / engine.median(); }
    [[nodiscard]] double bf16Speed() const { return tokens / sixteenBits.median(); }
    [[nodiscard]] double shareOfFloor() const { return floor.seconds / engine.median(); }
};

core::Result<Duel> fight(int threads, const TrainBench& bench, const gpu::Corpus& corpus) {
    const auto script = resourceFile("bench/torch_gpt.py");
    if (!script) return tl::make_unexpected(script.error());
    const core::Plan plan = oneRank(threads, bench.sequences);
    std::vector<Contestant> contestants;
    Duel duel{.threads = threads, .tokens = double(bench.sequences * kSequence)};
    for (const std::string& python : bench.pythons.empty() ? pythons() : bench.pythons) {
        tell(fmt::format("{}: looking for PyTorch in {}", core::counted(threads, "thread"), python));
        if (auto peer = startTorch(python, *script, plan, threads)) {
            contestants.push_back({peer->version, peer->step});
            duel.peers.push_back({peer->version, peer->blas});
        }
    }
    contestants.push_back(engineRun("Shardscope, bf16", inBf16(plan), corpus));
    contestants.push_back(engineRun("Shardscope, fp32", plan, corpus));
    takeTurns(contestants, bench.rounds, [&](int done) {
        tell(fmt::format("{}: round {} of {}", core::counted(threads, "thread"), done, bench.rounds));
    });
    duel.floor = gpu::measureProductFloor(plan, kFloorRounds);
    for (std::size_t i = 0; i < duel.peers.size(); ++i)
        duel.peers[i].tokensPerSecond = duel.tokens / contestants[i].median();
    for (Contestant* place : {&duel.engine, &duel.sixteenBits}) {
        contestants.back().turn = nullptr;  // ends its threads
        *place = std::move(contestants.back());
        contestants.pop_back();
    }
    return duel;
}

std::vector<Contestant> manyCards(const TrainBench& bench, const gpu::Corpus& corpus, int cores) {
    std::vector<Contestant> contestants;
    contestants.push_back(engineRun("one process", oneRank(cores, bench.sequences), corpus));
    for (const Shape& shape : {Shape{.dp = 2},
                               {.dp = 4},
                               {.dp = 8},
                               {.pp = 2},
                               {.pp = 4, .microBatches = 16},
                               {.tp = 2},
                               {.tp = 2, .pp = 2, .dp = 2, .microBatches = 16}})
        contestants.push_back(engineRun(nameOf(shape), onRanks(shape, bench.sequences), corpus));
    takeTurns(contestants, bench.rounds,
              [&](int done) { tell(fmt::format("virtual cards: round {} of {}", done, bench.rounds)); });
    return contestants;
}

const Duel::Peer* strongest(const Duel& duel) {
    const auto best = std::ranges::max_element(duel.peers, {}, &Duel::Peer::tokensPerSecond);
    return best == duel.peers.end() ? nullptr : &*best;
}

void describe(const Duel& duel, Answer& answer) {
    Json row{{"threads", duel.threads},
             {"tokens_per_second", duel.speed()},
             {"bf16_tokens_per_second", duel.bf16Speed()},
             {"floor_tokens_per_second", duel.tokens / duel.floor.seconds},
             {"floor_flops", duel.floor.flopsPerSecond},
             {"floor_fraction", duel.shareOfFloor()},
             {"peers", Json::array()}};
    std::vector<TableRow> rows{{core::counted(duel.threads, "thread"), "tokens/s", "fp32 is"}};
    rows.push_back({"Shardscope, fp32, one rank", core::withThousands(std::int64_t(duel.speed())), ""});
    rows.push_back({"Shardscope, bf16 with fp32 masters", core::withThousands(std::int64_t(duel.bf16Speed())),
                    fmt::format("{:.2f} ×", duel.speed() / duel.bf16Speed())});
    for (const Duel::Peer& peer : duel.peers) {
        const double ratio = duel.speed() / peer.tokensPerSecond;
        row["peers"].push_back({{"peer", "PyTorch"},
                                {"peer_version", peer.version},
                                {"blas", peer.blas},
                                {"tokens_per_second", peer.tokensPerSecond},
                                {"ratio", ratio}});
        rows.push_back({fmt::format("PyTorch {}, {}", peer.version, peer.blas),
                        core::withThousands(std::int64_t(peer.tokensPerSecond)),
                        fmt::format("{:.2f} ×", ratio)});
    }
    rows.push_back({fmt::format("its matrix products alone, {}", flopRate(duel.floor.flopsPerSecond)),
                    core::withThousands(std::int64_t(duel.tokens / duel.floor.seconds)),
                    percent(duel.shareOfFloor())});
    answer.json["one_rank"].push_back(std::move(row));
    answer.text += table(rows) + '\n';
}

void describe(const std::vector<Contestant>& contestants, double tokens, int cores, Answer& answer) {
    const double whole = contestants.front().median();
    std::vector<TableRow> rows{
        {fmt::format("virtual cards on {}", core::counted(cores, "core")), "tokens/s", "of it"}};
    for (const Contestant& contestant : contestants) {
        const double speed = tokens / contestant.median();
        answer.json["virtual_cards"].push_back({{"layout", contestant.name},
                                                {"tokens_per_second", speed},
                                                {"ratio", whole / contestant.median()}});
        rows.push_back({contestant.name, core::withThousands(std::int64_t(speed)),
                        percent(whole / contestant.median())});
    }
    answer.text += table(rows);
}

}  // namespace

Reply benchTrain(const TrainBench& bench) {
    const auto corpus = gpu::Corpus::load({}, kSequence);
    if (!corpus) return tl::make_unexpected(corpus.error());
    const int cores = gpu::usableCores();
    std::vector<int> threads = bench.threads.empty() ? std::vector{1, cores} : bench.threads;
    threads.erase(std::ranges::unique(threads).begin(), threads.end());
    Answer answer;
    answer.json = {{"name", "train"},       {"value", nullptr},  {"unit", "tokens/s"},
                   {"ratio", nullptr},      {"peer", "PyTorch"}, {"peer_version", nullptr},
                   {"rounds", bench.rounds}};
    answer.text = fmt::format(
        "{} Medians of {}, wall clock; 10.84 M parameter GPT, {} sequences of {} tokens\n\n",
        kMeasured, core::counted(bench.rounds, "round"), bench.sequences, kSequence);
    bool alone = true;
    for (const int count : threads) {
        const auto duel = fight(count, bench, *corpus);
        if (!duel) return tl::make_unexpected(duel.error());
        describe(*duel, answer);
        const Duel::Peer* peer = strongest(*duel);
        alone = alone && !peer;
        if (count != threads.front()) continue;
        answer.json["value"] = duel->speed();
        if (!peer) continue;
        answer.json["ratio"] = duel->speed() / peer->tokensPerSecond;
        answer.json["peer_version"] = peer->version;
    }
    if (alone) {
        core::Problem problem = usageProblem("bench.no-torch", "--python", {}, "fix.bench.no-torch");
        problem.severity = core::Severity::Warning;
        answer.problems.push_back(std::move(problem));
    }
    describe(manyCards(bench, *corpus, cores), bench.sequences * kSequence, cores, answer);
    tell("");
    return answer;
}

}  // namespace app
