#!/usr/bin/env python3
# test_faults.py: closed streams, full disks, other programs in the same folder: nothing is lost and nothing is harmed.
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from driver import PATIENCE_S, PROGRAM, SANITIZED, Driver  # noqa: E402

ESC = "\x1b]0;owned\x07\x1b[2J"


class Streams(Driver):
    """Standard streams that are closed, full, or read by nobody."""

    def through(self, redirection, *arguments):
        done = subprocess.run(["bash", "-c", f'"$@" {redirection}', "bash", PROGRAM, *map(str, arguments)],
                              cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=PATIENCE_S)
        return done

    def test_messages_that_nobody_reads_lose_no_results(self):
        gone = "2> >(exec 0<&-; sleep 0)"
        for redirection in ("2>&-", "2>/dev/full", gone):
            done = self.through(redirection, "record", "--n", 16, "-o", "run.h5")
            self.assertEqual(done.returncode, 0, redirection)
            self.assertIn("Sorted        yes", self.run_program("info", "run.h5")[0])
            (self.folder / "run.h5").unlink()
            done = self.through(redirection, "bench", "--algorithms", "std-sort", "--sizes", "256", "--reps", 1, "--json",
                                "b.json", "--results", "kept")
            self.assertEqual(done.returncode, 0, redirection)
            self.assertEqual(json.loads((self.folder / "b.json").read_text())["complete"], True)
            self.assertEqual(len(list((self.folder / "kept").iterdir())), 1)
            for path in [self.folder / "b.json", *(self.folder / "kept").iterdir()]:
                path.unlink()
            self.assertEqual(self.through(redirection, "steps", "none.txt").returncode, 2, redirection)

    def test_closed_streams_are_no_files(self):
        # What is opened first takes the lowest number that is free: a message must not land in it.
        self.assertEqual(self.through("<&- >&- 2>&-", "record", "--n", 16, "-o", "run.h5").returncode, 0)
        self.assertIn("Sorted        yes", self.run_program("info", "run.h5")[0])
        done = self.through(">&-", "steps", "--n", 4)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Bad file descriptor", done.stderr)
        self.assertEqual(self.through("<&-", "steps", "-").returncode, 2)

    def test_a_table_that_nobody_reads_loses_no_results(self):
        # More than a buffer holds, so that it is written before the end.
        sizes = "2^1..2^8"
        for arguments, names in (
                (["bench", "--algorithms", "std-sort", "--sizes", sizes, "--types", "all", "--inputs",
                  "uniform,sorted,reversed", "--reps", 1, "--results", "kept", "--json", "b.json", "--csv", "b.csv",
                  "--gbench", "g.json"], ["b.csv", "b.json", "g.json", "kept"]),
                (["experiment", "complexity", "--csv", "e.csv"], ["e.csv"])):
            read, write = os.pipe()
            os.close(read)
            process = self.start(*arguments, stdout=write)
            os.close(write)
            _, stderr = process.communicate(timeout=PATIENCE_S)
            self.assertEqual(process.returncode, -signal.SIGPIPE, stderr)
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), names)
            for name in names:
                path = self.folder / name
                for file in path.iterdir() if path.is_dir() else [path]:
                    text = file.read_text()
                    self.assertTrue(json.loads(text) if file.suffix == ".json" else text.endswith("\n"), file)
                    file.unlink()
                if path.is_dir():
                    path.rmdir()

    def test_one_result_that_cannot_be_written_loses_no_other(self):
        self.file("kept", "a file, no folder")
        _, stderr = self.run_program("bench", "--algorithms", "std-sort", "--sizes", "256", "--reps", 1, "--json",
                                     "b.json", "--results", "kept", code=1)
        self.assertIn("kept", stderr)
        self.assertEqual(json.loads((self.folder / "b.json").read_text())["complete"], True)


