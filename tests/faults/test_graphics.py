#!/usr/bin/env python3
# test_graphics.py: a call of EGL or GLX fails, whichever, or the driver lacks a function of OpenGL that it promises: what was
# asked for is there and whole, or a sentence, what to do and an exit code, and nothing half there.
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "cli"), str(TESTS / "gui")]
from driver import PATIENCE_S, PROGRAM, Driver  # noqa: E402
from window_driver import Display  # noqa: E402

LIBRARY = os.environ.get("SORTSCOPE_FAULTS", "")
OLD = "what was there before"
# A call that is made hundreds of times fails at the first of them, and at the last.
FIRST = 6


class Graphics(Driver):
    def setUp(self):
        super().setUp()
        self.report = self.home_of_tools / "report"

    def faulty(self, **faults):
        """The environment in which these fail; a sanitizer's own library is not first then."""
        return {"LD_PRELOAD": LIBRARY, "FAULT_REPORT": str(self.report),
                "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"} | {
                    f"FAULT_{name.upper()}": str(value) for name, value in faults.items()}

    def run_faulty(self, arguments, environment=None, **faults):
        self.report.unlink(missing_ok=True)
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=self.environment | self.faulty(**faults) | (environment or {}), timeout=PATIENCE_S)
        return done.returncode, done.stdout, done.stderr

    def calls(self):
        return {name: int(count) for name, count in map(str.split, self.report.read_text().splitlines())}

    def is_said(self, stderr, why):
        """A sentence, and what to do."""
        self.assertRegex(stderr, r"(?m)^sortscope: .+\.$", why)
        self.assertRegex(stderr, r"(?m)^ *(hint: )?(Install|Update|Set|OpenGL|LIBGL|Choose|Start|Use)|LIBGL_ALWAYS_SOFTWARE", why)
        for word in ("terminate", "Assertion", "null"):
            self.assertNotIn(word, stderr, why)

    def every_fault(self, calls):
        for name, count in calls.items():
            for at in sorted({*range(1, min(count, FIRST) + 1), count}):
                for lasting in (0, 1):
                    yield {"call": name, "at": at, "lasting": lasting}


class Headless(Graphics):
    WAYS = {"a.png": ["export", "--n", "8", "--size", "320x200", "-o", "a.png"],
            "w.png": ["--headless", "--n", "8", "--size", "640x400", "--screenshot", "w.png"],
            "a.gif": ["export", "--n", "4", "--size", "320x200", "--fps", "2", "-o", "a.gif"]}
    # What can be drawn by cairo is.
    WITHOUT = "Drawing without OpenGL: "

    def whole(self, out, before, made, why):
        there = [p.name for p in self.folder.iterdir()]
        self.assertEqual(there, [out] if made or before else [], why)
        if not made and before:
            self.assertEqual((self.folder / out).read_text(), before, why)
        if made:
            self.assertIn((self.folder / out).read_bytes()[:4], (b"\x89PNG", b"GIF8"), why)

    def test_a_call_of_egl_fails(self):
        for out, arguments in self.WAYS.items():
            code, _, stderr = self.run_faulty(arguments)
            self.assertEqual(code, 0, stderr)
            calls = self.calls()
            self.assertGreater(len(calls), 5, calls)
            refused = 0
            for number, fault in enumerate(self.every_fault(calls)):
                # A film differs in what it does after it has begun: every way but one that lasts is tried by the picture.
                if out.endswith("gif") and not fault["lasting"]:
                    continue
                for path in self.folder.iterdir():
                    path.unlink()
                before = OLD if number % 2 else ""
                if before:
                    self.file(out, before)
                code, _, stderr = self.run_faulty(arguments, **fault)
                why = f"{' '.join(arguments)}: {fault}: exit code {code}: {stderr}"
                with self.subTest(why):
                    self.assertIn(code, (0, 1), why)
                    if code == 1:
                        self.is_said(stderr, why)
                    refused += code == 1 or self.WITHOUT in stderr
                    self.whole(out, before, code == 0, why)
            self.assertGreater(refused, 3)

    def test_a_driver_without_a_function(self):
        for function in ("glGetString", "glGetIntegerv", "glClear", "glCreateBuffers", "glNamedRenderbufferStorage",
                         "glGetGraphicsResetStatus", "glDrawArraysInstanced"):
            for out, arguments in self.WAYS.items():
                code, _, stderr = self.run_faulty(arguments, function=function)
                why = f"{' '.join(arguments)} without {function}: exit code {code}: {stderr}"
                with self.subTest(why):
                    self.assertIn(function, stderr, why)
                    if self.WITHOUT not in stderr:
                        self.assertEqual(code, 1, why)
                        self.is_said(stderr, why)
                    else:
                        self.assertEqual(code, 0, why)
                    self.whole(out, "", code == 0, why)
                    for path in self.folder.iterdir():
                        path.unlink()

    def test_info_says_that_there_is_none(self):
        for calls in ("eglInitialize", "eglMakeCurrent", "eglCreateContext,eglQueryString"):
            code, stdout, stderr = self.run_faulty(["info"], call=calls, at=1, lasting=1)
            self.assertEqual(code, 0, f"{calls}: {stderr}")
            self.assertRegex(stdout, r"(?m)^ *OpenGL +none: .*OpenGL 4\.5", calls)
        _, stdout, _ = self.run_faulty(["info"], function="glCreateBuffers")
        self.assertRegex(stdout, r"(?m)^ *OpenGL +none: .*OpenGL 4\.5.* glCreateBuffers")


