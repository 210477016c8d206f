#!/usr/bin/env python3
# test_aks.py: the JSON lines of AKS runs, replayed by a second implementation.
import json
import sys
import unittest

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402


def order(key):
    """Padding, null, is larger than every key."""
    return float("inf") if key is None else key


class Replay:
    """Keys by wire and wires by separator, as the lines alone have it."""

    def __init__(self, test, header):
        self.test = test
        self.keys = list(header["keys"])
        self.separator = {wire: 1 for wire in range(header["padded_to"])}
        self.levels = {}
        self.exchanges = 0

    def level(self, line):
        self.levels[line["level"]] = line
        first = 1 << line["level"]
        self.test.assertEqual(line["separators"], first)
        self.test.assertEqual(line["a"], line["up"] + 2 * line["down"])
        for node in range(first, 2 * first):
            held = sum(1 for other in self.separator.values() if other == node)
            self.test.assertEqual(held, line["a"])

    def layer(self, line):
        touched = set()
        for low, high, exchanged, separator, side in line["comparators"]:
            self.test.assertNotIn(low, touched)
            self.test.assertNotIn(high, touched)
            touched.update((low, high))
            out_of_order = order(self.keys[low]) > order(self.keys[high])
            self.test.assertEqual(exchanged, 1 if "forced" in line or out_of_order else 0)
            if exchanged:
                self.keys[low], self.keys[high] = self.keys[high], self.keys[low]
                self.exchanges += 1
            if "part" not in line:
                self.test.assertEqual({self.separator[low], self.separator[high]}, {separator})
                self.test.assertEqual(separator.bit_length() - 1, line["tree_level"])
                self.test.assertIn(side, (0, 1) if line["layer"] else (0,))
        self.test.assertEqual(line["keys"], self.keys)

    def moves(self, line):
        self.test.assertEqual(sorted(wire for wire, _, _ in line["moves"]), sorted(self.separator))
        up = {}
        for wire, source, target in line["moves"]:
            self.test.assertEqual(self.separator[wire], source)
            self.test.assertIn(target, (source // 2, 2 * source, 2 * source + 1))
            self.separator[wire] = target
            up[source] = up.get(source, 0) + (target == source // 2)
        for source, count in up.items():
            self.test.assertEqual(count, self.levels[source.bit_length() - 1]["up"])
        self.levels = {}


class Aks(Driver):
    def replayed(self, *arguments):
        lines = self.steps("--algorithm", "aks", "--moves", *arguments)
        replay = Replay(self, lines[0])
        steps = []
        for line in lines[1:]:
            if "separators" in line:
                replay.level(line)
            elif line.get("part") == "moves":
                replay.moves(line)
            else:
                steps.append(line["step"])
                replay.layer(line)
        self.assertEqual(steps, list(range(1, len(steps) + 1)))
        self.assertEqual(replay.keys, sorted(replay.keys, key=order))
        # At the end node i of the last level holds wires 64 i to 64 i + 63.
        nodes = len(replay.separator) // 64
        self.assertTrue(all(node == nodes + wire // 64 for wire, node in replay.separator.items()))
        return lines, replay

    def test_the_lines_replay(self):
        for arguments in ([], ["--param", "depth=3", "--input", "few-distinct"],
                          ["--param", "depth=ideal", "--param", "planted=8"],
                          ["--param", "shuffle-halves=1", "--param", "perfect-halver=bitonic"],
                          ["--param", "depth=4", "--param", "matching=xoroshiro64", "--param", "skip-whole=1"]):
            lines, replay = self.replayed("--n", "200", *arguments)
            self.assertGreater(replay.exchanges, 0)
            repair = [line for line in lines if line.get("part") == "repair"]
            self.assertEqual(bool(repair), "depth=3" in arguments or "depth=4" in arguments)
            for line in repair:
                self.assertGreater(line["misplaced"], 0)

    def test_comparators_may_be_left_out(self):
        whole = self.steps("--algorithm", "aks", "--n", "256", "--param", "depth=3")
        short = self.steps("--algorithm", "aks", "--n", "256", "--param", "depth=3", "--no-comparators")
        self.assertTrue(all("comparators" not in line for line in short))
        self.assertEqual([line for line in whole if "separators" in line],
                         [line for line in short if "separators" in line])
        self.assertEqual(short[-1]["keys"], whole[-1]["keys"])
        self.assertEqual(short[-1]["misplaced"], whole[-1]["misplaced"])

    def test_keyframes_give_the_same_lines(self):
        for name, more in (("whole", []), ("sparse", ["--keyframes"])):
            self.run_program("record", "--algorithm", "aks", "--n", 300, "--param", "depth=4", *more,
                             "-o", f"{name}.h5")
        whole, _ = self.run_program("steps", "whole.h5", "--format", "json", "--to", 200)
        sparse, _ = self.run_program("steps", "sparse.h5", "--format", "json", "--to", 200)
        self.assertEqual(whole, sparse)

    def test_bad_parameters_say_what_is_valid(self):
        run = ("steps", "--algorithm", "aks", "--n", "256")
        self.refused(*run, "--param", "epsilon-b=0.02", code=2, says=["1/128", "nearest valid value"])
        self.refused(*run, "--param", "depth=0", code=2, says="at least 1")
        self.refused(*run, "--param", "deep=3", code=2, says=["no parameter 'deep'", "depth"])
        self.refused(*run, "--param", "planted=1", code=2, says="depth=ideal")
        self.refused("steps", "--algorithm", "aks", "--n", "4096", "--param", "depth=chvatal", code=2,
                     says=["layers", "depth=perfect"])
        self.refused("steps", "--algorithm", "adaptive", "--n", "16", "--keyframes", code=2, says="--keyframes")
        self.refused("steps", "--n", "16", "--moves", code=2, says="--moves")

    def test_what_does_not_fit_is_said_with_an_offer(self):
        # 71 GB of outcome bits; the planted machine has 8.6 free.
        self.refused("record", "--algorithm", "aks", "--n", "2^24", "--param", "depth=custom", "-o", "a.h5",
                     code=1, says=["8.6 GB of memory is free", "--keyframes"])

    def test_the_header_has_the_parameters(self):
        header = self.steps("--algorithm", "aks", "--n", "256", "--param", "seed=5", "--no-comparators")[0]
        self.assertEqual(header["parameters"]["seed"], "5")
        self.assertAlmostEqual(float(header["parameters"]["epsilon-f"]), 0.0098297, 6)
        rows = json.loads(self.run_program("list", "algorithms", "--json")[0])
        rows = rows if isinstance(rows, list) else rows["algorithms"]
        aks = next(row for row in rows if row["id"] == "aks")
        self.assertEqual({row["name"] for row in aks["parameters"]}, set(header["parameters"]))


if __name__ == "__main__":
    unittest.main()
