#!/usr/bin/env python3
# check_commits.py: every commit that a page names is in the history.
"""Usage: check_commits.py ROOT (planted breaches first). Exit code 77, skipped: no git here, or only a part of the history."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
# As git shortens them; a number of so many digits is none.
COMMIT = re.compile(r"(?<![\w.#/-])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![\w.-])")


def git(root, *words):
    try:
        done = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def history(root):
    """All commits that led here; None where they are not all known."""
    top = git(root, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != root.resolve() or git(root, "rev-parse", "--is-shallow-repository") != "false":
        return None
    commits = git(root, "rev-list", "HEAD")
    return commits.split() if commits else None


def unknown(root, commits):
    """(page, line, hash) of each that no commit begins with."""
    starts = {commit[:length] for commit in commits for length in range(7, 41)}
    for page in [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for name in COMMIT.findall(line):
                if name not in starts:
                    yield page.relative_to(root), number, name


def planted():
    """Whether one of each kind is found, and nothing else."""
    there, lost = "12ab" * 10, "9f8e7d6"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "docs").mkdir()
        (root / "docs" / "page.md").write_text(f"{there} | {there[:7]} | 2147483600 | deadbeef | a 1\n| {lost} |\n({lost}0)\n")
        return [(number, name) for _, number, name in unknown(root, [there])] == [(2, lost), (3, lost + "0")]


def main():
    if not planted():
        print("what was planted is not what is found")
        return 1
    root = Path(sys.argv[1])
    commits = history(root)
    if commits is None:
        print("no history of git here, or not all of it")
        return SKIPPED
    lost = list(unknown(root, commits))
    for page, number, name in lost:
        print(f"{page}:{number}: there is no commit {name} in the history: name one that was merged, or a date")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
