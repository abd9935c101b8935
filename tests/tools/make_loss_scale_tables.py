#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/loss_scale.json: the loss scales that DeepSpeed and Megatron themselves keep, update by update.

Needs PyTorch and the two packages; the tests do not:
    pip install deepspeed megatron-core
    python3 tests/tools/make_loss_scale_tables.py
Each case: the plan's loss_scale in the plan file's own keys, what the updates were ("o" an overflow, "g" a good one),
the scale behind each of them and, where the rules count chances, those that are left. "raises": DeepSpeed gave up at
the last update.
"""

import importlib.metadata
import json
import pathlib
import random

import deepspeed.comm
import torch
from deepspeed.runtime.fp16.fused_optimizer import FP16_Optimizer
from deepspeed.runtime.fp16.loss_scaler import (INITIAL_LOSS_SCALE, MIN_LOSS_SCALE, SCALE_WINDOW, DynamicLossScaler,
                                                LossScaleConfig, LossScaleProfile)
from deepspeed.runtime.fp16.unfused_optimizer import FP16_UnfusedOptimizer
from megatron.core.optimizer.grad_scaler import DynamicGradScaler

UPDATES = 120
deepspeed.comm.get_rank = lambda group=None: 0  # who speaks; there are no others


def zero(spec):
    scaler = DynamicLossScaler(init_scale=spec["initial"], scale_window=spec["window"],
                               min_scale=spec["minimum"], delayed_shift=spec["hysteresis"],
                               consecutive_hysteresis=spec["consecutive_hysteresis"], raise_error_at_min_scale=True,
                               dtype=torch.half)
    return scaler.update_scale, lambda: scaler.cur_scale, lambda: scaler.cur_hysteresis


def stage0(optimizer_class, profile):
    def make(spec):
        optimizer = object.__new__(optimizer_class)  # its constructor wants GPUs, its loss scale does not
        optimizer.verbose = False
        optimizer.loss_scale_config = config = LossScaleConfig(
            low_precision_dtype=torch.float16, dynamic_loss_scale=True, static_loss_scale=1.0, profile=profile,
            dynamic_loss_args={INITIAL_LOSS_SCALE: spec["initial"], SCALE_WINDOW: spec["window"],
                               MIN_LOSS_SCALE: spec["minimum"]})
        return optimizer._update_scale, lambda: config.cur_scale, lambda: None
    return make


def megatron(spec):
    torch.Tensor.cuda, real = (lambda self: self), torch.Tensor.cuda
    tensor, torch.cuda.FloatTensor = torch.cuda.FloatTensor, torch.FloatTensor  # no GPU here
    make, torch.tensor = torch.tensor, lambda *a, **k: make(*a, **{**k, "device": "cpu"})
    try:
        scaler = DynamicGradScaler(initial_scale=spec["initial"], min_scale=spec["minimum"], growth_factor=2.0,
                                   backoff_factor=0.5, growth_interval=spec["window"],
                                   hysteresis=spec["hysteresis"])
    finally:
        torch.Tensor.cuda, torch.cuda.FloatTensor, torch.tensor = real, tensor, make
    return scaler.update, lambda: scaler.scale.item(), lambda: scaler._hysteresis_tracker


RULES = {
    "deepspeed-zero": ("deepspeed-zero", zero),
    "fused": ("deepspeed-stage-0", stage0(FP16_Optimizer, LossScaleProfile.FUSED)),
    "unfused": ("deepspeed-stage-0", stage0(FP16_UnfusedOptimizer, LossScaleProfile.UNFUSED)),
    "megatron": ("megatron", megatron),
}


def sequences():
    yield "ooogggggg" + "oo" + "g" * 20
    yield "g" * 40
    yield "o" * 24
    draw = random.Random(7)
    for share in (0.05, 0.15, 0.4):
        yield "".join("o" if draw.random() < share else "g" for _ in range(UPDATES))


def trace(name, spec, updates):
    rules, make = RULES[name]
    update, scale, chances = make(spec)
    case = {"name": name, "loss_scale": {"rules": rules, **spec}, "updates": "", "scales": [], "chances": []}
    for kind in updates:
        case["updates"] += kind
        try:
            update(kind == "o")
        except Exception as error:
            case["raises"] = str(error)
            break
        case["scales"].append(float(scale()))
        case["chances"].append(chances())
    if case["chances"] and case["chances"][0] is None:
        del case["chances"]
    return case


def specs(name):
    for initial, window, hysteresis, minimum in ((65536.0, 4, 2, 1.0), (4096.0, 7, 3, 16.0), (1024.0, 1, 1, 0.25)):
        for consecutive in (False, True) if name == "deepspeed-zero" else (False,):
            yield {"initial": initial, "window": window, "hysteresis": hysteresis, "minimum": minimum,
                   "consecutive_hysteresis": consecutive}


def main():
    cases = [trace(name, spec, updates) for name in RULES for spec in specs(name) for updates in sequences()]
    versions = {name: importlib.metadata.version(name) for name in ("deepspeed", "megatron-core")}
    target = pathlib.Path(__file__).parents[1] / "golden" / "loss_scale.json"
    lines = ",\n".join(json.dumps(case) for case in cases)
    target.write_text('{"versions": %s, "cases": [\n%s\n]}\n' % (json.dumps(versions), lines))


if __name__ == "__main__":
    main()
