#!/usr/bin/env python3
"""Counts bank conflicts with ncu while lens_probe runs, and prints rows for
core/engines/plans/memory_lens_checked.cpp; with --table a table of all that was counted.

    tests/bench/lens_check.py build/dev/tests/bench/lens_probe
"""
import argparse
import csv
import subprocess
import sys

METRICS = {
    "ld_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "st_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "ld_instructions": "smsp__inst_executed_op_shared_ld.sum",
    "st_instructions": "smsp__inst_executed_op_shared_st.sum",
    "ld_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "st_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "global_ld_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_st_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
FIELDS = ["kernel", "placement", "key_bytes", "threads", "pattern", "repeats"]


def parse(text):
    """Launches of the probe in order, each with what ncu counted. Raises ValueError."""
    manifest, counted, header = [], {}, None
    for row in csv.reader(text.splitlines()):
        if len(row) == len(FIELDS) and row[1] in ("plain", "padded", "swizzled"):
            manifest.append(dict(zip(FIELDS, row)))
        elif row and row[0] == "ID":
            header = row
        elif header and len(row) == len(header) and row[0].isdigit():
            entry = dict(zip(header, row))
            values = counted.setdefault(int(entry["ID"]), {})
            values[entry["Metric Name"]] = float(entry["Metric Value"].replace(",", ""))
    if not manifest or len(counted) != len(manifest):
        raise ValueError(f"ncu counted {len(counted)} launches, the probe made {len(manifest)}")
    for launch, index in zip(manifest, sorted(counted)):
        launch.update({name: counted[index].get(metric) for name, metric in METRICS.items()})
    return manifest


def row_of(launch):
    """A row of the table in core/engines/plans/memory_lens_checked.cpp: conflicts of a block in a layer."""
    repeats = int(launch["repeats"])
    loads, stores = (round(launch[f"{op}_conflicts"] / repeats) for op in ("ld", "st"))
    return (f'      {{"{launch["kernel"]}", k{launch["placement"].capitalize()}, '
            f'{launch["key_bytes"]}, {launch["threads"]}, {launch["pattern"]}, {loads}, {stores}}},')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("probe", help="lens_probe, or a file with the output of ncu")
    parser.add_argument("--table", action="store_true", help="all counts, per repeat")
    arguments = parser.parse_args()
    if arguments.probe.endswith(".csv"):
        with open(arguments.probe, encoding="utf-8") as file:
            text = file.read()
    else:
        done = subprocess.run(["ncu", "--csv", "--metrics", ",".join(METRICS.values()),
                               arguments.probe], capture_output=True, text=True, check=False)
        text = done.stdout
        if done.returncode != 0:
            sys.exit(f"ncu failed: {done.stderr or text}")
    try:
        launches = parse(text)
    except ValueError as problem:
        sys.exit(str(problem))
    for launch in launches:
        if not arguments.table:
            print(row_of(launch))
            continue
        repeats = int(launch["repeats"])
        counts = "  ".join(f"{name} {(launch[name] or 0) / repeats:.2f}" for name in METRICS)
        print(" ".join(launch[field] for field in FIELDS[:5]), counts)


if __name__ == "__main__":
    main()
