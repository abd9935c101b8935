// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/import_plan.h"

#include "core/base/suggest.h"
#include "core/config/mega_model.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

bool fits(std::int64_t number) { return number >= 1 && number <= std::numeric_limits<int>::max(); }

// Reads the script, argument by argument. `m_missing` are those without which there is no plan.
class Importer {
public:
    Importer(const Job& job, const ResolvedConfig& resolved, Problems& problems)
        : m_job(job)
        , m_resolved(resolved)
        , m_problems(problems) {}

    Result<Plan> run(const ModelSpec* known) {
        if (known != nullptr)
            m_plan.model = *known;
        else if (m_job.args)
            model();
        else
            m_missing.emplace_back("a model (--model NAME)");
        cards();
        batch();
        zero();
        if (m_job.args) training();
        precision();
        clipping();
        if (!m_refused.empty()) return tl::make_unexpected(m_refused);
        const bool unread = m_job.flavour != MegaFlavour::MegatronLm;
        if (known == nullptr && m_job.args && unread && given("num-experts", 1) > 1)
            return refuse({Severity::Error, "import.experts", args().where("num-experts"),
                           {{"experts", std::to_string(given("num-experts", 1))}}, "fix.import.experts"});
        if (!m_missing.empty())
            return refuse({Severity::Error, "import.missing", m_job.args ? m_job.args->place : "FILE",
                           {{"missing", joinedByAnd(m_missing)}}, "fix.import.missing"});
        return m_plan;
    }

private:
    [[nodiscard]] const MegaArgs& args() const { return *m_job.args; }

    int given(std::string_view name, int otherwise) const {
        const auto value = args().whole(name);
        return value && fits(*value) ? int(*value) : otherwise;
    }

    void model() {
        MegaModel read = megaModel(args(), m_job.flavour);
        m_plan.model = std::move(read.spec);
        m_missing.insert(m_missing.end(), read.missing.begin(), read.missing.end());
        m_problems.insert(m_problems.end(), read.problems.begin(), read.problems.end());
        for (const Problem& problem : read.problems)
            if (problem.severity == Severity::Error) m_refused = {problem};
    }

    // Sizes of the experts' own groups; a plan splits an expert as it splits everything else.
    void expertCards() {
        m_plan.layout.ep = given("expert-model-parallel-size", 1);
        const int split = given("expert-tensor-parallel-size", m_plan.layout.tp);
        if (split != m_plan.layout.tp)
            m_problems.push_back({Severity::Warning, "import.expert-split", args().where("expert-tensor-parallel-size"),
                                  {{"split", std::to_string(split)}, {"tp", std::to_string(m_plan.layout.tp)}},
                                  "fix.import.expert-split"});
    }

    void cards() {
        LayoutSpec& layout = m_plan.layout;
        layout.tp = int(std::min<std::int64_t>(m_resolved.tp, std::numeric_limits<int>::max()));
        layout.pp = int(std::min<std::int64_t>(m_resolved.pp, std::numeric_limits<int>::max()));
        if (m_job.args) layout.cp = given("context-parallel-size", 1);
        if (m_job.args && m_plan.model.family == Family::Other) expertCards();
        if (!m_resolved.worldSize || !m_resolved.dataParallelSize || !fits(*m_resolved.dataParallelSize) ||
            !fits(*m_resolved.worldSize)) {
            m_missing.emplace_back("the number of cards (--world-size)");
            return;
        }
        layout.dp = int(*m_resolved.dataParallelSize);
        const auto& launch = m_job.launch;
        if (launch && launch->nodes && launch->cardsPerNode &&
            *launch->nodes * *launch->cardsPerNode == *m_resolved.worldSize)
            m_plan.cluster = {m_plan.cluster.gpu, int(*launch->nodes), int(*launch->cardsPerNode)};
        else
            spreadCards(m_plan.cluster, *m_resolved.worldSize);
    }

    void batch() {
        const auto micro = m_resolved.microBatchSize, global = m_resolved.trainBatchSize;
        if (!micro || !fits(*micro))
            m_missing.emplace_back("the micro-batch");
        else
            m_plan.batch.micro = int(*micro);
        if (!global || *global < 1)
            m_missing.emplace_back("the global batch");
        else
            m_plan.batch.global = *global;
    }

