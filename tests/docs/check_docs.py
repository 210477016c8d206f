#!/usr/bin/env python3
# check_docs.py: links lead somewhere, command lines work, and what the manual names is there.
"""Usage: check_docs.py ROOT PROGRAM

Links and anchors of the pages at the root and in docs/; every command line of theirs, indented or in a block, scripts and the
lesson among them; options in `code`; in the manual also commands and other ids in `code`, and pictures; versions; words that
stay inside."""
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)|<img src=\"([^\"]*)\"")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# Written in code and neither a command nor an id of `sortscope list`.
OTHER_WORDS = {"pdflatex", "pictures.txt", "sortscope.png"}
# Lines that need a GPU or minutes: they are begun, and must be understood. Their work is done by tests labelled gpu and bench.
LONG = re.compile(r"--engine cuda|bench .*(fast|hybrid)|--preset article|complexity$|misplaced$")
LONG_S = 5
# Lines of blocks that say no.
EXIT_CODES = {"sortscope verify examples/mistake.txt": 1}
# Options of what tests the program.
OTHER_OPTIONS = {"--arch", "--ccache", "--keep", "--only-run"}
# Words of those who built it, not of those who read it.
INSIDE = re.compile(r"\bseeds? 00\d", re.IGNORECASE)


def pages(root):
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]


def manual(root):
    """The chapters that people wrote."""
    return [root / "docs" / "manual.md", *(page for page in sorted((root / "docs" / "manual").glob("*.md"))
                                           if "do not edit" not in page.read_text(encoding="utf-8"))]


def anchors(page):
    heads = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken_links(root):
    for page in pages(root):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for target, anchor, picture in LINK.findall(line):
                target = target or picture
                if target.startswith("http"):
                    continue
                there = page.parent / target if target else page
                if not there.exists():
                    yield f"{page.relative_to(root)}:{number}: {target} is not there"
                elif anchor and there.suffix == ".md" and anchor not in anchors(there):
                    yield f"{page.relative_to(root)}:{number}: {there.name} has no heading #{anchor}"


