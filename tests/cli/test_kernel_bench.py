#!/usr/bin/env python3
# test_kernel_bench.py: a person's kernel timed, where nvcc and the GPU are planted: what is measured, and what is refused.
import csv
import json
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/own_kernels"))
from planted_nvcc import plant  # noqa: E402

FILE = "__global__ void layer(Key* keys) {}\nvoid sort(Key* keys, unsigned n) { layer<<<1, 1>>>(keys); }\n"
# How a program lies or fails, and the words that say so.
REFUSED = [("nan", "its time makes no sense: 'nan"), ("negative", "its time makes no sense: '-5"),
           ("zero", "its time makes no sense: '0"), ("infinite", "its time makes no sense: 'inf"),
           ("word", "its time makes no sense: 'fast"), ("longer", "it took longer than its answer did"),
           ("kernels", "what it says of its kernels makes no sense"), ("line", "a line without end"),
           ("chatter", "it answers what it was not asked|its answer makes no sense"), ("silent", "it did not answer within 1 s"),
           ("never", "it did not answer within 1 s"), ("unsorted", "it does not sort"),
           ("lost", "its output is no permutation of the input"), ("crash", "it crashed"),
           ("ends", "it ended before it was through"), ("fails", "an illegal memory access was encountered"),
           # What is drawn and printed is text, and no command to a terminal.
           ("bytes", r"red \\xff\\x1b\[31m\.$")]
# The same before anything is measured.
NOT_STARTED = [("prints", "it printed without end"), ("hello", "what it says first makes no sense"),
               ("type", "keys of type short are not timed"), ("no-gpu", "no GPU runs it here: no CUDA-capable device")]


class Planted(Driver):
    def setUp(self):
        super().setUp()
        self.tools = plant(self.home_of_tools / "bin")
        self.environment["PATH"] = f"{self.tools}:{self.environment['PATH']}"
        self.environment["SORTSCOPE_MACHINE"] = str(ROOT / "tests/machine/machines/gpu.txt")

    def kernel(self, name, planted=""):
        text = FILE + (f"// planted: {planted}\n" if planted else "")
        return self.file(name, text).name

    def timed(self, name, *options, code=0):
        stdout, stderr = self.run_program("kernel", name, "--bench", "--json", *options, code=code)
        return json.loads(stdout), stderr


