#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs what is missing, builds, and opens the explorer with a live training run going. Without a display it starts a
# virtual one, trains for SECONDS (default 60), prints the progress and writes a PNG picture of every view.
# Safe to run again. Usage: packaging/run.sh [SECONDS]
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

seconds=${1:-60}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || stop "SECONDS is a positive whole number, not '$seconds'"
plan=$root/resources/plans/tiny-2x2x2.shardscope.json
explorer=$root/build/release/bin/shardscope

# Where no login session has made one (as root, over ssh), Qt would warn about it.
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    export XDG_RUNTIME_DIR=$root/build/runtime
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
fi

say "Packages"
install_packages build run
say "Build"
build_release shardscope shardscope-cli

if [ -n "${WAYLAND_DISPLAY:-}${DISPLAY:-}" ]; then
    say "Explorer: a Transformer in training on 2 x 2 x 2 virtual cards. Close the window to end."
    "$explorer" "$plan" --start || stop "the explorer ended with an error; the lines above say why"
    printf '\nrun.sh: done. Again, without building: %s\n' "$explorer"
    exit 0
fi

pictures=$root/build/pictures
say "No display: training $seconds s on 2 x 2 x 2 virtual cards, drawn on a virtual one"
mkdir -p "$pictures"
rm -f "$pictures"/*.png
xvfb-run -a -s "-screen 0 1600x1000x24" "$explorer" "$plan" --start --export "$pictures" --export-after "$seconds" ||
    stop "the run ended with an error; the lines above say why"
count=$(find "$pictures" -name '*.png' | wc -l)
[ "$count" -gt 0 ] || stop "no picture was written to $pictures"
say "Pictures"
find "$pictures" -name '*.png' | sort | sed 's/^/   /'
printf '\nrun.sh: done, %d pictures in %s\n' "$count" "$pictures"
