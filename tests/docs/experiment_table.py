#!/usr/bin/env python3
# experiment_table.py: makes the table of docs/experiments.md from the program, or compares it.
"""Usage: experiment_table.py PROGRAM [--write]

The table between the two marks of docs/experiments.md is the experiment `misplaced`, whose numbers depend on no machine. Compared
are the rows of 4,096 keys (seconds); --write (or UPDATE_GOLDENS=1) makes all of it (minutes)."""
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

PAGE = Path(__file__).resolve().parents[2] / "docs" / "experiments.md"
MARKS = ("<!-- Made by tests/docs/experiment_table.py: do not edit. -->\n", "<!-- End of what is made. -->\n")
SERIES = ("hash", "mt19937", "minstd", "xoroshiro64", "xorwow", "merge-shuffle", "hull-dobell", "tested", "gabber-galil")
DEPTHS = (3, 10, 20, 30)


def measured(program, sizes):
    """{(keys, depth, series): median}"""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home, "misplaced.csv")
        subprocess.run([program, "experiment", "misplaced", "--sizes", ",".join(map(str, sizes)), "--csv", file],
                       check=True, capture_output=True, env=planted(home))
        with file.open(encoding="utf-8") as rows:
            return {(int(row["panel"].replace(",", "")), int(row["x"]), row["series"]): float(row["median"])
                    for row in csv.DictReader(rows) if row["panel"].replace(",", "").isdigit()}


def rows(medians, size):
    for depth in DEPTHS:
        cells = [f"{medians[size, depth, series]:,.0f}" for series in SERIES]
        yield f"| {size:,} | {depth} | " + " | ".join(cells) + " |\n"


def main():
    program, writes = str(Path(sys.argv[1]).resolve()), "--write" in sys.argv or bool(os.environ.get("UPDATE_GOLDENS"))
    before, rest = PAGE.read_text(encoding="utf-8").split(MARKS[0])
    kept, after = rest.split(MARKS[1])
    if writes:
        sizes = (4096, 65536)
        medians = measured(program, sizes)
        table = "| keys | depth | " + " | ".join(SERIES) + " |\n" + "| ---: " * (len(SERIES) + 2) + "|\n"
        table += "".join(row for size in sizes for row in rows(medians, size))
        PAGE.write_text(before + MARKS[0] + table + MARKS[1] + after, encoding="utf-8")
        return 0
    missing = [row for row in rows(measured(program, (4096,)), 4096) if row not in kept]
    print(*missing, sep="", end="")
    if missing:
        print(f"docs/experiments.md has not these rows. Make it again: {sys.argv[0]} {program} --write")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
