#!/usr/bin/env python3
# test_network_edit.py: a network is drawn and changed with the mouse, in the real window.
"""Usage: test_network_edit.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402


STRIP_Y = 663  # of the buttons below the diagram, in a window 800 high


class NetworkEdit(test_window.WindowTest):
    def open_empty(self):
        """A window with one pane and four empty wires; (window, x, y of every wire)."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        script = Path(folder.name) / "edit.txt"
        script.write_text("views 1\nview 1 network\nnew-network 4\n", encoding="utf-8")
        window = self.open("--script", str(script))
        window.expect(editing=True, size=0, wires=4)
        x, found = self.find_wires(window)
        return window, x, found

    def find_wires(self, window):
        found = {}
        for x in range(700, 1000, 25):
            for y in range(90, 640, 12):
                wire = window.move(x, y)["hover"]["wire"]
                if wire is not None:
                    found.setdefault(wire, []).append(y)
            if found:
                break
        self.assertEqual(sorted(found), [0, 1, 2, 3])
        return x, [sum(found[w]) // len(found[w]) for w in range(4)]

    def drag(self, window, x, y0, y1):
        window.move(x, y0)
        window.xdotool("mousedown", "1")
        window.settled()
        window.move(x, (y0 + y1) // 2)
        window.move(x, y1)
        window.xdotool("mouseup", "1")

    def test_buttons_change_the_number_of_wires(self):
        window, _, _ = self.open_empty()
        # From the left: clicks on the first button take wires away, those on the next one add some.
        seen = [4]
        for x in range(735, 870, 15):
            window.click(x, STRIP_Y)
            wires = window.settled()["wires"]
            if seen[-1] != wires:
                seen.append(wires)
        least = min(seen)
        fewer = list(range(4, least - 1, -1))
        self.assertLess(least, 4, seen)
        self.assertGreater(seen[-1], least, seen)
        self.assertEqual(seen, fewer + list(range(least + 1, seen[-1] + 1)))

    def test_drags_add_and_keys_undo(self):
        window, x, y = self.open_empty()
        self.drag(window, x, y[0], y[2])
        state = window.expect(size=1, depth=1)
        self.assertIsNotNone(state["selected"]["comparator"])
        window.keys("ctrl+z")
        window.expect(size=0)
        window.keys("ctrl+shift+z")
        window.expect(size=1)
        window.keys("Delete")
        window.expect(size=0)
        window.keys("ctrl+z")
        window.expect(size=1)
        window.keys("Escape", "Escape")
        window.expect(editing=False, size=1)

    def test_what_is_deleted_while_it_is_dragged_is_let_go(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        script = Path(folder.name) / "edit.txt"
        script.write_text("views 1\nview 1 network\nnew-network 4\nadd-comparator 0 1 1\nadd-comparator 2 3 1\n",
                          encoding="utf-8")
        window = self.open("--script", str(script))
        window.expect(editing=True, size=2, depth=1)
        # The comparators of one layer stand in one column here: the end on the last wire.
        for x in range(500, 1000, 6):
            for y in range(600, 400, -12):
                if window.move(x, y)["hover"]["comparator"] == [0, 1]:
                    break
            else:
                continue
            break
        else:
            self.fail("no comparator is found")
        window.xdotool("mousedown", "1")
        window.settled()
        window.move(x, y - 60)
        window.keys("Delete")
        before = window.expect(size=1)
        window.move(x, y - 120)
        window.xdotool("mouseup", "1")
        after = window.settled()
        self.assertEqual((after["size"], after["notice"]), (1, before["notice"]))


if __name__ == "__main__":
    test_window.PROGRAM = sys.argv.pop(1)
    unittest.main()
