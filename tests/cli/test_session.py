#!/usr/bin/env python3
# test_session.py: session files, the copied command line, and figure sheets, as people use them.
import json
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from driver import PATIENCE_S, PROGRAM, Driver  # noqa: E402

STATES = [
    ["seek 2 1", "views 4", "view 3 hypercube", "camera 2.5 0.25 0.75 1", "selection wire 3"],
    ["algorithm adaptive", "size 11", "record", "views 2", "view 2 cylinder", "seek 5", "cylinder-turn 33 41"],
    ["keys-as float64 -0 nan 0.1", "order descending", "record", "end", "padding hidden", "panels off"],
    ["algorithm bitonic-merger", "keys 5 1 4 2", "any-input on", "record", "bookmark-at 1", "loop 0 2"],
    ["lesson 1 3"],
    ["listed-network 4 0:1,2:3;0:2,1:3;1:2 'it''s mine'", "record", "seek 2"],
]


class Window(Driver):
    def headless(self, *arguments, script=(), code=0):
        self.file("script.txt", "\n".join(script) + "\n")
        self.run_program("--headless", "--engine", "cpu", "--size", "800x500", "--script", "script.txt", "--state-file",
                         "state.json", *arguments, code=code)
        return json.loads((self.folder / "state.json").read_text())

    def without(self, state):
        return {k: v for k, v in state.items() if k not in ("notice", "pointer", "hover", "works_begun")}

    def same_pictures(self, one, other, message):
        """But for the head of the window, which tells the time that the sort took."""
        for name in (one, other):
            self.tool("convert", name, "-crop", "800x440+0+60", "+repage", "body-" + name)
        done = subprocess.run(["compare", "-metric", "AE", "-fuzz", "2%", "body-" + one, "body-" + other, "null:"],
                              cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.stderr.split()[:1], ["0"], message)


def numbers_in(state):
    if isinstance(state, (dict, list)):
        for value in state.values() if isinstance(state, dict) else state:
            yield from numbers_in(value)
    elif isinstance(state, (int, float)) and not isinstance(state, bool):
        yield state


class States(Window):
    def test_numbers_are_of_what_is_there(self):
        """ImGui keeps a pointer that was never seen as far outside as numbers go."""
        for script in STATES:
            state = self.headless(script=script)
            self.assertIsNone(state["pointer"])
            # Seeds and keys are longer, and whole.
            self.assertEqual([n for n in numbers_in(state) if abs(n) > 2**64], [], script)


