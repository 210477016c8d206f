#!/usr/bin/env python3
# test_window.py: what a person does with keys and mouse, done to the real window.
"""Usage: test_window.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool.

The run is the one that the program opens with: bitonic, 16 keys: 10 layers of 8 comparators, whose
merge levels k = 2, 4, 8, 16 have 1, 2, 3 and 4 layers.
"""
import fcntl
import json
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from window_driver import PATIENCE_S, Display, Window  # noqa: E402

PROGRAM = ""
LEVEL_ENDS = [0, 1, 3, 6, 10]


BESIDE_LAYERS = 1216  # x in a window 1280 wide: wires, but no comparators


class WindowTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.display = Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def open(self, *arguments, **options):
        window = Window(self.display, PROGRAM, *arguments, **options)
        self.addCleanup(window.close)
        return window


class Keyboard(WindowTest):
    def test_opens_with_sixteen_keys_at_the_input(self):
        state = self.open().state()
        self.assertEqual((state["algorithm"], state["keys"], state["wires"], state["depth"]),
                         ("bitonic", 16, 16, 10))
        self.assertEqual((state["layer"], state["comparator"], state["sorted"]), (0, 0, True))

    def test_arrows_step_by_layer_level_and_comparator(self):
        window = self.open()
        window.keys("Right", "Right", "Right")
        window.expect(layer=3, comparator=0)
        window.keys("Left")
        window.expect(layer=2, comparator=0)
        window.keys("End")
        window.expect(layer=10)
        window.keys("Right")
        window.keys("Home")
        window.expect(layer=0)
        for end in LEVEL_ENDS[1:]:
            window.keys("shift+Right")
            window.expect(layer=end, comparator=0)
        for end in reversed(LEVEL_ENDS[:-1]):
            window.keys("shift+Left")
            window.expect(layer=end, comparator=0)
        window.keys("ctrl+Right")
        window.expect(layer=0, comparator=1)
        window.keys("ctrl+Left")
        window.expect(layer=0, comparator=0)

    def test_clickers_page_keys_step(self):
        window = self.open()
        window.keys("Next", "Next")
        window.expect(layer=2, comparator=0)
        window.keys("Prior")
        window.expect(layer=1, comparator=0)

    def test_no_key_press_is_lost(self):
        window = self.open()
        window.keys(*["ctrl+Right"] * 20)
        # 8 comparators a layer.
        window.expect(layer=2, comparator=4)
        window.keys(*["ctrl+Left"] * 20)
        window.expect(layer=0, comparator=0)

    def test_space_plays_to_the_end_and_pauses(self):
        window = self.open()
        window.keys("bracketleft", "bracketleft")  # slow: the end is far when space is pressed again
        window.keys("space")
        window.expect(playing=True)
        window.wait_for(lambda state: state["layer"] >= 2, "two layers played")
        window.keys("space")
        window.expect(playing=False)
        still = window.settled()
        self.assertLess(still["layer"], 10)
        # Playing on from the last layer stops at the end by itself.
        window.keys("End", "Left", "space")
        window.expect(layer=10, playing=False)

    def test_brackets_change_speed(self):
        window = self.open()
        speed = window.state()["speed"]
        window.keys("bracketright")
        window.wait_for(lambda state: state["speed"] > speed, "a faster speed")
        window.keys("bracketleft")
        window.expect(speed=speed)
        window.keys("bracketleft")
        window.wait_for(lambda state: state["speed"] < speed, "a slower speed")

    def test_bookmarks(self):
        window = self.open()
        window.keys("Right", "Right", "b")
        window.expect(bookmarks=[[2, 0]])
        window.keys("b")
        window.expect(bookmarks=[])

    def test_question_mark_opens_help_and_escape_closes_it(self):
        window = self.open()
        closed = window.state()["overlay"]
        window.keys("question")
        window.wait_for(lambda state: state["overlay"] != closed, "the help overlay")
        window.keys("Escape")
        window.expect(overlay=closed)

    def test_text_scales(self):
        window = self.open()
        normal = window.state()["scale"]
        window.keys("ctrl+plus")
        window.wait_for(lambda state: state["scale"] > normal, "larger text")
        window.keys("ctrl+0")
        window.expect(scale=normal)
        window.keys("ctrl+minus")
        window.wait_for(lambda state: state["scale"] < normal, "smaller text")

    def test_palette_runs_a_command(self):
        window = self.open()
        closed = window.state()["overlay"]
        window.keys("ctrl+shift+p")
        window.wait_for(lambda state: state["overlay"] != closed, "the palette")
        window.type("seek 5")
        window.keys("Return")
        window.expect(layer=5, overlay=closed)

    def test_typing_in_the_palette_does_not_step(self):
        window = self.open()
        window.keys("ctrl+shift+p")
        window.type("b ]f")
        window.keys("Escape")
        state = window.settled()
        self.assertEqual((state["layer"], state["bookmarks"], state["playing"]), (0, [], False))

    def test_ctrl_q_leaves_and_settings_are_remembered(self):
        with tempfile.TemporaryDirectory() as home:
            window = self.open(home=home)
            normal = window.state()["scale"]
            window.keys("ctrl+plus")
            bigger = window.wait_for(lambda state: state["scale"] > normal, "larger text")["scale"]
            window.keys("ctrl+q")
            self.assertEqual(window.process.wait(PATIENCE_S), 0)
            json.loads((Path(home) / "config/sortscope/settings.json").read_text(encoding="utf-8"))
            self.assertEqual(self.open(home=home).state()["scale"], bigger)

    def test_a_window_that_closes_is_not_seen_while_it_waits_to_write(self):
        # It waits five seconds: a busy machine may look too late, but not every time.
        self.assertTrue(any(self.hides_while_it_waits() for _ in range(8)))

    def hides_while_it_waits(self):
        window = self.open()
        held = []
        for folder in (window.home / "config" / "sortscope", window.home / "state" / "sortscope"):
            folder.mkdir(parents=True, exist_ok=True)
            held.append(open(folder / ".lock", "w"))
            fcntl.flock(held[-1], fcntl.LOCK_EX)
        window.keys("ctrl+q")
        seen = True
        while seen and window.process.poll() is None:
            seen = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(window.process.pid)],
                                  env=window.environment, capture_output=True, check=False).returncode == 0
        waits = window.process.poll() is None
        for file in held:
            file.close()
        self.assertEqual(window.process.wait(PATIENCE_S), 0)
        return waits and not seen

    def test_a_signal_closes_the_window_and_settings_are_remembered(self):
        with tempfile.TemporaryDirectory() as home:
            window = self.open(home=home)
            window.process.terminate()
            self.assertEqual(window.process.wait(PATIENCE_S), 0)
            window.close()
            json.loads((Path(home) / "config/sortscope/settings.json").read_text(encoding="utf-8"))


