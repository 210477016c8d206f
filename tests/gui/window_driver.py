# window_driver.py: the real program in a real window under Xvfb, driven by key presses and mouse moves.
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

# Only against what hangs: a busy machine may take its time.
PATIENCE_S = 600


class Display:
    """An X server of its own, on a free display number."""

    def __init__(self, width=1440, height=900, resources=""):
        self.width, self.height = width, height
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-noreset", "-nolisten", "tcp",
             "-screen", "0", f"{width}x{height}x24"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"
        if resources:
            self.set_resources(resources)

    def set_resources(self, text):
        """What a desktop tells all programs, as "Xft.dpi: 192"."""
        x11 = ctypes.CDLL("libX11.so.6")
        for function in ("XOpenDisplay", "XDefaultRootWindow", "XInternAtom"):
            getattr(x11, function).restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(self.name.encode()))
        root = ctypes.c_void_p(x11.XDefaultRootWindow(display))
        atom = ctypes.c_void_p(x11.XInternAtom(display, b"RESOURCE_MANAGER", 0))
        string = ctypes.c_void_p(31)
        x11.XChangeProperty(display, root, atom, string, 8, 0, text.encode(), len(text))
        x11.XSync(display, 0)
        # Kept open: a server whose last program leaves may forget it.
        self.connection = display

    def pixels(self):
        """What the screen shows, without the pointer: a row of 4 bytes a pixel each."""
        class Image(ctypes.Structure):
            _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                        ("format", ctypes.c_int), ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int),
                        ("bitmap_unit", ctypes.c_int), ("bitmap_bit_order", ctypes.c_int),
                        ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]

        x11 = ctypes.CDLL("libX11.so.6")
        for function in ("XOpenDisplay", "XDefaultRootWindow", "XGetImage"):
            getattr(x11, function).restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(self.name.encode()))
        root = ctypes.c_void_p(x11.XDefaultRootWindow(display))
        found = ctypes.c_void_p(x11.XGetImage(display, root, 0, 0, self.width, self.height,
                                              ctypes.c_ulong(0xFFFFFFFF), 2))
        image = Image.from_address(found.value)
        data = ctypes.string_at(image.data, image.bytes_per_line * image.height)
        line = image.bytes_per_line
        x11.XDestroyImage(found)
        x11.XCloseDisplay(display)
        return [data[line * y:line * y + 4 * self.width] for y in range(self.height)]

    def close(self):
        self.server.terminate()
        self.server.wait()


class Window:
    """One run of the program. Times out with the last state where something does not happen."""

    def __init__(self, display, program, *arguments, home=None, cwd=None, size="1280x800", opened=True,
                 environment=None):
        """`opened`: waits until the first recording is there; `environment`: other variables, or more."""
        self.folder = tempfile.TemporaryDirectory()
        self.home = Path(home or self.folder.name)
        self.state_path = Path(self.folder.name) / "state.json"
        self.log_path = Path(self.folder.name) / "log.txt"
        self.environment = planted(self.home, DISPLAY=display.name, XDG_CONFIG_HOME=self.home / "config",
                                   XDG_STATE_HOME=self.home / "state")
        self.environment.update(environment or {})
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [program, "--state-file", str(self.state_path), "--engine", "cpu",
                 *(["--size", size] if size else []), *arguments],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=cwd or self.folder.name)
        if opened:
            self.wait_for(lambda state: state.get("loaded") and not state["working"], "a recording")
        self.id = self.xdotool("search", "--sync", "--onlyvisible", "--pid",
                               str(self.process.pid)).split()[-1]
        self.xdotool("windowfocus", "--sync", self.id)

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *arguments], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE_S)
        if done.returncode != 0:
            raise RuntimeError(f"xdotool {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def state(self):
        try:
            return json.loads(self.state_path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}

    def wait_for(self, condition, what):
        """The first state for which `condition` holds."""
        end = time.monotonic() + PATIENCE_S
        state = {}
        while time.monotonic() < end:
            state = self.state()
            if state.get("stray"):
                raise AssertionError(f"something is drawn outside of all windows: {state}")
            if state and condition(state):
                return state
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended ({self.process.returncode}) waiting for "
                                     f"{what}:\n{self.log_path.read_text()}")
            time.sleep(0.02)
        raise AssertionError(f"waited {PATIENCE_S} s for {what}; the state is {state}\n"
                             f"{self.log_path.read_text()}")

    def expect(self, **wanted):
        """Waits until the named parts of the state have these values."""
        return self.wait_for(lambda state: all(state.get(k) == v for k, v in wanted.items()),
                             str(wanted))

    def settled(self, frames=24):
        """The state once all input has arrived and nothing moves: the same for so many frames, or no more are drawn."""
        # Answered after what was sent before: all of it waits for the program now.
        self.xdotool("getmouselocation")
        first = self.state()["looks"]

        def part(state):
            return {name: value for name, value in state.items() if name not in ("looks", "resting")}

        last = None
        while True:
            # The look that was under way may have come too early, the next one has seen everything.
            state = self.wait_for(lambda state: state["looks"] >= first + 2, "another frame")
            if last is None or part(state) != part(last):
                last = state
            if state["resting"] or state["looks"] - last["looks"] >= frames:
                return state
            first = state["looks"] - 1

    def repeat(self, act, condition, what):
        """Acts until the condition holds: where two clicks come late, a hand, too, tries again."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            act()
            state = self.settled()
            if condition(state):
                return state
        raise AssertionError(f"tried for {PATIENCE_S} s to get {what}; the state is {state}")

    def keys(self, *names):
        """Presses keys one after the other, as fast as X takes them ("Right", "shift+Right")."""
        self.xdotool("key", "--delay", "1", *names)

    def type(self, text):
        self.xdotool("type", "--delay", "1", text)

    def move(self, x, y):
        """Moves the pointer; the state of the frame that saw it there."""
        self.xdotool("mousemove", "--window", self.id, str(x), str(y))
        return self.expect(pointer=[x, y])

    def click(self, x, y, button=1):
        self.move(x, y)
        self.xdotool("click", str(button))

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.folder.cleanup()
