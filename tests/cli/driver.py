# driver.py: runs the real binary in an empty folder with an empty home.
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("SORTSCOPE", "sortscope")


class Driver(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sortscope-cli-"))
        self.home = Path(tempfile.mkdtemp(prefix="sortscope-home-"))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
            # A driver's library path and a sanitizer's options belong to the machine.
            **{k: v for k, v in os.environ.items() if k in ("LD_LIBRARY_PATH", "ASAN_OPTIONS")},
        }

    def tearDown(self):
        # Subcommands leave nothing behind: no settings, no caches of the OpenGL driver.
        left = [str(p.relative_to(self.home)) for p in self.home.rglob("*") if p.is_file()]
        shutil.rmtree(self.folder)
        shutil.rmtree(self.home)
        self.assertEqual(left, [f for f in left if "fontconfig" in f])

    def start(self, *arguments, **options):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, **options)

    def run_program(self, *arguments, code=0, stdin="", before=None):
        """Runs it; returns (stdout, stderr). `before` is shell text run first, such as a ulimit."""
        command = [PROGRAM, *map(str, arguments)]
        if before:
            command = ["bash", "-c", before + '; exec "$@"', "bash", *command]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, input=stdin, text=True,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, code,
                         f"{' '.join(map(str, arguments))}\nstdout: {done.stdout[-500:]}\nstderr: {done.stderr}")
        return done.stdout, done.stderr

    def refused(self, *arguments, code, says, stdin="", before=None):
        """It ends with `code`, nothing on stdout, and a message with all the words of `says`."""
        files = sorted(self.folder.iterdir())
        stdout, stderr = self.run_program(*arguments, code=code, stdin=stdin, before=before)
        self.assertEqual(stdout, "")
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, stderr)
        self.assertEqual(sorted(self.folder.iterdir()), files, "files appeared")

    def steps(self, *arguments, stdin=""):
        stdout, stderr = self.run_program("steps", *arguments, "--format", "json", stdin=stdin)
        self.assertEqual(stderr, "")
        return [json.loads(line) for line in stdout.splitlines()]

    def tool(self, *arguments):
        done = subprocess.run([str(a) for a in arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-2000:]} {done.stderr[-500:]}")
        return done.stdout

    def file(self, name, content=""):
        path = self.folder / name
        path.write_text(content)
        return path
