#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes tests/golden/gpt.tensors and llama.tensors with PyTorch: independent models in fp64 to which the C++ layers
are held.

Needs PyTorch and numpy; the tests themselves do not. Run from anywhere: python3 tests/tools/make_fixtures.py [gpt|llama]
The file: 8 bytes little-endian length of a JSON header, the header, then the tensors, one after the other.
"dims", "training": what was computed; "tensors": name -> {"type": "f32"|"f64"|"i32", "shape", "offset" (bytes)}.
"""

import json
import math
import pathlib
import struct
import sys

import numpy
import torch

GPT = dict(family="gpt", layers=2, hidden=32, heads=4, kv_heads=4, ffn=128, vocabulary=64, sequence=80, batch=2)
# Two query heads share one key-value head; the width of the MLP is none of the usual multiples.
LLAMA = dict(family="llama", layers=3, hidden=32, heads=4, kv_heads=2, ffn=72, vocabulary=64, sequence=80, batch=2,
             rope_theta=10000.0)
TRAINING = dict(updates=10, accumulation=2, lr=1e-3, warmup=3, min_ratio=0.1, beta1=0.9, beta2=0.95, eps=1e-8,
                weight_decay=0.1, clip=1.0)
SEED = 20260

torch.set_default_dtype(torch.float64)


def gpt_shapes(dims):
    """Name -> shape, in the order of the shard map. Linear weights are (out, in)."""
    h, f = dims["hidden"], dims["ffn"]
    result = {"embedding.token": (dims["vocabulary"], h), "embedding.position": (dims["sequence"], h)}
    for i in range(dims["layers"]):
        b = f"block.{i}."
        result |= {b + "norm1.weight": (h,), b + "norm1.bias": (h,),
                   b + "attention.qkv.weight": (3 * h, h), b + "attention.qkv.bias": (3 * h,),
                   b + "attention.out.weight": (h, h), b + "attention.out.bias": (h,),
                   b + "norm2.weight": (h,), b + "norm2.bias": (h,),
                   b + "mlp.up.weight": (f, h), b + "mlp.up.bias": (f,),
                   b + "mlp.down.weight": (h, f), b + "mlp.down.bias": (h,)}
    return result | {"final_norm.weight": (h,), "final_norm.bias": (h,)}


def llama_shapes(dims):
    h, f = dims["hidden"], dims["ffn"]
    kv = dims["kv_heads"] * h // dims["heads"]
    result = {"embedding.token": (dims["vocabulary"], h)}
    for i in range(dims["layers"]):
        b = f"block.{i}."
        result |= {b + "norm1.weight": (h,), b + "attention.qkv.weight": (h + 2 * kv, h),
                   b + "attention.out.weight": (h, h), b + "norm2.weight": (h,), b + "mlp.gate.weight": (f, h),
                   b + "mlp.up.weight": (f, h), b + "mlp.down.weight": (h, f)}
    return result | {"final_norm.weight": (h,), "head.weight": (dims["vocabulary"], h)}


def shapes(dims):
    return gpt_shapes(dims) if dims["family"] == "gpt" else llama_shapes(dims)


def initial_weights(dims, random):
    """Larger than a fresh model's, and no bias is zero. Exact in fp32.

    Not larger still: the key bias's gradient is analytically zero, and its rounding noise grows with the scores.
    """
    weights = {}
    for name, shape in shapes(dims).items():
        value = 0.05 * random.standard_normal(shape)
        if name.endswith(("norm1.weight", "norm2.weight", "final_norm.weight")):
            value += 1.0
        weights[name] = torch.tensor(value.astype(numpy.float32).astype(numpy.float64), requires_grad=True)
    return weights


def norm(x, w, name):
    if name + ".bias" in w:
        return torch.nn.functional.layer_norm(x, x.shape[-1:], w[name + ".weight"], w[name + ".bias"], 1e-5)
    return x / (x.pow(2).mean(dim=-1, keepdim=True) + 1e-5).sqrt() * w[name + ".weight"]


def linear(x, w, name):
    y = x @ w[name + ".weight"].T
    return y + w[name + ".bias"] if name + ".bias" in w else y


def turned(x, theta):
    """Rotary positions by complex numbers: features i and i + d/2 are real and imaginary part. x (…, sequence, d)."""
    sequence, size = x.shape[-2:]
    frequencies = theta ** (-torch.arange(0, size, 2) / size)
    angles = torch.outer(torch.arange(sequence).double(), frequencies)
    plane = torch.complex(x[..., : size // 2], x[..., size // 2:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat((plane.real, plane.imag), dim=-1)


def attention(x, w, name, dims):
    batch, sequence, hidden = x.shape
    heads, groups = dims["heads"], dims["kv_heads"]
    size = hidden // heads
    widths = (hidden, groups * size, groups * size)
    q, k, v = (part.view(batch, sequence, -1, size).transpose(1, 2)
               for part in linear(x, w, name + ".qkv").split(widths, dim=2))
    if "rope_theta" in dims:
        q, k = turned(q, dims["rope_theta"]), turned(k, dims["rope_theta"])
    k, v = (part.repeat_interleave(heads // groups, dim=1) for part in (k, v))
    scores = q @ k.transpose(2, 3) / math.sqrt(size)
    future = torch.triu(torch.ones(sequence, sequence, dtype=torch.bool), diagonal=1)
    probabilities = scores.masked_fill(future, -math.inf).softmax(dim=-1)
    return linear((probabilities @ v).transpose(1, 2).reshape(batch, sequence, hidden), w, name + ".out")


def mlp(x, w, name):
    up = linear(x, w, name + ".up")
    if name + ".gate.weight" in w:
        return linear(torch.nn.functional.silu(linear(x, w, name + ".gate")) * up, w, name + ".down")
    return linear(torch.nn.functional.gelu(up, approximate="tanh"), w, name + ".down")


def logits_of(tokens, w, dims):
    x = w["embedding.token"][tokens]
    if "embedding.position" in w:
        x = x + w["embedding.position"]
    for i in range(dims["layers"]):
        b = f"block.{i}."
        x = x + attention(norm(x, w, b + "norm1"), w, b + "attention", dims)
        x = x + mlp(norm(x, w, b + "norm2"), w, b + "mlp")
    return norm(x, w, "final_norm") @ w.get("head.weight", w["embedding.token"]).T


def mean_loss(samples, w, dims):
    """samples (batch, sequence + 1); the mean over all predicted tokens, in nats."""
    logits = logits_of(samples[:, :-1], w, dims)
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), samples[:, 1:].flatten())


def learning_rate(update):
    """update counts from 1: linear warm-up lr·t/T_w, then a cosine down to min_ratio·lr at the last update."""
    t, warmup, total = update, TRAINING["warmup"], TRAINING["updates"]
    if t <= warmup:
        return TRAINING["lr"] * t / warmup
    cosine = 0.5 * (1 + math.cos(math.pi * (t - warmup) / (total - warmup)))
    low = TRAINING["min_ratio"]
    return TRAINING["lr"] * (low + (1 - low) * cosine)


def train(samples, w, dims):
    """Ten updates; matrices decay, vectors do not. Returns losses, gradient norms before clipping and rates."""
    optimizer = torch.optim.AdamW(
        [{"params": [p for p in w.values() if p.dim() == 2], "weight_decay": TRAINING["weight_decay"]},
         {"params": [p for p in w.values() if p.dim() == 1], "weight_decay": 0.0}],
        lr=TRAINING["lr"], betas=(TRAINING["beta1"], TRAINING["beta2"]), eps=TRAINING["eps"])
    losses, norms, rates = [], [], []
    for update in range(TRAINING["updates"]):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(update + 1)
        optimizer.zero_grad()
        loss = mean_loss(samples[update].flatten(0, 1), w, dims)
        loss.backward()
        losses.append(loss.item())
        norms.append(torch.nn.utils.clip_grad_norm_(w.values(), TRAINING["clip"]).item())
        rates.append(learning_rate(update + 1))
        optimizer.step()
    return losses, norms, rates


def write(path, tensors, dims):
    kinds = {numpy.dtype("float32"): "f32", numpy.dtype("float64"): "f64", numpy.dtype("int32"): "i32"}
    header, blob = {"dims": dims, "training": TRAINING, "torch": torch.__version__, "tensors": {}}, b""
    for name, value in tensors.items():
        value = numpy.ascontiguousarray(value)
        header["tensors"][name] = {"type": kinds[value.dtype], "shape": list(value.shape), "offset": len(blob)}
        blob += value.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + blob)


def single(values):
    return values.detach().numpy().astype(numpy.float32)


def compute(dims):
    random = numpy.random.default_rng(SEED)
    weights = initial_weights(dims, random)
    shape = (TRAINING["updates"], TRAINING["accumulation"], dims["batch"], dims["sequence"] + 1)
    samples = torch.tensor(random.integers(0, dims["vocabulary"], shape))
    # A copied half, so that there is something to learn and the loss moves.
    samples[..., 1::2] = samples[..., 0:-1:2]

    tensors = {"weight/" + name: single(value) for name, value in weights.items()}
    tensors["samples"] = samples.numpy().astype(numpy.int32)
    first = samples[0].flatten(0, 1)
    tensors["logits"] = single(logits_of(first[: dims["batch"], :-1], weights, dims))
    mean_loss(first, weights, dims).backward()
    tensors |= {"gradient/" + name: single(value.grad) for name, value in weights.items()}
    losses, norms, rates = train(samples, weights, dims)
    tensors |= {"losses": numpy.array(losses), "norms": numpy.array(norms), "rates": numpy.array(rates)}
    tensors |= {"trained/" + name: single(value) for name, value in weights.items()}
    path = pathlib.Path(__file__).resolve().parent.parent / "golden" / (dims["family"] + ".tensors")
    write(path, tensors, dims)
    print(path, path.stat().st_size, "bytes; losses", [round(x, 4) for x in losses], "norms", [round(x, 3) for x in norms])


def main():
    for dims in (GPT, LLAMA):
        if len(sys.argv) < 2 or sys.argv[1] == dims["family"]:
            compute(dims)


if __name__ == "__main__":
    main()