class Timed(Planted):
    def test_times_and_what_is_launched(self):
        report, _ = self.timed(self.kernel("a.cu"), "--sizes", "256,1000")
        self.assertEqual(report["card"], "Planted GPU, CUDA 13.0")
        self.assertEqual([row["n"] for row in report["times"]], [256, 1000])
        for row in report["times"]:
            # The planted program says 50 ns a key.
            self.assertEqual({round(ms, 9) for ms in row["samples_ms"]}, {round(50e-6 * row["n"], 9)})
            self.assertEqual(row["launches"], row["n"].bit_length())
        kernel = report["kernels"][0]
        self.assertEqual((kernel["name"], kernel["line"], kernel["registers"], kernel["shared_bytes"], kernel["occupancy"]),
                         ("layer", 12, 18, 2048, 1))
        stdout, _ = self.run_program("kernel", "a.cu", "--bench", "--sizes", "256")
        self.assertRegex(stdout, r"(?m)^ +256 +0\.0128 ")
        self.assertRegex(stdout, r"(?m)^ +12 +9 +256 +18 +2048 +0 +100 % +layer$")

    def test_before_and_after(self):
        now, old = self.kernel("now.cu", "ns 50"), self.kernel("old.cu", "ns 200")
        report, _ = self.timed(now, "--sizes", "256", "--before", old)
        since = report["since_before"]
        self.assertEqual([(row["n"], row["ratio"], row["low"], row["high"], row["verdict"]) for row in since],
                         [(256, 0.25, 0.25, 0.25, "faster")])
        stdout, _ = self.run_program("kernel", old, "--bench", "--sizes", "256", "--before", now)
        self.assertRegex(stdout, r"256 +4 × \(4 to 4\) +slower")

    def test_a_row_of_the_lab(self):
        self.kernel("a.cu")
        self.kernel("old.cu", "ns 100")
        stdout, _ = self.run_program("bench", "--no-keep", "--kernel", "a.cu", "--before", "old.cu", "--algorithms",
                                     "own,own-before,std-sort,v2", "--sizes", "256,512", "--reps", 4, "--ratio-to", "own-before",
                                     "--json", "a.json", "--csv", "a.csv")
        self.assertIn("own-before", stdout)
        with open(self.folder / "a.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        states = {(row["sorter"], row["n"]): row["state"] for row in rows}
        self.assertEqual(states, {(sorter, n): "skipped" if sorter == "v2" else "measured"
                                  for sorter in ("own", "own-before", "std-sort", "v2") for n in ("256", "512")})
        result = json.loads((self.folder / "a.json").read_text())
        titles = {name["id"]: name["title"] for name in result["sorters"]}
        self.assertEqual((titles["own"], titles["own-before"]), ("a.cu", "a.cu, before"))
        # The file is read again, its kernels too, and nothing of it is compared as changed.
        stdout, _ = self.run_program("bench", "--no-keep", "--kernel", "a.cu", "--algorithms", "own", "--sizes", "256", "--reps", 4,
                                     "--compare", "a.json", "--json", "b.json")
        self.assertIn("0 slower, 0 faster, 1 as before", stdout)
        again = json.loads((self.folder / "b.json").read_text())
        self.assertEqual([cell["kernels"] for cell in again["cells"]],
                         [cell["kernels"] for cell in result["cells"] if cell["sorter"] == "own" and cell["n"] == 256])

    def test_options_that_do_not_fit(self):
        self.kernel("a.cu")
        self.refused("bench", "--before", "a.cu", code=2, says="--kernel")
        self.refused("bench", "--algorithms", "own", code=2, says="--kernel FILE.cu")
        self.refused("bench", "--kernel", "a.cu", "--algorithms", "std-sort", code=2, says="own")
        self.refused("kernel", "a.cu", "--bench", "--before", "none.cu", code=2, says="none.cu")

    def test_one_size_may_fail_and_others_not(self):
        report, _ = self.timed(self.kernel("a.cu", "memory"), "--sizes", "256,4096", code=1)
        self.assertEqual([bool(row["samples_ms"]) for row in report["times"]], [True, False])
        self.assertIn("out of memory", report["times"][1]["problem"])

    def test_what_does_not_compile(self):
        report, stderr = self.timed(self.kernel("a.cu", "error"), "--sizes", "256", code=2)
        self.assertFalse(report["compiled"])
        self.assertEqual([(m["line"], m["error"]) for m in report["messages"]], [(3, True)])
        self.assertIn("a.cu:3: error", stderr)
        self.run_program("bench", "--no-keep", "--kernel", "a.cu", "--algorithms", "own,std-sort", "--sizes", "256", "--reps", 3,
                         "--json", "a.json", code=1)
        cells = json.loads((self.folder / "a.json").read_text())["cells"]
        told = {cell["sorter"]: (cell["state"], cell["reason"]) for cell in cells}
        self.assertEqual(told["own"][0], "failed")
        self.assertIn("line 3", told["own"][1])
        self.assertEqual(told["std-sort"][0], "measured")

    def test_without_a_gpu_it_says_so(self):
        self.environment["SORTSCOPE_MACHINE"] = str(ROOT / "tests/machine/machines/plain.txt")
        self.refused("kernel", self.kernel("a.cu"), "--bench", code=2, says="no NVIDIA GPU")
        for of in ([], ["--algorithms", "own,cub-merge"]):
            self.refused("bench", "--kernel", self.kernel("a.cu"), *of, "--sizes", "2^10", code=2, says="no NVIDIA GPU")


class Refused(Planted):
    def test_answers_that_cannot_be(self):
        for kind, says in REFUSED:
            with self.subTest(kind):
                report, _ = self.timed(self.kernel("a.cu", kind), "--sizes", "256,300", "--limit", 1, code=1)
                self.assertEqual([row["samples_ms"] for row in report["times"]], [[], []])
                self.assertRegex(report["times"][0]["problem"], says)

    def test_programs_that_do_not_begin(self):
        for kind, says in NOT_STARTED:
            with self.subTest(kind):
                report, stderr = self.timed(self.kernel("a.cu", kind), "--sizes", "256", code=2)
                self.assertEqual(report["times"], [])
                self.assertIn(says, stderr)


if __name__ == "__main__":
    unittest.main()
