#!/usr/bin/env python3
# test_network.py: networks of one's own: what they are, other formats, recording, bad files.
import json
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from driver import Driver, SANITIZED  # noqa: E402

FOUR = '{"N":4,"L":5,"D":3,"symmetric":true,"nw":[[0,2],[1,3],[0,1],[2,3],[1,2]]}\n'
LAYERS = [[[0, 2], [1, 3]], [[0, 1], [2, 3]], [[1, 2]]]


class Networks(Driver):
    def test_facts_stand_beside_the_best_known(self):
        self.file("Sort_4.json", FOUR)
        stdout, stderr = self.run_program("network", "Sort_4.json")
        self.assertEqual(stderr, "")
        self.assertIn("5 comparators, depth 3: if it sorts, as few and as shallow as is possible on 4 wires", stdout)
        facts = json.loads(self.run_program("network", "Sort_4.json", "--json")[0])
        self.assertEqual([facts[k] for k in ["name", "format", "wires", "size", "depth", "standard"]],
                         ["Sort_4", "sorterhunter", 4, 5, 3, 1])
        self.assertEqual(facts["best_known"], [[5, 3]])
        self.assertIs(facts["standard"], True)
        self.assertIs(facts["layers_earliest"], True)

    def test_every_format_is_written_and_read_again(self):
        self.file("four.json", FOUR)
        for row in json.loads(self.run_program("list", "formats", "--json")[0]):
            name = "out-" + row["id"] + row["ending"]
            self.run_program("network", "four.json", "--format", row["id"], "-o", name)
            text, _ = self.run_program("network", "four.json", "--format", row["id"])
            self.assertEqual((self.folder / name).read_text(), text)
            facts = json.loads(self.run_program("network", name, "--from", row["id"], "--json")[0])
            self.assertEqual([facts["wires"], facts["size"], facts["depth"]], [4, 5, 3], row["id"])
            back, _ = self.run_program("network", "-", "--from", row["id"], "--format", "bracket", stdin=text)
            self.assertEqual(back, "[(0,2),(1,3)]\n[(0,1),(2,3)]\n[(1,2)]\n")

    @unittest.skipIf(SANITIZED, "sanitizers take memory of their own")
    def test_a_million_comparators_take_the_memory_that_is_said(self):
        self.file("one.cn", "0:1\n")
        # As many layers as comparators, and layers of many.
        self.file("pair.cn", ",".join(["0:1"] * 10**6) + "\n")
        self.file("wide.cn", ",".join(f"{i % 63}:{i % 63 + 1}" for i in range(10**6)) + "\n")
        for call, most_mb in ((["network"], {"pair": 100, "wide": 70}),
                              (["--headless", "--do", "quit"], {"pair": 140, "wide": 70})):
            taken = {}
            for name in ("one", "pair", "wide"):
                process = self.start(*call[:1], f"{name}.cn", *call[1:], stdout=subprocess.DEVNULL)
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                said = process.stderr.read()
                process.stderr.close()
                self.assertEqual(process.returncode, 0, said)
                taken[name] = used.ru_maxrss * 1024
            for name, most in most_mb.items():
                self.assertLess(taken[name] - taken["one"], most * 10**6, (call, taken))

    def test_a_million_comparators_cost_no_more_each_than_few(self):
        """Processor time of ten times as many: a loop over pairs of them would take a hundred times."""
        forms = {"pair": lambda i: "0:1", "wide": lambda i: f"{i % 63}:{i % 63 + 1}"}
        for name, form in forms.items():
            for call in (["network", "list.cn"], ["--headless", "list.cn", "--do", "quit"]):
                used_s = {}
                for count in (10**5, 10**6):
                    self.file("list.cn", ",".join(form(i) for i in range(count)) + "\n")
                    process = self.start(*call, stdout=subprocess.DEVNULL)
                    _, status, used = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
                    said = process.stderr.read()
                    process.stderr.close()
                    self.assertEqual(process.returncode, 0, said)
                    used_s[count] = used.ru_utime + used.ru_stime
                self.assertLess(used_s[10**6], 40 * max(used_s[10**5], 0.02), (name, call))

    def test_steps_follow_the_list(self):
        self.file("four.json", FOUR)
        lines = self.steps("--network", "four.json", "--keys", "3,1,2,0")
        self.assertEqual([lines[0]["algorithm"], lines[0]["n"]], ["listed", 4])
        self.assertEqual([[c[:2] for c in line["comparators"]] for line in lines[1:]], LAYERS)
        # By hand: 2>3? exchange 3 and 2; 1 and 0; then 2,0 and 3,1; then 2 and 1.
        self.assertEqual([line["keys"] for line in lines[1:]], [[2, 0, 3, 1], [0, 2, 1, 3], [0, 1, 2, 3]])
        text = self.steps("--network", "[(0,2),(1,3)][(0,1),(2,3)][(1,2)]", "--keys", "3,1,2,0")
        self.assertEqual(text[1:], lines[1:])

    def test_a_file_that_is_a_network_is_taken_for_one(self):
        self.file("four.txt", "[(0,2),(1,3)]\n[(0,1),(2,3)]\n[(1,2)]\n")
        _, stderr = self.run_program("record", "four.txt", "-o", "run.h5")
        self.assertIn("Taken for a network of 4 wires (Bracket text): four.txt.", stderr)
        lines = self.steps("run.h5")
        self.assertEqual([[c[:2] for c in line["comparators"]] for line in lines[1:]], LAYERS)
        self.file("numbers.txt", "0 1\n1 2\n2 3\n")
        self.assertEqual(self.steps("numbers.txt")[0]["n"], 6)

    def test_pictures(self):
        self.file("four.json", FOUR)
        self.run_program("export", "--network", "four.json", "-o", "four.svg")
        self.assertIn("<svg", (self.folder / "four.svg").read_text())

    def test_directions_are_kept_or_refused(self):
        self.file("up.txt", "[(1,0),(2,3)]\n[(0,3)]\n")
        self.assertEqual(self.steps("--network", "up.txt", "--keys", "1,2,3,4")[1]["comparators"][0][:2], [1, 0])
        self.refused("network", "up.txt", "--format", "cn", code=2, says=["no directions", "--untangle"])
        stdout, _ = self.run_program("network", "up.txt", "--format", "cn", "--untangle")
        self.assertEqual(stdout, "0:1,2:3\n1:3\n")

    def test_what_is_lost_is_said(self):
        self.file("late.txt", "[(0,1)]\n[(2,3)]\n")
        _, stderr = self.run_program("network", "late.txt", "--format", "array")
        self.assertIn("as early as possible", stderr)

    def test_bad_files(self):
        for name, text, says in [
                ("cut.json", '{"N":4,"nw":[[0,2],[1', ["cut.json:1:22:", "cut off"]),
                ("range.json", '{"N":4,"nw":[[0,2],\n[1,4]]}', ["range.json:2:1: there is no wire 4.", "0 to 3"]),
                ("self.txt", "[(0,2),(1,1)]", ["self.txt:1:8:", "both ends on wire 1"]),
                ("twice.txt", "[(0,1),(1,2)]\n[(0,2)]", ["twice.txt:1:8:", "wire 1 in layer 1"]),
                ("count.json", '{"N":4,"L":9,"nw":[[0,1]]}', ["count.json:1:12:", "9 comparators"]),
                ("words.txt", "hello", ["words.txt:1:1:", "a comparator network is expected"]),
                ("empty.txt", "", ["empty.txt is empty"])]:
            self.file(name, text)
            self.refused("network", name, code=2, says=says)
            self.refused("steps", "--network", name, code=2, says=says)
        (self.folder / "wide.txt").write_bytes("[(0,1)]".encode("utf-16"))
        self.refused("network", "wide.txt", code=2, says="UTF-16")
        self.refused("network", "none.txt", code=2, says="No such file")
        self.file("four.json", FOUR)
        self.refused("network", "four.json", "--format", "xml", code=2, says=["'xml'", "bracket"])
        self.refused("network", "four.json", "-o", "out.xyz", code=2, says="--format")
        self.refused("steps", "--network", "four.json", "--keys", "1,2,3", code=2, says=["3 keys", "4 wires"])
        self.refused("steps", "--network", "four.json", "--algorithm", "bitonic", code=2, says="Leave one")


if __name__ == "__main__":
    unittest.main()
