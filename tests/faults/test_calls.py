#!/usr/bin/env python3
# test_calls.py: one call of the C library fails, whichever: a sentence and an exit code, and no file that is half there.
import os
import random
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from driver import PATIENCE_S, PROGRAM, Driver  # noqa: E402

LIBRARY = os.environ.get("SORTSCOPE_FAULTS", "")
OLD = "what was there before"
# Of the small files here; a film is written by ffmpeg, whose calls fail as well.
MOST_WRITES = 60
NETWORK = "[(0,1),(2,3)]\n[(0,2),(1,3)]\n[(1,2)]\n"
LESSON = "# T\n\n## S\n```sortscope\nkeys 3 1 2\nrecord\n```\nx\n"
# What is written, and how; OUT stands for its name.
WRITERS = {
    "run.h5": ["record", "--n", "16", "-o", "OUT"],
    "large.h5": ["record", "--n", "2^14", "-o", "OUT"],
    "chunks.h5": ["record", "--engine", "cpu", "--n", "2^18", "-o", "OUT"],
    "a.svg": ["export", "--n", "8", "-o", "OUT"],
    "a.pdf": ["export", "--n", "8", "-o", "OUT"],
    "a.tex": ["export", "--n", "8", "-o", "OUT"],
    "a.png": ["export", "--n", "8", "--size", "320x200", "-o", "OUT"],
    "a.gif": ["export", "--n", "4", "--size", "320x200", "--fps", "2", "-o", "OUT"],
    "a.mp4": ["export", "--n", "4", "--size", "320x200", "--fps", "2", "-o", "OUT"],
    "sheet.pdf": ["sheet", "--n", "8", "-o", "OUT"],
    "b.json": ["bench", "--algorithms", "std-sort", "--sizes", "256", "--reps", "1", "--no-keep", "--json", "OUT"],
    "b.csv": ["bench", "--algorithms", "std-sort", "--sizes", "256", "--reps", "1", "--no-keep", "--csv", "OUT"],
    "e.csv": ["experiment", "complexity", "--quick", "--csv", "OUT"],
    "t.json": ["trace", "--n", "256", "--reps", "1", "-o", "OUT"],
    "n.json": ["network", "network.txt", "-o", "OUT"],
    "slides.pdf": ["lesson", "lesson.md", "--export", "OUT"],
    "s.sscope": ["--headless", "--n", "8", "--do", "save-session OUT"],
    "words.txt": ["--headless", "--n", "8", "--do", "log-save OUT"],
    "w.h5": ["--headless", "--n", "8", "--do", "save OUT"],
    "w.svg": ["--headless", "--n", "8", "--do", "export network OUT"],
    "w.json": ["--headless", "--network", "network.txt", "--do", "save-network OUT"],
    "w.png": ["--headless", "--n", "8", "--screenshot", "OUT"],
}


class Calls(Driver):
    def setUp(self):
        super().setUp()
        self.report = self.home_of_tools / "report"
        self.inputs()

    def inputs(self):
        for path in list(self.folder.iterdir()):
            path.unlink()
        self.file("network.txt", NETWORK)
        self.file("lesson.md", LESSON)

    def run_faulty(self, arguments, **faults):
        """(exit code, stderr, writes, allocations); the counts are 0 where it ended otherwise than by its end."""
        self.report.unlink(missing_ok=True)
        environment = self.environment | {"LD_PRELOAD": LIBRARY, "FAULT_REPORT": str(self.report),
                                          "FAULT_FOLDER": str(self.folder)}
        environment |= {f"FAULT_{name.upper()}": str(value) for name, value in faults.items()}
        # A sanitizer's own library is not first then.
        environment["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0:alloc_dealloc_mismatch=0"
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE_S)
        counts = self.report.read_text().split() if self.report.exists() else (0, 0)
        return done.returncode, done.stderr, int(counts[0]), int(counts[1])

    def whole(self, out, before, why):
        """Nothing but the inputs and `out`, and that as it was."""
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         sorted(["lesson.md", "network.txt"] + ([out] if before else [])), why)
        if before:
            self.assertEqual((self.folder / out).read_text(), before, why)