class InWindow(Graphics):
    def setUp(self):
        super().setUp()
        self.display = Display(800, 600)
        self.addCleanup(self.display.close)
        self.environment |= {"DISPLAY": self.display.name, "XDG_CONFIG_HOME": str(self.home_of_tools / "config"),
                             "XDG_STATE_HOME": str(self.home_of_tools / "state")}


class Window(InWindow):
    SCRIPT = ["--size", "640x400", "--n", "8", "--screenshot", "w.png", "--do", "quit"]

    def test_a_call_of_glx_fails(self):
        code, _, stderr = self.run_faulty(self.SCRIPT)
        self.assertEqual(code, 0, stderr)
        calls = self.calls()
        for name in ("glXMakeCurrent", "glXGetFBConfigs", "glXCreateContextAttribsARB", "glXQueryVersion"):
            self.assertIn(name, calls)
        refused = 0
        for fault in self.every_fault(calls):
            (self.folder / "w.png").unlink(missing_ok=True)
            code, _, stderr = self.run_faulty(self.SCRIPT, **fault)
            why = f"{fault}: exit code {code}: {stderr}"
            with self.subTest(why):
                self.assertIn(code, (0, 1), why)
                self.assertEqual((self.folder / "w.png").exists(), code == 0, why)
                if code == 1:
                    refused += 1
                    self.is_said(stderr, why)
        self.assertGreater(refused, 3)

    def test_a_driver_without_a_function(self):
        for function in ("glGetString", "glCreateBuffers", "glDrawArraysInstanced"):
            code, _, stderr = self.run_faulty(self.SCRIPT, function=function)
            why = f"without {function}: exit code {code}: {stderr}"
            self.assertEqual(code, 1, why)
            self.is_said(stderr, why)
            self.assertFalse((self.folder / "w.png").exists(), why)

    def test_the_window_of_the_notes_has_no_context(self):
        self.file("lesson.md", "# T\n\n## S\n```sortscope\nkeys 3 1 2\nrecord\n```\nx\n\n> note\n")
        script = ["--size", "640x400", "--lesson", "lesson.md"]
        code, _, stderr = self.run_faulty([*script, "--do", "quit"])
        self.assertEqual(code, 0, stderr)
        before = self.calls()["glXMakeCurrent"]
        notes = [*script, "--do", "presenter on", "--do", "quit"]
        code, _, stderr = self.run_faulty(notes)
        self.assertEqual(code, 0, stderr)
        refused = 0
        for at in range(before + 1, self.calls()["glXMakeCurrent"] + 1):
            code, _, stderr = self.run_faulty(notes, call="glXMakeCurrent", at=at)
            with self.subTest(f"{at}: exit code {code}: {stderr}"):
                self.assertIn(code, (0, 1))
                if code == 1:
                    refused += 1
                    self.assertRegex(stderr, r"presenter's window.*\.\n +Notes stand in the lesson's file")
        self.assertGreater(refused, 0)


if __name__ == "__main__":
    if not LIBRARY or not shutil.which(PROGRAM):
        sys.exit("SORTSCOPE and SORTSCOPE_FAULTS name the program and the library")
    unittest.main()
