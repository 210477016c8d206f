#!/usr/bin/env python3
# check_tidy.py: clang-tidy on the C++ files of the build, in parallel; clean files are remembered.
"""Usage: check_tidy.py ROOT BUILD

With SORTSCOPE_TIDY=all in the environment every file is checked; else those that differ from where this
branch left the shared one, or are not committed, and one that includes each header that does. With
SORTSCOPE_TIDY=landed they are told from the commit in tests/style/landed instead: what stands there was
checked before. A change of .clang-tidy changes every file.
A file that passed is not checked again until its text, a header of ours that it includes (through any
number of headers), .clang-tidy or its compile command changes: ~/.cache/sortscope/tidy holds an empty
file named by the hash of all these. Paths in it are relative: all checkouts share it.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# nvcc's, not clang's.
CUDA_OPTIONS = re.compile(r"\.(cu|cuh)$")


@functools.cache
def included(root, path):
    """Our files that `path` names in its #includes."""
    names = (root / name.decode() for name in INCLUDE.findall(path.read_bytes()))
    return [name for name in names if name.is_file()]


def with_headers(root, path, seen):
    """`path` and all our headers that it includes, in a set."""
    if path not in seen:
        seen.add(path)
        for name in included(root, path):
            with_headers(root, name, seen)
    return seen


def git(root, *arguments):
    """What git prints, or None where it fails."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def changed_files(root, which):
    """Paths that differ from the commit in tests/style/landed (`which` is "landed") or else from where this branch
    left the shared one; None where that is not known, or where every verdict may have changed."""
    if which == "landed":
        shared_ones = ((root / "tests/style/landed").read_text().split()[0],)
    else:
        shared_ones = ("@{upstream}", "origin/HEAD", "origin/main")
    for shared in shared_ones:
        base = git(root, "merge-base", "HEAD", shared)
        if base:
            break
    else:
        return None
    names = git(root, "diff", "--name-only", base)
    new = git(root, "ls-files", "--others", "--exclude-standard")
    paths = {root / name for name in (names + "\n" + new).splitlines()}
    return None if any(path.name == ".clang-tidy" for path in paths) else paths


def files_for(changed, headers_of):
    """Those of the files that `headers_of` {file: itself and its headers} names which changed, and for each header
    that changed and that none of them includes the file with the fewest headers that includes it: what clang-tidy
    says of a header it says in every file."""
    chosen = {file for file in headers_of if file in changed}
    seen = set().union(*(headers_of[file] for file in chosen))
    for header in sorted(changed - seen):
        including = [file for file in headers_of if header in headers_of[file]]
        if including and header not in seen:
            chosen.add(min(including, key=lambda file: (len(headers_of[file]), file)))
            seen = set().union(*(headers_of[file] for file in chosen))
    return chosen


def compile_command(entry):
    """The command without precompiled headers: every file includes what it uses, and clang reads none
    of g++'s."""
    words = shlex.split(entry["command"])
    kept = []
    skip = False
    for word, following in zip(words, words[1:] + [""]):
        if skip:
            skip = False
        elif word == "-include" and "cmake_pch" in following:
            skip = True
        elif word not in ("-Winvalid-pch", "-fpch-preprocess"):
            kept.append(word)
    return shlex.join(kept)


@functools.cache
def configurations(root):
    """What each .clang-tidy of the tree says."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", ".clang-tidy", "*/.clang-tidy"], cwd=root,
                            capture_output=True, text=True, check=True).stdout
    return [Path(root, name).read_bytes() for name in sorted(listed.split())]


def signature(root, build, entry, version):
    """What the verdict on a file depends on, hashed."""
    digest = hashlib.sha256(version)
    # Where the checkout and its build lie makes no difference.
    digest.update(entry["command"].replace(str(build), "BUILD").replace(str(root), "ROOT").encode())
    for config in configurations(root):
        digest.update(config)
    for path in sorted(with_headers(root, Path(entry["file"]), set())):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def main():
    root, build = (Path(argument).resolve() for argument in sys.argv[1:3])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sortscope" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text())
               if entry["file"].startswith(str(root)) and not entry["file"].startswith(str(build))
               and not CUDA_OPTIONS.search(entry["file"])]
    if not entries:
        print("compile_commands.json names no file of ours")
        return 1

    for entry in entries:
        entry["command"] = compile_command(entry)
    total = len(entries)
    which = os.environ.get("SORTSCOPE_TIDY")
    changed = None if which == "all" else changed_files(root, which)
    if changed is not None:
        chosen = files_for(changed, {file: with_headers(root, file, set())
                                     for file in (Path(entry["file"]) for entry in entries)})
        entries = [entry for entry in entries if Path(entry["file"]) in chosen]
    commands = cache / f"commands-{os.getpid()}"
    commands.mkdir()
    (commands / "compile_commands.json").write_text(json.dumps(entries))

    def check(entry):
        """(file, clean, output); nothing is run where the cache knows the answer."""
        known = cache / signature(root, build, entry, version)
        if known.exists():
            known.touch()
            return entry["file"], True, None
        # g++ gives the compiler warnings; clang does not know all of its options.
        done = subprocess.run(["clang-tidy", "--quiet", "-p", str(commands),
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
    shutil.rmtree(commands)
    print(f"{len(entries)} of {total} files, {checked} checked now, {bad} with warnings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
