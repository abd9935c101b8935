# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shared by run.sh and test.sh: messages, packages, the number of build jobs, configure and build. Sourced, not run.
# Every step may be repeated: what is installed or built already is left alone.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
stop() { printf '\n%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Package names of the lists given, without comments.
packages_of() {
    local list
    for list in "$@"; do sed -e 's/#.*//' "$root/packaging/dependencies-$list.txt"; done | tr -s ' \t\n' '\n' | sed '/^$/d' | sort -u
}

missing_packages() {
    local package
    for package in $(packages_of "$@"); do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo --preserve-env=DEBIAN_FRONTEND "$@"; fi
}

# The package lists' own lock has no timeout: another apt at work is waited for.
update_package_lists() {
    local attempt
    for attempt in 1 2 3 4 5 6; do
        as_root apt-get -q -o DPkg::Lock::Timeout=300 update && return
        note "the package lists could not be read (attempt $attempt of 6); waiting 20 s"
        sleep 20
    done
    stop "the package lists could not be read. Check the network and /etc/apt/sources.list, then run this again."
}

install_packages() {
    command -v apt-get >/dev/null || stop "this script is for Debian 12 (apt-get). Elsewhere, install what packaging/dependencies-*.txt list, then: cmake --preset release && cmake --build --preset release"
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if [ ${#missing[@]} -eq 0 ]; then
        note "all packages are installed"
        return
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        stop "installing packages needs root, and there is no sudo. Run this as root, or have these installed: ${missing[*]}"
    fi
    note "to install: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    update_package_lists
    as_root apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}" ||
        stop "the packages could not be installed; the lines above say why"
}

# As many compilers as there are cores, but at most one per 1.5 GiB of available memory.
build_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ {print int($2 / 1572864)}' /proc/meminfo)
    if [ "$memory" -lt 1 ]; then memory=1; fi
    if [ "$memory" -lt "$cores" ]; then echo "$memory"; else echo "$cores"; fi
}

# build_release TARGET...: configures and builds the release preset ("all" is everything).
build_release() {
    cd "$root" || exit
    cmake --preset release || stop "configuring failed; the lines above say what is missing"
    local jobs
    jobs=$(build_jobs)
    note "building with $jobs jobs"
    cmake --build --preset release --parallel "$jobs" --target "$@" || stop "the build failed; the lines above say where"
}
