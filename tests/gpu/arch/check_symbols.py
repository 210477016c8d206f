#!/usr/bin/env python3
# check_symbols.py: no function of ours on the host is compiled into two CUDA objects.
"""Usage: check_symbols.py NM OBJECT...

nvcc gives every object its own address for a kernel. A function that two objects define (a weak symbol: a
template or an inline function) comes from one of them only, and launches that one's kernel, whichever
object has readied its own. So what names kernels has internal linkage, or is instantiated in one object.
"""
import re
import subprocess
import sys

# V and W weak, u unique.
WEAK = re.compile(r"^\S*\s+([VWuv])\s+(.*)$")
# Of our namespace, or a kernel's stub; not where ours are no more than arguments of a library's template.
OURS = re.compile(r"^[^<(]*(\bsortscope::device::|__device_stub__)")
# Symbols of types, not of code.
DATA = re.compile(r"^(vtable|typeinfo|typeinfo name|VTT) for ")


def weak_names(listing):
    """Names of the weak symbols of ours in the output of `nm -C`."""
    names = set()
    for line in listing.splitlines():
        found = WEAK.match(line)
        if found and OURS.search(found.group(2)) and not DATA.match(found.group(2)):
            names.add(found.group(2))
    return names


def shared_names(listings):
    """{name: [object, object ...]} of names that more than one of {object: output of nm} defines."""
    where = {}
    for path, listing in listings.items():
        for name in weak_names(listing):
            where.setdefault(name, []).append(path)
    return {name: sorted(paths) for name, paths in where.items() if len(paths) > 1}


def main():
    nm, objects = sys.argv[1], [path for path in sys.argv[2:] if path.endswith(".cu.o")]
    if len(objects) < 2:
        print("no CUDA objects were named")
        return 1
    listings = {path: subprocess.run([nm, "-C", "--defined-only", path], capture_output=True, check=True,
                                     text=True).stdout for path in objects}
    shared = shared_names(listings)
    for name, paths in sorted(shared.items()):
        print(f"{name}\n    is defined by " + ", ".join(path.rsplit("/", 1)[-1] for path in paths))
    print(f"{len(objects)} CUDA objects, {len(shared)} functions that two of them define")
    return 1 if shared else 0


if __name__ == "__main__":
    sys.exit(main())
