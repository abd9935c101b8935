#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What DeepSpeed's own configuration code says, for tests/golden/deepspeed_cases.json.

    pip install deepspeed==0.19.5 hjson        (with a PyTorch; DS_BUILD_OPS=0)
    python3 tests/tools/make_deepspeed_cases.py tests/golden/deepspeed_cases.json

Three tables: batch triples for several world sizes (result or message), configurations (accepted, or the message of
the refusal), and texts as hjson reads them. PyTorch modules that an old PyTorch lacks and that the configuration does
not use are replaced by empty ones; the configuration classes are DeepSpeed's own.
"""
import importlib.abc
import importlib.machinery
import itertools
import json
import logging
import sys
import types


class Hollow(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *a, **k: None})


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, *prefixes):
        self.prefixes = prefixes

    def find_spec(self, name, path=None, target=None):
        if name.startswith(self.prefixes) and name != "deepspeed.compile.config":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Hollow(spec.name)

    def exec_module(self, module):
        pass


import torch  # noqa: E402

sys.meta_path.insert(0, Finder("deepspeed.compile."))
sys.meta_path.append(Finder("torch."))

import deepspeed  # noqa: E402
import deepspeed.comm as dist  # noqa: E402
import hjson  # noqa: E402
from deepspeed.runtime.config import DeepSpeedConfig  # noqa: E402

logging.disable(logging.CRITICAL)


def read(config, world):
    dist.get_rank = lambda group=None: 0
    dist.get_world_size = lambda group=None: world
    return DeepSpeedConfig(config)


def message(error):
    errors = getattr(error, "errors", None)
    if errors is None:
        return str(error)
    first = errors()[0]
    return "/".join(str(part) for part in first["loc"]) + ": " + first["msg"]


def batch_cases():
    keys = ("train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps")
    trains, micros, steps = (None, 2, 7, 8, 32, 96, -8, 0), (None, 1, 3, 4, 0, -2), (None, 1, 3, 0)
    for world, train, micro, step in itertools.product((1, 4, 6), trains, micros, steps):
        config = {key: value for key, value in zip(keys, (train, micro, step)) if value is not None}
        row = {"world": world, "given": [train, micro, step]}
        try:
            result = read(dict(config), world)
            row["resolved"] = [result.train_batch_size, result.train_micro_batch_size_per_gpu,
                               result.gradient_accumulation_steps]
        except Exception as error:
            row["message"] = message(error)
        yield row
    for train, micro, step in ((32, 3, None), (8, 4, None), (None, 2, 3), (2, None, None), (16, None, 2), (16, 2, 2)):
        config = {key: value for key, value in zip(keys, (train, micro, step)) if value is not None}
        row = {"world": 8, "sequence_parallel": 2, "given": [train, micro, step]}
        try:
            result = read(dict(config, sequence_parallel_size=2), 8)
            row["resolved"] = [int(result.train_batch_size), int(result.train_micro_batch_size_per_gpu),
                               int(result.gradient_accumulation_steps)]
        except Exception as error:
            row["message"] = message(error)
        yield row


CONFIGS = [
    {},
    {"fp16": {"enabled": True}, "bf16": {"enabled": True}},
    {"fp16": {"enabled": True}, "bfloat16": {"enabled": True}},
    {"fp16": {"enabled": "auto"}, "bf16": {"enabled": True}},
    {"zero_optimization": {"stage": 4}},
    {"zero_optimization": {"stage": -1}},
    {"zero_optimization": {"stage": 3, "stage3_prefetch_bucket": 1}},
    {"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cuda"}}},
    {"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu", "ratio": 0.5}}},
    {"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 0.5}}},
    {"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 1.5}}},
    {"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu", "pin": True}}},
    {"zero_optimization": {"stage": 3, "sub_group_size": 1e14}},
    {"zero_optimization": {"stage": 3, "sub_group_size": 1.5}},
    {"zero_optimization": {"stage": 3, "sub_group_size": -1}},
    {"zero_optimization": {"stage": 1, "reduce_bucket_size": "5e8"}},
    {"zero_optimization": {"stage": 1, "reduce_bucket_size": "auto"}},
    {"zero_optimization": {"stage": 1, "overlap_comm": "yes"}},
    {"zero_optimization": {"stage": 1, "overlap_comm": "perhaps"}},
    {"zero_optimization": {"stage": 2, "cpu_offload": True}},
    {"zero_optimization": {"stage": 2, "cpu_offload": True, "offload_optimizer": {"device": "cpu"}}},
    {"zero_optimization": {"stage": 3, "cpu_offload_param": True, "offload_param": {"device": "cpu"}}},
    {"zero_optimization": {"stage": 3, "cpu_offload_params": True}},
    {"zero_optimization": {"stage": 3, "prefetch_bucket_size": 1000}},
    {"zero_optimization": {"stage": 3, "stage3_gather_fp16_weights_on_model_save": True}},
    {"zero_optimization": {"stage": 3, "elastic_checkpoint": True}},
    {"zero_optimization": {"stage": 0, "grad_hooks": True}},
    {"zero_optimization": True},
    {"zero_optimization": False},
    {"fp16": {"enabled": True, "loss_scale": -1}},
    {"fp16": {"enabled": True, "loss_scale_window": 0}},
    {"fp16": {"enabled": True, "loss_scale": 128, "loss_scale_window": 0}},
    {"fp16": {"enabled": True, "min_loss_scale": 0}},
    {"fp16": {"enabled": True, "initial_scale_pow": 16}},
    {"fp16": {"enabled": True, "fp16_master_weights_and_grads": True}},
    {"fp16": {"enabled": True, "fp16_master_weights_and_grads": True}, "zero_optimization": {"stage": 2}},
    {"bf16": {"enabled": True, "bf16_master_weights_and_grads": True}},
    {"bf16": {"enabled": True, "bf16_optimizer_states": True}, "zero_optimization": {"stage": 1}},
    {"bf16": {"enabled": True, "bf16_optimizer_states": True}},
    {"bf16": {"enabled": True, "check_overflow": True}},
    {"bf16": {"enabled": True, "check_grad_overflow": True}},
    {"communication_data_type": "fp8"},
    {"communication_data_type": "fp16"},
    {"checkpoint": {"tag_validation": "Sometimes"}},
    {"checkpoint": {"tag_validation": "fail"}},
    {"checkpoint": {"parallel_write": {"pipeline_stage": "maybe"}}},
    {"train_batch_sise": 8},
    {"activation_checkpointing": {"partitioned_activations": True}},
    {"tensorboard": {"enabled": True, "path": "logs"}},
    {"wandb": {"enabled": True, "project": "a"}},
    {"compile": {"disable": False, "backend": "inductor"}},
    {"comms_logger": {"enabled": True, "verbos": True}},
    {"elasticity": {"enabled": True, "max_train_batch_size": 64, "micro_batch_sizes": [2, 4]}},
    {"elasticity": {"enabled": True, "micro_batch_sizes": [2, 4]}, "drop": "batch"},
    {"elasticity": {"enabled": True, "max_train_batch_size": 64}, "drop": "batch"},
    {"elasticity": {"enabled": True, "max_train_batch_size": 64, "micro_batch_sizes": [2, 4], "min_gpus": 8,
                    "max_gpus": 4}, "drop": "batch"},
    {"data_types": {"grad_accum_dtype": "fp32"}},
    {"hybrid_engine": {"enabled": True, "tp": 2}},
    {"timers": {"throughput": {"enabled": True, "synchronised": False}}},
    {"aio": {"thread_count": 4}},
    {"tensor_parallel": {"autotp_size": 2, "tpsize": 2}},
]


def config_cases():
    for config in CONFIGS:
        config = dict(config)
        without_batch = config.pop("drop", None)
        whole = config if without_batch else dict(config, train_batch_size=8)
        row = {"config": whole}
        try:
            read(json.loads(json.dumps(whole)), 4)
        except Exception as error:
            row["message"] = message(error)
        yield row


TEXTS = [
    '{"a": 1}', '{a: 1}', 'a: 1\nb: two words', '{"a": 1, "a": 2}', '{"a": 1,}', '{"a": [1, 2,],}', '{"a": [1 2]}',
    '{"a": 1 "b": 2}', "{'a': 'b'}", '{"a": true, b: false, c: null}', '{"a": True}', '{"a": True\n}', '{"a": yes\n}',
    '{"a": 5e8}', '{"a": 1e14}', '{"a": 1.5e-3}', '{"a": 01}\n', '{"a": -0.5}', '{"a": +1}\n}', '{"a": .5\n}',
    '# comment\n{"a": 1} // end', '/* c */ {"a": /* d */ 1}', '{"a": 1 # c\n}', '{"a": x # not a comment\n}',
    '{"a": ${zero_stage},\n"b": 1}', '{"a": CONFIG_BATCH,\n"b": 2}', "{a: '''x\ny'''}", "{\n  a:\n    '''\n    x\n      y\n    '''\n}",
    '{"a": "\\u00e9\\n"}', '{"a": "x\ny"}', '{"a" 1}', '{"a": }', '{', '[1, 2]', '', '{}', '{"a": {}}', '{a b: 1}',
    '{"a": 1}}', '{"a": "\\x"}', '{"a": 123456789012345678901234567890}', '{"a": nullable\n}', '{"a": true false\n}',
    '{"train_batch_size" : 8 ,\n "fp16" : { "enabled" : true } }', '{"a": 0x10\n}', '{:1}', '{"": 1}', '{a: 1, b: 2}',
]


def text_cases():
    for text in TEXTS:
        row = {"text": text}
        try:
            row["value"] = hjson.loads(text)
        except Exception as error:
            row["message"] = str(error).split(":")[0]
        yield row


def main():
    result = {"deepspeed": deepspeed.__version__, "batches": list(batch_cases()), "configs": list(config_cases()),
              "texts": list(text_cases())}
    with open(sys.argv[1], "w") as out:
        out.write("{\n")
        out.write(f' "deepspeed": {json.dumps(result["deepspeed"])}')
        for name in ("batches", "configs", "texts"):
            out.write(f',\n "{name}": [\n  ' + ",\n  ".join(json.dumps(row) for row in result[name]) + "\n ]")
        out.write("\n}\n")


main()
