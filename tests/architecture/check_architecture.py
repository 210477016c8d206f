#!/usr/bin/env python3
# check_architecture.py: the rules of the tree, checked line by line. Prints FILE:LINE: what is wrong.
"""Usage: check_architecture.py ROOT. Exit code 1 where a rule of docs/architecture.md is broken."""
import re
import sys
from pathlib import Path

SOURCES = {".h", ".hpp", ".cpp", ".cu", ".cuh", ".glsl", ".vert", ".frag", ".py", ".sh"}
MAX_LINES = 600

GL = r"(glad/|GL/|GLES|EGL/|KHR/|epoxy/)"
UI = r"(imgui|GLFW/|CLI/|stb_)"
CUDA = r"(cuda|cub/|thrust/|cooperative_groups|nv/|device_launch|curand|nvtx)"
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')

# Folder -> (headers that its files must not include, why).
FORBIDDEN = {
    "core": [(re.compile(rf"^{GL}"), "core knows no OpenGL"),
             (re.compile(rf"^{UI}"), "core knows no window or user interface"),
             (re.compile(rf"^{CUDA}"), "core knows no CUDA"),
             (re.compile(r"^(app|kernels)/"), "app -> kernels -> core")],
    "kernels": [(re.compile(rf"^{UI}"), "kernels know no window or user interface"),
                (re.compile(r"^app/"), "app -> kernels -> core")],
    "app": [(re.compile(rf"^{CUDA}"), "CUDA headers stay inside kernels/ sources")],
    "tests": [(re.compile(rf"^{CUDA}"), "CUDA headers stay inside kernels/ sources")],
}
# Headers of kernels/ are included by app, so they show no CUDA either; .cuh and .cu may.
KERNEL_HEADER = (re.compile(rf"^({CUDA}|{GL})"), "headers of kernels/ show no CUDA or OpenGL")
# Asked in one file, where a test can plant another machine.
MACHINE = re.compile(r"\b(hardware_concurrency|get_nprocs\w*|sysconf|sysinfo|getloadavg|gethostname|uname|getpwuid\w*|"
                     r"getlogin\w*|statvfs|__builtin_cpu_\w+|cudaDriverGetVersion|cudaGetDeviceCount)\s*\(|\"/proc/")
ASKS_THE_MACHINE = {"core/machine.cpp", "kernels/cuda_status.cpp"}
VAGUE_NAME = re.compile(r"\b(?:class|struct|enum(?:\s+class)?|namespace)\s+\w*(Manager|Util|Utils|Helper|Helpers)\b")
VAGUE_FILE = re.compile(r"(?:^|_)(manager|utils?|helpers?)(?:_|$)")


def sources(root):
    """Files of the tree that the rules speak of, in a stable order."""
    for folder in ("core", "kernels", "app", "shaders", "tests", "cmake"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield folder, path


def include_errors(folder, path, number, header):
    rules = FORBIDDEN.get(folder, [])
    # The CUDA files of a test may look inside; so may kernels/ itself.
    if folder == "tests" and path.suffix in {".cu", ".cuh"}:
        rules = []
    if folder == "kernels" and path.suffix in {".h", ".hpp"} and KERNEL_HEADER[0].match(header):
        yield number, f"includes {header}: {KERNEL_HEADER[1]}"
    for pattern, why in rules:
        if pattern.match(header):
            yield number, f"includes {header}: {why}"
    if header.startswith((".", "/")):
        yield number, f"includes {header}: headers are named from the root of the tree"


def file_errors(root, folder, path):
    """(line, message) for every rule that one file breaks."""
    asks = folder in ("core", "kernels", "app") and str(path.relative_to(root)) not in ASKS_THE_MACHINE
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) > MAX_LINES:
        yield MAX_LINES + 1, f"has {len(lines)} lines; {MAX_LINES} at most: is it still one thing?"
    vague = VAGUE_FILE.search(path.stem)
    if vague:
        yield 1, f"'{vague.group(1)}' in a file name says nothing: name what it does"
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if found:
            yield from include_errors(folder, path, number, found.group(1))
        asked = MACHINE.search(line.split("//")[0]) if asks else None
        if asked:
            yield number, f"asks the machine ({asked.group(0)}): only {' and '.join(sorted(ASKS_THE_MACHINE))} do"
        vague = VAGUE_NAME.search(line) if path.suffix not in {".py", ".sh"} else None
        if vague:
            yield number, f"'{vague.group(1)}' in a name says nothing: name what it does"


def table_errors(root):
    """Every algorithm that a file of core/algorithms/ defines stands in the one table."""
    table_path = root / "core" / "algorithms.cpp"
    table = table_path.read_text(encoding="utf-8") if table_path.exists() else ""
    for path in sorted((root / "core" / "algorithms").glob("*.cpp")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r"\s*(?:extern\s+)?const Algorithm (k\w+)", line)
            if found and not re.search(rf"\b{found.group(1)}\b", table):
                yield path, number, f"{found.group(1)} is not in the table of core/algorithms.cpp"


def check(root):
    """All errors as (path, line, message)."""
    for folder, path in sources(root):
        for number, message in file_errors(root, folder, path):
            yield path, number, message
    yield from table_errors(root)


def main():
    root = Path(sys.argv[1])
    files = sum(1 for _ in sources(root))
    if files == 0:
        print(f"{root}: no source files here")
        return 1
    errors = list(check(root))
    for path, number, message in errors:
        print(f"{path.relative_to(root)}:{number}: {message}")
    print(f"{files} files, {len(errors)} broken rules")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
