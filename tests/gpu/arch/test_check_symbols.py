#!/usr/bin/env python3
# test_check_symbols.py: check_symbols.py finds a planted launcher, and nothing else.
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).parent

LAUNCHER = """namespace sortscope::device {
template <typename T> %s int launch(T* at) { static int local; return ++local + *at; }
int %s(int* at) { return launch(at); }
struct Ours { int x; };
}
namespace library {
template <typename T> int size() { static int local; return ++local + static_cast<int>(sizeof(T)); }
template int size<sortscope::device::Ours>();
}
"""


class Symbols(unittest.TestCase):
    def check(self, *linkage):
        """Exit code and output for objects of which each has the launcher with a linkage."""
        with tempfile.TemporaryDirectory() as folder:
            objects = []
            for number, words in enumerate(linkage):
                source = Path(folder) / f"unit_{number}.cpp"
                source.write_text(LAUNCHER % (words, f"unit_{number}"))
                objects.append(str(source.with_suffix(".cu.o")))
                subprocess.run(["g++", "-std=c++20", "-c", str(source), "-o", objects[-1]], check=True)
            run = subprocess.run([sys.executable, "-B", str(HERE / "check_symbols.py"), "nm", *objects],
                                 capture_output=True, text=True)
        return run.returncode, run.stdout

    def test_a_template_in_two_objects_is_found(self):
        code, output = self.check("", "")
        self.assertEqual(code, 1)
        self.assertIn("sortscope::device::launch<int>(int*)", output)
        self.assertIn("unit_0.cu.o, unit_1.cu.o", output)

    def test_internal_linkage_passes(self):
        self.assertEqual(self.check("static", "static")[0], 0)

    def test_one_object_may_have_it(self):
        self.assertEqual(self.check("", "static")[0], 0)

    def test_no_objects_are_no_success(self):
        self.assertEqual(self.check("")[0], 1)


if __name__ == "__main__":
    unittest.main()
