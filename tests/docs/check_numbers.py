#!/usr/bin/env python3
# check_numbers.py: counts of four digits and more in lessons have commas, as the pictures beside them have.
"""Usage: check_numbers.py ROOT

Captions, notes, questions and explanations; not code, years, exponents, names of wires and models."""
import re
import sys
from pathlib import Path

CODE = re.compile(r"`[^`]*`|kernel-open \S+ \d+")
NAME = re.compile(r"(\^|wire |GeForce )$")
YEAR = range(1900, 2031)
THINGS = re.compile(r" (keys|wires|words|threads|layers|comparators)\b")


def faults(line):
    text = CODE.sub(lambda code: "_" * len(code[0]), line)
    for number in re.finditer(r"(?<![\d.,])\d{4,}(?!\d)", text):
        year = int(number[0]) in YEAR and not THINGS.match(text[number.end():])
        if not year and not NAME.search(text[:number.start()]):
            yield f"{number[0]} is written {int(number[0]):,}"


def check(path):
    code = False
    for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            code = not code
        elif not code or line.startswith(("ask ", "explain ")):
            for fault in faults(line):
                yield f"{path.name}:{row}: {fault}: {line.strip()[:60]}"


def main():
    told = ["4608 comparators", "in 2048 keys", "2020 keys"]
    left = ["2^4292 keys", "of 2005", "`n 4096`", "wire 2197", "4,608", "0.00243", "GeForce 7800"]
    assert all(list(faults(line)) for line in told) and not any(list(faults(line)) for line in left)
    lessons = sorted((Path(sys.argv[1]) / "assets" / "lessons").glob("*.md"))
    found = [fault for path in lessons for fault in check(path)]
    print("\n".join(found) or f"{len(lessons)} lessons")
    return 1 if found or not lessons else 0


if __name__ == "__main__":
    sys.exit(main())
