#!/usr/bin/env python3
# corpus_page.py: docs/own-kernels-tried.md, made from the tables of the corpus.
"""Usage: corpus_page.py ROOT. Exit code 1 where the page is another than the tables say. With UPDATE_GOLDENS in the
environment it is written."""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_corpus  # noqa: E402  beside this file
import check_patterns  # noqa: E402

SLOW = {"bank-conflict", "uncoalesced", "idle", "launches"}
HEAD = """# Your kernel, tried

What `sortscope kernel` has to find, and where it has to find nothing. This page is made from `tests/own_kernels/expectations.txt` and `tests/own_kernels/patterns/expected.txt`;
a test keeps them equal. Every run of the tests holds the CPU way against them, `tests/own_kernels/on_device.sh` the GPU way, and both ways against each other, on a machine with a GPU.
How it is used: [your kernel](own-kernels.md).
"""


def words(name):
    """race_lost_barrier.cu: lost barrier."""
    return Path(name).stem.replace("_", " ").replace("-", " ")


def table(head, rows):
    """Lines of a table."""
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in rows]


def page(root):
    """The whole text."""
    rows = list(check_corpus.rows(root))
    wrong = [row for row in rows if row["file"].startswith("wrong/")]
    mistakes = [row for row in wrong if row["kind"] not in SLOW]
    slow = [row for row in wrong if row["kind"] in SLOW]
    right = {}
    for row in rows:
        if row["file"].startswith(("right/", "starts/")) and row["sorted"] == "yes":
            one = right.setdefault(row["file"], {"calls": [], "verdict": row["verdict"], "equals": ""})
            one["calls"].append(row["call"].split("--n ")[1].split()[0])
            one["equals"] = row["equals"] if row["equals"] != "-" else one["equals"]
    hostile = [row for row in rows if row["file"].startswith("hostile/")]

    def found(row):
        if row["kind"] == "-":
            return "it does not sort: a counterexample"
        return f"`{row['kind']}`" + (f", line {' or '.join(row['lines'].split(','))}" if row["lines"] != "-" else "")

    lines = [HEAD, f"## {len(mistakes)} planted mistakes", "",
             "Each file differs from a right one in one place. Where several lines take part in a mistake, any of them may be named.", ""]
    lines += table(("file", "made from", "keys", "what has to be found"),
                   [(words(r["file"]), words(r["base"]), r["call"].split("--n ")[1].split()[0], found(r)) for r in mistakes])
    lines += ["", f"## {len(slow)} that are slow, not wrong", ""]
    lines += table(("file", "made from", "keys", "what has to be found"),
                   [(words(r["file"]), words(r["base"]), r["call"].split("--n ")[1].split()[0], found(r)) for r in slow])
    lines += ["", f"## {len(right)} right kernels", "", "No mistake may be found in them, with any of these numbers of keys.", ""]
    lines += table(("file", "keys", "what it has to be"),
                   [(words(name), ", ".join(one["calls"]), "adaptive" if one["verdict"] == "adaptive" else
                     "a network" + (f", that of `{one['equals']}`" if one["equals"] else "")) for name, one in right.items()])
    lines += ["", f"## {len(hostile)} hostile files", "", "Each ends as a sentence with its line; the window and other programs stay as they were ([security](security.md#a-kernel-of-your-own)).", ""]
    lines += table(("file", "what has to be said"), [(words(r["file"]), found(r)) for r in hostile])
    patterns = [line.split("|") for line in (check_patterns.PATTERNS / "expected.txt").read_text().splitlines() if line and not line.startswith("#")]
    lines += ["", f"## {len(patterns)} patterns of access", "",
              "Requests of warps, and the sectors (global) or wavefronts (shared) that they need, worked out by hand.", ""]
    lines += table(("file", "loads", "stores", "shared loads", "shared stores", "why"),
                   [(words(p[0].strip()), *(" → ".join(cell.split()) if cell.split() != ["0", "0"] else "–" for cell in p[2:6]), p[6].strip()) for p in patterns])
    return "\n".join(lines) + "\n"


def main():
    root = Path(sys.argv[1]).resolve()
    path, text = root / "docs/own-kernels-tried.md", page(root)
    if os.environ.get("UPDATE_GOLDENS"):
        path.write_text(text)
    if not path.is_file() or path.read_text() != text:
        print("docs/own-kernels-tried.md is not what the tables say. Cure: UPDATE_GOLDENS=1 ctest --test-dir build/dev -R '^docs.own_kernels'")
        return 1
    print(f"{len(text.splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
