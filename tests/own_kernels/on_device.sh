#!/usr/bin/env bash
# Compiles every kernel of the corpus with nvcc alone, runs it on the GPU here and holds it against std::sort and
# the table; then compute-sanitizer looks at those with a planted mistake of its kind (races: against_racecheck.py;
# bank conflicts and sectors: against_ncu.py).
#   tests/own_kernels/on_device.sh [OPTIONS]          on a machine with a GPU, from anywhere
#     --compile-only      no GPU: only whether they compile (for sm_90)
#     --only WORD         files with that word in their path
#     --program SORTSCOPE also runs it on every row, the GPU way and the CPU way: on_device.py
#     --jobs N            at once (default: processors)
# Prints a line as each is done. Exit code 1 where something is not as the table says.
set -euo pipefail
compile_only='' only='' program='' jobs=$(nproc)
while [[ ${1:-} == --* ]]; do
  case $1 in
    --compile-only) compile_only=1; shift ;;
    --only) only=$2; shift 2 ;;
    --program) program=$(realpath "$2"); shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    *) echo "on_device.sh: there is no option $1" >&2; exit 2 ;;
  esac
done
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$root/tests/own_kernels
nvcc=$(command -v nvcc || compgen -G '/usr/local/cuda*/bin/nvcc' | head -1) || { echo "nvcc is missing" >&2; exit 2; }
sanitizer=$(command -v compute-sanitizer || compgen -G '/usr/local/cuda*/bin/compute-sanitizer' | head -1 || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export root here nvcc sanitizer work compile_only

# path NAME: where a file of the table lies.
path() { if [[ $1 == starts/* ]]; then echo "$root/assets/own_kernels/$1"; else echo "$here/$1"; fi; }

# build NAME CALL SORTED KIND: its program, or exit code 1 and what nvcc says.
build() {
  local name=$1 call=$2 sorted=$3 kind=$4 flags=() out=$work/${1//[\/.]/_}
  # Padding that comes back is seen beside keys that are larger than it.
  [[ $sorted != no || $kind != padding ]] || flags+=(-DNATIVE_LARGEST_KEYS)
  [[ $call == *"--memory host"* ]] && flags+=(-DNATIVE_HOST)
  # What older books call; headers beside the file; what people give nvcc for std::swap and lambdas.
  flags+=(-DcudaThreadSynchronize=cudaDeviceSynchronize -I "$(dirname "$(path "$name")")" --expt-relaxed-constexpr --extended-lambda)
  [[ $call =~ --entry\ ([A-Za-z_]+) ]] && flags+=("-DNATIVE_ENTRY=${BASH_REMATCH[1]}")
  if [[ $call =~ --key-type\ ([a-z0-9_]+) ]]; then
    # What the file calls its keys, by the type that it says it is.
    local type=${BASH_REMATCH[1]} meant
    meant=$(grep -oP "^using $type = \K[a-z ]+(?=;)" "$(path "$name")" || true)
    flags+=("-DNATIVE_KEY=${meant:-$type}")
  fi
  {
    cat "$here/native.cuh"
    echo "#line 1 \"$name\""
    sed -e 's/Key::highest()/std::numeric_limits<Key>::max()/; s/^int main(/static int main_of_the_file(/' "$(path "$name")"
    echo '#define NATIVE_END'
    cat "$here/native.cuh"
  } >"$out.cu"
  "$nvcc" -std=c++20 -arch=sm_90 -O2 -w "${flags[@]}" -o "$out" "$out.cu" >"$out.log" 2>&1
}

# one NAME CALL SORTED KIND: builds and runs it; a line of what was seen.
one() {
  local name=$1 call=$2 sorted=$3 kind=$4 out=$work/${1//[\/.]/_}
  if ! build "$name" "$call" "$sorted" "$kind"; then
    if [[ $name == hostile/does_not_compile.cu ]]; then echo "ok       $name: does not compile"; else
      echo "WRONG    $name: does not compile"; head -5 "$out.log"; fi
    return
  fi
  [[ -z $compile_only ]] || { echo "ok       $name: compiles"; return; }
  [[ $name != hostile/* ]] || return 0
  local n=${call#*--n }; n=${n%% *}
  local lengths=$n seen code=0
  [[ $name == wrong/* || $name == */v0-wrong.cu ]] || lengths="1 2 3 5 31 32 33 64 100 $n 300 512 1000 1024 1025"
  # "of up to 1024 keys" in the comment that a right file begins with.
  local most=''; [[ $sorted == no ]] || most=$(head -2 "$(path "$name")" | grep -oP 'up to \K[0-9]+(?= keys)' || true)
  [[ -z $most ]] || lengths=$(for each in $lengths; do ((each > most)) || echo "$each"; done | tr '\n' ' ')
  # shellcheck disable=SC2086 # several numbers
  seen=$(timeout -k 2 20 "$out" $lengths 2>&1 | tail -1) || code=$?
  [[ $code != 124 && $code != 137 ]] || seen="not done in 20 s"
  # Where it is wrong for other lengths only, they are asked as well.
  if [[ $kind == length ]]; then seen=$(timeout -k 2 20 "$out" "$((n + n / 2 + 1))" 2>&1 | tail -1) || true; fi
  case $sorted in
    yes) [[ $seen == sorted ]] && echo "ok       $name ($call): $seen" || echo "WRONG    $name ($call): $seen" ;;
    no) [[ $seen != sorted ]] && echo "ok       $name ($call): $seen" || echo "WRONG    $name ($call): $seen" ;;
    *) echo "seen     $name ($call): $seen" ;;
  esac
}

