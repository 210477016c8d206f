#!/usr/bin/env python3
# manual_pictures.py: makes the pictures of the manual, or compares new ones with them.
"""Usage: manual_pictures.py PROGRAM FOLDER [--write] [NAME...]

Pictures are listed in docs/manual/pictures.txt. New ones are rendered by software OpenGL into FOLDER and compared
with docs/manual/pictures/NAME.png; --write (or UPDATE_GOLDENS=1) puts them there instead."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "manual"
MOST_BYTES = 150_000
TOP_BAR = 48  # names the processor and times: not compared
FUZZ = "6%"  # pictures are kept with 256 colours
DIFFERING = 1 / 1000  # glyph edges of another FreeType or Mesa


def listed():
    """{name: (size, palette, [script line])}"""
    pictures = {}
    for number, line in enumerate((MANUAL / "pictures.txt").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            pictures[name][2].append(line.strip())  # pylint: disable=used-before-assignment
            continue
        words = line.split()
        if len(words) != 3 or words[0] in pictures:
            sys.exit(f"pictures.txt:{number}: expected NAME WIDTHxHEIGHT PALETTE, each name once; got '{line}'")
        name = words[0]
        pictures[name] = (words[1], words[2], [])
    return pictures


def render(program, folder, name, picture, **more):
    """The new picture; `more` is added to the environment of the tests."""
    size, palette, lines = picture
    script, new, home = folder / f"{name}.txt", folder / f"{name}.png", folder / f"{name}-home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    new.unlink(missing_ok=True)
    # In docs/manual, so that a script can open the files that lie there.
    done = subprocess.run([program, "--headless", "--engine", "cpu", "--size", size, "--palette", palette, "--script",
                           script, "--screenshot", new], cwd=MANUAL, env=planted(home, **more),
                          capture_output=True, text=True)
    if done.returncode != 0 or not new.exists():
        sys.exit(f"{name}: the program failed ({done.returncode}): {done.stderr}")
    return new


def write(new, kept):
    subprocess.run(["convert", new, "-strip", "-alpha", "off", "+dither", "-colors", "256", "-define",
                    "png:compression-level=9", f"PNG8:{kept}"], check=True)
    if kept.stat().st_size > MOST_BYTES:
        return f"{kept.name} has {kept.stat().st_size} bytes, {MOST_BYTES} may be: show less, or a smaller pane"
    print(f"{kept.name}: {kept.stat().st_size} bytes written")
    return ""


def compare(new, kept, size):
    if not kept.exists():
        return f"{kept.name}: not there yet; look at {new}, then UPDATE_GOLDENS=1"
    width, height = map(int, size.split("x"))
    sides = []
    for side, picture in (("new", new), ("kept", kept)):
        masked = new.with_name(f"{new.stem}-{side}-masked.png")
        subprocess.run(["convert", picture, "-alpha", "off", "-type", "TrueColor", "-fill", "black", "-draw",
                        f"rectangle 0,0 {width},{TOP_BAR}", masked], check=True)
        sides.append(masked)
    difference = new.with_name(f"{new.stem}-diff.png")
    done = subprocess.run(["compare", "-metric", "AE", "-fuzz", FUZZ, *sides, difference], capture_output=True,
                          text=True)
    try:
        differing = float(done.stderr.split()[0])
    except (IndexError, ValueError):
        return f"{kept.name}: {done.stderr.strip()}"
    allowed = width * height * DIFFERING
    print(f"{kept.name}: {differing:.0f} pixels differ, {allowed:.0f} may")
    if differing > allowed:
        return f"{kept.name}: is {new} now; differences: {difference}. Where it was meant: UPDATE_GOLDENS=1"
    for picture in (*sides, difference):
        picture.unlink()
    return ""


def main():
    program, folder = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
    names = [word for word in sys.argv[3:] if word != "--write"]
    writes = "--write" in sys.argv or bool(os.environ.get("UPDATE_GOLDENS"))
    folder.mkdir(parents=True, exist_ok=True)
    pictures = listed()
    errors = [f"pictures.txt has no {name}" for name in names if name not in pictures]
    for name in [name for name in names or pictures if name in pictures]:
        kept = MANUAL / "pictures" / f"{name}.png"
        new = render(program, folder, name, pictures[name])
        errors.append(write(new, kept) if writes else compare(new, kept, pictures[name][0]))
    errors = [error for error in errors if error]
    print(*errors, sep="\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
