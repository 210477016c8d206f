#!/usr/bin/env python3
# test_overlays.py: the overlays, driven by keys alone in the real window.
"""Usage: test_overlays.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402
from test_window import WindowTest  # noqa: E402

# The order of `enum class Overlay` in app/state/app.h.
NONE, HELP, PALETTE, OPEN_FILE, SAVE_FILE, EXPORT, NEW_RUN, INFO, BENCH = range(9)


class Overlays(WindowTest):
    def opened(self, window, keys, overlay):
        window.keys(keys)
        window.expect(overlay=overlay)
        if overlay in (HELP, PALETTE, OPEN_FILE, SAVE_FILE):
            window.expect(typing=True)

    def test_every_overlay_opens_by_its_key_and_closes_by_escape(self):
        window = self.open()
        for keys, overlay in [("F1", HELP), ("ctrl+p", PALETTE), ("ctrl+o", OPEN_FILE),
                              ("ctrl+s", SAVE_FILE), ("ctrl+e", EXPORT), ("ctrl+n", NEW_RUN),
                              ("ctrl+i", INFO)]:
            self.opened(window, keys, overlay)
            window.keys("Escape")
            window.expect(overlay=NONE)

    def test_buttons_of_plots_and_the_list_of_views_can_be_pressed(self):
        for size in ("1024x700", "1280x720"):
            window = self.open("--view", "plots", size=size)
            width = window.expect(views=["plots"])["width"]
            # Below the list of views, from the right: Benchmark, Experiments.
            window.click(width - 40, 93)
            window.expect(overlay=BENCH)
            window.keys("Escape")
            window.expect(overlay=NONE)
            window.click(width - 150, 93)
            window.settled()
            window.click(width - 250, 140)
            window.wait_for(lambda state: state["working"] or state["notice"], "an experiment")
            window.keys("ctrl+period")
            window.expect(working=False)
            window.click(width - 40, 61)
            window.settled()
            window.click(width - 150, 110)
            window.wait_for(lambda state: state["views"] != ["plots"], "another view")
            window.close()

    # Places of what opens a list: top bar, pane, foot.
    LISTS = {"Algorithm": (255, 20), "Keys": (460, 20), "Engine": (670, 20), "View": (1230, 60),
             "speed": (248, 744), "unit": (250, 765)}

    def test_escape_closes_an_open_list_and_nothing_else(self):
        window = self.open("--lesson", "2")
        window.wait_for(lambda state: state["lesson"], "the lesson")
        for away in (False, True):
            if away:
                window.keys("Escape")
                window.wait_for(lambda state: state["lesson"]["away"], "leaving")
            for name, place in self.LISTS.items():
                window.repeat(lambda: window.click(*place), lambda state: state["list_open"], name)
                window.keys("Escape")
                state = window.settled()
                self.assertFalse(state["list_open"], name)
                self.assertEqual(state["lesson"]["away"], away, name)

    def test_escape_closes_the_list_of_experiments(self):
        window = self.open("--view", "plots", size="1280x720")
        window.expect(views=["plots"])
        window.repeat(lambda: window.click(1130, 93), lambda state: state["list_open"], "the list")
        window.keys("Escape")
        window.expect(list_open=False, views=["plots"])

    def test_palette_completes_a_command_that_wants_arguments(self):
        window = self.open()
        self.opened(window, "ctrl+shift+p", PALETTE)
        window.type("go to a lay")
        window.keys("Return")
        window.settled()
        window.type("7")
        window.keys("Return")
        window.expect(layer=7, overlay=NONE)

    def test_palette_lists_values(self):
        window = self.open()
        self.opened(window, "ctrl+shift+p", PALETTE)
        window.type("palette light")
        window.keys("Return")
        window.expect(palette="light", overlay=NONE)

    def test_palette_finds_a_view_by_its_name(self):
        window = self.open()
        self.opened(window, "ctrl+shift+p", PALETTE)
        window.type("hypercube")
        window.keys("Return")
        window.expect(views=["hypercube", "bars"], overlay=NONE)

    def test_own_keys_are_recorded(self):
        window = self.open()
        self.opened(window, "ctrl+n", NEW_RUN)
        # From the algorithms to "Generated", which the arrow turns to "Own keys": these are then
        # selected, so that typing replaces them.
        window.keys("Tab", "Right")
        window.expect(typing=True)
        window.type("5,3,x")
        window.keys("Return")
        self.assertEqual(window.settled()["overlay"], NEW_RUN)
        window.expect(typing=True)
        window.keys("End")
        window.keys("BackSpace", "BackSpace")
        window.type(",9,-4")
        window.keys("Return")
        window.expect(keys=4, sorted=True, overlay=NONE)

    def test_algorithm_and_size_by_keys(self):
        window = self.open()
        self.opened(window, "ctrl+n", NEW_RUN)
        listed = subprocess.run([test_window.PROGRAM, "list", "algorithms", "--json"], capture_output=True, check=True)
        ids = [row["id"] for row in json.loads(listed.stdout)]
        window.keys(*["Down"] * ids.index("pairwise"), "Tab", "Tab", "Tab")
        window.expect(typing=True)
        window.keys("ctrl+a")
        window.type("2^5")
        window.keys("Return")
        window.expect(algorithm="pairwise", keys=32, overlay=NONE)

    def test_saved_recording_opens_again(self):
        window = self.open()
        with tempfile.TemporaryDirectory() as folder:
            # The suggested name is selected: typing replaces it.
            self.opened(window, "ctrl+s", SAVE_FILE)
            window.type(f"{folder}/sixteen")
            window.keys("Return")
            window.expect(overlay=NONE, working=False, notice=f"Saved {folder}/sixteen.h5.")
            self.opened(window, "ctrl+n", NEW_RUN)
            window.keys("Down", "Return")
            window.wait_for(lambda state: state["algorithm"] != "bitonic", "another algorithm")
            self.opened(window, "ctrl+o", OPEN_FILE)
            window.type(f"{folder}/six")
            window.keys("Tab")
            window.settled()
            window.keys("Return")
            window.expect(algorithm="bitonic", keys=16, overlay=NONE)

    def test_two_clicks_open_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mine.txt").write_text("5 3 1")
            window = self.open(cwd=folder)
            self.opened(window, "ctrl+o", OPEN_FILE)
            window.settled()
            # The only row of the list; the pointer rests there.
            window.move(640, 223)
            window.repeat(lambda: window.xdotool("click", "--repeat", "2", "--delay", "100", "1"),
                          lambda state: state["overlay"] == NONE, "the file open")
            window.expect(keys=3, working=False)

    def test_saving_over_a_file_asks_first(self):
        window = self.open()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mine.h5"
            path.write_text("precious")
            # The suggested name is selected: typing replaces it.
            self.opened(window, "ctrl+s", SAVE_FILE)
            window.type(str(path))
            window.keys("Return")
            self.assertEqual(window.settled()["overlay"], SAVE_FILE)
            self.assertEqual(path.read_text(), "precious")
            window.keys("Return")
            window.expect(overlay=NONE, working=False, notice=f"Saved {path}.")
            self.assertEqual(path.read_bytes()[1:4], b"HDF")

    def test_export_writes_what_was_chosen(self):
        window = self.open()
        with tempfile.TemporaryDirectory() as folder:
            self.opened(window, "ctrl+e", EXPORT)
            # Back from the views to the name of the file.
            window.keys("shift+Tab")
            window.settled()
            window.keys("ctrl+a")
            window.type(f"{folder}/step.svg")
            window.keys("Return")
            window.expect(overlay=NONE, working=False, notice=f"Exported {folder}/step.svg.")
            self.assertIn("<svg", (Path(folder) / "step.svg").read_text(encoding="utf-8"))


if __name__ == "__main__":
    test_window.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
