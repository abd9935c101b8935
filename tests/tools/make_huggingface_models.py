#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/huggingface: tiny GPT-2 and LLaMA folders as transformers saves them, and what it computes with
them, so that conversions of checkpoints are held against transformers itself.

Needs torch and transformers; the tests themselves do not. Run from anywhere: python3 tests/tools/make_huggingface_models.py
gpt2            one model.safetensors, fp32
llama           sharded, fp32: grouped-query attention, Llama 3.1's stretched rotary frequencies, a head of its own
llama-tied      one file, fp32: no head, no stretching
*-bf16, *-fp16  the weights of gpt2, rounded by torch
expected.json   per folder: token rows (length + 1 each), the mean loss in nats that transformers computes in fp64
"""

import json
import pathlib
import shutil

import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

TARGET = pathlib.Path(__file__).resolve().parent.parent / "golden" / "huggingface"
SEED, ROWS, LENGTH = 20261, 4, 32
VOCABULARY, HIDDEN, HEADS = 256, 32, 4

GPT2 = dict(n_layer=2, n_embd=HIDDEN, n_head=HEADS, n_positions=LENGTH, vocab_size=VOCABULARY,
            bos_token_id=None, eos_token_id=None)
LLAMA = dict(num_hidden_layers=2, hidden_size=HIDDEN, intermediate_size=72, num_attention_heads=HEADS,
             num_key_value_heads=2, max_position_embeddings=LENGTH, vocab_size=VOCABULARY, rms_norm_eps=1e-5,
             bos_token_id=None, eos_token_id=None)
STRETCHED = dict(rope_type="llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                 original_max_position_embeddings=8192)


def shaken(model):
    """Weights large enough that attention and positions matter to the loss; no bias or norm weight stays at its start."""
    random = torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            start = 1.0 if "norm" in name or "ln_" in name else 0.0
            start = 0.0 if name.endswith("bias") else start
            weight.copy_(start + 0.25 * torch.randn(weight.shape, generator=random))
    return model


def loss_of(model, rows):
    model = model.double().eval()
    with torch.no_grad():
        logits = model(rows[:, :-1]).logits
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten()).item()


def main():
    shutil.rmtree(TARGET, ignore_errors=True)
    rows = torch.randint(0, VOCABULARY, (ROWS, LENGTH + 1), generator=torch.Generator().manual_seed(SEED))
    expected = {"tokens": rows.tolist(), "loss": {}}

    def save(name, make, **options):
        model = shaken(make())
        model.save_pretrained(TARGET / name, **options)
        (TARGET / name / "generation_config.json").unlink(missing_ok=True)
        expected["loss"][name] = loss_of(model, rows)

    def llama(**more):
        return LlamaForCausalLM(LlamaConfig(**LLAMA, **more))

    save("gpt2", lambda: GPT2LMHeadModel(GPT2Config(**GPT2)))
    save("llama", lambda: llama(rope_theta=500000.0, rope_scaling=STRETCHED, tie_word_embeddings=False),
         max_shard_size="40KB")
    save("llama-tied", lambda: llama(rope_theta=1000.0, tie_word_embeddings=True))
    for dtype, name in ((torch.bfloat16, "gpt2-bf16"), (torch.float16, "gpt2-fp16")):
        model = GPT2LMHeadModel.from_pretrained(TARGET / "gpt2", dtype=dtype)
        model.save_pretrained(TARGET / name)
        (TARGET / name / "generation_config.json").unlink(missing_ok=True)
        expected["loss"][name] = loss_of(model, rows)

    # What a wrong conversion would compute lies far from it, so that the losses can tell.
    plain = shaken(llama(rope_theta=500000.0, tie_word_embeddings=False))
    assert abs(loss_of(plain, rows) - expected["loss"]["llama"]) > 1e-4
    (TARGET / "expected.json").write_text(json.dumps(expected) + "\n")
    for file in sorted(TARGET.rglob("*")):
        if file.is_file():
            print(file.relative_to(TARGET), file.stat().st_size)
    print(expected["loss"], loss_of(plain, rows))


if __name__ == "__main__":
    main()
