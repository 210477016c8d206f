#!/usr/bin/env bash
# Renders one picture with software OpenGL and compares it with the golden one.
# Usage: check_golden.sh GOLDEN.png OUT_FOLDER [--ignore RECTANGLE] PROGRAM ARGUMENTS...
# OUT in an argument stands for the new picture; RECTANGLE is "X0,Y0 X1,Y1", painted over.
# On failure OUT_FOLDER holds NAME.png (new) and NAME-diff.png (differences in red).
# UPDATE_GOLDENS=1 writes the golden picture instead; GOLDEN_COLORS: with so many colours, to be small
# (then GOLDEN_FUZZ is what they may be off).
set -u
export LC_ALL=C.UTF-8
golden=$1 folder=$2
shift 2
name=$(basename "$golden" .png)
ignored=()
if [[ $1 == --ignore ]]; then
  ignored=(-fill black -draw "rectangle $2")
  shift 2
fi
new=$folder/$name.png
mkdir -p "$folder"
rm -f "$new" "$folder/$name-diff.png"

# The same pixels everywhere: on the planted machine, with nothing of this person.
home=$folder/$name-home
rm -rf "$home"
"$(dirname "$0")/../machine/environment.py" "$home" "${@//OUT/$new}" || { echo "$name: the program failed ($?)"; exit 1; }
[[ ${#ignored[@]} == 0 ]] || mogrify "${ignored[@]}" "$new"

if [[ -n ${UPDATE_GOLDENS:-} ]]; then
  colors=()
  [[ -z ${GOLDEN_COLORS:-} ]] || colors=(-alpha off +dither -colors "$GOLDEN_COLORS")
  convert "$new" "${colors[@]}" -strip -define png:compression-level=9 "$golden" && echo "$name: golden picture written"
  exit
fi
[[ -f $golden ]] || { echo "$name: no golden picture yet; look at $new, then UPDATE_GOLDENS=1"; exit 1; }

size_new=$(identify -format %wx%h "$new") size_golden=$(identify -format %wx%h "$golden")
[[ $size_new == "$size_golden" ]] || { echo "$name: is $size_new, should be $size_golden"; exit 1; }
# A pixel differs where its colour is off by more than 2 %; one pixel in 2000 may (glyph edges of another
# FreeType or Mesa).
differing=$(compare -metric AE -fuzz "${GOLDEN_FUZZ:-2%}" "$golden" "$new" "$folder/$name-diff.png" 2>&1)
differing=${differing%%[!0-9]*}
allowed=$((${size_new%x*} * ${size_new#*x} / 2000))
echo "$name: $differing pixels differ, $allowed may"
if [[ -z $differing || $differing -gt $allowed ]]; then
  echo "new: $new   golden: $golden   differences: $folder/$name-diff.png"
  exit 1
fi
rm -f "$folder/$name-diff.png"