# sanitize TOOL NAME CALL WANTED: what the tool says of it; WANTED: errors or none.
sanitize() {
  local tool=$1 name=$2 call=$3 wanted=$4 out=$work/${2//[\/.]/_} n=${3#*--n } log code=0
  n=${n%% *}
  log=$out.$tool
  timeout -k 5 120 "$sanitizer" --tool "$tool" --print-limit 3 "$out" "$n" >"$log" 2>&1 || code=$?
  local errors
  errors=$(grep -o 'ERROR SUMMARY: [0-9]*' "$log" | tail -1 | grep -o '[0-9]*' || echo '?')
  local mark=seen
  if [[ $wanted == errors ]]; then [[ $errors != 0 && $errors != '?' ]] && mark=ok || mark=WRONG; fi
  if [[ $wanted == none ]]; then [[ $errors == 0 ]] && mark=ok || mark=WRONG; fi
  printf '%-8s %s %s (%s): %s errors\n' "$mark" "$tool" "$name" "$call" "$errors"
  [[ $mark == ok && $wanted == none ]] || grep -m 2 'ERROR\|Error\|hazard\|Invalid\|Uninitialized\|Barrier' "$log" | sed 's/^/           /' || true
}
export -f path build one sanitize

rows() { grep -v '^#' "$here/expectations.txt" | tr -s ' ' | sed 's/ | /|/g; s/ *$//' | { grep -- "$only" || true; }; }
{
  rows | awk -F'|' '{print $1 "\t" $2 "\t" $3 "\t" $5}'
  [[ hostile/does_not_compile.cu != *"$only"* ]] || printf 'hostile/does_not_compile.cu\t--n 64\t-\t-\n'
} | { if [[ -n $compile_only ]]; then sort -u -t$'\t' -k1,1; else cat; fi; } | sort -u >"$work/rows"
# A file with several rows is built and run once, for the first.
awk -F'\t' '!seen[$1]++' "$work/rows" >"$work/first"
# shellcheck disable=SC2016 # the inner shell's words
xargs -a "$work/first" -P "$jobs" -d '\n' -I{} bash -c 'IFS=$'"'\\t'"' read -r a b c d <<<"$1"; one "$a" "$b" "$c" "$d"' _ {} | tee "$work/seen"
if [[ -z $compile_only && -n $sanitizer ]]; then
  {
    rows | awk -F'|' '$1 == "wrong/barrier_in_branch.cu" {print "synccheck\t" $1 "\t" $2 "\tseen"}
      $1 ~ /^wrong\/out_of_bounds_(neighbour|partner)/ {print "memcheck\t" $1 "\t" $2 "\terrors"}
      $1 ~ /^wrong\/out_of_bounds_tile/ {print "memcheck\t" $1 "\t" $2 "\tseen"}
      $1 == "wrong/crash_null_pointer.cu" {print "memcheck\t" $1 "\t" $2 "\terrors"}
      $1 ~ /^wrong\/uninitialized_spare/ {print "initcheck\t" $1 "\t" $2 "\terrors"}
      $1 ~ /^wrong\/uninitialized_tile/ {print "initcheck\t" $1 "\t" $2 "\tseen"}
      $1 ~ /^wrong\/launch_/ {print "memcheck\t" $1 "\t" $2 "\terrors"}'
  } >"$work/tools"
  # shellcheck disable=SC2016
  xargs -a "$work/tools" -P "$jobs" -d '\n' -I{} bash -c 'IFS=$'"'\\t'"' read -r a b c d <<<"$1"; sanitize "$a" "$b" "$c" "$d"' _ {} | tee -a "$work/seen"
fi
if [[ -n $program ]]; then
  python3 -B "$here/on_device.py" "$program" "$root" "$only" "$jobs" 2>&1 | tee -a "$work/seen" || true
fi
echo "$(grep -c '^ok' "$work/seen" || true) as the table says, $(grep -c '^WRONG' "$work/seen" || true) not, $(grep -c '^seen' "$work/seen" || true) only seen"
! grep -q '^WRONG' "$work/seen"