class Mouse(WindowTest):
    def test_pointing_finds_every_wire(self):
        window = self.open()
        window.keys("1")  # one view: bars below would be found too
        seen = []
        # Down the right of the picture, where wires run beside the last layer.
        for y in range(60, 690, 6):
            wire = window.move(BESIDE_LAYERS, y)["hover"]["wire"]
            if wire is not None and (not seen or seen[-1] != wire):
                seen.append(wire)
        self.assertEqual(seen, list(range(16)))
        self.assertIsNone(window.move(5, 795)["hover"]["wire"])

    def test_the_list_in_the_corner_changes_the_view(self):
        window = self.open()
        self.assertEqual(window.state()["views"][0], "network")
        window.click(1230, 60)
        window.settled()
        window.click(1150, 205)
        window.expect(views=["hypercube", "bars"])
        window.keys("Right")
        window.expect(layer=1)

    def test_wheel_and_drag_move_the_picture_only(self):
        window = self.open()
        before = window.state()
        window.move(760, 350)
        window.xdotool("click", "--repeat", "5", "4")
        window.xdotool("mousedown", "1")
        window.xdotool("mousemove_relative", "--", "-80", "40")
        window.xdotool("mouseup", "1")
        after = window.settled()
        for part in ("layer", "comparator", "playing", "views"):
            self.assertEqual(after[part], before[part])

    def test_the_wheel_with_alt_goes_through_a_step_and_back(self):
        window = self.open()
        window.move(760, 350)

        def turn(button, times):
            window.xdotool("keydown", "alt")
            window.xdotool("click", "--repeat", str(times), "--delay", "60", button)
            window.xdotool("keyup", "alt")

        turn("4", 7)
        window.expect(layer=0, fraction=0.7)
        turn("4", 5)
        window.expect(layer=1, fraction=0.2)
        turn("5", 9)
        window.expect(layer=0, fraction=0.3)
        turn("5", 3)
        window.expect(layer=0, fraction=0.0)

    def test_zooming_in_makes_wires_wider_and_fit_undoes_it(self):
        window = self.open()

        def wires_crossed():
            wires = set()
            for y in range(200, 500, 10):
                wires.add(window.move(BESIDE_LAYERS, y)["hover"]["wire"])
            return len(wires - {None})

        whole = wires_crossed()
        window.move(760, 350)
        window.xdotool("click", "--repeat", "8", "4")
        self.assertLess(wires_crossed(), whole)
        window.keys("f")
        self.assertEqual(wires_crossed(), whole)

    def test_dragging_along_the_timeline_scrubs(self):
        window = self.open()
        # The timeline is the lowest strip; find a height where pressing at its right seeks.
        for y in range(700, 796, 6):
            window.click(1200, y)
            if window.settled()["layer"] >= 8:
                break
        else:
            self.fail("no place on the timeline seeks")
        window.move(360, y)
        window.xdotool("mousedown", "1")
        window.wait_for(lambda state: state["layer"] <= 2, "the start of the timeline")
        layers = [window.move(x, y)["layer"] for x in range(361, 1202, 40)]
        window.xdotool("mouseup", "1")
        self.assertEqual(layers, sorted(layers))
        self.assertLessEqual(layers[0], 2)
        self.assertGreaterEqual(layers[-1], 8)
        self.assertGreaterEqual(len(set(layers)), 7)


