// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Titles, sources and constants of the published tables; sentences about trial runs.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> plannerSentences() {
    static constexpr Sentence kRows[] = {
        {"published.zero-table-1-title", "Model states of a card by ZeRO stage and data-parallel size"},
        {"published.zero-table-1-source", "Rajbhandari et al. 2020, table 1 (printed to two or three digits)"},
        {"published.korthikanti-figure-1-title", "Activations of the blocks on the first stage"},
        {"published.korthikanti-figure-1-source", "Korthikanti et al. 2022, figure 1, as digitised by the authors of Calculon"},
        {"published.korthikanti-figure-7-title", "Activations of a block as a share of the tensor-parallel baseline"},
        {"published.korthikanti-figure-7-source", "Korthikanti et al. 2022, figure 7, as digitised by the authors of Calculon"},
        {"published.korthikanti-table-5-title", "Seconds of an iteration on A100 80 GB"},
        {"published.korthikanti-table-5-source", "Korthikanti et al. 2022, table 5"},
        {"published.megatron-table-1-title", "TFLOP/s of a card by the paper's formula 96·B·s·L·h²(1 + s/6h + V/16Lh), full recomputation"},
        {"published.megatron-table-1-source", "Narayanan et al. 2021, table 1"},
        {"published.korthikanti-table-4-title", "Milliseconds of one block of the 22B model"},
        {"published.korthikanti-table-4-source", "Korthikanti et al. 2022, table 4"},
        {"published.megatron-table-2-title", "TFLOP/s of a card by the same formula, pipelines without interleaving; no constant was chosen by these rows"},
        {"published.megatron-table-2-source", "Narayanan et al. 2021, table 2 (PTD-P)"},
        {"published.bigscience-memory-title", "Memory of the fullest card as nvidia-smi showed it, rounded to whole GB, before the training of BLOOM; full recomputation"},
        {"published.bigscience-memory-source", "BigScience 2022, chronicles of the 176B model, trials of topologies (rows whose layers the stages divide)"},
        {"published.llmc-states-title", "Weights, gradients and optimizer shard of GPT-2 1.56B on 8 H100, ZeRO-1"},
        {"published.llmc-states-source", "llm.c, log of discussion 677"},
        {"published.production-runs-title", "Seconds of a step in runs that were reported; no constant was chosen by these rows"},
        {"published.production-runs-source", "BLOOM chronicles (BigScience 2022); Smith et al. 2022, section 3"},
        {"published.llama-3-mfu-title", "Model FLOPs utilisation of the 405B model, 16 stages of 8 chunks, the first without and the last without blocks"},
        {"published.llama-3-mfu-source", "Grattafiori et al. 2024, table 4"},
        {"published.parameter-counts-title", "Parameters of published checkpoints"},
        {"published.parameter-counts-source", "the index files of the checkpoints"},
        {"published.a100-of-2022", "shared A100 constants: products 0.80, memory 0.88, NVLink 0.78, network 0.85; software of 2022: 1"},
        {"published.a100-of-2021", "shared A100 constants: products 0.80, memory 0.88, NVLink 0.78, network 0.85; software of 2021: 0.926"},
        {"published.a100-of-2021-stragglers", "shared A100 constants: products 0.80, memory 0.88, NVLink 0.78, network 0.85; software of 2021: 0.926; stragglers by the rule of SimuMax"},
        {"published.bigscience-memory-constants", "reserved = allocated / 0.94 (SimuMax), 1,573 MiB of kernels (measured by the source)"},
        {"published.llama-mfu-constants", "H100 from its data sheet, products 0.74 (0.92 of the measured 0.803), stragglers by the rule of SimuMax; nothing fitted"},
        {"published.a100-node-steps-title", "Milliseconds of a step of Megatron-DeepSpeed on one node, each hidden size predicted from the other; tp up to 4"},
        {"published.a100-node-steps-tp8-title", "The same rows of tp 8, with the same constants"},
        {"published.a100-node-steps-source", "vTrain repository, single node (KAIST VIA research group 2024, MIT licence)"},
        {"published.a100-node-steps-constants", "shared A100 constants; software {software} and host {host} µs a kernel fitted on h 1024 for h 2048, {other_software} and {other_host} µs the other way round"},
        {"published.galvatron-block-title", "What one block of LLaMA-2 7B adds to a card of an 8-card node, states under ZeRO-3 and activations (two layers less one)"},
        {"published.galvatron-block-source", "Galvatron repository, memory profile of LLaMA-2 7B in bf16 (PKU-DAIR, 2024)"},
        {"published.galvatron-block-constants", "sequences of 4,096 as its checkpointed layer of 32 MiB = n·h·2 shows; nothing fitted"},
        {"trial.folder-in-use", "the folder holds files already"},
        {"fix.trial.folder-in-use", "name a new folder, or an empty one"},
        {"trial.updates", "{updates} updates are not a short run"},
        {"fix.trial.updates", "give at most {most}"},
        {"trial.no-trial", "this is no trial of plans"},
        {"fix.trial.no-trial", "name the folder that was given to --trial"},
        {"trial.entry", "the value of \"{key}\" is missing or not sound"},
        {"fix.trial.entry", "write the trial again"},
        {"trial.no-runs", "no run has left a log with an update that counts"},
        {"fix.trial.no-runs", "start the scripts, and leave what they print in their folders"},
        {"convention.palm", "PaLM: attention over the whole sequence"},
        {"convention.causal", "Megatron-LM: without masked scores"},
        {"convention.flash", "as flash attention computes it"},
        {"convention.parameters", "parameters alone"},
        {"convention.llm-foundry", "llm-foundry: embeddings count too"},
        {"plan.is-a-model", "this is the configuration of a model, not a plan"},
        {"fix.plan.is-a-model", "give it as --model {file}"},
        {"calibrate.no-time", "the plan's schedule has no time model"},
    };
    return kRows;
}

}  // namespace core
