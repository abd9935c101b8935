// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of arguments, by kind. Read from megatron/training/arguments.py of Megatron-LM and megatron/arguments.py of
// Megatron-DeepSpeed, and from deepspeed.add_config_arguments.
#include "core/config/mega_args.h"

#include <algorithm>
#include <string>

namespace core {

namespace {

constexpr std::string_view kFlags =
    "abort-on-unmet-fused-kernel-constraints embed-layernorm accumulate-allreduce-grads-in-fp32 add-qkv-bias "
    "adlr-autoresume apply-layernorm-1p apply-query-key-layer-scaling "
    "apply-residual-connection-post-layernorm async-save attention-softmax-in-fp32 auto-detect-ckpt-format "
    "barrier-with-L1-time bert-no-binary-head bf16 calculate-per-token-loss checkpoint-activations "
    "checkpoint-in-cpu check-for-nan-in-loss-and-grad check-weight-hash-across-dp-replicas "
    "clone-scatter-output-in-embedding "
    "compression-training contigious-checkpointing cpu-optimizer cpu-torch-adam create-moe-param-group "
    "cross-entropy-loss-fusion curriculum-learning-legacy data-efficiency-curriculum-learning "
    "ddp-average-in-collective "
    "deepscale deepspeed deepspeed-activation-checkpointing deepspeed-mpi decrease-batch-size-if-needed "
    "defer-embedding-wgrad-compute delay-wgrad-compute deprecated-use-mcore-models deterministic-mode "
    "disable-bias-linear disable-mem-efficient-ln disable-moe-token-dropping disable-straggler-on-startup "
    "disable-tp-comm-overlap-ag disable-tp-comm-overlap-rs distribute-checkpointed-activations "
    "distribute-saved-activations ds-fused-adam ds-inference enable-cuda-graph "
    "enable-expert-tensor-parallelism enable-ft-package enable-msc enable-one-logger enable-zbh1-exact-semantics "
    "enable-zbh1-pipeline end-of-chunk-loss eod-mask-loss exit-on-missing-checkpoint exit-signal-handler finetune "
    "first-last-layers-bf16 fix-lr-decay-style force-ds-sequence-parallel fp16 "
    "fp16-lm-cross-entropy fp32-residual-connection fp8-param-gather fp8-wgrad freeze-LM gradient-accumulation-fusion "
    "group-query-attention init-model-with-meta-device init-method-xavier-uniform "
    "inference independent-parallel keep-fp8-transpose-cache layernorm-zero-centered lazy-mpu-init "
    "log-batch-size-to-tensorboard log-device-memory-used log-energy "
    "log-memory-to-tensorboard log-num-zeros-in-grad log-optimizer-states-to-tensorboard "
    "log-params-norm log-progress log-straggler log-throughput log-timers-to-tensorboard "
    "log-validation-ppl-to-tensorboard "
    "log-world-size-to-tensorboard manual-gc manual-gc-eval mem-efficient-ln "
    "memory-centric-tiled-linear moe-apply-probs-on-input moe-enable-deepep moe-extended-tp moe-grouped-gemm "
    "moe-layer-recompute moe-pad-expert-input-to-capacity moe-per-layer-logging moe-permute-fusion "
    "moe-router-enable-expert-bias moe-router-padding-for-fp8 moe-router-pre-softmax moe-shared-expert-gate "
    "moe-shared-expert-overlap moe-use-legacy-grouped-gemm moe-use-upcycling multi-latent-attention "
    "no-async-tensor-model-parallel-allreduce no-barrier-with-level-1-timing no-bias-dropout-fusion "
    "no-bias-gelu-fusion "
    "no-bias-swiglu-fusion no-check-for-nan-in-loss-and-grad no-contiguous-buffers-in-local-ddp "
    "no-create-attention-mask-in-dataloader no-data-sharding no-gradient-accumulation-fusion "
    "no-initialization no-load-optim no-load-rng no-load-lr-state no-log-learnig-rate-to-tensorboard "
    "no-log-loss-scale-to-tensorboard no-masked-softmax-fusion no-mmap-bin-files no-overlap-p2p-communication "
    "no-persist-layer-norm no-pipeline-parallel no-position-embedding no-query-key-layer-scaling "
    "no-rope-fusion no-rope-freq no-save-optim no-save-rng no-scatter-gather-tensors-in-pipeline "
    "no-ckpt-fully-parallel-save "
    "no-one-logger no-symmetric-ar normalize-attention-scores "
    "one-epoch openai-gelu overlap-grad-reduce overlap-moe-expert-parallel-comm overlap-p2p-communication-warmup-flush "
    "overlap-param-gather overlap-param-gather-with-optimizer-step partition-activations perform-initialization "
    "profile profile-backward qk-layernorm "
    "random-ltd recompute-activations reset-attention-mask reset-iteration "
    "reset-position-ids retro-add-retriever rotary-interleaved scattered-embeddings "
    "sequence-parallel skip-train squared-relu swiglu split-transformers "
    "synchronize-each-layer te-rng-tracker test-mode tp-comm-overlap "
    "tp-comm-overlap-rs-dgrad trust-remote-code untie-embeddings-and-output-weights universal-checkpoint "
    "use-checkpoint-args use-checkpoint-opt_param-scheduler "
    "use-cpu-initialization use-custom-fsdp use-dataset-only use-dist-ckpt use-distributed-optimizer use-flash-attn "
    "use-flash-attn-v1 use-flash-attn-v2 use-flash-attn-triton use-flash-attn-builder use-legacy-models "
    "use-mcore-models "
    "use-megatron-fsdp use-mp-args-from-checkpoint-args use-one-sent-docs use-persistent-ckpt-worker use-pin-memory "
    "use-precision-aware-optimizer use-ring-exchange-p2p use-rotary-position-embeddings use-rope-scaling "
    "use-sharp use-tokenizer-model-from-checkpoint-args use-torch-fsdp2 use-tp-pp-dp-mapping use-tutel "
    "verify-checkpoint fsdp-double-buffer optimizer-cpu-offload use-torch-optimizer-for-cpu-offload "
    "overlap-cpu-optimizer-d2h-h2d account-for-embedding-in-pipeline-split account-for-loss-in-pipeline-split "
    "disable-moe-top2-2nd-expert-sampling no-add-position-embedding external-cuda-graph grad-reduce-in-bf16 "
    "sft override-opt_param-scheduler no-use-tokenizer-model-from-checkpoint-args nccl-ub "
    "reuse-grad-buf-for-mxfp8-param-ag";

constexpr std::string_view kWholes =
    "pad-vocab-size-to valid-num-workers adlr-autoresume-interval biencoder-projection-dim checkpoint-num-layers ci "
    "context-parallel-size "
    "decoder-first-pipeline-num-layers "
    "decoder-last-pipeline-num-layers decoder-num-layers decoder-seq-length distributed-timeout-minutes "
    "distributed-timeout-seconds-after-init ds-sequence-parallel-size empty-unused-memory-level encoder-num-layers "
    "encoder-pipeline-model-parallel-size encoder-seq-length encoder-tensor-model-parallel-size eval-interval "
    "eval-iters "
    "exit-duration-in-mins exit-interval expert-model-parallel-size expert-parallel-size "
    "expert-tensor-parallel-size ffn-hidden-size global-batch-size hidden-size hysteresis inference-max-requests "
    "inference-max-seq-length iter-per-epoch kv-channels kv-lora-rank local-rank local_rank log-interval "
    "log-loss-scale-interval loss-scale-window lr-decay-iters lr-decay-samples lr-decay-tokens lr-warmup-iters "
    "lr-warmup-samples "
    "lr-warmup-tokens lr-wsd-decay-iters lr-wsd-decay-samples make-vocab-size-divisible-by manual-gc-interval "
    "max-position-embeddings max-tokens-to-oom micro-batch-size microbatch-group-size-per-virtual-pipeline-stage "
    "moe-ffn-hidden-size moe-router-group-topk moe-router-num-groups moe-router-topk "
    "moe-shared-expert-intermediate-size mtp-num-layers non-persistent-save-interval num-attention-heads "
    "num-channels num-dataset-builder-threads num-distributed-optimizer-instances num-key-value-heads num-layers "
    "num-layers-at-end-in-bf16 num-layers-at-start-in-bf16 num-layers-per-virtual-pipeline-stage num-query-groups "
    "num-virtual-stages-per-pipeline-rank num-workers pipeline-model-parallel-size pipeline-model-parallel-split-rank "
    "profile-step-end profile-step-start qk-head-dim qk-pos-emb-head-dim q-lora-rank recompute-num-layers "
    "retro-num-neighbors rotary-seq-len-interpolation-factor save-interval seed seq-length "
    "skip-iters tensor-model-parallel-size "
    "tensorboard-log-interval tensorboard-queue-size tile-factor timing-log-level topk train-data-exact-num-epochs "
    "train-epochs "
    "train-iters train-samples train-tokens transformer-pipeline-model-parallel-size v-head-dim vocab-size "
    "window-size zero-allgather-bucket-size zero-reduce-bucket-size check-weight-hash-across-dp-replicas-interval "
    "virtual-pipeline-model-parallel-size ckpt-step straggler-ctrlr-port straggler-minmax-count "
    "batch-size warmup model-parallel-size rotary-base rotary-position-embeddings-theta fp8-amax-history-len "
    "fp8-interval fp8-margin";

constexpr std::string_view kReals =
    "adam-beta1 adam-beta2 adam-eps attention-dropout checkpoint-factor clip-grad decoupled-lr decoupled-min-lr "
    "end-weight-decay "
    "hidden-dropout init-method-std initial-loss-scale layernorm-epsilon loss-scale lr lr-warmup-fraction "
    "lr-warmup-init "
    "mask-prob min-loss-scale min-lr moe-aux-loss-coeff moe-eval-capacity-factor moe-expert-capacity-factor "
    "moe-loss-coeff "
    "moe-min-capacity moe-train-capacity-factor moe-router-bias-update-rate moe-router-topk-scaling-factor "
    "moe-z-loss-coeff "
    "mtp-loss-scaling-factor norm-epsilon optimizer-offload-fraction rotary-percent rotary-scaling-factor "
    "rope-scaling-factor short-seq-prob sgd-momentum start-weight-decay weight-decay zero-stage "
    "mscale mscale-all-dim";

constexpr std::string_view kTexts =
    "kill-switch-path pp-partition-method train-weighted-split-paths-path valid-weighted-split-paths-path "
    "aml-data-download-path attention-backend bert-load bert-embedder-type ckpt-convert-format "
    "ckpt-convert-save ckpt-format cross-entropy-fusion-impl data-cache-path data-impl data-parallel-sharding-strategy "
    "dataloader-type deepscale_config deepspeed_config deepspeed-config dist-ckpt-format dist-ckpt-strictness "
    "distributed-backend exp-avg-dtype exp-avg-sq-dtype "
    "fp8 fp8-amax-compute-algo fp8-format fp8-recipe hybrid-override-pattern "
    "init-method ict-load load load-tag lr-decay-style lr-wsd-decay-style main-grads-dtype "
    "main-params-dtype merge-file mlp-type moe-layer-freq moe-router-dtype moe-router-load-balancing-type "
    "moe-router-score-function "
    "moe-token-dispatcher-type moe-token-drop-policy mask-type mid-level-dataset-surplus non-persistent-ckpt-type "
    "normalization one-logger-entity one-logger-project one-logger-run-name optimizer pipeline-model-parallel-layout "
    "position-embedding-type pretrained-checkpoint recompute-granularity recompute-method remote-device "
    "rope-type sample-rate save special-file split tensorboard-dir timing-log-option "
    "titles-data-path tokenizer-model tokenizer-name-or-path tokenizer-type transformer-impl vocab-extra-ids "
    "vocab-file "
    "wandb-entity wandb-exp-name wandb-project wandb-save-dir weight-decay-incr-style yaml-cfg cuda-graph-scope "
    "step-batch-size-schedule tp-comm-overlap-cfg tp-comm-bootstrap-backend "
    "rank expert-interval-type "
    "error-injection-type";

constexpr std::string_view kSeveral = "data-path train-data-path valid-data-path test-data-path rampup-batch-size "
                                      "num-experts expert-interval profile-ranks "
                                      "blendable-index-path train-weighted-split-paths valid-weighted-split-paths "
                                      "recompute-modules per-split-data-args-path "
                                      "high-priority-stream-groups tensorboard-args num-experts-teacher";

void add(std::vector<MegaName>& names, std::string_view words, MegaKind kind) {
    while (!words.empty()) {
        const std::size_t cut = std::min(words.find(' '), words.size());
        names.push_back({words.substr(0, cut), kind});
        words.remove_prefix(std::min(cut + 1, words.size()));
    }
}

std::vector<MegaName> made() {
    std::vector<MegaName> names;
    add(names, kFlags, MegaKind::Flag);
    add(names, kWholes, MegaKind::Whole);
    add(names, kReals, MegaKind::Real);
    add(names, kTexts, MegaKind::Text);
    add(names, kSeveral, MegaKind::Several);
    std::ranges::sort(names, {}, &MegaName::name);
    return names;
}

constexpr MegaRemoved kRemoved[] = {{"batch-size", "micro-batch-size"},
                                    {"warmup", "lr-warmup-fraction"},
                                    {"model-parallel-size", "tensor-model-parallel-size"},
                                    {"checkpoint-activations", "recompute-granularity full"}};

}  // namespace

std::span<const MegaName> megaNames() {
    static const std::vector<MegaName> names = made();
    return names;
}

const MegaName* findMegaName(std::string_view name) {
    const auto found = std::ranges::lower_bound(megaNames(), name, {}, &MegaName::name);
    return found != megaNames().end() && found->name == name ? &*found : nullptr;
}

std::span<const MegaRemoved> megaRemoved() { return kRemoved; }

}  // namespace core
