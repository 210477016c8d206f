#!/usr/bin/env bash
# The plain build of `sortscope kernel --bench` is not slower than the same file compiled by nvcc alone: both run side by
# side on the GPU here, a sample each in turns, in several starts; and nvcc gives their kernels the same registers and shared memory.
#   tests/own_kernels/plain_ratio.sh --program SORTSCOPE [--sizes N,..] [--samples N] [--starts N] [FILE.cu...]
#     --sizes    numbers of keys (default: 1024,16384,262144,1048576,4194304)
#     --samples  of each in a start, in turns (default: 21)
#     --starts   of both (default: 5; four times as many more where their median is above the limit)
#     FILE.cu    default: the starts, and some of right/
# Exit code 1 where a median ratio is above 1.02 or resources differ.
set -euo pipefail
program='' sizes=1024,16384,262144,1048576,4194304 samples=21 starts=5
while [[ ${1:-} == --* ]]; do
  case $1 in
    --program) program=$(realpath "$2"); shift 2 ;;
    --sizes) sizes=$2; shift 2 ;;
    --samples) samples=$2; shift 2 ;;
    --starts) starts=$2; shift 2 ;;
    *) echo "plain_ratio.sh: there is no option $1" >&2; exit 2 ;;
  esac
done
[[ -n $program ]] || { echo "plain_ratio.sh: --program SORTSCOPE is missing" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$root/tests/own_kernels
nvcc=$(command -v nvcc || compgen -G '/usr/local/cuda*/bin/nvcc' | head -1) || { echo "nvcc is missing" >&2; exit 2; }
if (($# == 0)); then
  set -- "$root"/assets/own_kernels/starts/{v0,v1,v2,block,warp,double-buffered}.cu \
    "$here"/right/{register_shuffles,several_a_thread}.cu
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
# The program finds this nvcc first: it does what nvcc does and keeps what it made.
cat >"$work/bin/nvcc" <<END
#!/usr/bin/env bash
code=0
"$nvcc" "\$@" || code=\$?
out='' before='' source='' all=("\$@")
for word; do
  if [[ \$before == -o ]]; then out=\$word; fi
  before=\$word
  source=\$word
done
if [[ \$code == 0 ]]; then
  cp "\$out" "$work/ours"
  cp "\$source" "$work/ours.cu"
  printf '%s\n' "\${all[@]}" | grep -E '^-(std|O|arch)' >"$work/flags"
fi
exit \$code
END
chmod +x "$work/bin/nvcc"
failed=0
for file; do
  name=$(basename "$(dirname "$file")")/$(basename "$file")
  rm -f "$work/ours" "$work/flags"
  if ! PATH=$work/bin:$PATH "$program" kernel "$file" --bench --sizes 1024 --json >"$work/told" 2>"$work/said"; then
    echo "WRONG  $name: --bench says: $(tail -c 300 "$work/said" "$work/told")"
    failed=1
    continue
  fi
  {
    cat "$here/native.cuh"
    sed -e 's/Key::highest()/std::numeric_limits<Key>::max()/; s/^int main(/static int main_of_the_file(/' "$file"
    echo '#define NATIVE_END'
    cat "$here/native.cuh"
  } >"$work/alone.cu"
  mapfile -t flags <"$work/flags"
  if ! "$nvcc" "${flags[@]}" -w -I "$(dirname "$file")" -o "$work/alone" "$work/alone.cu" >"$work/said" 2>&1; then
    echo "WRONG  $name: nvcc alone: $(head -5 "$work/said")"
    failed=1
    continue
  fi
  # Of each kernel the registers, stack, shared and constant memory, as nvcc gives them out.
  for one in ours alone; do
    "$nvcc" "${flags[@]}" -w -I "$(dirname "$file")" -Xptxas -v -cubin -o "$work/$one.cubin" "$work/$one.cu" 2>&1 |
      grep -E 'Compiling entry|bytes stack|Used' | sed -e 's/^ptxas info *: //; s/^ *//; s/, [0-9.]* ms compile time//; s/Compile time.*//' |
      paste -s -d ' ' | sed 's/Compiling entry/\nCompiling entry/g' | sed 's/ *$//' | sort >"$work/$one.resources" || true
  done
  if diff -q "$work/ours.resources" "$work/alone.resources" >/dev/null && grep -q registers "$work/ours.resources"; then
    echo "ok     $name: the same resources of each kernel: $(grep -o '[0-9]* registers' "$work/ours.resources" | paste -s -d ',')"
  else
    echo "WRONG  $name: resources differ"
    diff "$work/alone.resources" "$work/ours.resources" | head -10 || true
    failed=1
  fi
  python3 -B "$here/plain_ratio.py" "$work/ours" "$work/alone" "$name" "$sizes" "$samples" "$starts" || failed=1
done
exit $failed
