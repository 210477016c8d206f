#!/usr/bin/env python3
# planted_nvcc.py: a compiler that makes, of any CUDA file, a program that answers as the plain one does, without a GPU.
"""plant(FOLDER) writes FOLDER/nvcc. Put FOLDER before PATH and plant a machine with a GPU (machines/gpu.txt).
What the program does stands in the file: a line "// planted: WORD [NUMBER]" (KINDS). Without one it sorts, honestly."""
import sys
from pathlib import Path

# How a program may lie, or fail; "ns" is the time of a key, else 50.
KINDS = ("ns", "nan", "negative", "zero", "infinite", "word", "longer", "kernels", "line", "chatter", "silent", "unsorted",
         "lost", "crash", "ends", "prints", "no-gpu", "hello", "type", "memory", "fails", "error", "never", "bytes", "compiles")

PROGRAM = '''#!{python} -I
import array, ctypes, sys, time
kind, number = {kind!r}, {number!r}
talk = open(3, "r+b", buffering=0)
def say(text): talk.write((text + "\\n").encode())
def hear(count):
    data = b""
    while len(data) < count:
        got = talk.read(count - len(data))
        if not got: sys.exit(0)
        data += got
    return data
def hear_line():
    line = b""
    while not line.endswith(b"\\n"): line += hear(1)
    return line.decode().split()
def mixed(word):
    mask = (1 << 64) - 1
    word = (word + 0x9e3779b97f4a7c15) & mask
    word = ((word ^ word >> 30) * 0xbf58476d1ce4e5b9) & mask
    word = ((word ^ word >> 27) * 0x94d049bb133111eb) & mask
    return word ^ word >> 31
if kind == "no-gpu":
    print("no CUDA-capable device is detected")
    sys.exit(77)
if kind == "prints":
    while True: print("x" * 1000)
if kind == "hello": say("hello 7")
say("hello 1 " + ("short" if kind == "type" else "uint32") + " 1048576 Planted GPU, CUDA 13.0")
inputs, output = [], []
while True:
    words = hear_line()
    if words[0] == "case":
        n, count = int(words[1]), int(words[2])
        inputs = [array.array("I", hear(4 * n)) for _ in range(count)]
        if kind == "memory" and n > 2000:
            say("memory memory for the inputs: out of memory")
            continue
        if kind == "fails":
            say("failed the sort: an illegal memory access was encountered")
            continue
        if kind == "bytes":
            talk.write(b"failed red \\xff\\x1b[31m\\n")
            continue
        if kind == "kernels":
            try:
                while True: say("kernel 1 1 1 1 1 1 1 1 1 k")
            except OSError: sys.exit(0)
        say("kernel 12 %d 256 18 0 2048 0 8 2048 layer" % (n.bit_length()))
        say("case %d" % n.bit_length())
    elif words[0] == "sample":
        begin = time.perf_counter()
        given = inputs[int(words[1])]
        output = sorted(given)
        ns = max(number * len(given), 1000.0)
        if kind == "never": 
            while True: pass
        if kind == "silent": time.sleep(1000)
        if kind == "crash": ctypes.string_at(0)
        if kind == "ends": sys.exit(3)
        while time.perf_counter() - begin < 1e-9 * ns: pass
        if kind == "unsorted": output = list(given)
        if kind == "lost" and len(output) > 1: output[0] = output[1]
        if kind == "line":
            try:
                while True: talk.write(b"time 1 " * 100)
            except OSError: sys.exit(0)
        told = dict(nan="nan", negative="-5", zero="0", infinite="inf", word="fast", longer="1e15").get(kind, repr(ns))
        say("time " + told + " 0 0")
        if kind == "chatter": say("time 1 0 0")
    elif words[0] == "check":
        descents = sum(a > b for a, b in zip(output, output[1:]))
        say("output %d %d" % (descents, sum(mixed(mixed(key)) for key in output) % (1 << 64)))
'''

NVCC = '''#!{python} -I
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, {here!r})
import planted_nvcc
sys.exit(planted_nvcc.compile(sys.argv[1:]))
'''


def compile(arguments):
    """As nvcc: SOURCE -o PROGRAM among the arguments. Says what nvcc would of a file with "planted: error"."""
    source = Path(arguments[-1])
    program = Path(arguments[arguments.index("-o") + 1])
    kind, number = "ns", 50.0
    # Lines as the person's file has them.
    lines = source.read_text().split('#line 1 "your-kernel.cu"\n')[-1].splitlines()
    for at, line in enumerate(lines):
        _, planted, told = line.partition("// planted: ")
        if not planted:
            continue
        words = told.split()
        kind = words[0]
        number = float(words[1]) if len(words) > 1 else number
        assert kind in KINDS, kind
        while kind == "compiles":  # without end
            pass
        if kind == "error":
            print(f"your-kernel.cu({at + 1}): error: identifier \"x\" is undefined\n\n1 error detected in the compilation")
            return 2
    program.write_text(PROGRAM.format(python=sys.executable, kind=kind, number=number))
    program.chmod(0o755)
    return 0


def plant(folder):
    """Writes FOLDER/nvcc."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    nvcc = folder / "nvcc"
    nvcc.write_text(NVCC.format(python=sys.executable, here=str(Path(__file__).resolve().parent)))
    nvcc.chmod(0o755)
    return folder


if __name__ == "__main__":
    plant(sys.argv[1])
