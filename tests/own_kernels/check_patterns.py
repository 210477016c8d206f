#!/usr/bin/env python3
# check_patterns.py: what the program counts of patterns/ against what was worked out by hand.
"""Usage: check_patterns.py SORTSCOPE [WAY]. Requests and sectors of global memory, requests and wavefronts of
shared memory, by pattern. WAY: cpu (usual) or gpu. Exit code 1 where a count is another."""
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PATTERNS = Path(__file__).resolve().parent / "patterns"
KINDS = ("loads", "stores", "shared loads", "shared stores")


def rows():
    """(file, n, {kind: (requests, sectors or wavefronts)}) by row of the table."""
    for line in (PATTERNS / "expected.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        yield cells[0], int(cells[1]), {kind: tuple(int(n) for n in cells[2 + i].split()) for i, kind in enumerate(KINDS)}


def counted(report):
    """The same of a report. No line of a pattern both reads and writes one kind of memory."""
    sums = {kind: (0, 0) for kind in KINDS}
    for line in report["lines"]:
        for kind, asks, requests, needs in (("loads", "global_reads", "global_requests", "sectors"),
                                            ("stores", "global_writes", "global_requests", "sectors"),
                                            ("shared loads", "shared_reads", "shared_requests", "wavefronts"),
                                            ("shared stores", "shared_writes", "shared_requests", "wavefronts")):
            if line[asks] > 0:
                sums[kind] = (sums[kind][0] + line[requests], sums[kind][1] + line[needs])
    return sums


def count(program, name, n, way):
    """What the program counts; a text where it says something else."""
    call = [program, "kernel", str(PATTERNS / name), "--n", str(n), "--way", way, "--json"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    try:
        return counted(json.loads(done.stdout))
    except ValueError:
        return done.stderr.strip() or done.stdout.strip()


def main():
    program, way = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "cpu")
    table = list(rows())
    files = {path.name for path in PATTERNS.glob("*.cu")}
    wrong = [f"{name}: not in the table, or no file" for name in files ^ {name for name, _, _ in table}]
    with ThreadPoolExecutor(2) as pool:
        for (name, _, expected), seen in zip(table, pool.map(lambda row: count(program, row[0], row[1], way), table)):
            if seen != expected:
                wrong.append(f"{name}: expected {expected}\n    counted {seen}")
    print("\n".join(wrong) if wrong else f"{len(table)} patterns")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
