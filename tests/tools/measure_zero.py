#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ZeRO's options on and off, side by side: virtual time of a step, link time that is not hidden, bytes that the data
# groups send, and the prediction of time and of temporary memory. Defaults are what wins, or costs nothing, in this table.
#
#   tests/tools/measure_zero.py build/dev/bin/shardscope-cli resources/plans/tiny-2x2x2.shardscope.json
import copy
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

STEPS = 8
SLOW = {"intra_node_bandwidth": 2e8, "intra_node_latency": 2e-4}
OPTIONS = [
    ("ZeRO-2", {"stage": 2}),
    ("ZeRO-2, bucket of 5e8", {"stage": 2, "reduce_bucket_size": 500_000_000}),
    ("ZeRO-2, overlap", {"stage": 2, "overlap_comm": True}),
    ("ZeRO-3", {"stage": 3}),
    ("ZeRO-3, prefetch 2e5", {"stage": 3, "prefetch_bucket_size": 200_000}),
    ("ZeRO-3, prefetch 2e5, overlap", {"stage": 3, "prefetch_bucket_size": 200_000, "overlap_comm": True}),
    ("ZeRO-3, live 1e9", {"stage": 3, "max_live_parameters": 1_000_000_000}),
]
SCHEDULES = [("1f1b", 1), ("looped-bfs", 2)]


def variant(plan, layout, zero, links=None, schedule="1f1b"):
    plan = copy.deepcopy(plan)
    plan["layout"].update({"tp": 1, "virtual_stages": 1} | layout)
    plan["zero"] = zero
    plan["schedule"] = schedule
    cards = plan["layout"]["tp"] * plan["layout"]["dp"] * plan["layout"]["pp"]
    plan["cluster"].update({"nodes": 1, "gpus_per_node": cards})
    if links:
        plan["cluster"]["links"] = links
    plan["run"].update({"validate_every": 0, "sample": {"every": 0}, "card_memory_bytes": 1 << 30})
    return plan


def run(cli, command, plan, *flags):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(plan, file)
        file.flush()
        done = subprocess.run([cli, command, file.name, "--json", *flags], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def measure(cli, name, plan):
    lines = run(cli, "train", plan, "--steps", str(STEPS)).splitlines()
    events = [json.loads(line) for line in lines]
    steps = [event for event in events if event["type"] == "step" and event["step"] > 2]
    said = json.loads(run(cli, "estimate", plan))
    print(f"{name:48} {statistics.median(s['virtual_ms'] for s in steps):9.2f}"
          f" {1e3 * statistics.median(s['breakdown']['communication_seconds'] for s in steps):9.2f}"
          f" {steps[-1]['data_wire_bytes'] / 2**20:9.2f} {1e3 * said['time']['step_seconds']:9.2f}"
          f" {said['memory']['stages'][0]['temporary_bytes'] / 1024:9.0f}", flush=True)


def main(cli, file):
    plan = json.loads(Path(file).read_text())
    print(f"{'':48} {'step ms':>9} {'links ms':>9} {'data MiB':>9} {'predicted':>9} {'temp KiB':>9}")
    for title, links in (("fast links", None), ("slow links", SLOW)):
        for name, zero in OPTIONS:
            measure(cli, f"{title}: {name}", variant(plan, {"dp": 4, "pp": 1}, zero, links))
    for schedule, chunks in SCHEDULES:
        for stage in (0, 2, 3):
            layout = {"dp": 2, "pp": 2, "virtual_stages": chunks}
            measure(cli, f"pp 2, dp 2, {schedule}, ZeRO-{stage}", variant(plan, layout, {"stage": stage}, None, schedule))


if __name__ == "__main__":
    main(*sys.argv[1:3])
