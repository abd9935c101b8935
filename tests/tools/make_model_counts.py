#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the parameters of models by building them with Hugging Face Transformers on PyTorch's meta device.

    make_model_counts.py resources/models.json tests/golden/model_configs.json > tests/golden/model_counts.json

Both are lists of {"name", "config"}. Written for each: the sum over
parameters(), each shared tensor once, plus DeepSeek's e_score_correction_bias, which checkpoints hold and Transformers
keeps as a buffer; and the same less the share of the routed experts that a token does not visit. Model types whose
code is published with the checkpoint only are left out, and said so on standard error. Transformers 4.57.
"""
import json
import sys

import torch
import transformers
from transformers import AutoConfig, AutoModelForCausalLM

ALIASES = {"kimi_k2": "deepseek_v3"}  # the same classes under another name


def built(config):
    config = dict(config)
    kind = config.pop("model_type")
    settings = AutoConfig.for_model(ALIASES.get(kind, kind), **config)
    with torch.device("meta"):
        return settings, AutoModelForCausalLM.from_config(settings)


def count(model):
    routed = 0
    total = 0
    for name, tensor in model.named_parameters():
        total += tensor.numel()
        if ".experts." in name:
            routed += tensor.numel()
    total += sum(b.numel() for n, b in model.named_buffers() if n.endswith("e_score_correction_bias"))
    return total, routed


def experts(config):
    for key in ("num_local_experts", "n_routed_experts", "num_experts"):
        if config.get(key):
            return config[key], config["num_experts_per_tok"]
    return 1, 1


def main():
    rows = []
    for path in sys.argv[1:]:
        for model in json.load(open(path, encoding="utf-8")):
            try:
                _, network = built(model["config"])
            except (ValueError, KeyError) as error:
                print(f"{model['name']}: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            total, routed = count(network)
            of, visited = experts(model["config"])
            rows.append({"name": model["name"], "total": total, "active": total - routed // of * (of - visited)})
            print(model["name"], total, file=sys.stderr)
    print(json.dumps({"by": f"transformers {transformers.__version__}", "models": rows}, indent=1))


if __name__ == "__main__":
    main()
