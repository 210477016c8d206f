# driver.py: runs the real binary in an empty folder with an empty home, on the planted machine.
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

PROGRAM = os.environ.get("SORTSCOPE", "sortscope")
# Built with a sanitizer, which reserves addresses and gives out memory itself.
SANITIZED = os.environ.get("SORTSCOPE_SANITIZED", "OFF") != "OFF"
# Only against what hangs: a busy machine may take its time.
PATIENCE_S = 1800
# Root may read and write whatever the modes of files say, unless it gives that up.
BOUND_BY_MODES = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.getuid() == 0 else []


class Driver(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sortscope-cli-"))
        self.home = Path(tempfile.mkdtemp(prefix="sortscope-home-"))
        self.environment = planted(self.home)
        # TeX keeps fonts that it has drawn.
        self.home_of_tools = Path(tempfile.mkdtemp(prefix="sortscope-tools-"))

    def tearDown(self):
        # Subcommands leave nothing behind: no settings, no caches of the OpenGL driver.
        left = [str(p.relative_to(self.home)) for p in self.home.rglob("*") if p.is_file()]
        shutil.rmtree(self.folder)
        shutil.rmtree(self.home)
        shutil.rmtree(self.home_of_tools)
        self.assertEqual(left, [f for f in left if "fontconfig" in f])

    def start(self, *arguments, **options):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                **{"stdout": subprocess.PIPE, **options})

    def worked(self, process, seconds):
        """Waits until it has used so many seconds of processors, however busy the machine is, or has ended.

        What is to be interrupted must take twenty times as much: other machines are quicker."""
        while process.poll() is None:
            if self.used_s(process) >= seconds:
                return
            time.sleep(0.02)

    @staticmethod
    def used_s(process):
        """Seconds of processors that a process has used that has not been waited for."""
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def run_program(self, *arguments, code=0, stdin="", before=None, bound_by_modes=False):
        """Runs it; returns (stdout, stderr). `before` is shell text run first, such as a ulimit."""
        command = [*(BOUND_BY_MODES if bound_by_modes else []), PROGRAM, *map(str, arguments)]
        if before:
            command = ["bash", "-c", before + '; exec "$@"', "bash", *command]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, input=stdin, text=True,
                              capture_output=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, code,
                         f"{' '.join(map(str, arguments))}\nstdout: {done.stdout[-500:]}\nstderr: {done.stderr}")
        return done.stdout, done.stderr

    def refused(self, *arguments, code, says, stdin="", before=None, bound_by_modes=False):
        """It ends with `code`, nothing on stdout, and a message with all the words of `says`."""
        files = sorted(self.folder.iterdir())
        stdout, stderr = self.run_program(*arguments, code=code, stdin=stdin, before=before,
                                          bound_by_modes=bound_by_modes)
        self.assertEqual(stdout, "")
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, stderr)
        self.assertEqual(sorted(self.folder.iterdir()), files, "files appeared")

    def steps(self, *arguments, stdin=""):
        stdout, stderr = self.run_program("steps", *arguments, "--format", "json", stdin=stdin)
        self.assertEqual(stderr, "")
        return [json.loads(line) for line in stdout.splitlines()]

    def tool(self, *arguments):
        done = subprocess.run([str(a) for a in arguments], cwd=self.folder,
                              env=self.environment | {"HOME": str(self.home_of_tools)}, capture_output=True, text=True,
                              timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-2000:]} {done.stderr[-500:]}")
        return done.stdout

    def file(self, name, content=""):
        path = self.folder / name
        path.write_text(content)
        return path
