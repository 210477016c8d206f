#!/usr/bin/env python3
# test_keyframes.py: runs whose outcome bits are not kept: all that is said and drawn of them is the same.
import sys
import unittest

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402

# Layers enough for keyframes between them.
MANY_LAYERS = ("--algorithm", "odd-even-transposition", "--n", 700)


class Keyframes(Driver):
    def plant_memory(self, size):
        machine = self.file("machine.txt", f"threads 2\nprocessor Plain processor\nvectors AVX2\nmemory {size}\ncuda no-driver\n")
        self.environment["SORTSCOPE_MACHINE"] = str(machine)

    def test_steps_are_the_same(self):
        for run in (MANY_LAYERS, ("--n", 100), ("--algorithm", "pairwise", "--n", 64),
                    ("--algorithm", "odd-even-merge", "--n", 77, "--descending", "--pairs")):
            for form in ("json", "csv", "text"):
                said = ("steps", *run, "--format", form, "--from", 5, "--to", 20)
                whole, _ = self.run_program(*said)
                self.assertTrue(whole)
                self.assertEqual(self.run_program(*said, "--keyframes")[0], whole, run)

    def test_pictures_are_the_same(self):
        for run, step in ((MANY_LAYERS, 500), (("--n", 128), 13)):
            for view in ("network", "bars", "history", "matrix"):
                if view not in self.run_program("list", "views")[0]:
                    continue
                for form in ("svg", "png"):
                    for name, more in (("whole", ()), ("kept", ("--keyframes",))):
                        self.run_program("export", *run, *more, "--view", view, "--step", step, "-o", f"{name}.{form}")
                    whole, kept = ((self.folder / f"{name}.{form}").read_bytes() for name in ("whole", "kept"))
                    self.assertTrue(whole == kept, f"{run} {view} {form}")

    def test_a_compact_file_opens_where_its_bits_do_not_fit(self):
        run = ("--algorithm", "odd-even-transposition", "--n", "2^13")
        whole, _ = self.run_program("steps", *run, "--format", "csv", "--from", 8190)
        self.plant_memory("3 MiB")
        # 4.2 MB of outcome bits.
        self.refused("record", *run, "-o", "a.h5", code=1, says=["of memory is free", "--keyframes"])
        _, said = self.run_program("record", *run, "--compact", "-o", "a.h5")
        self.assertIn("kept as keyframes, recorded again where you look:", said)
        self.assertEqual(self.run_program("steps", "a.h5", "--format", "csv", "--from", 8190)[0], whole)
        self.assertIn("kept as keyframes", self.run_program("info", "a.h5")[0])
        _, said = self.run_program("export", *run, "--view", "bars", "--step", 8000, "-o", "a.svg")
        self.assertIn("kept as keyframes", said)
        self.plant_memory("8 GiB")
        self.assertNotIn("kept as keyframes", self.run_program("info", "a.h5")[0])
        self.assertEqual(self.run_program("steps", "a.h5", "--format", "csv", "--from", 8190)[0], whole)

    def test_what_needs_all_bits_says_so(self):
        self.refused("record", "--n", 64, "--keyframes", "-o", "a.h5", code=2, says=["all of them", "--compact"])
        self.refused("steps", "--algorithm", "adaptive", "--n", 64, "--keyframes", code=2,
                     says=["follows from all its outcome bits"])
        self.refused("steps", "--network", "[(0,1)]", "--keyframes", code=2, says="its list takes 64 times as much")
        # Not even keyframes fit.
        self.plant_memory("1 MiB")
        self.refused("steps", "--n", "2^20", code=1, says="of memory is free")


if __name__ == "__main__":
    unittest.main()