    void zero() {
        m_plan.zero.stage = int(std::clamp<std::int64_t>(m_resolved.zeroStage.value_or(0), 0, 3));
        const bool deepspeed = m_job.flavour != MegaFlavour::MegatronLm || !m_job.args;
        m_plan.framework = deepspeed ? Framework::DeepSpeed : Framework::Megatron;
        if (m_plan.framework == Framework::Megatron) {
            if (m_job.args && args().has("optimizer-cpu-offload")) m_plan.zero.offloadOptimizer = Offload::Cpu;
            return;
        }
        m_plan.layout.order = RankOrder::DeepSpeed3d;
        if (!m_job.deepspeed) return;
        const DsConfig& config = *m_job.deepspeed;
        m_plan.zero.offloadOptimizer = fromText<Offload>(config.optimizerDevice()).value_or(Offload::None);
        m_plan.zero.offloadParameters = fromText<Offload>(config.parameterDevice()).value_or(Offload::None);
        m_plan.zero.offloadDirectory = config.text("zero_optimization/offload_optimizer/nvme_path").value_or("");
        m_plan.zero.reduceBucketSize = config.whole("zero_optimization/reduce_bucket_size").value_or(0);
        m_plan.zero.prefetchBucketSize = config.whole("zero_optimization/stage3_prefetch_bucket_size").value_or(0);
        m_plan.zero.maxLiveParameters = config.whole("zero_optimization/stage3_max_live_parameters").value_or(0);
        if (config.flag("zero_optimization/overlap_comm")) m_plan.zero.overlap = Overlap::On;
    }

    void training() {
        const auto sequence = args().whole("seq-length");
        m_plan.sequenceLength =
            sequence && fits(*sequence) && *sequence != m_plan.model.maxSequence ? int(*sequence) : 0;
        if (args().has("use-tp-pp-dp-mapping")) m_plan.layout.order = RankOrder::MegatronTpPpDp;
        if (args().has("sequence-parallel") && m_plan.layout.tp > 1) m_plan.sequenceParallel = SequenceParallel::On;
        schedule();
        stages();
        recompute();
        optimizer();
        rates();
        if (args().text("attention-backend") == "flash" || args().text("attention-backend") == "fused")
            m_plan.attention = AttentionKind::Flash;
        for (const char* name : {"use-flash-attn", "use-flash-attn-v1", "use-flash-attn-v2", "use-flash-attn-triton"})
            if (args().has(name)) m_plan.attention = AttentionKind::Flash;
        length();
        if (const auto seed = args().whole("seed"); seed && *seed >= 0) m_plan.run.seed = std::uint64_t(*seed);
        m_plan.run.checkpoint.directory = args().text("save").value_or("");
        m_plan.run.checkpoint.every = given("save-interval", 0);
        if (args().has("eval-interval")) m_plan.run.validateEvery = given("eval-interval", m_plan.run.validateEvery);
        if (args().whole("eval-iters") == 0) m_plan.run.validateEvery = 0;
    }

    // The updates are also a budget of tokens, of which the estimate counts time and cost.
    void length() {
        const auto updates = args().whole("train-iters");
        if (!updates || *updates < 1) return;
        m_plan.run.steps = *updates;
        const double tokens = double(*updates) * double(m_plan.batch.global) * m_plan.sequence();
        if (tokens < 9e15) m_plan.budgetTokens = std::int64_t(tokens);
    }

    void schedule() {
        const int counted = m_plan.model.layers + countedEnds();
        const int perStage = m_plan.layout.pp > 0 ? counted / m_plan.layout.pp : 0;
        const int chunk = given("num-layers-per-virtual-pipeline-stage", 0),
                  stages = given("num-virtual-stages-per-pipeline-rank", chunk > 0 ? perStage / chunk : 1);
        if (stages > 1) {
            m_plan.schedule = ScheduleKind::Interleaved;
            m_plan.layout.virtualStages = stages;
        }
        if (args().has("overlap-grad-reduce")) m_plan.zero.overlap = Overlap::On;
        if (args().has("enable-zbh1-pipeline")) m_plan.schedule = ScheduleKind::ZbH1;
    }

    // Embedding and loss may each count as a layer of the split.
    [[nodiscard]] int countedEnds() const {
        return (args().has("account-for-embedding-in-pipeline-split") ? 1 : 0) +
               (args().has("account-for-loss-in-pipeline-split") ? 1 : 0);
    }
    void shortenEnds() {
        LayoutSpec& layout = m_plan.layout;
        const int chunks = layout.pp * layout.virtualStages, counted = m_plan.model.layers + countedEnds();
        if (countedEnds() == 0 || layout.pp < 2 || chunks < 2 || counted % chunks != 0) return;
        layout.stageLayers.assign(std::size_t(chunks), counted / chunks);
        if (args().has("account-for-embedding-in-pipeline-split")) --layout.stageLayers.front();
        if (args().has("account-for-loss-in-pipeline-split")) --layout.stageLayers.back();
    }