class Pipes(Driver):
    """A pipe in place of a file."""

    def test_a_pipe_is_read_whole(self):
        for text, keys in (("3 1 2\n", "3,1,2"), ("key\n" + "\n".join(map(str, range(4000, 0, -1))), None)):
            done = subprocess.run(["bash", "-c", '"$@" <(cat)', "bash", PROGRAM, "record", "-o", "run.h5"],
                                  cwd=self.folder, env=self.environment, input=text, text=True, capture_output=True,
                                  timeout=PATIENCE_S)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("3 keys" if keys else "4000 keys", done.stderr)
        done = subprocess.run(["bash", "-c", '"$@" <(echo "[(0,1)]")', "bash", PROGRAM, "verify"], cwd=self.folder,
                              env=self.environment, text=True, capture_output=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_first_signal_ends_the_wait(self):
        os.mkfifo(self.folder / "pipe")
        for arguments in (["steps", "pipe"], ["record", "pipe", "-o", "a.h5"], ["steps", "--network", "pipe"],
                          ["export", "pipe", "-o", "a.svg"]):
            for sign in (signal.SIGTERM, signal.SIGINT):
                process = self.start(*arguments)
                time.sleep(0.5)
                self.assertIsNone(process.poll(), arguments)
                process.send_signal(sign)
                process.communicate(timeout=30)
                self.assertNotEqual(process.returncode, 0)
        (self.folder / "pipe").unlink()
        self.assertEqual(list(self.folder.iterdir()), [])


class Stacks(Driver):
    def test_a_small_stack_is_enough(self):
        self.file("numbers.txt", "3 1 2\n")
        for kilobytes in (64, 128, 512):
            before = f"ulimit -s {kilobytes}"
            self.run_program("info", before=before)
            self.run_program("record", "--n", "2^17", "--engine", "cpu", "-o", "run.h5", before=before)
            self.run_program("info", "run.h5", before=before)
            self.run_program("steps", "numbers.txt", before=before)
            self.run_program("verify", "--algorithm", "odd-even-merge", "--n", 16, before=before)
            self.run_program("bench", "--no-keep", "--algorithms", "std-sort-par,merge-sort-par", "--sizes", "2^18",
                             "--reps", 1, before=before)
            self.run_program("export", "--n", 16, "--view", "bars", "-o", "a.png", before=before)
            self.run_program("--headless", "run.h5", "--screenshot", "b.png", before=before)
            self.refused("steps", "none.txt", code=2, says="none.txt", before=before)


class Files(Driver):
    """Files of others, of oneself an hour ago, and of programs that were killed."""

    def test_two_benchmarks_at_once_keep_two_results(self):
        for _ in range(5):
            pair = [self.start("bench", "--algorithms", "std-sort", "--sizes", "256", "--reps", 1, "--results", "kept")
                    for _ in range(4)]
            for process in pair:
                _, stderr = process.communicate(timeout=PATIENCE_S)
                self.assertEqual(process.returncode, 0, stderr)
        self.assertEqual(len(list((self.folder / "kept").iterdir())), 20)

    def named_like(self, out):
        """What is there: `out`, and fresh names of it (a-2.svg), which writers at once get; nothing else."""
        stem, _, ending = out.rpartition(".")
        names = sorted(path.name for path in self.folder.iterdir())
        for name in names:
            self.assertRegex(name, rf"^{re.escape(stem)}(-\d+)?\.{ending}$")
        self.assertIn(out, names)
        return names

    def test_programs_that_write_one_file_leave_whole_ones_of_theirs(self):
        """Of every kind of output: what each writes alone, and what is there after all wrote at once."""
        def dateless(name):
            return re.sub(rb"D:\d{14}Z", b"", (self.folder / name).read_bytes())  # a PDF's second

        session = ["--headless", "--engine", "cpu", "--do"]
        calls = {
            "a.svg": lambda seed, out: ["export", "--n", 64, "--seed", seed, "-o", out],
            "a.pdf": lambda seed, out: ["export", "--n", 64, "--seed", seed, "-o", out],
            "a.tex": lambda seed, out: ["export", "--n", 64, "--seed", seed, "-o", out],
            "n.json": lambda seed, out: ["network", self.home_of_tools / f"{seed}.txt", "-o", out],
            "s.sscope": lambda seed, out: ["--n", 512, "--seed", seed, *session, f"save-session {out}"],
        }
        for seed in (1, 2, 3):
            (self.home_of_tools / f"{seed}.txt").write_text("[(0,1)]\n[(1,2)]\n" * 500 * seed)
        for out, call in calls.items():
            alone = set()
            for seed in (1, 2, 3):
                self.run_program(*call(seed, f"{seed}-{out}"))
                alone.add(dateless(f"{seed}-{out}"))
                (self.folder / f"{seed}-{out}").unlink()
            self.assertEqual(len(alone), 3, out)
            for _ in range(2):
                for process in [self.start(*call(seed, out), stdout=subprocess.DEVNULL) for seed in (1, 2, 3, 3, 2, 1)]:
                    _, stderr = process.communicate(timeout=PATIENCE_S)
                    self.assertEqual(process.returncode, 0, stderr)
                for name in self.named_like(out):
                    self.assertTrue(dateless(name) in alone, f"{name} is that of none of them")
                    (self.folder / name).unlink()

    def test_recordings_written_at_once_are_each_readable(self):
        # Not the same bytes twice: they have times. Large enough to be written while the sort runs.
        for _ in range(2):
            calls = [["record", "--engine", "cpu", "--n", "2^17", "--seed", seed, "-o", "run.h5"] for seed in (1, 2, 1, 2)]
            for process in [self.start(*call, stdout=subprocess.DEVNULL) for call in calls]:
                _, stderr = process.communicate(timeout=PATIENCE_S)
                self.assertEqual(process.returncode, 0, stderr)
            for name in self.named_like("run.h5"):
                stdout, stderr = self.run_program("info", name)
                self.assertRegex(stdout, r"seed [12]\b")
                self.assertNotIn("not what", stdout + stderr)
                (self.folder / name).unlink()

    def test_what_a_killed_program_left_is_listed_and_removed(self):
        process = self.start("record", "--n", "2^22", "--engine", "cpu", "-o", "run.h5")
        while process.poll() is None and not list(self.folder.glob("run.h5.sortscope-part-*")):
            time.sleep(0.001)
        process.kill()
        process.communicate()
        if not list(self.folder.glob("run.h5.sortscope-part-*")):
            self.skipTest("it was done before it could be killed")
        stdout, _ = self.run_program("info")
        self.assertIn("Left behind", stdout)
        self.run_program("record", "--n", 16, "-o", "other.h5")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["other.h5"])
        self.assertNotIn("Left behind", self.run_program("info")[0])

    def test_without_a_home_nothing_is_kept_elsewhere(self):
        # Neither here nor where anybody may have put a link, as in /tmp.
        shared = Path("/tmp/.local/share/sortscope")
        before = sorted(shared.rglob("*"))
        for home in (None, "", ".", "relative"):
            self.environment.pop("HOME", None)
            if home is not None:
                self.environment["HOME"] = home
            _, stderr = self.run_program("bench", "--algorithms", "std-sort", "--sizes", 16, "--reps", 1)
            self.assertIn("not kept: HOME names no folder; --results DIR names one.", stderr)
            self.refused("bench", "--algorithms", "std-sort", "--sizes", 16, "--compare", "last", code=2,
                         says="there is no result: HOME names no folder.")
            self.assertIn("Settings      not kept: HOME names no folder", self.run_program("info")[0])
            self.run_program("bench", "--algorithms", "std-sort", "--sizes", 16, "--reps", 1, "--results", "kept")
            self.assertEqual([p.name for p in self.folder.iterdir()], ["kept"], home)
        self.assertEqual(sorted(shared.rglob("*")), before)

    def test_a_font_that_cannot_be_read_is_said(self):
        # fontconfig remembers what the file was; the library that draws would end the program.
        listed = subprocess.run(["fc-list", ":family=Inter", "file"], env=self.environment, capture_output=True,
                                text=True, check=True).stdout
        fonts = Path(tempfile.mkdtemp(prefix="sortscope-fonts-"))
        self.addCleanup(shutil.rmtree, fonts)
        for line in listed.splitlines():
            shutil.copy(line.split(":")[0], fonts)
        configuration = self.home / "fontconfig.conf"
        configuration.write_text(f"<fontconfig><dir>{fonts}</dir><cachedir>{self.home}/fontconfig</cachedir></fontconfig>")
        self.environment["FONTCONFIG_FILE"] = str(configuration)
        film = ["export", "--n", 8, "--fps", 1, "--size", "320x200", "-o", "a.gif"]
        self.run_program(*film)
        (self.folder / "a.gif").unlink()
        for font in fonts.glob("*.[ot]tf"):
            font.write_bytes(b"These are no glyphs.\n" * 1000)
        self.refused(*film, code=1, says=["the font ", "could not be read.", "Reinstall fonts-inter"])

    @unittest.skipIf(SANITIZED, "it reserves addresses")
    def test_without_threads_it_ends_with_a_sentence(self):
        self.file("lesson.md", "# A\n\n## S\n```sortscope\nkeys 3 1 2\nrecord\n```\nWords.\n")
        # Stacks of a gigabyte each: none, one, two ... threads have room. (Mesa's software OpenGL waits for its own.)
        sentences = 0
        for gigabytes in range(1, 8):
            few = f"ulimit -s 1000000; ulimit -v {gigabytes}400000"
            for arguments in (["lesson", "lesson.md"], ["record", "--n", "2^16", "-o", "a.h5"],
                              ["trace", "--n", "2^16", "-o", "t.json"], ["verify", "--algorithm", "bitonic"],
                              ["bench", "--no-keep", "--algorithms", "cpu-bitonic", "--sizes", "2^16", "--reps", 1]):
                done = subprocess.run(["bash", "-c", few + '; exec "$@"', "bash", PROGRAM, *map(str, arguments)],
                                      cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                      capture_output=True, text=True, timeout=PATIENCE_S)
                # 2: a lesson that cannot be run is said to be wrong.
                self.assertIn(done.returncode, (0, 1, 2), (gigabytes, arguments, done.stderr))
                if done.returncode > 0:
                    self.assertRegex(done.stderr, r"^(sortscope: |lesson\.md:\d+: ).*\.\n", (gigabytes, arguments))
                    sentences += 1
        self.assertGreater(sentences, 0)

    def test_what_never_ends_is_not_read_whole(self):
        self.refused("--headless", "--session", "-", code=2, says="standard input:1:1: this is no session file.",
                     before="exec < /dev/zero")
        self.environment["SORTSCOPE_MACHINE"] = "/dev/zero"
        self.refused("list", "views", code=2, says="SORTSCOPE_MACHINE: cannot read /dev/zero")

    def test_modes_are_kept(self):
        for name, arguments in (("run.h5", ["record", "--n", 16, "-o", "run.h5"]),
                                ("a.svg", ["export", "--n", 8, "-o", "a.svg"])):
            self.run_program(*arguments)
            (self.folder / name).chmod(0o600)
            self.run_program(*arguments)
            self.assertEqual((self.folder / name).stat().st_mode & 0o777, 0o600)

    def test_names_of_films_are_files(self):
        for name in ("file:q.mp4", "http:x.mp4", "-dash.mp4", "concat:a.gif", "%03d.gif"):
            self.run_program("export", "--n", 4, "--size", "320x200", "--fps", 2, "--seconds-per-step", 1,
                             f"--output={name}")
            self.assertEqual([p.name for p in self.folder.iterdir()], [name])
            (self.folder / name).unlink()


