#!/usr/bin/env bash
# What the hardware counts of patterns/ (ncu), then the hazards that racecheck tells, each against its table. On a
# machine with a GPU, as root, from anywhere: tests/own_kernels/against_ncu.sh [--program SORTSCOPE]
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
code=0
python3 -B "$here/against_ncu.py" "$@" || code=1
python3 -B "$here/against_racecheck.py" "$@" || code=1
exit $code