    // First and last stage given, the ones between share the rest evenly.
    void stages() {
        const int pp = m_plan.layout.pp, first = given("decoder-first-pipeline-num-layers", 0),
                  last = given("decoder-last-pipeline-num-layers", 0);
        shortenEnds();
        const int between = pp - (first > 0 ? 1 : 0) - (last > 0 ? 1 : 0), rest = m_plan.model.layers - first - last;
        if ((first == 0 && last == 0) || pp < 2 || rest < 0 || between < 0 || (between > 0 && rest % between != 0))
            return;
        if (between == 0 && rest != 0) return;
        std::vector<int>& layers = m_plan.layout.stageLayers;
        layers.assign(std::size_t(pp), between > 0 ? rest / between : 0);
        if (first > 0) layers.front() = first;
        if (last > 0) layers.back() = last;
    }

    void recompute() {
        const auto granularity = args().text("recompute-granularity");
        if (granularity == "selective") m_plan.recompute = Recompute::Selective;
        const bool checkpointed = args().has("checkpoint-activations") || args().has("recompute-activations");
        if (granularity == "full" || checkpointed) {
            m_plan.recompute = Recompute::Full;
            m_plan.recomputeLayers = given("recompute-num-layers", given("checkpoint-num-layers", 1));
            if (args().text("recompute-method") == "block") m_plan.recomputeMethod = RecomputeMethod::Block;
        }
        if (args().has("recompute-activations")) m_plan.recompute = Recompute::Selective;
    }

    void optimizer() {
        OptimizerSpec& optimizer = m_plan.optimizer;
        const auto take = [&](const char* name, double& member) { member = args().real(name).value_or(member); };
        take("lr", optimizer.lr);
        take("adam-beta1", optimizer.beta1);
        take("adam-eps", optimizer.eps);
        take("clip-grad", optimizer.clip);
        // Megatron's own defaults, where they differ from the plan's.
        optimizer.beta2 = args().real("adam-beta2").value_or(0.999);
        optimizer.weightDecay = args().real("weight-decay").value_or(0.01);
        if (args().text("optimizer") != "sgd") return;
        optimizer.kind = OptimizerKind::Sgd;
        optimizer.momentum = args().real("sgd-momentum").value_or(0.9);
    }

    void rates() {
        LrScheduleSpec& schedule = m_plan.lrSchedule;
        static constexpr std::pair<std::string_view, LrKind> kStyles[] = {
            {"constant", LrKind::MegatronConstant},
            {"linear", LrKind::MegatronLinear},
            {"cosine", LrKind::MegatronCosine},
            {"inverse-square-root", LrKind::MegatronInverseSquareRoot},
            {"WSD", LrKind::MegatronWsd}};
        const std::string style = args().text("lr-decay-style").value_or("linear");
        for (const auto& [name, kind] : kStyles)
            if (style == name) schedule.kind = kind;
        schedule.total = args().whole("lr-decay-iters").value_or(0);
        schedule.warmup = args().whole("lr-warmup-iters").value_or(0);
        if (const auto share = args().real("lr-warmup-fraction"); share && *share > 0 && *share < 1)
            schedule.warmup = std::int64_t(*share * double(schedule.total > 0 ? schedule.total : m_plan.run.steps));
        const double peak = m_plan.optimizer.lr;
        schedule.minRatio = peak > 0 ? args().real("min-lr").value_or(0) / peak : 0;
        schedule.startRatio = peak > 0 ? args().real("lr-warmup-init").value_or(0) / peak : 0;
        if (schedule.kind != LrKind::MegatronWsd) return;
        schedule.wsd.updates = args().whole("lr-wsd-decay-iters").value_or(0);
        static constexpr std::pair<std::string_view, WsdTail> kTails[] = {{"exponential", WsdTail::Exponential},
                                                                          {"linear", WsdTail::Linear},
                                                                          {"cosine", WsdTail::Cosine},
                                                                          {"minus_sqrt", WsdTail::MinusSqrt}};
        const std::string tail = args().text("lr-wsd-decay-style").value_or("exponential");
        for (const auto& [name, kind] : kTails)
            if (tail == name) schedule.wsd.tail = kind;
    }

