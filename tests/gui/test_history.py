#!/usr/bin/env python3
# test_history.py: nothing that a person has made is lost: back and forward, lessons, closing and opening again.
"""Usage: test_history.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import json
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402
from test_window import WindowTest  # noqa: E402

BACK_BUTTON, FORWARD_BUTTON = "8", "9"  # of a mouse, as X numbers them
WELCOME = 9  # in the order of `enum class Overlay`


class Runs(WindowTest):
    def command(self, window, line):
        window.keys("ctrl+shift+p")
        window.expect(typing=True)
        window.type(line)
        window.keys("Return")
        window.expect(overlay=0, working=False)

    def two_runs(self, window):
        window.keys("Right", "Right")
        window.expect(layer=2)
        self.command(window, "record-with pairwise")
        window.expect(algorithm="pairwise", layer=0)

    def test_alt_and_arrows_go_back_and_forward(self):
        window = self.open()
        self.two_runs(window)
        window.keys("alt+Left")
        window.expect(algorithm="bitonic", layer=2)
        window.keys("alt+Right")
        window.expect(algorithm="pairwise", layer=0)

    def test_the_side_buttons_of_a_mouse_do_too(self):
        window = self.open()
        self.two_runs(window)
        window.move(700, 300)
        window.xdotool("click", BACK_BUTTON)
        window.expect(algorithm="bitonic", layer=2)
        window.xdotool("click", FORWARD_BUTTON)
        window.expect(algorithm="pairwise", layer=0)

    def test_closing_asks_nothing_and_loses_nothing(self):
        with tempfile.TemporaryDirectory() as home:
            window = self.open(home=home)
            self.two_runs(window)
            window.keys("End")
            end = window.wait_for(lambda state: state["layer"] == state["depth"], "the end")["layer"]
            window.keys("ctrl+q")
            self.assertEqual(window.process.wait(test_window.PATIENCE_S), 0)
            again = self.open(home=home)
            again.keys("alt+Left")
            again.expect(algorithm="pairwise", layer=end)
            again.keys("alt+Left")
            again.expect(algorithm="bitonic", layer=2)

    def test_a_kill_loses_seconds_at_most(self):
        with tempfile.TemporaryDirectory() as home:
            window = self.open(home=home)
            self.two_runs(window)
            for line in ("new-network 4", "add-comparator 0 3"):
                self.command(window, line)
            window.expect(wires=4)
            runs = Path(home) / "state/sortscope/runs.json"
            deadline = time.monotonic() + test_window.PATIENCE_S
            while not (runs.exists() and "listed-network 4 " in runs.read_text(encoding="utf-8")):
                self.assertLess(time.monotonic(), deadline, "nothing is written while the window lives")
                time.sleep(0.1)
            window.process.kill()
            window.process.wait(test_window.PATIENCE_S)
            again = self.open(home=home)
            again.keys("alt+Left")
            again.expect(wires=4)
            again.keys("alt+Left")
            again.expect(algorithm="pairwise")

    def test_a_remembered_view_that_cannot_show_the_run_gives_way(self):
        for views, shown in ((["tree"], ["network"]), (["aks-tree", "bars"], ["network", "bars"]),
                             (["race"], ["network"])):
            with tempfile.TemporaryDirectory() as home:
                folder = Path(home) / "state/sortscope"
                folder.mkdir(parents=True)
                (folder / "state.json").write_text(json.dumps({"views": views}), encoding="utf-8")
                self.open(home=home).expect(views=shown)

    def test_escape_from_an_own_run_keeps_it(self):
        window = self.open("--lesson", "1")
        window.wait_for(lambda state: state["lesson"], "the lesson")
        window.keys("Escape")
        window.wait_for(lambda state: state["lesson"]["away"], "leaving")
        self.command(window, "keys 5 3 1 4 2")
        window.keys("ctrl+r")
        window.expect(keys=5, working=False)
        window.keys("Right")
        window.expect(layer=1)
        window.keys("Escape")
        window.wait_for(lambda state: not state["lesson"]["away"] and state["keys"] == 16, "returning")
        window.keys("alt+Left")
        state = window.expect(keys=5, layer=1)
        self.assertTrue(state["lesson"]["away"])

    def test_the_chip_of_a_lesson_has_a_cross(self):
        window = self.open("--lesson", "1")
        window.wait_for(lambda state: state["lesson"], "the lesson")
        window.keys("Escape")
        window.wait_for(lambda state: state["lesson"]["away"], "leaving")
        # The chip is at the foot of the side panel; the cross is its last part.
        for x in range(120, 260, 12):
            window.click(x, CHIP_Y)
            state = window.settled()
            if not state["lesson"]:
                return
            if not state["lesson"]["away"]:
                window.keys("Escape")
                window.wait_for(lambda s: s["lesson"]["away"], "leaving again")
        self.fail("no place of the chip closes the lesson")

    def test_the_first_screen_starts_the_first_lesson(self):
        window = self.open()
        window.keys("ctrl+h")
        window.expect(overlay=WELCOME)
        window.settled()
        window.keys("Return")
        window.wait_for(lambda s: s["lesson"] and s["lesson"]["name"] == "1-comparators", "the lesson")


CHIP_Y = 702  # in a window of 1280 x 800

if __name__ == "__main__":
    test_window.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