class Numbers(Driver):
    """Different keys never become equal without a sentence, and nothing is skipped."""

    def test_what_cannot_be_held_is_said(self):
        for keys in ("1,99999999999999999999999,3", "9007199254740993,9007199254740992,0.5", "0.5,9007199254740993,1"):
            _, stderr = self.run_program("steps", f"--keys={keys}")
            self.assertIn("--keys: Kept as float64, 1 of 3 numbers not exactly", stderr)
        self.file("keys.csv", "18446744073709551615\n-1\n")
        self.assertIn("keys.csv: Kept as float64, 1 of 2 numbers", self.run_program("steps", "keys.csv")[1])
        self.assertEqual(self.run_program("steps", "--keys=1,9007199254740993,0")[1], "")

    def test_a_missing_number_is_refused(self):
        self.refused("steps", "--keys=1,,2", code=2, says="--keys:1:3: there is no number before this ','.")
        self.file("keys.csv", "1,2,\n3,,4\n")
        self.refused("steps", "keys.csv", code=2, says="keys.csv:2:3: there is no number before this ','.")


class Terminals(Driver):
    """Names from elsewhere are text, whatever a terminal would take them for."""

    def clean(self, text):
        self.assertEqual([c for c in text if ord(c) < 0x20 and c not in "\n\t" or 0x7f <= ord(c) < 0xa0], [])
        self.assertIn("\\x1b", text)

    def test_names_are_printed_as_text(self):
        network = {"name": ESC + "\x9b2J", "N": 2, "nw": [[0, 1]]}
        self.file("evil.json", json.dumps(network))
        for arguments in (["network", "evil.json"], ["verify", "evil.json"], ["steps", "--network", "evil.json"]):
            stdout, stderr = self.run_program(*arguments)
            if "\\x1b" in stdout + stderr:
                self.clean(stdout + stderr)
            self.assertNotIn("\x1b", stdout + stderr)
            self.assertNotIn("\x9b", stdout + stderr)
        name = self.file("\x1b[2Jrun.txt", "3 1 2\n").name
        self.run_program("record", name, "-o", "run.h5")
        self.clean(self.run_program("info", "run.h5")[0])
        self.file("lesson.md", f"# {ESC}\n\n## Stop {ESC}\nWords.\n")
        # Such characters are no text of a lesson.
        self.assertNotIn("\x1b", "".join(self.run_program("lesson", "lesson.md", code=2)))
        self.file(ESC + ".txt", "1 x\n")
        self.clean(self.run_program("steps", ESC + ".txt", code=2)[1])


if __name__ == "__main__":
    unittest.main()
