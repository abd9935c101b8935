#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Shardscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Stands in for the engine program in tests of the engine client: fake_engine.sh MODE TRANSCRIPT, then what the client
# adds (train PLAN --json --control, or devices --json). Sends the lines of TRANSCRIPT, then behaves as MODE says.
mode=$1
transcript=$2
command=$3

if [ "$command" = devices ]; then
    case $mode in slow) sleep 1 ;; esac
    cat "$transcript"
    exit 0
fi

read -r plan
echo "plan of ${#plan} characters" >&2

case $mode in
obedient) # answers stop
    cat "$transcript"
    while read -r line; do
        echo "command: $line" >&2
        case $line in *stop*) echo '{"type":"bye","t":9,"exit_code":0,"reason":"stopped","steps":2}' && exit 0 ;; esac
    done
    exit 0
    ;;
deaf) # ignores commands and terminate
    trap '' TERM
    cat "$transcript"
    while :; do sleep 0.1; done
    ;;
saves | saves-for-ever) # answers stop with a save that takes a second, or never ends
    trap '' TERM
    cat "$transcript"
    while read -r line; do
        case $line in *stop*) break ;; esac
    done
    echo '{"type":"phase","t":8,"phase":"saving","detail":""}'
    while [ "$mode" = saves-for-ever ]; do sleep 0.1; done
    sleep 1
    echo '{"type":"checkpoint","t":9,"step":2,"path":"/somewhere/step-00000002","bytes":1,"seconds":1}'
    echo '{"type":"bye","t":9,"exit_code":0,"reason":"stopped","steps":2}'
    exit 0
    ;;
dies) # is killed from outside after its lines
    cat "$transcript"
    echo "last words" >&2
    kill -9 $$
    ;;
fails) # ends with the code given as the second word of the mode
    cat "$transcript"
    echo "what went wrong" >&2
    exit "${SHARDSCOPE_FAKE_EXIT:-3}"
    ;;
esac
