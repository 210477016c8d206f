#!/usr/bin/env python3
# plain_ratio.py: two programs of one sort, a sample each in turns: how many times as long the first takes.
"""Usage: plain_ratio.py OURS ALONE NAME SIZES SAMPLES STARTS. OURS talks through file number 3 (plain_driver.cuh), ALONE
through standard input and output (native.cuh). Both are started STARTS times: where a start's memory lies shifts all of
its times together. A start's ratio is the median of its pairs. Prints a line a size: the median of the starts, their
least and most; exit code 1 where the median is above 1.02."""
import array
import os
import random
import socket
import statistics
import subprocess
import sys

MOST = 1.02
# As the program starts what it compiled.
ENVIRONMENT = {**os.environ, "CUDA_MODULE_LOADING": "EAGER", "CUDA_CACHE_DISABLE": "1"}


class Ours:
    def __init__(self, program):
        ours, theirs = socket.socketpair()
        # The shell gives the line the number that the program knows.
        command = ["bash", "-c", f'exec 3<&{theirs.fileno()}; exec "$0"', program]
        self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=ENVIRONMENT)
        theirs.close()
        self.talk = ours
        self.lines = ours.makefile("r")
        hello = self.lines.readline()
        assert hello.startswith("hello 1"), hello

    def case(self, keys):
        self.talk.sendall(f"case {len(keys)} 1 0 0\n".encode() + keys.tobytes())
        line = self.lines.readline()
        while line.startswith("kernel"):
            line = self.lines.readline()
        assert line.startswith("case"), line

    def sample_ns(self):
        self.talk.sendall(b"sample 0\n")
        line = self.lines.readline()
        assert line.startswith("time"), line
        return float(line.split()[1])

    def check(self):
        self.talk.sendall(b"check\n")
        line = self.lines.readline()
        return line.startswith("output 0 ")

    def end(self):
        self.talk.close()
        self.lines.close()
        self.process.kill()
        self.process.wait()


class Alone:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT)

    def ask(self, what):
        self.process.stdin.write(what)
        self.process.stdin.flush()
        return self.process.stdout.readline().decode()

    def case(self, keys):
        line = self.ask(f"case {len(keys)}\n".encode() + keys.tobytes())
        assert line.startswith("case"), line

    def sample_ns(self):
        line = self.ask(b"sample\n")
        assert line.startswith("time"), line
        return float(line.split()[1])

    def check(self):
        return self.ask(b"check\n").startswith("sorted")

    def end(self):
        self.process.kill()
        self.process.wait()


def measured(ours, alone, samples):
    """Times of both, in turns; who is first changes too."""
    for _ in range(5):
        ours.sample_ns()
        alone.sample_ns()
    times = []
    for i in range(samples):
        if i % 2 == 0:
            first = ours.sample_ns()
            times.append((first, alone.sample_ns()))
        else:
            first = alone.sample_ns()
            times.append((ours.sample_ns(), first))
    return times


def ratios_of_a_start(programs, keys, samples):
    """The median ratio of a start at each size, with both median times; None in place of it where an output is not sorted."""
    ours, alone = Ours(programs[0]), Alone(programs[1])
    seen = {}
    for n, source in keys.items():
        ours.case(source)
        alone.case(source)
        times = measured(ours, alone, samples)
        ratio = statistics.median(a / b for a, b in times)
        seen[n] = (ratio if ours.check() and alone.check() else None,
                   statistics.median(a for a, _ in times), statistics.median(b for _, b in times))
    ours.end()
    alone.end()
    return seen


def main():
    programs, name = sys.argv[1:3], sys.argv[3]
    sizes, samples, starts = [int(n) for n in sys.argv[4].split(",")], int(sys.argv[5]), int(sys.argv[6])
    keys = {n: array.array("I", random.Random(n).randbytes(4 * n)) for n in sizes}
    seen = {n: [] for n in sizes}
    for factor in (1, 4):  # sizes whose starts scatter are started more often
        asked = {n: keys[n] for n in sizes
                 if factor == 1 or (all(row[0] for row in seen[n]) and statistics.median(row[0] for row in seen[n]) > MOST)}
        for _ in range(starts * factor if asked else 0):
            for n, row in ratios_of_a_start(programs, asked, samples).items():
                seen[n].append(row)
    failed = False
    for n, rows in seen.items():
        sorts = all(row[0] for row in rows)
        ratios = sorted(row[0] for row in rows if row[0])
        ratio = statistics.median(ratios) if ratios else float("nan")
        good = sorts and ratio <= MOST
        failed |= not good
        spread = f"{ratio:.4f} ({min(ratios, default=0):.4f} to {max(ratios, default=0):.4f})"
        print(f"{'ok    ' if good else 'WRONG '} {name}, {n} keys: {spread} of {len(rows)} starts of {samples} pairs; "
              f"{statistics.median(row[1] for row in rows) / 1e3:.2f} µs ours, "
              f"{statistics.median(row[2] for row in rows) / 1e3:.2f} µs nvcc alone{'' if sorts else '; NOT SORTED'}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