class Writes(Calls):
    """The k-th call that writes fails, for every k."""

    def fails_everywhere(self, out, arguments, lasting):
        for k in range(1, MOST_WRITES):
            self.inputs()
            before = OLD if k % 2 else ""
            if before:
                self.file(out, before)
            code, stderr, writes, _ = self.run_faulty(arguments, write=k, lasting=int(lasting))
            why = f"{' '.join(arguments)}: write {k} of {writes}, exit code {code}: {stderr}"
            if code == 0:
                self.assertLess(writes, k, why)
                self.assertTrue((self.folder / out).exists(), why)
                return k - 1
            self.assertIn(code, (1, 2), why)
            self.assertTrue(out in stderr or "ffmpeg" in stderr, why)
            self.assertNotIn("terminate", stderr, why)
            self.whole(out, before, why)
        self.fail(f"{out}: more than {MOST_WRITES} calls write")

    def test_every_write_of_every_writer(self):
        for out, arguments in WRITERS.items():
            arguments = [word.replace("OUT", out) for word in arguments]
            # A program that draws takes a second to start.
            draws = arguments[0] == "--headless" or out.endswith((".png", ".gif", ".mp4"))
            for lasting in (False,) if draws else (False, True):
                with self.subTest(out=out, lasting=lasting):
                    self.assertGreater(self.fails_everywhere(out, arguments, lasting), 2)


class Memory(Calls):
    """An allocation fails, whichever: one of every stretch of them, the same ones on every run."""

    # Not what writes JSON: the library's destructor allocates, and ends the program where it cannot.
    STRETCHES = 30
    LAST = 24  # and each of the last: where a file is written
    READERS = [["steps", "--keys", "3,1,2"], ["steps", "numbers.txt", "--format", "json"], ["network", "network.txt"],
               ["verify", "network.txt"], ["info", "run.h5"], ["steps", "run.h5", "--format", "csv"],
               ["steps", "--algorithm", "aks", "--n", "8", "--to", "3"], ["lesson", "lesson.md"],
               ["record", "--algorithm", "adaptive", "--n", "64", "-o", "new.h5"],
               ["record", "--algorithm", "aks", "--n", "64", "-o", "new.h5"],
               ["record", "--algorithm", "adaptive-interval", "--n", "64", "-o", "new.h5"],
               ["record", "--network", "network.txt", "-o", "new.h5"], ["record", "--n", "2^16", "-o", "new.h5"],
               ["record", "--engine", "cpu", "--n", "2^18", "-o", "new.h5"],
               ["export", "--n", "8", "-o", "a.tex"], ["export", "--n", "8", "-o", "a.svg"],
               ["export", "--n", "8", "-o", "a.pdf"], ["sheet", "run.h5", "-o", "a.pdf"]]

    def test_an_allocation_fails(self):
        random_k = random.Random(1)
        self.run_program("record", "--n", 16, "-o", "run.h5")
        recording = (self.folder / "run.h5").read_bytes()
        for arguments in self.READERS:
            def fresh():
                self.inputs()
                self.file("numbers.txt", "3 1 2\n")
                (self.folder / "run.h5").write_bytes(recording)
            fresh()
            code, stderr, _, allocations = self.run_faulty(arguments)
            self.assertEqual(code, 0, f"{arguments}: {stderr}")
            given = {p.name for p in self.folder.iterdir()}
            spread = [1 + (stretch * allocations + random_k.randrange(allocations)) // self.STRETCHES
                      for stretch in range(self.STRETCHES)]
            for k in sorted({*spread, *range(max(1, allocations - self.LAST), allocations + 1)}):
                fresh()
                code, stderr, _, _ = self.run_faulty(arguments, memory=k)
                why = f"{' '.join(arguments)}: allocation {k} of {allocations}, exit code {code}: {stderr}"
                with self.subTest(why):
                    self.assertIn(code, (0, 1, 2, 3), why)
                    if code in (1, 2):
                        # What is wrong in a lesson is said with its line.
                        self.assertRegex(stderr, r"(?m)^sortscope: |^lesson\.md:\d+: ", why)
                    self.assertNotIn("terminate", stderr, why)
                    left = {p.name for p in self.folder.iterdir()}
                    self.assertEqual([n for n in left if "sortscope-part" in n], [], why)
                    if code in (1, 2) and "not sorted" not in stderr:
                        self.assertLessEqual(left, given, why)


if __name__ == "__main__":
    if not LIBRARY or not shutil.which(PROGRAM):
        sys.exit("SORTSCOPE and SORTSCOPE_FAULTS name the program and the library")
    unittest.main()
