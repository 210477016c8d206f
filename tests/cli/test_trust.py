#!/usr/bin/env python3
# test_trust.py: lessons and sessions from elsewhere, opened and checked by the real binary: no file changes, no program
# starts, and the exit code says that something was refused.
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from driver import PATIENCE_S, PROGRAM, SANITIZED, Driver  # noqa: E402

LESSON = "# Evil\n\n## Stop\n```sortscope\n{}\n```\nWords.\n"
SESSION = "# Sortscope session 1\nkeys 3 1 2\nrecord\n{}\n"
PROGRAMS = ("ffmpeg", "xdg-open", "gsettings", "sh", "bash", "perl", "python3")


class Trust(Driver):
    def setUp(self):
        super().setUp()
        self.bin = self.home / "bin"
        self.bin.mkdir()
        for name in PROGRAMS:
            path = self.bin / name
            path.write_text(f"#!/bin/sh\necho {name} >> '{self.home}/started'\n")
            path.chmod(0o755)
        self.environment["PATH"] = str(self.bin)
        self.file(".bashrc", "alias ls='ls --color'\n")
        self.file("canary.txt", "5 3 4 1\n")

    def tearDown(self):
        self.assertFalse((self.home / "started").exists())
        for name in PROGRAMS:
            (self.bin / name).unlink()
        super().tearDown()

    def everything(self):
        return {str(p): (p.lstat().st_mode, p.lstat().st_mtime_ns, p.read_bytes() if p.is_file() else b"")
                for p in self.folder.rglob("*")}

    def harmless(self, *arguments, code, says, stdin="", timeout=120):
        """It ends with `code`, says all of `says`, and all files are what they were."""
        before = self.everything()
        done = subprocess.run([os.environ.get("SORTSCOPE", "sortscope"), *map(str, arguments)], cwd=self.folder,
                              env=self.environment, input=stdin, text=True, capture_output=True, timeout=timeout)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout[-300:]}\n{done.stderr}")
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, done.stderr)
        self.assertEqual(self.everything(), before, arguments)

    def commands(self):
        stdout, _ = self.run_program("list", "commands", "--json")
        return json.loads(stdout)

    def refused_lines(self):
        """A line of every command that a lesson may not run, with a path to a file that is there."""
        may = {"show", "change-run", "read-data"}
        rows = [row for row in self.commands() if row["effect"] not in may]
        self.assertGreater(len(rows), 40)
        self.assertNotIn("unsaid", {row["effect"] for row in rows})
        lines = []
        for row in rows:
            least = len([word for word in row["arguments"].split() if not word.startswith("[")])
            given = max(least, 1 if row["arguments"] else 0)
            lines.append((row["id"], " ".join([row["id"], *["canary.txt"] * given])))
        return lines

    def test_checking_a_lesson_names_every_line_that_it_may_not_run(self):
        lines = self.refused_lines()
        self.file("evil.md", LESSON.format("\n".join(line for _, line in lines)))
        says = [f"evil.md:{5 + i}: a lesson may not run '{name}'." for i, (name, _) in enumerate(lines)]
        self.harmless("lesson", "evil.md", code=2, says=says)

    def test_every_way_to_a_lesson(self):
        for line in ("log-save .bashrc", "export network film.mp4", "save-session canary.txt", "screenshot canary.txt",
                     "score canary.txt"):
            self.file("evil.md", LESSON.format(line))
            says = ["evil.md:5: a lesson may not run", "Take the line out"]
            self.harmless("lesson", "evil.md", code=2, says=says)
            self.harmless("lesson", "evil.md", "-o", "evil.pdf", code=2, says=says)
            self.harmless("--headless", "--lesson", "evil.md", code=2, says=says)
            self.harmless("--headless", "evil.md", code=2, says=says)
            self.harmless("--headless", "--do", "lesson evil.md", code=2, says=says)
            self.harmless("--headless", "--do", "open evil.md", code=2, says=says)
            self.file("evil.sscope", SESSION.format("lesson evil.md"))
            self.harmless("--headless", "evil.sscope", code=2, says=["evil.sscope:4:", *says])
            self.harmless("--headless", "--session", "evil.sscope", code=2, says=["evil.sscope:4:", *says])
            self.harmless("--headless", "--session", "-", code=2, says=says, stdin=SESSION.format("lesson evil.md"))
            self.file("evil.sscope", SESSION.format(line))
            self.harmless("--headless", "evil.sscope", code=2, says="evil.sscope:4:1: a session may not run")

    def test_rings_and_files_from_elsewhere_end(self):
        self.file("ring.md", LESSON.format("open ring.sscope"))
        self.file("ring.sscope", SESSION.format("lesson ring.md"))
        says = "opens no session and no other lesson"
        self.harmless("lesson", "ring.md", code=2, says=says)
        self.harmless("--headless", "ring.sscope", code=2, says=says)
        os.mkfifo(self.folder / "pipe.txt")
        for path in ("pipe.txt", "/dev/zero", "/etc/hostname", "../x", "-", "/dev/stdin"):
            self.file("evil.md", LESSON.format(f"open {path}"))
            before = [p for p in self.folder.iterdir() if p.name != "pipe.txt"]
            done = subprocess.run([os.environ.get("SORTSCOPE", "sortscope"), "lesson", "evil.md"], cwd=self.folder,
                                  env=self.environment, text=True, capture_output=True, timeout=60, input="")
            self.assertEqual(done.returncode, 2, path + done.stderr)
            self.assertIn("evil.md:5: ", done.stderr)
            self.assertEqual([p for p in self.folder.iterdir() if p.name != "pipe.txt"], before)

    def test_what_a_person_names_may_do_all(self):
        self.file("script.txt", "log-save words.txt\n")
        self.run_program("--headless", "--script", "script.txt")
        self.run_program("--headless", "--do", "log-save more.txt")
        self.assertTrue((self.folder / "words.txt").exists())
        self.assertTrue((self.folder / "more.txt").exists())


