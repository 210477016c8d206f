#!/usr/bin/env python3
# test_cylinder.py: the cylinder turned, its plane dragged and its keys rotated by hand.
"""Usage: test_cylinder.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from window_driver import Display, Window  # noqa: E402

PROGRAM = ""
PLANE = (306, 363)  # on the median of the flat drawing, left of the bars
EMPTY = (1180, 600)  # a place in a window of 1280 x 800 where neither key nor plane is


class Cylinder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.display = Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def open(self, figure):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        script = Path(folder.name) / "script.txt"
        script.write_text(f"views 1\nview cylinder\ncylinder-figure {figure}\n", encoding="utf-8")
        window = Window(self.display, PROGRAM, "--script", str(script))
        self.addCleanup(window.close)
        window.expect(views=["cylinder"])
        return window

    def drag(self, window, start, end, steps=6):
        window.move(*start)
        window.xdotool("mousedown", "1")
        window.settled()  # a hand, too, presses before it moves
        for i in range(1, steps + 1):
            window.move(*(start[k] + (end[k] - start[k]) * i // steps for k in (0, 1)))
        window.xdotool("mouseup", "1")

    def test_a_drag_turns_it_and_it_comes_to_rest(self):
        window = self.open(2)
        before = window.state()["cylinder"]
        self.drag(window, EMPTY, (EMPTY[0] - 120, EMPTY[1] + 40))
        after = window.settled()["cylinder"]
        self.assertGreater(after["azimuth"], before["azimuth"] + 0.3)
        self.assertGreater(after["elevation"], before["elevation"] + 0.1)
        self.assertEqual(after, window.settled()["cylinder"])
        window.move(*EMPTY)
        window.xdotool("click", "4")
        window.wait_for(lambda state: state["cylinder"]["zoom"] > 1.1, "a larger cylinder")
        window.repeat(lambda: window.xdotool("click", "--repeat", "2", "--delay", "40", "1"),
                      lambda state: state["cylinder"]["azimuth"] == before["azimuth"] and
                      state["cylinder"]["zoom"] == 1, "the camera of the start")

    def test_with_shift_the_keys_turn_by_whole_places(self):
        window = self.open(2)
        azimuth = window.state()["cylinder"]["azimuth"]
        window.move(*EMPTY)
        window.xdotool("keydown", "shift")
        self.drag(window, EMPTY, (EMPTY[0] - 150, EMPTY[1]))
        window.xdotool("keyup", "shift")
        after = window.settled()["cylinder"]
        self.assertGreater(after["rotation"], 0)
        self.assertEqual(after["rotation"], int(after["rotation"]))
        self.assertEqual(after["azimuth"], azimuth)

    def test_the_plane_is_dragged_to_any_percentile(self):
        window = self.open(9)
        self.drag(window, PLANE, (PLANE[0], PLANE[1] - 150))
        higher = window.settled()["cylinder"]["percentile"]
        self.assertGreater(higher, 60)
        self.drag(window, (PLANE[0], PLANE[1] - 150), (PLANE[0], 600))
        self.assertLess(window.settled()["cylinder"]["percentile"], 20)

    def test_a_click_on_a_bar_selects_its_key(self):
        window = self.open(9)
        window.move(760, 600)
        place = window.settled()["hover"]["place"]
        self.assertIsNotNone(place)
        window.click(760, 600)
        window.wait_for(lambda state: state["selected"]["place"] == place, "the key selected")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
