#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/optimizers.json: ten updates of a few weights by torch.optim, in fp64.

Needs PyTorch; the tests do not. "optimizer": the plan's /optimizer in the plan file's own keys; "weights": after each
update; gradients and first weights are common to all cases.
"""

import json
import pathlib

import torch

WEIGHTS, UPDATES = 23, 10
torch.set_default_dtype(torch.float64)


def main():
    generator = torch.Generator().manual_seed(7)
    start = torch.randn(WEIGHTS, generator=generator).float().double()
    gradients = torch.randn((UPDATES, WEIGHTS), generator=generator).float().double()
    adam = dict(lr=1e-2, beta1=0.9, beta2=0.95, eps=1e-8)
    sgd = dict(kind="sgd", lr=1e-2)
    specs = [adam | dict(kind=kind, weight_decay=decay) for kind in ("adamw", "adam") for decay in (0.0, 0.1)]
    specs += [sgd | dict(momentum=momentum, weight_decay=decay) for momentum in (0.0, 0.9) for decay in (0.0, 0.1)]
    cases = []
    for spec in specs:
        weight = torch.nn.Parameter(start.clone())
        if spec["kind"] == "sgd":
            optimizer = torch.optim.SGD([weight], lr=spec["lr"], momentum=spec["momentum"],
                                        weight_decay=spec["weight_decay"])
        else:
            made = torch.optim.AdamW if spec["kind"] == "adamw" else torch.optim.Adam
            optimizer = made([weight], lr=spec["lr"], betas=(spec["beta1"], spec["beta2"]), eps=spec["eps"],
                             weight_decay=spec["weight_decay"])
        states = []
        for gradient in gradients:
            weight.grad = gradient.clone()
            optimizer.step()
            states.append(weight.detach().tolist())
        cases.append({"optimizer": spec, "weights": states})
    path = pathlib.Path(__file__).resolve().parent.parent / "golden" / "optimizers.json"
    lines = ",\n".join(json.dumps(case) for case in cases)
    path.write_text(f'{{"torch": "{torch.__version__}", "start": {json.dumps(start.tolist())},\n'
                    f'"gradients": {json.dumps(gradients.tolist())}, "cases": [\n{lines}\n]}}\n')
    print(path, len(cases), "cases", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
