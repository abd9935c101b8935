# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The peer of `shardscope-cli bench train`: the same GPT in PyTorch, as its users write it.

Answers lines on standard input. "step N" trains N steps and prints their wall-clock seconds; the end of input ends it.
Every answer is one line of JSON; the first one says what was built.
"""
import argparse
import json
import math
import os
import sys
import time

parser = argparse.ArgumentParser()
for name in ("layers", "hidden", "heads", "sequence", "vocabulary", "batch", "threads"):
    parser.add_argument("--" + name, type=int, required=True)
shape = parser.parse_args()
if shape.threads < os.cpu_count():
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: shape.threads])  # no library can take more

import torch
from torch import nn
from torch.nn import functional

torch.set_num_threads(shape.threads)
torch.manual_seed(1)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(shape.hidden), nn.LayerNorm(shape.hidden)
        self.qkv = nn.Linear(shape.hidden, 3 * shape.hidden)
        self.project = nn.Linear(shape.hidden, shape.hidden)
        self.up = nn.Linear(shape.hidden, 4 * shape.hidden)
        self.down = nn.Linear(4 * shape.hidden, shape.hidden)
        mask = torch.ones(shape.sequence, shape.sequence, dtype=torch.bool).triu(1)
        self.register_buffer("mask", mask, persistent=False)

    def attention(self, x):
        batch, sequence, hidden = x.shape
        heads = [t.view(batch, sequence, shape.heads, -1).transpose(1, 2) for t in self.qkv(x).split(hidden, dim=2)]
        if hasattr(functional, "scaled_dot_product_attention"):
            y = functional.scaled_dot_product_attention(*heads, is_causal=True)
        else:
            q, k, v = heads
            scores = (q @ k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
            y = scores.masked_fill(self.mask, float("-inf")).softmax(-1) @ v
        return self.project(y.transpose(1, 2).reshape(batch, sequence, hidden))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(shape.vocabulary, shape.hidden)
        self.position = nn.Embedding(shape.sequence, shape.hidden)
        self.blocks = nn.ModuleList(Block() for _ in range(shape.layers))
        self.norm = nn.LayerNorm(shape.hidden)

    def forward(self, tokens, targets):
        x = self.token(tokens) + self.position.weight
        for block in self.blocks:
            x = block(x)
        logits = functional.linear(self.norm(x), self.token.weight)
        return functional.cross_entropy(logits.flatten(0, 1), targets.flatten())


def optimizer_of(model):
    settings = dict(lr=3e-4, betas=(0.9, 0.95), weight_decay=0.1)
    try:
        return torch.optim.AdamW(model.parameters(), fused=True, **settings)
    except (TypeError, RuntimeError):
        return torch.optim.AdamW(model.parameters(), **settings)


def blas():
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if ".so" in line}
    names = sorted(path for path in paths if "blas" in path or "mkl" in path)
    return os.path.realpath(names[0]) if names else "built in"


model = Gpt()
optimizer = optimizer_of(model)
tokens = torch.randint(0, shape.vocabulary, (shape.batch, shape.sequence + 1))


def step():
    start = time.perf_counter()
    loss = model(tokens[:, :-1], tokens[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return time.perf_counter() - start


def answer(value):
    print(json.dumps(value), flush=True)


answer({"version": torch.__version__, "blas": blas(), "parameters": sum(p.numel() for p in model.parameters())})
for line in sys.stdin:
    answer({"seconds": [step() for _ in range(int(line.split()[1]))]})
