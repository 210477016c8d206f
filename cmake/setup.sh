# setup.sh: what ./run and ./test share: packages, CUDA, configure, build. Sourced by bash.
# shellcheck shell=bash
# Everything it says goes to stderr, so that the program's stdout stays clean.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "error: $1"
  shift
  for line in "$@"; do say "       $line"; done
  exit 1
}

# Microseconds since the epoch; the radix character of EPOCHREALTIME follows the locale.
now_us() { printf '%s' "${EPOCHREALTIME/[.,]/}"; }
# seconds_since START_US: "12.3 s".
seconds_since() {
  local tenths=$((($(now_us) - $1 + 50000) / 100000))
  printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# packages_of GROUP...: the packages of these groups of cmake/packages.txt.
packages_of() {
  local line group=''
  while IFS= read -r line; do
    line=${line%%#*}
    line=${line//[[:space:]]/}
    case $line in
      '') ;;
      '['*) group=${line//[\[\]]/} ;;
      *) [[ " $* " == *" $group "* ]] && printf '%s\n' "$line" ;;
    esac
  done <"$root/cmake/packages.txt"
}

# missing_packages GROUP...: the packages of these groups that are not installed.
missing_packages() {
  local packages
  mapfile -t packages < <(packages_of "$@")
  dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p' |
    sort -u | comm -13 - <(printf '%s\n' "${packages[@]}" | sort -u)
}

# install_packages GROUP...: installs the packages of these groups that are missing.
install_packages() {
  local start missing
  start=$(now_us)
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "packages: this is no Debian system, so nothing is installed. Debian's names of what is needed:" \
      "$(packages_of "$@" | paste -sd ' ')"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [[ ${#missing[@]} == 0 ]]; then
    say "packages: all there ($(seconds_since "$start"))"
    return
  fi

  local as_root=()
  local install=(apt-get install --yes --no-install-recommends "${missing[@]}")
  if [[ $(id -u) != 0 ]]; then
    # Without a terminal sudo could only wait for a password that nobody types.
    if command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
      as_root=(sudo)
    else
      fail "${#missing[@]} Debian packages are missing, and installing them needs root. Run this, then try again:" \
        "" "  su -c 'apt-get update && ${install[*]}'"
    fi
  fi
  say "packages: installing ${#missing[@]}: ${missing[*]}"
  # An unrelated broken source must not stop us: whether the packages can be had shows below.
  "${as_root[@]}" apt-get -q update >&2 </dev/null || say "packages: 'apt-get update' had problems; going on"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends "${missing[@]}" >&2 </dev/null ||
    fail "apt-get could not install the packages (its message is above). By hand:" "" "  ${install[*]}"
  say "packages: installed in $(seconds_since "$start")"
}

# find_nvcc: path of nvcc, in PATH or not; the same places as cmake/cuda.cmake. Empty: none.
find_nvcc() {
  local candidate
  for candidate in "${CUDACXX:-}" "$(command -v nvcc)" "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" \
    /usr/local/cuda/bin/nvcc /usr/local/cuda-*/bin/nvcc /opt/cuda/bin/nvcc; do
    if [[ -n $candidate && -x $candidate ]]; then
      printf '%s' "$candidate"
      return
    fi
  done
}

# cuda_architectures NVCC: real code for the GPUs in this machine; one common card where there is none.
cuda_architectures() {
  local capabilities capability known list=''
  known=$("$1" --list-gpu-arch 2>/dev/null)
  capabilities=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d '. ' | sort -u)
  for capability in $capabilities; do
    if grep -qx "compute_$capability" <<<"$known"; then
      list+="${list:+;}$capability-real"
    fi
  done
  printf '%s' "${list:-90-real}"
}

# configure PRESET ON|OFF: with or without the tests. Runs CMake where the build folder is new or the settings have changed (Ninja itself
# runs it again when a CMake file changes), and says whether the CUDA engine is built. Sets `build`.
configure() {
  local preset=$1 tests=$2 start settings stamp log arguments nvcc
  start=$(now_us)
  build=$root/build/$preset
  stamp=$build/.setup
  nvcc=$(find_nvcc)
  arguments=("-DSORTSCOPE_TESTS=$tests")
  # Benchmarks need a package of the tests.
  [[ $tests == ON ]] || arguments+=(-DSORTSCOPE_BENCH=OFF)
  settings="$preset tests $tests ${nvcc:-no nvcc} $(command -v nvidia-smi) $(stat -c %Y "$root/CMakePresets.json")"
  if [[ ! -f $build/build.ninja || $(head -n 1 "$stamp" 2>/dev/null) != "$settings" ]]; then
    say "configure: preset $preset in build/$preset"
    if [[ -n $nvcc ]]; then
      arguments+=("-DCMAKE_CUDA_COMPILER=$nvcc")
      [[ $preset == dev ]] && arguments+=("-DCMAKE_CUDA_ARCHITECTURES=$(cuda_architectures "$nvcc")")
    fi
    # A compiler path that has changed cannot be corrected in an old cache.
    [[ -f $stamp ]] && rm -f "$build/CMakeCache.txt"
    log=$build/configure.log
    mkdir -p "$build"
    cmake -S "$root" --preset "$preset" "${arguments[@]}" >"$log" 2>&1 || {
      cat "$log" >&2
      fail "CMake could not configure the build (its message is above)."
    }
    printf '%s\n' "$settings" "$(sed -n 's/^-- CUDA engine: //p' "$log")" >"$stamp"
    say "configure: done in $(seconds_since "$start")"
  fi
  say "CUDA engine: $(sed -n 2p "$stamp")"
}

# time_left DONE ALL SECONDS: ", about 3 min left", where enough is done to tell.
time_left() {
  local built=$1 all=$2 passed_s=$3 left_s
  ((built > 0 && passed_s >= 5)) || return
  left_s=$((passed_s * (all - built) / built))
  if ((left_s >= 90)); then
    printf ', about %d min left' $(((left_s + 30) / 60))
  elif ((left_s > 0)); then
    printf ', about %d s left' $(((left_s + 9) / 10 * 10))
  fi
}

# show_progress: of Ninja's lines the count and the time left, in place on a terminal and every 20 s elsewhere; what compilers
# say goes through as it is.
show_progress() {
  local line built all passed_s told_s=-20 in_place=''
  [[ -t 2 ]] && in_place=1
  while IFS= read -r line; do
    if [[ $line =~ ^@([0-9]+)\ ([0-9]+)\ ([0-9]+) ]]; then
      built=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} passed_s=${BASH_REMATCH[3]}
      if [[ -n $in_place ]]; then
        printf '\rbuild: %d of %d%s\e[K' "$built" "$all" "$(time_left "$built" "$all" "$passed_s")" >&2
      elif ((passed_s >= told_s + 20)); then
        told_s=$passed_s
        say "build: $built of $all$(time_left "$built" "$all" "$passed_s")"
      fi
    else
      say "${in_place:+$'\r\e[K'}$line"
    fi
  done
  [[ -z $in_place ]] || printf '\r\e[K' >&2
}

# build_targets TARGET...: builds in the folder that configure() chose.
build_targets() {
  local start
  start=$(now_us)
  NINJA_STATUS='@%f %t %e ' ninja -C "$build" "$@" 2>&1 | show_progress
  [[ ${PIPESTATUS[0]} == 0 ]] || fail "the build failed (the compiler's message is above)."
  say "build: done in $(seconds_since "$start")"
}
