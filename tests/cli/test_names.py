#!/usr/bin/env python3
# test_names.py: names from elsewhere, in everything that the program writes: they come out as data.
import csv
import io
import json
import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
from driver import PATIENCE_S, PROGRAM, Driver  # noqa: E402

# Shells, web pages, TeX, spreadsheets, terminals, PDF and SVG itself would take these for more than words.
HOSTILE = ["$(touch started)", "`touch started`", "; touch started", "| touch started", "-rf", "--help", "'\"'\"", "it's \"so\"",
           "<script>alert(1)</script>", "]]><script/>", "&lt;&#60;&amp;", "<!ENTITY x SYSTEM 'secret.txt'>", "\\input{secret.txt}",
           "\\write18{touch started}", "$x$ % & # _ ^ ~ { }", "\\end{document}", "=1+1", "+1+1", "-1+1", "@SUM(A1)", "=HYPERLINK(\"x\")",
           "a\nb", "a\r\n=b", "a\tb", "a,b;c", "(a) Tj", ") /JavaScript (", "\x1b[2J\x1b]0;x\x07", "\u202eabc", "\u200bx", "%s %n %d",
           "{0} {}", "a\\", "\\x1b", "ä ∂ 漢"]
# As bytes of a file's name.
UNREADABLE = [b"\xff\xfe.txt", b"a\xc3(.txt", b"\xed\xa0\x80.txt"]
SECRET = "the secret of this machine"
SVG = "{http://www.w3.org/2000/svg}"


def is_formula(cell):
    """A spreadsheet would work it out."""
    if cell[:1] not in ("=", "+", "-", "@", "\t", "\r"):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def visible(name):
    """Its characters that a terminal would obey, or that nobody sees, byte by byte."""
    return "".join("".join(f"\\x{byte:02x}" for byte in c.encode()) if c in "\r\x1b\x07\u202e\u200b" else c for c in name)


