#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/torch_schedules.json: op tables of torch.distributed.pipelining, to which ours are held.

Needs PyTorch 2.7 or later, no GPU and no process group; the tests themselves do not. Run from anywhere.
[{"kind", "stages", "micro_batches", "chunks", "ranks": ["0F0 0F1 …", …]}, …], idle slots left out.
The 1F1B table of one stage per rank numbers the forward passes of its last rank from 1; those ops are written with the
number they stand for.
"""

import json
import pathlib
import re

import torch
from torch.distributed.pipelining._schedule_visualizer import get_schedule_ops

COMPUTE = re.compile(r"\d+[FBIW]\d+$")
KINDS = {"gpipe": ("GPipe", (1,)), "1f1b": ("1F1B", (1,)), "interleaved": ("Interleaved1F1B", (2, 3, 4)),
         "looped-bfs": ("LoopedBFS", (2, 3, 4))}


def rank_text(kind, ops, stages):
    texts = [str(op) for op in ops if op is not None and COMPUTE.match(str(op))]
    last = stages - 1
    if kind == "1f1b" and f"{last}F{0}" not in texts and texts and texts[0] == f"{last}F1":
        texts = [f"{last}F{int(t.split('F')[1]) - 1}" if "F" in t else t for t in texts]
    return " ".join(texts)


def tables():
    for kind, (name, chunk_counts) in KINDS.items():
        for chunks in chunk_counts:
            for stages in (2, 3, 4, 8):
                for micro_batches in (stages, 2 * stages, 4 * stages):
                    ranks = get_schedule_ops(name, stages, micro_batches, chunks)
                    yield {"kind": kind, "stages": stages, "micro_batches": micro_batches, "chunks": chunks,
                           "ranks": [rank_text(kind, rank, stages) for rank in ranks]}


if __name__ == "__main__":
    target = pathlib.Path(__file__).parent.parent / "golden" / "torch_schedules.json"
    rows = list(tables())
    lines = ",\n".join(json.dumps(row) for row in rows)
    target.write_text(f'{{"torch": "{torch.__version__}", "tables": [\n{lines}\n]}}\n')
    print(f"{len(rows)} tables in {target}")
