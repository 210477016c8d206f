#!/usr/bin/env python3
# test_kernel.py: a CUDA file of a person's own in a real window: asked for, run, saved, run again.
"""Usage: test_kernel.py PROGRAM [unittest arguments]. Needs Xvfb, xdotool and a C++ compiler."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402

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
            path.write_text(SORT.replace("Key held", "Kez held"), encoding="utf-8")
            window.wait_for(lambda state: state["working"], "the compiler")
            state = window.wait_for(lambda state: not state["working"], "its errors")
            self.assertEqual((state["depth"], state["layer"]), (64, 3))


if __name__ == "__main__":
    test_window.PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
