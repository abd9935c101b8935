#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the barriers out of the CUDA kernels, one at a time, and runs their tests on the emulator, which must notice.

    tests/tools/drop_barriers.py BUILD [FILE ...]

BUILD is a configured build folder, FILE a source in gpu/cuda/kernels (all of them without one). Each source is put
back as it was. Prints a line a barrier; ends with 1 if the tests passed without one of them.
"""
import pathlib
import re
import subprocess
import sys

BARRIER = re.compile(r"__sync(threads|warp)\(\);")


def make(build, programs):
    subprocess.run(["cmake", "--build", build, "--target", *programs], check=True, stdout=subprocess.DEVNULL)


def noticed(build, programs):
    """Whether a test fails, or stops."""
    make(build, programs)
    names = "|".join(program.removeprefix("cuda_") for program in programs)
    result = subprocess.run(["ctest", "--test-dir", build, "-R", rf"^cuda\.({names})$", "--stop-on-failure"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return result.returncode != 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    build, names = sys.argv[1], sys.argv[2:]
    programs = [f"cuda_{path.stem}" for path in sorted((root / "tests/cuda").glob("*_test.cpp"))]
    folder = root / "gpu/cuda/kernels"
    files = [folder / name for name in names] or sorted([*folder.glob("*.cu"), *folder.glob("*.cuh")])
    if noticed(build, programs):
        sys.exit("the tests fail with all barriers in place")
    spared = 0
    for path in files:
        text = path.read_text()
        for barrier in BARRIER.finditer(text):
            line = text.count("\n", 0, barrier.start()) + 1
            try:
                path.write_text(text[: barrier.start()] + text[barrier.end() :])
                found = noticed(build, programs)
            finally:
                path.write_text(text)
            spared += not found
            print(f"{path.name}:{line}: {'noticed' if found else 'NOT NOTICED'}", flush=True)
    make(build, programs)  # none without its barriers stays behind
    sys.exit(1 if spared else 0)


if __name__ == "__main__":
    main()
