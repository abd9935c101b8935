// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_zero.h"

#include "app/cli/bench_turns.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/evaluate.h"
#include "gpu/bench/stepper.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace app {

namespace {

constexpr int kSequence = 64;
// A bucket that holds every gradient, a prefetch of about one block, everything kept live.
constexpr std::int64_t kLargeBucket = 500'000'000, kPrefetch = 200'000, kAllLive = 1'000'000'000;

struct Links {
    const char* name;
    core::LinksSpec spec;
};
const Links kLinks[] = {{"fast links", {}},
                        {"slow links", {.intraNodeBandwidth = 2e8, .intraNodeLatency = 2e-4}}};

// The first of a stage is what the others of that stage are compared with.
struct Option {
    const char* name;
    core::ZeroSpec zero;
};
const Option kOptions[] = {
    {"ZeRO-2", {.stage = 2}},
    {"  reduce_bucket_size 5e8", {.stage = 2, .reduceBucketSize = kLargeBucket}},
    {"  overlap_comm", {.stage = 2, .overlap = core::Overlap::On}},
    {"ZeRO-3", {.stage = 3}},
    {"  prefetch_bucket_size 2e5", {.stage = 3, .prefetchBucketSize = kPrefetch}},
    {"  the same, overlap_comm", {.stage = 3, .prefetchBucketSize = kPrefetch, .overlap = core::Overlap::On}},
    {"  max_live_parameters 1e9", {.stage = 3, .maxLiveParameters = kAllLive}},
};

core::Plan planOf(const core::ZeroSpec& zero, const core::LinksSpec& links) {
    core::Plan plan;
    plan.name = "ZeRO options";
    plan.model = {.name = "4 blocks of width 64",
                  .layers = 4,
                  .hidden = 64,
                  .heads = 4,
                  .kvHeads = 4,
                  .ffn = 256,
                  .vocabulary = 256,
                  .maxSequence = kSequence};
    plan.cluster = {.gpu = "virtual-card", .nodes = 1, .gpusPerNode = 4, .links = links};
    plan.layout.dp = 4;
    plan.zero = zero;
    plan.precision = core::Precision::Fp32;
    plan.batch = {.micro = 1, .global = 16};
    plan.run.cardMemory = core::gibibytes(1);
    return plan;
}

core::Bytes temporaryOf(const core::Plan& plan) {
    return core::evaluate(plan).memory.value().stages.front().ledger.of(core::MemoryCategory::Temporary);
}

}  // namespace

Reply benchZero(int rounds) {
    const auto corpus = gpu::Corpus::load({}, kSequence);
    if (!corpus) return tl::make_unexpected(corpus.error());
    Answer answer;
    answer.json = {{"name", "zero"},
                   {"value", nullptr},
                   {"unit", "ms"},
                   {"ratio", nullptr},
                   {"peer", "the same plan without the option"},
                   {"peer_version", SHARDSCOPE_VERSION},
                   {"rounds", rounds},
                   {"options", Json::array()}};
    answer.text =
        fmt::format("Steps on 4 virtual cards, medians of {}; virtual time {}, memory {}\n\n", core::counted(rounds, "round"),
                    kSimulated, kPredicted);
    for (const Links& links : kLinks) {
        std::vector<Contestant> contestants;
        for (const Option& option : kOptions) {
            auto stepper = std::make_shared<gpu::Stepper>(planOf(option.zero, links.spec), *corpus);
            contestants.push_back({option.name, [stepper] { return stepper->step().virtualSeconds; }});
        }
        takeTurns(contestants, rounds, [](int) {});
        std::vector<TableRow> rows{{links.name, "step, ms", "off / on", "temporary, KiB"}};
        double off = 0;
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            const Option& option = kOptions[i];
            const double seconds = contestants[i].median();
            const bool base = i == 0 || option.zero.stage != kOptions[i - 1].zero.stage;
            if (base) off = seconds;
            const core::Bytes temporary = temporaryOf(planOf(option.zero, links.spec));
            const std::string name = option.name;
            answer.json["options"].push_back({{"links", links.name},
                                              {"zero", option.zero.stage},
                                              {"option", base ? Json() : Json(name.substr(2))},
                                              {"step_ms", seconds * 1e3},
                                              {"ratio", off / seconds},
                                              {"temporary_bytes", temporary.value()}});
            rows.push_back({name, fmt::format("{:.2f}", seconds * 1e3),
                            base ? "" : fmt::format("{:.2f} ×", off / seconds),
                            core::withThousands(temporary.value() / 1024)});
            // Of ZeRO-3 on slow links everything that helps at once.
            if (option.zero.prefetchBucketSize > 0 && option.zero.overlap == core::Overlap::On) {
                answer.json["value"] = seconds * 1e3;
                answer.json["ratio"] = off / seconds;
            }
        }
        answer.text += table(rows) + '\n';
    }
    return answer;
}

}  // namespace app
