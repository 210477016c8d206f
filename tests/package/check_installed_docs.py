#!/usr/bin/env python3
# check_installed_docs.py: the docs travel in the package: links, pictures, and pages that the program names.
"""Usage: check_installed_docs.py BUILD PROGRAM

Installs the component docs of BUILD into an empty folder and looks there."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "docs"), str(TESTS / "machine")]
from check_docs import broken_links  # noqa: E402
from environment import planted  # noqa: E402


def named_by_the_program(program, home):
    """Pages that the help of a subcommand names."""
    def output(*words):
        return subprocess.run([program, *words], check=True, capture_output=True, text=True, env=planted(home)).stdout
    general = output("--help")
    subcommands = re.findall(r"^  ([a-z]+) {2,}\S", general[general.index("\nSubcommands:"):], re.MULTILINE)
    helps = [general, *(output(name, "--help") for name in subcommands)]
    return sorted({page for text in helps for page in re.findall(r"docs/[a-z/0-9-]+\.md", text)})


def main():
    build, program = Path(sys.argv[1]), str(Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as prefix, tempfile.TemporaryDirectory() as home:
        subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", "docs"], check=True,
                       stdout=subprocess.DEVNULL)
        folders = [page.parent for page in Path(prefix).rglob("README.md") if page.parent.name != "docs"]
        if len(folders) != 1:
            print(f"expected one README.md in the package, there are {len(folders)}")
            return 1
        errors = list(broken_links(folders[0]))
        named = named_by_the_program(program, home)
        errors += [f"the program names {page}, which the package has not" for page in named
                   if not (folders[0] / page).exists()]
        files = [file for file in folders[0].rglob("*") if file.is_file()]
    print(*errors, sep="\n")
    print(f"{len(files)} files of docs, the program names {', '.join(named) or 'none'}, {len(errors)} errors")
    return 1 if errors or not named else 0


if __name__ == "__main__":
    sys.exit(main())
