# cancelled_work.py: long work of every kind that the program knows, and what a signal at some moment of it leaves.
"""The kinds are one table, which the tests take at small sizes and tests/faults/cancel_all at 2^22 keys."""
import ctypes
import json
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

# All that work gets once it is cancelled.
SOON_S = 0.5
TICKS = os.sysconf("SC_CLK_TCK")
KERNEL = Path(__file__).resolve().parents[2] / "assets/own_kernels/starts/v0.cu"
LESSON = "# Long\n" + "".join(
    f"\n## Stop {stop}\n```sortscope\nalgorithm odd-even-transposition\nsize {{each}}\nrecord\n```\nWords.\n".replace(
        "{each}", str(8000 + stop)) for stop in range(150))


@dataclass
class Kind:
    """`arguments`: RUN stands for a recording, LESSON for a lesson, KERNEL for a CUDA file, NETWORK for a listed network; `out`: what it writes once it is done.

    `keeps`: it hands over what there is when it is stopped; then the file is there, and whole. `script`: of the window's
    commands, which a signal ends as it ends any program. `refused`: where there is no GPU it ends with 2 before it begins."""
    arguments: list
    out: str = ""
    keeps: bool = False
    script: bool = False
    refused: bool = False


def kinds(keys, film_keys=64):
    """Those of a command line, by name: of `keys` keys where the work takes a run of any size."""
    return {
        "record": Kind(["record", "--engine", "cpu", "--algorithm", "odd-even-merge", "--n", keys, "-o", "out.h5"], "out.h5"),
        "record adaptive": Kind(["record", "--engine", "cpu", "--algorithm", "adaptive", "--n", keys, "-o", "out.h5"], "out.h5"),
        "record aks": Kind(["record", "--engine", "cpu", "--algorithm", "aks", "--n", "2^15", "-o", "out.h5"], "out.h5"),
        "record --keyframes": Kind(["record", "--engine", "cpu", "--algorithm", "bitonic", "--n", keys, "--keyframes",
                                    "--compact", "-o", "out.h5"], "out.h5"),
        "record --keyframes aks": Kind(["record", "--engine", "cpu", "--algorithm", "aks", "--n", "2^15", "--keyframes", "-o",
                                        "out.h5"], "out.h5"),
        "record --compact": Kind(["record", "--engine", "cpu", "--algorithm", "adaptive", "--n", keys, "--compact", "-o",
                                  "out.h5"], "out.h5"),
        "sheet": Kind(["sheet", "--n", "1024", "--view", "network", "-o", "out.pdf"], "out.pdf"),
        "kernel": Kind(["kernel", "KERNEL", "--n", "2048", "--way", "cpu", "-o", "out.h5"], "out.h5"),
        "kernel --bench": Kind(["kernel", "KERNEL", "--bench", "--sizes", "2^10..2^20"], refused=True),
        "open": Kind(["info", "RUN"]),
        "export": Kind(["export", "RUN", "--view", "network", "--size", "1600x900", "-o", "out.png"], "out.png"),
        # OpenGL, and the threads that it draws with, look for no cancel.
        "export large": Kind(["export", "--n", "64", "--size", "16384x8192", "-o", "out.png"], "out.png"),
        "export pdf": Kind(["export", "--algorithm", "odd-even-transposition", "--n", "1000", "--seed", "3", "-o",
                            "out.pdf"], "out.pdf"),
        "film": Kind(["export", "RUN", "--view", "bars", "--fps", "4", "-o", "out.mp4"], "out.mp4"),
        "film of many marks": Kind(["export", "--n", "4096", "--parallel", "--size", "1920x1080", "-o", "out.mp4"], "out.mp4"),
        "film of a network": Kind(["export", "--n", film_keys, "-o", "out.mp4"], "out.mp4"),
        "steps": Kind(["steps", "RUN", "--format", "json"]),
        "verify": Kind(["verify", "--algorithm", "odd-even-transposition", "--n", "40", "--method", "brute"]),
        "verify by search": Kind(["verify", "--algorithm", "bitonic", "--n", "64", "--method", "search"]),
        "bench": Kind(["bench", "--algorithms", "std-sort,cpu-bitonic", "--sizes", keys, "--reps", "25", "--no-keep",
                       "--json", "out.json"], "out.json", keeps=True),
        "trace": Kind(["trace", "--engine", "cpu", "--n", keys, "--reps", "9", "-o", "out.json"], "out.json"),
        "trace --network": Kind(["trace", "--engine", "cpu", "--network", "NETWORK", "--input", "uniform", "--reps", "99", "-o",
                                 "out.json"], "out.json"),
        "experiment": Kind(["experiment", "sorting-time", "--engine", "cpu", "--sizes", keys, "--reps", "1", "--csv",
                            "out.csv"], "out.csv", keeps=True),
        "experiment counted": Kind(["experiment", "misplaced", "--csv", "out.csv"], "out.csv", keeps=True),
        "script, save": Kind(["--headless", "--engine", "cpu", "RUN", "--do", "save out.h5"], "out.h5", script=True),
        "script, film": Kind(["--headless", "--engine", "cpu", "RUN", "--do", "export bars out.mp4"], "out.mp4",
                             script=True),
        "lesson": Kind(["lesson", "LESSON"]),
        "lesson as a film": Kind(["lesson", "LESSON", "--export", "out.mp4"], "out.mp4"),
        "lesson as slides": Kind(["lesson", "LESSON", "--export", "out.pdf"], "out.pdf"),
    }


