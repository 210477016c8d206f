#!/usr/bin/env python3
# check_corpus.py: the corpus of kernels against its own table. Prints what is wrong.
"""Usage: check_corpus.py ROOT. Every file has a row, every row a file; a wrong file differs from its
base in one place, and the lines that the table names are there. Exit code 1 where that does not hold."""
import difflib
import sys
from pathlib import Path

COLUMNS = ("file", "call", "sorted", "verdict", "kind", "lines", "equals", "base")
KINDS = {"race", "out-of-bounds", "uninitialized", "barrier", "launch", "length", "padding", "payload",
         "crash", "timeout", "not-sorted", "bank-conflict", "uncoalesced", "idle", "launches", "-"}


def rows(root):
    """The table's rows, each a dict by column."""
    for line in (root / "tests/own_kernels/expectations.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield dict(zip(COLUMNS, (cell.strip() for cell in line.split("|"))))


def path_of(root, name):
    """Where a file of the table lies."""
    return root / ("assets/own_kernels" if name.startswith("starts/") else "tests/own_kernels") / name


def places(base, wrong):
    """In how many places two texts differ."""
    changes = difflib.SequenceMatcher(None, base.splitlines(), wrong.splitlines(), False).get_opcodes()
    merged, end = 0, -10
    for tag, begin, stop, *_ in changes:
        if tag == "equal":
            continue
        merged += begin > end + 2  # a line moved by one is one place
        end = stop
    return merged


def main():
    root = Path(sys.argv[1])
    wrong, seen = [], set()
    for row in rows(root):
        name, path = row["file"], path_of(root, row["file"])
        seen.add(name)
        if set(row) != set(COLUMNS) or row["kind"] not in KINDS:
            wrong.append(f"{name}: a row that cannot be read: {row}")
            continue
        if not path.is_file():
            wrong.append(f"{name}: there is no such file")
            continue
        count = len(path.read_text().splitlines())
        for line in row["lines"].split(","):
            if line != "-" and not (line.isdigit() and 1 <= int(line) <= count):
                wrong.append(f"{name}: line {line} of {count}")
        if row["base"] != "-":
            differ = places(path_of(root, row["base"]).read_text(), path.read_text())
            if differ != 1:
                wrong.append(f"{name}: differs from {row['base']} in {differ} places")
    files = [p for folder in ("right", "wrong", "hostile") for p in (root / "tests/own_kernels" / folder).glob("*")]
    files += (root / "assets/own_kernels/starts").glob("*")
    for path in sorted(path for path in files if path.is_file()):
        name = f"{path.parent.name}/{path.name}"
        if name not in seen and name != "hostile/does_not_compile.cu":
            wrong.append(f"{name}: not in the table")
    print("\n".join(wrong) if wrong else f"{len(seen)} files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