    void precision() {
        const bool fp8 = m_job.args && (args().has("fp8-format") || args().has("fp8"));
        m_plan.precision = fp8 ? Precision::Fp8 : fromText<Precision>(m_resolved.precision).value_or(Precision::Fp32);
        if (m_job.args) {
            if (m_plan.precision == Precision::Fp16) lossScale();
            if (args().has("grad-reduce-in-bf16")) m_plan.gradientDtype = Precision::Bf16;
            if (args().has("accumulate-allreduce-grads-in-fp32")) m_plan.gradientDtype = Precision::Fp32;
        }
        if (m_plan.framework == Framework::DeepSpeed && m_job.deepspeed)
            if (const auto type = m_job.deepspeed->text("data_types/grad_accum_dtype"))
                m_plan.gradientDtype = fromText<Precision>(*type);
    }

    void lossScale() {
        LossScaleSpec& scale = m_plan.lossScale;
        if (m_plan.framework == Framework::Megatron) scale.rules = LossScaleRules::Megatron;
        scale.initial = args().real("initial-loss-scale").value_or(0);
        scale.window = given("loss-scale-window", scale.window);
        scale.hysteresis = given("hysteresis", scale.hysteresis);
        scale.minimum = args().real("min-loss-scale").value_or(scale.minimum);
        if (!args().has("loss-scale")) return;
        scale.rules = LossScaleRules::Constant;
        scale.initial = args().real("loss-scale").value_or(scale.initial);
    }

    // DeepSpeed's own key is the one that acts.
    void clipping() {
        if (m_plan.framework != Framework::DeepSpeed || !m_job.deepspeed) return;
        if (const auto clip = m_job.deepspeed->real("gradient_clipping")) m_plan.optimizer.clip = *clip;
        if (m_job.args) return;
        if (const auto rate = m_job.deepspeed->real("optimizer/params/lr")) m_plan.optimizer.lr = *rate;
        if (const auto decay = m_job.deepspeed->real("optimizer/params/weight_decay"))
            m_plan.optimizer.weightDecay = *decay;
    }

    const Job& m_job;
    const ResolvedConfig& m_resolved;
    Problems& m_problems;
    Plan m_plan;
    std::vector<std::string> m_missing;
    Problems m_refused;
};

// Sets or, with null, removes what each remark points at.
Result<Plan> withRemarks(const Plan& plan, const Job& job) {
    Json json = fullPlanJson(plan);
    for (const auto& [pointer, text] : job.remarks) {
        const Json value = Json::parse(text, nullptr, false);
        const std::size_t cut = pointer.rfind('/');
        const auto refused = [&] {
            return refuse({Severity::Error,
                           "import.remark",
                           job.args ? job.args->file : "FILE",
                           {{"pointer", pointer}, {"value", text}},
                           "fix.import.remark"});
        };
        if (value.is_discarded() || cut == std::string::npos) return refused();
        try {
            Json& parent = json[Json::json_pointer(pointer.substr(0, cut))];
            if (!parent.is_object() && !parent.is_null()) return refused();
            if (value.is_null())
                parent.erase(pointer.substr(cut + 1));
            else
                parent[pointer.substr(cut + 1)] = value;
        } catch (const nlohmann::json::exception&) {
            return refused();
        }
    }
    // Through the text of a plan: what no plan file can hold (an infinite rate, bytes that are no text) is found here.
    return planFromText(json.dump(-1, ' ', false, Json::error_handler_t::replace), "the imported plan");
}

}  // namespace

Json fullPlanJson(const Plan& plan) {
    Plan nameless = plan;
    nameless.model.name.clear();
    Json json = planToJson(nameless);
    json["model"]["name"] = plan.model.name;
    return json;
}

Result<Plan> planFromJob(const Job& job, const ResolvedConfig& resolved, const ModelSpec* model, Problems& problems) {
    return Importer(job, resolved, problems).run(model);
}

Result<ImportedPlan> importPlan(const std::vector<ConfigFile>& files, const ImportOptions& options) {
    const Result<Job> job = readJob(files, options.check.open);
    if (!job) return tl::make_unexpected(job.error());
    CheckReport report = checkJob(*job, options.check);
    Result<Plan> bare = planFromJob(*job, report.resolved, options.model, report.problems);
    if (!bare) {
        report.problems.insert(report.problems.end(), bare.error().begin(), bare.error().end());
        return tl::make_unexpected(std::move(report.problems));
    }
    Result<Plan> plan = withRemarks(*bare, *job);
    if (!plan) return tl::make_unexpected(plan.error());
    if (std::ranges::none_of(job->remarks, [](const auto& remark) { return remark.first == "/cluster/gpu"; }))
        report.problems.push_back({Severity::Info, "import.accelerator", "/cluster/gpu", {{"gpu", plan->cluster.gpu}},
                                   "fix.import.accelerator"});
    return ImportedPlan{std::move(*plan), std::move(report.problems)};
}

}  // namespace core
