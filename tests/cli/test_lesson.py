#!/usr/bin/env python3
# test_lesson.py: `sortscope lesson`: outlines, errors with file and line, pictures, slides, film.
import sys
import unittest

sys.dont_write_bytecode = True
from driver import Driver  # noqa: E402

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


class Lesson(Driver):
    def test_outline(self):
        self.file("a.md", LESSON)
        stdout, stderr = self.run_program("lesson", "a.md")
        self.assertEqual(stderr, "")
        self.assertIn("Two stops", stdout)
        self.assertIn("2 minutes · 2 stops, 3 steps", stdout)
        self.assertIn("  1  First · 2 steps · notes", stdout)
        self.assertIn("  2  Second · asks", stdout)

    def test_shipped_ones_are_listed_and_run(self):
        stdout, _ = self.run_program("lesson")
        names = [line.split()[0] for line in stdout.splitlines()[1:]]
        self.assertIn("1-comparators", names)
        for name in names:
            self.run_program("lesson", name)

    def test_slides_have_a_page_a_stop(self):
        self.file("a.md", LESSON)
        self.run_program("lesson", "a.md", "-o", "a.pdf")
        data = (self.folder / "a.pdf").read_bytes()
        self.assertTrue(data.startswith(b"%PDF"))
        self.assertEqual(data.count(b"/Type /Page\n") + data.count(b"/Type /Page "), 2)

    def test_pictures_are_numbered(self):
        self.file("a.md", LESSON)
        self.run_program("lesson", "a.md", "-o", "a.png", "--size", "640x400")
        self.assertEqual(sorted(p.name for p in self.folder.glob("*.png")), ["a-01.png", "a-02.png"])

    def test_errors_name_file_and_line(self):
        for line, says in [("recrod", ["a.md:9: ", "'record'"]), ("seek 99", "a.md:9: "),
                           ("view 1 nowhere", "a.md:9: "), ("highlight wires 3-1", "a.md:9: "),
                           ("ask wire 77", "a.md:9: "), ("keys \"1", "a.md:9: "), ("lesson 1", "a.md:9: ")]:
            # `record` stands in line 8, so what is asked of the run comes behind it.
            self.file("a.md", LESSON.replace("record\n", "record\n" + line + "\n", 1))
            self.refused("lesson", "a.md", code=2, says=says)
        self.file("b.md", "# T\n\n## S\n```sortscope\nrecord\n")
        self.refused("lesson", "b.md", code=2, says=["b.md:4:", "not closed"])
        self.refused("lesson", "c.md", code=1, says="c.md")
        self.refused("lesson", "no-such-lesson", code=2, says="no-such-lesson")
        self.file("a.md", LESSON)
        self.refused("lesson", "a.md", "-o", "a.docx", code=2, says=".pdf")


if __name__ == "__main__":
    unittest.main()
