#!/usr/bin/env python3
# test_kernel.py: a CUDA file of a person's own in a real window: asked for, run, saved, run again.
"""Usage: test_kernel.py PROGRAM [unittest arguments]. Needs Xvfb, xdotool and a C++ compiler."""
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "own_kernels"))
import test_window  # noqa: E402
from planted_nvcc import plant  # noqa: E402

SORT = """__global__ void step(Key* keys, unsigned n, unsigned first) {
  unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
  if (i + 1 < n && keys[i] > keys[i + 1]) {
    Key held = keys[i];
    keys[i] = keys[i + 1];
    keys[i + 1] = held;
  }
}
void sort(Key* keys, unsigned n) {
  for (unsigned k = 0; k < n; ++k) step<<<(n + 63) / 64, 32>>>(keys, n, k % 2);
}
"""


class Kernel(test_window.WindowTest):
    def test_it_asks_runs_and_follows_the_file(self):
        with tempfile.TemporaryDirectory() as home:
            path = Path(home, "my sort 'two'.cu")
            path.write_text(SORT, encoding="utf-8")
            window = self.open(str(path), home=home)
            state = window.wait_for(lambda state: state["overlay"] != 0, "the question")
            self.assertEqual((state["algorithm"], state["working"]), ("bitonic", False))
            # Not now: nothing has run.
            window.keys("Escape")
            window.wait_for(lambda state: state["overlay"] == 0, "the picture")
            self.assertEqual(window.settled()["algorithm"], "bitonic")
            # Asked again, and agreed.
            window.keys("ctrl+shift+p")
            window.wait_for(lambda state: state["overlay"] != 0, "the palette")
            window.keys("Escape")
            window.wait_for(lambda state: state["overlay"] == 0, "the picture")
            window.close()
            window = self.open("--n", "32", str(path), home=home)
            window.wait_for(lambda state: state["overlay"] != 0, "the question")
            window.keys("Return")
            state = window.wait_for(lambda state: state["algorithm"] == "listed" and not state["working"],
                                    "the network of the file")
            self.assertEqual(state["depth"], 32)
            self.assertIn("findings", state["views"])
            # The cursor stays where it is when the file is saved: twice as many launches now.
            window.keys("Right", "Right", "Right")
            window.expect(layer=3)
            path.write_text(SORT.replace("k < n;", "k < 2 * n;"), encoding="utf-8")
            state = window.wait_for(lambda state: state["depth"] == 64 and not state["working"], "the new network")
            self.assertEqual(state["layer"], 3)
            # What does not compile leaves the picture.
            state = self.saved(window, path, SORT.replace("Key held", "Kez held"))
            self.assertEqual((state["depth"], state["layer"]), (64, 3))

    def saved(self, window, path, text):
        """Saves the file; the state once the window has compiled and run it. However quick that was."""
        begun = window.state()["works_begun"]
        path.write_text(text, encoding="utf-8")
        return window.wait_for(lambda state: state["works_begun"] > begun and not state["working"], "the compiler")

    def command(self, window, line, works=False):
        """`works`: it begins work, whose end is waited for."""
        begun = window.state()["works_begun"]
        window.keys("ctrl+shift+p")
        window.wait_for(lambda state: state["overlay"] != 0 and state["typing"], "the palette")
        window.type(line)
        window.keys("Return")
        window.wait_for(lambda state: state["overlay"] == 0 and state["works_begun"] >= begun + works and
                        not state["working"] and not state["measuring"], line)

    def saved_times(self, window, path):
        self.command(window, f"lab-save {path}")
        window.wait_for(lambda state: path.exists(), "the results")
        return json.loads(path.read_text())

    def test_a_key_press_times_it_and_then_before_and_after(self):
        with tempfile.TemporaryDirectory() as home:
            path = Path(home, "my_sort.cu")
            # The planted program has memory for few keys only, which makes it quick.
            path.write_text(SORT + "// planted: memory 20\n", encoding="utf-8")
            tools = plant(Path(home, "bin"))
            machines = Path(__file__).resolve().parents[1] / "machine/machines"
            window = self.open(str(path), home=home, environment={
                "PATH": f"{tools}:{os.environ['PATH']}", "SORTSCOPE_MACHINE": str(machines / "gpu.txt")})
            window.wait_for(lambda state: state["overlay"] != 0, "the question")
            window.keys("Return")
            window.wait_for(lambda state: state["algorithm"] == "listed" and not state["working"], "its network")
            begun = window.state()["works_begun"]
            window.keys("shift+t")
            window.wait_for(lambda state: state["works_begun"] > begun and not state["working"] and
                            not state["measuring"], "its times")
            self.assertIn("plots", window.state()["views"])
            one = self.saved_times(window, Path(home, "one.json"))
            own = [cell for cell in one["cells"] if cell["sorter"] == "own"]
            self.assertEqual([cell["state"] for cell in own], ["measured"] + 6 * ["skipped"])
            self.assertEqual({name["id"]: name["title"] for name in one["sorters"]}["own"], "my_sort.cu")
            self.assertNotIn("own-before", [cell["sorter"] for cell in one["cells"]])
            # Saved again, and half as quick.
            self.saved(window, path, SORT + "// planted: memory 40\n")
            self.command(window, "kernel-bench 2^10", works=True)
            two = self.saved_times(window, Path(home, "two.json"))
            times = {cell["sorter"]: cell["samples_ns"][0] for cell in two["cells"] if cell["state"] == "measured"}
            self.assertAlmostEqual(times["own"] / times["own-before"], 2)
            # A race has it as the first lane.
            self.command(window, "kernel-race bitonic", works=True)
            self.assertIn("race", window.settled()["views"])

    def test_cancel_ends_a_measurement_at_every_stage(self):
        with tempfile.TemporaryDirectory() as home:
            path = Path(home, "my_sort.cu")
            path.write_text(SORT, encoding="utf-8")
            tools, temporary = plant(Path(home, "bin")), Path(home, "tmp")
            temporary.mkdir()
            machines = Path(__file__).resolve().parents[1] / "machine/machines"
            window = self.open(str(path), home=home, environment={
                "PATH": f"{tools}:{os.environ['PATH']}", "SORTSCOPE_MACHINE": str(machines / "gpu.txt"),
                "TMPDIR": str(temporary)})
            window.wait_for(lambda state: state["overlay"] != 0, "the question")
            window.keys("Return")
            window.wait_for(lambda state: state["algorithm"] == "listed" and not state["working"], "its network")
            before = self.kept_bytes(window)
            # While nvcc compiles, while its program is silent or never through, and while it measures.
            for planted in ("compiles", "silent", "never", "ns 1", "compiles", "never"):
                self.saved(window, path, SORT + f"// planted: {planted}\n")
                begun = window.state()["works_begun"]
                window.keys("shift+t")
                window.wait_for(lambda state: state["works_begun"] > begun and state["measuring"] and self.children(window),
                                f"the measurement: {planted}")
                used_s = self.used_s(window)
                window.keys("ctrl+period")
                window.wait_for(lambda state: not state["working"] and not state["measuring"], f"its end: {planted}")
                # Half a second on two processors.
                self.assertLess(self.used_s(window) - used_s, 1, planted)
                self.assertEqual(self.children(window), [], planted)
                self.assertEqual([name for name in os.listdir(temporary) if name.startswith("sortscope")], [], planted)
            # The inputs of one measurement take more.
            self.assertLess(self.kept_bytes(window) - before, 100 << 20)
            # And it is measured as ever.
            self.saved(window, path, SORT + "// planted: ns 50\n")
            self.command(window, "kernel-bench 2^10", works=True)
            cells = self.saved_times(window, Path(home, "again.json"))["cells"]
            self.assertEqual([cell["state"] for cell in cells if cell["sorter"] == "own"], ["measured"])

    @staticmethod
    def used_s(window):
        fields = Path(f"/proc/{window.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def kept_bytes(window):
        pages = int(Path(f"/proc/{window.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    @staticmethod
    def children(window):
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                parent = (process / "stat").read_text().rsplit(")", 1)[1].split()[1]
            except OSError:
                continue  # it has ended
            if parent == str(window.process.pid):
                found.append(process.name)
        return found


if __name__ == "__main__":
    test_window.PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
