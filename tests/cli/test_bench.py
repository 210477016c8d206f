#!/usr/bin/env python3
# test_bench.py: the benchmark lab without a window.
import csv
import importlib.util
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from driver import PATIENCE_S, SANITIZED, Driver  # noqa: E402

COMPARE = "/usr/share/benchmark/compare.py"
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

    def test_a_network_of_ones_own(self):
        sorts = self.file("four.txt", "[(0,1),(2,3)]\n[(0,2),(1,3)]\n[(1,2)]\n").name
        stdout, _ = self.bench("--network", sorts, "--algorithms", "listed,std-sort,cpu-bitonic", "--sizes", "4,8",
                               "--types", "all", "--pairs", "both", "--recording", "both", "--reps", 3,
                               "--ratio-to", "listed", "--csv", "a.csv", "--json", "a.json")
        rows = self.rows("a.csv")
        ours = [row for row in rows if row["sorter"] == "listed"]
        measured = [row for row in ours if row["state"] == "measured"]
        self.assertEqual({row["n"] for row in measured}, {"4"})
        self.assertEqual(len({(r["type"], r["pairs"], r["recording"]) for r in measured}), 24)
        self.assertEqual({(row["n"], row["state"]) for row in ours if row not in measured}, {("8", "skipped")})
        self.assertIn("it has 4 wires and takes as many keys", stdout)
        names = json.loads((self.folder / "a.json").read_text())["sorters"]
        self.assertIn(("listed", "four"), [(name["id"], name["title"]) for name in names])
        # Beside std::sort, of as many keys as it has wires, where nothing else is asked for.
        self.bench("--network", sorts, "--reps", 3, "--csv", "b.csv")
        self.assertEqual({(row["sorter"], row["n"], row["state"]) for row in self.rows("b.csv")},
                         {("listed", "4", "measured"), ("std-sort", "4", "measured")})

    def test_a_network_that_does_not_sort_has_failed(self):
        self.file("wrong.txt", "[(0,1),(2,3)]\n[(0,2),(1,3)]\n")
        stdout, _ = self.bench("--network", "wrong.txt", "--reps", 3, code=1)
        self.assertRegex(stdout, "listed +FAILED: its output is wrong")
        # Green's network of 16 wires without its last comparator: few inputs find that out, and none need to.
        self.file("green.txt", """[(0,1),(2,3),(4,5),(6,7),(8,9),(10,11),(12,13),(14,15)]
[(0,2),(1,3),(4,6),(5,7),(8,10),(9,11),(12,14),(13,15)]
[(0,4),(1,5),(2,6),(3,7),(8,12),(9,13),(10,14),(11,15)]
[(0,8),(1,9),(2,10),(3,11),(4,12),(5,13),(6,14),(7,15)]
[(5,10),(6,9),(3,12),(13,14),(4,8),(7,11),(1,2)]
[(1,4),(7,13),(2,8),(11,14)]
[(2,4),(5,6),(9,10),(11,13),(3,8),(7,12)]
[(6,8),(10,12),(3,5),(7,9)]
[(3,4),(5,6),(7,8),(9,10),(11,12)]
[(6,7)]
""")
        stdout, _ = self.bench("--network", "green.txt", "--algorithms", "listed", "--reps", 3, code=1)
        self.assertRegex(stdout, "FAILED: its output is wrong: it does not sort [0-9,]+")

    def test_a_busy_machine_is_kept_with_the_result(self):
        self.file("machine.txt", "load 99\n")
        self.environment["SORTSCOPE_MACHINE"] = str(self.folder / "machine.txt")
        self.bench("--algorithms", "std-sort", "--sizes", "256", "--reps", 3, "--json", "busy.json")
        self.assertIn("load 99.0", json.loads((self.folder / "busy.json").read_text())["busy"])

    def test_what_cannot_run_stays_visible(self):
        stdout, stderr = self.bench("--algorithms", "v0,v1", "--sizes", "256", "--reps", 1, code=1)
        self.assertRegex(stdout, r"v0 +skipped: ")
        self.assertIn("nothing of this can be measured", stderr)
        stdout, _ = self.bench("--algorithms", "std-sort,v0", "--sizes", "256", "--reps", 1)
        self.assertIn(" v0 ", stdout)

    def test_the_cpu_has_no_transfers(self):
        stdout, _ = self.bench("--algorithms", "std-sort", "--sizes", "256", "--reps", 1, "--transfers")
        self.assertRegex(stdout, r"upload \+ +sort \+ +download")
        self.assertRegex(stdout, r"std-sort .* – \+ +[0-9.]+ .s \+ +–")

    def test_a_claim_is_judged(self):
        stdout, _ = self.bench("--preset", "claim-quicksort", "--sizes", "2^10", "--reps", 3)
        self.assertRegex(stdout, r"(Holds|Does not hold) here: [0-9.]+ ×\. Published: at most 2\.5 ×")
        stdout, _ = self.bench("--preset", "claim-abisort", "--sizes", "2^10", "--reps", 1)
        self.assertRegex(stdout, r"Cannot be tried here: abisort: .* Published: 3\.1 to 3\.5 ×")

    def test_comparisons_are_counted(self):
        stdout, _ = self.bench("--preset", "serial-parallel", "--sizes", "1024", "--reps", 1)
        # n/4 log n (log n + 1) comparators in a row, or 55 layers.
        self.assertRegex(stdout, r"Bitonic, serial +n log² n +28,160 +28,160")
        self.assertRegex(stdout, r"Bitonic, parallel +log² n +28,160 +55")

    def test_more_keys_than_memory_holds(self):
        stdout, _ = self.bench("--algorithms", "std-sort,cpu-adaptive", "--sizes", "256,2^31", "--types", "u64", "--reps",
                               1, "--pairs", "on")
        self.assertRegex(stdout, r"std-sort +skipped: it needs about \d+(\.\d)? GB")
        self.assertRegex(stdout, r"cpu-adaptive +skipped: it takes at most \d+ keys")

    def test_presets_show_what_was_published(self):
        stdout, _ = self.bench("--preset", "article", "--algorithms", "std-sort", "--sizes", "2^8", "--reps", 1)
        self.assertIn("2^20: 477 ms", stdout)
        self.assertIn("few-distinct", stdout)
        stdout, _ = self.bench("--preset", "thesis", "--algorithms", "std-sort", "--reps", 1)
        self.assertIn("65536", stdout.replace("2^16", "65536"))
        self.assertIn("24271 ms", stdout)
        stdout, _ = self.bench("--preset", "tutorial", "--algorithms", "std-sort", "--sizes", "1000", "--reps", 1)
        self.assertRegex(stdout, r"RTX 3080 .*0\.2 ms")

    def test_the_list_names_each(self):
        stdout, _ = self.run_program("bench", "--list")
        for words in ("cub-merge", "adaptive-interval", "std-sort-par", "students", "article"):
            self.assertIn(f"  {words} ", stdout)

    def test_stopping_keeps_what_there_is(self):
        process = self.start("bench", "--no-keep", "--algorithms", "std-sort,cpu-adaptive", "--sizes",
                             "2^8..2^22", "--reps", 1000, "--csv", "a.csv")
        self.worked(process, 2)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, stderr)
        self.assertIn("not measured", stdout)
        self.assertIn("stopped", stderr)
        self.assertGreater(len(self.rows("a.csv")), 3)

    def test_a_sort_that_nobody_can_stop_does_not_keep_the_program(self):
        for moment, sorter in enumerate(["std-sort", "std-stable-sort", "qsort", "std-sort-par", "merge-sort-par"]):
            process = self.start("bench", "--no-keep", "--algorithms", sorter, "--sizes", "2^24", "--pairs", "on",
                                 "--inputs", "uniform", "--reps", 100, "--json", "a.json",
                                 stdout=subprocess.DEVNULL)
            self.worked(process, 0.3 + 0.4 * moment)
            before = self.used_s(process)
            process.send_signal(signal.SIGTERM if moment % 2 else signal.SIGINT)
            stderr = process.stderr.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.stderr.close()
            self.assertEqual(process.returncode, 1, stderr)
            self.assertIn("stopped", stderr)
            # What was measured is there, whole.
            self.assertFalse(json.loads((self.folder / "a.json").read_text())["complete"])
            (self.folder / "a.json").unlink()
            if not SANITIZED:
                self.assertLess(used.ru_utime + used.ru_stime - before, 0.5, sorter)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_bad_usage(self):
        for arguments, says in [
                (["--algorithms", "bogosort"], "bogosort"), (["--sizes", "0"], "'0'"),
                (["--sizes", "2^20..2^8"], "before they begin"), (["--sizes", "1000..2000"], "powers of two"),
                (["--types", "u16"], "u16"), (["--inputs", "nothing"], "nothing"), (["--preset", "x"], "peers"),
                (["--algorithms", "listed"], "--network FILE"), (["--network", "none.txt"], "none.txt"),
                (["--network", "/dev/null", "--algorithms", "std-sort"], "/dev/null"),
                (["--seed", "-1"], "--seed"), (["--ratio-to", "qsort"], "--algorithms"), (["--sizes", ","], "size"),
                (["--reps", "0"], "--reps"), (["--pairs", "maybe"], "--pairs")]:
            self.refused("bench", "--no-keep", *arguments, code=2, says=says)


