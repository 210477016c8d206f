#!/usr/bin/env python3
# check_arch.py: compiles CUDA files for GPUs other than the build's, as objects.
"""Usage: check_arch.py BUILD [--all] [--arch 75,86] [--nvcc NVCC] [--jobs N]

Compiles with the commands of BUILD/compile_commands.json, of which only the architectures and the output
change, and with --nvcc the toolkit. Objects, not PTX alone: most that an older GPU lacks is found by ptxas. Without
--all one file for every template: of files that differ only in the type of keys (_u32, _u32_places, _u64,
_u64_places) the one that compiles fastest, _u32; files that only instantiate CUB and Thrust (lab_peers) are left out.
Without --arch: GENERATIONS, as far as nvcc knows them, for files with assembly or with code that depends on the
architecture, in themselves or in what they include; OLDEST for the others. ccache is used where it is installed.
Nothing of it is run: an nvcc that can be quick (--Ofast-compile, CUDA 13) leaves optimising out, and finds the same.
Prints a line a file, and 'N passed, N failed, N skipped'.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TYPES = re.compile(r"(^|_)(u32|u64)(_places)?$")
# From the oldest GPU that CUDA 13 knows to the newest of a kind that people have; 12.0 is unknown to CUDA 12.4.
GENERATIONS = ["75", "80", "86", "89", "90", "120"]
OLDEST = ["75", "86"]
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
DEPENDS = re.compile(r"__CUDA_ARCH__|\basm\b")
OTHERS = re.compile(r"(^|_)(u32_places|u64|u64_places)$")


def kernel_files(build):
    """{path within kernels/: arguments} of its CUDA files."""
    entries = json.loads((build / "compile_commands.json").read_text())
    return {entry["file"].rpartition("/kernels/")[2]: (shlex.split(entry["command"]), entry["directory"])
            for entry in entries if entry["file"].endswith(".cu") and "/kernels/" in entry["file"]}


def one_of_each(names):
    """The files to compile where not all are: see above."""
    return sorted(name for name in names
                  if not OTHERS.search(Path(name).stem) and "lab_peers" not in name)


def known(nvcc):
    """Those of GENERATIONS that this nvcc compiles for. The others are said, not left out in silence."""
    told = subprocess.run([nvcc, "--list-gpu-code"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    for number in GENERATIONS:
        if f"sm_{number}" not in told:
            print(f"nvcc does not know compute capability {number[:-1]}.{number[-1]}")
    return [number for number in GENERATIONS if f"sm_{number}" in told]


def depends(source, roots, seen=None):
    """Whether a file, or one of ours that it includes, has code that depends on the architecture."""
    seen = set() if seen is None else seen
    if source in seen or not source.is_file():
        return False
    seen.add(source)
    text = source.read_text(encoding="utf-8")
    if DEPENDS.search(text):
        return True
    return any(depends(root / header, roots, seen) for header in INCLUDE.findall(text) for root in roots)


def quick_options(nvcc):
    """What makes this nvcc quick: a sixth of the time for an architecture; nothing before CUDA 13."""
    told = subprocess.run([nvcc, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return ["--Ofast-compile=max"] if "--Ofast-compile" in told else []


def compile_for(arguments, architectures, output, nvcc=None, more=()):
    """The command with other architectures, another output, `more` options and, where `nvcc` is given, that toolkit."""
    command = []
    skip = False
    for argument in arguments:
        if skip:
            skip = False
        elif argument in ("-o", "-arch", "-gencode", "--generate-code"):
            skip = True
        elif argument.startswith(("--generate-code=", "-gencode=", "-arch=", "--gpu-architecture=")):
            continue
        elif nvcc and re.fullmatch(r"(-I|-isystem=?).*/cuda[^/]*(/targets/[^/]*)?/include(/cccl)?", argument):
            command.append(f"-isystem={Path(nvcc).resolve().parents[1] / 'include'}")
        else:
            command.append(argument)
    if nvcc:
        command[0] = str(nvcc)
    command += [f"--generate-code=arch=compute_{number},code=[sm_{number}]" for number in architectures]
    command += more
    ccache = shutil.which("ccache")
    return ([ccache] if ccache else []) + command + ["-o", output]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--arch")
    parser.add_argument("--nvcc")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    files = kernel_files(options.build)
    chosen = sorted(files) if options.all else one_of_each(files)
    def template(name):
        return Path(name).parent / ("*" + TYPES.sub("", Path(name).stem))

    chosen_templates = {template(name) for name in chosen}
    if not chosen or any(template(name) not in chosen_templates and "lab_peers" not in name for name in files):
        print("no CUDA file was found for some template")
        return 1
    nvcc = options.nvcc or files[chosen[0]][0][0]
    generations, quick = known(nvcc), quick_options(nvcc)

    def wanted(name):
        if options.arch:
            return options.arch.split(",")
        arguments = files[name][0]
        roots = [Path(argument[2:]) for argument in arguments if argument.startswith("-I")]
        return generations if depends(Path(arguments[arguments.index("-c") + 1]), roots) else OLDEST

    if not options.arch and not any(wanted(name) is generations for name in chosen):
        print("no file depends on the architecture: their assembly is no longer found")
        return 1
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        def check(name):
            arguments, directory = files[name]
            begin = time.monotonic()
            architectures = wanted(name)
            output = os.path.join(folder, name.replace("/", "-") + ".o")
            more = [] if any(word.startswith("--Ofast-compile") for word in arguments) else quick
            command = compile_for(arguments, architectures, output, options.nvcc, more)
            run = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            return name, architectures, run.returncode, run.stdout, time.monotonic() - begin

        failed = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for name, architectures, code, output, seconds in pool.map(check, chosen):
                print(f"{'ok' if code == 0 else 'FAILED':6} {name} for {', '.join(architectures)}, {seconds:.1f} s",
                      flush=True)
                if code != 0:
                    failed += 1
                    print(output)
    print(f"{len(chosen)} CUDA files in {time.monotonic() - started:.0f} s")
    print(f"{len(chosen) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
