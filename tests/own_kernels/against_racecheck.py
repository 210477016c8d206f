#!/usr/bin/env python3
# against_racecheck.py: NVIDIA's racecheck against the table: hazards in shared memory.
"""Usage: against_racecheck.py [--program SORTSCOPE] [--jobs N], on a machine with a GPU and compute-sanitizer.
Every file with a planted race in shared memory has to have a hazard, every right one none. racecheck looks at
shared memory only: races in global memory are listed, with what it says, and not judged. Prints a table; exit
code 1 where it does not agree."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_corpus  # noqa: E402  beside this file
import native  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def asked():
    """(row, what is planted, keys): shared, global or none. A file once; right ones with the most keys that they are
    tried with, races with as many as keep several warps busy."""
    chosen = {}
    for row in check_corpus.rows(ROOT):
        name, planted = row["file"], None
        if row["kind"] == "race":
            shared = re.search(r"__shared__[^;]*Key|__shared__ int", check_corpus.path_of(ROOT, name).read_text())
            planted = "shared" if shared else "global"
        elif row["sorted"] == "yes" and name.startswith(("right/", "starts/")):
            planted = "none"
        keys = max(native.keys_asked(row["call"]), 1024 if planted == "shared" else 0)
        if planted and (name not in chosen or keys > chosen[name][2]):
            chosen[name] = (row, planted, keys)
    return sorted(chosen.values(), key=lambda one: (one[1] != "shared", one[1] != "global", one[0]["file"]))


def hazards(nvcc, sanitizer, row, keys, folder):
    """How many hazards racecheck tells, and its first sentence; None where it does not say."""
    program, said = native.build(nvcc, check_corpus.path_of(ROOT, row["file"]), row["call"], folder)
    if program is None:
        return None, said[:200]
    done = subprocess.run([sanitizer, "--tool", "racecheck", "--racecheck-report", "analysis", "--print-limit", "2",
                           str(program), str(keys)], capture_output=True, text=True, timeout=300, check=False)
    text = done.stdout + done.stderr
    summary = re.search(r"RACECHECK SUMMARY: (\d+) hazard", text)
    first = re.search(r"(Error|Warning): Race reported[^\n]*", text)
    return (int(summary[1]) if summary else None), (first[0] if first else "" if summary else text[-200:])


def found(program, row):
    """The lines in which Sortscope finds a race."""
    done = subprocess.run([program, "kernel", str(check_corpus.path_of(ROOT, row["file"])), *row["call"].split(), "--way", "cpu", "--json"],
                          capture_output=True, text=True, timeout=300, check=False)
    lines = [str(f["line"]) for f in json.loads(done.stdout)["findings"] if f["kind"] == "race"]
    return ",".join(lines) or "none"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program")
    arguments.add_argument("--jobs", type=int, default=8)
    given = arguments.parse_args()
    nvcc, sanitizer = native.tool("nvcc"), native.tool("compute-sanitizer")
    if not nvcc or not sanitizer:
        print("nvcc or compute-sanitizer is missing", file=sys.stderr)
        return 2
    rows, wrong, shared = asked(), 0, 0
    print(f"{'file':36} {'n':>5}  {'planted race':12}  {'racecheck':10}  " + ("Sortscope     " if given.program else ""))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        seen = pool.map(lambda one: hazards(nvcc, sanitizer, one[0], one[2], folder), rows)
        for (row, planted, keys), (count, first) in zip(rows, seen):
            agrees = {"shared": count is not None and count > 0, "none": count == 0, "global": True}[planted]
            wrong += not agrees
            shared += planted == "shared" and agrees
            ours = f"line {found(given.program, row)}" if given.program else ""
            print(f"{row['file']:36} {keys:5}  {planted:12}  {'?' if count is None else f'{count} hazards':10}  {ours:14}"
                  + ("" if agrees else "WRONG ") + first, flush=True)
    print(f"{shared} races in shared memory told by racecheck; {wrong} rows do not agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
