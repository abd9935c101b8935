#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs what is missing, builds everything and runs all tests, those with windows on a virtual display. Says what it
# leaves out. Safe to run again. Ends with one line: N passed, N failed, N skipped (test functions, data rows counted).
# SHARDSCOPE_REAL_FILES may name a folder with real public files for the tests that read such files.
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

left_out() {
    say "Left out here"
    if ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
        note "no nvcc: the CUDA plug-in is not built, its runtime not tested over doubles"
    fi
    if ! command -v nvidia-smi >/dev/null; then
        note "no NVIDIA GPU: CUDA kernels run on an emulator, the back end over doubles (packaging/check-gpu.sh checks a GPU)"
    fi
    if [ -n "${SHARDSCOPE_REAL_FILES:-}" ]; then
        note "nothing of the real files: SHARDSCOPE_REAL_FILES=$SHARDSCOPE_REAL_FILES"
    else
        note "tests on real public files: SHARDSCOPE_REAL_FILES is not set"
    fi
}

# Prints "PASSED FAILED SKIPPED" from ctest's log. A program that fails without a failed function (it crashed, ran out of
# time, could not start) counts as one failure.
count_results() {
    awk '/^Output:$/ {named = 0}
         /^PASS   : / && !/::(initTestCase|cleanupTestCase)\(\)$/ {passed++}
         /^(FAIL!  |XPASS  ): / {failed++; named = 1}
         /^SKIP   : / {skipped++}
         /^Test Failed\.$/ && !named {failed++}
         END {printf "%d %d %d\n", passed, failed, skipped}' "$1"
}

say "Packages"
install_packages build run test
left_out
say "Build"
build_release all
say "Tests"
export SHARDSCOPE_FUZZ_SECONDS=${SHARDSCOPE_FUZZ_SECONDS:-20}  # processor time of each reader under made-up inputs
log=$root/build/release/Testing/Temporary/LastTest.log
rm -f "$log"
status=0
xvfb-run -a -s "-screen 0 1600x1000x24" ctest --preset release --parallel "$(nproc)" || status=$?
[ -f "$log" ] || stop "no test ran; the lines above say why"
read -r passed failed skipped <<<"$(count_results "$log")"
if [ "$skipped" -gt 0 ]; then
    say "Skipped, and why"
    grep -A1 '^SKIP   : ' "$log" | grep -v -e '^--$' -e '^   Loc: ' | sed 's/^/   /'
fi
if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
