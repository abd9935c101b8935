#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/learning_rates.json: the rates that DeepSpeed and Megatron themselves set, update by update.

Needs PyTorch and the two packages; the tests do not. Only the scheduler modules are loaded, so no GPU and nothing
that they are built on is needed:
    pip install --no-deps deepspeed megatron-core
    python3 tests/tools/make_lr_tables.py
Each case: the plan's /lr_schedule in the plan file's own keys, the peak rate, and what stood in the optimizer when
update u = 0, 1, … was about to be made ("momentum" is Adam's first beta, where the scheduler sets it).
"""

import importlib.metadata
import importlib.util
import json
import logging
import pathlib
import sys
import types

import torch

UPDATES = 130
PEAK = 1e-3
BATCH = 24  # samples of one update: Megatron counts in samples


def module_alone(package, relative, stubs):
    """Loads one file of an installed package without running the package's __init__."""
    root = pathlib.Path(importlib.metadata.distribution(package).locate_file(""))
    for name, members in stubs.items():
        stub = types.ModuleType(name)
        stub.__path__ = []
        stub.__dict__.update(members)
        sys.modules[name] = stub
    spec = importlib.util.spec_from_file_location(relative.replace("/", ".")[:-3], root / relative)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def adam(rate):
    return torch.optim.Adam([torch.nn.Parameter(torch.zeros(1))], lr=rate, betas=(0.9, 0.95))


def rates_of(optimizer, advance):
    rates, momenta = [], []
    for _ in range(UPDATES):
        rates.append(float(optimizer.param_groups[0]["lr"]))
        momenta.append(float(optimizer.param_groups[0]["betas"][0]))
        advance()
    return rates, momenta


def deepspeed_cases():
    quiet = logging.getLogger("deepspeed")
    quiet.setLevel(logging.ERROR)
    module = module_alone("deepspeed", "deepspeed/runtime/lr_schedules.py",
                          {"deepspeed": {}, "deepspeed.runtime": {}, "deepspeed.utils": {"logger": quiet}})

    def case(name, spec, scheduler, with_momentum=False, **arguments):
        optimizer = adam(PEAK)
        made = getattr(module, scheduler)(optimizer, **arguments)
        rates, momenta = rates_of(optimizer, made.step)
        entry = {"name": name, "lr_schedule": spec, "peak": PEAK, "rates": rates}
        return entry | ({"momentum": momenta} if with_momentum else {})

    for kind in ("log", "linear"):
        for warmup in (1, 2, 10, 37):
            start = {"start_ratio": 0.25, "warmup": warmup, "warmup_type": kind}
            yield case(f"WarmupLR {kind} {warmup}", {"kind": "deepspeed-warmup"} | start, "WarmupLR",
                       warmup_min_lr=0.25 * PEAK, warmup_max_lr=PEAK, warmup_num_steps=warmup, warmup_type=kind)
            for total in (100, 130, 20):
                yield case(f"WarmupDecayLR {kind} {warmup} of {total}",
                           {"kind": "deepspeed-warmup-decay", "total": total} | start, "WarmupDecayLR",
                           total_num_steps=total, warmup_min_lr=0.25 * PEAK, warmup_max_lr=PEAK,
                           warmup_num_steps=warmup, warmup_type=kind)
                yield case(f"WarmupCosineLR {kind} {warmup} of {total}",
                           {"kind": "deepspeed-warmup-cosine", "total": total, "min_ratio": 0.1} | start,
                           "WarmupCosineLR", total_num_steps=total, warmup_min_ratio=0.25, warmup_num_steps=warmup,
                           cos_min_ratio=0.1, warmup_type=kind)
    for stairs in ((0, 0), (4, 5), (3, 0)):
        for first, second in ((20, 30), (40, 40), (13, 31)):
            for decay in (0, 10):
                cycle = {"first_stairs": stairs[0], "second_stairs": stairs[1], "decay_step": decay,
                         "decay_rate": 0.5, "min_momentum": 0.8, "max_momentum": 0.9, "momentum_decay_rate": 0.002}
                yield case(f"OneCycle {first}+{second} stairs {stairs} decay {decay}",
                           {"kind": "deepspeed-one-cycle", "warmup": first, "total": first + second,
                            "min_ratio": 0.1, "one_cycle": cycle},
                           "OneCycle", True, cycle_min_lr=0.1 * PEAK, cycle_max_lr=PEAK, decay_lr_rate=0.5,
                           cycle_first_step_size=first, cycle_second_step_size=second,
                           cycle_first_stair_count=stairs[0], cycle_second_stair_count=stairs[1],
                           decay_step_size=decay, decay_mom_rate=0.002)
    for size, staircase in ((7, False), (7, True), (50, True)):
        yield case(f"LRRangeTest {size} {'staircase' if staircase else 'continuous'}",
                   {"kind": "deepspeed-range-test",
                    "range_test": {"step_size": size, "step_rate": 1.5, "staircase": staircase}},
                   "LRRangeTest", lr_range_test_min_lr=PEAK, lr_range_test_step_size=size,
                   lr_range_test_step_rate=1.5, lr_range_test_staircase=staircase)


def megatron_cases():
    nothing = types.SimpleNamespace(log_single_rank=lambda *arguments, **names: None)
    module = module_alone("megatron-core", "megatron/core/optimizer_param_scheduler.py",
                          {"megatron": {}, "megatron.core": {}, "megatron.core.utils": vars(nothing)})

    def case(style, warmup, total, **wsd):
        optimizer = adam(PEAK)
        made = module.OptimizerParamScheduler(
            optimizer, init_lr=0.2 * PEAK if warmup else 0.0, max_lr=PEAK, min_lr=0.1 * PEAK,
            lr_warmup_steps=warmup * BATCH, lr_decay_steps=total * BATCH, lr_decay_style=style, start_wd=0.1,
            end_wd=0.1, wd_incr_steps=total * BATCH, wd_incr_style="constant",
            wsd_decay_steps=wsd["updates"] * BATCH if wsd else None, lr_wsd_decay_style=wsd.get("tail"))
        rates, _ = rates_of(optimizer, lambda: made.step(BATCH))
        spec = {"kind": "megatron-" + style.lower(), "warmup": warmup, "total": total, "min_ratio": 0.1,
                "start_ratio": 0.2}
        name = f"Megatron {style} {warmup} of {total}" + (f" {wsd['tail']} {wsd['updates']}" if wsd else "")
        return {"name": name, "lr_schedule": spec | ({"wsd": wsd} if wsd else {}), "peak": PEAK, "rates": rates}

    for warmup, total in ((0, 100), (10, 100), (33, 130)):
        for style in ("constant", "linear", "cosine", "inverse-square-root"):
            # Without a warm-up this one depends on the batch: it takes one *sample* for a warm-up.
            if warmup > 0 or style != "inverse-square-root":
                yield case(style, warmup, total)
        for tail in ("exponential", "linear", "cosine", "minus_sqrt"):
            yield case("WSD", warmup, total, updates=25, tail=tail)


def main():
    versions = {name: importlib.metadata.version(name) for name in ("deepspeed", "megatron-core")}
    cases = list(deepspeed_cases()) + list(megatron_cases())
    path = pathlib.Path(__file__).resolve().parent.parent / "golden" / "learning_rates.json"
    lines = ",\n".join(json.dumps(case) for case in cases)
    path.write_text(f'{{"versions": {json.dumps(versions)}, "cases": [\n{lines}\n]}}\n')
    print(path, len(cases), "cases", path.stat().st_size, "bytes", versions)


if __name__ == "__main__":
    main()
