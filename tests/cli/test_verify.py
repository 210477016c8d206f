#!/usr/bin/env python3
# test_verify.py: `sortscope verify`: its answers beside brute force written here.
import itertools
import json
import os
import resource
import signal
import sys
import time
import unittest

sys.dont_write_bytecode = True
from driver import PATIENCE_S, Driver  # noqa: E402

FOUR = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(1, 2)]]


def brackets(layers):
    return "".join("[" + ",".join(f"({a},{b})" for a, b in layer) + "]\n" for layer in layers)


def odd_even_merge_sort(n):
    """Batcher's layers for n = 2^k keys (Knuth, TAOCP 3, algorithm 5.2.2M)."""
    layers = []
    p = n // 2
    while p > 0:
        q, r, d = n // 2, 0, p
        while True:
            layers.append([(i, i + d) for i in range(n - d) if i & p == r])
            if q == p:
                break
            d, q, r = q - p, q // 2, p
        p //= 2
    return layers


def run(layers, bits):
    bits = list(bits)
    for a, b in itertools.chain(*layers):
        if bits[a] > bits[b]:
            bits[a], bits[b] = bits[b], bits[a]
    return bits


class Verify(Driver):
    def verdict(self, *arguments, code=0):
        stdout, _ = self.run_program("verify", *arguments, "--json", code=code)
        return json.loads(stdout)

    def test_a_sorter(self):
        self.file("four.txt", brackets(FOUR))
        verdict = self.verdict("four.txt")
        self.assertEqual((verdict["wires"], verdict["comparators"], verdict["layers"]), (4, 5, 3))
        self.assertEqual((verdict["holds"], verdict["inputs"], verdict["counterexample"]), (True, 16, None))
        self.assertEqual(verdict["states"], 16)
        self.assertEqual((verdict["never_exchange"], verdict["removable"]), ([], []))
        stdout, _ = self.run_program("verify", "four.txt")
        self.assertIn("It sorts.", stdout)
        self.assertIn("No comparator is redundant.", stdout)

    def test_ctrl_c_ends_it_without_a_verdict(self):
        self.file("four.txt", brackets(FOUR))
        os.mkfifo(self.folder / "pipe")
        for arguments, seconds in (
                (["--algorithm", "odd-even-transposition", "--n", 40, "--method", "brute"], 0.3),
                (["--algorithm", "odd-even-transposition", "--n", 40, "--method", "brute", "--json"], 1),
                (["--algorithm", "pairwise", "--n", 64, "--method", "search"], 0.3), (["pipe"], 0)):
            for sign in (signal.SIGINT, signal.SIGTERM):
                process = self.start("verify", *arguments)
                self.worked(process, seconds)
                time.sleep(0 if seconds else 0.5)
                self.assertIsNone(process.poll(), arguments)
                children = resource.getrusage(resource.RUSAGE_CHILDREN)
                before_s = children.ru_utime + children.ru_stime + self.used_s(process)
                process.send_signal(sign)
                stdout, stderr = process.communicate(timeout=PATIENCE_S)
                children = resource.getrusage(resource.RUSAGE_CHILDREN)
                # Neither 0, which says that it sorts, nor 3, which says that nobody can tell.
                self.assertEqual((process.returncode, stdout), (1, ""), stderr)
                self.assertRegex(stderr, "stopped|cancelled")
                self.assertLess(children.ru_utime + children.ru_stime - before_s, 5, arguments)

    def test_one_comparator_missing(self):
        for gone in range(5):
            left = iter(range(5))
            layers = [[c for c in layer if next(left) != gone] for layer in FOUR]
            self.file("bad.txt", brackets([layer for layer in layers if layer]))
            verdict = self.verdict("bad.txt", "--engine", "cpu", code=1)
            self.assertIs(verdict["holds"], False)
            found = verdict["counterexample"]
            wires = verdict["wires"]
            out = run(layers, found["input"])
            self.assertEqual(out, found["output"])
            self.assertNotEqual(out, sorted(out))
            self.assertEqual(found["wrong"], [w for w in range(wires) if out[w] != sorted(out)[w]])
            self.assertEqual(run(layers, found["keys"]), found["keys_output"])
            self.assertEqual(sorted(found["keys"]), list(range(1, wires + 1)))

    def test_redundant(self):
        self.file("more.txt", brackets(FOUR + [[(1, 2)]]))
        verdict = self.verdict("more.txt")
        self.assertEqual(verdict["never_exchange"], [{"layer": 4, "comparator": [1, 2]}])
        self.assertEqual(verdict["removable"],
                         [{"layer": 3, "comparator": [1, 2]}, {"layer": 4, "comparator": [1, 2]}])
        stdout, _ = self.run_program("verify", "more.txt")
        self.assertIn("layer 4, comparator 1: wires 1 and 2", stdout)

    def test_algorithms(self):
        self.assertEqual(self.verdict("--algorithm", "odd-even-merge", "--n", 32)["comparators"], 191)
        merger = self.verdict("--algorithm", "bitonic-merger", "--n", 16)
        self.assertEqual((merger["property"], merger["holds"]), ("merges-bitonic", True))
        self.assertEqual((merger["inputs"], merger["states"]), (16 * 15 + 2, 16 * 15 + 2))
        self.assertEqual(self.verdict("--algorithm", "bitonic-merger", "--n", 16, "--as", "sorter", code=1)["holds"], False)
        self.assertEqual(self.verdict("--algorithm", "odd-even-merge", "--n", 10, "--as", "merger")["holds"], True)

    def test_halver(self):
        self.file("half.txt", brackets([[(0, 2), (1, 3)]]))
        # Zeros on wires 2 and 3 move up; of zeros on 0 and 2, one stays below: 1 of 2.
        verdict = self.verdict("half.txt", "--as", "halver", "--epsilon", "0.5")
        self.assertEqual((verdict["holds"], verdict["halver"]["epsilon"], verdict["halver"]["exact"]), (True, 0.5, True))
        verdict = self.verdict("half.txt", "--as", "halver", "--epsilon", "0.4", code=1)
        self.assertEqual((verdict["halver"]["k"], verdict["halver"]["errors"]), (2, 1))

    def test_what_was_tried_is_counted(self):
        self.file("three.txt", brackets([[(0, 1)], [(1, 2)], [(0, 1)]]))
        self.assertIn("brute force, 8 inputs,", self.run_program("verify", "three.txt")[0])
        stdout, _ = self.run_program("verify", "--algorithm", "odd-even-merge", "--n", 8, "--as", "merger")
        self.assertIn("25 inputs,", stdout)
        stdout, _ = self.run_program("verify", "--algorithm", "bitonic", "--n", 64, "--answer-only", "--json")
        self.assertEqual(json.loads(stdout)["inputs"], str(2 ** 64))

    def test_what_is_not_decided_is_said(self):
        # A sample of 65 wires meets no wrong input: neither yes nor no. No table has it, nothing in it merges sorted runs, and one
        # comparator joins no neighbours.
        self.file("wide.txt", brackets([[(i, i + 1) for i in range(layer % 2, 64, 2)] for layer in range(65)] + [[(0, 2)]]))
        verdict = self.verdict("wide.txt", code=3)
        self.assertIsNone(verdict["holds"])
        self.assertIsNone(verdict["never_exchange"])
        self.assertEqual(verdict["undecided"], verdict["comparators"])
        self.assertGreater(verdict["given_up"]["wires"], 1)
        stdout, _ = self.run_program("verify", "wide.txt", code=3)
        self.assertIn("Not decided whether it sorts.", stdout)
        self.assertIn("Its parts do not leave few sorted runs to be merged:", stdout)
        self.assertIn("Not decided which comparators are redundant: there are more than 64 wires.", stdout)

    def test_wide_networks_that_merge_sorted_runs_are_decided(self):
        # Batcher's sort of 96 keys (128, less those of wires that are not there), then one comparator twice: of no table.
        layers = [[c for c in layer if max(c) < 96] for layer in odd_even_merge_sort(128)] + [[(0, 1)]]
        self.file("merges.txt", brackets(layers))
        verdict = self.verdict("merges.txt")
        self.assertEqual((verdict["holds"], verdict["method"], verdict["given_up"]), (True, "runs", None))
        self.assertEqual([c["comparator"] for c in verdict["never_exchange"]][-1], [0, 1])
        stdout, _ = self.run_program("verify", "merges.txt")
        self.assertIn("It sorts.", stdout)
        self.assertIn("Knuth, TAOCP 3, section 5.3.4", stdout)
        self.assertIn("By merging of sorted runs,", stdout)
        self.assertEqual(self.verdict("merges.txt", "--method", "runs")["method"], "runs")
        # Without one of its last comparators it does not, and the input that is shown says so.
        worse = [list(layer) for layer in layers[:-1]]
        worse[-1].pop(3)
        self.file("worse.txt", brackets(worse))
        verdict = self.verdict("worse.txt", code=1)
        self.assertEqual((verdict["holds"], verdict["method"]), (False, "runs"))
        bits = run(worse, verdict["counterexample"]["input"])
        self.assertNotEqual(bits, sorted(bits))

    def test_neighbours_are_decided_by_keys_in_reverse_order(self):
        layers = [[(i, i + 1) for i in range(layer % 2, 69, 2)] for layer in range(70)] + [[(0, 1)]]
        self.file("neighbours.txt", brackets(layers))
        verdict = self.verdict("neighbours.txt")
        self.assertEqual((verdict["holds"], verdict["method"], verdict["states"]), (True, "reverse", 1))
        self.file("short.txt", brackets(layers[:-2]))
        self.assertIs(self.verdict("short.txt", code=1)["holds"], False)

    def test_a_wide_network_of_the_table_is_known(self):
        for algorithm, n in (("odd-even-merge", 65), ("bitonic", 256)):
            verdict = self.verdict("--algorithm", algorithm, "--n", n)
            self.assertEqual([verdict["holds"], verdict["method"], verdict["known"]], [True, "known", algorithm])

    def test_a_search_that_gives_up_says_so(self):
        # 24 layers of neighbours, and twice what can never exchange: no search of 4,194,304 states tells of all of them.
        layers = [[(i, i + 1) for i in range(layer % 2, 63, 2)] for layer in range(24)] + [[(0, 1)]] * 2
        self.file("short.txt", brackets(layers))
        stdout, _ = self.run_program("verify", "short.txt", code=1)
        self.assertIn("It does not sort.", stdout)
        self.assertIn("Not decided which comparators are redundant: the search was given up after 4194304 states.", stdout)
        verdict = self.verdict("short.txt", code=1)
        self.assertIsNone(verdict["never_exchange"])
        self.assertEqual(verdict["undecided"], verdict["comparators"])

    def test_a_recording(self):
        self.run_program("record", "--algorithm", "odd-even-merge", "--n", 16, "-o", "run.h5")
        self.assertEqual(self.verdict("run.h5")["comparators"], 63)
        self.file("bad.txt", brackets(FOUR[:2]))
        self.run_program("record", "--network", "bad.txt", "--keys", "1,2,3,4", "-o", "bad.h5")
        self.assertIs(self.verdict("bad.h5", code=1)["holds"], False)
        self.run_program("record", "--algorithm", "bitonic-merger", "--n", 16, "-o", "merger.h5")
        self.assertEqual(self.verdict("merger.h5")["property"], "merges-bitonic")
        self.run_program("record", "--algorithm", "adaptive", "--n", 16, "-o", "tree.h5")
        self.refused("verify", "tree.h5", code=2, says="not a network")

    def test_bad_use(self):
        self.refused("verify", code=2, says="--algorithm")
        self.refused("verify", "none.txt", code=2, says="none.txt")
        self.file("bad.txt", "[(0,1),(1,2)]\n[(0,0)]\n")
        self.refused("verify", "bad.txt", code=2, says="bad.txt")
        self.file("four.txt", brackets(FOUR))
        self.refused("verify", "four.txt", "--as", "halver", "--epsilon", "2", code=2, says="epsilon")
        self.refused("verify", "four.txt", "--epsilon", "0.5", code=2, says="--as halver")
        self.refused("verify", "four.txt", "--n", 4, code=2, says="--algorithm")
        self.refused("verify", "--algorithm", "adaptive", "--n", 16, code=2, says="not a network")
        self.refused("verify", "--algorithm", "bitonic", "--n", 64, "--method", "brute", code=2, says="64 wires")
        # Before memory is taken for them.
        for n in ("2^31", 4294967295):
            self.refused("verify", "--algorithm", "bitonic", "--n", n, code=2, says="takes at most")
        self.refused("verify", "four.txt", "--engine", "abacus", code=2, says="abacus")


if __name__ == "__main__":
    unittest.main()
