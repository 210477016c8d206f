#!/usr/bin/env python3
# manual_commands.py: makes the chapters of the manual that follow from the program's own tables.
"""Usage: manual_commands.py PROGRAM [--write]

Compares docs/manual/8-commands.md and 9-command-line.md with what the program says; --write (or UPDATE_GOLDENS=1)
writes them instead."""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "machine"))
from environment import planted  # noqa: E402

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "manual"
MADE = "<!-- Made by tests/docs/manual_commands.py from the program's tables: do not edit. -->"


def output(program, *arguments):
    with tempfile.TemporaryDirectory() as home:
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env=planted(home)).stdout


def cell(text):
    return text.replace("|", "\\|")


def commands_page(program):
    rows = json.loads(output(program, "list", "commands", "--json"))
    groups = list(dict.fromkeys(row["group"] for row in rows))
    lines = [
        "# 8 Every command and key", "", MADE, "",
        "[7 Measuring](7-measuring.md) · [Manual](../manual.md) · next: [9 The command line](9-command-line.md)", "",
        f"Everything that you can do is one of these {len(rows)} commands. A command runs",
        "",
        "- by its key, where it has one;",
        "- from the palette: **Ctrl Shift P**, then a part of its name;",
        "- as a line of a script (`--script FILE`), of a lesson, or of the command line: `sortscope --do 'seek 5'`.",
        "",
        "In the arguments, `[brackets]` can be left out, `a|b` means one of them, `WORDS` in capitals stand for something of",
        "yours, and `...` means one or more. With `[on|off]` left out, the command turns it round. `sortscope list commands`",
        "prints this list, with `--json` for programs. Where a command takes arguments, its last column is a line of a script;",
        "a command without arguments is such a line by its name alone.", "",
        "What `ID`, `KIND`, `PRESET` and the like can be, the program lists: `sortscope list algorithms`, `inputs`, `views`,",
        "`presets`, `kernels`, `experiments`.", "",
        "Groups: " + " · ".join(f"[{group}](#{group.lower().replace(' ', '-')})" for group in groups), ""]
    for group in groups:
        lines += [f"## {group}", "", "| command | key | does | example |", "|---|---|---|---|"]
        for row in rows:
            if row["group"] == group:
                call = f"`{row['id']}`" + (f" `{cell(row['arguments'])}`" if row["arguments"] else "")
                keys = ", ".join(cell(key) for key in row["keys"])
                example = f"`{cell(row['example'])}`" if row["arguments"] else ""
                lines.append(f"| {call} | {keys} | {cell(row['title'])} | {example} |")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def command_line_page(program):
    general = output(program, "--help")
    names = re.findall(r"^  ([a-z]+) {2,}\S", general[general.index("\nSubcommands:"):general.index("\nExamples:")],
                       re.MULTILINE)
    lines = [
        "# 9 The command line", "", MADE, "", "[8 Every command and key](8-commands.md) · [Manual](../manual.md)", "",
        "`sortscope` alone, or with files, opens the window. With a subcommand it opens none: data goes to stdout, messages",
        "go to stderr, and the exit code is 0 (done), 1 (the work failed, or no), 2 (bad usage or bad input)",
        "or, from `verify` and `kernel`, 3 (not decided).", "",
        "Subcommands: " + " · ".join(f"[{name}](#sortscope-{name})" for name in names), "",
        "## sortscope", "", "```", general.rstrip(), "```", ""]
    for name in names:
        lines += [f"## sortscope {name}", "", "```", output(program, name, "--help").rstrip(), "```", ""]
    return "\n".join(lines[:-1]) + "\n"


def main():
    program = str(Path(sys.argv[1]).resolve())
    writes = "--write" in sys.argv or bool(os.environ.get("UPDATE_GOLDENS"))
    stale = 0
    for name, make in (("8-commands.md", commands_page), ("9-command-line.md", command_line_page)):
        page, text = MANUAL / name, make(program)
        if writes:
            page.write_text(text, encoding="utf-8")
            continue
        kept = page.read_text(encoding="utf-8") if page.exists() else ""
        changes = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), name, "the program", lineterm="", n=0))
        if changes:
            stale += 1
            print(*changes, sep="\n")
            print(f"{name} is not up to date. Make it again: {sys.argv[0]} {program} --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