def examples(root):
    """(page, line, text) of every indented `sortscope ...` line."""
    for page in pages(root):
        text = FENCE.sub(lambda block: "\n" * block[0].count("\n"), page.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(r" {4,8}sortscope ", line):
                yield page.relative_to(root), number, line.strip()


def blocks(root):
    """(page, line, text) of every block without a language."""
    for page in pages(root):
        if "do not edit" in page.read_text(encoding="utf-8"):
            continue
        text = page.read_text(encoding="utf-8")
        for block in FENCE.finditer(text):
            head, _, body = block[0].partition("\n")
            if head == "```":
                yield page.relative_to(root), text[:block.start()].count("\n") + 2, body.rsplit("\n", 1)[0]


def indented_lesson(root):
    """The lesson that docs/lessons.md shows, as it would stand in a file."""
    text = (root / "docs" / "lessons.md").read_text(encoding="utf-8")
    lines = text[text.index("    # Comparators"):].splitlines()
    ends = next(i for i, line in enumerate(lines) if line and not line.startswith("    "))
    return "\n".join(line[4:] for line in lines[:ends]) + "\n"


class Desk:
    """A folder with the files that the pages speak of, where their lines are run."""

    def __init__(self, root, program, subcommands, folder, home):
        self.program, self.subcommands, self.folder, self.environment = program, subcommands, folder, planted(home)
        Path(folder, "numbers.csv").write_text("value\n3\n7\n4\n8\n")
        four = "[(0,2),(1,3)]\n[(0,1),(2,3)]\n[(1,2)]\n"
        for name in ("net.txt", "network.json", "Sort_16.json"):
            Path(folder, name).write_text(four)
        Path(folder, "merger.txt").write_text("[(0,2),(1,3)]\n[(1,2)]\n")
        Path(folder, "halver.txt").write_text("[(0,2),(1,3)]\n[(0,3),(1,2)]\n")
        # What the line before made on a GPU.
        shutil.copy(root / "tests" / "golden" / "hybrid-trace.json", Path(folder, "hybrid.json"))
        shutil.copytree(root / "docs" / "manual" / "examples", Path(folder, "examples"))
        # A kept result, for `--compare last`.
        subprocess.run([program, "bench", "--algorithms", "std-sort", "--sizes", "16", "--reps", "3"], cwd=folder,
                       env=self.environment, check=True, capture_output=True)

    def run(self, line):
        """What is wrong with a command line; "" where nothing is."""
        command, _, out = line.partition(" > ")
        command = shlex.split(command, comments=True)
        window = command[1] not in self.subcommands
        more = [] if not window or "--screenshot" in command else ["--headless", "--screenshot", "window.png"]
        long = LONG.search(line)
        try:
            done = subprocess.run([self.program, *command[1:], *more], cwd=self.folder, env=self.environment,
                                  capture_output=True, text=True, timeout=LONG_S if long else None)
            if out:
                Path(self.folder, out).write_text(done.stdout, encoding="utf-8")
        except subprocess.TimeoutExpired:
            return ""
        # 1: the work could not be done here.
        if done.returncode != EXIT_CODES.get(line, 0) and not (long and done.returncode == 1):
            return f"exit code {done.returncode}: {done.stderr}"
        if not long and "-o" in command and not Path(self.folder, command[command.index("-o") + 1]).stat().st_size:
            return "wrote nothing"
        return ""


def failed_examples(root, program, subcommands, commands):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        desk = Desk(root, program, subcommands, folder, home)
        for page, number, line in examples(root):
            if fault := desk.run(line):
                yield f"{page}:{number}: {line}: {fault}"
        for page, number, text in blocks(root):
            lines = text.splitlines()
            if any(line.startswith("sortscope ") for line in lines):
                for line in lines:
                    if not line.startswith("sortscope "):
                        subprocess.run(["bash", "-ec", line], cwd=folder, check=True)
                    elif fault := desk.run(line):
                        yield f"{page}:{number}: {line}: {fault}"
            elif all(line.split(" ")[0] in commands for line in lines):
                Path(folder, "block.txt").write_text(text + "\n", encoding="utf-8")
                if fault := desk.run("sortscope --script block.txt"):
                    yield f"{page}:{number}: {fault}"
        Path(folder, "lesson.md").write_text(indented_lesson(root), encoding="utf-8")
        if fault := desk.run("sortscope lesson lesson.md"):
            yield f"docs/lessons.md: the lesson that it shows: {fault}"


def unknown_options(root, program, subcommands):
    """Options in `code` that no help names."""
    helps = [["--help"], *([name, "--help"] for name in sorted(subcommands))]
    with tempfile.TemporaryDirectory() as home:
        known = OTHER_OPTIONS.union(*(re.findall(r"--[a-z][a-z-]*", subprocess.run(
            [program, *words], check=True, capture_output=True, text=True, env=planted(home)).stdout) for words in helps))
    for page in pages(root):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for code in CODE.findall(line):
                if not code.startswith(("sortscope", "--")):
                    continue
                for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", code):
                    if option not in known:
                        yield f"{page.relative_to(root)}:{number}: there is no option {option} (`{code}`)"


def words_from_inside(root):
    for page in pages(root):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            if INSIDE.search(line):
                yield f"{page.relative_to(root)}:{number}: names a source by its number; docs/references.md has names"


def versions(root, program):
    """CITATION.cff and CHANGELOG.md speak of the version that the program has."""
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    for name, pattern in (("CITATION.cff", rf"^version: {re.escape(version)}$"), ("CHANGELOG.md", rf"^## {re.escape(version)}\b")):
        if not re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{name}: has not the program's version, {version}"


def unknown_words(root, lists, subcommands):
    """Words in `code` that look like a command and are none, nor anything else that the program lists."""
    known = {row["id"] for rows in lists.values() for row in rows} | OTHER_WORDS
    for page in manual(root):
        text = FENCE.sub(lambda block: "\n" * block[0].count("\n"), page.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("    "):
                continue
            for code in CODE.findall(line):
                words = code.split()
                if not words or not re.fullmatch(r"[a-z][a-z.-]*", words[0]):
                    continue
                is_command = words[0] == "sortscope" and (len(words) == 1 or words[1] == "…" or words[1].startswith("-")
                                                          or "." in words[1] or words[1] in subcommands)
                if not is_command and words[0] not in known:
                    yield f"{page.relative_to(root)}:{number}: there is no command or id '{words[0]}' (`{code}`)"


def picture_errors(root):
    folder = root / "docs" / "manual"
    listed = set(re.findall(r"^([a-z0-9-]+) ", (folder / "pictures.txt").read_text(encoding="utf-8"), re.MULTILINE))
    kept = {picture.stem for picture in (folder / "pictures").iterdir()}
    shown = {name for page in manual(root)
             for name in re.findall(r"pictures/([a-z0-9-]+)\.png", page.read_text(encoding="utf-8"))}
    for name in sorted(kept - listed):
        yield f"docs/manual/pictures/{name}.png is not in pictures.txt"
    for name in sorted(listed - shown):
        yield f"docs/manual/pictures.txt: no chapter shows {name}"
    size = sum(picture.stat().st_size for picture in (folder / "pictures").iterdir())
    if size > 3_000_000:
        yield f"docs/manual/pictures has {size} bytes, 3,000,000 may be"


def main():
    root, program = Path(sys.argv[1]), str(Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as home:
        lists, general = (subprocess.run([program, *words], check=True, capture_output=True, text=True,
                                         env=planted(home)).stdout for words in (["list", "--json"], ["--help"]))
    lists = json.loads(lists)
    subcommands = set(re.findall(r"^  ([a-z]+) {2,}\S", general[general.index("\nSubcommands:"):], re.MULTILINE))
    errors = [*broken_links(root), *picture_errors(root), *unknown_words(root, lists, subcommands),
              *words_from_inside(root), *versions(root, program), *unknown_options(root, program, subcommands),
              *failed_examples(root, program, subcommands, {row["id"] for row in lists["commands"]})]
    print(*errors, sep="\n")
    count = len(list(examples(root))) + len(list(blocks(root)))
    print(f"{count} command lines and blocks, {len(errors)} errors")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