class EndlessFiles(Driver):
    """What never ends, wherever a file is read: it is refused with a sentence, before memory is gone."""

    # What a subcommand needs beside the file.
    BESIDE = {"export": ["-o", "a.svg"], "sheet": ["-o", "a.svg"], "": ["--headless"],
              "record": ["-o", "a.h5"], "bench": ["--no-keep", "--sizes", "256", "--reps", "1"]}
    BESIDE_OPTION = {"--trace": ["--view", "passes"], "--results": ["--view", "plots"],
                     ("export", "--compare"): ["--view", "plots", "--results", "/dev/null"],
                     ("bench", "--compare"): ["--algorithms", "std-sort"]}
    WRITTEN = {"--output", "--json", "--csv", "--gbench", "--log", "--screenshot", "--state-file"}
    # Of what is named, and of standard input.
    STREAMS = [("/dev/zero", "true"), ("/dev/urandom", "true"), ("-", r"exec tr '\0' a </dev/zero"),
               ("/dev/stdin", "exec yes '# nothing'")]

    def places(self):
        """Every option and every word of the command line that names a file to be read."""
        root = self.run_program("--help")[0]
        commands = re.findall(r"^  ([a-z]+) {2,}", root.split("Subcommands:")[1].split("Examples:")[0], re.M)
        self.assertGreater(len(commands), 10)
        for command in ["", *commands]:
            text = self.run_program(*command.split(), "--help")[0]
            for line in text.split("Examples:")[0].splitlines():
                match = re.match(r"^  (?:-\w,)?(--[a-z-]+|[a-z]+) \S*(?:FILE|RUN\.h5)", line)
                if not match or match[1] in self.WRITTEN:
                    continue
                yield command, match[1]

    def test_are_refused_wherever_a_file_is_read(self):
        places = list(self.places())
        self.assertGreater(len(places), 20)
        for option in ("--script", "--session", "--network", "--lesson", "--trace", "--results", "--compare", "file"):
            self.assertIn(option, {name for _, name in places})
        for command, option in places:
            beside = [*self.BESIDE.get(command, []),
                      *self.BESIDE_OPTION.get(option, self.BESIDE_OPTION.get((command, option), []))]
            named = [] if not option.startswith("-") else [option]
            for path, stream in self.STREAMS:
                with self.subTest(command=command, option=option, path=path):
                    self.ends([*command.split(), *beside, *named, path], stream)
        self.ends(["--headless", "--session", "-"], "echo '# Sortscope session 1'; exec yes keys")
        # So many that memory does not suffice.
        if not SANITIZED:
            self.ends(["steps", "/dev/stdin"], "exec yes 1", gigabytes=1)
        with open(self.folder / "many.txt", "wb") as file:
            file.write(b"1\n" * 100)
            file.truncate(1 << 40)
        self.ends(["steps", "many.txt"], "true")

    def ends(self, arguments, stream, gigabytes=6):
        with subprocess.Popen(["bash", "-c", stream], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=self.environment) as source:
            limits = "" if SANITIZED else f"ulimit -v {gigabytes}000000; "
            done = subprocess.run(["bash", "-c", limits + 'ulimit -t 120; exec "$@"', "bash", PROGRAM, *arguments],
                                  cwd=self.folder, env=self.environment, stdin=source.stdout, text=True,
                                  capture_output=True, timeout=PATIENCE_S)
            source.stdout.close()
            source.kill()
        self.assertIn(done.returncode, (1, 2), f"{arguments} {stream}: {done.stderr[-300:]}")
        self.assertRegex(done.stderr, r"sortscope: .*\.", f"{arguments} {stream}")


