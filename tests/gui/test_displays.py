#!/usr/bin/env python3
# test_displays.py: the lecturer's notes with one and two monitors, under a window manager and without one.
"""Usage: test_displays.py PROGRAM [unittest arguments]. Needs X.Org's server with its dummy driver, xrandr, openbox, xdotool."""
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from window_driver import PATIENCE_S, Display, Window  # noqa: E402

PROGRAM = None
# Of the monitors, in the desktop's pixels: x, y, width, height.
PROJECTOR, LAPTOP = (0, 0, 1280, 720), (1280, 0, 1024, 768)
CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1280x720"
    Virtual 2304 768
  EndSubSection
EndSection
"""
LESSON = """# Notes
Minutes: 1

## One
Text for the class.

> Text for the lecturer alone.
"""


class Monitors(Display):
    """X.Org's server with a monitor, or two side by side."""

    def __init__(self, count):
        self.width, self.height = 2304, 768
        self.folder = tempfile.TemporaryDirectory()
        configuration = Path(self.folder.name) / "xorg.conf"
        configuration.write_text(CONFIGURATION)
        log = Path(self.folder.name) / "xorg.log"
        read_end, write_end = os.pipe()
        with open(Path(self.folder.name) / "said", "wb") as said:
            self.server = subprocess.Popen(
                ["Xorg", "-displayfd", str(write_end), "-config", str(configuration), "-logfile", str(log),
                 "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts"],
                pass_fds=[write_end], stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()
        if not number:
            self.server.wait()
            raise unittest.SkipTest("X.Org's server needs a console, or root: " +
                                    (Path(self.folder.name) / "said").read_text(errors="replace")[-400:])
        self.name = f":{number}"
        if count == 2:
            self.run("xrandr", "--newmode", "laptop", "65", "1024", "1048", "1184", "1344", "768", "771", "777", "806")
            self.run("xrandr", "--addmode", "DUMMY1", "laptop")
            self.run("xrandr", "--output", "DUMMY1", "--mode", "laptop", "--right-of", "DUMMY0")
            # Who asks for what is known, as GLFW does, hears of it once somebody had it looked up.
            self.run("xrandr")

    def run(self, *command):
        done = subprocess.run(command, env=os.environ | {"DISPLAY": self.name}, text=True, capture_output=True,
                              timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
        return done.stdout

    def close(self):
        super().close()
        self.folder.cleanup()


class Displays(unittest.TestCase):
    def window(self, monitors, managed, size="960x600", more=()):
        display = Monitors(monitors)
        self.addCleanup(display.close)
        if managed:
            manager = subprocess.Popen(["openbox"], env=os.environ | {"DISPLAY": display.name, "HOME": display.folder.name},
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(manager.wait)
            self.addCleanup(manager.terminate)
            self.eventually(lambda: "window id" in display.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"),
                            "the window manager")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "notes.md"
        path.write_text(LESSON)
        window = Window(display, PROGRAM, "--lesson", str(path), *more, size=size)
        self.addCleanup(window.close)
        window.wait_for(lambda s: s["lesson"] and s["lesson"]["stop"] == 1, "the lesson")
        self.display = display
        return window

    def eventually(self, condition, what):
        """Windows are asked for, and come when the window manager has time."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            self.assertLess(time.monotonic(), end, f"waited for {what}")
            time.sleep(0.05)

    def notes(self, window):
        self.do(window, "presenter on")
        state = window.wait_for(lambda s: not s["typing"], "the line to be taken")
        self.assertEqual(state["problem"], "")
        return window.xdotool("search", "--sync", "--onlyvisible", "--name", "Presenter").split()[-1]

    def do(self, window, line):
        window.xdotool("windowfocus", "--sync", window.id)
        window.keys("ctrl+shift+p")
        window.expect(typing=True)
        window.type(line)
        window.keys("Return")

    def area(self, window_id):
        """x, y, width, height of what a window draws, on the desktop."""
        said = self.display.run("xwininfo", "-id", window_id)
        return tuple(int(re.search(rf"{name}:\s+(-?\d+)", said).group(1))
                     for name in ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height"))

    def active(self):
        """The window that the window manager gave the keyboard; 0: none."""
        said = self.display.run("xprop", "-root", "_NET_ACTIVE_WINDOW")
        found = re.search(r"window id # (0x[0-9a-f]+)", said)
        return int(found.group(1), 16) if found else 0

    @staticmethod
    def inside(area, monitor):
        return (area[0] >= monitor[0] and area[1] >= monitor[1] and
                area[0] + area[2] <= monitor[0] + monitor[2] and area[1] + area[3] <= monitor[1] + monitor[3])

    @staticmethod
    def apart(a, b):
        return a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]

    def test_notes_open_on_the_other_monitor(self):
        for managed in (False, True):
            with self.subTest(managed=managed):
                window = self.window(2, managed)
                window.xdotool("windowmove", "--sync", window.id, "100", "60")
                window.settled()
                slide = self.area(window.id)
                self.assertTrue(self.inside(slide, PROJECTOR), slide)
                notes = self.area(self.notes(window))
                self.assertTrue(self.inside(notes, LAPTOP), notes)
                self.assertEqual(self.area(window.id), slide, "the slide was touched")

    def test_a_slide_that_fills_its_monitor_keeps_it(self):
        for managed in (False, True):
            with self.subTest(managed=managed):
                window = self.window(2, managed)
                window.keys("F11")
                window.expect(fullscreen=True)
                window.settled()
                self.eventually(lambda: self.area(window.id) == PROJECTOR, "the slide to fill its monitor")
                slide = self.area(window.id)
                notes = self.notes(window)
                self.assertTrue(self.inside(self.area(notes), LAPTOP), self.area(notes))
                window.settled()
                self.assertEqual(self.area(window.id), slide, "the slide was touched")
                # Back to a window: the notes stay where they are, readable.
                window.xdotool("windowfocus", "--sync", window.id)
                window.keys("F11")
                window.expect(fullscreen=False)
                window.settled()
                self.assertTrue(self.inside(self.area(notes), LAPTOP), self.area(notes))

    def test_the_slide_stays_whatever_gets_the_focus(self):
        """On one screen: its notes where there is room for them, and the window of another program."""
        for full in (False, True):
            with self.subTest(full=full):
                window = self.window(1, True, size="800x480")
                if full:
                    window.keys("F11")
                    window.expect(fullscreen=True)
                    self.eventually(lambda: self.area(window.id) == PROJECTOR, "the slide to fill its monitor")
                window.settled()
                slide = self.area(window.id)
                focused = [window.id]
                if full:
                    self.do(window, "presenter on")
                    window.wait_for(lambda s: "would read your notes" in s["problem"], "the refusal")
                    window.keys("Escape")
                    window.expect(typing=False)
                else:
                    focused.append(self.notes(window))
                other = subprocess.Popen(["xmessage", "Another program"], stdin=subprocess.DEVNULL,
                                         env=os.environ | {"DISPLAY": self.display.name},
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.addCleanup(other.wait)
                self.addCleanup(other.terminate)
                focused.append(window.xdotool("search", "--sync", "--onlyvisible", "--class", "Xmessage").split()[-1])
                for each in focused + focused[1:]:
                    window.xdotool("windowactivate", each)
                    self.eventually(lambda: self.active() == int(each), "the focus")
                    window.settled()
                    said = self.display.run("xwininfo", "-id", window.id, "-stats")
                    self.assertIn("Map State: IsViewable", said)
                    self.assertEqual(self.area(window.id), slide)
                    self.assertEqual(window.state()["fullscreen"], full)

    def test_the_display_that_was_asked_for_is_filled(self):
        """From a window and from full screen, there and back: not every window manager heeds a wish for a monitor."""
        for managed in (False, True):
            with self.subTest(managed=managed):
                window = self.window(2, managed)
                window.xdotool("windowmove", "--sync", window.id, "100", "60")
                for name, monitor in (("2", LAPTOP), ("1", PROJECTOR), ("DUMMY1", LAPTOP)):
                    self.do(window, f"display {name}")
                    window.expect(fullscreen=True)
                    self.eventually(lambda: self.area(window.id) == monitor, f"display {name} to be filled")
                # Back to a window, and there again: the choice is remembered.
                self.press_f11(window, False)
                self.eventually(lambda: self.area(window.id)[2:] == (960, 600), "the window")
                self.press_f11(window, True)
                self.eventually(lambda: self.area(window.id) == LAPTOP, "the chosen display again")

    def test_a_start_on_a_display(self):
        for managed in (False, True):
            for name, monitor in (("1", PROJECTOR), ("2", LAPTOP)):
                with self.subTest(managed=managed, display=name):
                    window = self.window(2, managed, more=("--display", name))
                    window.expect(fullscreen=True)
                    self.eventually(lambda: self.area(window.id) == monitor, f"display {name} to be filled")

    def press_f11(self, window, on):
        window.xdotool("windowfocus", "--sync", window.id)
        window.keys("F11")
        window.expect(fullscreen=on)

    def test_one_monitor_has_both_apart(self):
        for managed in (False, True):
            with self.subTest(managed=managed):
                window = self.window(1, managed, size="800x480")
                window.xdotool("windowmove", "--sync", window.id, "10", "30")
                window.settled()
                slide = self.area(window.id)
                notes = self.area(self.notes(window))
                self.assertTrue(self.apart(notes, slide), (notes, slide))
                self.assertTrue(self.inside(notes, PROJECTOR), notes)
                self.assertEqual(self.area(window.id), slide, "the slide was touched")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
