#!/usr/bin/env python3
# test_check_architecture.py: plants one breach of every rule and expects each to be found, no more.
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import check_architecture  # noqa: E402

ROOMS = """# A comment.
core/base <- : words
core/algorithms <- core/base: the table
core/keys <- core/algorithms: keys
kernels <- core: doors
kernels/device <- kernels core: calls
app/state <- core kernels: the program
app <- app/state: main
app/state/whole.h <- app/state/assembly.cpp: all parts
app/state/dear.h <- *.cpp app/state/needs.h: what takes long to build again
"""

# File, content, line of the breach (0: none), words of the message.
CASES = [
    ("core/base/a.cpp", '#include "core/base/a.h"\n#include <glad/gl.h>\n', 2, "no OpenGL"),
    ("core/base/b.h", "#include <EGL/egl.h>\n", 1, "no OpenGL"),
    ("core/base/c.cpp", "\n\n#include <imgui.h>\n", 3, "user interface"),
    ("core/base/d.h", "  #  include <GLFW/glfw3.h>\n", 1, "user interface"),
    ("core/base/e.cpp", "#include <cuda_runtime.h>\n", 1, "no CUDA"),
    ("core/base/f.cpp", "#include <cub/cub.cuh>\n", 1, "no CUDA"),
    ("core/base/g.cpp", '#include "app/state/session.h"\n', 1, "app -> kernels -> core"),
    ("core/base/h.cpp", '#include "kernels/cuda_engine.h"\n', 1, "app -> kernels -> core"),
    ("core/base/i.cpp", '#include "../kernels/cuda_engine.h"\n', 1, "from the root"),
    ("core/base/j.cpp", '\n#include "core/keys/keys.h"\n', 2, "core/base may not include core/keys"),
    ("core/algorithms/k.h", '#include "core/keys/keys.h"\n', 1, "core/algorithms may not include core/keys"),
    ("core/algorithms/lost.cpp", "\nconst Algorithm kLost = {};\n", 2, "not in the table"),
    ("core/keys/key_files.cpp", "\n", 1, "'key_' repeats"),
    ("core/keys/keys_text.h", "\n", 1, "'keys_' repeats"),
    ("core/elsewhere/a.h", "\n", 1, "is no room"),
    ("core/a.h", "\n", 1, "is no room"),
    ("kernels/device/a.cu", '#include "app/state/session.h"\n', 1, "app -> kernels -> core"),
    ("kernels/device/type.cu.in", '#include "app/state/session.h"\n', 1, "app -> kernels -> core"),
    ("kernels/device/b.cpp", "#include <imgui.h>\n", 1, "user interface"),
    ("kernels/device/c.cu", "#include <GLFW/glfw3.h>\n", 1, "user interface"),
    ("kernels/d.h", "#include <cuda_runtime.h>\n", 1, "show no CUDA"),
    ("kernels/e.cpp", '#include "kernels/device/calls.cuh"\n', 1, "kernels may not include kernels/device"),
    ("app/state/a.cpp", "#include <cuda_gl_interop.h>\n", 1, "inside kernels/"),
    ("app/state/b.cpp", "class ViewManager {};\n", 1, "Manager"),
    ("app/state/c.h", "struct KeyHelper;\n", 1, "Helper"),
    ("core/base/seen.cpp", "const char* kText = \"as Seed " "002 says\";\n", 1, "name the source"),
    ("core/base/cited.h", "\n// As spec" "/aks.md has it.\n", 2, "name the source"),
    ("core/base/broken.cpp", "\nint i;  // a word\n// As in seed\n// 00" "3, figure 2.1.\n", 3, "name the source"),
    ("core/base/indented.h", "  // The look of look\n  // (look/" "README).\n", 2, "name the source"),
    ("app/state/anchored.cpp", "// Ids that anchors" "/visualizers.md names.\n", 1, "name the source"),
    ("app/state/issue.cpp", "// Every id of issue" " A.\n", 1, "name the source"),
    ("app/state/beside.h", "// See\n// .." "/shared/platform.md.\n", 2, "name the source"),
    ("app/state/page.cpp", "int n = 3;  // platform" ".md: three\n", 1, "platform.md is not in the tree"),
    ("tests/cli/page.py", "n = 3  # as docs" "/nowhere.md has it\n", 1, "docs/nowhere.md is not in the tree"),
    ("app/state/cites.cpp", "// docs/architecture.md and architecture.md; LESSON.md; the issue a person files.\n", 0, ""),
    ("app/state/named.cpp", 'const char* name = "nowhere.md";  // a name\n', 0, ""),
    ("app/state/coordinator.cpp", '#include "app/state/parts.h"\n#include "app/state/whole.h"\n', 2,
     "take the parts that are needed"),
    ("app/entry.cpp", '#include "app/state/whole.h"\n', 1, "only the files that"),
    ("app/state/assembly.cpp", '#include "app/state/whole.h"\n', 0, ""),
    ("app/state/passes_on.h", '#include "app/state/dear.h"\n', 1, "only the files that"),
    ("app/state/uses.cpp", '#include "app/state/dear.h"\n', 0, ""),
    ("app/state/needs.h", '#include "app/state/dear.h"\n', 0, ""),
    ("tests/unit/whole.cpp", '#include "app/state/whole.h"\n', 0, ""),
    ("app/state/d.cpp", '#include "kernels/device/calls.cuh"\n', 1, "app/state may not include"),
    ("app/state/string_utils.h", "\n", 1, "'utils'"),
    ("core/base/threads.cpp", "\nint n = std::thread::hardware_concurrency();\n", 2, "asks the machine"),
    ("core/base/memory.cpp", 'std::ifstream file("/proc/meminfo");\n', 1, "asks the machine"),
    ("core/base/disk.cpp", "\nbool there = std::filesystem::exists(path);\n", 2, "exists() throws"),
    ("app/state/disk.cpp", "const auto whole =\n    fs::absolute(join(a, b));\n", 2, "absolute() throws"),
    ("app/state/walk.cpp", "for (fs::directory_iterator at(folder); at != end; ++at) {}\n", 1, "directory_iterator() throws"),
    ("app/state/asks.cpp", "std::error_code why;\nbool a = fs::exists(join(a, b), why);\n"
                           "bool b = fs::exists(fs::symlink_status(path, why));\n", 0, ""),
    ("app/state/keep.cpp", "\nreturn write_file(path, text);\n", 2, "write_output()"),
    ("app/state/kept.cpp", "return write_new_file(path, text);\n", 0, ""),
    ("kernels/f.cpp", "(void)cudaGetDeviceCount(&devices);\n", 1, "asks the machine"),
    ("kernels/device/copy.cpp", "checked(cudaMemcpy(to, from, bytes, kind));\n", 1, "in no stream's order"),
    ("kernels/device/clear.cu", "const Status status = checked(cudaMemset(at, 0, bytes));\n", 1, "in no stream's order"),
    ("kernels/device/rows.cu", "cudaMemcpy2D(to, pitch, from, pitch, width, height, kind);\n", 1, "in no stream's order"),
    ("kernels/device/symbol.cu", "cudaMemcpyToSymbol(constants, from, bytes);\n", 1, "in no stream's order"),
    ("kernels/device/handed.cpp", "call(cudaMemcpyPeer, to, 0, from, 1, bytes);\n", 1, "in no stream's order"),
    ("kernels/device/driver.cpp", "cuMemcpyDtoH_v2(to, from, bytes);\n", 1, "in no stream's order"),
    ("kernels/device/ordered.cpp", "checked(cudaMemcpyAsync(to, from, bytes, kind, stream));\n", 0, ""),
    ("kernels/device/cleared.cu", "checked(cudaMemsetAsync(at, 0, bytes, stream));\n", 0, ""),
    ("kernels/device/way.h", "enum class Way { kUp = cudaMemcpyHostToDevice };  // not cudaMemcpy()\n", 0, ""),
    ("tests/gpu/copy.cu", "cudaMemcpy(to, from, bytes, kind);\n", 0, ""),
    ("kernels/device/all.cpp", "\nfor (Status status : {allocate(), launch()}) {\n", 2, "use in_turn"),
    ("app/state/all.cpp", "for (const Status& status : {read(), check()}) {\n", 0, ""),
    ("app/state/load.cpp", "getloadavg(&load, 1);\n", 1, "asks the machine"),
    ("core/base/machine.cpp", "std::thread::hardware_concurrency(); // getloadavg()\n", 0, ""),
    ("core/base/words.cpp", "// Not sysconf(): one processor.\n", 0, ""),
    ("tests/bench/b.cpp", "std::thread::hardware_concurrency();\n", 0, ""),
    ("app/state/long.cpp", "\n" * 601, 601, "601 lines"),
    ("tests/unit/a.cpp", "#include <thrust/sort.h>\n", 1, "inside kernels/"),
    ("core/keys/fine.cpp",
     '#include <hdf5.h>\n#include "core/keys/fine.h"\n#include "core/base/error.h"\n// A Manager in words.\n', 0, ""),
    ("core/algorithms/known.cpp", "const Algorithm kKnown = {};\n", 0, ""),
    ("core/algorithms/table.cpp", "table = {kKnown};\n", 0, ""),
    ("core/keys/keys.h", "\n", 0, ""),
    ("kernels/device/fine.cu", "#include <cub/cub.cuh>\n#include <cuda_gl_interop.h>\n", 0, ""),
    ("kernels/device/fine.cuh", '#include <cuda_runtime.h>\n#include "core/keys/keys.h"\n', 0, ""),
    ("app/state/fine.cpp", '#include <imgui.h>\n#include "kernels/cuda_engine.h"\n', 0, ""),
    ("app/state/full.cpp", "\n" * 600, 0, ""),
    ("app/main.cpp", '#include "app/state/fine.h"\n#include "core/base/error.h"\n', 0, ""),
    ("tests/gpu/fine.cu", "#include <thrust/sort.h>\n", 0, ""),
]


