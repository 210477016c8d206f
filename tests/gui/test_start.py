#!/usr/bin/env python3
# test_start.py: how the window opens: large runs, several files, its size; and pictures of it.
"""Usage: test_start.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402
from environment import planted  # noqa: E402
from window_driver import PATIENCE_S, Display  # noqa: E402


class Start(test_window.WindowTest):
    def test_the_window_lives_while_the_first_run_records_and_can_cancel_it(self):
        # On a quick machine a run may be over before it is cancelled: then a larger one.
        for keys in (2**22, 2**24, 2**26):
            window = self.open("--n", str(keys), opened=False)
            state = window.wait_for(lambda state: state["looks"] >= 5, "frames")
            if state["loaded"]:
                window.close()
                continue
            self.assertTrue(state["working"])
            window.keys("question")
            window.wait_for(lambda state: state["overlay"] != 0, "the help overlay")
            window.keys("Escape", "Right", "space", "f", "ctrl+period")
            state = window.wait_for(lambda state: state["loaded"] and not state["working"], "a run")
            if state["keys"] == keys:
                window.close()
                continue
            self.assertEqual((state["algorithm"], state["keys"]), ("bitonic", 16))
            window.keys("Right")
            window.expect(layer=1)
            return
        self.fail("every run was over before it could be cancelled")

    def test_several_files_are_opened_one_after_the_other(self):
        with tempfile.TemporaryDirectory() as home:
            for name, count in (("a.txt", 3), ("b.txt", 5), ("c.txt", 7)):
                Path(home, name).write_text(" ".join(map(str, range(count))), encoding="utf-8")
            window = self.open(*(str(Path(home, name)) for name in ("a.txt", "b.txt", "c.txt")), home=home)
            state = window.expect(keys=7, working=False)
            self.assertIn("3 of 3 files were opened", state["notice"])
            window.keys("ctrl+q")
            self.assertEqual(window.process.wait(PATIENCE_S), 0)
            kept = json.loads(Path(home, "state/sortscope/state.json").read_text(encoding="utf-8"))
            self.assertEqual([Path(name).name for name in kept["recent_files"]], ["c.txt", "b.txt", "a.txt"])

    def test_a_file_that_cannot_be_opened_does_not_keep_the_others_out(self):
        with tempfile.TemporaryDirectory() as home:
            Path(home, "a.txt").write_text("three 7 4", encoding="utf-8")
            Path(home, "b.txt").write_text("3 7 4 8 1", encoding="utf-8")
            window = self.open(str(Path(home, "a.txt")), str(Path(home, "b.txt")), home=home)
            state = window.expect(keys=5, working=False)
            self.assertIn("a.txt:1", state["notice"])

    def test_one_signal_ends_a_script(self):
        with tempfile.TemporaryDirectory() as home:
            pipe = Path(home, "script")
            os.mkfifo(pipe)
            process = subprocess.Popen([test_window.PROGRAM, "--engine", "cpu", "--script", str(pipe)],
                                       env=planted(Path(home), DISPLAY=self.display.name), cwd=home,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            with open(pipe, "w", encoding="utf-8") as script:  # the script has begun once this is open
                script.write("seek 3\n")
                script.flush()
                process.terminate()
                self.assertEqual(process.wait(PATIENCE_S), -signal.SIGTERM)

    def test_a_remembered_size_beyond_the_display_is_fitted_to_it(self):
        with tempfile.TemporaryDirectory() as home:
            folder = Path(home, "config/sortscope")
            folder.mkdir(parents=True)
            (folder / "settings.json").write_text('{"window_width": 16384, "window_height": 16384}\n', encoding="utf-8")
            window = test_window.Window(self.display, test_window.PROGRAM, home=home, size=None)
            self.addCleanup(window.close)
            state = window.settled()
            self.assertEqual((state["width"], state["height"]), (self.display.width, self.display.height))

    def test_the_window_keeps_its_size_where_the_display_has_a_scale(self):
        display = Display(3200, 1800, "Xft.dpi:\t192\n")
        self.addCleanup(display.close)
        with tempfile.TemporaryDirectory() as home:
            sizes = []
            for _ in range(3):
                window = test_window.Window(display, test_window.PROGRAM, home=home, size=None)
                self.addCleanup(window.close)
                state = window.settled()
                sizes.append((state["width"], state["height"]))
                window.keys("ctrl+q")
                self.assertEqual(window.process.wait(PATIENCE_S), 0)
            # Twice the 1440 x 900 units that it opens with first, as far as the display goes.
            self.assertEqual(sizes, [(2880, 1800)] * 3)


class Screenshots(test_window.WindowTest):
    def test_each_gets_a_name_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "sortscope.png").write_text("mine", encoding="utf-8")
            window = self.open(cwd=folder)
            for name in ("sortscope-2.png", "sortscope-3.png"):
                window.keys("F12")
                window.wait_for(lambda state: state["notice"] == f"Saved {Path(folder, name)}.", name)
                self.assertEqual(Path(folder, name).read_bytes()[:4], b"\x89PNG")
            self.assertEqual(Path(folder, "sortscope.png").read_text(encoding="utf-8"), "mine")
            self.assertEqual(len(list(Path(folder).iterdir())), 3)

    def test_a_folder_that_takes_none_is_told(self):
        # No one writes there, whatever the user.
        window = self.open(cwd="/proc")
        window.keys("Right", "F12")
        state = window.wait_for(lambda state: state["notice"], "a message")
        self.assertIn("cannot write /proc/sortscope.png", state["notice"])
        window.keys("Right")
        window.expect(layer=2)


if __name__ == "__main__":
    test_window.PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