class Sessions(Window):
    def test_a_session_opens_to_the_same_picture(self):
        for state in STATES:
            saved = self.headless("--screenshot", "a.png", script=[*state, "save-session a.sscope"])
            self.run_program("--headless", "--size", "800x500", "--state-file", "again.json", "--screenshot", "b.png",
                             "a.sscope")
            again = json.loads((self.folder / "again.json").read_text())
            self.assertEqual(self.without(saved), self.without(again), state)
            if state[0].startswith("lesson"):
                continue  # the words beside the picture may be scrolled
            self.headless("--screenshot", "a.png", script=[*state])
            self.same_pictures("a.png", "b.png", state)

    def test_the_copied_line_opens_the_same_picture(self):
        for state in STATES:
            saved = self.headless(script=[*state, "copy-command-line"])
            line = saved["notice"].removeprefix("Copied: ").replace("sortscope ", f"{PROGRAM} --headless --size 800x500 "
                                                                    "--state-file again.json ", 1)
            if line.startswith("printf"):
                line = saved["notice"].removeprefix("Copied: ").replace(
                    "| sortscope ", f"| {PROGRAM} --headless --size 800x500 --state-file again.json ")
            done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True,
                                  text=True, timeout=PATIENCE_S)
            self.assertEqual(done.returncode, 0, line + done.stderr)
            again = json.loads((self.folder / "again.json").read_text())
            self.assertEqual(self.without(saved), self.without(again), line)

    def test_options_of_the_window(self):
        self.run_program("--headless", "--n", 8, "--view", "bars", "--step", "3:2", "--do", "selection wire 1",
                         "--state-file", "s.json")
        state = json.loads((self.folder / "s.json").read_text())
        self.assertEqual((state["views"], state["layer"], state["comparator"], state["selected"]["wire"]),
                         (["bars"], 3, 2, 1))
        (self.folder / "s.json").unlink()
        # A step of an adaptive run is a comparison, here as in `steps` and `export`.
        self.run_program("--headless", "--algorithm", "adaptive", "--n", 32, "--view", "tree", "--step", 40,
                         "--state-file", "s.json")
        state = json.loads((self.folder / "s.json").read_text())
        self.assertLess(state["layer"], 40)
        (self.folder / "s.json").unlink()
        for arguments, says in [(["--view", "none"], "there is no view 'none'"),
                                (["--view", "bars", "--view", "bars", "--view", "bars"], "given 3 times"),
                                (["--step", "x"], "--step 'x'"), (["--step", "99"], "--step 99: this run has steps 0 to "),
                                (["--step", "1:99"], "--step 1:99: "),
                                (["--algorithm", "adaptive", "--n", 32, "--step", "999"], "--step 999: this run"),
                                (["--do", "seeek 1"], "Did you mean"),
                                (["--session", "none.sscope"], "none.sscope")]:
            self.refused("--headless", *arguments, code=2, says=says)

    def test_bad_files_are_refused_before_a_window_opens(self):
        self.file("a.sscope", "# Sortscope session 1\nrecord\nseek 99\n")
        self.file("b.sscope", "# Sortscope session 1\nalgorithm bitonic\n")
        self.file("c.sscope", "# Sortscope session 1\nrecord\nquit\n")
        self.refused("--headless", "--session", "a.sscope", code=2, says=["a.sscope:3:1", "99"])
        self.refused("--headless", "b.sscope", code=2, says=["b.sscope:3:1", "record"])
        self.refused("--headless", "c.sscope", code=2, says=["c.sscope:3:1", "quit"])


class Sheets(Driver):
    KEYS = ("--keys", "3,7,4,8,6,2,1,5")

    def test_every_format(self):
        for name in ("a.pdf", "a.tex", "a.svg", "a.png"):
            self.run_program("sheet", *self.KEYS, "--steps", "0,3-5", "--columns", 2, "-o", name)
        svg = (self.folder / "a.svg").read_text()
        for words in ("(a)", "(d)", "The input.", "Layer 3 of 6"):
            self.assertIn(words, svg)
        self.assertNotIn("(e)", svg)
        self.assertIn("Layer", self.tool("pdftotext", "-layout", "a.pdf", "-"))

    def test_tikz_compiles(self):
        self.run_program("sheet", *self.KEYS, "--steps", "0,1,6", "--columns", 3, "--caption", "50 % of $x_1$ & {y}",
                         "--title", "Three steps", "-o", "a.tex")
        self.tool("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex")
        self.assertIn("Pages:           1", self.tool("pdfinfo", "a.pdf"))

    def test_steps_by_default_are_the_ends_of_levels(self):
        self.run_program("sheet", *self.KEYS, "-o", "a.svg")
        svg = (self.folder / "a.svg").read_text()
        self.assertIn("(d)", svg)
        self.assertNotIn("(e)", svg)

    def test_bad_use(self):
        for arguments, says in [(["--steps", "0,9"], "steps 0 to 6"), (["--steps", "4-2"], "backwards"),
                                (["--steps", "x"], "'x' is no step"), (["--columns", 0], "--columns"),
                                (["--steps", "1", "--caption", "a", "--caption", "b"], "2 captions for 1"),
                                (["--view", "none"], "none")]:
            self.refused("sheet", *self.KEYS, *arguments, "-o", "a.svg", code=2, says=says)
        self.refused("sheet", *self.KEYS, "-o", "a.mp4", code=2, says="not a film")


if __name__ == "__main__":
    unittest.main()
