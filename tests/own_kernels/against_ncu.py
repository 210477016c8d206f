#!/usr/bin/env python3
# against_ncu.py: what the hardware counts of patterns/ against what was worked out by hand, and what the program counts.
"""Usage: against_ncu.py [--program SORTSCOPE] [--only WORD], on a machine with a GPU and Nsight Compute, as root.
Each pattern is compiled by nvcc alone and its one kernel profiled. Prints a table: by hand, ncu, and with --program
both ways of it. Exit code 1 where a count is another."""
import argparse
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_patterns  # noqa: E402  beside this file
import native  # noqa: E402

# Of each count, names in the order in which they are asked: those of instructions (SASS) see nothing of other traffic.
METRICS = {
    ("loads", 0): ["l1tex__t_requests_pipe_lsu_mem_global_op_ld"],
    ("loads", 1): ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld"],
    ("stores", 0): ["l1tex__t_requests_pipe_lsu_mem_global_op_st"],
    ("stores", 1): ["l1tex__t_sectors_pipe_lsu_mem_global_op_st"],
    ("shared loads", 0): ["smsp__sass_inst_executed_op_shared_ld", "smsp__inst_executed_op_shared_ld"],
    ("shared loads", 1): ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"],
    ("shared stores", 0): ["smsp__sass_inst_executed_op_shared_st", "smsp__inst_executed_op_shared_st"],
    ("shared stores", 1): ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st"],
}
# Told beside them: conflicts are wavefronts beyond one a request.
ALSO = ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st",
        "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld", "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st"]


def profile(ncu, program, n, names):
    """{name: value} of the program's first kernel; a text where ncu fails."""
    call = [ncu, "--clock-control", "none", "--launch-count", "1", "--csv", "--page", "raw", "--print-units", "base",
            "--metrics", ",".join(f"{name}.sum" for name in names), str(program), str(n)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    lines = done.stdout.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if first is None:
        return (done.stdout + done.stderr).strip()[-600:]
    table = list(csv.reader(lines[first:]))
    return {name.removesuffix(".sum"): float(value.replace(",", ""))
            for name, value in zip(table[0], table[2]) if name.endswith(".sum") and value.strip()[:1].isdigit()}


def known_names(ncu, program, n):
    """Those of all names that this ncu and this GPU know, one try each where they are not taken together."""
    names = [name for row in METRICS.values() for name in row] + ALSO
    together = profile(ncu, program, n, names)
    if isinstance(together, dict) and len(together) == len(names):
        return names
    return [name for name in names if isinstance(seen := profile(ncu, program, n, [name]), dict) and name in seen]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program")
    arguments.add_argument("--only", default="")
    given = arguments.parse_args()
    nvcc, ncu = native.tool("nvcc"), native.tool("ncu")
    if not nvcc or not ncu:
        print("nvcc or ncu is missing", file=sys.stderr)
        return 2
    wrong, names = [], None
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'pattern':22} {'what':14} {'by hand':>14} {'ncu':>14}" + (f" {'cpu way':>14} {'gpu way':>14}" if given.program else ""))
        for file, n, expected in check_patterns.rows():
            if given.only not in file:
                continue
            program, said = native.build(nvcc, check_patterns.PATTERNS / file, f"--n {n}", folder)
            if program is None:
                wrong.append(f"{file}: {said[:300]}")
                continue
            names = names or known_names(ncu, program, n)
            seen = profile(ncu, program, n, names)
            if not isinstance(seen, dict):
                wrong.append(f"{file}: {seen}")
                continue
            ways = {way: check_patterns.count(given.program, file, n, way) for way in ("cpu", "gpu")} if given.program else {}
            for kind in check_patterns.KINDS:
                hardware = []
                for part in (0, 1):
                    name = next((name for name in METRICS[kind, part] if name in seen), None)
                    hardware.append("?" if name is None else int(seen[name]))
                others = [ways[way][kind] if isinstance(ways[way], dict) else ways[way][:14] for way in ways]
                same = tuple(hardware) == expected[kind] and all(other == expected[kind] for other in others)
                if not same:
                    wrong.append(f"{file}, {kind}: by hand {expected[kind]}, ncu {hardware}, ways {others}")
                shown = [" ".join(str(number) for number in pair) if not isinstance(pair, str) else pair for pair in (expected[kind], hardware, *others)]
                print(f"{file:22} {kind:14} " + " ".join(f"{text:>14}" for text in shown) + ("" if same else "   WRONG"), flush=True)
            print(f"{'':22} conflicts: " + ", ".join(f"{int(seen[name])} ({name.split('__')[0]}, {name[-2:]})" for name in ALSO if name in seen), flush=True)
    print("names: " + " ".join(names or []))
    print("\n".join(wrong) if wrong else "ncu counts what was worked out by hand")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
