#!/usr/bin/env python3
# test_check_architecture.py: plants one breach of every rule and expects each to be found, no more.
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import check_architecture  # noqa: E402

# File, content, line of the breach (0: none), words of the message.
CASES = [
    ("core/a.cpp", '#include "core/a.h"\n#include <glad/gl.h>\n', 2, "no OpenGL"),
    ("core/b.h", "#include <EGL/egl.h>\n", 1, "no OpenGL"),
    ("core/c.cpp", "\n\n#include <imgui.h>\n", 3, "user interface"),
    ("core/d.h", "  #  include <GLFW/glfw3.h>\n", 1, "user interface"),
    ("core/e.cpp", "#include <cuda_runtime.h>\n", 1, "no CUDA"),
    ("core/f.cpp", "#include <cub/cub.cuh>\n", 1, "no CUDA"),
    ("core/g.cpp", '#include "app/session.h"\n', 1, "app -> kernels -> core"),
    ("core/h.cpp", '#include "kernels/cuda_engine.h"\n', 1, "app -> kernels -> core"),
    ("core/i.cpp", '#include "../kernels/cuda_engine.h"\n', 1, "from the root"),
    ("core/algorithms/lost.cpp", "\nconst Algorithm kLost = {};\n", 2, "not in the table"),
    ("kernels/a.cu", '#include "app/session.h"\n', 1, "app -> kernels -> core"),
    ("kernels/b.cpp", "#include <imgui.h>\n", 1, "user interface"),
    ("kernels/c.cu", "#include <GLFW/glfw3.h>\n", 1, "user interface"),
    ("kernels/d.h", "#include <cuda_runtime.h>\n", 1, "show no CUDA"),
    ("app/a.cpp", "#include <cuda_gl_interop.h>\n", 1, "inside kernels/"),
    ("app/b.cpp", "class ViewManager {};\n", 1, "Manager"),
    ("app/c.h", "struct KeyHelper;\n", 1, "Helper"),
    ("app/string_utils.h", "\n", 1, "'utils'"),
    ("core/threads.cpp", "\nint n = std::thread::hardware_concurrency();\n", 2, "asks the machine"),
    ("core/memory.cpp", 'std::ifstream file("/proc/meminfo");\n', 1, "asks the machine"),
    ("kernels/e.cpp", "(void)cudaGetDeviceCount(&devices);\n", 1, "asks the machine"),
    ("app/load.cpp", "getloadavg(&load, 1);\n", 1, "asks the machine"),
    ("core/machine.cpp", "std::thread::hardware_concurrency(); // getloadavg()\n", 0, ""),
    ("core/words.cpp", "// Not sysconf(): one processor.\n", 0, ""),
    ("tests/bench/b.cpp", "std::thread::hardware_concurrency();\n", 0, ""),
    ("app/long.cpp", "\n" * 601, 601, "601 lines"),
    ("tests/unit/a.cpp", "#include <thrust/sort.h>\n", 1, "inside kernels/"),
    ("core/fine.cpp", '#include <hdf5.h>\n#include "core/keys.h"\n// A Manager in words.\n', 0, ""),
    ("core/algorithms/known.cpp", "const Algorithm kKnown = {};\n", 0, ""),
    ("core/algorithms.cpp", "table = {kKnown};\n", 0, ""),
    ("kernels/fine.cu", "#include <cub/cub.cuh>\n#include <cuda_gl_interop.h>\n", 0, ""),
    ("kernels/fine.cuh", "#include <cuda_runtime.h>\n", 0, ""),
    ("app/fine.cpp", '#include <imgui.h>\n#include "kernels/cuda_engine.h"\n', 0, ""),
    ("app/full.cpp", "\n" * 600, 0, ""),
    ("tests/gpu/fine.cu", "#include <thrust/sort.h>\n", 0, ""),
]


class PlantedBreaches(unittest.TestCase):
    def test_each_is_found_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, content, _, _ in CASES:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            found = [(str(path.relative_to(root)), line, message)
                     for path, line, message in check_architecture.check(root)]
        for name, _, line, words in CASES:
            here = [(at, message) for path, at, message in found if path == name]
            with self.subTest(name):
                if line == 0:
                    self.assertEqual(here, [])
                else:
                    self.assertEqual([at for at, _ in here], [line])
                    self.assertIn(words, here[0][1])


if __name__ == "__main__":
    unittest.main()
