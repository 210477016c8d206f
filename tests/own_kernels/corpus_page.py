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


TOOLS = """## Beside NVIDIA's tools

What compute-sanitizer (CUDA 13.0, on an H100) says of planted mistakes; `tests/own_kernels/on_device.sh` asks it.

| tool | of what | says |
|---|---|---|
| racecheck | every race in shared memory, every right kernel | the same: [what was tried](security.md#what-was-tried) |
| memcheck | out of bounds (neighbour, partner, tile), crash null pointer, both launches | an error for each |
| initcheck | uninitialized spare | an error |
| initcheck | uninitialized tile, which lies in shared memory | nothing |
| synccheck | barrier in branch | nothing. The kernel ends on this GPU, CUDA reports no error, and the keys come out unsorted |

That a barrier stands in a branch that some threads do not take is against the language, whatever one GPU does with it: `sortscope kernel` counts who came to each barrier, and names
those who did not.
"""
BOOKS = """Written as a student would who has a textbook and no source of ours, with what books, blogs and answers on the web use; none was changed to suit. These did not work at first: a byte that fills
an array (`cudaMemset`) as padding, padding with `INT_MAX` (other keys were larger, which no `int` is), keys that the host copies one by one, `std::swap` and what headers do (their lines were not the file's),
`thrust::swap`, 0x7f as the byte that fills (recursion, swaps: larger `int` keys went astray, and both pad with `INT_MAX` since), types with names of `<cstdint>`, two functions of one name, padding that lives only in registers (tiles, with 100 keys), a key that a function is given as `int` (merge streams), `device_vector`, keys as members of
structs, in arrays of registers and in classes of the file's own, a flag beside the keys, lanes that ask for a shuffled key after others have gone on (shuffles), the 1,815,000 comparisons of a rank sort of 1,100 keys. What stays open: whether the sort by shuffles is a
network with 100 keys. Its padding lives in registers and changes places with keys there; with 1,024 keys there is none. Lengths are those that the file was written for.
"""


def words(name):
    """race_lost_barrier.cu: lost barrier."""
    return Path(name).stem.replace("_", " ").replace("-", " ")


def table(head, rows):
    """Lines of a table."""
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in rows]


def summary(path):
    """The comment that a file begins with."""
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").strip())
    return " ".join(lines)


def verdict(rows):
    """What a file has to be, by its rows."""
    said = []
    for row in rows:
        keys = row["call"].split("--n ")[1].split()[0]
        what = {"network": "a network", "adaptive": "adaptive", "-": "open whether a network"}[row["verdict"]]
        equals = f", that of `{row['equals']}`" if row["equals"] != "-" else ""
        said.append((what + equals, what, keys))
    if len({what for _, what, _ in said}) == 1:
        return said[0][0]
    return "; ".join(f"with {keys} keys {text}" for text, _, keys in said)


def page(root):
    """The whole text."""
    rows = list(check_corpus.rows(root))
    wrong = [row for row in rows if row["file"].startswith("wrong/")]
    mistakes = [row for row in wrong if row["kind"] not in SLOW]
    slow = [row for row in wrong if row["kind"] in SLOW]
    right = {}
    for row in rows:
        if row["file"].startswith(("right/", "starts/")) and row["sorted"] == "yes" and "textbook" not in row["file"]:
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
    books = {}
    for row in (row for row in rows if row["file"].startswith("right/textbook_")):
        books.setdefault(row["file"], []).append(row)
    lines += ["", f"## {len(books)} sorts as books write them", "", BOOKS]
    lines += table(("file", "what it is", "call", "what it has to be"),
                   [(words(name).removeprefix("textbook "), summary(check_corpus.path_of(root, name)),
                     f"`--key-type {of[0]['call'].split('--key-type ')[1]}`" if "--key-type" in of[0]["call"] else "–",
                     verdict(of)) for name, of in books.items()])
    lines += ["", f"## {len(hostile)} hostile files", "", "Each ends as a sentence with its line; the window and other programs stay as they were ([security](security.md#a-kernel-of-your-own)).", ""]
    lines += table(("file", "what has to be said"), [(words(r["file"]), found(r)) for r in hostile])
    lines += ["", TOOLS.rstrip()]
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
