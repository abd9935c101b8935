# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what llm-analysis 0.2.2 says a card needs for the three jobs of tests/core/rivals_test.cpp.

    pip install llm-analysis==0.2.2 && python3 make_rival_numbers.py

One line a job, ZeRO stage, kind of recomputation and attention: bytes of weights, gradients, optimizer, activations. Lines
that the tool refuses for want of memory are left out.
"""

import logging

from llm_analysis.analysis import ActivationRecomputation, DSZeRO, LLMAnalysis
from llm_analysis.config import ModelConfig, ParallelismConfig, get_dtype_config_by_name, get_gpu_config_by_name
from llm_analysis.logger import logger

# name: layers, heads, hidden, ffn, vocabulary, sequence, key-value heads, tp, pp, dp
JOBS = {
    "7B": (32, 32, 4096, 11008, 32000, 4096, 32, 2, 2, 2),
    "70B": (80, 64, 8192, 28672, 128256, 8192, 8, 8, 4, 2),
    "175B": (96, 96, 12288, 49152, 50257, 2048, 96, 8, 8, 8),
}
KEYS = ("weight_memory_per_gpu", "gradient_memory_per_gpu", "optimizer_state_memory_per_gpu", "activation_memory_per_gpu")


def analysis_of(name):
    layers, heads, hidden, ffn, vocabulary, sequence, kv, tp, pp, dp = JOBS[name]
    model = ModelConfig(name=name, num_layers=layers, n_head=heads, hidden_dim=hidden, vocab_size=vocabulary,
                        max_seq_len=sequence, num_key_value_heads=kv, ffn_embed_dim=ffn, expansion_ratio=ffn / hidden)
    parallel = ParallelismConfig(tp_size=tp, pp_size=pp, dp_size=dp, sp_size=tp)
    return LLMAnalysis(model, get_gpu_config_by_name("a100-sxm-80gb"), get_dtype_config_by_name("w16a16e16"), parallel,
                       flops_efficiency=0.5), sequence, pp


def main():
    logger.setLevel(logging.ERROR)
    for name in JOBS:
        analysis, sequence, pp = analysis_of(name)
        for zero in range(4):
            for recompute in range(3):
                for flash in (True, False):
                    try:
                        said = analysis.training(batch_size_per_gpu=1, seq_len=sequence, ds_zero=DSZeRO(zero),
                                                 activation_recomputation=ActivationRecomputation(recompute),
                                                 flash_attn=flash, gradient_accumulation_steps=pp)
                    except AssertionError:
                        continue
                    print(name, zero, recompute, flash, *(int(said[key]) for key in KEYS))


if __name__ == "__main__":
    main()
