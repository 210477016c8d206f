#!/usr/bin/env python3
# check_architecture.py: the rules of the tree, checked line by line. Prints FILE:LINE: what is wrong.
"""Usage: check_architecture.py ROOT. Exit code 1 where a rule of docs/architecture.md is broken."""
import bisect
import fnmatch
import re
import sys
from pathlib import Path

SOURCES = {".h", ".hpp", ".cpp", ".cu", ".cuh", ".in", ".glsl", ".vert", ".frag", ".comp", ".py", ".sh"}
MAX_LINES = 600
MAX_FILES = 40    # of a room
MAX_ENTRIES = 15  # of a folder that holds rooms
TABLE = "tests/architecture/rooms.txt"
ROOM_LINE = re.compile(r"^(\S+)\s*<-\s*([^:]*): (.+)$")

GL = r"(glad/|GL/|GLES|EGL/|KHR/|epoxy/)"
UI = r"(imgui|GLFW/|CLI/|stb_)"
CUDA = r"(cuda|cub/|thrust/|cooperative_groups|nv/|device_launch|curand|nvtx)"
# In texts and comments; the former ids seed-00N are those of files and scripts. The planted breach writes it apart.
INTERNAL = re.compile(r"\b(seeds? 00\d|spec/[a-z]+\.md|look/[R]EADME|anchors/[a-z]+|issue (?-i:[A-Z])\b)|\.\./shared/", re.IGNORECASE)
COMMENT = re.compile(r"^\s*(?://+|#|--|\*)\s?(?!include)")
# A page that a comment sends its reader to; LESSON.md and its like stand for any name.
PAGE = re.compile(r"(?<![\w./-])((?:[\w.-]+/)*[a-z0-9][\w.-]*\.md|(?:[\w.-]+/)+README)\b")
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
                     r"getlogin\w*|statvfs|__builtin_cpu_\w+|cudaDriverGetVersion|cudaGetDeviceCount)\s*\(|\"/proc/(?!self\")")
ASKS_THE_MACHINE = {"core/base/machine.cpp", "kernels/engine/cuda_status.cpp"}
# Without a place for the error they throw where a name is too long, a folder is gone or may not be looked into.
ASKS_DISK = re.compile(r"\b(?:fs|filesystem)::(absolute|canonical|weakly_canonical|current_path|exists|is_\w+|file_size|last_write_time|"
                       r"(?:symlink_)?status|read_symlink|equivalent|proximate|relative|space|temp_directory_path|permissions|"
                       r"create_\w+|copy\w*|remove\w*|rename|resize_file|(?:recursive_)?directory_iterator)(?:\s+\w+)?\s*[({]")
ALL_RUN = re.compile(r"for \((?:const )?Status&? \w+\s*:")
# Copies on CUDA's default stream, for which our streams do not wait: called, or handed to who calls them.
UNORDERED = re.compile(r"\bcu(?:da)?(?:Memcpy|Memset)(?:2D|3D|Peer|HtoD|DtoH|DtoD|D\d+|Unaligned|To|From|Symbol|Array)*(?:_v2)?\b")
# What a person's command writes: write_output() keeps what another program has made under that name meanwhile.
REPLACES = re.compile(r"\bwrite_file\s*\(")
REPLACES_ITS_OWN = {"app/state/settings.cpp", "app/state/report.cpp"}
VAGUE_NAME = re.compile(r"\b(?:class|struct|enum(?:\s+class)?|namespace)\s+\w*(Manager|Util|Utils|Helper|Helpers)\b")
VAGUE_FILE = re.compile(r"(?:^|_)(manager|utils?|helpers?)(?:_|$)")


