// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arguments of a training script. Defaults of the target that differ from the plan's, or between its versions, are
// written out.
#include "core/config/kit_parts.h"

#include "core/plan/training_updates.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace core {

namespace {

// The shortest text of peak · share whose share of the peak is the same number again.
std::string shareOf(double peak, double share) {
    for (int digits = 1; digits < std::numeric_limits<double>::max_digits10; ++digits) {
        char text[64];
        const std::to_chars_result end =
            std::to_chars(text, text + sizeof text, peak * share, std::chars_format::general, digits);
        double value = 0;
        std::from_chars(text, end.ptr, value);
        if (value / peak == share) return {text, end.ptr};
    }
    return exactNumber(peak * share);
}

class Arguments {
public:
    Arguments(const Plan& plan, Framework framework)
        : m_plan(plan)
        , m_deepspeed(framework == Framework::DeepSpeed) {}

    KitArguments take() {
        layout();
        const KitArguments model = kitModelArguments(m_plan, m_deepspeed ? Framework::DeepSpeed : Framework::Megatron);
        m_arguments.insert(m_arguments.end(), model.begin(), model.end());
        batch();
        precision();
        recompute();
        optimizer();
        rates();
        run();
        if (m_deepspeed) deepspeed();
        return std::move(m_arguments);
    }

private:
    void flag(const char* name) { m_arguments.emplace_back(name, std::vector<std::string>{}); }
    void text(const char* name, std::string value) {
        m_arguments.emplace_back(name, std::vector<std::string>{std::move(value)});
    }
    template <class Number>
    void whole(const char* name, Number value) {
        text(name, std::to_string(value));
    }
    void real(const char* name, double value) { text(name, exactNumber(value)); }

    void layout() {
        const LayoutSpec& layout = m_plan.layout;
        whole("tensor-model-parallel-size", layout.tp);
        whole("pipeline-model-parallel-size", layout.pp);
        if (layout.cp > 1) whole("context-parallel-size", layout.cp);
        if (layout.order == RankOrder::MegatronTpPpDp && !m_deepspeed) flag("use-tp-pp-dp-mapping");
        if (m_plan.sequenceParallel == SequenceParallel::On && layout.tp > 1) flag("sequence-parallel");
        if (layout.pp > 1 && m_plan.schedule == ScheduleKind::Interleaved)
            whole("num-layers-per-virtual-pipeline-stage", layersPerChunk());
        if (layout.pp > 1 && m_plan.schedule == ScheduleKind::ZbH1) flag("enable-zbh1-pipeline");
        unevenEnds();
        if (!m_deepspeed && m_plan.zero.stage == 1) flag("use-distributed-optimizer");
        if (!m_deepspeed && m_plan.zero.overlap == Overlap::On) flag("overlap-grad-reduce");
        if (!m_deepspeed && m_plan.zero.overlap == Overlap::On && m_plan.zero.stage == 1) flag("overlap-param-gather");
        if (!m_deepspeed && m_plan.zero.offloadOptimizer == Offload::Cpu) flag("optimizer-cpu-offload");
    }

    [[nodiscard]] int layersPerChunk() const {
        const LayoutSpec& layout = m_plan.layout;
        return layout.stageLayers.size() > 1 ? layout.stageLayers[1]
                                             : m_plan.model.layers / layout.pp / std::max(1, layout.virtualStages);
    }

    void unevenEnds() {
        const auto& layers = m_plan.layout.stageLayers;
        if (m_deepspeed || layers.size() < 2 ||
            std::ranges::adjacent_find(layers, std::ranges::not_equal_to{}) == layers.end())
            return;
        if (m_plan.layout.virtualStages > 1) {
            if (layers.front() != layers[1]) flag("account-for-embedding-in-pipeline-split");
            if (layers.back() != layers[1]) flag("account-for-loss-in-pipeline-split");
            return;
        }
        whole("decoder-first-pipeline-num-layers", layers.front());
        whole("decoder-last-pipeline-num-layers", layers.back());
    }

    void batch() {
        whole("micro-batch-size", m_plan.batch.micro);
        whole("global-batch-size", m_plan.batch.global);
    }

    void precision() {
        if (m_plan.precision == Precision::Bf16 || m_plan.precision == Precision::Fp8) flag("bf16");
        if (m_plan.precision == Precision::Fp16) flag("fp16");
        if (m_plan.precision == Precision::Fp8) text("fp8-format", "hybrid");
        if (m_plan.precision == Precision::Fp16) lossScale();
        if (m_deepspeed) return;
        if (m_plan.gradientDtype == Precision::Bf16)
            flag("grad-reduce-in-bf16");
        else if (m_plan.precision == Precision::Bf16 || m_plan.precision == Precision::Fp8 ||
                 m_plan.gradientDtype == Precision::Fp32)
            flag("accumulate-allreduce-grads-in-fp32");
    }

