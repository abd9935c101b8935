// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One function a tool. Their roundings are kept where they have any.
#include "core/planner/rivals.h"

#include "core/base/text.h"
#include "core/memory/textbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace core {

namespace {

using enum MemoryCategory;

struct Sizes {
    explicit Sizes(const Plan& plan)
        : count(countParameters(plan.model))
        , all(double(count.total + count.mtp))
        , s(plan.sequence())
        , b(plan.batch.micro)
        , h(plan.model.hidden)
        , a(plan.model.heads)
        , kv(plan.model.kvHeads)
        , f(plan.model.ffn)
        , layers(plan.model.layers)
        , vocabulary(plan.model.vocabulary)
        , t(plan.layout.tp)
        , p(plan.layout.pp)
        , d(double(plan.layout.dp) * plan.layout.cp)
        , cards(plan.layout.cards())
        , m(plan.microBatches())
        , gated(detailsOf(plan.model).mlp == MlpKind::Gated)
        , rms(detailsOf(plan.model).norm == NormKind::Rms)
        , untied(plan.model.embeddings == Embeddings::Untied) {}

    [[nodiscard]] double stream() const { return s * b * h; }
    [[nodiscard]] double table() const { return vocabulary * h; }

    ParameterCount count;
    double all, s, b, h, a, kv, f, layers, vocabulary, t, p, d, cards, m;
    bool gated, rms, untied;
};

std::string digits(double value) {
    return value == std::floor(value) && std::abs(value) < 1e15 ? withThousands(std::int64_t(value)) : fmt::format("{:.4g}", value);
}

void add(Ledger& ledger, MemoryCategory category, const char* label, std::string formula, std::string numbers, double bytes) {
    const Bytes whole(std::llround(bytes));
    if (whole == Bytes(0)) return;
    ledger.entries.push_back({category, label, std::move(formula), std::move(numbers), whole});
}

// `width` bytes for each of `parameters`, which a text says in symbols and in numbers.
struct Shard {
    double parameters;
    std::string symbols, numbers;
};
void addStates(Ledger& ledger, MemoryCategory category, const char* label, double width, const Shard& shard, double ways,
               const char* ofWays) {
    const std::string over = ways > 1 ? fmt::format(" / {}", ofWays) : "", by = ways > 1 ? " / " + digits(ways) : "";
    add(ledger, category, label, digits(width) + " · " + shard.symbols + over, digits(width) + " B · " + shard.numbers + by,
        width * shard.parameters / std::max(1.0, ways));
}

// The module with the most parameters of its own: a table or one matrix.
double largestModule(const Plan& plan) {
    const Sizes z(plan);
    const double query = z.h * z.a * plan.model.headSize(), experts = z.h * plan.model.details.experts.ffn;
    return std::max({z.table(), z.h * z.f, query, experts});
}

RivalEstimate deepSpeedZero2(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.deepspeed-2", "rival.deepspeed-says", "DeepSpeed, runtime/zero/stage_1_and_2.py",
                        plan.zero.stage == 2 ? RivalFor::ThisPlan : RivalFor::AnotherSetting, {}};
    const Shard whole{z.all, "Ψ", digits(z.all)};
    addStates(rival.ledger, Parameters, "ledger.parameters", 2, whole, 1, "");
    addStates(rival.ledger, Gradients, "ledger.gradients", 6, whole, z.cards, "N");
    addStates(rival.ledger, Optimizer, "ledger.adam-moments", 12, whole, z.cards, "N");
    return rival;
}

RivalEstimate deepSpeedZero3(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.deepspeed-3", "rival.deepspeed-says", "DeepSpeed, runtime/zero/stage3.py",
                        plan.zero.stage == 3 ? RivalFor::ThisPlan : RivalFor::AnotherSetting, {}};
    const Shard whole{z.all, "Ψ", digits(z.all)};
    addStates(rival.ledger, Parameters, "ledger.parameters", 2, whole, z.cards, "N");
    addStates(rival.ledger, Gradients, "ledger.gradients", 4, whole, z.cards, "N");
    addStates(rival.ledger, Optimizer, "ledger.adam-moments", 12, whole, z.cards, "N");
    addStates(rival.ledger, Temporary, "ledger.gathered-parameters", 4, {largestModule(plan), "Ψ₁", digits(largestModule(plan))},
              1, "");
    return rival;
}

