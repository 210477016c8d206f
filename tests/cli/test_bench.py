#!/usr/bin/env python3
# test_bench.py: the benchmark lab without a window.
import csv
import signal
import statistics
import sys
import time
import unittest

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402

SMALL = ["--sizes", "2^8..2^10,1000", "--reps", 3]


class Bench(Driver):
    def bench(self, *arguments, code=0):
        return self.run_program("bench", "--no-keep", *arguments, code=code)

    def rows(self, name):
        with open(self.folder / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_a_table_with_a_row_a_case(self):
        stdout, _ = self.bench("--algorithms", "std-sort,qsort,cpu-bitonic,cpu-adaptive", *SMALL,
                               "--ratio-to", "qsort", "--csv", "a.csv")
        lines = [line for line in stdout.splitlines() if "µs" in line]
        self.assertEqual(len(lines), 4 * 4)
        for line in lines:
            if "qsort" in line:
                self.assertTrue(line.endswith("1.00×"), line)
        rows = self.rows("a.csv")
        self.assertEqual(len(rows), 4 * 4 * 3)
        self.assertEqual({row["n"] for row in rows}, {"256", "512", "1000", "1024"})
        self.assertEqual({row["state"] for row in rows}, {"measured"})
        # The table's median is that of the samples.
        own = [float(r["elapsed_ns"]) for r in rows if r["sorter"] == "std-sort" and r["n"] == "1024"]
        row = next(line for line in lines[12:] if "std-sort" in line)
        shown = float(row.split("µs")[0].split()[-1])
        self.assertAlmostEqual(shown, statistics.median(own) / 1000, delta=0.01 * shown + 0.001)

    def test_every_type_pairs_and_recording(self):
        self.bench("--algorithms", "std-sort,qsort,cpu-bitonic,cpu-adaptive-interval", "--sizes", "300", "--types",
                   "all", "--pairs", "both", "--recording", "both", "--inputs", "uniform,few-distinct", "--reps", 1,
                   "--csv", "a.csv")
        rows = self.rows("a.csv")
        self.assertEqual({row["state"] for row in rows}, {"measured"})
        self.assertEqual({row["sorter"] for row in rows if row["recording"] == "1"},
                         {"cpu-bitonic", "cpu-adaptive-interval"})
        self.assertEqual(len({(r["type"], r["pairs"], r["input"]) for r in rows}), 24)

    def test_what_cannot_run_stays_visible(self):
        stdout, _ = self.bench("--algorithms", "std-sort,v0", "--sizes", "256", "--reps", 1, "--transfers")
        self.assertRegex(stdout, r"std-sort +skipped: there are no transfers")
        self.assertIn(" v0 ", stdout)

    def test_presets_show_what_was_published(self):
        stdout, _ = self.bench("--preset", "article", "--algorithms", "std-sort", "--sizes", "2^8", "--reps", 1)
        self.assertIn("2^20: 477 ms", stdout)
        self.assertIn("few-distinct", stdout)
        stdout, _ = self.bench("--preset", "thesis", "--algorithms", "std-sort", "--reps", 1)
        self.assertIn("65536", stdout.replace("2^16", "65536"))
        self.assertIn("24271 ms", stdout)

    def test_the_list_names_each(self):
        stdout, _ = self.run_program("bench", "--list")
        for words in ("cub-merge", "adaptive-interval", "std-sort-par", "students", "article"):
            self.assertIn(f"  {words} ", stdout)

    def test_stopping_keeps_what_there_is(self):
        process = self.start("bench", "--no-keep", "--algorithms", "std-sort,cpu-adaptive", "--sizes",
                             "2^8..2^22", "--reps", 1000, "--csv", "a.csv")
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, stderr)
        self.assertIn("not measured", stdout)
        self.assertIn("stopped", stderr)
        self.assertGreater(len(self.rows("a.csv")), 3)

    def test_bad_usage(self):
        for arguments, says in [
                (["--algorithms", "bogosort"], "bogosort"), (["--sizes", "0"], "'0'"),
                (["--sizes", "2^20..2^8"], "before they begin"), (["--sizes", "1000..2000"], "powers of two"),
                (["--types", "u16"], "u16"), (["--inputs", "nothing"], "nothing"), (["--preset", "x"], "peers"),
                (["--seed", "-1"], "--seed"), (["--ratio-to", "qsort"], "--algorithms"), (["--sizes", ","], "size"),
                (["--reps", "0"], "--reps"), (["--pairs", "maybe"], "--pairs")]:
            self.refused("bench", "--no-keep", *arguments, code=2, says=says)


if __name__ == "__main__":
    unittest.main()