def differing(before, after):
    """Pixels (x, y) of the screen that changed."""
    return [(x, y) for y, (a, b) in enumerate(zip(before, after)) if a != b
            for x in range(len(a) // 4) if a[4 * x:4 * x + 4] != b[4 * x:4 * x + 4]]


class Pointing(WindowTest):
    def watch(self, condition, what):
        """The changes of the screen against `self.before`, once the condition holds for them."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            changed = differing(self.before, self.display.pixels())
            if condition(changed):
                return changed
            time.sleep(0.1)
        raise AssertionError(f"waited {PATIENCE_S} s for {what}")

    def test_on_a_projector_the_explanation_stands_beside_the_pointer(self):
        window = self.open()
        window.keys("1", "p")
        window.expect(projector=True)
        window.move(3, 3)
        window.settled()
        self.before = self.display.pixels()
        # The tooltip of the timeline stands above it, over the picture.
        window.move(900, 770)
        told = self.watch(lambda changed: len({y for _, y in changed if y < 700}) > 10, "the timeline's tooltip")
        for y in range(120, 500, 5):
            state = window.move(430, y)
            if state["hover"]["comparator"]:
                break
        else:
            for x in range(200, 1000, 4):
                state = window.move(x, 200)
                if state["hover"]["comparator"]:
                    break
        self.assertTrue(state["hover"]["comparator"])
        pointer = state["pointer"]

        def beside(changed):
            return [(x, y) for x, y in changed if 10 < x - pointer[0] < 340 and 10 < y - pointer[1] < 200]

        changed = self.watch(lambda changed: len(beside(changed)) > 20000, "the explanation")
        # Nothing else has come on the screen with it.
        self.assertLess(len([1 for x, y in changed if x < pointer[0] - 30 and y < 600]), 5000)
        tooltip = {(x, y) for x, y in told if y < 700}
        self.watch(lambda changed: not tooltip & set(changed), "the timeline's tooltip to go")


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