// Parameters of Megatron's fullest shard.
Shard megatronShard(const Plan& plan) {
    const Sizes z(plan);
    const ModelDetails& details = detailsOf(plan.model);
    const double norm = z.rms ? 1 : 2, matrices = z.gated ? 1.5 : 1;
    const LatentAttention& l = details.latent;
    double attention = 2 * z.h * z.a * plan.model.headSize() * (1 + z.kv / z.a);
    if (l.kvRank > 0) {
        const double query = z.a * (double(l.nope) + l.rope);
        attention = (l.queryRank > 0 ? l.queryRank * (z.h + query + norm) : z.h * query) +
                    l.kvRank * (z.h + z.a * (double(l.nope) + l.value) + norm) + z.h * l.rope + z.a * l.value * z.h;
    }
    const ExpertSpec& e = details.experts;
    const double dense = 2 * z.h * (z.f * matrices + norm) + attention;
    const double wide = double(e.ffn) * e.count + e.sharedFfn;
    const double sparse = 2 * z.h * (wide * matrices + norm) + attention;
    const double experts = plan.model.expertBlocks();
    const double block = dense * (z.layers - experts) + sparse * experts + norm * z.h;
    const double further = details.mtpLayers * (experts > 0 ? sparse : dense);
    const double tables = z.untied && z.p == 1 ? 2 : 1;
    return {(block / z.p + further + tables * z.table()) / z.t, "Ψ₀",
            digits(std::round((block / z.p + further + tables * z.table()) / z.t))};
}

void addMegatronStates(RivalEstimate& rival, const Plan& plan) {
    const Shard shard = megatronShard(plan);
    const double ways = plan.zero.stage > 0 ? double(plan.layout.dp) * plan.layout.cp : 1;
    addStates(rival.ledger, Parameters, "ledger.parameters", 2, shard, 1, "");
    addStates(rival.ledger, Gradients, "ledger.gradients", 4, shard, 1, "");
    addStates(rival.ledger, Optimizer, "ledger.adam-moments", 12, shard, ways, "D");
}

// What of L layers' activations the first stage holds.
double megatronShare(const Plan& plan) {
    const Sizes z(plan);
    const double v = plan.layout.virtualStages;
    if (v > 1) return 1 + (z.p - 1) / (z.p * v);
    return z.p > 1 && z.m > 0 ? std::min(1.0, z.m / z.p) : 1;
}

bool splitAndSelective(const Plan& plan) {
    return plan.sequenceParallel == SequenceParallel::On && plan.recompute == Recompute::Selective;
}

RivalEstimate megatronSelective(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.megatron-selective", "rival.megatron-says", "Megatron-LM, training/theoretical_memory_usage.py",
                        splitAndSelective(plan) ? RivalFor::ThisPlan : RivalFor::AnotherSetting, {}};
    addMegatronStates(rival, plan);
    const double share = megatronShare(plan), each = 18 + 4 * z.f / z.h;
    add(rival.ledger, Activations, "ledger.activations-blocks", "s·b·h · (18 + 4f/h) · L / T",
        fmt::format("{} · {} · {} / {}{}", digits(z.stream()), digits(each), digits(z.layers), digits(z.t),
                    share != 1 ? " · " + digits(share) : ""),
        z.stream() * each * z.layers * share / z.t);
    add(rival.ledger, Activations, "ledger.activations-embedding", "s·b · (8 + h) · P / T",
        fmt::format("{} · (8 + {}) · {} / {}", digits(z.s * z.b), digits(z.h), digits(z.p), digits(z.t)),
        z.s * z.b * (8 + z.h) * z.p * share / z.t);
    if (z.p == 1)
        add(rival.ledger, Activations, "ledger.activations-head", "4 · s·b · (h + V) / T",
            fmt::format("4 B · {} · ({} + {}) / {}", digits(z.s * z.b), digits(z.h), digits(z.vocabulary), digits(z.t)),
            4 * z.s * z.b * (z.h + z.vocabulary) / z.t);
    return rival;
}

