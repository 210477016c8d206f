#!/usr/bin/env bash
# Renders every stop of a lesson and compares the pictures with the golden ones, NAME-01.png and so on.
# Usage: check_lesson.sh LESSON.md GOLDEN_FOLDER OUT_FOLDER PROGRAM
# UPDATE_GOLDENS=1 writes the golden pictures instead. See check_golden.sh.
set -u
lesson=$1 golden=$2 folder=$3 program=$4
name=lesson-$(basename "$lesson" .md)
check=$(dirname "$0")/check_golden.sh
raw=$folder/$name
rm -rf "$raw"
mkdir -p "$raw"
# A hundred pictures: in 256 colours they are small.
export GOLDEN_COLORS=256 GOLDEN_FUZZ=8%
# By name: a file may not measure, as some shipped lessons do.
"$(dirname "$0")/../machine/environment.py" "$raw/home" "$program" lesson "$(basename "$lesson" .md)" --size 960x600 --palette dark -o "$raw/$name.png" > "$raw/outline.txt" ||
  { echo "$name: the lesson failed"; exit 1; }
bad=0
for picture in "$raw/$name"-*.png; do
  # The bar at the top names the processor and the time.
  "$check" "$golden/$(basename "$picture")" "$folder" --ignore "0,0 2000,47" cp "$picture" OUT || bad=1
done
for known in "$golden/$name"-*.png; do
  [[ -f $known && ! -f $raw/$(basename "$known") ]] || continue
  if [[ -n ${UPDATE_GOLDENS:-} ]]; then
    rm "$known"
  else
    echo "$(basename "$known"): the lesson has no such stop"
    bad=1
  fi
done
exit $bad
