#!/usr/bin/env python3
# test_messages.py: a message over the picture moves nothing, goes by itself, and stays under the pointer.
"""Usage: test_messages.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402
from test_window import WindowTest  # noqa: E402

WIDTH, HEIGHT = 1280, 720
DOT = 40  # pixels about the pointer that the laser takes
TIMELINE = 100  # at the foot; it tells what is under the pointer


class Messages(WindowTest):
    def differences(self, before, after, pointer):
        """(left, top, right, bottom) of the pixels that differ, but about the pointer and in the timeline; None: none do."""
        found = None
        for y in range(HEIGHT - TIMELINE):
            if before[y] == after[y]:
                continue
            for x in range(WIDTH):
                near = abs(x - pointer[0]) < DOT and abs(y - pointer[1]) < DOT
                if near or before[y][4 * x:4 * x + 3] == after[y][4 * x:4 * x + 3]:
                    continue
                left, top, right, bottom = found or (x, y, x, y)
                found = (min(left, x), min(top, y), max(right, x), max(bottom, y))
        return found

    def test_a_message_moves_nothing_and_goes(self):
        for mode in ("projector on", "panels off"):
            window = self.open("--view", "network", "--view", "bars", "--reduced-motion", "--do", mode, "--do", "seek 4",
                               size=f"{WIDTH}x{HEIGHT}")
            pointer = (WIDTH + 100, HEIGHT + 100)  # beside the window
            window.move(*pointer)
            window.wait_for(lambda state: not state["notice"], "no message")
            window.settled()
            before = self.display.pixels()
            window.keys("shift+d")
            window.wait_for(lambda state: state["notice"].startswith("Laser"), "the message")
            window.settled()
            left, top, right, bottom = self.differences(before, self.display.pixels(), pointer)
            self.assertLess(right - left, 0.75 * WIDTH, mode)
            self.assertLess(bottom - top, 80, mode)
            # It stays as long as one points at it.
            window.move((left + right) // 2 - 40, (top + bottom) // 2)
            window.settled(frames=24)
            self.assertTrue(window.state()["notice"], mode)
            window.keys("shift+d")
            window.move(*pointer)
            window.wait_for(lambda state: not state["notice"], "the message to go")
            window.settled()
            self.assertIsNone(self.differences(before, self.display.pixels(), pointer), mode)
            window.close()


if __name__ == "__main__":
    test_window.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