class Names(Driver):
    def setUp(self):
        super().setUp()
        self.file("secret.txt", SECRET)

    def run_clean(self, *arguments, codes=(0,)):
        """Runs it with bytes in and out; what it says has nothing that a terminal would obey. Its standard output."""
        done = subprocess.run([os.fsencode(PROGRAM), *[a if isinstance(a, bytes) else os.fsencode(str(a)) for a in arguments]],
                              cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE_S)
        said = (done.stdout + done.stderr).decode("utf-8")  # fails where it is none
        self.assertIn(done.returncode, codes, (arguments, said[-500:]))
        self.assertEqual([c for c in said if (ord(c) < 0x20 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0 or c in "\u202e\u200b"],
                         [], arguments)
        self.assertNotIn(SECRET, said)
        return done.stdout.decode("utf-8")

    def harmless(self, path):
        """What any program makes of the file."""
        data = path.read_bytes()
        self.assertNotIn(SECRET.encode(), data)
        if path.suffix == ".svg":
            for element in ElementTree.fromstring(data).iter():
                self.assertIn(element.tag.removeprefix(SVG), ("svg", "g", "rect", "circle", "line", "path", "text", "tspan", "title",
                                                              "desc", "polyline", "polygon", "style", "defs", "clipPath", "image",
                                                              "ellipse", "use", "pattern", "linearGradient", "stop"))
                self.assertFalse([a for a in element.attrib if a.lower().startswith("on")], element.attrib)
            self.assertNotIn(b"<!ENTITY", data)
            self.assertNotIn(b"<!DOCTYPE", data)
        elif path.suffix == ".pdf":
            for word in (b"/JavaScript", b"/JS", b"/Launch", b"/OpenAction", b"/AA", b"/URI", b"/EmbeddedFile"):
                self.assertNotIn(word, data)
        elif path.suffix == ".csv":
            for row in csv.reader(io.StringIO(data.decode("utf-8"))):
                self.assertEqual([cell for cell in row if is_formula(cell)], [])
        elif path.suffix == ".json":
            for line in data.decode("utf-8").splitlines() if data.count(b"\n{") else [data.decode("utf-8")]:
                json.loads(line)
        self.assertFalse((self.folder / "started").exists(), path)

    def network(self, name):
        # A network is called as its file.
        path = self.home_of_tools / (name.replace("/", "|") + ".json")
        path.write_text(json.dumps({"N": 3, "nw": [[0, 1], [1, 2], [0, 1]]}), encoding="utf-8")
        return path

    def test_of_networks_in_every_picture_table_and_recording(self):
        tex = []
        for i, name in enumerate(HOSTILE):
            with self.subTest(name=name):
                net = self.network(name)
                self.run_clean("network", net)
                facts = json.loads(self.run_clean("network", net, "--json"))
                self.assertEqual(facts["name"], visible(net.stem))
                self.run_clean("verify", net)
                json.loads(self.run_clean("verify", net, "--json"))
                for out in ("a.svg", "a.pdf", f"a{i}.tex"):
                    self.run_clean("export", "--network", net, "--keys", "3,1,2", "-o", out)
                    self.harmless(self.folder / out)
                tex.append(self.folder / f"a{i}.tex")
                for form in ("csv", "json"):
                    text = self.run_clean("steps", "--network", net, "--keys", "3,1,2", "--format", form)
                    self.harmless(self.file(f"steps.{form}", text))
                self.run_clean("record", "--network", net, "--keys", "3,1,2", "-o", "run.h5")
                self.run_clean("info", "run.h5")
                self.run_clean("export", "run.h5", "-o", "b.svg")
                self.harmless(self.folder / "b.svg")
                for row in ("json", "csv"):
                    self.run_clean("bench", "--network", net, "--algorithms", "listed", "--sizes", 3, "--reps", 1, "--no-keep",
                                   f"--{row}", f"bench.{row}", codes=(0, 1, 2))
                    if (self.folder / f"bench.{row}").exists():
                        self.harmless(self.folder / f"bench.{row}")
        # All pages in one run of TeX: what ended the document, or read a file, would show.
        self.file("all.tex", "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n" +
                  "".join(f"\\input{{{path.name}}}\\clearpage\n" for path in tex if "documentclass" not in path.read_text()) +
                  "the last page\n\\end{document}\n")
        for path in [p for p in tex if "documentclass" in p.read_text()][:3] + [self.folder / "all.tex"]:
            self.tool("pdflatex", "-interaction=nonstopmode", "-halt-on-error", path)
            text = self.tool("pdftotext", path.with_suffix(".pdf"), "-")
            self.assertNotIn(SECRET, text)
        self.assertIn("the last page", self.tool("pdftotext", self.folder / "all.pdf", "-"))
        self.assertFalse((self.folder / "started").exists())

    def test_of_lessons_and_of_what_is_marked_in_a_picture(self):
        for name in HOSTILE:
            with self.subTest(name=name):
                quoted = json.dumps(name, ensure_ascii=False)
                for character in "\n\r\t\x1b\x07":
                    quoted = quoted.replace(json.dumps(character)[1:-1], f"\\x{ord(character):02x}")
                title = " ".join(name.split())
                (self.folder / "lesson.md").write_text(
                    f"# {title}\n\n## {title}\n```sortscope\nkeys 2 1\nrecord\nhighlight wires 0-1 \"half\"\n```\n{title}\n", encoding="utf-8")
                self.run_clean("lesson", "lesson.md", codes=(0, 2))
                for out in ("out.svg", "out.tex"):
                    self.run_clean("--headless", "--keys", "2,1", "--do", f"highlight wires 0-1 {quoted}", "--do",
                                   f"export network {out}", codes=(0, 2))
                    if (self.folder / out).exists():
                        self.harmless(self.folder / out)

    def test_of_files(self):
        for name in [os.fsencode(name.replace("/", "|") + ".txt") for name in HOSTILE] + UNREADABLE:
            with self.subTest(name=name):
                path = os.path.join(os.fsencode(self.folder), name)
                with open(path, "wb") as file:
                    file.write(b"3 1 2\n")
                where = b"./" + name
                self.run_clean("steps", where)
                self.run_clean("record", where, "-o", "run.h5")
                self.run_clean("info", "run.h5")
                for out in ("a.svg", "a.pdf", "a.tex"):
                    self.run_clean("export", where, "-o", out)
                    self.harmless(self.folder / out)
                for form in ("csv", "json"):
                    self.harmless(self.file(f"steps.{form}", self.run_clean("steps", where, "--format", form)))
                # As a kernel: no such file runs, and what is said of it is text.
                os.rename(path, path + b".cu")
                self.run_clean("kernel", where + b".cu", codes=(2,))
                text = self.run_clean("kernel", where + b".cu", "--json", codes=(2,))
                file = json.loads(text)["file"]
                if name not in UNREADABLE:
                    self.assertEqual(file, os.fsdecode(where + b".cu"))
                # As what is written: the name is a file in this folder and nothing else.
                os.unlink(path + b".cu")
                self.run_clean("export", "--keys", "2,1", "-o", where + b".svg")
                self.assertTrue(os.path.exists(path + b".svg"))
                os.unlink(path + b".svg")
                self.assertFalse((self.folder / "started").exists())


if __name__ == "__main__":
    unittest.main()
