#!/usr/bin/env python3
# test_machine.py: what tests compare is the same on every machine; and it would not be without the planted one.
"""Usage: test_machine.py PROGRAM FOLDER. Pictures go into FOLDER."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "docs")]
import manual_pictures  # noqa: E402
from environment import planted  # noqa: E402

PROGRAM, FOLDER = "", Path()
MACHINES = sorted(file.stem for file in (HERE / "machines").glob("*.txt") if file.stem != "plain")
# They say what CUDA there is, or come before anything was chosen.
AT_RISK = ["new-run", "bench", "welcome"]
TEXTS = [["info"], ["list", "engines"], ["list", "kernels"], ["--help"], ["bench", "--list"],
         ["record", "--n", "16", "--engine", "cuda", "-o", "run.h5"],
         ["record", "--algorithm", "aks", "--n", "2^24", "--param", "depth=custom", "-o", "run.h5"]]


def odd_home(folder):
    """A person's home with settings that pictures must not show."""
    for name, content in {"kdeglobals": "[KDE]\nAnimationDurationFactor=0\n",
                          "gtk-3.0/settings.ini": "[Settings]\ngtk-enable-animations=false\n",
                          "sortscope/settings.json": '{"palette": "light", "scale": 2, "projector": true}\n',
                          "fontconfig/fonts.conf":
                          '<?xml version="1.0"?><fontconfig><dir>/usr/share/fonts</dir><match target="pattern">'
                          '<edit name="family" mode="assign" binding="strong"><string>DejaVu Serif</string></edit>'
                          "</match></fontconfig>\n"}.items():
        (folder / ".config" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / ".config" / name).write_text(content)
    return folder


def surroundings(machine, home):
    """What the shell of somebody with this machine could have set."""
    return {"PATH": os.environ["PATH"], "HOME": str(odd_home(home)), "XDG_CONFIG_HOME": str(home / ".config"),
            "SORTSCOPE_MACHINE": str(HERE / "machines" / f"{machine}.txt"), "TZ": "Asia/Kathmandu",
            "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "DISPLAY": ":1234", "WAYLAND_DISPLAY": "wayland-7",
            "XDG_CURRENT_DESKTOP": "KDE", "GDK_SCALE": "2", "USER": "somebody", "HOSTNAME": machine,
            "FONTCONFIG_FILE": str(home / ".config/fontconfig/fonts.conf"), "MESA_GL_VERSION_OVERRIDE": "3.0"}


def one_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def texts(environment):
    """What the program says to each of TEXTS."""
    said = []
    for words in TEXTS:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, *words], cwd=folder, env=environment, capture_output=True, text=True)
        said.append((done.returncode, done.stdout, done.stderr))
    return said


class Machines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)

    def pixels(self, picture):
        """Of a picture, below the bar that tells times."""
        return subprocess.run(["convert", picture, "-alpha", "off", "-crop", f"+0+{manual_pictures.TOP_BAR + 1}",
                               "+repage", "rgb:-"], check=True, capture_output=True).stdout

    def test_the_manuals_pictures_are_the_same_on_every_machine(self):
        seen = {}
        for machine in MACHINES:
            folder = FOLDER / machine
            done = subprocess.run([sys.executable, "-B", HERE.parent / "docs" / "manual_pictures.py", PROGRAM, folder,
                                   *AT_RISK], env=surroundings(machine, self.home), capture_output=True, text=True,
                                  preexec_fn=one_processor if machine == MACHINES[0] else None)
            self.assertEqual(done.returncode, 0, f"{machine}: {done.stdout}{done.stderr}")
            seen[machine] = [self.pixels(folder / f"{name}.png") for name in AT_RISK]
        for machine in MACHINES[1:]:
            for name, one, other in zip(AT_RISK, seen[MACHINES[0]], seen[machine]):
                self.assertTrue(one == other, f"{name} on {machine} is not as on {MACHINES[0]}")

    def test_without_the_planted_machine_they_would_differ(self):
        listed = manual_pictures.listed()
        for machine in ("laptop", "gpu"):
            folder = FOLDER / f"without-{machine}"
            folder.mkdir(parents=True, exist_ok=True)
            for name in ("new-run", "bench"):
                new = manual_pictures.render(PROGRAM, folder, name, listed[name],
                                             SORTSCOPE_MACHINE=HERE / "machines" / f"{machine}.txt")
                kept = manual_pictures.MANUAL / "pictures" / f"{name}.png"
                self.assertIn("differences", manual_pictures.compare(new, kept, listed[name][0]), f"{name}, {machine}")

    def test_texts_are_the_same_on_every_machine(self):
        # The environment of the tests, made by a process that has the surroundings.
        make = ("import json, sys; sys.path.insert(0, sys.argv[1]); from environment import planted; "
                "print(json.dumps(planted(sys.argv[2])))")
        expected = texts(planted(self.home / "test-home"))
        for machine in MACHINES:
            made = subprocess.run([sys.executable, "-B", "-c", make, HERE, self.home / "test-home"], check=True,
                                  env=surroundings(machine, self.home), capture_output=True, text=True).stdout
            self.assertEqual(texts(json.loads(made)), expected, machine)

    def test_without_the_planted_machine_texts_would_differ(self):
        said = {machine: texts(planted(self.home, SORTSCOPE_MACHINE=HERE / "machines" / f"{machine}.txt"))
                for machine in [*MACHINES, "plain"]}
        for words, *answers in zip(TEXTS, *said.values()):
            if words[0] == "info" or "cuda" in words:
                self.assertEqual(len(set(answers)), len(said), words)
        # No machine, planted or not, has a GPU that is not there.
        for code, _, stderr in (answers[5] for answers in said.values()):
            self.assertEqual(code, 1, stderr)

    def test_what_is_planted_is_shown(self):
        machine = HERE / "machines" / "gpu.txt"
        info = subprocess.run([PROGRAM, "info"], env=planted(self.home, SORTSCOPE_MACHINE=machine), check=True,
                              capture_output=True, text=True).stdout
        for words in ("32 threads, AVX2 yes", "NVIDIA GeForce RTX 4090", f"planted for a test: {machine}"):
            self.assertIn(words, info)
        info = subprocess.run([PROGRAM, "info"], env=planted(self.home, SORTSCOPE_MACHINE=""), check=True,
                              capture_output=True, text=True).stdout
        self.assertNotIn("planted", info)
        self.assertRegex(info, rf"CPU +{len(os.sched_getaffinity(0))} threads")

    def test_a_wrong_file_is_refused(self):
        wrong = self.home / "wrong.txt"
        for content, says in [("threads 4\nthreads many\n", "wrong.txt:2:"), ("memory 16\n", "wrong.txt:1:"),
                              ("colour red\n", "'colour red'"), (None, "cannot read")]:
            wrong.unlink(missing_ok=True)
            if content:
                wrong.write_text(content)
            done = subprocess.run([PROGRAM, "info"], env=planted(self.home, SORTSCOPE_MACHINE=wrong),
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), content)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    PROGRAM, FOLDER = str(Path(sys.argv.pop(1)).resolve()), Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
