#!/usr/bin/env python3
# check_docs.py: every link in README.md and docs/ leads somewhere, every command line of README.md works.
"""Usage: check_docs.py ROOT PROGRAM"""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def broken_links(root):
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for target in LINK.findall(line):
                if not target.startswith("http") and not (page.parent / target).exists():
                    yield f"{page.relative_to(root)}:{number}: {target} is not there"


def examples(root):
    """(line, command) of every indented `sortscope ...` line."""
    for number, line in enumerate((root / "README.md").read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("    sortscope "):
            yield number, shlex.split(line, comments=True)


def failed_examples(root, program):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "numbers.csv").write_text("value\n3\n7\n4\n8\n")
        Path(folder, "net.txt").write_text("[(0,2),(1,3)]\n[(0,1),(2,3)]\n[(1,2)]\n")
        for number, command in examples(root):
            done = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True)
            if done.returncode != 0:
                yield f"README.md:{number}: {shlex.join(command)}: exit code {done.returncode}: {done.stderr}"
            elif "-o" in command and not Path(folder, command[command.index("-o") + 1]).stat().st_size:
                yield f"README.md:{number}: {shlex.join(command)}: wrote nothing"


def main():
    root, program = Path(sys.argv[1]), str(Path(sys.argv[2]).resolve())
    errors = [*broken_links(root), *failed_examples(root, program)]
    print(*errors, sep="\n")
    count = len(list(examples(root)))
    print(f"{count} command lines, {len(errors)} errors")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
