#!/usr/bin/env python3
# test_check_tidy.py: what check_tidy.py looks at, on three files of which some change.
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLEAN = "inline int twice(int value) { return value + value; }\n"
BADLY_NAMED = "inline int ThriceAsMuch(int value) { return 3 * value; }\n"


class ChecksWhatChanged(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name, "checkout")
        self.build = self.root / "build"
        self.build.mkdir(parents=True)
        self.write(".gitignore", "build\n")
        self.write(".clang-tidy", (HERE.parents[1] / ".clang-tidy").read_text())
        self.write("core/number.h", "#pragma once\n" + CLEAN)
        self.write("core/near.cpp", '#include "core/number.h"\nint near() { return twice(1); }\n')
        self.write("core/far.cpp", '#include "core/number.h"\n#include "core/other.h"\nint far() { return twice(2); }\n')
        self.write("core/other.h", "#pragma once\n")
        self.write("core/alone.cpp", "int alone() { return 3; }\n")
        self.build_of("core/near.cpp", "core/far.cpp", "core/alone.cpp")
        self.git("init", "--quiet")
        self.commit()
        self.write("tests/style/landed", self.git("rev-parse", "HEAD"))
        self.commit()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def build_of(self, *names):
        (self.build / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(self.build), "file": str(self.root / name),
              "command": f"c++ -std=c++20 -I{self.root} -c {self.root / name}"} for name in names]))

    def git(self, *arguments):
        # Nobody's settings: they may want commits signed, or run hooks.
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        return subprocess.run(["git", "-C", self.root, "-c", "user.name=t", "-c", "user.email=t@t", *arguments],
                              capture_output=True, text=True, check=True, env=environment).stdout

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "--quiet", "-m", "t")

    def told(self, which="landed"):
        """(exit code, output) of check_tidy.py."""
        environment = {**os.environ, "SORTSCOPE_TIDY": which, "XDG_CACHE_HOME": str(self.build / "cache")}
        done = subprocess.run([sys.executable, "-B", HERE / "check_tidy.py", self.root, self.build],
                              capture_output=True, text=True, env=environment)
        return done.returncode, done.stdout + done.stderr

    def test_nothing_changed(self):
        code, output = self.told()
        self.assertEqual(code, 0, output)
        self.assertIn("0 of 3 files", output)

    def test_a_changed_header_is_checked_once(self):
        self.write("core/number.h", "#pragma once\n" + CLEAN + BADLY_NAMED)
        self.commit()
        code, output = self.told()
        self.assertEqual(code, 1, output)
        self.assertIn("1 of 3 files", output)
        self.assertIn("core/near.cpp:", output)
        self.assertIn("ThriceAsMuch", output)

    def test_a_changed_file_speaks_for_its_headers(self):
        self.write("core/number.h", "#pragma once\n" + CLEAN + BADLY_NAMED)
        self.write("core/far.cpp", (self.root / "core/far.cpp").read_text() + "// more\n")
        code, output = self.told()
        self.assertEqual(code, 1, output)
        self.assertIn("1 of 3 files", output)
        self.assertIn("core/far.cpp:", output)

    def test_a_file_not_committed_counts(self):
        self.write("core/alone.cpp", BADLY_NAMED)
        code, output = self.told()
        self.assertEqual(code, 1, output)
        self.assertIn("core/alone.cpp:", output)

    def test_a_file_that_git_does_not_know_counts(self):
        self.write("core/new.cpp", BADLY_NAMED)
        self.build_of("core/near.cpp", "core/new.cpp")
        code, output = self.told()
        self.assertEqual(code, 1, output)
        self.assertIn("1 of 2 files", output)
        self.assertIn("core/new.cpp:", output)

    def test_other_settings_change_all(self):
        self.write(".clang-tidy", (self.root / ".clang-tidy").read_text() + "\n# more\n")
        code, output = self.told()
        self.assertEqual(code, 0, output)
        self.assertIn("3 of 3 files, 3 checked now", output)

    def test_all_and_what_is_unknown(self):
        self.assertIn("3 of 3 files", self.told("all")[1])
        self.write("tests/style/landed", "0123456789012345678901234567890123456789\n")
        self.assertIn("3 of 3 files", self.told()[1])


if __name__ == "__main__":
    unittest.main()
