#!/usr/bin/env python3
# test_lesson.py: `sortscope lesson`: outlines, errors with file and line, pictures, slides, film.
import itertools
import re
import signal
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from driver import PATIENCE_S, Driver  # noqa: E402

LESSONS = Path(__file__).resolve().parents[2] / "assets" / "lessons"
LESSON = """# Two stops
Minutes: 2
Summary: A test.

## First
```sortscope
keys 4 3 2 1
record
```
What comes **first**.

> A note.

```sortscope
play-to 1
```
And then.

## Second
```sortscope
ask exchanges
```
Which?
"""


# As powers are drawn.
RAISED = str.maketrans("0123456789-bdiknt", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵇᵈⁱᵏⁿᵗ")


def drawn(text):
    return re.sub(r"\^(-?\d+|[bdiknt]\b)", lambda power: power[1].translate(RAISED), text)


class Lesson(Driver):
    def test_outline(self):
        self.file("a.md", LESSON)
        stdout, stderr = self.run_program("lesson", "a.md")
        self.assertEqual(stderr, "")
        self.assertIn("Two stops", stdout)
        self.assertIn("2 minutes · 2 stops, 3 steps", stdout)
        self.assertIn("  1  First · 2 steps · notes", stdout)
        self.assertIn("  2  Second · asks", stdout)

    def test_a_signal_ends_the_check_and_the_export(self):
        stop = "\n## Stop {}\n```sortscope\nalgorithm odd-even-transposition\nsize {}\nrecord\n```\nWords.\n"
        self.file("long.md", "# Long\n" + "".join(stop.format(i, 8000 + i) for i in range(150)))
        self.file("short.md", "# Short\n" + "".join(stop.format(i, 64) for i in range(40)))
        before = sorted(self.folder.iterdir())
        for arguments, seconds in ((["long.md"], 0.1), (["long.md", "--export", "x.pdf"], 0.2),
                                   (["short.md", "--export", "x.mp4"], 0.5)):
            for sign in (signal.SIGINT, signal.SIGTERM):
                process = self.start("lesson", *arguments)
                self.worked(process, seconds)
                process.send_signal(sign)
                _, stderr = process.communicate(timeout=PATIENCE_S)
                self.assertEqual(process.returncode, 1, (arguments, stderr))
                self.assertIn("stopped", stderr)
                self.assertEqual(sorted(self.folder.iterdir()), before, arguments)

    def test_a_check_that_gave_up_is_no_answer(self):
        block = "```sortscope\nkeys 2 1\nrecord\n{}```\nWords.\n"
        self.file("good.md", "# T\n\n## S\n" + block.format(""))
        self.run_program("lesson", "good.md")
        stdout, stderr = self.run_program("lesson", "good.md", "--limit", 0, code=3)
        self.assertEqual(stdout, "")
        self.assertRegex(stderr, r"good\.md:\d+: the lesson's runs take too long to be checked")
        # What is wrong before is told as such.
        self.file("bad.md", "# T\n\n## S\n```sortscope\nno-such-command\n```\nWords.\n")
        self.run_program("lesson", "bad.md", "--limit", 0, code=2)
        # The program's own lessons have no limit.
        self.run_program("lesson", "1", "--limit", 0)

    def test_shipped_ones_are_listed_and_run(self):
        stdout, _ = self.run_program("lesson")
        names = [line.split()[0] for line in stdout.splitlines()[1:]]
        self.assertIn("1-comparators", names)
        for name in names:
            self.run_program("lesson", name)

    def pages(self, name, *options):
        """The words of a PDF, page by page."""
        self.assertTrue((self.folder / name).read_bytes().startswith(b"%PDF"))
        return self.tool("pdftotext", "-layout", *options, name, "-").split("\f")[:-1]

    def test_slides_have_a_page_a_stop_a_question_and_an_answer(self):
        self.file("a.md", LESSON.replace("ask exchanges", 'ask choice "Which first?" "one" "*two"\nexplain "Two, since."'))
        _, stderr = self.run_program("lesson", "a.md", "-o", "a.pdf")
        pages = self.pages("a.pdf")
        self.assertEqual(len(pages), 3)
        self.assertIn("Which first?", pages[1])
        self.assertNotIn("(right)", pages[1])
        self.assertNotIn("since", pages[1])
        # Answers have the numbers that choose them in the window.
        self.assertRegex(pages[1], r"\b1 +one")
        self.assertRegex(pages[1], r"\b2 +two")
        self.assertRegex(pages[2], r"two \(right\)")
        self.assertIn("Two, since.", pages[2])
        # Nothing is lost without a word.
        self.assertIn("the notes of 1 stop are left out", stderr)
        _, stderr = self.run_program("lesson", "a.md", "-o", "a.pdf", "--notes")
        pages = self.pages("a.pdf")
        self.assertEqual(len(pages), 4)
        self.assertIn("A note.", pages[1])
        self.assertNotIn("left out", stderr)
        _, stderr = self.run_program("lesson", "a.md", "-o", "a.png", "--size", "640x400")
        self.assertIn("the questions of 1 stop are shown only where they come last", stderr)
        self.refused("lesson", "a.md", "-o", "b.png", "--notes", code=2, says="--notes")

    def test_slides_ask_before_they_show(self):
        """A step whose words ask, or that the next one's run replaces, has a page of its own."""
        self.run_program("lesson", "1", "-o", "a.pdf")
        # Letters only: wires' numbers may stand beside the column of words.
        column = ("-x", 0, "-y", 0, "-W", 288, "-H", 540)
        words = [re.sub(r"[\W\d]+", "", page) for page in self.pages("a.pdf", *column)]
        self.assertIn("Guessthengoon", words[0])
        self.assertNotIn("TenlayersLookattherightedge", words[0])
        self.assertIn("TenlayersLookattherightedge", words[1])
        failing = [page for page in words if "etworkthatfails" in page]
        self.assertEqual(len(failing), 2)
        self.assertNotIn("forevery", failing[0])
        self.assertIn("forevery", failing[1])

    def test_slides_of_shipped_lessons_lose_nothing(self):
        stdout, _ = self.run_program("lesson")
        for name in [line.split()[0] for line in stdout.splitlines()[1:]]:
            text = (LESSONS / f"{name}.md").read_text(encoding="utf-8")
            self.run_program("lesson", name, "-o", "a.pdf", "--notes")
            # The column of words is 0.3 of 960 points wide.
            column = ("-x", 0, "-y", 0, "-W", 288, "-H", 540)
            words = "".join("".join(page.split()) for page in self.pages("a.pdf", *column))
            for question, reason in itertools.zip_longest(re.findall(r'^ask choice "([^"]*)"', text, re.MULTILINE),
                                                          re.findall(r'^explain "([^"]*)"', text, re.MULTILINE)):
                for sentence in (question, reason):
                    self.assertIn("".join(drawn(sentence or "").split()), words, name)
            outline, _ = self.run_program("lesson", name)
            self.assertEqual(words.count("Notes:"), outline.count("· notes"), name)

    def test_a_page_of_notes_shows_what_they_are_about(self):
        self.file("a.md", LESSON)
        self.run_program("lesson", "a.md", "-o", "a.pdf", "--notes")
        notes = self.pages("a.pdf", "-x", 480, "-y", 0, "-W", 480, "-H", 540)[1]
        # The run, beside the words: its levels, and the first key on wire 0.
        self.assertRegex(notes, r"k\s*=\s*2\s+k\s*=\s*4")
        self.assertRegex(notes, r"(?m)^\s*0\s+4\b")

    def test_a_film_has_the_picture_and_the_words_only(self):
        self.file("a.md", LESSON)
        self.run_program("lesson", "a.md", "-o", "a.mp4", "--size", "960x600", "--palette", "dark")
        self.tool("ffmpeg", "-v", "error", "-i", "a.mp4", "-frames:v", "1", "-pix_fmt", "rgb24", "f.ppm")
        pixels = (self.folder / "f.ppm").read_bytes()[-960 * 600 * 3:]
        ground = bytes((17, 20, 24))

        def differs(x, y):
            at = 3 * (960 * y + x)
            return any(abs(a - b) > 6 for a, b in zip(pixels[at:at + 3], ground))

        # Neither a bar above nor a time line below: the picture's ground is seen from edge to edge.
        for y in (1, 2, 3, 596, 597, 598):
            self.assertFalse(any(differs(x, y) for x in range(400, 960)), y)
        # No menu in its corner.
        self.assertFalse(any(differs(x, y) for x in range(860, 960) for y in range(4, 40)))

    def test_pictures_are_numbered(self):
        self.file("a.md", LESSON)
        self.run_program("lesson", "a.md", "-o", "a.png", "--size", "640x400")
        self.assertEqual(sorted(p.name for p in self.folder.glob("*.png")), ["a-01.png", "a-02.png"])

    def test_formulas_are_reported_and_prices_are_not(self):
        for words in ["need for $n$ keys", "cost $n$ here", "$$x$$", "$n^2$", r"$\log n$", "so $x+1$"]:
            self.file("a.md", LESSON.replace("And then.", words))
            self.assertIn("formulas between $", "".join(self.run_program("lesson", "a.md")), words)
        for words in ["from $5 to $9", "$5, then $6", "the shell's $HOME and $PATH", "one $ only"]:
            self.file("a.md", LESSON.replace("And then.", words))
            self.assertNotIn("formulas between $", "".join(self.run_program("lesson", "a.md")), words)

    def test_errors_name_file_and_line(self):
        for line, says in [("recrod", ["a.md:9: ", "'record'"]), ("seek 99", "a.md:9: "),
                           ("view 1 nowhere", "a.md:9: "), ("highlight wires 3-1", "a.md:9: "),
                           ("ask wire 77", "a.md:9: "), ("keys \"1", "a.md:9: "), ("lesson 1", "a.md:9: ")]:
            # `record` stands in line 8, so what is asked of the run comes behind it.
            self.file("a.md", LESSON.replace("record\n", "record\n" + line + "\n", 1))
            self.refused("lesson", "a.md", code=2, says=says)
        self.file("b.md", "# T\n\n## S\n```sortscope\nrecord\n")
        self.refused("lesson", "b.md", code=2, says=["b.md:4:", "not closed"])
        self.refused("lesson", "c.md", code=2, says="c.md")
        self.refused("lesson", "no-such-lesson", code=2, says="no-such-lesson")
        self.file("a.md", LESSON)
        self.refused("lesson", "a.md", "-o", "a.docx", code=2, says=".pdf")


if __name__ == "__main__":
    unittest.main()
