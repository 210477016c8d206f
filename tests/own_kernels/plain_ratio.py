#!/usr/bin/env python3
# plain_ratio.py: two programs of one sort, a sample each in turns: how many times as long the first takes.
"""Usage: plain_ratio.py OURS ALONE NAME SIZES SAMPLES. OURS talks through file number 3 (plain_driver.cuh), ALONE through
standard input and output (native.cuh). Prints a line a size; exit code 1 where a median ratio is above 1.02."""
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


def main():
    ours, alone = Ours(sys.argv[1]), Alone(sys.argv[2])
    name, sizes, samples = sys.argv[3], [int(n) for n in sys.argv[4].split(",")], int(sys.argv[5])
    failed = False
    for n in sizes:
        source = random.Random(n)
        keys = array.array("I", source.randbytes(4 * n))
        ours.case(keys)
        alone.case(keys)
        for factor in (1, 5):  # a ratio that scatters is measured once more, longer
            times = measured(ours, alone, factor * samples)
            ratios = sorted(a / b for a, b in times)
            ratio = statistics.median(ratios)
            if ratio <= MOST:
                break
        sorts = ours.check() and alone.check()
        good = ratio <= MOST and sorts
        failed |= not good
        low, high = ratios[len(ratios) // 4], ratios[3 * len(ratios) // 4]
        print(f"{'ok    ' if good else 'WRONG '} {name}, {n} keys: {ratio:.4f} ({low:.4f} to {high:.4f}) of {len(times)} pairs; "
              f"{statistics.median(a for a, _ in times) / 1e3:.2f} µs ours, {statistics.median(b for _, b in times) / 1e3:.2f} µs "
              f"nvcc alone{'' if sorts else '; NOT SORTED'}", flush=True)
    ours.end()
    alone.end()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
