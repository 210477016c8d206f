#!/usr/bin/env bash
# Fails where clang-format would change a file. In a work tree: all tracked and new C++ files.
# Usage: check_format.sh ROOT
cd "$1" || exit 1
# Inputs of fuzzers are what they are.
mapfile -t files < <(find core kernels app tests -path tests/fuzz/corpus -prune -o -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -print)
[[ ${#files[@]} -gt 0 ]] || { echo "no C++ files found"; exit 1; }
clang-format --dry-run --Werror "${files[@]}" && { echo "${#files[@]} files"; exit 0; }
echo "Cure: clang-format -i on the files named above."
exit 1