RivalEstimate megatronOther(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.megatron-other", "rival.megatron-says", "Megatron-LM, training/theoretical_memory_usage.py",
                        splitAndSelective(plan) ? RivalFor::AnotherSetting : RivalFor::ThisPlan, {}};
    addMegatronStates(rival, plan);
    constexpr double kMiscellaneous = 1.05;
    const double share = megatronShare(plan), each = 10 + 24 / z.t;
    add(rival.ledger, Activations, "ledger.activations-blocks", "1.05 · s·b·h · (10 + 24/T) · L",
        fmt::format("1.05 · {} · {} · {}{}", digits(z.stream()), digits(each), digits(z.layers),
                    share != 1 ? " · " + digits(share) : ""),
        kMiscellaneous * z.stream() * each * z.layers * share);
    add(rival.ledger, Activations, "ledger.activations-embedding", "1.05 · s·b · (8 + h) · P",
        fmt::format("1.05 · {} · (8 + {}) · {}", digits(z.s * z.b), digits(z.h), digits(z.p)),
        kMiscellaneous * z.s * z.b * (8 + z.h) * z.p * share);
    if (z.p == 1)
        add(rival.ledger, Activations, "ledger.activations-head", "1.05 · 2 · s·b · (V/T + h)",
            fmt::format("1.05 · 2 B · {} · ({} / {} + {})", digits(z.s * z.b), digits(z.vocabulary), digits(z.t), digits(z.h)),
            kMiscellaneous * 2 * z.s * z.b * (z.vocabulary / z.t + z.h));
    return rival;
}

RivalEstimate eleuther(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.eleuther", "rival.eleuther-says", "EleutherAI/cookbook, calc/calc_transformer_mem.py",
                        RivalFor::ThisPlan, {}};
    const double attention = std::floor(2 * (1 + z.kv / z.a) * z.layers * z.h * z.h);
    const double mlp = (z.gated ? 3 : 2) * z.layers * z.h * z.f;
    const ExpertSpec& e = plan.model.details.experts;
    const double ofExperts = e.count > 0 ? double(e.count) / std::max(1, plan.layout.ep) : 1;
    const double parameters = 2 * z.table() + z.h * z.s + 8 * z.h * z.layers + 2 * z.h + attention + ofExperts * mlp;
    const Shard whole{parameters, "Ψ", digits(parameters)};
    const int zero = plan.zero.stage;
    const double model = z.t * z.p;
    addStates(rival.ledger, Parameters, "ledger.parameters", 2, whole, zero >= 3 ? model * z.cards : model,
              zero >= 3 ? "(T · P · N)" : "(T · P)");
    addStates(rival.ledger, Gradients, "ledger.gradients", 4, whole, zero >= 2 ? z.cards : 1, "N");
    addStates(rival.ledger, Optimizer, "ledger.adam-moments", 12, whole, zero >= 1 ? z.cards : 1, "N");
    constexpr double kGather = 5e8, kLive = 1e9;
    if (zero >= 1 && z.cards > 1) add(rival.ledger, Temporary, "ledger.gather-bucket", "5e8 · 2", "500000000 · 2 B", 2 * kGather);
    if (zero == 3 && z.cards > 1)
        add(rival.ledger, Temporary, "ledger.gathered-parameters", "1e9 · 2", "1000000000 · 2 B", 2 * kLive);
    const bool recomputes = plan.recompute != Recompute::None;
    const double each = 34 + (recomputes ? 0 : 5 * z.a * z.s / z.h);
    const double split = plan.sequenceParallel == SequenceParallel::On ? z.t : 1;
    add(rival.ledger, Activations, "ledger.activations-blocks",
        std::string("s·b·h · L · ") + (recomputes ? "34" : "(34 + 5as/h)") + (split > 1 ? " / T" : ""),
        fmt::format("{} · {} · {}{}", digits(z.stream()), digits(z.layers), digits(each), split > 1 ? " / " + digits(split) : ""),
        z.stream() * z.layers * each / split);
    return rival;
}

// Bytes a token and feature of one layer's activations, as llm-analysis 0.2.2 adds them up.
double llmAnalysisLayer(const Plan& plan) {
    const Sizes z(plan);
    if (plan.recompute == Recompute::Full) return 2 / z.t;
    // Attention: input, q, k, v and output in 16 bit, a mask. MLP: input, two of its width. Two norms in fp32.
    double attention = (1 / z.t + 4 / z.t) * 2 + 1 / z.t;
    if (plan.recompute == Recompute::None)
        attention += plan.attention == AttentionKind::Flash ? (2 + 4 * z.a / z.h) * 2 / z.t : 2 * z.a * z.s / z.h * 2 / z.t;
    const ExpertSpec& e = plan.model.details.experts;
    const double experts = e.count > 0 ? double(e.count) / std::max(1, plan.layout.ep) * e.perToken : 1;
    const double mlp = experts * (2 / z.t + 4 * (z.f / z.h) / z.t);
    return attention + mlp + 2 * 4 / z.t;
}

