#!/usr/bin/env python3
# test_lessons.py: a lesson in the real window: the clicker, a click as an answer, files that change, notes.
"""Usage: test_lessons.py PROGRAM [unittest arguments]. Needs Xvfb and xdotool."""
import os
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import test_window  # noqa: E402
from test_window import WindowTest  # noqa: E402

LESSON = """# Two keys
Minutes: 1

## One
```sortscope
keys 4 3 2 1
record
```
Four keys.

> Wait for an answer.

```sortscope
play-to 2 4
```
Two layers on.

## Two
```sortscope
seek 0
ask choice "Sorted?" "yes" "*no"
```
Well?
"""


class Lessons(WindowTest):
    def lesson(self, text=LESSON):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "two.md"
        path.write_text(text)
        window = self.open("--lesson", str(path))
        window.wait_for(lambda s: s["lesson"] and s["lesson"]["stop"] == 1, "the lesson")
        return window, path

    def at(self, window, stop, step):
        return window.wait_for(lambda s: s["lesson"] and (s["lesson"]["stop"], s["lesson"]["step"]) == (stop, step)
                               and not s["playing"], f"stop {stop}, step {step}")

    def test_the_clicker_walks_esc_leaves_and_returns(self):
        window, _ = self.lesson()
        window.keys("Next")
        self.assertEqual(self.at(window, 1, 2)["layer"], 2)
        window.keys("Escape")
        window.wait_for(lambda s: s["lesson"]["away"], "leaving")
        window.keys("Home")
        window.expect(layer=0)
        window.keys("Escape")
        window.wait_for(lambda s: not s["lesson"]["away"] and s["layer"] == 2, "returning")
        window.keys("Prior")
        self.assertEqual(self.at(window, 1, 1)["layer"], 0)

    def test_a_pointer_that_rests_points_at_nothing_once_the_clicker_goes_on(self):
        window, _ = self.lesson()
        state = window.state()
        x, y = state["width"] * 2 // 3, state["height"] // 3
        nothing = {"wire": None, "place": None, "comparator": None}
        window.move(x, y)
        window.wait_for(lambda s: s["hover"] != nothing, "what is under the pointer")
        window.keys("Next")
        self.at(window, 1, 2)
        self.assertEqual(window.settled()["hover"], nothing)
        window.move(x + 2, y)
        window.wait_for(lambda s: s["hover"] != nothing, "what is under the pointer")

    def test_a_question_is_answered_by_keys(self):
        window, _ = self.lesson()
        window.keys("Next", "Next")
        self.at(window, 2, 1)
        # At a question, too, a clicker's key makes the screen black.
        window.keys("b")
        window.wait_for(lambda s: s["blank"], "black")
        window.keys("b")
        window.wait_for(lambda s: not s["blank"], "the picture")
        window.keys("2")
        window.wait_for(lambda s: s["question"] and s["question"]["chosen"] == [1], "the choice")
        window.keys("Return")
        state = window.wait_for(lambda s: s["question"] and not s["question"]["asking"], "the answer")
        self.assertEqual(state["question"]["share"], 1)
        self.assertEqual(state["score"]["right"], 1)

    def test_a_saved_file_shows_at_once_and_errors_stay_quiet(self):
        window, path = self.lesson()
        window.keys("Next")
        self.at(window, 1, 2)
        path.write_text(LESSON.replace("play-to 2 4", "play-to 1 4"))
        os.utime(path, (time.time() + 5, time.time() + 5))
        window.expect(layer=1)
        path.write_text(LESSON.replace("play-to 2 4", "plai-to 1"))
        os.utime(path, (time.time() + 10, time.time() + 10))
        state = window.wait_for(lambda s: "two.md:14:" in s["lesson"]["error"], "the error")
        self.assertIn("play-to", state["lesson"]["error"])
        self.assertEqual(state["layer"], 1)

    def test_notes_have_a_window_of_their_own(self):
        window, _ = self.lesson()
        window.keys("ctrl+shift+p")
        window.expect(typing=True)
        window.type("presenter on")
        window.keys("Return")
        second = window.xdotool("search", "--sync", "--onlyvisible", "--name", "Presenter").split()[-1]
        window.xdotool("windowfocus", "--sync", second)
        window.keys("Next")
        self.at(window, 1, 2)

    def test_notes_take_every_key_of_a_clicker(self):
        """What a key does in the main window, it does there: manual/4-teaching.md names these keys."""
        walk = ["b", "b", "period", "period", "b", "period", "period", "Escape", "period", "Next", "Next", "Prior",
                "F5", "F5", "shift+F5", "Escape", "F5", "Escape", "Next", "Next", "1", "2", "Return"]
        walks = {}
        for where in ("in the main window", "in that of the notes"):
            window, _ = self.lesson()
            window.keys("ctrl+shift+p")
            window.expect(typing=True)
            window.type("presenter on")
            window.keys("Return")
            second = window.xdotool("search", "--sync", "--onlyvisible", "--name", "Presenter").split()[-1]
            focused = second if where == "in that of the notes" else window.id
            window.xdotool("windowfocus", "--sync", focused)
            walks[where] = []
            for key in walk:
                window.keys(key)
                state = window.settled()
                lesson, question = state["lesson"], state["question"]
                walks[where].append((state["blank"], state["projector"], lesson["stop"], lesson["step"],
                                     lesson["away"], question and (question["asking"], question["chosen"])))
            window.close()
        in_main, in_notes = walks.values()
        for i, key in enumerate(walk):
            self.assertEqual(in_notes[i], in_main[i], f"after {' '.join(walk[:i + 1])}")
        self.assertTrue(in_main[2][0] and not in_main[3][0], "a full stop makes the screen black, and back")

    def test_notes_do_not_open_over_a_slide_that_fills_the_screen(self):
        window, _ = self.lesson()
        window.keys("F11")
        window.expect(fullscreen=True)
        window.keys("ctrl+shift+p")
        window.expect(typing=True)
        window.type("presenter on")
        window.keys("Return")
        window.wait_for(lambda s: "the class would read your notes" in s["problem"], "the reason")
        with self.assertRaises(RuntimeError):
            window.xdotool("search", "--onlyvisible", "--name", "Presenter")

    def test_notes_leave_a_slide_that_comes_to_fill_the_only_screen(self):
        window, _ = self.lesson()
        window.keys("ctrl+shift+p")
        window.expect(typing=True)
        window.type("presenter on")
        window.keys("Return")
        window.xdotool("search", "--sync", "--onlyvisible", "--name", "Presenter")
        window.xdotool("windowfocus", "--sync", window.id)
        window.keys("F11")
        window.wait_for(lambda s: s["fullscreen"] and "the notes are closed" in s["notice"], "the notes to go")
        with self.assertRaises(RuntimeError):
            window.xdotool("search", "--onlyvisible", "--name", "Presenter")
        # The slide goes on.
        window.keys("Next")
        self.at(window, 1, 2)

    def test_the_clickers_black_screen(self):
        window, _ = self.lesson()
        window.keys("period")
        window.wait_for(lambda s: s["blank"], "black")
        # Whoever goes on comes back first.
        window.keys("Next")
        window.wait_for(lambda s: not s["blank"], "the picture")
        self.assertEqual(window.settled()["lesson"]["step"], 1)
        window.keys("b")
        window.wait_for(lambda s: s["blank"], "black")
        window.keys("b")
        window.wait_for(lambda s: not s["blank"], "the picture")


if __name__ == "__main__":
    test_window.PROGRAM = sys.argv.pop(1)
    unittest.main()