def plant(root, name, content):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(content, encoding="utf-8")


def plant_tree(root, rooms):
    """A tree without a breach: a file in every room of the table, and docs that name them."""
    plant(root, check_architecture.TABLE, rooms)
    names = []
    for line in rooms.splitlines():
        name = line.split()[0]
        if "<-" not in line:
            continue
        if name.endswith(".h"):
            for file in [name, *line.partition("<-")[2].partition(":")[0].split()]:
                if not file.startswith("*."):
                    plant(root, file, "\n")
            continue
        names.append(name)
        plant(root, f"{name}/there.h", "\n")
    plant(root, "docs/architecture.md", " ".join(f"`{name}`" for name in names))


def found(root):
    return [(str(path.relative_to(root)), line, message)
            for path, line, message in check_architecture.check(root)]


class PlantedBreaches(unittest.TestCase):
    def test_each_is_found_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            plant_tree(root, ROOMS)
            self.assertEqual(found(root), [])
            for name, content, _, _ in CASES:
                plant(root, name, content)
            breaches = found(root)
        self.assertEqual(len(breaches), sum(line > 0 for _, _, line, _ in CASES))
        for name, _, line, words in CASES:
            here = [(at, message) for path, at, message in breaches if path == name]
            with self.subTest(name):
                if line == 0:
                    self.assertEqual(here, [])
                else:
                    self.assertEqual([at for at, _ in here], [line])
                    self.assertIn(words, here[0][1])

    def one_breach(self, rooms, words, line, path=check_architecture.TABLE, also=()):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            plant_tree(root, rooms)
            for name, content in also:
                plant(root, name, content)
            breaches = found(root)
        self.assertEqual([(at, number) for at, number, _ in breaches], [(path, line)] if path else [])
        self.assertIn(words, breaches[0][2])

    def test_a_line_of_the_table_that_is_none(self):
        self.one_breach(ROOMS + "core/words core/base\n", "is not 'ROOM <-", 11)

    def test_a_room_that_is_not_there(self):
        self.one_breach(ROOMS + "core/words <- core/nowhere: words\n", "core/nowhere is no room", 11)

    def test_a_file_that_may_include_and_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            plant_tree(root, ROOMS)
            (root / "app/state/assembly.cpp").unlink()
            self.assertEqual([(line, message) for _, line, message in found(root)],
                             [(9, "app/state/assembly.cpp is not in the tree")])

    def test_a_circle(self):
        rooms = "core/a <- core/b: a\ncore/b <- core/c: b\ncore/c <- : c\n"
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            plant_tree(root, rooms)
            self.assertEqual(found(root), [])
            plant_tree(root, rooms.replace("<- : c", "<- core/a: c"))
            self.assertEqual([line for _, line, _ in found(root)], [1, 2, 3])

    def test_a_room_without_its_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            plant_tree(root, ROOMS)
            plant(root, check_architecture.TABLE, ROOMS + "core/words <- core/base: words\n")
            plant(root, "docs/architecture.md", (root / "docs/architecture.md").read_text() + "`core/words`")
            self.assertEqual([line for _, line, _ in found(root)], [11])

    def test_a_room_that_the_document_leaves_out(self):
        documented = " ".join(f"`{name}`" for name in ("core/base", "core/algorithms", "core/keys", "kernels",
                                                        "kernels/device", "app"))
        self.one_breach(ROOMS, "does not speak of `app/state`", 7, also=[("docs/architecture.md", documented)])

    def test_too_many_files(self):
        files = [(f"core/base/file{number}.h", "\n") for number in range(40)]
        self.one_breach(ROOMS, "41 files", 2, also=files)

    def test_too_many_entries(self):
        files = [(f"core/notes{number}.txt", "\n") for number in range(13)]
        self.one_breach(ROOMS, "16 entries", 1, path="core", also=files)


if __name__ == "__main__":
    unittest.main()
