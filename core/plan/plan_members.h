// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan file, key by key, in the order of the file: one list that the reader and the writer both walk, so
// that they cannot disagree. A visitor has text, integer, real, bytes, choice, flag, toggle, list, lines, optionalChoice
// (each: key, member), section(key, body), detail(key, member, body) for a section that is written only where it
// differs from the defaults, version(), preset(model) and config(model) → whether nothing more is to be said about the
// model and accelerator(key, cluster).
#pragma once

#include "core/plan/plan.h"

namespace core {

inline constexpr int kPlanVersion = 1;

template <class Visitor, class Model>
void visitDetails(Visitor& v, Model& model) {
    auto& d = model.details;
    v.integer("head_size", d.headSize);
    v.choice("norm", d.norm);
    v.toggle("norm_bias", d.normBias);
    v.integer("norms_per_block", d.normsPerBlock);
    v.toggle("embedding_norm", d.embeddingNorm);
    v.toggle("final_norm", d.finalNorm);
    v.choice("qk_norm", d.qkNorm);
    v.choice("mlp", d.mlp);
    v.choice("activation", d.activation);
    v.choice("positions", d.positions);
    v.real("rotary_share", d.rotaryShare);
    v.toggle("other_scaling", d.otherScaling);
    v.integer("position_offset", d.positionOffset);
    v.toggle("qkv_bias", d.qkvBias);
    v.toggle("attention_bias", d.attentionBias);
    v.toggle("mlp_bias", d.mlpBias);
    v.toggle("head_bias", d.headBias);
    v.toggle("sinks", d.sinks);
    v.toggle("parallel", d.parallel);
    v.toggle("multipliers", d.multipliers);
    v.toggle("dropout", d.dropout);
    v.integer("global_layers", d.globalLayers);
    v.integer("mtp_layers", d.mtpLayers);
    v.detail("latent", d.latent, [&] {
        v.integer("kv_rank", d.latent.kvRank);
        v.integer("query_rank", d.latent.queryRank);
        v.integer("nope", d.latent.nope);
        v.integer("rope", d.latent.rope);
        v.integer("value", d.latent.value);
    });
    v.detail("experts", d.experts, [&] {
        v.integer("count", d.experts.count);
        v.integer("per_token", d.experts.perToken);
        v.integer("ffn", d.experts.ffn);
        v.integer("shared_ffn", d.experts.sharedFfn);
        v.integer("first_dense", d.experts.firstDense);
        v.integer("every", d.experts.every);
        v.integer("offset", d.experts.offset);
        v.toggle("shared_gate", d.experts.sharedGate);
        v.toggle("router_bias", d.experts.routerBias);
        v.toggle("bias", d.experts.bias);
    });
}

template <class Visitor, class Model>
void visitShape(Visitor& v, Model& model) {
    v.text("name", model.name);
    v.choice("family", model.family);
    v.integer("layers", model.layers);
    v.integer("hidden", model.hidden);
    v.integer("heads", model.heads);
    v.integer("kv_heads", model.kvHeads);
    v.integer("ffn", model.ffn);
    v.integer("vocabulary", model.vocabulary);
    v.integer("max_sequence", model.maxSequence);
    v.choice("embeddings", model.embeddings);
    if (model.family == Family::Gpt) return;
    v.real("rope_theta", model.ropeTheta);
    v.real("rope_factor", model.ropeFactor);
    v.integer("sliding_window", model.slidingWindow);
    if (model.family == Family::Other) v.detail("details", model.details, [&] { visitDetails(v, model); });
}

template <class Visitor, class Model>
void visitModel(Visitor& v, Model& model) {
    if (v.preset(model) || v.config(model)) return;
    visitShape(v, model);
}

template <class Visitor, class PlanType>
void visitWhere(Visitor& v, PlanType& plan) {
    v.section("cluster", [&] {
        v.accelerator("gpu", plan.cluster);
        v.integer("nodes", plan.cluster.nodes);
        v.integer("gpus_per_node", plan.cluster.gpusPerNode);
        v.detail("links", plan.cluster.links, [&] {
            v.real("intra_node_bandwidth", plan.cluster.links.intraNodeBandwidth);
            v.real("intra_node_latency", plan.cluster.links.intraNodeLatency);
            v.real("inter_node_bandwidth", plan.cluster.links.interNodeBandwidth);
            v.real("inter_node_latency", plan.cluster.links.interNodeLatency);
        });
    });
    v.section("layout", [&] {
        v.integer("tp", plan.layout.tp);
        v.integer("cp", plan.layout.cp);
        v.integer("ep", plan.layout.ep);
        v.integer("dp", plan.layout.dp);
        v.integer("pp", plan.layout.pp);
        v.integer("virtual_stages", plan.layout.virtualStages);
        v.choice("order", plan.layout.order);
        v.list("stage_layers", plan.layout.stageLayers);
    });
    v.section("zero", [&] {
        v.integer("stage", plan.zero.stage);
        v.choice("offload_optimizer", plan.zero.offloadOptimizer);
        v.choice("offload_parameters", plan.zero.offloadParameters);
        v.text("offload_directory", plan.zero.offloadDirectory);
        v.integer("reduce_bucket_size", plan.zero.reduceBucketSize);
        v.integer("prefetch_bucket_size", plan.zero.prefetchBucketSize);
        v.integer("max_live_parameters", plan.zero.maxLiveParameters);
        v.flag("overlap_comm", plan.zero.overlap);
    });
}

template <class Visitor, class Schedule>
void visitLrDetails(Visitor& v, Schedule& schedule) {
    v.real("start_ratio", schedule.startRatio);
    v.choice("warmup_type", schedule.warmupType);
    v.detail("one_cycle", schedule.oneCycle, [&] {
        v.integer("first_stairs", schedule.oneCycle.firstStairs);
        v.integer("second_stairs", schedule.oneCycle.secondStairs);
        v.integer("decay_step", schedule.oneCycle.decayStep);
        v.real("decay_rate", schedule.oneCycle.decayRate);
        v.flag("momentum", schedule.oneCycle.momentum);
        v.real("min_momentum", schedule.oneCycle.minMomentum);
        v.real("max_momentum", schedule.oneCycle.maxMomentum);
        v.real("momentum_decay_rate", schedule.oneCycle.momentumDecayRate);
    });
    v.detail("range_test", schedule.rangeTest, [&] {
        v.integer("step_size", schedule.rangeTest.stepSize);
        v.real("step_rate", schedule.rangeTest.stepRate);
        v.flag("staircase", schedule.rangeTest.staircase);
    });
    v.detail("wsd", schedule.wsd, [&] {
        v.integer("updates", schedule.wsd.updates);
        v.choice("tail", schedule.wsd.tail);
    });
}

template <class Visitor, class PlanType>
void visitTraining(Visitor& v, PlanType& plan) {
    v.choice("framework", plan.framework);
    v.section("batch", [&] {
        v.integer("micro", plan.batch.micro);
        v.integer("global", plan.batch.global);
        v.detail("ramp", plan.batch.ramp, [&] {
            v.integer("start", plan.batch.ramp.start);
            v.integer("increment", plan.batch.ramp.increment);
            v.integer("samples", plan.batch.ramp.samples);
        });
    });
    v.integer("sequence_length", plan.sequenceLength);
    v.choice("precision", plan.precision);
    v.optionalChoice("gradient_dtype", plan.gradientDtype);
    v.detail("loss_scale", plan.lossScale, [&] {
        v.choice("rules", plan.lossScale.rules);
        v.real("initial", plan.lossScale.initial);
        v.integer("window", plan.lossScale.window);
        v.integer("hysteresis", plan.lossScale.hysteresis);
        v.flag("consecutive_hysteresis", plan.lossScale.consecutive);
        v.real("minimum", plan.lossScale.minimum);
    });
    v.choice("schedule", plan.schedule);
    v.lines("schedule_table", plan.scheduleTable);
    v.choice("recompute", plan.recompute);
    v.choice("recompute_method", plan.recomputeMethod);
    v.integer("recompute_layers", plan.recomputeLayers);
    v.flag("sequence_parallel", plan.sequenceParallel);
    v.choice("attention", plan.attention);
    v.detail("lora", plan.lora, [&] {
        v.integer("rank", plan.lora.rank);
        v.choice("targets", plan.lora.targets);
    });
    v.integer("frozen_blocks", plan.frozenBlocks);
    v.section("optimizer", [&] {
        v.choice("kind", plan.optimizer.kind);
        v.choice("moments", plan.optimizer.moments);
        v.real("lr", plan.optimizer.lr);
        v.real("beta1", plan.optimizer.beta1);
        v.real("beta2", plan.optimizer.beta2);
        v.real("eps", plan.optimizer.eps);
        v.real("momentum", plan.optimizer.momentum);
        v.real("weight_decay", plan.optimizer.weightDecay);
        v.choice("weight_decay_exempt", plan.optimizer.decayExempt);
        v.real("clip", plan.optimizer.clip);
    });
    v.section("lr_schedule", [&] {
        v.choice("kind", plan.lrSchedule.kind);
        v.integer("warmup", plan.lrSchedule.warmup);
        v.integer("total", plan.lrSchedule.total);
        v.real("min_ratio", plan.lrSchedule.minRatio);
        visitLrDetails(v, plan.lrSchedule);
    });
}

template <class Visitor, class PlanType>
void visitRun(Visitor& v, PlanType& plan) {
    v.section("budget", [&] { v.integer("tokens", plan.budgetTokens); });
    v.section("assumptions", [&] {
        v.real("mfu", plan.assumptions.mfu);
        v.real("price_per_gpu_hour", plan.assumptions.pricePerGpuHour);
        v.real("power_watts", plan.assumptions.powerWatts);
        v.real("efficiency", plan.assumptions.efficiency);
        v.real("failures_per_card_year", plan.assumptions.failuresPerCardYear);
        v.real("checkpoint_seconds", plan.assumptions.checkpointSeconds);
        v.real("restart_seconds", plan.assumptions.restartSeconds);
    });
    v.section("data", [&] {
        v.text("path", plan.data.path);
        v.real("held_out_fraction", plan.data.heldOutFraction);
    });
    v.section("run", [&] {
        v.choice("backend", plan.run.backend);
        v.integer("steps", plan.run.steps);
        v.integer("seed", plan.run.seed);
        v.integer("threads_per_rank", plan.run.threadsPerRank);
        v.bytes("card_memory_bytes", plan.run.cardMemory);
        v.integer("validate_every", plan.run.validateEvery);
        v.section("sample", [&] {
            v.text("prompt", plan.run.sample.prompt);
            v.integer("every", plan.run.sample.every);
            v.integer("length", plan.run.sample.length);
        });
        v.real("collective_timeout_seconds", plan.run.collectiveTimeoutSeconds);
        v.section("checkpoint", [&] {
            v.text("directory", plan.run.checkpoint.directory);
            v.integer("every", plan.run.checkpoint.every);
            v.integer("keep", plan.run.checkpoint.keep);
            v.choice("at_stop", plan.run.checkpoint.atStop);
        });
        v.section("simulated_links", [&] { v.choice("delay", plan.run.simulatedLinks.delay); });
    });
}

template <class Visitor, class PlanType>
void visitPlan(Visitor& v, PlanType& plan) {
    v.version();
    v.text("name", plan.name);
    v.section("model", [&] { visitModel(v, plan.model); });
    visitWhere(v, plan);
    visitTraining(v, plan);
    visitRun(v, plan);
}

}  // namespace core