class Results(Driver):
    """Kept results, files and comparisons. The person's folder is in the test's own."""

    def setUp(self):
        super().setUp()
        self.environment["XDG_DATA_HOME"] = str(self.folder / "data")

    def bench(self, *arguments, code=0):
        return self.run_program("bench", "--algorithms", "std-sort,v0", "--sizes", "256,1000", "--reps", 9, *arguments,
                                code=code)

    def kept(self):
        return sorted((self.folder / "data/sortscope/results").glob("*.json"))

    def test_results_are_kept_listed_and_compared(self):
        _, stderr = self.bench()
        self.assertIn(str(self.kept()[0]), stderr)
        result = json.loads(self.kept()[0].read_text())
        self.assertEqual(result["arguments"][0], "bench")
        cell = next(c for c in result["cells"] if c["sorter"] == "std-sort" and c["n"] == 1000)
        self.assertEqual(len(cell["samples_ns"]), 9)
        # A thousand times as fast once: now it is slower, whatever this machine does meanwhile.
        cell["samples_ns"] = [ns / 1000 for ns in cell["samples_ns"]]
        self.kept()[0].write_text(json.dumps(result))
        stdout, _ = self.bench("--compare", "last", "--results", "data/sortscope/results")
        self.assertTrue(any("SLOWER" in line and " 1000  std-sort" in line for line in stdout.splitlines()), stdout)
        self.assertRegex(stdout, r"\n[12] slower, ")
        self.assertEqual(len(self.kept()), 2)
        stdout, _ = self.run_program("bench", "--list")
        self.assertEqual(sum(str(path) in stdout for path in self.kept()), 2)

    def test_a_damaged_result_is_named_and_passed_over(self):
        self.bench()
        bad = self.file("data/sortscope/results/2999.json", '{"format": "sortscope-lab",\n "version": 1, "cells": 3}')
        stdout, _ = self.run_program("bench", "--list")
        self.assertIn(f"damaged: {bad}", stdout)
        _, stderr = self.bench("--compare", "last")
        self.assertIn(f"passed over: {bad}", stderr)
        self.refused("bench", "--no-keep", "--compare", bad, code=2, says=["2999.json", "request is missing"])
        broken = self.file("b.json", '{"a":\n  1,,')
        self.refused("bench", "--no-keep", "--compare", broken, code=2, says="line 2, column 5")
        self.refused("bench", "--no-keep", "--compare", "none.json", code=2, says="none.json")

    def test_last_of_none(self):
        self.refused("bench", "--no-keep", "--compare", "last", code=2, says="there is no result")

    def test_our_json_is_read_back(self):
        self.bench("--no-keep", "--json", "a.json")
        stdout, _ = self.bench("--no-keep", "--compare", "a.json")
        self.assertIn("Compared with a.json", stdout)

    def test_google_benchmark_reads_ours_and_we_read_its(self):
        self.bench("--no-keep", "--gbench", "a.json")
        stdout, _ = self.bench("--no-keep", "--gbench", "b.json", "--compare", "a.json")
        self.assertIn("Compared with a.json", stdout)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["context"]["host_name"], socket.gethostname())
        a, b = (json.loads((self.folder / name).read_text())["benchmarks"] for name in ("a.json", "b.json"))
        self.assertEqual([one["name"] for one in a], [one["name"] for one in b])
        for one in a:
            self.assertIn(one["run_type"], ("iteration", "aggregate"))
            if one.get("error_occurred"):
                self.assertEqual(one["run_name"].split("/")[0], "v0")
            elif one["run_type"] == "iteration":
                # A clock of its own, not the other one's number.
                self.assertGreater(one["cpu_time"], 0)
                self.assertNotEqual(one["cpu_time"], one["real_time"])
        if not os.path.exists(COMPARE) or importlib.util.find_spec("scipy") is None:
            self.skipTest("Google Benchmark's compare.py (libbenchmark-tools, python3-scipy) is not here")
        shown = self.tool(sys.executable, COMPARE, "--no-color", "-d", "c.json", "benchmarks", "a.json", "b.json")
        self.assertIn("std-sort/uint32/uniform/n:256_pvalue", shown)
        diff = json.loads((self.folder / "c.json").read_text())
        tested = [one for one in diff if one.get("utest")]
        self.assertEqual({one["name"] for one in tested},
                         {"std-sort/uint32/uniform/n:256", "std-sort/uint32/uniform/n:1000"})

    def test_a_folder_that_cannot_be_made(self):
        self.file("file")
        _, stderr = self.bench("--results", "file/results", code=1)
        self.assertIn("file/results", stderr)


if __name__ == "__main__":
    unittest.main()
