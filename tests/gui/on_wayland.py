#!/usr/bin/env python3
# on_wayland.py: the window under a Wayland compositor, at scales 1 and 2. By hand: see Usage.
"""Usage: on_wayland.py PROGRAM GLFW_FOLDER [unittest arguments]

Needs weston, and GLFW for Wayland, which Debian 12 does not install beside the one for X11 that the tests of the window
need. So it is unpacked, not installed:

    apt-get install weston xvfb
    apt-get download libglfw3-wayland && dpkg -x libglfw3-wayland_*.deb glfw
    tests/gui/on_wayland.py build/dev/app/sortscope glfw/usr/lib/x86_64-linux-gnu
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "machine")]
from environment import planted  # noqa: E402

from window_driver import Display  # noqa: E402

PATIENCE_S = 300
KEPT = os.environ.get("KEEP_PICTURES")  # a folder for them
# The first run takes longer than the window needs to hear of its scale.
BEFORE = ["n 2^22", "record confirmed"]
LINES = ["n 16", "record", "seek 3", "select-wire 5"]


class Weston:
    """A compositor on a socket of its own. Its screen is an X server's: without a pointer, as on weston's own screen
    that is none, GLFW 3.3 ends the program."""

    def __init__(self, folder, scale):
        self.display = Display(1700 * scale, 1100 * scale)
        self.environment = planted(folder, XDG_RUNTIME_DIR=folder)
        self.log = open(folder / "weston.txt", "wb")
        self.process = subprocess.Popen(
            ["weston", "--backend=x11-backend.so", "--use-pixman", "--no-config", "--idle-time=0", "--socket=own",
             "--width=1600", "--height=1000", f"--scale={scale}"],
            env=dict(self.environment, DISPLAY=self.display.name), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + PATIENCE_S
        while not (folder / "own").exists():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("weston did not start: " + (folder / "weston.txt").read_text())
            time.sleep(0.02)

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.display.close()
        self.log.close()


def size_of(png):
    head = png.read_bytes()[:24]
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


class OnWayland(unittest.TestCase):
    def run_at(self, scale):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            folder.chmod(0o700)
            weston = Weston(folder, scale)
            picture = folder / "window.png"
            try:
                environment = dict(weston.environment, WAYLAND_DISPLAY="own", LD_LIBRARY_PATH=GLFW,
                                   XDG_CONFIG_HOME=str(folder / "config"), XDG_STATE_HOME=str(folder / "state"))
                call = [PROGRAM, "--engine", "cpu", "--palette", "dark", "--reduced-motion"]
                lines = [word for line in [*BEFORE, *LINES, "screenshot window.png"] for word in ("--do", line)]
                with open(folder / "log.txt", "wb") as log:
                    window = subprocess.Popen([*call, "--size", "1200x720", *lines], cwd=folder, env=environment,
                                              stdin=subprocess.DEVNULL, stdout=log, stderr=log)
                end = time.monotonic() + PATIENCE_S
                while not picture.exists() and window.poll() is None and time.monotonic() < end:
                    time.sleep(0.02)
                window.terminate()
                window.wait(PATIENCE_S)
                self.assertTrue(picture.exists(), (folder / "log.txt").read_text())
            finally:
                weston.close()
            width, height = size_of(picture)
            # --size counts as the window system does: framebuffer pixels are so many more.
            self.assertEqual((width, height), (1200 * scale, 720 * scale))
            # The same picture without a window, of as many pixels and as large a text.
            lines = [word for line in [*BEFORE, *LINES] for word in ("--do", line)]
            alone = subprocess.run([*call, "--headless", "--size", f"{width}x{height}", "--scale", str(scale), *lines,
                                    "--screenshot", "alone.png"], cwd=folder, env=planted(folder), capture_output=True,
                                   text=True, timeout=PATIENCE_S)
            self.assertEqual(alone.returncode, 0, alone.stderr)
            compared = subprocess.run(["compare", "-metric", "AE", "-fuzz", "2%", "window.png", "alone.png",
                                       "difference.png"], cwd=folder, capture_output=True, text=True)
            if KEPT:
                for name in ("window", "alone", "difference"):
                    (Path(KEPT) / f"{name}-{scale}.png").write_bytes((folder / f"{name}.png").read_bytes())
            # A scroll bar comes in a window only.
            self.assertLess(float(compared.stderr.split()[0]), width * height / 100, "pixels that differ")

    def test_scale_1(self):
        self.run_at(1)

    def test_scale_2(self):
        self.run_at(2)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__)
        sys.exit(2)
    PROGRAM, GLFW = (str(Path(name).resolve()) for name in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
