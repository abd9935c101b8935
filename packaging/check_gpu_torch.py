# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tokens per second of PyTorch on the shapes that packaging/check-gpu.sh measures: GPT-2 in bf16 with fp32 masters, sequence
1024, 8 micro-batches a step, flash attention, fused AdamW, eager and, where torch.compile works, compiled. The same micro-batch sizes are tried downwards until one
fits."""
import statistics
import time

import torch
from torch import nn
from torch.nn import functional

SHAPES = [("GPT-2 124M", 12, 768, 12), ("GPT-2 355M", 24, 1024, 16), ("GPT-2 774M", 36, 1280, 20), ("GPT-2 1.5B", 48, 1600, 25)]
SEQUENCE, VOCABULARY, WARM_UP, STEPS, ACCUMULATED = 1024, 50304, 3, 7, 8


class Block(nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)
        self.qkv, self.out = nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, hidden)
        self.up, self.down = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)

    def forward(self, x):
        batch, sequence, hidden = x.shape
        q, k, v = (part.view(batch, sequence, self.heads, -1).transpose(1, 2) for part in self.qkv(self.norm1(x)).chunk(3, -1))
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, sequence, hidden))
        return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self, layers, hidden, heads):
        super().__init__()
        self.token, self.position = nn.Embedding(VOCABULARY, hidden), nn.Embedding(SEQUENCE, hidden)
        self.blocks = nn.ModuleList(Block(hidden, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(hidden), nn.Linear(hidden, VOCABULARY, bias=False)
        self.head.weight = self.token.weight

    def forward(self, tokens, targets):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return functional.cross_entropy(self.head(self.norm(x)).view(-1, VOCABULARY).float(), targets.view(-1))


def step_seconds(layers, hidden, heads, micro, compiled):
    torch.manual_seed(0)
    model = Gpt(layers, hidden, heads).cuda()
    run = torch.compile(model) if compiled else model
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    tokens = torch.randint(0, VOCABULARY, (micro, SEQUENCE), device="cuda")
    seconds = []
    for step in range(WARM_UP + STEPS):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(ACCUMULATED):
            with torch.autocast("cuda", dtype=torch.bfloat16):
                loss = run(tokens, tokens) / ACCUMULATED
            loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        torch.cuda.synchronize()
        if step >= WARM_UP:
            seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def main():
    torch.set_float32_matmul_precision("high")
    print(f"PyTorch {torch.__version__}")
    for name, layers, hidden, heads in SHAPES:
        for compiled in (False, True):
            for micro in (16, 8, 4, 2, 1):
                try:
                    seconds = step_seconds(layers, hidden, heads, micro, compiled)
                except torch.cuda.OutOfMemoryError:
                    torch.cuda.empty_cache()
                    continue
                except Exception as error:  # torch.compile needs a compiler of its own
                    print(f"{name:<12} {'compiled' if compiled else 'eager':>8}  {type(error).__name__}: {str(error)[:80]}")
                    break
                print(f"{name:<12} {'compiled' if compiled else 'eager':>8} {micro:>5} {1e3 * seconds:>9.2f} ms {ACCUMULATED * micro * SEQUENCE / seconds:>10.0f} tokens/s", flush=True)
                break
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
