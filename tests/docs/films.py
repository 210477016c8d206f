#!/usr/bin/env python3
# films.py: makes the films of README and docs/, or compares new ones with them.
"""Usage: films.py PROGRAM FOLDER [--write] [NAME...]

Films are listed in docs/pictures/films.txt. A new one is made in FOLDER and compared with docs/pictures/NAME.gif: frames,
their size and time, and what is on a frame of every step. --write (or UPDATE_GOLDENS=1) puts it there instead."""
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

KEPT = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MOST_BYTES = 500_000
FUZZ = "6%"  # colours of another ffmpeg's palette
DIFFERING = 1 / 500  # glyph edges of another FreeType or Mesa


def listed():
    """{name: arguments of `sortscope`}"""
    films = {}
    for number, line in enumerate((KEPT / "films.txt").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, *words = shlex.split(line)
        if not words or name in films:
            sys.exit(f"films.txt:{number}: expected NAME and the arguments of sortscope, each name once; got '{line}'")
        films[name] = words
    return films


def facts(film):
    """[(size, hundredths of a second)] of its frames."""
    done = subprocess.run(["identify", "-format", "%g %T\n", film], check=True, capture_output=True, text=True)
    frames = [line.split() for line in done.stdout.splitlines()]
    return [(geometry.split("+")[0], int(time)) for geometry, time in frames]


def frame(film, index, picture):
    """Frame `index` as a whole picture: the frames of a GIF hold only what has changed."""
    subprocess.run(["convert", f"{film}[0-{index}]", "-coalesce", "-delete", f"0-{index - 1}" if index else "999999",
                    "-alpha", "off", "-type", "TrueColor", picture], check=True, stderr=subprocess.DEVNULL)
    return picture


def differing(new, kept, index):
    pictures = [frame(film, index, new.with_name(f"{new.stem}-{index}-{side}.png"))
                for film, side in ((new, "new"), (kept, "kept"))]
    done = subprocess.run(["compare", "-metric", "AE", "-fuzz", FUZZ, *pictures,
                           new.with_name(f"{new.stem}-{index}-diff.png")], capture_output=True, text=True)
    return float(done.stderr.split()[0])


def compare(new, kept):
    if not kept.exists():
        return f"{kept.name}: not there yet; look at {new}, then UPDATE_GOLDENS=1"
    now, before = facts(new), facts(kept)
    if now != before:
        return f"{kept.name}: {len(before)} frames, the first {before[0]}; now {len(now)}, the first {now[0]}: {new}"
    width, height = map(int, now[0][0].split("x"))
    step = max(1, len(now) // 11)  # about a frame a step, some within a movement
    for index in range(0, len(now), step):
        pixels = differing(new, kept, index)
        if pixels > width * height * DIFFERING:
            return (f"{kept.name}: frame {index} of {new} differs in {pixels:.0f} pixels. "
                    "Where it was meant: UPDATE_GOLDENS=1")
    print(f"{kept.name}: {len(now)} frames, every {step}th compared")
    return ""


def main():
    program, folder = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
    names = [word for word in sys.argv[3:] if word != "--write"]
    writes = "--write" in sys.argv or bool(os.environ.get("UPDATE_GOLDENS"))
    films = listed()
    errors = [f"films.txt has no {name}" for name in names if name not in films]
    for name in [name for name in names or films if name in films]:
        new, kept, home = folder / f"{name}.gif", KEPT / f"{name}.gif", folder / f"{name}-home"
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        done = subprocess.run([program, *films[name], "-o", new], env=planted(home), capture_output=True, text=True)
        if done.returncode != 0:
            errors.append(f"{name}: the program failed ({done.returncode}): {done.stderr}")
        elif new.stat().st_size > MOST_BYTES:
            errors.append(f"{name}.gif has {new.stat().st_size} bytes, {MOST_BYTES} may be: fewer frames, or smaller ones")
        elif writes:
            shutil.copyfile(new, kept)
            print(f"{kept.name}: {kept.stat().st_size} bytes written")
        else:
            errors.append(compare(new, kept))
    errors = [error for error in errors if error]
    print(*errors, sep="\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
