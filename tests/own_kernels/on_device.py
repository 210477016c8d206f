#!/usr/bin/env python3
# on_device.py: the program on every row of the table, the GPU way and the CPU way, on a machine with a GPU.
"""Usage: on_device.py SORTSCOPE ROOT [WORD] [JOBS]. Prints a line a row: ok, WRONG or seen. Each way is held
against the table, and the two against each other: network, layers, comparators, kinds of mistakes.
Last, three files are timed with --bench. Exit code 1 where something is not as the table says."""
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_corpus  # noqa: E402  beside this file

TRUTH = {"yes": True, "no": False}


def run(program, root, row, way):
    """What the program says of a row, and how long it took; None where that is no JSON."""
    begin = time.time()
    call = [program, "kernel", str(check_corpus.path_of(root, row["file"])), *row["call"].split(),
            "--way", way, "--json"]
    # Many share the GPU: only what never ends is ended by the usual limit.
    if row["kind"] != "timeout" and "--limit" not in row["call"]:
        call += ["--limit", "90"]
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return None, "not done in 120 s", 120
    try:
        return json.loads(done.stdout), done.stderr.strip(), time.time() - begin
    except ValueError:
        return None, (done.stderr or done.stdout).strip()[:300], time.time() - begin


def mistakes(report):
    """Kind and line of every finding that is wrong."""
    return [(f["kind"], f["line"]) for f in report["findings"] if f["severity"] == "wrong"]


def judge(row, report):
    """What of a report is not as the table says."""
    wrong = []
    if not report["compiled"]:
        return [f"does not compile: {[m['text'] for m in report['messages']][:2]}"]
    if row["sorted"] in TRUTH and report["sorted"] != TRUTH[row["sorted"]]:
        wrong.append(f"sorted is {report['sorted']}")
    if row["verdict"] != "-" and report["network"] != (row["verdict"] == "network"):
        wrong.append(f"network is {report['network']}")
    if row["equals"] != "-" and report["equals"] != row["equals"]:
        wrong.append(f"equals {report['equals']}")
    found = [(f["kind"], str(f["line"])) for f in report["findings"]]
    if row["kind"] == "-":
        if row["sorted"] != "no" and mistakes(report):
            wrong.append(f"finds {mistakes(report)}")
    elif not any(kind == row["kind"] and (row["lines"] == "-" or line in row["lines"].split(","))
                 for kind, line in found):
        wrong.append(f"does not find {row['kind']} in line {row['lines']}, but {found}")
    return wrong


def line_of(program, root, row):
    """One row, both ways."""
    text, bad, reports = "", False, {}
    for way in ("gpu", "cpu"):
        report, said, took = run(program, root, row, way)
        reports[way] = report
        wrong = judge(row, report) if report else [f"no report: {said}"]
        bad |= bool(wrong)
        text += f"; {way} {took:.1f} s {'; '.join(wrong) if wrong else 'ok'}"
        if report:
            text += f" (compiled in {report.get('compile_s', 0):.1f} s)" if "compile_s" in report else ""
    gpu, cpu = reports["gpu"], reports["cpu"]
    # Where a race decides, the two may differ; the table says so with "-".
    if gpu and cpu and row["sorted"] != "-":
        for key in ("network", "layers", "comparators", "launches", "equals", "sorted"):
            if gpu.get(key) != cpu.get(key):
                bad = True
                text += f"; {key}: gpu {gpu.get(key)}, cpu {cpu.get(key)}"
        if {k for k, _ in mistakes(gpu)} != {k for k, _ in mistakes(cpu)}:
            text += f"; gpu finds {mistakes(gpu)}, cpu {mistakes(cpu)}"
    return f"{'WRONG' if bad else 'ok':8} program {row['file']} ({row['call']}){text}"


def bench(program, root, name, more):
    """A file timed beside ours and CUB."""
    path = check_corpus.path_of(root, name)
    call = [program, "kernel", str(path), "--bench", "--sizes", "2^10,2^14,2^18,2^20", *more]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    mark = "ok" if done.returncode == 0 else "WRONG"
    return f"{mark:8} bench {name}: exit {done.returncode}\n{done.stdout}{done.stderr}"


def main():
    program, root = str(Path(sys.argv[1]).absolute()), Path(sys.argv[2]).absolute()
    word = sys.argv[3] if len(sys.argv) > 3 else ""
    jobs = int(sys.argv[4]) if len(sys.argv) > 4 else 8
    rows = [row for row in check_corpus.rows(root) if word in row["file"]]
    with ThreadPoolExecutor(jobs) as pool:
        lines = []
        for line in pool.map(lambda row: line_of(program, root, row), rows):
            lines.append(line)
            print(line, flush=True)
    for name, more in (("starts/v0.cu", []), ("starts/v2.cu", []),
                       ("right/course_key.cu", ["--memory", "host", "--entry", "bitonic_sort"])):
        if word in name:
            lines.append(bench(program, root, name, more))
            print(lines[-1], flush=True)
    return 1 if any(line.startswith("WRONG") for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
