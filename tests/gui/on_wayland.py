#!/usr/bin/env python3
# on_wayland.py: the window under a Wayland compositor without a screen, at scales 1 and 2. By hand: see Usage.
"""Usage: on_wayland.py PROGRAM GLFW_FOLDER [unittest arguments]

Needs weston, and GLFW for Wayland, which Debian 12 does not install beside the one for X11 that the tests of the window
need. So it is unpacked, not installed:

    apt-get install weston
    apt-get download libglfw3-wayland && dpkg -x libglfw3-wayland_*.deb glfw
    tests/gui/on_wayland.py build/dev/app/sortscope glfw/usr/lib/x86_64-linux-gnu
"""
import json
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

PATIENCE_S = 300
LINES = "seek 3\nview 1 network\nselect-wire 5\n"


class Weston:
    """A compositor on a socket of its own."""

    def __init__(self, folder, scale):
        self.environment = planted(folder, XDG_RUNTIME_DIR=folder)
        self.log = open(folder / "weston.txt", "wb")
        self.process = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--no-config", "--idle-time=0", "--socket=own",
             f"--width={1600 * scale}", f"--height={1000 * scale}", f"--scale={scale}"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + PATIENCE_S
        while not (folder / "own").exists():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("weston did not start: " + (folder / "weston.txt").read_text())
            time.sleep(0.02)

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.log.close()


def size_of(png):
    head = png.read_bytes()[:24]
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


class OnWayland(unittest.TestCase):
    def run_at(self, scale):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            folder.chmod(0o700)
            (folder / "script.txt").write_text(LINES)
            weston = Weston(folder, scale)
            try:
                environment = dict(weston.environment, WAYLAND_DISPLAY="own", LD_LIBRARY_PATH=GLFW,
                                   XDG_CONFIG_HOME=str(folder / "config"), XDG_STATE_HOME=str(folder / "state"))
                call = [PROGRAM, "--engine", "cpu", "--palette", "dark", "--reduced-motion", "--n", "16", "--script",
                        "script.txt"]
                window = subprocess.run([*call, "--size", "1200x720", "--screenshot", "window.png", "--state-file",
                                         "state.json"], cwd=folder, env=environment, capture_output=True, text=True,
                                        timeout=PATIENCE_S)
                self.assertEqual(window.returncode, 0, window.stderr)
            finally:
                weston.close()
            width, height = size_of(folder / "window.png")
            # --size counts as the window system does: framebuffer pixels are so many more.
            self.assertEqual((width, height), (1200 * scale, 720 * scale))
            state = json.loads((folder / "state.json").read_text())
            self.assertEqual(state["layer"], 3)
            # The same picture without a window, of as many pixels and as large a text.
            alone = subprocess.run([*call, "--headless", "--size", f"{width}x{height}", "--scale", str(scale),
                                    "--screenshot", "alone.png"], cwd=folder, env=planted(folder), capture_output=True,
                                   text=True, timeout=PATIENCE_S)
            self.assertEqual(alone.returncode, 0, alone.stderr)
            compared = subprocess.run(["compare", "-metric", "AE", "-fuzz", "2%", "window.png", "alone.png",
                                       "difference.png"], cwd=folder, capture_output=True, text=True)
            self.assertLess(float(compared.stderr.split()[0]), width * height / 1000, "pixels that differ")

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
