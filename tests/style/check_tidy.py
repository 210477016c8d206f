#!/usr/bin/env python3
# check_tidy.py: clang-tidy on every C++ file of the build, in parallel; clean files are remembered.
"""Usage: check_tidy.py ROOT BUILD CACHE

A file that passed is not checked again until its text, a header of ours that it includes (through any
number of headers), .clang-tidy or its compile command changes: CACHE holds an empty file named by the
hash of all these.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# nvcc's, not clang's.
CUDA_OPTIONS = re.compile(r"\.(cu|cuh)$")


def with_headers(root, path, seen):
    """`path` and all our headers that it includes, in a set."""
    if path in seen or not path.is_file():
        return seen
    seen.add(path)
    for name in INCLUDE.findall(path.read_bytes()):
        with_headers(root, root / name.decode(), seen)
    return seen


def signature(root, entry, version):
    """What the verdict on a file depends on, hashed."""
    digest = hashlib.sha256(version)
    digest.update(entry["command"].encode())
    for config in sorted(root.glob("**/.clang-tidy")):
        digest.update(config.read_bytes())
    for path in sorted(with_headers(root, Path(entry["file"]), set())):
        digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def main():
    root, build, cache = (Path(argument).resolve() for argument in sys.argv[1:4])
    cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text())
               if entry["file"].startswith(str(root)) and not entry["file"].startswith(str(build))
               and not CUDA_OPTIONS.search(entry["file"])]
    if not entries:
        print("compile_commands.json names no file of ours")
        return 1

    def check(entry):
        """(file, clean, output); nothing is run where the cache knows the answer."""
        known = cache / signature(root, entry, version)
        if known.exists():
            known.touch()
            return entry["file"], True, None
        # g++ gives the compiler warnings; clang does not know all of its options.
        done = subprocess.run(["clang-tidy", "--quiet", "-p", str(build),
                               "--extra-arg=-Wno-error", entry["file"]],
                              capture_output=True, text=True)
        if done.returncode == 0:
            known.touch()
        return entry["file"], done.returncode == 0, done.stdout + done.stderr

    bad = checked = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, clean, output in pool.map(check, entries):
            checked += output is not None
            if not clean:
                bad += 1
                print(f"{Path(file).relative_to(root)}:\n{output}", flush=True)
    print(f"{len(entries)} files, {checked} checked now, {bad} with warnings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
