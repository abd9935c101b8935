#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the barriers out of the CUDA kernels, one at a time, and runs their tests on the emulator: each must be missed.

    tests/tools/drop_barriers.py BUILD [FILE ...]

BUILD is a configured build folder, FILE a source in gpu/cuda/kernels (all of them without one). Each source is put
back as it was. Prints a line a barrier; ends with 1 if the tests passed without one of them.
"""
import pathlib
import re
import subprocess
import sys

BARRIER = re.compile(r"__sync(threads|warp)\(\);")


def missed(build, programs):
    """Whether a test fails, or stops, without the barrier."""
    subprocess.run(["cmake", "--build", build, "--target", *programs], check=True, stdout=subprocess.DEVNULL)
    result = subprocess.run(["ctest", "--test-dir", build, "-L", "cuda", "--stop-on-failure"], stdout=subprocess.DEVNULL)
    return result.returncode != 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    build, names = sys.argv[1], sys.argv[2:]
    programs = [f"cuda_{path.stem}" for path in sorted((root / "tests/cuda").glob("*_test.cpp"))]
    folder = root / "gpu/cuda/kernels"
    files = [folder / name for name in names] or sorted([*folder.glob("*.cu"), *folder.glob("*.cuh")])
    spared = 0
    for path in files:
        text = path.read_text()
        for barrier in BARRIER.finditer(text):
            line = text.count("\n", 0, barrier.start()) + 1
            try:
                path.write_text(text[: barrier.start()] + text[barrier.end() :])
                found = missed(build, programs)
            finally:
                path.write_text(text)
            spared += not found
            print(f"{path.name}:{line}: {'missed' if found else 'NOT MISSED'}", flush=True)
    sys.exit(1 if spared else 0)


if __name__ == "__main__":
    main()
