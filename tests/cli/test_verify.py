#!/usr/bin/env python3
# test_verify.py: `sortscope verify`: its answers beside brute force written here.
import itertools
import json
import sys
import unittest

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402

FOUR = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(1, 2)]]


def brackets(layers):
    return "".join("[" + ",".join(f"({a},{b})" for a, b in layer) + "]\n" for layer in layers)


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
        self.assertEqual((verdict["holds"], verdict["inputs"], verdict["counterexample"]), (1, 16, None))
        self.assertEqual((verdict["never_exchange"], verdict["removable"]), ([], []))
        stdout, _ = self.run_program("verify", "four.txt")
        self.assertIn("It sorts.", stdout)
        self.assertIn("No comparator is redundant.", stdout)

    def test_one_comparator_missing(self):
        for gone in range(5):
            left = iter(range(5))
            layers = [[c for c in layer if next(left) != gone] for layer in FOUR]
            self.file("bad.txt", brackets([layer for layer in layers if layer]))
            verdict = self.verdict("bad.txt", "--engine", "cpu", code=1)
            self.assertEqual(verdict["holds"], 0)
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
        self.assertEqual((merger["property"], merger["holds"]), ("merges-bitonic", 1))
        self.assertEqual(merger["inputs"], 16 * 15 + 2)
        self.assertEqual(self.verdict("--algorithm", "bitonic-merger", "--n", 16, "--as", "sorter", code=1)["holds"], 0)
        self.assertEqual(self.verdict("--algorithm", "odd-even-merge", "--n", 10, "--as", "merger")["holds"], 1)

    def test_halver(self):
        self.file("half.txt", brackets([[(0, 2), (1, 3)]]))
        # Zeros on wires 2 and 3 move up; of zeros on 0 and 2, one stays below: 1 of 2.
        verdict = self.verdict("half.txt", "--as", "halver", "--epsilon", "0.5")
        self.assertEqual((verdict["holds"], verdict["halver"]["epsilon"], verdict["halver"]["exact"]), (1, 0.5, 1))
        verdict = self.verdict("half.txt", "--as", "halver", "--epsilon", "0.4", code=1)
        self.assertEqual((verdict["halver"]["k"], verdict["halver"]["errors"]), (2, 1))

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
        self.refused("verify", "four.txt", "--engine", "abacus", code=2, says="abacus")


if __name__ == "__main__":
    unittest.main()