    // With DeepSpeed its own configuration is the one that acts; the two stay equal.
    void lossScale() {
        const LossScaleSpec& scale = m_plan.lossScale;
        if (scale.rules == LossScaleRules::Constant) return real("loss-scale", scale.initial);
        if (scale.initial > 0) real("initial-loss-scale", scale.initial);
        whole("loss-scale-window", scale.window);
        whole("hysteresis", scale.hysteresis);
        real("min-loss-scale", scale.minimum);
    }

    void recompute() {
        if (m_plan.recompute == Recompute::Selective) text("recompute-granularity", "selective");
        if (m_plan.recompute != Recompute::Full) return;
        if (m_deepspeed) {
            flag("checkpoint-activations");
            flag("deepspeed-activation-checkpointing");
            whole("checkpoint-num-layers", m_plan.recomputeLayers);
            return;
        }
        text("recompute-granularity", "full");
        text("recompute-method", m_plan.recomputeMethod == RecomputeMethod::Block ? "block" : "uniform");
        whole("recompute-num-layers", m_plan.recomputeLayers);
    }

    void optimizer() {
        const OptimizerSpec& optimizer = m_plan.optimizer;
        const bool sgd = optimizer.kind == OptimizerKind::Sgd;
        text("optimizer", sgd ? "sgd" : "adam");
        real("lr", optimizer.lr);
        if (sgd) {
            real("sgd-momentum", optimizer.momentum);
        } else {
            real("adam-beta1", optimizer.beta1);
            real("adam-beta2", optimizer.beta2);
            real("adam-eps", optimizer.eps);
        }
        real("weight-decay", optimizer.weightDecay);
        real("clip-grad", optimizer.clip);
    }

    [[nodiscard]] const char* style() const {
        switch (m_plan.lrSchedule.kind) {
        case LrKind::Constant:
        case LrKind::MegatronConstant:
            return "constant";
        case LrKind::MegatronLinear:
            return "linear";
        case LrKind::MegatronInverseSquareRoot:
            return "inverse-square-root";
        case LrKind::MegatronWsd:
            return "WSD";
        default:
            return "cosine";
        }
    }

    void rates() {
        const LrScheduleSpec& schedule = m_plan.lrSchedule;
        text("lr-decay-style", style());
        text("min-lr", shareOf(m_plan.optimizer.lr, schedule.minRatio));
        if (schedule.total > 0) whole("lr-decay-iters", schedule.total);
        if (schedule.warmup > 0) whole("lr-warmup-iters", schedule.warmup);
        if (schedule.startRatio > 0) text("lr-warmup-init", shareOf(m_plan.optimizer.lr, schedule.startRatio));
        if (schedule.kind != LrKind::MegatronWsd) return;
        static constexpr const char* kTails[] = {"exponential", "linear", "cosine", "minus_sqrt"};
        text("lr-wsd-decay-style", kTails[int(schedule.wsd.tail)]);
        whole("lr-wsd-decay-iters", schedule.wsd.updates);
    }

    void run() {
        const std::int64_t updates = updatesToTrain(m_plan);
        whole("train-iters", updates);
        whole("seed", m_plan.run.seed);
        whole("eval-interval", std::max(1, m_plan.run.validateEvery));
        whole("eval-iters", m_plan.run.validateEvery > 0 ? 10 : 0);
        whole("log-interval", 1);
        text("split", "949,50,1");
        constexpr std::int64_t kUsual = 1000;
        const std::int64_t every = m_plan.run.checkpoint.every;
        whole("save-interval", every > 0 ? every : std::min(kUsual, updates));
    }

    void deepspeed() {
        flag("deepspeed");
        text("deepspeed_config", "ds_config.json");
        whole("zero-stage", m_plan.zero.stage);
        if (m_plan.layout.pp == 1) flag("no-pipeline-parallel");
        if (m_plan.zero.offloadOptimizer != Offload::None) flag("cpu-optimizer");
    }

    const Plan& m_plan;
    bool m_deepspeed;
    KitArguments m_arguments;
};

}  // namespace

std::string exactNumber(double value) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string shellQuoted(std::string_view text) {
    const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-+=.,:/@%").find(c) != std::string_view::npos;
    });
    if (plain) return std::string(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

KitArguments kitArguments(const Plan& plan, Framework framework) { return Arguments(plan, framework).take(); }

}  // namespace core