RivalEstimate llmAnalysis(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.llm-analysis", "rival.llm-analysis-says", "llm-analysis 0.2.2, analysis.py", RivalFor::ThisPlan, {}};
    const double heads = std::max(z.kv / z.t, 1.0) * z.t, size = z.h / z.a;
    const double experts = std::max(1, plan.model.details.experts.count);
    const double layer = 2 * z.h * z.h + 2 * z.h * heads * size + 2 * z.h * z.f * experts / std::max(1, plan.layout.ep) + 2 * z.h;
    const double own = (std::floor(z.layers / z.p) * layer + z.table() + z.h) / z.t;
    const Shard shard{own, "Ψ₀", digits(std::round(own))};
    const int zero = plan.zero.stage;
    addStates(rival.ledger, Parameters, "ledger.parameters", 2, shard, zero >= 3 ? z.d : 1, "D");
    addStates(rival.ledger, Gradients, "ledger.gradients", 4, shard, zero >= 2 ? z.d : 1, "D");
    addStates(rival.ledger, Optimizer, "ledger.adam-moments", 12, shard, zero >= 1 ? z.d : 1, "D");
    const double each = llmAnalysisLayer(plan);
    add(rival.ledger, Activations, "ledger.activations-blocks", "s·b·h · α · L",
        fmt::format("{} · {} · {}", digits(z.stream()), digits(each), digits(z.layers)), z.stream() * each * z.layers);
    // With a micro-batch of 1 it adds logits and last norm to a sum that holds them already.
    const double times = z.b == 1 ? 2 : 1;
    const std::string twice = times > 1 ? "2 · " : "";
    add(rival.ledger, Activations, "ledger.activations-head", twice + "2 · s·b·V / T",
        fmt::format("{}2 B · {} · {} / {}", twice, digits(z.s * z.b), digits(z.vocabulary), digits(z.t)),
        times * 2 * z.s * z.b * z.vocabulary / z.t);
    if (plan.recompute != Recompute::Full)
        add(rival.ledger, Activations, "ledger.activations-final-norm", twice + "4 · s·b·h / T",
            fmt::format("{}4 B · {} / {}", twice, digits(z.stream()), digits(z.t)), times * 4 * z.stream() / z.t);
    return rival;
}

RivalEstimate accelerate(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.accelerate", "rival.accelerate-says", "accelerate 1.15, commands/estimate.py", RivalFor::ThisPlan, {}};
    const Shard whole{z.all, "Ψ", digits(z.all)};
    // It prints the largest of its stages: in 16 bit the two moments alone, in fp32 everything at the update.
    if (plan.precision == Precision::Fp32) {
        addStates(rival.ledger, Parameters, "ledger.parameters", 4, whole, 1, "");
        addStates(rival.ledger, Gradients, "ledger.gradients", 4, whole, 1, "");
    }
    addStates(rival.ledger, Optimizer, "ledger.adam-moments", 8, whole, 1, "");
    return rival;
}

RivalEstimate textbook(const Plan& plan) {
    const Sizes z(plan);
    RivalEstimate rival{"rival.textbook", "rival.textbook-says", "Rajbhandari et al. 2020, section 3", RivalFor::ThisPlan, {}};
    const char* labels[] = {"ledger.parameters", "ledger.gradients", "ledger.adam-moments"};
    const auto terms = stateTerms(double(z.count.total), plan.layout.tp, plan.layout.pp, int(z.d), plan.zero.stage);
    const Shard whole{double(z.count.total), "Ψ", digits(double(z.count.total))};
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const std::string over = terms[i].textbookSymbols.find("·") != std::string::npos ? "(" + terms[i].textbookSymbols + ")"
                                                                                         : terms[i].textbookSymbols;
        addStates(rival.ledger, terms[i].category, labels[i], terms[i].bytesPerParameter, whole, terms[i].textbookDivisor,
                  over.c_str());
    }
    return rival;
}

}  // namespace

std::vector<RivalEstimate> rivalEstimates(const Plan& plan) {
    return {deepSpeedZero2(plan), deepSpeedZero3(plan), megatronSelective(plan), megatronOther(plan),
            eleuther(plan),       llmAnalysis(plan),    accelerate(plan),        textbook(plan)};
}

LedgerGap widestGap(const Ledger& theirs, const Ledger& ours) {
    LedgerGap widest;
    std::int64_t most = -1;
    for (int i = 0; i < kMemoryCategories; ++i) {
        const auto category = MemoryCategory(i);
        const Bytes a = theirs.of(category), b = ours.of(category);
        const std::int64_t gap = std::abs(a.value() - b.value());
        if (gap <= most) continue;
        most = gap;
        widest = {category, a, b};
    }
    return widest;
}

}  // namespace core