def sources(root):
    """Files of the tree that the rules speak of, in a stable order."""
    for folder in ("core", "kernels", "app", "shaders", "tests", "cmake"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield folder, path


class Rooms:
    """The table of rooms: what each may include."""

    def __init__(self, root):
        self.errors = []
        self.uses, self.line, self.seen_by = {}, {}, {}
        path = root / TABLE
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not text.strip() or text.startswith("#"):
                continue
            found = ROOM_LINE.match(text)
            if not found:
                self.errors.append((path, number, "is not 'ROOM <- ROOMS: what it holds'"))
                continue
            if found.group(1).endswith(".h"):
                self.seen_by[found.group(1)] = found.group(2).split()
                for name in [found.group(1), *self.seen_by[found.group(1)]]:
                    if not name.startswith("*.") and not (root / name).is_file():
                        self.errors.append((path, number, f"{name} is not in the tree"))
                continue
            self.uses[found.group(1)] = found.group(2).split()
            self.line[found.group(1)] = number
        for room, uses in self.uses.items():
            for other in uses:
                if not self.expanded(other):
                    self.errors.append((path, self.line[room], f"{other} is no room"))
        self.reach = {room: self.reached(room, set()) for room in self.uses}
        for room, reach in self.reach.items():
            if room in reach:
                self.errors.append((path, self.line[room], f"{room} includes itself by way of others"))
            if not (root / room).is_dir():
                self.errors.append((path, self.line[room], f"{room} is not in the tree"))

    def expanded(self, name):
        """A room, or all rooms of a folder without a room of its own."""
        if name in self.uses:
            return [name]
        return [room for room in self.uses if room.startswith(name + "/")]

    def reached(self, room, seen):
        for use in self.uses.get(room, []):
            for other in self.expanded(use):
                if other not in seen:
                    seen.add(other)
                    self.reached(other, seen)
        return seen

    def include_error(self, room, file, header):
        """Why `file`, of `room`, may not include `header`; None where it may."""
        if not any(fnmatch.fnmatch(file, name) for name in self.seen_by.get(header, [file])):
            return f"includes {header}: only the files that {TABLE} names may; take the parts that are needed"
        other = header.rpartition("/")[0]
        if other == room or other not in self.uses or other in self.reach.get(room, ()):
            return None
        return f"includes {header}: {room} may not include {other} ({TABLE})"


def name_error(room, stem):
    """What a file's name says twice; None where it does not."""
    folder = room.rpartition("/")[2]
    singular = folder[:-1] if folder.endswith("s") else folder
    for word in (folder, singular):
        if stem.startswith(word + "_"):
            return f"'{word}_' repeats the name of the folder"
    return None


def include_errors(rooms, folder, room, path, file, number, header):
    rules = FORBIDDEN.get(folder, [])
    # The CUDA files of a test may look inside; so may kernels/ itself.
    if folder == "tests" and path.suffix in {".cu", ".cuh"}:
        rules = []
    if folder == "kernels" and path.suffix in {".h", ".hpp"} and KERNEL_HEADER[0].match(header):
        yield number, f"includes {header}: {KERNEL_HEADER[1]}"
    broken = [why for pattern, why in rules if pattern.match(header)]
    for why in broken:
        yield number, f"includes {header}: {why}"
    # Files of a person's own name what lies beside them.
    own = path.suffix in {".cu", ".cuh"} and "own_kernels" in path.parts
    if header.startswith((".", "/")) and not own:
        yield number, f"includes {header}: headers are named from the root of the tree"
    elif room in rooms.uses and not broken:
        wrong = rooms.include_error(room, file, header)
        if wrong:
            yield number, wrong


def joined(lines):
    """All lines as one text, a comment over several lines in one piece, and where each line begins in it."""
    text, begins = "", []
    for line in lines:
        begins.append(len(text))
        text += COMMENT.sub("", line).strip() + " "
    return text, begins


def comment_of(path, line):
    """What a line says to its reader; "" where it is all code."""
    code, mark, words = line.partition("#" if path.suffix in {".py", ".sh"} else "//")
    return words if mark and code.count('"') % 2 == 0 and code.count("'") % 2 == 0 else ""


def source_errors(root, path, lines):
    """What is cited has to be in the tree; a reader follows a line's end."""
    text, begins = joined(lines)
    for internal in INTERNAL.finditer(text):
        words = f"{internal.group(0)} is a word for which there is nothing in the tree: name the source (docs/references.md)"
        yield bisect.bisect_right(begins, internal.start()), words
    for number, line in enumerate(lines, 1):
        for page in PAGE.findall(comment_of(path, line)):
            if not INTERNAL.search(page) and not any((at / page).exists() for at in (root, root / "docs", path.parent)):
                yield number, f"{page} is not in the tree: name what is (docs/references.md)"


def last_argument(text, begin):
    """Of the call whose parenthesis opens before `begin`."""
    depth = 1
    last = begin
    for at in range(begin, len(text)):
        depth += (text[at] in "({[") - (text[at] in ")}]")
        if depth == 0:
            return text[last:at].strip()
        if depth == 1 and text[at] == ",":
            last = at + 1
    return ""


def disk_errors(lines):
    """Questions to the disk that throw: the last argument is a std::error_code, or the answer of a call that has one."""
    text = "\n".join(line.split("//")[0] for line in lines)
    codes = set(re.findall(r"std::error_code&?\s+(\w+)", text))
    for found in ASKS_DISK.finditer(text):
        last = last_argument(text, found.end())
        if last not in codes and not ASKS_DISK.match(last):
            yield text.count("\n", 0, found.start()) + 1, f"{found.group(1)}() throws: give it a std::error_code"


def file_errors(rooms, root, folder, path):
    """(line, message) for every rule that one file breaks."""
    file = str(path.relative_to(root))
    asks = folder in ("core", "kernels", "app") and file not in ASKS_THE_MACHINE
    lines = path.read_text(encoding="utf-8").splitlines()
    room = str(path.relative_to(root).parent)
    if len(lines) > MAX_LINES:
        yield MAX_LINES + 1, f"has {len(lines)} lines; {MAX_LINES} at most: is it still one thing?"
    vague = VAGUE_FILE.search(path.stem)
    if vague:
        yield 1, f"'{vague.group(1)}' in a file name says nothing: name what it does"
    if folder in ("core", "kernels", "app"):
        if room not in rooms.uses:
            yield 1, f"{room} is no room: add it to {TABLE}"
        twice = name_error(room, path.stem)
        if twice:
            yield 1, twice
    yield from source_errors(root, path, lines)
    if folder in ("core", "kernels", "app"):
        yield from disk_errors(lines)
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if found:
            yield from include_errors(rooms, folder, room, path, file, number, found.group(1))
        asked = MACHINE.search(line.split("//")[0]) if asks else None
        if asked:
            yield number, f"asks the machine ({asked.group(0)}): only {' and '.join(sorted(ASKS_THE_MACHINE))} do"
        unordered = UNORDERED.search(line.split("//")[0]) if folder == "kernels" else None
        if unordered:
            yield number, f"{unordered.group(0)} is in no stream's order: the stream that uses the memory copies it"
        if folder == "kernels" and ALL_RUN.search(line):
            yield number, "a braced list runs to its end also after an error: use in_turn()"
        if folder == "app" and file not in REPLACES_ITS_OWN and REPLACES.search(line):
            yield number, "write_file() replaces whatever has that name by now: use write_output() or write_new_file()"
        vague = VAGUE_NAME.search(line) if path.suffix not in {".py", ".sh"} else None
        if vague:
            yield number, f"'{vague.group(1)}' in a name says nothing: name what it does"


def size_errors(rooms, root):
    """Rooms with too many files, folders with too many entries."""
    for room in rooms.uses:
        if not (root / room).is_dir():
            continue
        files = [path for path in (root / room).iterdir() if path.suffix in SOURCES]
        if len(files) > MAX_FILES:
            yield root / TABLE, rooms.line[room], f"{room} has {len(files)} files; {MAX_FILES} at most"
    for folder in {str(Path(room).parent) for room in rooms.uses} - {"."}:
        # A room with rooms inside is counted by its files above, and here by its folders.
        path = root / folder
        entries = [entry for entry in path.iterdir() if entry.name != "CMakeLists.txt" and
                   (folder not in rooms.uses or entry.is_dir())] if path.is_dir() else []
        if len(entries) > MAX_ENTRIES:
            yield path, 1, f"has {len(entries)} entries; {MAX_ENTRIES} at most"


def table_errors(root):
    """Every algorithm that a file of core/algorithms/ defines stands in the one table."""
    table_path = root / "core" / "algorithms" / "table.cpp"
    table = table_path.read_text(encoding="utf-8") if table_path.exists() else ""
    for path in sorted((root / "core" / "algorithms").glob("*.cpp")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r"\s*(?:extern\s+)?const Algorithm (k\w+)", line)
            if found and not re.search(rf"\b{found.group(1)}\b", table):
                yield path, number, f"{found.group(1)} is not in the table of core/algorithms/table.cpp"


def document_errors(rooms, root):
    """docs/architecture.md speaks of every room."""
    path = root / "docs" / "architecture.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for room in rooms.uses:
        if f"`{room}`" not in text:
            yield root / TABLE, rooms.line[room], f"docs/architecture.md does not speak of `{room}`"


def check(root):
    """All errors as (path, line, message)."""
    rooms = Rooms(root)
    yield from rooms.errors
    for folder, path in sources(root):
        for number, message in file_errors(rooms, root, folder, path):
            yield path, number, message
    yield from size_errors(rooms, root)
    yield from table_errors(root)
    yield from document_errors(rooms, root)


def main():
    root = Path(sys.argv[1])
    files = sum(1 for _ in sources(root))
    if files == 0:
        print(f"{root}: no source files here")
        return 1
    errors = list(check(root))
    for path, number, message in errors:
        print(f"{path.relative_to(root)}:{number}: {message}")
    print(f"{files} files in {len(Rooms(root).uses)} rooms, {len(errors)} broken rules")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
