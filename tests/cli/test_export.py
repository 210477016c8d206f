#!/usr/bin/env python3
# test_export.py: pictures, films and TikZ, read back by other programs.
import json
import re
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
from driver import PATIENCE_S, PROGRAM, Driver  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
KEYS = ["--keys", "3,7,4,8,6,2,1,5"]


def png_size(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


class Pictures(Driver):
    def export(self, out, *arguments):
        stdout, _ = self.run_program("export", *arguments, "-o", out)
        self.assertEqual(stdout, "")
        return self.folder / out

    def test_svg(self):
        path = self.export("a.svg", *KEYS)
        self.tool("xmllint", "--noout", path)
        root = ElementTree.parse(path).getroot()
        # 24 comparators: a line each, two dots each; exchanged ones are 13, counted by hand.
        dots = root.find(f"{SVG}g[@id='dots']")
        self.assertEqual(len(dots.findall(f".//{SVG}circle")), 48)
        filled = [g for g in dots if g.get("class") == "f-exchanged"]
        self.assertEqual(sum(len(g) for g in filled), 26)
        texts = [t.text for t in root.iter(f"{SVG}text")]
        for key in "37486215":
            self.assertIn(key, texts)
        self.tool("rsvg-convert", path, "-o", self.folder / "a.png")

    def test_a_large_network_is_a_map(self):
        for contrast, words in (("absolute", ["none", "all"]), ("layer", ["fewer", "more"]), ("surprise", ["4 σ more"])):
            path = self.export("map.svg", "--n", 16384, "--contrast", contrast)
            self.tool("xmllint", "--noout", path)
            self.assertLess(path.stat().st_size, 12_000_000)
            root = ElementTree.parse(path).getroot()
            fills = {p.get("fill-opacity") for p in root.find(f"{SVG}g[@id='shapes']").iter(f"{SVG}path")}
            self.assertGreater(len(fills), 8, contrast)
            texts = [t.text for t in root.iter(f"{SVG}text")]
            for word in words:
                self.assertIn(word, texts)

    def test_the_history_has_parts(self):
        run = ["--n", 4096, "--view", "history", "--size", "640x400"]
        for ending in ("svg", "png"):
            parts = [self.export(f"{i}.{ending}", *run, *part).read_bytes() for i, part in enumerate(
                [[], ["--camera", "1,0.5,0.5"], ["--camera", "9,0.25,0.5"], ["--camera", "9,0.75,0.5"]])]
            self.assertEqual(parts[0], parts[1])
            self.assertEqual(len(set(parts)), 3)
        texts = [t.text for t in ElementTree.parse(self.folder / "2.svg").getroot().iter(f"{SVG}text")]
        self.assertTrue(any(t and t.startswith("Wires 1,8") for t in texts), texts)

    def test_steps_differ_and_the_default_is_the_last(self):
        pictures = [self.export(f"{s}.svg", *KEYS, "--step", s).read_text() for s in range(7)]
        self.assertEqual(len(set(pictures)), 7)
        self.assertEqual(self.export("last.svg", *KEYS).read_text(), pictures[6])

    def test_pdf(self):
        path = self.export("a.pdf", *KEYS, "--size", "960x480")
        info = self.tool("pdfinfo", path)
        self.assertRegex(info, r"Pages: +1\n")
        self.assertRegex(info, r"Page size: +720 x 360 pts")
        self.assertIn("Bitonic, XOR form, 8 keys", info)
        self.assertRegex(self.tool("pdftotext", path, "-"), r"\bk ?= ?8\b")
        fonts = self.tool("pdffonts", path).splitlines()[2:]
        self.assertTrue(fonts)
        for font in fonts:
            self.assertRegex(font, r" yes yes yes ")  # embedded, as a subset, with its characters

    def test_png(self):
        self.assertEqual(png_size(self.export("a.png", *KEYS, "--size", "640x360")), (640, 360))
        natural = png_size(self.export("b.png", *KEYS))
        double = png_size(self.export("c.png", *KEYS, "--scale", 2))
        for one, two in zip(natural, double):
            self.assertAlmostEqual(2 * one, two, delta=1)
        colours = [self.tool("convert", self.export(f"{p}.png", *KEYS, "--palette", p, "--size", "200x100"),
                             "-format", "%[pixel:p{1,1}]", "info:") for p in ("light", "dark")]
        self.assertIn("255,255,255", colours[0].replace("white", "255,255,255"))
        self.assertIn("17,20,24", colours[1])  # the grounds of both pictures

    def run_for(self, view):
        """A run that the view shows, by its own word; None where runs are made in the window."""
        run = ["--n", 16]
        done = subprocess.run([PROGRAM, "export", *map(str, run), "--view", view, "-o", "first.png"], cwd=self.folder,
                              env=self.environment, text=True, capture_output=True, timeout=PATIENCE_S)
        if done.returncode == 0:
            return run
        algorithm = re.search(r"Record the keys with --algorithm (\S+)\.", done.stderr)
        if algorithm is None:
            self.assertIn("in the window", done.stderr, view)
            return None
        return ["--n", 64, "--algorithm", algorithm[1]]

    def test_every_view_in_every_format(self):
        views = [row["id"] for row in json.loads(self.run_program("list", "views", "--json")[0])]
        for view in views:
            run = self.run_for(view)
            if run is None:
                continue
            for ending in ["png", "svg", "pdf", "tex"]:
                path = self.export(f"{view}.{ending}", *run, "--view", view, "--step", 4)
                self.assertGreater(path.stat().st_size, 300)

    def test_greek_letters_are_known_to_tex(self):
        run = ["--algorithm", "aks", "--n", 64, "--param", "depth=3", "--step", 4]
        for view, letters in (("aks-formulas", ("alpha", "omega", "pi", "chi")), ("halver", ("varepsilon", "mu"))):
            text = self.export(f"{view}.tex", *run, "--view", view).read_text()
            for letter in letters:
                self.assertIn(f"$\\{letter}$", text, view)
            self.assertNotIn("?", text, view)

    def test_a_view_that_cannot_show_the_run_makes_no_file(self):
        for view, says in (("tree", "adaptive"), ("streams", "abisort"), ("aks-tree", "aks"), ("aks-formulas", "aks"),
                           ("separator", "aks"), ("halver", "aks"), ("race", "window")):
            for ending in ("png", "svg"):
                self.refused("export", "--n", 16, "--view", view, "-o", f"a.{ending}", code=2,
                             says=[f"the view '{view}' has nothing to show of a run of 'bitonic'", says])
            self.refused("sheet", "--n", 16, "--view", view, "-o", "a.pdf", code=2, says=view)
        self.refused("export", "--n", 16, "--algorithm", "pairwise", "--view", "compare", "-o", "a.svg", code=2,
                     says="compare")

    def test_a_large_network_is_no_strip(self):
        for run in (["--n", "2^14"], ["--n", "2^12", "--algorithm", "bitonic-merger"]):
            width, height = png_size(self.export("a.png", *run))
            self.assertLessEqual(max(width, height), 4 * min(width, height), run)
            self.assertGreater(width, 1000)

    def test_a_large_adaptive_run_is_a_picture_of_many_colours(self):
        path = self.export("a.png", "--algorithm", "adaptive", "--n", "2^14", "--view", "network", "--step", 105)
        self.assertEqual(png_size(path), (2560, 1440))
        self.assertGreater(int(self.tool("identify", "-format", "%k", path)), 500)

    def test_a_recording_is_drawn_like_the_run(self):
        self.run_program("record", *KEYS, "-o", "run.h5")
        self.assertEqual(self.export("a.svg", "run.h5").read_text(), self.export("b.svg", *KEYS).read_text())

    def test_a_large_network_as_pixels(self):
        self.assertLessEqual(max(png_size(self.export("a.png", "--n", 5000, "--size", "800x600"))), 800)

    def test_one_key_and_two(self):
        for n in (1, 2):
            for ending in ("svg", "pdf", "png", "tex"):
                self.export(f"{n}.{ending}", "--n", n)


class Films(Driver):
    def probe(self, path):
        fields = self.tool("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                           "stream=nb_read_frames,r_frame_rate,avg_frame_rate,width,height,pix_fmt,codec_name",
                           "-of", "json", path)
        return json.loads(fields)["streams"][0]

    def test_mp4_has_exactly_the_frames_promised(self):
        # (6 - 1 + 1) steps x ceil(24 x 0.4) frames.
        _, stderr = self.run_program("export", *KEYS, "--from", 1, "--to", 6, "--fps", 24, "--seconds-per-step", 0.4,
                                     "--size", "321x181", "-o", "a.mp4")
        self.assertIn("a.mp4: steps 1 to 6, 60 frames, 10 a step, 2.5 s", stderr)
        stream = self.probe(self.folder / "a.mp4")
        self.assertEqual(stream["nb_read_frames"], "60")
        self.assertEqual((stream["r_frame_rate"], stream["avg_frame_rate"]), ("24/1", "24/1"))
        self.assertEqual((stream["width"], stream["height"]), (322, 182))  # x264 wants even sizes
        self.assertEqual((stream["codec_name"], stream["pix_fmt"]), ("h264", "yuv420p"))
        self.assertEqual([p.name for p in self.folder.iterdir()], ["a.mp4"])

    def test_gif_takes_the_nearest_delay(self):
        _, stderr = self.run_program("export", *KEYS, "--from", 0, "--to", 3, "--fps", 30, "--seconds-per-step", 0.2,
                                     "--size", "320x180", "-o", "a.gif")
        self.assertIn("33.33", stderr)
        stream = self.probe(self.folder / "a.gif")
        self.assertEqual(stream["nb_read_frames"], "28")  # 4 x ceil(100 / 3 x 0.2)
        self.assertEqual(stream["r_frame_rate"], "100/3")
        delays = self.tool("identify", "-format", "%T ", self.folder / "a.gif").split()
        self.assertEqual(set(delays), {"3"})

    def test_the_film_moves_and_ends_sorted(self):
        self.run_program("export", *KEYS, "--view", "bars", "--fps", 2, "--size", "320x180", "-o", "a.mp4")
        self.run_program("export", *KEYS, "--view", "bars", "--size", "320x180", "-o", "last.png")
        self.tool("ffmpeg", "-v", "error", "-i", "a.mp4", "-vf", "select=eq(n\\,0)+eq(n\\,13)", "-vsync", "0", "f%d.png")
        def difference(a, b):
            out = self.tool("bash", "-c", f"compare -metric RMSE {a} {b} null: 2>&1 || true")
            return float(re.search(r"\(([\d.e-]+)\)", out)[1])
        self.assertLess(difference("f2.png", "last.png"), 0.03)
        self.assertGreater(difference("f1.png", "last.png"), 0.05)

    def test_ctrl_c_leaves_nothing(self):
        for ending in ("mp4", "gif"):
            process = self.start("export", "--n", 64, "--fps", 60, "--seconds-per-step", 60, "-o", f"a.{ending}")
            deadline = time.monotonic() + PATIENCE_S
            while not list(self.folder.iterdir()) and time.monotonic() < deadline:
                time.sleep(0.02)
            self.worked(process, 0.5)
            process.send_signal(signal.SIGINT)
            _, stderr = process.communicate(timeout=PATIENCE_S)
            self.assertEqual(process.returncode, 1, stderr)
            self.assertIn("stopped", stderr)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_without_ffmpeg(self):
        self.environment["PATH"] = str(self.folder)
        self.refused("export", *KEYS, "-o", "a.mp4", code=1, says=["ffmpeg", "apt-get install ffmpeg"])
        self.assertIn("apt-get install ffmpeg", self.run_program("info")[0])

    def test_a_full_disk(self):
        # Whatever of the film is lost: frames, or only its last bytes.
        for kilobytes in (1, 8):
            for ending in ("mp4", "gif"):
                self.refused("export", "--n", 32, "--to", 3, "--fps", 5, "--size", "640x360", "-o", f"a.{ending}",
                             code=1, says="File too large", before=f"ulimit -f {kilobytes}")
        self.refused("export", *KEYS, "--fps", 10, "--size", "320x180", "-o", "a.mp4", code=1, says="File too large",
                     before="ulimit -f 8")


class Tikz(Driver):
    def compiles(self, *arguments):
        self.run_program("export", *arguments, "-o", "a.tex")
        self.tool("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex")
        info = self.tool("pdfinfo", "a.pdf")
        self.assertRegex(info, r"Pages: +1\n")
        return info

    def test_page_is_the_picture(self):
        info = self.compiles(*KEYS, "--size", "960x480")
        width, height = map(float, re.search(r"Page size: +([\d.]+) x ([\d.]+) pts", info).groups())
        self.assertAlmostEqual(width, 720, delta=0.5)
        self.assertAlmostEqual(height, 360, delta=0.5)
        for key in "37486215":
            self.assertRegex(self.tool("pdftotext", "a.pdf", "-"), rf"(?m)^{key}$")

    def test_views_and_palettes(self):
        for view in ("bars", "hypercube", "code"):
            self.compiles("--n", 13, "--view", view, "--step", 5, "--palette", "dark")
        self.compiles("--keys=nan,-5,inf,0.25,-inf", "--algorithm", "bitonic-recursive")

    def test_64_wires(self):
        self.compiles("--n", 64)

    def test_256_wires(self):
        self.compiles("--n", 256)

    def test_1024_wires(self):
        self.compiles("--n", 1024)

    def test_a_map_of_more(self):
        self.compiles("--n", 16384, "--contrast", "surprise")

    def test_more_is_refused(self):
        self.refused("export", "--n", 1024, "--algorithm", "odd-even-transposition", "-o", "b.tex", code=2, says="TeX")


class BadExport(Driver):
    def test_usage(self):
        for arguments, says in [
                (["-o", "a.jpg"], ["a.jpg", ".svg"]), (["-o", "a"], ".png"), ([], "--output"),
                (["--view", "nope", "-o", "a.svg"], ["nope", "hypercube"]), (["--palette", "x", "-o", "a.svg"], "light"),
                (["--step", "99", "-o", "a.svg"], ["99", "10"]), (["--from", "2", "-o", "a.svg"], "--step"),
                (["--fps", "2", "-o", "a.png"], "--fps"), (["--step", "2", "-o", "a.mp4"], "--from"),
                (["--from", "5", "--to", "4", "-o", "a.mp4"], "5"), (["--fps", "0", "-o", "a.mp4"], "0.1"),
                (["--fps", "nan", "-o", "a.mp4"], "0.1"), (["--seconds-per-step", "-1", "-o", "a.gif"], "-1"),
                (["--size", "0x9", "-o", "a.png"], "1280x720"), (["--size", "big", "-o", "a.png"], "big"),
                (["--size", "99999x9", "-o", "a.png"], "16384"), (["--scale", "1000", "-o", "a.png"], "1000"),
                (["--n", "64", "--view", "hypercube", "-o", "a.pdf"], "32"),
                (["--n", "64", "--view", "hypercube", "-o", "a.png"], "32"),
                (["--camera", "2,0.5,0.5", "--view", "bars", "-o", "a.png"], ["bars", "history"]),
                (["--camera", "2,0.5,0.5", "-o", "a.svg"], [".png", "network"]),
                *[(["--camera", wrong, "--view", "history", "-o", "a.png"], [wrong, "ZOOM,X,Y"])
                  for wrong in ("2", "2,0.5", "0.5,0,0", "2,0,1.1", "nan,0,0", "2,0,0,", "1e9,0,0", "2,,0", "a,b,c")]]:
            with self.subTest(arguments):
                self.refused("export", *arguments, code=2, says=says)

    def test_places_that_cannot_be_written(self):
        for ending in ("png", "svg", "pdf", "tex", "mp4", "gif"):
            self.refused("export", "--n", 8, "--fps" if ending in ("mp4", "gif") else "--scale", 1, "-o",
                         f"none/a.{ending}", code=2, says=[f"none/a.{ending}", "no folder"])
        for ending in ("png", "svg", "pdf", "tex"):
            (self.folder / f"full.{ending}").symlink_to("/dev/full")
            self.refused("export", "--n", 64, "-o", f"full.{ending}", code=1, says="No space left")
            self.refused("export", "--n", 64, "-o", f"b.{ending}", code=1, says="File too large", before="ulimit -f 4")


if __name__ == "__main__":
    unittest.main()