@dataclass
class Ended:
    """How it ended after a signal; `after_s`: processor seconds of it and all that it started, `wall_s`: by the clock."""
    code: int
    signalled: bool
    after_s: float = 0
    wall_s: float = 0
    at_s: float = 0
    left: list = field(default_factory=list)
    stderr: str = ""


def adopt_orphans():
    """What a program leaves running becomes a child of this one, and is seen; no signal is ignored by what it starts."""
    for sign in SIGNALS:
        # A shell lets what runs in its background ignore some.
        if signal.getsignal(sign) == signal.SIG_IGN:
            signal.signal(sign, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def _stat(process):
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()


def used_s(process):
    """Processor seconds of a process, of those it has waited for, and of those it has not."""
    try:
        fields = _stat(process)
        total = sum(map(int, fields[11:15])) / TICKS
        for thread in os.listdir(f"/proc/{process}/task"):
            children = Path(f"/proc/{process}/task/{thread}/children").read_text(encoding="utf-8").split()
            total += sum(used_s(child) for child in children)
        return total
    except (FileNotFoundError, ProcessLookupError):
        return 0.0


def looks_out(process, sign):
    """Whether it catches the signal: before that it just ends."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    caught = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (sign - 1) & 1)


def _reap_all(main):
    """Waits for the program and for all that it left; (its status, processor seconds of all)."""
    code, used = None, 0.0
    while True:
        try:
            child, status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return code, used
        used += usage.ru_utime + usage.ru_stime
        if child == main:
            code = os.waitstatus_to_exitcode(status)


def run(program, kind, folder, environment, sign=None, at_s=0.0, inputs=None):
    """Runs it in `folder`; once it has used `at_s` of processors it is sent `sign`. No other child may be there."""
    arguments = [str((inputs or {}).get(word, word)) for word in kind.arguments]
    before = set(folder.iterdir())
    with tempfile.TemporaryFile() as said, tempfile.TemporaryDirectory() as scratch:
        # What it works with in between goes, too.
        environment = {**environment, "TMPDIR": scratch}
        process = subprocess.Popen([program, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=said)
        ended = Ended(0, False)
        used, begun = 0.0, time.monotonic()
        while sign is not None and os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            used = used_s(process.pid)
            if used >= at_s and looks_out(process.pid, sign):
                begun = time.monotonic()
                process.send_signal(sign)
                ended.signalled = True
                break
            time.sleep(0.002)
        ended.code, all_s = _reap_all(process.pid)
        process.returncode = ended.code
        ended.wall_s = time.monotonic() - begun
        ended.at_s = used
        # Ticks are coarse: what was used before may be a hundredth more.
        ended.after_s = max(0.0, all_s - used)
        said.seek(0)
        ended.stderr = said.read().decode(errors="replace")
        ended.left = [f"$TMPDIR/{name}" for name in sorted(os.listdir(scratch))]
    for path in sorted(set(folder.iterdir()) - before):
        if path.name != kind.out or not is_whole(program, path, environment):
            ended.left.append(path.name)
        elif ended.code != 0 and not kind.keeps and not kind.script:
            # Done before the signal was looked for: whole, but the exit code says otherwise.
            ended.left.append(path.name + " (whole)")
        path.unlink()
    return ended


def is_whole(program, path, environment):
    end = path.read_bytes()
    match path.suffix:
        case ".png":
            return end.endswith(b"IEND\xaeB`\x82")
        case ".mp4":
            return b"moov" in end
        case ".pdf":
            return end.rstrip().endswith(b"%%EOF")
        case ".csv":
            return end.endswith(b"\n")
        case ".json":
            try:
                return json.loads(end) is not None
            except ValueError:
                return False
        case ".h5":
            return subprocess.run([program, "info", str(path)], env=environment, capture_output=True,
                                  check=False).returncode == 0
    return False


def prepare(program, folder, environment, keys):
    """The recording, the lesson, the CUDA file and the network that the kinds read."""
    recording, lesson, network = folder / "run.h5", folder / "long.md", folder / "net.txt"
    subprocess.run([program, "record", "--engine", "cpu", "--n", keys, "-o", str(recording)], env=environment,
                   check=True, capture_output=True)
    lesson.write_text(LESSON, encoding="utf-8")
    # Neighbours, even and odd by turns: 1,000 layers.
    network.write_text("".join("[" + ",".join(f"({i},{i + 1})" for i in range(layer % 2, 999, 2)) + "]\n" for layer in range(1000)),
                       encoding="utf-8")
    return {"RUN": recording, "LESSON": lesson, "KERNEL": KERNEL, "NETWORK": network}


def faults(kind, ended):
    """What is wrong with the end of work that was sent a signal; nothing: all is well."""
    refused = (2,) if kind.refused else ()
    if not ended.signalled:
        return [] if ended.code in (0, 1, 3, *refused) else [f"ended by itself with {ended.code}"]
    wrong = [f"{name} is left" for name in ended.left]
    # 0, 3, refused: it was done when the signal came.
    stopped = tuple(-sign for sign in SIGNALS) if kind.script else (1,)
    if ended.code not in (0, 3, *refused, *stopped):
        wrong.append(f"exit code {ended.code}")
    if ended.after_s > SOON_S:
        wrong.append(f"{ended.after_s:.2f} s of processors after the signal")
    return wrong


SIGNALS = (signal.SIGINT, signal.SIGTERM)
