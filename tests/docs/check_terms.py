#!/usr/bin/env python3
"""check_terms.py SOURCES: every abbreviation that a person reads in a lesson, on a card or in a picture is in the glossary;
the upper wire is that of the smaller number, in every sentence."""
import re
import sys
from pathlib import Path

# What a reader of any program knows.
PLAIN = {"AND", "OR", "GPU", "CPU", "PDF", "PNG", "SVG", "GIF", "JSON", "CSV", "JPEG", "ZIP", "ASCII", "UTF", "GB"}
# Words of the system, in messages about it: they say where to look.
SYSTEM = {"DISPLAY", "HOME", "NVIDIA", "EGL", "HDF", "MB", "KB", "MP", "IEEE", "XDG", "OS", "GL"}
ROOMS = ["app/overlays", "app/panels", "app/views", "core/words", "core/views", "core/lessons", "core/algorithms", "core/scenes"]
WORD = re.compile(r"\b[A-Z][A-Z]+\b")
# Of a key that is meant by its wire, or of a wire by its number: on the screen the smaller number is above.
UPSIDE_DOWN = re.compile(r"\b(?:upper|lower)-numbered\b|\b(?:the |load |store |'s )(?:lower|upper) key\b|\b(?:upper|lower) place\b")


def lesson_words(text):
    """What a lesson says: its lines are commands, code names what is in a file."""
    text = re.sub(r"```.*?```", " ", text, flags=re.S)
    asked = " ".join(re.findall(r"^(?:ask|explain) .*$", text, flags=re.M))
    return set(WORD.findall(re.sub(r"`[^`]*`", " ", text) + asked))


def said(source):
    """Words of the sentences in a source file: a text with a blank, no format of a file, no code in backticks."""
    words = set()
    for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source):
        if " " in text and "#define" not in text and "<?xml" not in text:
            words |= set(WORD.findall(re.sub(r"`[^`]*`", " ", text.replace("\\n", " "))))
    return words


def main():
    root = Path(sys.argv[1])
    known = set(WORD.findall((root / "docs/glossary.md").read_text(encoding="utf-8"))) | PLAIN | SYSTEM
    unknown = {}
    wrongs = []
    for path in sorted((root / "assets/lessons").glob("*.md")):
        for word in lesson_words(path.read_text(encoding="utf-8")) - known:
            unknown.setdefault(word, path)
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.cpp")):
            for word in said(path.read_text(encoding="utf-8")) - known:
                unknown.setdefault(word, path)
    for path in [*sorted((root / "docs").rglob("*.md")), *sorted((root / "assets/lessons").glob("*.md"))]:
        for wrong in UPSIDE_DOWN.findall(path.read_text(encoding="utf-8")):
            wrongs.append((path, wrong))
    for path in [*sorted((root / "core").rglob("*.cpp")), *sorted((root / "app").rglob("*.cpp"))]:
        text = path.read_text(encoding="utf-8")
        for wrong in UPSIDE_DOWN.findall(" ".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', text))):
            wrongs.append((path, wrong))
    for path, wrong in wrongs:
        print(f"{path}: '{wrong}': say the upper wire (the smaller number) or the lower wire")
    for word, path in sorted(unknown.items()):
        print(f"{path}: '{word}' is not in docs/glossary.md")
    # A planted one is found.
    assert lesson_words("The QXZ machine. `ABC` is code.") == {"QXZ"} and said('say("a QXZ here")') == {"QXZ"}
    assert UPSIDE_DOWN.search("the minimum on the upper-numbered wire") and UPSIDE_DOWN.search("load lower key")
    return 1 if unknown or wrongs else 0


sys.exit(main())
