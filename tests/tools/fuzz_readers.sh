#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fuzzes the readers of configurations and logs longer than ctest does, on a build that counts lines: fuzz_readers.sh
# [SECONDS of processor time per target, 1800 by default] [most inputs per target]. Ends at the first failure; prints inputs,
# the slowest one, and which share of the readers' lines was reached.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export SHARDSCOPE_FUZZ_SECONDS=${1:-1800}
export QTEST_FUNCTION_TIMEOUT=$((SHARDSCOPE_FUZZ_SECONDS * 20000 + 600000))  # wall time in ms: others may share the machine
if [ $# -gt 1 ]; then export SHARDSCOPE_FUZZ_INPUTS=$2; fi

cd "$root"
cmake --preset coverage >/dev/null
ninja -C build/coverage core_config_fuzz_test core_log_fuzz_test | tail -n 1
find build/coverage -name '*.gcda' -delete
for program in core_config_fuzz_test core_log_fuzz_test; do
    for target in $("build/coverage/tests/$program" -functions | tr -d '()'); do
        printf '%-24s ' "$target"
        "build/coverage/tests/$program" "$target" 2>&1 | sed -n 's/^QINFO.*() //p; /^FAIL/,$p' || exit 1
    done
done

printf '\nLines reached\n'
cd build/coverage
find core/CMakeFiles \( -path '*/config/*' -o -path '*/telemetry/log_*' -o -path '*/telemetry/tensorboard*' \) -name '*.gcda' -print0 |
    xargs -0 gcov -n 2>/dev/null |
    awk -F"'" '/^File/ {file = $2}
         /^Lines executed/ && file ~ /core\/(config|telemetry)\/[a-z_]*\.cpp$/ {
             split($0, part, /[:% ]+/); sub(/.*core\//, "core/", file)
             printf "%6.1f %% of %4d  %s\n", part[3], part[5], file; reached += part[3] * part[5] / 100; lines += part[5]; file = ""}
         END {printf "%6.1f %% of %4d  together\n", 100 * reached / lines, lines}'