class Fonts(Driver):
    """What fontconfig would wait for, or read without end, at every place where it reads something of a person's own."""

    def setUp(self):
        super().setUp()
        self.environment.pop("FONTCONFIG_FILE")
        self.pipe = self.folder / "pipe"
        os.mkfifo(self.pipe)

    def exported(self):
        # By the clock of the tests only against what waits for ever: no pipe here is ever written to.
        _, stderr = self.run_program("export", "--n", 8, "-o", "a.pdf")
        (self.folder / "a.pdf").unlink()
        return stderr

    def is_left_out(self, about):
        self.assertRegex(self.exported(), "sortscope: '.*' is .*: your own fonts and their configuration are left out.", about)

    def home_with(self, path, make):
        """A home with one file, made by `make`."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        make(file)
        return file

    def forget(self):
        shutil.rmtree(self.home)
        self.home.mkdir()

    def tearDown(self):
        self.forget()
        super().tearDown()

    def test_a_device_is_not_read_as_fonts(self):
        endless = self.folder / "endless"
        endless.mkdir()
        (endless / "fonts.conf").symlink_to("/dev/zero")
        large = self.folder / "large"
        with large.open("w") as file:
            file.truncate(1 << 40)
        for name, value in (("FONTCONFIG_FILE", "/dev/zero"), ("FONTCONFIG_FILE", self.pipe), ("FONTCONFIG_FILE", large),
                            ("FONTCONFIG_PATH", endless), ("FONTCONFIG_PATH", f"/etc/fonts:{endless}"),
                            ("FONTCONFIG_PATH", "/dev/zero")):
            self.environment[name] = str(value)
            self.is_left_out(f"{name} {value}")
            self.environment.pop(name)
        self.environment["FONTCONFIG_SYSROOT"] = str(self.folder)
        self.assertIn("FONTCONFIG_SYSROOT is left out", self.exported())

    def test_nor_what_lies_where_fontconfig_looks(self):
        places = (".config/fontconfig/fonts.conf", ".config/fontconfig/conf.d/10-a.conf", ".fonts.conf", ".fonts.conf.d/10-a.conf",
                  ".fonts/a.ttf", ".fonts/deep/below/a", ".fonts/.uuid", ".local/share/fonts/a.ttf",
                  ".cache/fontconfig/0-le64.cache-8")
        for place in places:
            for make in (os.mkfifo, lambda file: file.symlink_to(self.pipe), lambda file: file.symlink_to("/dev/zero")):
                self.home_with(place, make)
                self.is_left_out(place)
                self.forget()
        for name, place in (("XDG_CONFIG_HOME", "fontconfig/fonts.conf"), ("XDG_DATA_HOME", "fonts/a.ttf"),
                            ("XDG_CACHE_HOME", "fontconfig/0"), ("XDG_DATA_DIRS", "fonts/a.ttf")):
            self.home_with(f"elsewhere/{place}", os.mkfifo)
            self.environment[name] = str(self.home / "elsewhere")
            self.is_left_out(name)
            self.environment.pop(name)
            self.forget()

    def test_nor_what_a_configuration_names(self):
        pipe = str(self.pipe)
        folder = self.folder / "fonts"
        folder.mkdir()
        os.mkfifo(folder / "a.ttf")
        for text in (f"<include>{pipe}</include>", f"<include ignore_missing='yes'>\n {pipe}\n</include >",
                     f"<include salt='>'>{pipe}</include>", f"<include><!-- <include> -->{pipe}</include>",
                     f"<include><![CDATA[{pipe}]]></include>", f"<include>{pipe.replace('/', '&#47;')}</include>",
                     f"<dir>{folder}</dir>", "<dir>~/deep</dir>", "<dir prefix='cwd'>fonts</dir>", "<dir prefix='xdg'>deep</dir>",
                     "<dir prefix='relative'>deep</dir>", f"<remap-dir as-path='/a'>{folder}</remap-dir>", "<dir>/proc</dir>",
                     f"<cachedir>{folder}</cachedir>", "<include prefix='xdg'>deep/a.ttf</include>"):
            for deep in ("deep", ".config/deep", ".config/fontconfig/deep", ".local/share/deep"):
                self.home_with(f"{deep}/a.ttf", os.mkfifo)
            self.home_with(".config/fontconfig/fonts.conf", lambda file, text=text: file.write_text(f"<fontconfig>{text}</fontconfig>"))
            self.is_left_out(text)
            self.forget()
        for head in (f'<!DOCTYPE fontconfig [<!ENTITY q "<include>{pipe}</include>">]>',
                     f'<!DOCTYPE fontconfig SYSTEM "a>" [<!ENTITY q "<include>{pipe}</include>">]>'):
            self.home_with(".config/fontconfig/fonts.conf",
                           lambda file, head=head: file.write_text(f"{head}<fontconfig>&q;</fontconfig>"))
            self.is_left_out(head)
            self.forget()

    def test_nor_folders_without_end(self):
        for names in (("a", "b"), ("a", "b", "c")):
            for name in names:
                self.home_with(f".fonts/{name}", lambda link: link.symlink_to("."))
            self.is_left_out(names)
            self.forget()
        # In a ring, and a file that includes its own folder: read once each.
        self.home_with(".fonts/a", lambda link: link.symlink_to("."))
        self.home_with(".config/fontconfig/conf.d/10-a.conf",
                       lambda file: file.write_text(f"<fontconfig><include>{file.parent}</include></fontconfig>"))
        self.assertNotIn("left out", self.exported())

    def test_what_ends_stays(self):
        self.environment["FONTCONFIG_FILE"] = "/etc/fonts/fonts.conf"
        self.environment["FONTCONFIG_PATH"] = "/etc/fonts"
        self.home_with(".config/fontconfig/fonts.conf", lambda file: file.write_text(
            '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><!-- <dir>/dev</dir> -->'
            "<dir>~/a &amp; b</dir><include ignore_missing='yes'>no-such-file</include></fontconfig>"))
        self.home_with("a & b/a.txt", lambda file: file.write_text("no font"))
        self.home_with(".fonts/gone.ttf", lambda file: file.symlink_to("gone"))
        self.assertNotIn("left out", self.exported())


class Drivers(Driver):
    def test_a_pipe_is_not_waited_for_by_opengl(self):
        for make in (os.mkfifo, lambda file: file.symlink_to("/dev/zero")):
            make(self.home / ".drirc")
            self.refused("--headless", "--n", 8, "--screenshot", "a.png", code=1, says=".drirc")
            # What cairo draws is drawn.
            self.run_program("export", "--n", 8, "-o", "a.png")
            (self.home / ".drirc").unlink()


class Places(Driver):
    """Where no file can be is told before any work, and alike whatever writes."""

    def test_what_can_hold_no_file(self):
        self.run_program("record", "--n", 8, "-o", "in.h5")
        self.file("network.txt", "0:1\n")
        lab = ["bench", "--no-keep", "--algorithms", "std-sort", "--sizes", 16, "--reps", 1]
        for words, ending in [(["record", "-o"], "h5"), (["export", "--n", 8, "-o"], "svg"), (["export", "--n", 8, "-o"], "mp4"),
                              (["sheet", "in.h5", "-o"], "pdf"), (["trace", "--n", 8, "--engine", "cpu", "-o"], "json"),
                              ([*lab, "--json"], "json"), ([*lab, "--csv"], "csv"), ([*lab, "--gbench"], "json"),
                              (["network", "network.txt", "-o"], "json"), (["experiment", "generators", "--quick", "--csv"], "csv"),
                              (["lesson", "1", "-o"], "pdf"), (["kernel", "a.cu", "-o"], "json"), (["--headless", "--screenshot"], "png"),
                              (["--headless", "--log"], "txt"), (["--headless", "--state-file"], "json")]:
            (self.folder / f"folder.{ending}").mkdir(exist_ok=True)
            self.refused(*words, f"folder.{ending}", code=2, says=["cannot write", "a folder"])
            self.refused(*words, f"none/run.{ending}", code=2, says=["cannot write", "no folder"])
        (self.folder / "device.h5").symlink_to("/dev/null")
        os.mkfifo(self.folder / "pipe.h5")
        for place in ("device.h5", "pipe.h5", "/dev/null"):
            self.refused("record", "-o", place, code=2, says=["cannot write", "a recording goes to a file"])

    def test_pictures_of_a_lesson_look_at_all_their_names_first(self):
        for words, name in [([], "l-02.png"), (["--every-step"], "l-01-2.png")]:
            (self.folder / name).mkdir()
            self.refused("lesson", "1", "-o", "l.png", *words, code=2, says=["cannot write", name, "a folder"])
            self.assertEqual([p.name for p in self.folder.glob("l-*")], [name])
            (self.folder / name).rmdir()
        for words, says in [(["-o", "l.docx"], ".png"), (["-o", "l.png", "--notes"], "--notes"),
                            (["-o", "l.png", "--size", "1x1x1"], "1x1x1")]:
            # Told though the lesson, too, is wrong: it is not gone through first.
            self.file("wrong.md", "# T\n\n## S\n```sortscope\nn 8\nrecord\nnothing\n```\nx\n")
            self.refused("lesson", "wrong.md", *words, code=2, says=says)

    def test_what_is_made_while_the_work_begins_is_kept(self):
        """Every command that reads a file and writes one waits here for its input, from a pipe, when its name is taken."""
        numbers, wires = "4 2 9 1 7 3 8 5\n", "[(0,1),(2,3)]\n"
        kernel, _ = self.run_program("kernel", "--new", "v0")
        for words, text, ending in [(["record", "PIPE", "-o"], numbers, "h5"), (["export", "PIPE", "-o"], numbers, "svg"),
                                    (["export", "PIPE", "-o"], numbers, "png"), (["export", "PIPE", "-o"], numbers, "mp4"),
                                    (["sheet", "PIPE", "-o"], numbers, "pdf"), (["network", "PIPE", "-o"], wires, "json"),
                                    (["trace", "PIPE", "--engine", "cpu", "-o"], numbers, "json"),
                                    (["kernel", "PIPE", "--way", "cpu", "-o"], kernel, "json"),
                                    (["--headless", "PIPE", "--screenshot"], numbers, "png")]:
            pipe = self.folder / ("in.cu" if words[0] == "kernel" else "in.txt")
            os.mkfifo(pipe)
            process = self.start(*[pipe.name if w == "PIPE" else w for w in words], f"out.{ending}")
            feed = None
            while feed is None and process.poll() is None:  # until it is opened to be read
                with contextlib.suppress(OSError):
                    feed = os.fdopen(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK), "w")
                time.sleep(0.01)
            self.assertIsNotNone(feed, f"{words} did not read")
            with feed:
                self.file(f"out.{ending}", "another's")
                feed.write(text)
            _, stderr = process.communicate(timeout=PATIENCE_S)
            self.assertEqual((self.folder / f"out.{ending}").read_text(encoding="utf-8"), "another's", words)
            self.assertEqual(process.returncode, 0, stderr)
            self.assertIn("Another program has made", stderr)
            self.assertTrue((self.folder / f"out-2.{ending}").exists(), words)
            for path in [pipe, *self.folder.glob("out*")]:
                path.unlink()


class Scripts(Driver):
    def test_a_pipe_is_run_line_by_line(self):
        os.mkfifo(self.folder / "pipe")
        process = self.start("--headless", "--n", 8, "--script", "pipe")
        with open(self.folder / "pipe", "w", encoding="utf-8") as lines:
            lines.write("log-save first.txt\n")
            lines.flush()
            # The second line is written only once the first one has run.
            while process.poll() is None and not (self.folder / "first.txt").exists():
                time.sleep(0.01)
            lines.write("# a remark\n\nlog-save second.txt")
        _, stderr = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 0, stderr)
        self.assertTrue((self.folder / "second.txt").exists())

    def test_lines_begin_when_what_the_command_line_opens_is_open(self):
        self.run_program("record", "--keys", "4,2,9,1,7", "-o", "run.h5")
        self.file("numbers.txt", "8 6 7\n")
        self.file("net.cn", "0:1,1:2\n")
        self.file("own.sscope", "# Sortscope session 1\nkeys 3 1 2\nrecord\nseek 1\n")
        self.file("own.md", "# T\n\n## S\n```sortscope\nkeys 5 9 1\nrecord\n```\nx\n\n## U\n```sortscope\nkeys 6 4\n"
                            "record\n```\ny\n")
        lines = ["save-session saved.sscope"]
        ways = [(["run.h5"], lines, "keys-as int32 4,2,9,1,7"), (["numbers.txt"], lines, "keys-as int32 8,6,7"),
                (["net.cn"], lines, "listed-network 3 "), (["own.sscope"], lines, "seek 1"),
                (["--session", "own.sscope"], lines, "keys-as int32 3,1,2"),
                (["--keys", "9,8"], lines, "keys-as int32 9,8"), (["--preset", "figure-10"], lines, "view 1 cylinder"),
                (["own.md"], lines, "keys-as int32 5,9,1"), (["--lesson", "own.md"], lines, "keys-as int32 5,9,1"),
                (["--lesson", "own.md", "--stop", "2"], lines, "keys-as int32 6,4"),
                (["--lesson", "own.md"], ["lesson-next", *lines], "keys-as int32 6,4"),
                (["run.h5", "--lesson", "own.md"], ["lesson-next", *lines], "keys-as int32 6,4"),
                (["--lesson", "1"], ["lesson-next", *lines], "lesson 1-comparators"),
                # Opened by a line, it is open for the next one.
                (["--n", "8"], ["lesson own.md", "lesson-next", *lines], "keys-as int32 6,4"),
                (["--n", "8"], ["open numbers.txt", *lines], "keys-as int32 8,6,7")]
        for way, lines, words in ways:
            self.file("script.txt", "\n".join(lines) + "\n")
            saved = []
            for said in (["--script", "script.txt"], [word for line in lines for word in ("--do", line)]):
                with self.subTest(way=way, said=said):
                    # A script waits for motion, lines of the command line do not.
                    self.run_program("--headless", "--reduced-motion", *way, *said)
                    saved.append((self.folder / "saved.sscope").read_text())
                    (self.folder / "saved.sscope").unlink()
                    self.assertIn(words, saved[-1])
            self.assertEqual(saved[0], saved[-1], way)

    def test_views_and_steps_are_of_what_is_open(self):
        self.run_program("--headless", "--lesson", "1", "--stop", "2", "--view", "bars", "--step", "1", "--do",
                         "save-session saved.sscope")
        saved = (self.folder / "saved.sscope").read_text()
        self.assertIn("view 1 bars\n", saved)
        self.assertRegex(saved, r"(?m)^seek 1$")

    def test_a_question_is_answered_from_a_script(self):
        self.file("script.txt", "ask choice 'Which?' 'this' '*that'\nanswer 2\nanswer-check\nscore right.csv\n")
        self.run_program("--headless", "--n", 8, "--script", "script.txt")
        self.assertIn('"Which?",right,1.000', (self.folder / "right.csv").read_text())
        self.file("script.txt", "quiz on\nanswer 0\nanswer-check\nstep-forward\nscore wire.csv\n")
        self.run_program("--headless", "--keys", "2,1", "--script", "script.txt")
        self.assertIn(",right,1.000", (self.folder / "wire.csv").read_text())

    def test_cells_of_a_score_are_no_formulas(self):
        self.file("script.txt", "ask choice '=1+1?' 'no' '*yes'\nanswer 2\nanswer-check\nscore a.csv\n")
        self.run_program("--headless", "--n", 8, "--script", "script.txt")
        self.assertIn("\"'=1+1?\"", (self.folder / "a.csv").read_text())

    def test_what_fails_is_told_by_the_exit_code(self):
        self.file("bad.txt", "1 2 x\n")
        self.refused("--headless", "bad.txt", code=2, says="bad.txt")
        for line, code in (("open bad.txt", 2), ("open none.txt", 2), ("save /nowhere/a.h5", 1),
                           ("export network /nowhere/a.png", 1)):
            self.file("script.txt", line + "\nlog-save after.txt\n")
            self.refused("--headless", "--script", "script.txt", code=code, says="script.txt:1: ")


if __name__ == "__main__":
    unittest.main()
