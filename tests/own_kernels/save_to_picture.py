#!/usr/bin/env python3
# save_to_picture.py: how long it takes from saving a kernel's file to the first new picture, in a real window.
"""Usage: save_to_picture.py SORTSCOPE [N] [TIMES] [START...]. Opens each start under Xvfb with N keys (1024), saves it
TIMES times (7) and prints median, least and most, in seconds, with what the machine did beside it. Needs Xvfb, xdotool
and a C++ compiler; nothing else should run."""
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/gui"))
from window_driver import Display, Window  # noqa: E402

STARTS = ["v0", "v1", "v2", "block", "warp", "double-buffered"]


def idle():
    """Seconds that processors were idle so far, all together."""
    words = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(words[4]) / 100


def until(window, condition):
    """When the state is as it should be."""
    while not condition(window.state()):
        time.sleep(0.004)
    return time.monotonic()


def main():
    program = str(Path(sys.argv[1]).absolute())
    keys, times = (int(word) for word in (sys.argv[2:4] + ["1024", "7"][len(sys.argv[2:4]):]))
    display = Display()
    try:
        for start in sys.argv[4:] or STARTS:
            with tempfile.TemporaryDirectory() as home:
                path = Path(home, "my_sort.cu")
                text = subprocess.run([program, "kernel", "--new", start], capture_output=True, text=True, check=True).stdout
                path.write_text(text)
                window = Window(display, program, "--n", str(keys), str(path), home=home)
                window.wait_for(lambda state: state["overlay"] != 0, "the question")
                window.keys("Return")
                window.wait_for(lambda state: state["algorithm"] == "listed" and not state["working"], "the network")
                seconds, spare = [], []
                for i in range(times):
                    time.sleep(0.3)
                    begin, before = time.monotonic(), idle()
                    fresh = Path(home, "fresh")  # as editors do it: all at once
                    fresh.write_text(f"{text}// saved {i}\n")
                    fresh.replace(path)
                    until(window, lambda state: state["working"])
                    end = until(window, lambda state: not state["working"])
                    seconds.append(end - begin)
                    spare.append((idle() - before) / (end - begin))
                window.close()
            print(f"{start:16} median {statistics.median(seconds):.2f} s, {min(seconds):.2f} to {max(seconds):.2f}; "
                  f"processors idle meanwhile: {statistics.median(spare):.1f}", flush=True)
    finally:
        display.close()


if __name__ == "__main__":
    main()
