#!/usr/bin/env python3
# environment.py: runs a program as tests do: in an environment that says nothing of the machine.
"""Usage: environment.py HOME PROGRAM [ARGUMENTS...]. HOME is made where it is not there. See environment.txt."""
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def planted(home, **more):
    """The environment of a program under test whose home folder is `home`; `more` is added."""
    environment = {"HOME": str(home)}
    for line in (HERE / "environment.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("keep "):
            environment |= {name: os.environ[name] for name in line.split()[1:] if name in os.environ}
        elif line and not line.startswith("#"):
            name, value = line.split("=", 1)
            environment[name] = value.replace("HERE", str(HERE))
    return environment | {name: str(value) for name, value in more.items()}


if __name__ == "__main__":
    home, program = Path(sys.argv[1]).resolve(), sys.argv[2]
    home.mkdir(parents=True, exist_ok=True)
    os.execvpe(program, sys.argv[2:], planted(home))
