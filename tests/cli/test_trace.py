#!/usr/bin/env python3
# test_trace.py: `sortscope trace`, its file as the Trace Event Format has it, and the picture of it.
import json
import sys
import unittest

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402


class Trace(Driver):
    def test_file_and_table_agree(self):
        stdout, stderr = self.run_program("trace", "--algorithm", "bitonic", "--n", "2^12", "--engine", "cpu",
                                          "--reps", 3, "-o", "a.json")
        self.assertIn("Wrote a.json", stderr)
        trace = json.loads((self.folder / "a.json").read_text())
        passes = [e for e in trace["traceEvents"] if e["ph"] == "X"]
        for event in passes:
            self.assertEqual(set(event), {"name", "cat", "ph", "ts", "dur", "pid", "tid", "args"})
            self.assertGreaterEqual(event["dur"], 0)
        ends = [e["ts"] + e["dur"] for e in passes]
        for end, event in zip(ends, passes[1:]):
            self.assertLessEqual(end, event["ts"] + 1e-6)
        # 12 * 13 / 2 layers of 2048 comparators; all keys in and out at least once.
        self.assertEqual(sum(e["args"]["layer_count"] for e in passes), 78)
        self.assertEqual(sum(e["args"]["comparators"] for e in passes), 78 * 2048)
        self.assertGreaterEqual(min(e["args"]["bytes"] for e in passes), 2 * 4 * 4096)
        self.assertEqual(trace["otherData"]["n"], 4096)
        rows = [line for line in stdout.splitlines() if line.lstrip()[:1].isdigit() and "pass" not in line]
        self.assertEqual(len(rows), len(passes))

    def test_long_tables_are_cut_and_say_so(self):
        stdout, _ = self.run_program("trace", "--algorithm", "odd-even-transposition", "--n", 4096, "--engine", "cpu",
                                     "--reps", 1, "-o", "a.json")
        trace = json.loads((self.folder / "a.json").read_text())
        passes = sum(e["ph"] == "X" for e in trace["traceEvents"])
        rows = [line.split()[0] for line in stdout.splitlines() if line[:7].strip().isdigit()]
        self.assertIn(f"{passes - len(rows)} more passes", stdout)
        self.assertEqual(rows[0], "1")
        self.assertEqual(rows[-1], str(passes))

    def test_the_picture_reads_it(self):
        self.run_program("trace", "--n", 64, "--engine", "cpu", "--reps", 1, "-o", "a.json")
        self.run_program("export", "--n", 64, "--engine", "cpu", "--view", "passes", "--trace", "a.json", "-o", "a.svg")
        self.assertIn("Layers", (self.folder / "a.svg").read_text())

    def test_bad_use(self):
        self.refused("trace", "--n", 8, "--engine", "cpu", "--kernel", "v9", code=2, says="v9")
        self.refused("trace", "--n", 8, "--reps", 0, code=2, says="--reps")
        self.refused("trace", "--algorithm", "bitonic-merger", "--keys", "3,1,2,5,4,7", "--engine", "cpu", code=2,
                     says="bitonic")
        self.file("bad.json", '{"traceEvents": 3}')
        self.refused("export", "--n", 8, "--engine", "cpu", "--view", "passes", "--trace", "bad.json", "-o", "a.svg",
                     code=2, says=["bad.json", "otherData"])
        self.refused("trace", "--n", 8, "--engine", "cpu", "-o", "none/a.json", code=2, says=["none/a.json", "no folder"])


if __name__ == "__main__":
    unittest.main()
