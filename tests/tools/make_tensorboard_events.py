#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes tests/golden/tensorboard with TensorBoard's own package (pip install tensorboard): scalars as simple values and as
# tensors, one histogram and one text between them, and what a reader must find. Run from the root of the tree.
import json
import pathlib
import struct

from tensorboard.compat.proto import event_pb2, summary_pb2, tensor_pb2
from tensorboard.summary.writer.record_writer import RecordWriter

FOLDER = pathlib.Path("tests/golden/tensorboard")


def write(name, events):
    with open(FOLDER / name, "wb") as file:
        writer = RecordWriter(file)
        for event in events:
            writer.write(event.SerializeToString())


def simple(wall, step, tag, value):
    return event_pb2.Event(wall_time=wall, step=step,
                           summary=summary_pb2.Summary(value=[summary_pb2.Summary.Value(tag=tag, simple_value=value)]))


def tensor(wall, step, tag, proto):
    return event_pb2.Event(wall_time=wall, step=step,
                           summary=summary_pb2.Summary(value=[summary_pb2.Summary.Value(tag=tag, tensor=proto)]))


def rows(events):
    found = []
    for event in events:
        for value in event.summary.value:
            kind = value.WhichOneof("value")
            if kind == "simple_value":
                number = value.simple_value
            elif kind == "tensor" and value.tensor.dtype == 1:
                number = value.tensor.float_val[0] if value.tensor.float_val else struct.unpack("<f", value.tensor.tensor_content)[0]
            elif kind == "tensor" and value.tensor.dtype == 2:
                number = value.tensor.double_val[0]
            else:
                continue
            found.append([event.step, value.tag, number, event.wall_time])
    return found


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    version = event_pb2.Event(wall_time=1000.5, file_version="brain.Event:2")
    megatron = [version]
    for step in range(1, 9):
        for tag, value in (("lm loss", 10.0 / step), ("learning-rate", 1e-4 * step), ("grad-norm", 1.5 + step / 7)):
            megatron.append(simple(1000.5 + step, step, tag, value))
    megatron.insert(5, event_pb2.Event(wall_time=1002, step=1, summary=summary_pb2.Summary(value=[summary_pb2.Summary.Value(
        tag="weights", histo=summary_pb2.HistogramProto(min=0, max=1, num=2, sum=1, bucket_limit=[0, 1], bucket=[1, 1]))])))
    tensors = [version,
               tensor(1001, 1, "train/loss", tensor_pb2.TensorProto(dtype=1, float_val=[2.5])),
               tensor(1002, 2, "train/loss", tensor_pb2.TensorProto(dtype=1, tensor_content=struct.pack("<f", 2.25))),
               tensor(1003, 2**40, "train/learning_rate", tensor_pb2.TensorProto(dtype=2, double_val=[1e-300])),
               tensor(1004, 3, "text", tensor_pb2.TensorProto(dtype=7, string_val=[b"hello"]))]
    tensors.append(simple(1005, 4, "train/grad_norm", 0.5))
    write("megatron.tfevents", megatron)
    write("tensors.tfevents", tensors)
    write("written.tfevents", [version, simple(1001, 1, "lm loss", 9.5), simple(1002, 300, "learning-rate", 1.25e-4)])
    (FOLDER / "scalars.json").write_text(
        json.dumps({"megatron.tfevents": rows(megatron), "tensors.tfevents": rows(tensors)}, indent=0) + "\n")


main()
