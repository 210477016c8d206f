#!/usr/bin/env python3
# test_cancel.py: long work of every kind: signals at some of its moments, its progress; and files that are not there.
import os
import pty
import random
import re
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import cancelled_work as work  # noqa: E402
from driver import PATIENCE_S, PROGRAM, SANITIZED, Driver  # noqa: E402

KEYS = "2^18"
# Processor seconds of work in which moments are.
MOST_S = 1
# Work of which this much was done has begun to count, on whatever machine.
LONG_S = 3 if not SANITIZED else 30
# Phases inside of what nobody can count: the layout of a view, and a library that sets a page.
UNCOUNTED = ("laying it out", "setting the page")


class EveryKind(Driver):
    def setUp(self):
        super().setUp()
        self.inputs_folder = self.home_of_tools / "in"
        self.inputs_folder.mkdir()
        self.inputs = work.prepare(PROGRAM, self.inputs_folder, self.environment, KEYS)


class Cancel(EveryKind):
    def test_every_kind_ends_soon_and_leaves_nothing(self):
        """INT and TERM, at moments of all of it. Of processors: a busy machine takes its time."""
        work.adopt_orphans()
        draw = random.Random(11)
        kinds, stopped = work.kinds(KEYS), 0
        for name, kind in kinds.items():
            with self.subTest(kind=name):
                first = work.run(PROGRAM, kind, self.folder, self.environment, work.SIGNALS[0], MOST_S, self.inputs)
                # One of the two as soon as it listens: however quick the machine is, that is not done.
                moments = [0, draw.uniform(0, first.at_s)]
                for sign, at_s in zip(work.SIGNALS, draw.sample(moments, 2)):
                    # Beside other work processors take longer for the same: what is late once is tried again.
                    for _ in range(3):
                        ended = work.run(PROGRAM, kind, self.folder, self.environment, sign, at_s, self.inputs)
                        wrong = [fault for fault in work.faults(kind, ended) if not SANITIZED or "processors" not in fault]
                        if not any("processors" in fault for fault in wrong):
                            break
                    self.assertEqual(wrong, [], f"{sign.name} at {at_s:.2f} s: {ended.stderr[-300:]}")
                    stopped += ended.signalled and ended.code not in (0, 3)
        self.assertGreater(stopped, len(kinds))


class Progress(EveryKind):
    def lines(self, kind):
        """What a terminal is shown, each line with the processor seconds that were used when it came."""
        terminal, other = pty.openpty()
        arguments = [str(self.inputs.get(word, word)) for word in kind.arguments]
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        os.set_blocking(terminal, False)
        text, seen, cancelled = "", [], False
        while True:
            try:
                text += os.read(terminal, 65536).decode(errors="replace")
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                break
            *whole, text = text.split("\r\033[K")
            used_s = work.used_s(process.pid)
            # Once it is told to stop, lines say so.
            seen += [(line, used_s) for line in whole if line and not cancelled]
            if not cancelled and used_s > 1.6 * LONG_S:
                process.terminate()
                cancelled = True
        process.wait(timeout=PATIENCE_S)
        os.close(terminal)
        for path in self.folder.iterdir():
            path.unlink()
        return seen

    def test_every_phase_has_a_name_and_an_estimate(self):
        for name, kind in work.kinds(KEYS).items():
            if kind.script:
                continue
            with self.subTest(kind=name):
                begun, estimated = {}, set()
                for line, used_s in self.lines(kind):
                    self.assertNotIn("100 %", line)
                    shown = re.fullmatch(r"([A-Z][^:]*?)(: \d\d? %, about (\d+ min )?\d+ s left|: nearly done|: stopping)?",
                                         line.split("\r\n")[0])
                    if shown is None:
                        continue  # a sentence of its own
                    phase = shown[1]
                    begun.setdefault(phase, used_s)
                    if shown[2]:
                        estimated.add(phase)
                    elif not phase.endswith(UNCOUNTED):
                        self.assertTrue(phase in estimated or used_s - begun[phase] < LONG_S,
                                        f"{phase}: no estimate after {used_s - begun[phase]:.1f} s of processors")


class MissingFiles(Driver):
    """Whatever takes a file: one that is not there, or is a folder, is bad input."""
    FILES = ("record FILE.txt -o out.h5", "record --network FILE.txt -o out.h5", "steps FILE.txt", "steps FILE.h5",
             "steps --network FILE.txt", "export FILE.txt -o out.svg", "export FILE.h5 -o out.svg",
             "export --n 4 --view passes --trace FILE.json -o out.svg", "export --view plots --results FILE.json -o out.svg",
             "sheet FILE.txt -o out.pdf", "sheet FILE.h5 -o out.pdf", "info FILE.h5",
             "bench --network FILE.txt --algorithms listed --no-keep", "bench --kernel FILE.cu --no-keep",
             "bench --compare FILE.json --no-keep --algorithms std-sort --sizes 16 --reps 1", "trace FILE.txt",
             "trace --network FILE.txt", "lesson FILE.md", "lesson FILE.md --export out.pdf", "verify FILE.txt",
             "verify FILE.h5", "network FILE.txt", "kernel FILE.cu", "--headless FILE.txt", "--headless FILE.h5",
             "--headless FILE.sscope", "--headless FILE.md", "--headless --session FILE.sscope",
             "--headless --lesson FILE.md", "--headless --script FILE.txt", "--headless --network FILE.txt")
    # They take no file.
    OTHERS = {"list", "experiment"}

    def test_every_subcommand_ends_with_2(self):
        for call in self.FILES:
            with self.subTest(call=call):
                arguments = call.replace("FILE", "none").split()
                file = next(word for word in arguments if word.startswith("none"))
                self.refused(*arguments, code=2, says=[file])
                (self.folder / file).mkdir()
                self.refused(*arguments, code=2, says=[file])
                (self.folder / file).rmdir()

    def test_no_subcommand_is_left_out(self):
        stdout, _ = self.run_program("--help")
        subcommands = re.findall(r"^  ([a-z]+) {2,}[A-Z]", stdout.split("Subcommands:")[1].split("Examples:")[0], re.M)
        self.assertGreater(len(subcommands), 10)
        tried = {call.split()[0] for call in self.FILES}
        self.assertEqual(set(subcommands) - tried, self.OTHERS)

    def test_help_names_every_exit_code(self):
        stdout, _ = self.run_program("--help")
        exits = stdout.split("Exit codes:")[1]
        for code in ("0 done", "1 the work failed", "2 bad usage or bad input", "3 a limit was reached"):
            self.assertIn(code, exits)


if __name__ == "__main__":
    unittest.main()
