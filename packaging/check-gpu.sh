#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks and measures the CUDA back end on a machine with an NVIDIA GPU. Needs nvcc with cuBLASLt, CMake 3.25, a C++20 compiler
# with OpenMP, and the packages fmt 9, nlohmann-json 3.11 and tl-expected; no network, no Qt, no oneDNN, no yaml-cpp. What is
# missing is said before anything is built. Phases, each within ten minutes:
#   build    the back end, and the program that checks it
#   parity   every kernel against its twin on the host, every layout on virtual ranks (one GPU) or with NCCL (several)
#   bench    tokens/s, MFU and the share of the matrix products alone for GPT-2 shapes, and PyTorch's, if it can be imported
# Usage: packaging/check-gpu.sh [build|parity|bench]; without an argument all three in turn.
# Ends with 0 when all is right. Without a GPU it says what is missing after the build and ends with 3.
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

folder=$root/build/gpu-check
program=$folder/bin/shardscope-gpu-check

phase=${1:-all}
case $phase in build | parity | bench | all) ;; *) stop "the phases are build, parity and bench, not '$phase'" ;; esac

find_nvcc() {
    if command -v nvcc >/dev/null; then command -v nvcc; elif [ -x /usr/local/cuda/bin/nvcc ]; then echo /usr/local/cuda/bin/nvcc; fi
}

configuring_failed() {
    local missing
    missing=$(tr -s ' \n' ' ' <"$folder.log" | grep -o 'Missing packages: .*CMAKE_PREFIX_PATH\.' || true)
    [ -z "$missing" ] || stop "$missing Nothing was built."
    tail -n 20 "$folder.log" >&2
    stop "configuring failed; the lines above say why (all of it: $folder.log)"
}

compiles() { printf '%s\n' "$1" | "${CXX:-c++}" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null; }

# Tools first, since without them nothing else can be asked.
require_tools() {
    local missing=()
    [ -n "$(find_nvcc)" ] || missing+=("nvcc (the CUDA toolkit; its bin folder in PATH)")
    command -v cmake >/dev/null || missing+=("cmake 3.25 or newer")
    command -v make >/dev/null || missing+=("make")
    compiles $'#include <concepts>\n#include <span>' || missing+=("a C++20 compiler (g++ 12 or newer; CXX names another)")
    [ ${#missing[@]} -eq 0 ] || stop "missing: $(printf '%s; ' "${missing[@]}")nothing was built"
}

build() {
    say "Build"
    require_tools
    local nvcc
    nvcc=$(find_nvcc)
    note "$("$nvcc" --version | tail -n 2 | head -n 1)"
    # For the cards that are here; without one for those that the plug-in is shipped for.
    local architectures=()
    if command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=compute_cap --format=csv,noheader >/dev/null 2>&1; then
        architectures=("-DSHARDSCOPE_CUDA_ARCHITECTURES=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | tr -d '. ' | sort -u | paste -sd ';')")
    fi
    cmake -S "$root" -B "$folder" -DCMAKE_BUILD_TYPE=Release -DSHARDSCOPE_PROGRAMS=OFF -DSHARDSCOPE_ONEDNN=OFF \
        -DSHARDSCOPE_CUDA=ON -DCMAKE_CUDA_COMPILER="$nvcc" "${architectures[@]}" >"$folder.log" 2>&1 ||
        configuring_failed
    cmake --build "$folder" --parallel "$(build_jobs)" --target shardscope-gpu-check ||
        stop "the build failed; the lines above say where"
    note "built: $program"
}

check() {
    [ -x "$program" ] || build
    "$program" "$1"
}

# PyTorch on the same shapes, in the same run; what it needs is its own business.
pytorch() {
    local python
    python=$(command -v python3 || true)
    if [ -z "$python" ] || ! "$python" -c 'import torch, sys; sys.exit(not torch.cuda.is_available())' 2>/dev/null; then
        note "PyTorch with CUDA cannot be imported here: no comparison"
        return
    fi
    say "PyTorch, the same shapes"
    "$python" "$root/packaging/check_gpu_torch.py"
}

mkdir -p "$root/build"
status=0
if [ "$phase" = build ] || [ "$phase" = all ]; then build; fi
for each in parity bench; do
    if [ "$phase" != "$each" ] && [ "$phase" != all ]; then continue; fi
    say "${each^}"
    result=0
    check "$each" || result=$?
    if [ "$result" -eq 3 ]; then
        printf '\ncheck-gpu.sh: the build is right; there is nothing to check it on: the line above says why.\n' >&2
        exit 3
    fi
    if [ "$result" -ne 0 ]; then status=1; fi
    if [ "$each" = bench ]; then pytorch; fi
done
exit "$status"
