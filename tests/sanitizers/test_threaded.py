#!/usr/bin/env python3
# test_threaded.py: every row of threaded.txt has tests, and threads_told.cpp fails a test that is in none.
"""Usage: test_threaded.py THREADED COMPILER PROGRAMS. PROGRAMS: the folder with the programs of unit tests."""
import fnmatch
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).parent

PLANTED = """#include <gtest/gtest.h>
#include <thread>
TEST(Planted, StartsAThread) { std::thread([] {}).join(); }
TEST(Planted, StartsNone) {}
"""


def rows():
    for line in THREADED.read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split(maxsplit=3)


def tests_of(program):
    """Names as Google Test has them."""
    listed = subprocess.run([PROGRAMS / program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    suite, names = "", []
    for line in listed.splitlines():
        word = line.partition("#")[0].strip()
        if line.startswith(" "):
            names.append(suite + word)
        else:
            suite = word
    return names


class Threaded(unittest.TestCase):
    def test_every_row_has_tests_and_says_what_becomes_of_them(self):
        known = {}
        for program, pattern, how, *why in rows():
            with self.subTest(row=f"{program} {pattern}"):
                if program not in known:
                    known[program] = tests_of(program)
                self.assertTrue(fnmatch.filter(known[program], pattern), "no test has such a name")
                self.assertIn(how, ("run", "seen"))
                self.assertEqual(how == "seen", bool(why), "seen says in which tests, run says nothing")

    def test_a_thread_in_no_row_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            source, listed, program = Path(folder, "planted.cpp"), Path(folder, "threaded.txt"), Path(folder, "planted")
            source.write_text(PLANTED)
            subprocess.run([COMPILER, "-std=c++20", f'-DSORTSCOPE_THREADED="{listed}"', str(source),
                            str(HERE / "threads_told.cpp"), "-o", str(program), "-lgtest_main", "-lgtest"], check=True)
            for row, code in (("unit_base Planted.StartsAThread run", 0), ("unit_base Plan*Thread seen Others", 0),
                              ("unit_base Planted.StartsNone run", 1), ("# unit_base Planted.* run", 1)):
                with self.subTest(row=row):
                    listed.write_text(row + "\n")
                    run = subprocess.run([program], capture_output=True, text=True)
                    self.assertEqual(run.returncode, code, run.stdout)
                    self.assertEqual("Planted.StartsAThread starts threads" in run.stdout, code == 1)
                    self.assertNotIn("FAILED  ] Planted.StartsNone", run.stdout)


if __name__ == "__main__":
    THREADED, COMPILER, PROGRAMS = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1])
