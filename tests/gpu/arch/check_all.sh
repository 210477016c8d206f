#!/usr/bin/env bash
# Compiles every CUDA file for GPUs other than the build's, where nvcc is: tests/gpu/arch/check_arch.py.
#   tests/gpu/arch/check_all.sh                         for compute capability 7.5 and 8.6
#   tests/gpu/arch/check_all.sh --arch 75,80,86,89,90   for these
set -u
# shellcheck source=cmake/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../../cmake/setup.sh"

if [[ -z $(find_nvcc) ]]; then
  say "no nvcc: no CUDA file is compiled."
  exit 0
fi
install_packages tools libraries fonts media test
configure dev ON
exec python3 -B "$root/tests/gpu/arch/check_arch.py" "$build" --all "$@"
